#pragma once
/// The law of an axis that is driven, in one place for rates, outputs and the implicit solve: how its travel phi moves, and which
/// forces act on it. phi is the rope's travel at a drive, the way of a trolley, the angle of a jib.
///
///   released, sliding   mass phi'' = force + motor - direction brake          mass, force: everything else following (T-ALE.17)
///   held                phi' = phi'' = 0, as long as the brake can supply what that takes                          (T-ALE.26)
///   ride                phi(t) in closed form, phase by phase                                                      (T-ALE.19)
///   speed               phi''' = w^2 (u - phi') - 2 w phi''                   u: the commanded speed
#include <cmath>
#include <limits>

#include "mechanics/drive/ride_profile.hpp"

namespace reeve::models {

enum class Regime : int { released = 0, sliding = 1, held = 2, ride = 3, speed = 4 };

/// What only events change of an axis.
struct AxisModes {
  Regime regime{Regime::released};
  double direction{};  ///< in which it slides against the brake: +1, -1, 0 = not
  int phase{-1};       ///< of the ride

  /// phi'' follows from the regime and not from forces.
  bool is_locked() const { return regime == Regime::held || regime == Regime::ride || regime == Regime::speed; }
};

template <class S>
struct AxisPoint {
  S position, velocity, acceleration;  ///< phi, phi' and, where it is given, phi''
};

/// What is asked of it, along phi.
template <class S>
struct AxisCommand {
  S motor{0.0};      ///< force where nothing else moves it [N, N m]
  S brake{0.0};      ///< largest force of the brake
  S speed{0.0};      ///< [m/s, rad/s]
  S bandwidth{0.0};  ///< of the filter behind it [rad/s]
  S ride_jerk{1.0};  ///< [m/s3, rad/s3]
};

template <class S>
struct AxisForces {
  S acceleration{0.0};       ///< phi''
  S motor{0.0}, brake{0.0};  ///< along phi and against it; the motor's is that which a given motion takes
  S jerk{0.0};               ///< of a given motion
};

class Axis {
 public:
  /// gear: travel of phi per travel of the ride.
  void prepare(double gear, const mechanics::RideProfile<double>& ride) { gear_ = gear, ride_ = ride; }

  int phase(double t) const { return ride_.phase(t); }
  double next_corner(const AxisModes& m) const {
    return m.regime == Regime::ride && m.phase < 7 ? ride_.corners()[m.phase + 1]
                                                   : std::numeric_limits<double>::infinity();
  }

  /// Where the axis is: in closed form from its start if there is one, otherwise as the states say.
  template <class S>
  AxisPoint<S> point(const S& t, const AxisModes& m, const S& start, const AxisPoint<S>& states) const {
    if (m.regime == Regime::held) return {states.position, S(0.0), S(0.0)};
    if (m.regime != Regime::ride) return states;
    const double at = math::value(t);
    const S moved = t - at;  // carries derivatives
    const auto p = ride_.at(at, m.phase);
    return {start + gear_ * (p.position + p.velocity * moved), gear_ * (p.velocity + p.acceleration * moved),
            gear_ * (p.acceleration + ride_.jerk(m.phase) * moved)};
  }

  /// mass, force: what it carries, everything else following.
  template <class S>
  AxisForces<S> forces(const AxisModes& m, const AxisCommand<S>& u, const AxisPoint<S>& at, const S& mass,
                       const S& force) const {
    AxisForces<S> out;
    out.motor = u.motor;
    if (m.regime == Regime::held) return out;
    if (!m.is_locked()) {
      out.brake = m.direction * u.brake;
      out.acceleration = (force + out.motor - out.brake) / mass;
      return out;
    }
    out.acceleration = at.acceleration;
    out.jerk = jerk(m, u, at);
    out.motor = mass * out.acceleration - force;
    return out;
  }

  /// Rate of phi'' of a given motion.
  template <class S>
  S jerk(const AxisModes& m, const AxisCommand<S>& u, const AxisPoint<S>& at) const {
    if (m.regime == Regime::ride)
      return S(gear_ * (ride_.jerk(m.phase) / math::value(u.ride_jerk)) * u.ride_jerk);  // -1, 0 or 1 times it
    if (m.regime != Regime::speed) return S(0.0);
    const S w = u.bandwidth;
    return S(w * (w * (u.speed - at.velocity) - 2.0 * at.acceleration));
  }

  /// (1/g - A) k = F for a given motion: its own k of phi, phi', phi''.                                  (T-ALE.24)
  static AxisPoint<double> implicit(const AxisModes& m, double bandwidth, double g, const AxisPoint<double>& F) {
    if (m.regime == Regime::held) return {0, 0, 0};
    double last = g * F.acceleration;
    if (m.regime == Regime::speed) {
      const double w = bandwidth;
      last = (last - g * g * w * w * F.velocity) / (1 + 2 * w * g + w * w * g * g);
    }
    const double velocity = g * (F.velocity + last);
    return {g * (F.position + velocity), velocity, last};
  }

 private:
  double gear_{1};
  mechanics::RideProfile<double> ride_;
};

/// Held while the force it needs is below the brake's capacity; sliding against the motion otherwise. `required` is asked for the
/// force that holds an axis at rest; a slide that has turned round ends with rate 0.                        (T-ALE.26)
template <class Required>
bool decide_brake(AxisModes& m, double& rate, double capacity, Required required) {
  const AxisModes before = m;
  const double rate_before = rate;
  const auto sign = [](double a) { return a > 0 ? 1.0 : a < 0 ? -1.0 : 0.0; };
  if (m.regime == Regime::sliding && !(m.direction * rate > 0)) rate = 0;
  m.direction = 0;
  if (!(capacity > 0)) {
    m.regime = Regime::released;
  } else if (rate != 0) {
    m.regime = Regime::sliding;
    m.direction = sign(rate);
  } else {
    const double needed = required();
    m.regime = std::abs(needed) < capacity ? Regime::held : Regime::sliding;
    if (m.regime == Regime::sliding) m.direction = sign(-needed);
  }
  return m.regime != before.regime || m.direction != before.direction || rate != rate_before;
}

}  // namespace reeve::models
