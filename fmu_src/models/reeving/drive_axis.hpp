#pragma once
/// The drive of a reeving as an axis (models/axis.hpp): its travel is that of the rope, phi = R theta.
#include "models/axis.hpp"
#include "models/reeving/contact_system.hpp"
#include "models/reeving/modes.hpp"
#include "models/reeving/values.hpp"

namespace reeve::models::reeving {

template <class S>
using DrivePoint = AxisPoint<S>;

template <class S>
struct DriveForces : AxisForces<S> {
  S motor_torque{0.0};  ///< the input, or what a given motion takes [N m]
};

class DriveAxis : public Axis {
 public:
  /// gear: rope travel per travel of the first side.
  void prepare(double gear, double ride_begin, const Values<double>& u) {
    Axis::prepare(gear, {ride_begin, u.ride_distance, u.ride_speed, u.ride_acceleration, u.ride_jerk});
  }

  static bool is_locked(const Modes& m) { return m.is_locked(); }
  /// Largest force of the brake on phi [N].
  template <class S>
  static S capacity(const Values<S>& u) {
    const S closed = math::value(u.brake) < 0 ? S(0.0) : math::value(u.brake) > 1 ? S(1.0) : u.brake;
    return closed * u.brake_torque / u.drive.radius;
  }

  template <class S>
  DriveForces<S> forces(const Modes& m, const Values<S>& u, const DrivePoint<S>& at, const DriveLoad<S>& load) const {
    const AxisCommand<S> command{u.drive_torque / u.drive.radius, capacity(u), u.drive.radius * u.drive_speed,
                                 u.drive.bandwidth, u.ride_jerk};
    DriveForces<S> out{Axis::forces(m, command, at, load.mass, load.force), u.drive_torque};
    if (is_locked(m) && m.regime != Regime::held) out.motor_torque = u.drive.radius * out.motor;
    return out;
  }

  /// Its own k of phi, phi', phi'' in an implicit step.
  static DrivePoint<double> implicit(const Modes& m, const Values<double>& u, double g, const DrivePoint<double>& F) {
    return Axis::implicit(m, u.drive.bandwidth, g, F);
  }
};

}  // namespace reeve::models::reeving
