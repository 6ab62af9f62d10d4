#pragma once
/// The drive's law, in one place for rates, outputs and the implicit solve: how the rope travel phi = R theta moves, and which
/// forces act on it.
///
///   released, sliding   mass phi'' = force + torque/R - direction brake/R      mass, force: everything else following (T-ALE.17)
///   held                phi' = phi'' = 0, as long as the brake can supply what that takes                          (T-ALE.26)
///   ride                phi(t) in closed form, phase by phase                                                      (T-ALE.19)
///   speed               phi''' = w^2 (R u - phi') - 2 w phi''                  u: the commanded speed
#include <algorithm>

#include "mechanics/drive/ride_profile.hpp"
#include "models/reeving/contact_system.hpp"
#include "models/reeving/modes.hpp"
#include "models/reeving/values.hpp"

namespace reeve::models::reeving {

template <class S>
struct DrivePoint {
  S position, velocity, acceleration;  ///< phi, phi' and, where it is given, phi''
};

template <class S>
struct DriveForces {
  S acceleration{0.0};       ///< phi'' [m/s2]
  S motor{0.0}, brake{0.0};  ///< along phi and against it [N]
  S motor_torque{0.0};       ///< the input, or what a given motion takes [N m]
  S jerk{0.0};               ///< of a given motion [m/s3]
};

class DriveAxis {
 public:
  /// gear: rope travel per travel of the first side.
  void prepare(double gear, double ride_begin, const Values<double>& u) {
    gear_ = gear;
    ride_ = {ride_begin, u.ride_distance, u.ride_speed, u.ride_acceleration, u.ride_jerk};
  }

  /// phi'' follows from the regime and not from forces.
  static bool is_locked(const Modes& m) {
    return m.regime == Regime::held || m.regime == Regime::ride || m.regime == Regime::speed;
  }
  /// Largest force of the brake on phi [N].
  template <class S>
  static S capacity(const Values<S>& u) {
    const S closed = math::value(u.brake) < 0 ? S(0.0) : math::value(u.brake) > 1 ? S(1.0) : u.brake;
    return closed * u.brake_torque / u.drive.radius;
  }
  int phase(double t) const { return ride_.phase(t); }
  double next_corner(const Modes& m) const {
    return m.regime == Regime::ride && m.phase < 7 ? ride_.corners()[m.phase + 1]
                                                   : std::numeric_limits<double>::infinity();
  }

  /// Where the drive is: in closed form from its start if there is one, otherwise as the states say.
  template <class S>
  DrivePoint<S> point(const S& t, const Modes& m, const S& start, const DrivePoint<S>& states) const {
    if (m.regime == Regime::held) return {states.position, S(0.0), S(0.0)};
    if (m.regime != Regime::ride) return states;
    const double at = math::value(t);
    const S moved = t - at;  // carries derivatives
    const auto p = ride_.at(at, m.phase);
    return {start + gear_ * (p.position + p.velocity * moved), gear_ * (p.velocity + p.acceleration * moved),
            gear_ * (p.acceleration + ride_.jerk(m.phase) * moved)};
  }

  template <class S>
  DriveForces<S> forces(const Modes& m, const Values<S>& u, const DrivePoint<S>& at, const DriveLoad<S>& load) const {
    DriveForces<S> out;
    out.motor_torque = u.drive_torque;
    out.motor = u.drive_torque / u.drive.radius;
    if (m.regime == Regime::held) return out;
    if (!is_locked(m)) {
      out.brake = m.direction * capacity(u);
      out.acceleration = (load.force + out.motor - out.brake) / load.mass;
      return out;
    }
    const S w = u.drive.bandwidth;
    out.acceleration = at.acceleration;
    out.jerk = m.regime == Regime::ride
                   ? S(gear_ * (ride_.jerk(m.phase) / math::value(u.ride_jerk)) * u.ride_jerk)  // -1, 0 or 1 times it
                   : S(w * (w * (u.drive.radius * u.drive_speed - at.velocity) - 2.0 * at.acceleration));
    out.motor = load.mass * out.acceleration - load.force;
    out.motor_torque = u.drive.radius * out.motor;
    return out;
  }

  /// (1/g - A) k = F for a given motion: its own k of phi, phi', phi''.                                  (T-ALE.24)
  static DrivePoint<double> implicit(const Modes& m, const Values<double>& u, double g, const DrivePoint<double>& F) {
    if (m.regime == Regime::held) return {0, 0, 0};
    double last = g * F.acceleration;
    if (m.regime == Regime::speed) {
      const double w = u.drive.bandwidth;
      last = (last - g * g * w * w * F.velocity) / (1 + 2 * w * g + w * w * g * g);
    }
    const double velocity = g * (F.velocity + last);
    return {g * (F.position + velocity), velocity, last};
  }

 private:
  double gear_{1};
  mechanics::RideProfile<double> ride_;
};

}  // namespace reeve::models::reeving
