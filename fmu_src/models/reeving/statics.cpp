// Static equilibrium with the drive locked.
#include <algorithm>
#include <cmath>

#include "math/text.hpp"
#include "models/reeving/model.hpp"

namespace reeve::models::reeving {

using math::text;

void Model::explain_loose(int coordinate) const {
  const std::string what = coordinate < topology().boundary ? topology().names[coordinate] : "a mode of a rope";
  throw NoEquilibrium("there is no static equilibrium: nothing determines the " + what +
                      " with the drive locked; give the body a support, or a rope that holds it");
}

/// Newton's method from the place where rigid ropes would be. The elastic stiffness leaves out the small change of the
/// weights with the displacements, so it converges by four digits per iteration rather than quadratically.
void Model::equilibrium(const Values<double>& u, State& state) {
  constexpr int kMostIterations = 60;
  auto& eq = dynamics().equations();
  auto& tangent = dynamics().tangent();
  const int n = dynamics().coordinates();
  double* const q = state.x.data();
  double* const v = q + n;
  std::vector<double> step(n);
  eq.rigid_position(eq.start_phi(u), u, q);
  double last = 0;
  for (int iteration = 0;; ++iteration) {
    eq.constrain(q, v);
    decide_buffers(state.x, state.modes, u);
    eq.evaluate(q, v, state.modes, u, true);
    eq.forces(step.data());
    tangent.capture(eq);
    const int loose = tangent.factor({0, 0, 1});
    if (loose >= 0) explain_loose(loose);
    for (int i = topology().first_driven(); i < topology().boundary; ++i) {
      if (topology().locked_at_rest(i)) step[i] = 0;
    }
    tangent.solve_at_rest(step.data());
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

/// What buffers take from the ropes.
std::string Model::standing(const Values<double>& u, const State& state) const {
  std::string words;
  for (int i = 0; i < topology().buffers; ++i) {
    const auto at = buffer(i, state.x, state.modes, u);
    if (!(at.force() > 0)) continue;
    words += "; " + structure_.buffer[i].under + " stands " + text(at.compression) + " m deep in " +
             structure_.buffer[i].name + ", which bears " + text(at.force()) +
             " N of it: change start.travel, or lower " + structure_.buffer[i].name + ".top";
  }
  return words;
}

/// At rest every rope pulls, is long enough and has something to move.
void Model::require_ropes_to_pull(const Values<double>& u, const State& state) {
  auto& eq = dynamics().equations();
  const double* const q = state.x.data();
  const int n = dynamics().coordinates();
  eq.evaluate(q, q + n, state.modes, u);
  const int heavy = eq.reduce();
  eq.grip(state.modes, u);
  if (heavy >= 0 || !(eq.load().mass > 0)) {
    throw NoEquilibrium("the " + topology().names[heavy < 0 ? topology().phi() : std::min(heavy, topology().phi())] +
                        " has no inertia: give its mass, rope density or sheave inertia a positive value");
  }
  double* const a = rate_.data() + n;
  eq.finish(0.0, a);
  for (int k = 0; k < topology().span_count(); ++k) {
    if (eq.length(k) < mechanics::kShortestSpan) {
      throw NoEquilibrium(span_name(k) + " is " + text(eq.length(k)) + " m long at the start: expected at least " +
                          text(mechanics::kShortestSpan) + " m; change heights or start.travel");
    }
    for (int end = 0; end < 2; ++end) {
      const double tension = eq.massless() ? eq.constitutive_tension(k, end) : eq.recovered_tension(k, end, a);
      if (tension > 0) continue;
      throw NoEquilibrium(span_name(k) + " would have to push with " + text(-tension) +
                          " N in static equilibrium, which a rope cannot: check the masses that it carries" +
                          standing(u, state));
    }
  }
}

void Model::initialise(double t0, const Values<double>& u, State& state) {
  blank(state.modes, state.start);
  prepare(u, state.start);
  state.x.assign(size(), 0.0);
  equilibrium(u, state);
  require_ropes_to_pull(u, state);
  auto& eq = dynamics().equations();
  const double* const q = state.x.data();
  auto& start = state.start;
  start.energy = eq.energy(q, q + dynamics().coordinates(), u).sum();
  for (int b = 0; b < topology().bodies; ++b) {
    start.height[b] = q[b];
    const int load = topology().load_of[b];
    if (load >= 0) start.energy -= u.payload[load] * u.gravity * q[b];
  }
  start.phi = q[topology().phi()];
  for (int k = 0; k < topology().contact_count(); ++k) start.material[k] = q[topology().contacts[k].s];
  start.ride_begin = t0 + u.ride_start;
  dynamics().axis.prepare(gear(), start.ride_begin, u);
  dynamics().start_phi = start.phi;
  const DriveMode mode = u.mode();
  state.modes.regime = mode == DriveMode::ride    ? Regime::ride
                       : mode == DriveMode::speed ? Regime::speed
                                                  : Regime::released;
  state.modes.phase = mode == DriveMode::ride ? dynamics().axis.phase(t0) : -1;
  for (std::size_t pass = 0; pass < 2 + 2 * contact_count() && update(t0, state.x, state.modes, u); ++pass) continue;
}

}  // namespace reeve::models::reeving
