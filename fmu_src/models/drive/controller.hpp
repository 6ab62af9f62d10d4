#pragma once
/// The sampled part of a drive: brake sequence, reference, levelling, speed controller. It runs once every
/// control.period on the drive's own clock and sees the inputs as they are at that instant.
///
///   standing -> pretorque -> releasing -> riding -> levelling -> applying -> unloading -> standing
///                                    \-------------^  (re-levelling: no ride)
///   any of them -> stopped, by a rising edge of emergency_stop; a rising edge of start begins again
#include <cmath>

#include "mechanics/ride_profile.hpp"
#include "models/drive/values.hpp"

namespace reeve::models {

enum class DrivePhase : int {
  standing = 1,   ///< brake applied, no torque
  pretorque = 2,  ///< brake applied, the motor takes over the load
  releasing = 3,  ///< the brake opens, the controller holds the cabin
  riding = 4,
  levelling = 5,  ///< at the floor, creeping or waiting for the sensor to agree
  applying = 6,   ///< the brake closes, the controller holds the cabin
  unloading = 7,  ///< brake applied, the torque goes
  stopped = 8,    ///< emergency stop: brake applied, torque switched off
};

/// A jerk-limited way of the reference, kept by the numbers that make it.
struct DriveMove {
  double begin{}, distance{}, speed{1}, acceleration{1}, jerk{1};
  mechanics::RideProfile<double> profile;

  void plan() { profile = {begin, distance, speed, acceleration, jerk}; }
  void clear() { *this = {}; }
  bool over(double t) const { return t >= profile.end(); }
  template <class Archive>
  void fields(Archive& archive) {
    archive(begin, distance, speed, acceleration, jerk);
  }
};

struct DriveMemory {
  DrivePhase phase{DrivePhase::standing};
  double since{};                      ///< when the phase began [s]
  bool start_before{}, stop_before{};  ///< for rising edges
  bool wanted{};                       ///< a start that came on a ride: the next ride
  bool relevelling{}, aligned{};       ///< no ride, only level; the sensor has been seen on this ride
  bool missed{};                       ///< the ride ended where the sensor sees no floor
  bool placed{};                       ///< the first sample has said where the cabin stands
  double floor{};                      ///< where the cabin goes, and then stands [m]
  DriveMove ride, fix;                 ///< the ride, and a correction on top of it
  double origin{};                     ///< height by the encoder at angle 0 [m]
  double remainder{};                  ///< angle not yet counted by the encoder [rad]
  double filtered{};                   ///< measured speed [rad/s]
  double pretorque{}, integral{};      ///< [N m]
  double brake{1}, brake_next{1};      ///< at this sample and at the next one, on a line between
  double command{}, command_next{};    ///< of the torque [N m], the same
  double angle{}, speed{};             ///< of the sheave at the sample [rad], [rad/s]
  double seen{};                       ///< sheave_angle at the sample [rad]; `angle` runs on while an importer holds it
  double sum{}, count{}, worst{};      ///< of the levelling error over the window: sum [m], samples, largest [m]

  template <class Archive>
  void fields(Archive& archive) {
    archive(phase, since, start_before, stop_before, wanted, relevelling, aligned, missed, placed, floor, origin,
            remainder, filtered, pretorque, integral, brake, brake_next, command, command_next, angle, speed, seen, sum,
            count, worst);
    ride.fields(archive);
    fix.fields(archive);
  }
};

/// One sample. `base` is the height from which ride and correction count [m].
class DriveController {
 public:
  using Values = DriveValues<double>;
  DriveController(const Values& p, DriveMemory& m, double& base) : p_{p}, m_{m}, base_{base} {}

  void sample(double t);

  /// Position, velocity, acceleration of the reference [m].
  static mechanics::RidePoint<double> reference(const DriveMemory& m, double base, double t);

 private:
  void measure();
  void sequence(double t);
  void begin(double t);
  void place();
  void enter(DrivePhase phase, double t);
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
  double lift() const { return p_.sheave.radius / p_.roping.ratio * (1 + p_.roping.elongation); }  ///< [m/rad]
  double error() const { return m_.floor - p_.cabin_position; }
  bool sees_floor() const { return std::abs(error()) <= p_.levelling.zone; }

  const Values& p_;
  DriveMemory& m_;
  double& base_;
  double counted_{};  ///< angle of the encoder [rad]
};

}  // namespace reeve::models
