#pragma once
/// An elevator with rigid ropes on the drive: one inertia, a constant load torque, a brake that holds or slides.
#include <algorithm>
#include <cmath>

#include "models/drive/model.hpp"
#include "support/run_model.hpp"

namespace reeve::test {

struct RigidElevator {
  double inertia{150}, load_torque{0}, brake_torque{5000};  ///< at the sheave [kg m2], [N m]
  double lift{0.125};                                       ///< cabin's way per angle [m/rad]
  double start_height{0};
  double angle{0}, speed{0}, work{0};

  double height() const { return start_height + lift * angle; }

  /// Over h with constant torque and brake; exact up to the moment the brake stops it, which may lie inside h.
  void step(double torque, double brake, double h) {
    const double capacity = brake * brake_torque;
    const double free = torque - load_torque;
    double net = free;
    if (speed == 0) {
      net = std::abs(free) <= capacity ? 0 : free - std::copysign(capacity, free);
    } else {
      net = free - std::copysign(capacity, speed);
    }
    double dt = h;
    const double a = net / inertia;
    const bool stops = capacity > 0 && speed != 0 && speed * (speed + a * h) <= 0;
    if (stops) dt = -speed / a;
    const double turned = speed * dt + 0.5 * a * dt * dt;
    angle += turned;
    work += torque * turned;
    speed = stops ? 0 : speed + a * dt;
  }
};

/// Drive and rigid elevator, coupled at communication points.
struct RigidRide {
  Run<models::drive::Model> drive;
  RigidElevator plant;
  double signal{0};  ///< of the load cell
  double bounce{0};  ///< what the sensor sees beyond the plant [m]

  RigidRide() {
    using models::drive::kOn;
    auto& p = drive.values;
    p.roping.elongation = 0;
    p.load = {.pretorque = kOn, .empty = 0, .torque = 0, .gain = 1, .travel = 0, .height = 0, .filter_time = 0.3};
    p.target_position = 20;
    p.power = {.standby = 0, .efficiency = 1, .regeneration = 1};
  }
  void begin() {
    signal = plant.load_torque;
    connect();
    drive.initialise();
  }
  void connect() {
    auto& p = drive.values;
    p.sheave_angle = plant.angle;
    p.sheave_speed = plant.speed;
    p.cabin_position = plant.height() + bounce;
    p.load_signal = signal;
  }
  template <class Look>
  void run(double stop, double h, Look&& look) {
    const auto n = static_cast<long>(std::llround((stop - drive.t) / h));
    const double t0 = drive.t;
    for (long i = 1; i <= n; ++i) {
      connect();
      const double torque = drive.values.drive_torque, brake = drive.values.brake;
      drive.step_to(t0 + static_cast<double>(i) * h);
      plant.step(torque, brake, h);
      look();
    }
  }
  void run(double stop, double h) {
    run(stop, h, [] {});
  }
  int state() const { return drive.values.state; }
};

}  // namespace reeve::test
