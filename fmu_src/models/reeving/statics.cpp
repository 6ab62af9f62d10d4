// Static equilibrium with the drive locked.
#include <algorithm>
#include <cmath>

#include "math/text.hpp"
#include "models/reeving/model.hpp"

namespace reeve::models::reeving {

using math::text;

void Model::explain_loose(int coordinate) const {
  const std::string what = coordinate < topology_->boundary ? topology_->names[coordinate] : "a mode of a rope";
  throw NoEquilibrium("there is no static equilibrium: nothing determines the " + what +
                      " with the drive locked; give the body a support, or a rope that holds it");
}

/// Newton's method from the place where rigid ropes would be. The elastic stiffness leaves out the small change of the
/// weights with the displacements, so it converges by four digits per iteration rather than quadratically.
void Model::equilibrium(const Values<double>& u, State& state) {
  constexpr int kMostIterations = 60;
  const bool locked[] = {true};
  auto& eq = dynamics_.equations();
  auto& tangent = dynamics_.tangent();
  const int n = dynamics_.coordinates();
  double* const q = state.x.data();
  double* const v = q + n;
  std::vector<double> step(n);
  eq.rigid_position(eq.start_phi(u), u, q);
  double last = 0;
  for (int iteration = 0;; ++iteration) {
    eq.constrain(q, v);
    eq.evaluate(q, v, u, true);
    eq.forces(step.data());
    tangent.capture(eq);
    const int loose = tangent.factor({0, 0, 1});
    if (loose >= 0) explain_loose(loose);
    step[topology_->phi()] = 0;
    tangent.solve(step.data(), locked);
    double largest = 0;
    for (int i = 0; i < n; ++i) largest = std::max(largest, std::abs(step[i]));
    if (!std::isfinite(largest) || largest > 1e4 || iteration == kMostIterations) {
      throw NoEquilibrium("there is no static equilibrium near the heights of the description: after " +
                          std::to_string(iteration) + " iterations a coordinate still moves by " + text(largest) +
                          " m; check masses, rope stiffness EA and heights");
    }
    if (iteration > 0 && (largest < 1e-15 || (largest >= last && largest < 1e-11))) break;
    last = largest;
    for (int i = 0; i < n; ++i) q[i] += step[i];
  }
  eq.constrain(q, v);
}

/// At rest every rope pulls, is long enough and has something to move.
void Model::require_ropes_to_pull(const Values<double>& u, const State& state) {
  auto& eq = dynamics_.equations();
  const double* const q = state.x.data();
  const int n = dynamics_.coordinates();
  eq.evaluate(q, q + n, u);
  const int heavy = eq.reduce();
  if (heavy >= 0 || !(eq.driven().mass(0, 0) > 0)) {
    throw NoEquilibrium("the " + topology_->names[heavy < 0 ? topology_->phi() : std::min(heavy, topology_->phi())] +
                        " has no inertia: give its mass, rope density or sheave inertia a positive value");
  }
  const double still = 0;
  double* const a = rate_.data() + n;
  eq.finish(&still, a);
  for (int k = 0; k < topology_->span_count(); ++k) {
    if (eq.length(k) < mechanics::kShortestSpan) {
      throw NoEquilibrium(span_name(k) + " is " + text(eq.length(k)) + " m long at the start: expected at least " +
                          text(mechanics::kShortestSpan) + " m; change heights or start.travel");
    }
    for (int end = 0; end < 2; ++end) {
      const double tension = eq.massless() ? eq.constitutive_tension(k, end) : eq.recovered_tension(k, end, a);
      if (tension > 0) continue;
      throw NoEquilibrium(span_name(k) + " would have to push with " + text(-tension) +
                          " N in static equilibrium, which a rope cannot: check the masses that it carries");
    }
  }
}

void Model::initialise(double t0, const Values<double>& u, State& state) {
  blank(state.modes, state.start);
  prepare(u, state.start);
  state.x.assign(size(), 0.0);
  equilibrium(u, state);
  require_ropes_to_pull(u, state);
  auto& eq = dynamics_.equations();
  const double* const q = state.x.data();
  auto& start = state.start;
  start.energy = eq.energy(q, q + dynamics_.coordinates(), u).sum();
  for (int b = 0; b < topology_->bodies; ++b) {
    start.height[b] = q[b];
    const int load = topology_->load_of[b];
    if (load >= 0) start.energy -= u.payload[load] * u.gravity * q[b];
  }
  start.phi = q[topology_->phi()];
  start.ride_begin = t0 + u.ride_start;
  dynamics_.axis.prepare(gear(), start.ride_begin, u);
  dynamics_.start_phi = start.phi;
  const DriveMode mode = u.mode();
  state.modes.regime = mode == DriveMode::ride    ? Regime::ride
                       : mode == DriveMode::speed ? Regime::speed
                                                  : Regime::released;
  state.modes.phase = mode == DriveMode::ride ? dynamics_.axis.phase(t0) : -1;
  update(t0, state.x, state.modes, u);  // one pass decides: everything rests
}

}  // namespace reeve::models::reeving
