#pragma once
/// The drive's memory: what its controller knows from sample to sample.
#include <cstdint>

#include "mechanics/drive/ride_profile.hpp"

namespace reeve::models::drive {

enum class Phase : int {
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
struct Move {
  double begin{}, distance{}, speed{1}, acceleration{1}, jerk{1};
  mechanics::RideProfile<double> profile;

  /// From the numbers.
  void plan() { profile = {begin, distance, speed, acceleration, jerk}; }
  void clear() { *this = {}; }
  bool over(double t) const { return t >= profile.end(); }
  template <class Archive>
  void fields(Archive& archive) {
    archive(begin, distance, speed, acceleration, jerk);
    plan();  // they may have been read
  }
};

/// What only samples change.
struct Modes {
  double begin{};          ///< time of sample 0 [s]
  std::int64_t samples{};  ///< taken so far
  double sampled_at{};     ///< time of the last one, or the start [s]
  double base{};           ///< height from which ride and correction count [m]
  Phase phase{Phase::standing};
  double since{};                      ///< when the phase began [s]
  bool start_before{}, stop_before{};  ///< for rising edges
  bool wanted{};                       ///< a start that came on a ride: the next ride
  bool relevelling{}, aligned{};       ///< no ride, only level; the sensor has been seen on this ride
  bool missed{};                       ///< the ride ended where the sensor sees no floor
  bool warned{};                       ///< of that, once
  bool placed{};                       ///< the first sample has said where the cabin stands
  double floor{};                      ///< where the cabin goes, and then stands [m]
  Move ride, fix;                      ///< the ride, and a correction on top of it
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
    archive(begin, samples, sampled_at, base, warned, phase, since, start_before, stop_before, wanted, relevelling,
            aligned, missed, placed, floor, origin, remainder, filtered, pretorque, integral, brake, brake_next,
            command, command_next, angle, speed, seen, sum, count, worst);
    ride.fields(archive);
    fix.fields(archive);
  }
};

}  // namespace reeve::models::drive
