// What happens at events: the brake lets go and takes hold, a ride goes from phase to phase.
#include <cmath>

#include "integration/loop.hpp"
#include "models/reeving/model.hpp"

namespace reeve::models::reeving {
namespace {

constexpr double kOpen = 1e-9;    ///< a brake that closes within a step acts from here on
constexpr double kTurned = 1e-9;  ///< [m/s]: a drive that slides has turned round when it is this fast the other way

double sign(double a) { return a > 0 ? 1.0 : a < 0 ? -1.0 : 0.0; }

}  // namespace

/// Force that the brake has to supply to hold the drive [N].
double Model::required_force(double t, Span x, const Modes& m, const Values<double>& u) {
  Modes held = m;
  held.regime = Regime::held;
  return dynamics_.holding(t, x, held, u) - u.drive_torque / u.drive.radius;
}

/// What a released brake lacks to act, the speed of a sliding drive, what a holding brake has in reserve.
void Model::indicators(double t, Span x, const Modes& m, const Values<double>& u, std::span<double> z) {
  switch (m.regime) {
    case Regime::released:
      z[0] = kOpen - u.brake;
      break;
    case Regime::sliding:
      z[0] = m.direction * x[dynamics_.at_phi_rate()] + kTurned;  // not zero where sliding begins
      break;
    case Regime::held: {
      const double reserve = DriveAxis::capacity(u) - std::abs(required_force(t, x, m, u));
      z[0] = reserve * u.drive.radius / u.brake_torque;
      break;
    }
    case Regime::ride:
    case Regime::speed:
      z[0] = 1;
      break;
  }
}

bool Model::update(double t, std::span<double> x, Modes& m, const Values<double>& u) {
  switch (u.mode()) {
    case DriveMode::torque:
      return decide_brake(t, x, m, u);
    case DriveMode::ride:
      return follow_ride(t, x, m);
    case DriveMode::speed:
      break;
  }
  return false;
}

/// Held while the force it needs is below its capacity; sliding against the motion otherwise.               (T-ALE.26)
bool Model::decide_brake(double t, std::span<double> x, Modes& m, const Values<double>& u) {
  const Modes before = m;
  double& rate = x[dynamics_.at_phi_rate()];
  const double rate_before = rate;
  if (m.regime == Regime::sliding && !(m.direction * rate > 0)) rate = 0;
  const double capacity = DriveAxis::capacity(u);
  m.direction = 0;
  if (!(capacity > 0)) {
    m.regime = Regime::released;
  } else if (rate != 0) {
    m.regime = Regime::sliding;
    m.direction = sign(rate);
  } else {
    const double required = required_force(t, x, m, u);
    m.regime = std::abs(required) < capacity ? Regime::held : Regime::sliding;
    if (m.regime == Regime::sliding) m.direction = sign(-required);
  }
  return m.regime != before.regime || m.direction != before.direction || rate != rate_before;
}

/// The states follow the closed form; at a corner they are set to it.
bool Model::follow_ride(double t, std::span<double> x, Modes& m) const {
  const int phase = dynamics_.axis.phase(t + integration::time_slack(t));
  if (phase == m.phase) return false;
  m.phase = phase;
  const auto at = dynamics_.axis.point<double>(t, m, dynamics_.start_phi, {0, 0, 0});
  x[dynamics_.at_phi()] = at.position;
  x[dynamics_.at_phi_rate()] = at.velocity;
  x[dynamics_.at(kPhiAcceleration)] = at.acceleration;
  return true;
}

}  // namespace reeve::models::reeving
