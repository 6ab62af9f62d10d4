#include "models/drive/controller.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace reeve::models {
namespace {

constexpr double kNear = 1e-3;  ///< of the torque limit: the load is taken over, even while passengers still board

double limited(double value, double limit) { return std::clamp(value, -limit, limit); }

}  // namespace

void DriveController::sample(double t) {
  measure();
  sequence(t);
  using enum DrivePhase;
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
void DriveController::measure() {
  const double period = p_.control.period;
  double speed = p_.sheave_speed;
  counted_ = p_.sheave_angle;
  if (p_.encoder.resolution > 0) {
    const double step = 2 * std::numbers::pi / p_.encoder.resolution;
    counted_ = step * std::floor(p_.sheave_angle / step);
    const double turned = m_.remainder + speed * period;
    const double counts = std::floor(turned / step);
    m_.remainder = turned - counts * step;
    speed = counts * step / period;
  }
  const double memory = p_.control.filter_time > 0 ? std::exp(-period / p_.control.filter_time) : 0.0;
  m_.filtered = speed + memory * (m_.filtered - speed);
  m_.angle = p_.sheave_angle == m_.seen ? m_.angle + m_.speed * period : p_.sheave_angle;
  m_.seen = p_.sheave_angle;
  m_.speed = p_.sheave_speed;
}

// --- sequence -----------------------------------------------------------------------------------------------------

void DriveController::enter(DrivePhase phase, double t) {
  m_.phase = phase;
  m_.since = t;
  m_.sum = m_.count = m_.worst = 0;
}

/// At a floor, with the brake applied, the sensor says where the cabin is.
void DriveController::follow_cabin() {
  m_.origin = p_.cabin_position - lift() * counted_;
  base_ = p_.cabin_position;
}

/// (T-DRV.12)
double DriveController::load_torque() const {
  if (!p_.load.pretorque) return 0;
  return limited(p_.load.torque + p_.load.gain * (p_.load_signal - p_.load.empty) +
                     p_.load.travel * (p_.cabin_position - p_.load.height),
                 p_.torque.limit);
}

/// At a floor passengers may still board: the torque goes with the load cell, slowly enough to leave the bounce alone.
void DriveController::follow_load() {
  const double memory = p_.load.filter_time > 0 ? std::exp(-p_.control.period / p_.load.filter_time) : 0.0;
  m_.pretorque = load_torque() + memory * (m_.pretorque - load_torque());
}

/// At the first sample the cabin stands at its target if the sensor sees that, otherwise where it is.
void DriveController::place() {
  if (m_.placed) return;
  m_.placed = true;
  m_.floor = p_.target_position;
  if (!sees_floor()) m_.floor = p_.cabin_position;
}

void DriveController::begin(double t) {
  if (!m_.relevelling) m_.floor = p_.target_position;
  if (!m_.relevelling) m_.wanted = false;
  m_.aligned = m_.missed = false;
  m_.ride.clear();
  m_.fix.clear();
  m_.integral = 0;
  enter(DrivePhase::pretorque, t);
}

void DriveController::sequence(double t) {
  using enum DrivePhase;
  const bool start = p_.start && !m_.start_before, stop = p_.emergency_stop && !m_.stop_before;
  m_.start_before = p_.start;
  m_.stop_before = p_.emergency_stop;
  if (stop) {
    m_.wanted = false;
    return enter(stopped, t);
  }
  if (start && m_.phase != standing && m_.phase != stopped) m_.wanted = true;

  switch (m_.phase) {
    case standing:
      follow_cabin();
      place();
      m_.relevelling = !start && !m_.wanted;
      if (!m_.relevelling || (p_.levelling.active && sees_floor() && std::abs(error()) > p_.levelling.threshold))
        begin(t);
      break;
    case pretorque:
      follow_cabin();
      m_.pretorque = load_torque();
      if (t - m_.since >= p_.sequence.pretorque_time &&
          std::abs(m_.command - m_.pretorque) <= kNear * p_.torque.limit) {
        enter(releasing, t);
      }
      break;
    case releasing:
      follow_load();
      if (m_.brake > 0) break;
      if (m_.relevelling) return enter(levelling, t);
      m_.ride = {t, m_.floor - base_, p_.reference.speed, p_.reference.acceleration, p_.reference.jerk, {}};
      m_.ride.plan();
      enter(riding, t);
      break;
    case riding:
      if (!m_.aligned && sees_floor()) align(t);
      if (!m_.ride.over(t) || !m_.fix.over(t) || !caught_up(t)) break;
      base_ += m_.ride.distance + m_.fix.distance;
      m_.ride.clear();
      m_.fix.clear();
      m_.integral +=
          m_.pretorque - load_torque();  // what the integral has learnt on the way, the load cell says from here on
      m_.pretorque = load_torque();
      enter(levelling, t);
      break;
    case levelling:
      follow_load();
      level(t);
      break;
    case applying:
      if (m_.brake >= 1) enter(unloading, t);
      break;
    case unloading:
      if (m_.command == 0) enter(standing, t);
      break;
    case stopped:
      follow_cabin();
      m_.relevelling = false;
      if (start && !p_.emergency_stop && m_.brake >= 1) begin(t);
      break;
  }
}

/// A cabin that the torque limit has left behind is waited for: the brake closes on a cabin that stands.
bool DriveController::caught_up(double t) const {
  const double lag = reference(m_, base_, t).position - (m_.origin + lift() * counted_);
  return std::abs(lag) <= 0.5 * p_.levelling.zone || t - m_.ride.profile.end() >= p_.levelling.patience;
}

/// Moves the reference and what the encoder says by the same way: the controller notices nothing.
void DriveController::shift(double by) {
  m_.origin += by;
  base_ += by;
}

/// The sensor sees the floor for the first time: from here on heights are the sensor's, and what the ropes have given
/// since the start is added to the ride as one more jerk-limited way.                               (T-DRV.10)
void DriveController::align(double t) {
  m_.aligned = true;
  shift(p_.cabin_position - (m_.origin + lift() * counted_));
  const double missing = m_.floor - (base_ + m_.ride.distance);
  m_.fix = {t, missing, p_.reference.speed, p_.reference.acceleration, p_.reference.jerk, {}};
  m_.fix.plan();
}

/// Waits until the sensor agrees over levelling.settle, and creeps where its mean does not. Bounce is waited for, but
/// not longer than levelling.patience.                                                               (T-DRV.11)
void DriveController::level(double t) {
  if (!p_.levelling.active || !sees_floor()) {
    m_.missed = !sees_floor();
    return enter(DrivePhase::applying, t);
  }
  if (!m_.fix.over(t)) return;
  m_.sum += error();
  m_.count += 1;
  m_.worst = std::max(m_.worst, std::abs(error()));
  if (m_.count * p_.control.period < p_.levelling.settle) return;
  const double mean = m_.sum / m_.count, worst = m_.worst;
  m_.sum = m_.count = m_.worst = 0;
  base_ += m_.fix.distance;
  m_.fix.clear();
  shift(m_.floor - mean - base_);
  const bool calm = worst <= 2 * p_.levelling.accuracy || t - m_.since >= p_.levelling.patience;
  if (std::abs(mean) <= p_.levelling.accuracy) return calm ? enter(DrivePhase::applying, t) : void();
  m_.fix = {t, mean, p_.levelling.speed, p_.levelling.acceleration, p_.reference.jerk, {}};
  m_.fix.plan();
}

// --- control ------------------------------------------------------------------------------------------------------

mechanics::RidePoint<double> DriveController::reference(const DriveMemory& m, double base, double t) {
  const auto ride = m.ride.profile.at(t), fix = m.fix.profile.at(t);
  return {base + ride.position + fix.position, ride.velocity + fix.velocity, ride.acceleration + fix.acceleration};
}

/// Position and speed in cascade, torque fed forward; the integral stands still while the limit acts.   (T-DRV.9)
double DriveController::controlled_torque(double t) {
  const auto r = reference(m_, base_, t);
  const double position = m_.origin + lift() * counted_;
  const double wanted_speed = (r.velocity + p_.control.position_bandwidth * (r.position - position)) / lift();
  const double e = wanted_speed - m_.filtered;
  const double gain = p_.control.inertia * p_.control.bandwidth;
  const double feed = m_.pretorque + p_.control.feedforward * p_.control.inertia * r.acceleration / lift();
  const double wanted = feed + gain * e + m_.integral;
  const double torque = limited(wanted, p_.torque.limit);
  if (torque == wanted || e * (wanted - torque) < 0)
    m_.integral += gain * e * p_.control.period / p_.control.integral_time;
  return torque;
}

void DriveController::set_torque(double wanted, bool at_once) {
  const double most = p_.torque.limit / p_.torque.rise_time * p_.control.period;
  m_.command_next = at_once ? wanted : std::clamp(wanted, m_.command - most, m_.command + most);
}

void DriveController::set_brake() {
  using enum DrivePhase;
  const bool open = m_.phase >= releasing && m_.phase <= levelling;
  const double most = p_.control.period / (open ? p_.brake_.release_time : p_.brake_.apply_time);
  m_.brake_next = std::clamp(open ? 0.0 : 1.0, m_.brake - most, m_.brake + most);
}

}  // namespace reeve::models
