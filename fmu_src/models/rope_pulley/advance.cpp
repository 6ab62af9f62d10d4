// Time stepping: generalized-alpha with Newton's method and error control, leapfrog as a cross-check, messages.
#include <algorithm>
#include <cmath>

#include "math/text.hpp"
#include "models/rope_pulley/rope_pulley.hpp"

namespace reeve::models {

using integration::StepFailure;
using integration::StepHooks;
using math::text;

namespace {
constexpr double kShortestStep = 1e-7;    ///< [s]; below it a step is taken as it is, and counted
constexpr double kKeepTangent = 0.15;     ///< residual over the one before, up to which the tangent is good enough
constexpr double kNewtonShare = 1e-2;     ///< of the tolerance, for the residual over the typical tension
constexpr double kAtRest = 1e-3;          ///< of the residual allowed: a prediction this good is taken, rest stays rest
constexpr double kLastResort = 1e-2;      ///< residual over typical tension beyond which even the shortest step fails
}  // namespace

Grip<double> RopePulley::grip_of(const State& state, Grip<double>::Kind kind) const {
  return {kind, state.x.data(), state.x.data() + at_z(), state.pulley.data(), state.slips.data()};
}

/// What moves a pulley at time t: rad/s for one that is driven by speed, N m (positive brakes) for one with a load.
double RopePulley::command(int p, double t, const Values<double>& v, const State& state) const {
  const auto kind = structure_.pulley[p].drive;
  const bool internal = v.motion.mode == static_cast<int>(MotionMode::internal);
  const double tau = t - state.begin;
  switch (kind) {
    case PulleyDrive::rim_speed: return (internal ? RopeMotion::rim(v.motion, tau).speed : v.wheel[p].command) / v.wheel[p].radius;
    case PulleyDrive::speed: return internal ? RopeMotion::shaft(v.motion, tau).speed : v.wheel[p].command;
    case PulleyDrive::torque: return internal ? RopeMotion::load(v.motion, tau) : v.wheel[p].command;
    case PulleyDrive::free: break;
  }
  return 0;
}

/// Driven pulleys and loads at t + h, with the inputs of that time; `state` is at t.
void RopePulley::drive(double t, double h, const Values<double>& v, const State& state) {
  for (int p = 0; p < equations_.wheels(); ++p) {
    const int i = equations_.wheel(p);
    const double now = command(p, t + h, v, state);
    const auto kind = structure_.pulley[p].drive;
    if (kind == PulleyDrive::torque) equations_.set_load(p, now);
    if (structure_.pulley[p].follows()) continue;
    double way = 0.5 * h * (state.x[at_v() + i] + now);
    if (v.motion.mode == static_cast<int>(MotionMode::internal)) {
      const auto at = [&](double time) {
        const double tau = time - state.begin;
        return kind == PulleyDrive::rim_speed ? RopeMotion::rim(v.motion, tau).way / v.wheel[p].radius : RopeMotion::shaft(v.motion, tau).way;
      };
      way = at(t + h) - at(t);
    }
    q1_[i] = state.x[i] + way, v1_[i] = now, qdd1_[i] = (now - state.x[at_v() + i]) / h;
  }
  equations_.set_inputs(v);
}

double RopePulley::segment_end(double t, const Values<double>& v, const State& state, double end) const {
  if (v.motion.mode != static_cast<int>(MotionMode::internal)) return end;
  for (const auto& wheel : structure_.pulley) {
    const double corner = state.begin + RopeMotion::next_corner(v.motion, wheel.drive, t - state.begin);
    end = std::min(end, corner);
  }
  return end;
}

/// An input that jumped acts from t on: speeds at once, weights and loads through the acceleration.
void RopePulley::adopt_inputs(double t, const Values<double>& v, State& state) {
  bool forces = false;
  for (int p = 0; p < equations_.wheels(); ++p) {
    const double now = command(p, t, v, state);
    const int i = equations_.wheel(p);
    if (structure_.pulley[p].follows()) {
      forces = forces || now != state.load[p];
      state.load[p] = now;
      equations_.set_load(p, now);
    } else {
      state.x[at_v() + i] = now;
    }
  }
  if (v.left_mass != state.mass[0] || v.right_mass != state.mass[1]) {  // load comes and goes with the rope's velocity
    const auto energy = [&] { return equations_.energy(state.x.data(), state.x.data() + at_v()); };
    equations_.set_masses(state.mass[0], state.mass[1]);
    const double before = energy();
    equations_.set_inputs(v);
    state.x[at(kStartEnergy)] += energy() - before;
    state.mass[0] = v.left_mass, state.mass[1] = v.right_mass;
    forces = true;
  }
  equations_.set_inputs(v);
  if (forces) accelerate(v, state);
}

/// Accelerations that belong to the present forces: M q'' = f.
void RopePulley::accelerate(const Values<double>&, State& state) {
  const auto grip = grip_of(state, Grip<double>::Kind::held);
  equations_.evaluate(state.x.data(), state.x.data() + at_v(), grip, f_.data());
  band_.clear();
  equations_.add_mass(band_, 1);
  if (!band_.factor()) throw StepFailure("the rope's mass matrix cannot be factorised: a mass is zero or not a number");
  const int n = 4 * structure_.nodes();
  std::copy(f_.begin(), f_.begin() + n, delta_.begin());
  for (int p = 0; p < equations_.wheels(); ++p) {
    if (equations_.unknown(p) >= 0) delta_[equations_.unknown(p)] = f_[equations_.wheel(p)];
  }
  band_.solve(delta_.data());
  std::copy(delta_.begin(), delta_.begin() + n, state.qdd.begin());
  for (int p = 0; p < equations_.wheels(); ++p) {
    if (equations_.unknown(p) >= 0) state.qdd[equations_.wheel(p)] = delta_[equations_.unknown(p)];
  }
  state.a = state.qdd;
}

double RopePulley::advance(double t, const Values<double>& v, State& state, StepHooks& hooks) {
  prepare(v);
  const bool explicit_method = v.solver.method == static_cast<int>(RopeSolver::leapfrog);
  while (t < hooks.end) {
    hooks.inputs_at(t);
    adopt_inputs(t, v, state);
    const double end = segment_end(t, v, state, hooks.end);
    t = explicit_method ? leapfrog(t, end, v, state, hooks) : implicit_step(t, end, v, state, hooks);
    refuse_run_off(t, state);
    warn(t, v, state, hooks);
    const integration::Verdict verdict = hooks.accepted(t);
    if (verdict.stop) break;
  }
  return t;
}

// --- implicit -----------------------------------------------------------------------------------------------------

/// r = f - M q'' of the coordinates that the band knows; returns the largest [N].
double RopePulley::residual() {
  equations_.mass_times(qdd1_.data(), r_.data());
  const int n = 4 * structure_.nodes();
  double norm = 0;
  for (int i = 0; i < n; ++i) delta_[i] = f_[i] - r_[i], norm = std::max(norm, std::abs(delta_[i]));
  for (int p = 0; p < equations_.wheels(); ++p) {
    const int i = equations_.wheel(p), u = equations_.unknown(p);
    if (u < 0) continue;
    delta_[u] = f_[i] - r_[i];
    norm = std::max(norm, std::abs(delta_[u]) / equations_.pulley(p).radius);
  }
  return norm;
}

/// Solves the step's equations from the prediction in q1_, v1_, qdd1_. Friction is a function of the unknowns, so that a
/// small residual also means that stick and slip of every point have settled. However it ends, forces and contacts are
/// those of q1_, and `acceptable` judges them.
bool RopePulley::newton(double h, const State& state, double limit, bool& acceptable) {
  const double by_a = method_.acceleration_by_position(h), by_v = method_.velocity_by_position(h);
  const auto grip = grip_of(state, Grip<double>::Kind::step);
  const int n = 4 * structure_.nodes();
  double before = 0;
  bool fresh = true;
  for (int i = 0;; ++i) {
    double norm = 0;
    if (i > 0) {
      equations_.evaluate(q1_.data(), v1_.data(), grip, f_.data());
      norm = residual();
      acceptable = norm <= kLastResort * state.scale;
      if (norm <= limit) return true;
      if (i == most_iterations_ || !(norm < 1e12 * state.scale)) return false;
      fresh = !(norm < kKeepTangent * before);
    }
    if (fresh) {
      equations_.evaluate(q1_.data(), v1_.data(), grip, f_.data(), by_v, band_);
      norm = residual();
      acceptable = norm <= kLastResort * state.scale;
      if (i == 0 && norm <= kAtRest * limit) return true;
      equations_.add_mass(band_, by_a);
      if (!band_.factor()) return false;
    }
    before = norm;
    band_.solve(delta_.data());
    for (int k = 0; k < n; ++k) {
      q1_[k] += delta_[k];
      v1_[k] += by_v * delta_[k];
      qdd1_[k] += by_a * delta_[k];
    }
    for (int p = 0; p < equations_.wheels(); ++p) {
      const int k = equations_.wheel(p), u = equations_.unknown(p);
      if (u < 0) continue;
      q1_[k] += delta_[u], v1_[k] += by_v * delta_[u], qdd1_[k] += by_a * delta_[u];
    }
  }
}

/// Root mean square over the nodes of h^2 (beta - 1/6)(a1 - a), over the tolerated.                  (T-ROP.19)
double RopePulley::error_of(double h, const State& state, const Values<double>& v) const {
  double sum = 0;
  for (int i = 0; i < structure_.nodes(); ++i) {
    for (const int k : {4 * i, 4 * i + 1}) {
      const double change = method_.auxiliary(qdd1_[k], state.qdd[k], state.a[k]) - state.a[k];
      sum += change * change;
    }
  }
  const double error = h * h * std::abs(method_.beta - 1.0 / 6) * std::sqrt(sum / structure_.nodes());
  return error / (v.solver.tolerance * v.wheel[0].radius);
}

double RopePulley::implicit_step(double t, double end, const Values<double>& v, State& state, StepHooks& hooks) {
  const double largest = v.solver.step;
  if (!(state.step > 0)) state.step = std::min(largest, 1e-4);
  for (;;) {
    const double wanted = std::min(state.step, largest), left = end - t;
    const bool lands = wanted * (1 + 1e-9) >= left;
    const double h = lands ? left : left < 2 * wanted ? 0.5 * left : wanted;  // no sliver at the end
    hooks.inputs_at(t + h);
    const auto* x = state.x.data();
    for (int i = 0; i < coordinates(); ++i) {
      const double a = state.a[i], qdd = state.qdd[i], a1 = method_.auxiliary(qdd, qdd, a), vi = x[at_v() + i];
      qdd1_[i] = qdd;
      q1_[i] = x[i] + h * vi + h * h * ((0.5 - method_.beta) * a + method_.beta * a1);
      v1_[i] = vi + h * ((1 - method_.gamma) * a + method_.gamma * a1);
    }
    drive(t, h, v, state);
    bool acceptable = false;
    const bool converged = newton(h, state, kNewtonShare * v.solver.tolerance * state.scale, acceptable);
    const bool shortest = h <= 2 * kShortestStep;
    if (!converged && !shortest) {
      state.step = std::max(kShortestStep, 0.4 * h);
      continue;
    }
    if (!converged && !acceptable) {
      throw StepFailure("the rope finds no step at t = " + text(t) +
                        " s: an input or parameter is out of all proportion; try a smaller solver.step = " + text(largest) + " s");
    }
    const double error = error_of(h, state, v);
    const double growth = std::clamp(0.9 / std::cbrt(std::max(error, 1e-9)), 0.3, 2.0);
    if (error > 1 && !shortest) {
      state.step = std::max(kShortestStep, h * growth);
      continue;
    }
    const double proposed = std::min(largest, h * growth);
    state.step = h < std::min(state.step, largest) ? std::max(state.step, proposed) : proposed;  // a cut step says little
    if (!converged || error > 1) ++state.unconverged;  // taken all the same, at the shortest length
    accept(h, state, v);
    return lands ? end : t + h;
  }
}

/// Takes q1_, v1_, qdd1_ and the contacts of the last evaluation as the state.
void RopePulley::accept(double h, State& state, const Values<double>& v) {
  const int n = coordinates();
  const double power = equations_.power() - equations_.material_loss(q1_.data(), v1_.data());
  state.x[at(kWork)] += 0.5 * h * (state.power + power);
  state.power = power;
  for (const int end : {0, 1}) {  // weight that came or went within the step brings its energy along
    const int y = end == 0 ? 1 : 4 * (structure_.nodes() - 1) + 1;
    const auto specific = [&](double height, double vx, double vy) { return v.gravity * height + 0.5 * (vx * vx + vy * vy); };
    const double change = (end == 0 ? v.left_mass : v.right_mass) - state.mass[end];
    state.x[at(kStartEnergy)] += 0.5 * change * (specific(state.x[y], state.x[n + y - 1], state.x[n + y]) + specific(q1_[y], v1_[y - 1], v1_[y]));
  }
  const int driver = equations_.wheel(0);
  state.x[at(kWay)] += std::abs(q1_[driver] - state.x[driver]) * v.wheel[0].radius;
  for (int i = 0; i < n; ++i) {
    state.a[i] = method_.auxiliary(qdd1_[i], state.qdd[i], state.a[i]);
    state.x[i] = q1_[i], state.x[n + i] = v1_[i], state.qdd[i] = qdd1_[i];
  }
  for (int p = 0; p < equations_.wheels(); ++p) {
    if (equations_.unknown(p) < 0) state.a[equations_.wheel(p)] = 0;  // it follows its command
    state.load[p] = equations_.load(p);
  }
  for (int j = 0; j < equations_.points(); ++j) {
    const auto& c = equations_.contact(j);
    double& z = state.x[at_z() + j];
    const double now = c.pulley >= 0 ? c.z : 0;
    state.z_rate[j] = c.pulley >= 0 && c.pulley == state.pulley[j] ? (now - z) / h : 0;
    state.pulley[j] = c.pulley, state.slips[j] = c.pulley >= 0 && c.slips;
    z = now;
  }
  state.mass[0] = v.left_mass, state.mass[1] = v.right_mass;
}

// --- explicit -----------------------------------------------------------------------------------------------------

/// v1 = v + h M^-1 f(q, v),  q1 = q + h v1: whole small steps up to `end`, in portions so that the importer is asked.
double RopePulley::leapfrog(double t, double end, const Values<double>& v, State& state, StepHooks& hooks) {
  constexpr double kPortion = 1e-3;
  end = std::min(end, t + kPortion);
  const int steps = std::max(1, static_cast<int>(std::ceil((end - t) / v.solver.leapfrog_step - 1e-9)));
  const double h = (end - t) / steps;
  const int n = 4 * structure_.nodes();
  band_.clear();
  equations_.set_inputs(v);
  equations_.add_mass(band_, 1);
  if (!band_.factor()) throw StepFailure("a mass is zero");
  for (int k = 0; k < steps; ++k) {
    hooks.inputs_at(t + k * h);
    const auto grip = grip_of(state, Grip<double>::Kind::held);
    equations_.evaluate(state.x.data(), state.x.data() + at_v(), grip, f_.data());
    std::copy(f_.begin(), f_.begin() + n, delta_.begin());
    for (int p = 0; p < equations_.wheels(); ++p) {
      if (equations_.unknown(p) >= 0) delta_[equations_.unknown(p)] = f_[equations_.wheel(p)];
    }
    band_.solve(delta_.data());
    for (int i = 0; i < n; ++i) {
      qdd1_[i] = delta_[i], v1_[i] = state.x[at_v() + i] + h * delta_[i], q1_[i] = state.x[i] + h * v1_[i];
    }
    for (int p = 0; p < equations_.wheels(); ++p) {
      const int i = equations_.wheel(p), u = equations_.unknown(p);
      if (u < 0) continue;
      qdd1_[i] = delta_[u], v1_[i] = state.x[at_v() + i] + h * delta_[u], q1_[i] = state.x[i] + h * v1_[i];
    }
    hooks.inputs_at(t + (k + 1) * h);
    drive(t + k * h, h, v, state);
    equations_.evaluate(q1_.data(), v1_.data(), grip_of(state, Grip<double>::Kind::step), f_.data());  // moves the bristles
    accept(h, state, v);
    if (!(std::abs(v1_[0]) + std::abs(v1_[n / 2]) < 1e6)) {
      throw StepFailure("the explicit solver diverges at t = " + text(t) + " s: lower solver.leapfrog_step = " +
                        text(v.solver.leapfrog_step) + " s or rope.damping = " + text(v.rope.damping) + " s, which it hardly bears, or set solver.method = 3");
    }
  }
  return end;
}

/// An end on a pulley: what would follow is no rope over a pulley any more.
void RopePulley::refuse_run_off(double t, const State& state) const {
  if (structure_.closed) return;
  for (const bool right : {false, true}) {
    const int pulley = state.pulley[right ? equations_.points() - 1 : 0];
    if (pulley < 0) continue;
    throw StepFailure(std::string("the ") + (right ? "right" : "left") + " end of the rope has come to " + structure_.pulley[pulley].name +
                      " at t = " + text(t) + " s: the rope has run off; end the motion earlier, make rope.length larger, or bring left_mass and "
                      "right_mass closer together");
  }
}

// --- messages -----------------------------------------------------------------------------------------------------

void RopePulley::warn(double t, const Values<double>& v, State& state, StepHooks& hooks) const {
  if (state.unconverged > 0 && !state.warned_unconverged) {
    state.warned_unconverged = true;
    hooks.warn("a step did not converge or missed its tolerance at t = " + text(t) + " s: unconverged_steps counts such steps; lower solver.step = " +
               text(v.solver.step) + " s or soften the contact");
  }
  if (state.no_rest && !state.warned_held) {
    state.warned_held = true;
    std::string message = "no rest was found with friction, though friction could hold: the rope starts from rest without it";
    if (!structure_.closed) message += ", under " + text(std::round(1000 * state.held) / 10) + " % of the difference between left_mass and right_mass";
    message += "; check friction.stiffness = " + text(v.friction.stiffness) + " N/m, rope.elements = " + std::to_string(structure_.elements);
    for (int p = 0; p < equations_.wheels(); ++p) message += ", " + structure_.pulley[p].name + ".stiffness = " + text(v.wheel[p].stiffness) + " N/m";
    hooks.warn(message);
  }
  if (state.held < 1 && !state.warned_held) {
    state.warned_held = true;
    hooks.warn("friction holds only " + text(std::round(1000 * state.held) / 10) + " % of the difference between left_mass = " +
               text(v.left_mass) + " kg and right_mass = " + text(v.right_mass) + " kg: the rope slides from the start");
  }
  if (state.warned_ignored || v.motion.mode != static_cast<int>(MotionMode::internal)) return;
  for (int p = 0; p < equations_.wheels(); ++p) {
    if (v.wheel[p].command == 0 || structure_.pulley[p].drive == PulleyDrive::free) continue;
    state.warned_ignored = true;
    const bool torque = structure_.pulley[p].drive == PulleyDrive::torque;
    hooks.warn(structure_.pulley[p].name + (torque ? "_torque = " : "_speed = ") + text(v.wheel[p].command) +
               " has no effect because motion.mode = 2 (1 input, 2 internal)");
    return;
  }
}

}  // namespace reeve::models
