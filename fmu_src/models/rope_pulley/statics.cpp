// The rope at rest: first without friction under equal weights, then the heavier side is loaded step by step.
#include <algorithm>
#include <cmath>

#include "math/text.hpp"
#include "models/rope_pulley/rope_path.hpp"
#include "models/rope_pulley/rope_pulley.hpp"

namespace reeve::models {

using math::Dual;
using math::text;
using math::value;

namespace {
constexpr int kLoadSteps = 4;        ///< in which the difference of the weights comes on
constexpr double kLeastLoad = 1e-3;  ///< part of the difference below which friction is at its limit
constexpr int kMostIterations = 120;
constexpr int kMostSearches = 12;    ///< for the end of an iteration
constexpr double kFlat = 0.5;        ///< slope of the energy there, over the one at the beginning
constexpr double kLongest = 0.03;    ///< of an iteration, over the radius: contact is felt before it is passed
constexpr double kHeavy = 10, kLighter = 0.7;  ///< weights over EI/R^2 that bend the rope round the pulley, and how they shrink
constexpr double kAtLimit = 0.95;    ///< of mu times all normal forces, beyond which a load is too much for friction
constexpr int kWeakPasses = 3;
constexpr double kLock = 1e18;       ///< torsion spring of a locked pulley [N m]
constexpr double kSettled = 1e-10;   ///< residual over typical tension
}  // namespace

/// Does nothing with the stages of an equilibrium.
struct RopePulley::Plain {
  void stage(RopePulley&, const std::vector<double>&, const double*, Grip<double>::Kind, const State&) {}
};

/// Follows the derivative along a direction of parameters through the stages: each is an equation f(q; q0, z, p) = 0, so
/// dq = K^-1 df at fixed q.                                                                          (T-ROP.18)
struct RopePulley::Tracked {
  RopeEquations<Dual>& equations;
  const Values<Dual>& values;
  std::vector<Dual> q0, q, z, f, rest;

  void stage(RopePulley& model, const std::vector<double>& settled, const double* mass_part, Grip<double>::Kind kind, const State& before) {
    const Dual lighter = std::min(values.left_mass, values.right_mass);
    equations.set_masses(lighter + mass_part[0] * (values.left_mass - lighter), lighter + mass_part[1] * (values.right_mass - lighter));
    q.assign(settled.begin(), settled.end());
    Grip<Dual> grip;
    grip.kind = kind == Grip<double>::Kind::weak ? Grip<Dual>::Kind::weak : Grip<Dual>::Kind::step;
    grip.q0 = q0.data(), grip.z = z.data(), grip.pulley = before.pulley.data(), grip.slips = before.slips.data();
    equations.evaluate(q.data(), rest.data(), grip, f.data());
    const int n = 4 * model.structure_.nodes();
    for (int i = 0; i < n; ++i) model.delta_[i] = f[i].d;
    for (int p = 0; p < equations.wheels(); ++p) {
      if (equations.unknown(p) >= 0) model.delta_[equations.unknown(p)] = f[equations.wheel(p)].d;
    }
    model.band_.solve(model.delta_.data());
    for (int i = 0; i < n; ++i) q[i].d = model.delta_[i];
    for (int p = 0; p < equations.wheels(); ++p) {
      if (equations.unknown(p) >= 0) q[equations.wheel(p)].d = model.delta_[equations.unknown(p)];
    }
    equations.evaluate(q.data(), rest.data(), grip, f.data());
    for (int j = 0; j < equations.points(); ++j) z[j] = equations.contact(j).pulley < 0 ? Dual(0.0) : equations.contact(j).z;
    q0 = q;
  }
};

std::vector<double> RopePulley::drawn(const Values<double>& v) const {
  const auto& section = equations_.section();
  std::vector<RopePath::Circle> circles;
  for (const auto& wheel : v.wheel) circles.push_back({wheel.x, wheel.y, wheel.radius});
  const double around = RopePath(circles, structure_.closed).length() / v.rope.length;
  const double tension = structure_.closed ? std::max(0.0, section.EA * (around - 1 + v.rope.prestrain))
                                           : v.gravity * std::min(v.left_mass, v.right_mass);
  for (std::size_t p = 0; p < circles.size(); ++p) {  // as deep as the tension presses it
    const auto& wheel = v.wheel[p];
    circles[p].radius -= std::min(tension / wheel.radius * v.contact.reference_length / wheel.stiffness, 0.1 * wheel.radius);
  }
  const RopePath path(circles, structure_.closed);
  const double stretch = structure_.closed ? path.length() / v.rope.length : 1 + tension / section.EA - v.rope.prestrain;
  const double total = stretch * v.rope.length, before = structure_.closed ? 0 : 0.5 * (path.length() - total);
  std::vector<double> q(coordinates(), 0.0);
  const double l = section.length;
  for (int i = 0; i < structure_.nodes(); ++i) {
    const auto at = path.at(before + total * i / structure_.elements);
    q[4 * i] = at.x, q[4 * i + 1] = at.y;
    q[4 * i + 2] = l * stretch * std::cos(at.direction), q[4 * i + 3] = l * stretch * std::sin(at.direction);
  }
  return q;
}

/// Newton's method; where it does not converge, once more with a pseudo-time that grows while the residual falls.
/// `locked`: free pulleys do not turn. On success the band holds the factorised stiffness.           (T-ROP.17)
bool RopePulley::settle(const Grip<double>& grip, double scale, bool locked, std::vector<double>& q) {
  const std::vector<double> from = q;
  for (const double tau : {1.0, 1e-2, 1e-3}) {
    q = from;
    if (settle_from(tau, grip, scale, locked, q)) return true;
  }
  return false;
}

bool RopePulley::settle_from(double tau, const Grip<double>& grip, double scale, bool locked, std::vector<double>& q) {
  const int n = 4 * structure_.nodes();
  const auto each_free = [&](auto&& visit) {
    for (int p = 0; p < equations_.wheels(); ++p) {
      if (equations_.unknown(p) >= 0) visit(p, equations_.unknown(p), equations_.wheel(p));
    }
  };
  const double longest = kLongest * equations_.pulley(0).radius;
  double rounding = 8e-16 * equations_.section().EA * structure_.elements;  // strains are differences over an element
  for (int p = 0; p < equations_.wheels(); ++p) {  // and sinking in is one over the radius
    const auto& pulley = equations_.pulley(p);
    rounding = std::max(rounding, 8e-16 * pulley.stiffness * pulley.radius * equations_.section().length / equations_.reference_length());
  }
  double before = 0;
  for (int i = 0; i < kMostIterations; ++i) {
    equations_.evaluate(q.data(), zero_.data(), grip, f_.data(), 0, band_);
    double norm = 0;
    for (int k = 0; k < n; ++k) norm = std::max(norm, std::abs(f_[k]));
    if (!locked) each_free([&](int p, int, int w) { norm = std::max(norm, std::abs(f_[w]) / equations_.pulley(p).radius); });
    if (!(norm < 1e300)) return false;
    if (i > 0) tau *= norm < before ? std::min(8.0, 1.5 * before / norm) : 0.5;
    before = norm;
    const bool settled = norm <= std::max(kSettled * scale, rounding);
    if (!settled) equations_.add_mass(band_, 1 / (tau * tau));
    if (locked) each_free([&](int, int u, int) { band_.at(u, u) += kLock; });
    if (!band_.factor()) return false;
    if (settled) return true;
    std::copy(f_.begin(), f_.begin() + n, delta_.begin());
    each_free([&](int, int u, int w) { delta_[u] = locked ? 0 : f_[w]; });
    band_.solve(delta_.data());
    double largest = 0;
    for (int k = 0; k < n; ++k) largest = std::max(largest, std::abs(delta_[k]));
    const auto work = [&] {  // of the forces along the step: minus the slope of the energy
      double sum = 0;
      for (int k = 0; k < n; ++k) sum += delta_[k] * f_[k];
      each_free([&](int, int u, int w) { sum += delta_[u] * f_[w]; });
      return sum;
    };
    const auto move = [&](double part) {
      for (int k = 0; k < n; ++k) q[k] += part * delta_[k];
      each_free([&](int, int u, int w) { q[w] += part * delta_[u]; });
    };
    // Points that come into contact or leave it within a step bend the force, and Newton's method then leaps to and fro over
    // the place of rest: a step ends where the energy has stopped falling.
    const double at_start = work();
    double low = 0, high = largest > longest ? longest / largest : 1, part = high;
    move(high);
    for (int search = 0; search < kMostSearches && at_start > 0; ++search) {
      equations_.evaluate(q.data(), zero_.data(), grip, f_.data());
      const double now = work();
      if (now >= -kFlat * at_start && (now <= kFlat * at_start || part == high)) break;
      (now > 0 ? low : high) = part;
      const double next = 0.5 * (low + high);
      move(next - part);
      part = next;
    }
  }
  return false;
}

template <class Tracker>
void RopePulley::equilibrium(const Values<double>& v, State& state, Tracker& track) {
  const int n = coordinates();
  std::fill(state.pulley.begin(), state.pulley.end(), -1);
  std::fill(state.slips.begin(), state.slips.end(), 0);
  std::fill(state.x.begin(), state.x.end(), 0.0);
  std::vector<double> q0 = drawn(v), q = q0, z(points(), 0.0);
  const double lighter = std::min(v.left_mass, v.right_mass), L = v.rope.length;
  const auto& section = equations_.section();
  double tension = structure_.closed ? 0 : v.gravity * (lighter + section.rhoA * L);
  for (int e = 0; e < structure_.elements; ++e) tension = std::max(tension, std::abs(equations_.element_tension(q.data(), zero_.data(), e)));
  state.scale = std::max(tension, 1e-6 * section.EA);
  for (int p = 0; p < equations_.wheels(); ++p) equations_.set_load(p, 0.0);
  equations_.set_bristles_for_all_laws(true);

  Grip<double> grip{Grip<double>::Kind::weak, q0.data(), z.data(), state.pulley.data(), state.slips.data()};
  equations_.set_masses(lighter, lighter);
  double mass = structure_.closed || !(v.gravity > 0) ? 0 : kHeavy * section.EI / (v.wheel[0].radius * v.wheel[0].radius * v.gravity);
  bool found = true;
  if (mass > lighter) {  // stiff for its weights: from heavy ones, under which it lies close
    Values<double> heavy = v;
    heavy.left_mass = heavy.right_mass = mass;
    q = drawn(heavy);
    std::copy(q.begin(), q.end(), q0.begin());  // in place: grip points to it
    for (; found && mass > lighter; mass *= kLighter) {
      equations_.set_masses(mass, mass);
      found = settle(grip, v.gravity * mass, true, q);
    }
    equations_.set_masses(lighter, lighter);
  }
  found = found && settle(grip, state.scale, true, q);
  if (!found) {
    throw NoEquilibrium("no equilibrium at rest: the rope finds no place on its pulleys" +
                        (structure_.closed ? "" : " under " + text(lighter * v.gravity) + " N at each end") + "; check rope.length = " + text(L) + " m, rope.E_bending and the pulleys' stiffness and place");
  }
  const double none[2] = {0, 0};
  track.stage(*this, q, none, grip.kind, state);
  for (int pass = 1; pass < kWeakPasses; ++pass) {  // the weak springs let go where they have been stretched
    q0 = q;
    std::vector<double> next = q;
    if (!settle(grip, state.scale, true, next)) break;
    q = next;
    track.stage(*this, q, none, grip.kind, state);
  }
  double grip_left = 0;  // what friction can hold, mu N of all points where the rope last came to rest [N]
  const auto remember = [&] {
    grip_left = 0;
    for (int j = 0; j < equations_.points(); ++j) {
      const auto& c = equations_.contact(j);
      state.pulley[j] = c.pulley, state.slips[j] = c.pulley >= 0 && c.slips;
      z[j] = c.pulley >= 0 ? c.z : 0;
      if (c.pulley >= 0) grip_left += v.friction.mu * c.N;
    }
    q0 = q;
  };
  remember();

  // Even if there is nothing to load: friction takes over from the weak springs, and the derivative by a weight goes
  // through it.
  state.held = 1, state.no_rest = false;
  grip.kind = Grip<double>::Kind::step;
  double reached = 0, load_step = structure_.closed ? 1 : 1.0 / kLoadSteps;
  std::vector<double> tried;
  const bool driven = std::any_of(structure_.pulley.begin(), structure_.pulley.end(), [](const auto& p) { return !p.follows(); });
  const bool locked = !(structure_.closed && driven);  // a belt on a driven pulley holds the others; a hanging rope turns them
  while (reached < 1) {
    const double next = std::min(1.0, reached + load_step);
    equations_.set_masses(lighter + next * (v.left_mass - lighter), lighter + next * (v.right_mass - lighter));
    tried = q;
    if (settle(grip, state.scale, locked, tried)) {
      q = tried;
      const double part[2] = {next, next};
      track.stage(*this, q, part, grip.kind, state);
      remember();
      reached = next > 1 - 1e-12 ? 1 : next;
      continue;
    }
    load_step *= 0.5;
    if (load_step >= kLeastLoad) continue;
    const double wanted = next * v.gravity * std::abs(v.left_mass - v.right_mass);
    state.no_rest = structure_.closed || wanted < kAtLimit * grip_left;  // friction could hold: it is Newton's method that failed
    state.held = reached;
    break;
  }
  equations_.set_bristles_for_all_laws(false);
  std::copy(q.begin(), q.end(), state.x.begin());
  std::copy(z.begin(), z.end(), state.x.begin() + 2 * n);
  const int last = 4 * (structure_.nodes() - 1);
  state.x[at(kLeftStart)] = q[1];
  state.x[at(kRightStart)] = q[last + 1];
}

void RopePulley::initialise(double t0, const Values<double>& values, State& state) {
  prepare(values);
  Plain nothing;
  equilibrium(values, state, nothing);
  state.begin = t0;
  std::fill(state.load.begin(), state.load.end(), 0.0);
  std::fill(state.z_rate.begin(), state.z_rate.end(), 0.0);
  state.mass[0] = values.left_mass, state.mass[1] = values.right_mass;
  equations_.set_masses(values.left_mass, values.right_mass);
  state.x[at(kStartEnergy)] = equations_.energy(state.x.data(), zero_.data());
  std::fill(state.qdd.begin(), state.qdd.end(), 0.0);
  std::fill(state.a.begin(), state.a.end(), 0.0);
  if (state.held < 1) accelerate(values, state);
}

template <>
std::vector<double> RopePulley::start(const Values<double>&, const State& state) { return state.x; }

template <>
std::vector<Dual> RopePulley::start(const Values<Dual>& values, const State& state) {
  Values<double> plain = defaults<double>(), ahead = plain, behind = plain;
  constexpr double kSmall = 1e-7;  // the drawing is smooth, and only fixes the rope's place where friction does not
  const auto copy = [&](auto member) {
    const Dual d = member(values);
    member(plain) = d.v;
    member(ahead) = d.v + kSmall * d.d, member(behind) = d.v - kSmall * d.d;
  };
  const auto real = [&](auto&& self) {
    self([](auto& v) -> auto& { return v.rope.length; });
    self([](auto& v) -> auto& { return v.rope.diameter; });
    self([](auto& v) -> auto& { return v.rope.E_axial; });
    self([](auto& v) -> auto& { return v.rope.E_bending; });
    self([](auto& v) -> auto& { return v.rope.density; });
    self([](auto& v) -> auto& { return v.rope.damping; });
    self([](auto& v) -> auto& { return v.rope.natural_curvature; });
    self([](auto& v) -> auto& { return v.rope.prestrain; });
    self([](auto& v) -> auto& { return v.contact.reference_length; });
    self([](auto& v) -> auto& { return v.friction.mu; });
    self([](auto& v) -> auto& { return v.friction.stiffness; });
    self([](auto& v) -> auto& { return v.friction.epsilon; });
    self([](auto& v) -> auto& { return v.guide.stiffness; });
    self([](auto& v) -> auto& { return v.gravity; });
    self([](auto& v) -> auto& { return v.left_mass; });
    self([](auto& v) -> auto& { return v.right_mass; });
    for (int p = 0; p < structure_.wheels(); ++p) {
      self([p](auto& v) -> auto& { return v.wheel[p].x; });
      self([p](auto& v) -> auto& { return v.wheel[p].y; });
      self([p](auto& v) -> auto& { return v.wheel[p].radius; });
      self([p](auto& v) -> auto& { return v.wheel[p].stiffness; });
    }
  };
  real(copy);
  for (auto* v : {&plain, &ahead, &behind}) {
    v->rope.strain = values.rope.strain, v->contact.method = values.contact.method, v->friction.law = values.friction.law;
  }
  equations_.prepare(ahead);
  const auto q_ahead = drawn(ahead);
  equations_.prepare(behind);
  const auto q_behind = drawn(behind);
  equations_.prepare(plain);
  const auto q_here = drawn(plain);

  dual_->prepare(values);
  dual_->set_bristles_for_all_laws(true);
  const auto n = static_cast<std::size_t>(coordinates());
  Tracked track{*dual_, values, {}, {}, std::vector<Dual>(points()), std::vector<Dual>(n), std::vector<Dual>(n)};
  for (std::size_t i = 0; i < n; ++i) track.q0.emplace_back(q_here[i], (q_ahead[i] - q_behind[i]) / (2 * kSmall));
  State scratch = state;
  equilibrium(plain, scratch, track);
  dual_->set_bristles_for_all_laws(false);

  std::vector<Dual> x(scratch.x.begin(), scratch.x.end());
  std::copy(track.q.begin(), track.q.end(), x.begin());
  std::copy(track.z.begin(), track.z.end(), x.begin() + 2 * coordinates());
  const int last = 4 * (structure_.nodes() - 1);
  x[at(kLeftStart)] = x[1];
  x[at(kRightStart)] = x[last + 1];
  return x;
}

}  // namespace reeve::models
