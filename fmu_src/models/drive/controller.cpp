#include "models/drive/controller.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace reeve::models::drive {

void Controller::sample(double t) {
  m_.command = m_.command_next;
  m_.brake = m_.brake_next;
  measure();
  sequence(t);
  using enum Phase;
  switch (m_.phase) {
    case standing:
    case unloading:
      set_torque(0, false);
      break;
    case pretorque:
      set_torque(m_.pretorque, false);
      break;
    case releasing:
    case riding:
    case levelling:
    case applying:
      set_torque(controlled_torque(t), false);
      break;
    case stopped:
      set_torque(0, true);
      break;
  }
  set_brake();
}

/// The encoder counts whole steps of angle; what is left over is counted later, so the mean speed is right.   (T-DRV.8)
void Controller::measure() {
  const double period = u_.control.period;
  double speed = u_.sheave_speed;
  counted_ = u_.sheave_angle;
  if (u_.encoder.resolution > 0) {
    const double step = 2 * std::numbers::pi / u_.encoder.resolution;
    counted_ = step * std::floor(u_.sheave_angle / step);
    const double turned = m_.remainder + speed * period;
    const double counts = std::floor(turned / step);
    m_.remainder = turned - counts * step;
    speed = counts * step / period;
  }
  const double memory = u_.control.filter_time > 0 ? std::exp(-period / u_.control.filter_time) : 0.0;
  m_.filtered = speed + memory * (m_.filtered - speed);
  m_.angle = u_.sheave_angle == m_.seen ? m_.angle + m_.speed * period : u_.sheave_angle;
  m_.seen = u_.sheave_angle;
  m_.speed = u_.sheave_speed;
}

mechanics::RidePoint<double> Controller::reference(const Modes& m, double t) {
  const auto ride = m.ride.profile.at(t), fix = m.fix.profile.at(t);
  return {ride.position + fix.position, ride.velocity + fix.velocity, ride.acceleration + fix.acceleration};
}

/// Position and speed in cascade, torque fed forward; the integral stands still while the limit acts.   (T-DRV.9)
double Controller::controlled_torque(double t) {
  const auto r = reference(m_, t);
  const double position = m_.origin + lift() * counted_;
  const double wanted_speed = (r.velocity + u_.control.position_bandwidth * (m_.base + r.position - position)) / lift();
  const double e = wanted_speed - m_.filtered;
  const double gain = u_.control.inertia * u_.control.bandwidth;
  const double feed = m_.pretorque + u_.control.feedforward * u_.control.inertia * r.acceleration / lift();
  const double wanted = feed + gain * e + m_.integral;
  const double torque = limited(wanted, u_.torque.limit);
  if (torque == wanted || e * (wanted - torque) < 0)
    m_.integral += gain * e * u_.control.period / u_.control.integral_time;
  return torque;
}

void Controller::set_torque(double wanted, bool at_once) {
  const double most = u_.torque.limit / u_.torque.rise_time * u_.control.period;
  m_.command_next = at_once ? wanted : std::clamp(wanted, m_.command - most, m_.command + most);
}

void Controller::set_brake() {
  using enum Phase;
  const bool open = m_.phase >= releasing && m_.phase <= levelling;
  const double most = u_.control.period / (open ? u_.brake_.release_time : u_.brake_.apply_time);
  m_.brake_next = std::clamp(open ? 0.0 : 1.0, m_.brake - most, m_.brake + most);
}

}  // namespace reeve::models::drive
