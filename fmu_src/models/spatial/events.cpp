// What happens at events: the brake of the drive lets go and takes hold, rides go from phase to phase.
#include <algorithm>
#include <cmath>

#include "models/spatial/model.hpp"

namespace reeve::models::spatial {
namespace {

constexpr double kOpen = 1e-9;    ///< a brake that closes within a step acts from here on
constexpr double kTurned = 1e-9;  ///< [m/s]: a drive that slides has turned round when it is this fast the other way

}  // namespace

/// Force that the brake has to supply to hold the drive [N].
double Model::required_force(double t, Span x, const Modes& m, const Values<double>& u) {
  return dynamics_.holding(t, x, m, u) - axis_command(drive(), topology_, u).motor;
}

/// What a released brake lacks to act, the speed of a sliding drive, what a holding brake has in reserve.
void Model::indicators(double t, Span x, const Modes& m, const Values<double>& u, std::span<double> z) {
  const AxisModes& axis = m.axis[drive()];
  const double rate = x[layout().n + topology_.phi()];
  z[0] = 1;
  if (axis.regime == Regime::released) z[0] = kOpen - u.brake;
  if (axis.regime == Regime::sliding) z[0] = axis.direction * rate + kTurned;  // not zero where sliding begins
  if (axis.regime == Regime::held)
    z[0] = (capacity(u) - std::abs(required_force(t, x, m, u))) * u.drive.radius / u.brake_torque;
}

double Model::next_event(double, const Modes& m, const Values<double>&) const {
  double next = kNever;
  for (int a = 0; a < topology_.axes(); ++a) next = std::min(next, dynamics_.axis[a].next_corner(m.axis[a]));
  return next;
}

bool Model::update(double t, std::span<double> x, Modes& m, const Values<double>& u) {
  bool changed = false;
  for (int a = 0; a < topology_.axes(); ++a) {
    if (u.mode(a) == DriveMode::ride) changed = follow_ride(a, t, x, m) || changed;
  }
  if (u.mode(drive()) == DriveMode::torque) {
    double& rate = x[layout().n + topology_.phi()];
    changed = decide_brake(m.axis[drive()], rate, capacity(u), [&] { return required_force(t, x, m, u); }) || changed;
  }
  return changed;
}

/// The states follow the closed form; at a corner they are set to it.
bool Model::follow_ride(int a, double t, std::span<double> x, Modes& m) const {
  const int phase = dynamics_.axis[a].phase(t + integration::time_slack(t));
  if (phase == m.axis[a].phase) return false;
  m.axis[a].phase = phase;
  const auto at = dynamics_.axis[a].point<double>(t, m.axis[a], dynamics_.start[a], {0, 0, 0});
  const int c = topology_.first_driven() + a;
  x[c] = at.position;
  x[layout().n + c] = at.velocity;
  x[layout().acceleration(a)] = at.acceleration;
  return true;
}

}  // namespace reeve::models::spatial
