// The rope at rest: first without friction under equal weights, then the heavier side is loaded step by step.
#include <algorithm>
#include <cmath>

#include "math/text.hpp"
#include "models/rope_pulley/model.hpp"
#include "models/rope_pulley/rest.hpp"

namespace reeve::models::rope_pulley {

using math::text;
using Kind = Grip<double>::Kind;

namespace {
constexpr int kLoadSteps = 4;        ///< in which the difference of the weights comes on
constexpr double kLeastLoad = 1e-3;  ///< part of the difference below which friction is at its limit
constexpr double kHeavy = 10,
                 kLighter = 0.7;   ///< weights over EI/R^2 that bend the rope round the pulley, and how they shrink
constexpr double kAtLimit = 0.95;  ///< of mu times all normal forces, beyond which a load is too much for friction
constexpr int kWeakPasses = 3;
}  // namespace

std::vector<double> Model::drawn(const Values<double>& u) const {
  const auto& section = equations_.section();
  std::vector<Path::Circle> circles;
  for (const auto& wheel : u.wheel) circles.push_back({wheel.x, wheel.y, wheel.radius});
  const double around = Path(circles, structure_.closed).length() / u.rope.length;
  const double tension = structure_.closed ? std::max(0.0, section.EA * (around - 1 + u.rope.prestrain))
                                           : u.gravity * std::min(u.left_mass, u.right_mass);
  for (std::size_t p = 0; p < circles.size(); ++p) {  // as deep as the tension presses it
    const auto& wheel = u.wheel[p];
    circles[p].radius -=
        std::min(tension / wheel.radius * u.contact.reference_length / wheel.stiffness, 0.1 * wheel.radius);
  }
  const Path path(circles, structure_.closed);
  const double stretch =
      structure_.closed ? path.length() / u.rope.length : 1 + tension / section.EA - u.rope.prestrain;
  const double total = stretch * u.rope.length, before = structure_.closed ? 0 : 0.5 * (path.length() - total);
  std::vector<double> q(coordinates(), 0.0);
  const double l = section.length;
  for (int i = 0; i < structure_.nodes(); ++i) {
    const auto at = path.at(before + total * i / structure_.elements);
    q[4 * i] = at.x, q[4 * i + 1] = at.y;
    q[4 * i + 2] = l * stretch * std::cos(at.direction), q[4 * i + 3] = l * stretch * std::sin(at.direction);
  }
  return q;
}

/// The grip of a rope that is to come to rest: it points into `rest` and `m`, and moves with neither.
Grip<double> Model::grip(const Rest& rest, const Modes& m, Kind kind) const {
  return {kind, rest.q0.data(), rest.z.data(), m.pulley.data(), m.slips.data()};
}

Rest Model::laid_down(const Values<double>& u, State& state) {
  blank(state.modes, state.start);
  Rest rest;
  rest.q0 = rest.q = drawn(u);
  rest.z.assign(points(), 0.0);
  rest.lighter = std::min(u.left_mass, u.right_mass);
  const auto& section = equations_.section();
  double tension = structure_.closed ? 0 : u.gravity * (rest.lighter + section.rhoA * u.rope.length);
  for (int e = 0; e < structure_.elements; ++e) {
    tension = std::max(tension, std::abs(equations_.element_tension(rest.q.data(), zero_.data(), e)));
  }
  state.start = {};
  state.start.scale = std::max(tension, 1e-6 * section.EA);
  for (int p = 0; p < equations_.wheels(); ++p) equations_.set_load(p, 0.0);
  return rest;
}

/// Under equal weights, held by springs that are next to nothing.
bool Model::rests_without_friction(const Values<double>& u, const State& state, Rest& rest) {
  const double lighter = rest.lighter;
  const auto& section = equations_.section();
  double mass = structure_.closed || !(u.gravity > 0)
                    ? 0
                    : kHeavy * section.EI / (u.wheel[0].radius * u.wheel[0].radius * u.gravity);
  if (mass > lighter) {  // stiff for its weights: from heavy ones, under which it lies close
    Values<double> heavy = u;
    heavy.left_mass = heavy.right_mass = mass;
    rest.q0 = rest.q = drawn(heavy);
    for (; mass > lighter; mass *= kLighter) {
      equations_.set_masses(mass, mass);
      if (!settle(grip(rest, state.modes, Kind::weak), u.gravity * mass, true, rest.q)) return false;
    }
  }
  equations_.set_masses(lighter, lighter);
  return settle(grip(rest, state.modes, Kind::weak), state.start.scale, true, rest.q);
}

/// Contacts and bristles as the last equilibrium left them.
void Model::remember(const Values<double>& u, Modes& m, Rest& rest) const {
  rest.friction = 0;
  for (int j = 0; j < equations_.points(); ++j) {
    const auto& c = equations_.contact(j);
    m.pulley[j] = c.pulley, m.slips[j] = c.pulley >= 0 && c.slips;
    rest.z[j] = c.pulley >= 0 ? c.z : 0;
    if (c.pulley >= 0) rest.friction += u.friction.mu * c.N;
  }
  rest.q0 = rest.q;
}

/// Even if there is nothing to load: friction takes over from the weak springs, and the derivative by a weight goes through it.
void Model::load(const Values<double>& u, State& state, Rest& rest, Follower& follower) {
  double reached = 0, load_step = structure_.closed ? 1 : 1.0 / kLoadSteps;
  const bool driven =
      std::any_of(structure_.pulley.begin(), structure_.pulley.end(), [](const auto& p) { return !p.follows(); });
  const bool locked =
      !(structure_.closed && driven);  // a belt on a driven pulley holds the others; a hanging rope turns them
  while (reached < 1) {
    const double next = std::min(1.0, reached + load_step);
    equations_.set_masses(rest.lighter + next * (u.left_mass - rest.lighter),
                          rest.lighter + next * (u.right_mass - rest.lighter));
    rest.tried = rest.q;
    if (settle(grip(rest, state.modes, Kind::step), state.start.scale, locked, rest.tried)) {
      rest.q = rest.tried;
      follower.stage(rest.q, next, Kind::step, state.modes);
      remember(u, state.modes, rest);
      reached = next > 1 - 1e-12 ? 1 : next;
      continue;
    }
    load_step *= 0.5;
    if (load_step >= kLeastLoad) continue;
    const double wanted = next * u.gravity * std::abs(u.left_mass - u.right_mass);
    state.start.no_rest = structure_.closed ||
                          wanted < kAtLimit * rest.friction;  // friction could hold: it is Newton's method that failed
    state.start.held = reached;
    return;
  }
}

void Model::equilibrium(const Values<double>& u, State& state, Follower& follower) {
  equations_.set_bristles_for_all_laws(true);
  Rest rest = laid_down(u, state);
  if (!rests_without_friction(u, state, rest)) {
    equations_.set_bristles_for_all_laws(false);
    throw NoEquilibrium("no equilibrium at rest: the rope finds no place on its pulleys" +
                        (structure_.closed ? "" : " under " + text(rest.lighter * u.gravity) + " N at each end") +
                        "; check rope.length = " + text(u.rope.length) +
                        " m, rope.E_bending and the pulleys' stiffness and place");
  }
  follower.stage(rest.q, 0, Kind::weak, state.modes);
  for (int pass = 1; pass < kWeakPasses; ++pass) {  // the weak springs let go where they have been stretched
    rest.q0 = rest.tried = rest.q;
    if (!settle(grip(rest, state.modes, Kind::weak), state.start.scale, true, rest.tried)) break;
    rest.q = rest.tried;
    follower.stage(rest.q, 0, Kind::weak, state.modes);
  }
  remember(u, state.modes, rest);
  load(u, state, rest, follower);
  equations_.set_bristles_for_all_laws(false);

  std::fill(state.x.begin(), state.x.end(), 0.0);
  std::copy(rest.q.begin(), rest.q.end(), state.x.begin());
  std::copy(rest.z.begin(), rest.z.end(), state.x.begin() + at_z());
  state.start.left = rest.q[1];
  state.start.right = rest.q[4 * (structure_.nodes() - 1) + 1];
}

void Model::initialise(double t0, const Values<double>& u, State& state) {
  Follower nothing;
  equilibrium(u, state, nothing);
  state.start.begin = t0;
  state.modes.mass = {u.left_mass, u.right_mass};
  set_forces(state.modes.mass, state.modes.load);
  state.start.energy = equations_.energy(state.x.data(), zero_.data());
  state.memory.motion_valid = !(state.start.held < 1);  // at rest: accelerations are 0
  prepare(u, state.start);
}

}  // namespace reeve::models::rope_pulley
