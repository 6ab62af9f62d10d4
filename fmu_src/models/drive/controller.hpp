#pragma once
/// The sampled part of a drive: brake sequence, reference, levelling, speed controller. It runs once every
/// control.period on the drive's own clock and sees the inputs as they are at that instant.
///
///   standing -> pretorque -> releasing -> riding -> levelling -> applying -> unloading -> standing
///                                    \-------------^  (re-levelling: no ride)
///   any of them -> stopped, by a rising edge of emergency_stop; a rising edge of start begins again
#include <algorithm>
#include <cmath>

#include "models/drive/modes.hpp"
#include "models/drive/values.hpp"

namespace reeve::models::drive {

/// One sample.
class Controller {
 public:
  using Values = drive::Values<double>;
  Controller(const Values& u, Modes& m) : u_{u}, m_{m} {}

  void sample(double t);

  /// Position above m.base, velocity, acceleration of the reference.
  static mechanics::RidePoint<double> reference(const Modes& m, double t);

 private:
  void measure();
  void sequence(double t);
  void begin(double t);
  void place();
  void enter(Phase phase, double t);
  void follow_cabin();
  void follow_load();
  double load_torque() const;
  void align(double t);
  void level(double t);
  void shift(double by);
  bool caught_up(double t) const;
  double controlled_torque(double t);
  void set_torque(double wanted, bool at_once);
  void set_brake();
  static double limited(double value, double limit) { return std::clamp(value, -limit, limit); }
  double lift() const { return u_.sheave.radius / u_.roping.ratio * (1 + u_.roping.elongation); }  ///< [m/rad]
  double error() const { return m_.floor - u_.cabin_position; }
  bool sees_floor() const { return std::abs(error()) <= u_.levelling.zone; }

  const Values& u_;
  Modes& m_;
  double counted_{};  ///< angle of the encoder [rad]
};

}  // namespace reeve::models::drive
