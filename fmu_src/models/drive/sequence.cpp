// The brake sequence, the ride and levelling: what the controller does at a sample, by phase.
#include <algorithm>
#include <cmath>

#include "models/drive/controller.hpp"

namespace reeve::models::drive {
namespace {

constexpr double kNear = 1e-3;  ///< of the torque limit: the load is taken over, even while passengers still board

}  // namespace

void Controller::enter(Phase phase, double t) {
  m_.phase = phase;
  m_.since = t;
  m_.sum = m_.count = m_.worst = 0;
}

/// At a floor, with the brake applied, the sensor says where the cabin is.
void Controller::follow_cabin() {
  m_.origin = u_.cabin_position - lift() * counted_;
  m_.base = u_.cabin_position;
}

/// (T-DRV.12)
double Controller::load_torque() const {
  if (u_.load.pretorque == kOff) return 0;
  return limited(u_.load.torque + u_.load.gain * (u_.load_signal - u_.load.empty) +
                     u_.load.travel * (u_.cabin_position - u_.load.height),
                 u_.torque.limit);
}

/// At a floor passengers may still board: the torque goes with the load cell, slowly enough to leave the bounce alone.
void Controller::follow_load() {
  const double memory = u_.load.filter_time > 0 ? std::exp(-u_.control.period / u_.load.filter_time) : 0.0;
  m_.pretorque = load_torque() + memory * (m_.pretorque - load_torque());
}

/// At the first sample the cabin stands at its target if the sensor sees that, otherwise where it is.
void Controller::place() {
  if (m_.placed) return;
  m_.placed = true;
  m_.floor = u_.target_position;
  if (!sees_floor()) m_.floor = u_.cabin_position;
}

void Controller::begin(double t) {
  if (!m_.relevelling) m_.floor = u_.target_position;
  if (!m_.relevelling) m_.wanted = false;
  m_.aligned = m_.missed = false;
  m_.ride.clear();
  m_.fix.clear();
  m_.integral = 0;
  enter(Phase::pretorque, t);
}

void Controller::sequence(double t) {
  using enum Phase;
  const bool start = u_.start && !m_.start_before, stop = u_.emergency_stop && !m_.stop_before;
  m_.start_before = u_.start;
  m_.stop_before = u_.emergency_stop;
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
      if (!m_.relevelling || (u_.levelling.active == kOn && sees_floor() && std::abs(error()) > u_.levelling.threshold))
        begin(t);
      break;
    case pretorque:
      follow_cabin();
      m_.pretorque = load_torque();
      if (t - m_.since >= u_.sequence.pretorque_time &&
          std::abs(m_.command - m_.pretorque) <= kNear * u_.torque.limit) {
        enter(releasing, t);
      }
      break;
    case releasing:
      follow_load();
      if (m_.brake > 0) break;
      if (m_.relevelling) return enter(levelling, t);
      m_.ride = {t, m_.floor - m_.base, u_.ride.speed, u_.ride.acceleration, u_.ride.jerk, {}};
      m_.ride.plan();
      enter(riding, t);
      break;
    case riding:
      if (!m_.aligned && sees_floor()) align(t);
      if (!m_.ride.over(t) || !m_.fix.over(t) || !caught_up(t)) break;
      m_.base += m_.ride.distance + m_.fix.distance;
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
      if (start && !u_.emergency_stop && m_.brake >= 1) begin(t);
      break;
  }
}

/// A cabin that the torque limit has left behind is waited for: the brake closes on a cabin that stands.
bool Controller::caught_up(double t) const {
  const double lag = m_.base + reference(m_, t).position - (m_.origin + lift() * counted_);
  return std::abs(lag) <= 0.5 * u_.levelling.zone || t - m_.ride.profile.end() >= u_.levelling.patience;
}

/// Moves the reference and what the encoder says by the same way: the controller notices nothing.
void Controller::shift(double by) {
  m_.origin += by;
  m_.base += by;
}

/// The sensor sees the floor for the first time: from here on heights are the sensor's, and what the ropes have given
/// since the start is added to the ride as one more jerk-limited way.                               (T-DRV.10)
void Controller::align(double t) {
  m_.aligned = true;
  shift(u_.cabin_position - (m_.origin + lift() * counted_));
  const double missing = m_.floor - (m_.base + m_.ride.distance);
  m_.fix = {t, missing, u_.ride.speed, u_.ride.acceleration, u_.ride.jerk, {}};
  m_.fix.plan();
}

/// Waits until the sensor agrees over levelling.settle, and creeps where its mean does not. Bounce is waited for, but
/// not longer than levelling.patience.                                                               (T-DRV.11)
void Controller::level(double t) {
  if (u_.levelling.active == kOff || !sees_floor()) {
    m_.missed = !sees_floor();
    return enter(Phase::applying, t);
  }
  if (!m_.fix.over(t)) return;
  m_.sum += error();
  m_.count += 1;
  m_.worst = std::max(m_.worst, std::abs(error()));
  if (m_.count * u_.control.period < u_.levelling.settle) return;
  const double mean = m_.sum / m_.count, worst = m_.worst;
  m_.sum = m_.count = m_.worst = 0;
  m_.base += m_.fix.distance;
  m_.fix.clear();
  shift(m_.floor - mean - m_.base);
  const bool calm = worst <= 2 * u_.levelling.accuracy || t - m_.since >= u_.levelling.patience;
  if (std::abs(mean) <= u_.levelling.accuracy) return calm ? enter(Phase::applying, t) : void();
  m_.fix = {t, mean, u_.levelling.speed, u_.levelling.acceleration, u_.ride.jerk, {}};
  m_.fix.plan();
}

}  // namespace reeve::models::drive
