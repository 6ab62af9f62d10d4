#include <algorithm>
#include <cmath>

#include "models/cable_conduit/course.hpp"

namespace reeve::models::cable_conduit {

void Model::prepare(const Values<double>& u, const Start<double>&) {
  has_mass_ = has_mass(u);
  laid_friction_ = u.friction.mu;
  lay(scratch_.course, u);
}

/// Friction may have been tuned.
void Model::follow(const Values<double>& u) {
  if (u.friction.mu == laid_friction_) return;
  laid_friction_ = u.friction.mu;
  lay(scratch_.course, u);
}

/// (T-CON.18), on a straight way from the accepted cable: neither the input nor the load reverses within a step.
void Model::derivatives(double, Span x, const Modes& m, const Values<double>& u, std::span<double> dx) {
  if (!has_mass_) return;
  follow(u);
  scratch_.cable = m.cable;
  pull(scratch_, u, x);
  const double held = u.load.mode == kSpring ? u.pretension + u.load.stiffness * x[kD] : u.distal_tension;
  dx[kD] = x[kV];
  dx[kV] = (scratch_.cable.tension.back() - held - u.load.damping * x[kV]) / u.load.mass;
}

/// Past its middle, a straight way leads to the same tensions.                                                (T-CON.20)
double Model::defect(double t, Span x, double t1, Span next, const Modes& m, const At& values_at) {
  const double h = t1 - t, middle = t + 0.5 * h;
  if (!has_mass_ || !(t < middle && middle < t1) || x[kV] * next[kV] < 0) return 0;  // a turn is located before
  const double from = drive(values_at(t)).proximal;
  if (drive(values_at(t1)).proximal == from) return 0;  // one end moves: only its reversals matter
  const auto& tension = scratch_.cable.tension;
  scratch_.cable = m.cable;
  pull(scratch_, values_at(t1), next);
  const double in = tension.front(), out = tension.back();
  const std::array<double, kStates> between{0.5 * (x[kD] + next[kD]) + h / 8 * (x[kV] - next[kV]), 0.0};
  scratch_.cable = m.cable;
  pull(scratch_, values_at(middle), Span(between));
  const Values<double>& u = values_at(t1);
  pull(scratch_, u, next);
  const double error = std::max(std::abs(tension.front() - in), std::abs(tension.back() - out));
  const double allowed = u.solver.tolerance * std::max(tension.front(), tension.back());
  return error > 0 ? error / allowed : 0;
}

}  // namespace reeve::models::cable_conduit
