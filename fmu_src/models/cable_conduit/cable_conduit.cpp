#include "models/cable_conduit/cable_conduit.hpp"

#include <cmath>
#include <limits>

#include "math/text.hpp"

namespace reeve::models {
namespace {

using math::text;
using mechanics::ConduitCourse;
using mechanics::ConduitModel;
using Drive = mechanics::ConduitDrive<double>;

constexpr double kMostAngle =
    100;  ///< Psi; e^100 between the ends is far beyond any conduit, and squares of it are finite
constexpr double kFastestLoad = 1e6;      ///< [rad/s], [1/s]; a faster load is better taken as massless or held
constexpr double kLeastStiffness = 1e-6;  ///< [N]
constexpr double kLargestStrain = 0.05;   ///< where small strain and Hooke's law end

std::string element(const char* name, const std::vector<double>& values, std::size_t j) {
  return values.size() == 1 ? name : name + ("[" + std::to_string(j + 1) + "]");
}
double one_of(const std::vector<double>& values, std::size_t j) { return values[values.size() == 1 ? 0 : j]; }

/// A peg that no tension can pull the cable over.
std::string locked_peg(const CableConduit::Values<double>& p, std::size_t j, double dx) {
  return "segment " + std::to_string(j + 1) + " bends by " + text(dx / one_of(p.conduit.radius, j)) +
         " rad over one peg with " + element("friction.mu", p.friction.mu, j) + " = " + text(one_of(p.friction.mu, j)) +
         ": such a peg locks itself; raise " + element("conduit.radius", p.conduit.radius, j) + " = " +
         text(one_of(p.conduit.radius, j)) + " m, describe more segments, or set conduit.model = 1";
}

}  // namespace

CableConduit::CableConduit(Structure structure) : structure_{structure}, scratch_{structure.segments}, before_(2) {}

CableConduit::State CableConduit::blank_state() {
  State state;
  state.x.assign(size(), 0.0);
  state.load.assign(2, 0.0);
  state.memory = solver_.resize(2);
  before_memory_ = state.memory;
  return state;
}

void CableConduit::check(const Values<double>& p, std::vector<std::string>& findings) const {
  const auto model = static_cast<ConduitModel>(p.conduit.model);
  const double dx = p.conduit.length / static_cast<double>(structure_.segments);
  double psi = 0;
  for (std::size_t j = 0; j < structure_.segments; ++j) {
    const double delta =
        ConduitCourse<double>::friction_angle(model, dx, one_of(p.conduit.radius, j), one_of(p.friction.mu, j));
    if (std::isinf(delta) && model == ConduitModel::pegs) return findings.push_back(locked_peg(p, j, dx));
    psi += delta;
  }
  if (!(psi <= kMostAngle)) {
    findings.push_back("friction.mu times the angle of the conduit, conduit.length/conduit.radius, is " + text(psi) +
                       ": expected at most " + text(kMostAngle) +
                       ", for nothing comes through beyond; lower friction.mu or "
                       "conduit.length, or raise conduit.radius");
  }
  if (p.conduit.stiffness > 0 && p.conduit.stiffness < kLeastStiffness) {
    findings.push_back("conduit.stiffness = " + text(p.conduit.stiffness) +
                       " N: expected 0 for a rigid conduit, or at least " + text(kLeastStiffness) + " N");
  }
  if (has_mass(p)) check_load(p, dx, findings);
}

/// The stepper is explicit: it follows every swing and every decay of the load.
void CableConduit::check_load(const Values<double>& p, double dx, std::vector<std::string>& findings) {
  const double m = p.load.mass, k = p.load.mode == kSpring ? p.load.stiffness : 0.0;
  const double last_segment =
      2 / (dx * (1 / p.cable.stiffness + (p.conduit.stiffness > 0 ? 1 / p.conduit.stiffness : 0)));
  const auto refuse = [&](const std::string& what, double rate, const char* unit, const char* remedy) {
    if (rate <= kFastestLoad) return;
    findings.push_back(what + text(rate) + " " + unit + ": expected at most " + text(kFastestLoad) + " " + unit + "; " +
                       remedy);
  };
  refuse("load.mass = " + text(m) + " kg swings on the last segment of the cable with ", std::sqrt(last_segment / m),
         "rad/s", "raise load.mass, or set load.mass = 0 for a load without inertia");
  refuse(
      "load.stiffness = " + text(k) + " N/m lets load.mass = " + text(m) + " kg swing with ", std::sqrt(k / m), "rad/s",
      "lower load.stiffness, set load.mass = 0 for a load without inertia, or load.mode = 2 for a load that is held");
  refuse("load.damping = " + text(p.load.damping) + " N.s/m slows load.mass = " + text(m) + " kg down at ",
         p.load.damping / m, "1/s", "lower load.damping or raise load.mass");
}

void CableConduit::initialise(double /*t0*/, const Values<double>& p, State& state) {
  state.x = start(p, state);
  state.motion = {};
  state.active = {};
  if (!has_mass(p)) return;
  lay(scratch_.course, p);
  scratch_.cable.rest(p.pretension);
  scratch_.rig(p).advance(drive(p));
  state.motion = scratch_.cable.motion;
  state.active = scratch_.cable.moved;
}

/// Takes the cable in hand to the present input, and its load to d.
bool CableConduit::pull_to_load(const Values<double>& p, double d) {
  Drive to = drive(p);
  to.distal = Drive::Distal::displacement;
  to.load = -d;
  return scratch_.rig(p).advance(to, p.solver.tolerance);
}

/// Takes the cable to the present inputs and load for good. `any_moved`: an end has moved in this communication step.
void CableConduit::commit(const Values<double>& p, State& state, bool& any_moved) {
  unpack(std::span<const double>(state.x), state, scratch_.cable);
  const bool held = has_mass(p) ? pull_to_load(p, state.x[at(kD)]) : scratch_.rig(p).advance(drive(p));
  state.runs_away = !held;
  pack(scratch_.cable, std::span<double>(state.x));
  state.motion = scratch_.cable.motion;
  const auto& moved = scratch_.cable.moved;
  if (!moved[0] && !moved[1]) return;
  if (!any_moved) state.active = {};
  any_moved = true;
  for (const auto end : {mechanics::kProximal, mechanics::kDistal}) state.active[end] = state.active[end] || moved[end];
}

double CableConduit::advance(double t, const Values<double>& p, State& state, integration::StepHooks& hooks) {
  lay(scratch_.course, p);
  look_at_inputs(p, state, hooks);
  hooks.inputs_at(t);
  bool any_moved = false;
  commit(p, state, any_moved);  // a jump of an input acts at once
  while (t < hooks.end) {
    t = has_mass(p) ? step_with_mass(t, p, state, hooks) : hooks.end;
    hooks.inputs_at(t);
    commit(p, state, any_moved);
    warn_of_runaway(t, p, state, hooks);
    warn_of_strain(t, p, state, hooks);
    const integration::Verdict verdict = hooks.accepted(t);
    if (verdict.inputs_changed) {
      state.memory.slope_valid = false;
      commit(p, state, any_moved);
    }
    if (verdict.stop) break;
  }
  return t;
}

// --- load with mass -----------------------------------------------------------------------------------------------

/// Stops the stepper after one step; inputs come from the importer.
class CableConduit::OneStep final : public integration::StepHooks {
 public:
  OneStep(integration::StepHooks& outer, double end_time) : StepHooks(end_time), outer_{outer} {}
  void inputs_at(double t) override { outer_.inputs_at(t); }
  integration::Verdict accepted(double) override { return {.stop = true, .inputs_changed = false}; }

 private:
  integration::StepHooks& outer_;
};

/// (T-CON.18), from the committed profile: neither the input nor the load reverses within a step.
double CableConduit::load_acceleration(const Values<double>& p, const State& state, double d, double v) {
  unpack(std::span<const double>(state.x), state, scratch_.cable);
  pull_to_load(p, d);
  const double held = p.load.mode == kSpring ? p.pretension + p.load.stiffness * d : p.distal_tension;
  return (scratch_.cable.tension.back() - held - p.load.damping * v) / p.load.mass;
}

/// One internal step of the load; it ends where the load stands still if that is sooner.
double CableConduit::step_with_mass(double t, const Values<double>& p, State& state, integration::StepHooks& hooks) {
  state.load[0] = state.x[at(kD)];
  state.load[1] = state.x[at(kV)];
  before_ = state.load;
  before_memory_ = state.memory;
  const auto rhs = [&](const std::vector<double>& load, std::vector<double>& rate, double) {
    rate[0] = load[1];
    rate[1] = load_acceleration(p, state, load[0], load[1]);
  };
  const auto step_to = [&](double end) {
    state.load = before_;
    state.memory = before_memory_;
    OneStep one(hooks, end);
    return solver_.advance(rhs, t, state.load, state.memory, scale_, {.relative = p.solver.tolerance}, one);
  };
  double reached = t;
  for (double end = hooks.end;; end = 0.5 * (t + reached)) {
    reached = step_to(end);
    if (before_[1] * state.load[1] < 0) reached = to_standstill(t, reached, state, step_to);
    if (end < hooks.end) state.memory.step = reached - t;  // the stepper alone would try the whole again
    if (is_straight(t, reached, p, state, hooks)) break;
  }
  state.x[at(kD)] = state.load[0];
  state.x[at(kV)] = state.load[1];
  return reached;
}

/// Whether the ends of the cable go a way from t to t1 that may be taken as straight: past its middle it leads to the same
/// tensions.                                                                                              (T-CON.20)
bool CableConduit::is_straight(double t, double t1, const Values<double>& p, const State& state,
                               integration::StepHooks& hooks) {
  const double h = t1 - t, middle = t + 0.5 * h;
  if (!(t < middle && middle < t1)) return true;
  hooks.inputs_at(t);
  const double from = drive(p).proximal;
  hooks.inputs_at(t1);
  if (drive(p).proximal == from) return true;  // one end moves: only its reversals matter
  const auto& tension = scratch_.cable.tension;
  unpack(std::span<const double>(state.x), state, scratch_.cable);
  pull_to_load(p, state.load[0]);
  const double in = tension.front(), out = tension.back();
  unpack(std::span<const double>(state.x), state, scratch_.cable);
  hooks.inputs_at(middle);
  pull_to_load(p, 0.5 * (before_[0] + state.load[0]) + h / 8 * (before_[1] - state.load[1]));
  hooks.inputs_at(t1);
  pull_to_load(p, state.load[0]);
  const double error = std::max(std::abs(tension.front() - in), std::abs(tension.back() - out));
  return error <= p.solver.tolerance * std::max(tension.front(), tension.back());
}

/// The load turned round between t and t1: repeats the step until it ends where the velocity is zero (T-CON.19). False
/// position in its Illinois variant.
template <class StepTo>
double CableConduit::to_standstill(double t, double t1, State& state, const StepTo& step_to) {
  double low = t, high = t1, v_low = before_[1], v_high = state.load[1], reached = t1;
  const double small = 1e-12 * std::max(std::abs(v_low), std::abs(v_high));
  for (int i = 0; i < 40 && std::abs(state.load[1]) > small; ++i) {
    const double guess = high - v_high * (high - low) / (v_high - v_low);
    if (!(guess > low && guess < high)) break;
    reached = step_to(guess);
    if (reached < guess) break;  // the stepper wanted less: the next step will find the reversal
    const double v = state.load[1];
    if (v * v_high > 0) {
      high = guess, v_high = v, v_low *= 0.5;
    } else {
      low = guess, v_low = v, v_high *= 0.5;
    }
  }
  if (std::abs(state.load[1]) <= small) state.load[1] = 0;
  state.memory.slope_valid = false;
  return reached;
}

std::vector<double> CableConduit::rate(double /*t*/, const State& state, const Values<double>& p) {
  std::vector<double> rate(size(), 0.0);
  if (!has_mass(p)) return rate;
  lay(scratch_.course, p);
  rate[at(kD)] = state.x[at(kV)];
  rate[at(kV)] = load_acceleration(p, state, state.x[at(kD)], state.x[at(kV)]);
  return rate;
}

// --- messages -----------------------------------------------------------------------------------------------------

/// At the first step: what somebody set but the mode ignores is probably meant otherwise.
void CableConduit::look_at_inputs(const Values<double>& p, State& state, integration::StepHooks& hooks) const {
  if (state.looked_at_inputs) return;
  state.looked_at_inputs = true;
  const Values<double> untouched;
  const auto ignored = [&](const char* name, double value, double start, const char* unit, const char* mode,
                           double chosen) {
    if (value == start) return;
    hooks.warn(std::string(name) + " = " + text(value) + " " + unit + " has no effect with " + mode + " = " +
               text(chosen));
  };
  if (p.input.mode != kByDisplacement) {
    ignored("proximal_displacement", p.proximal_displacement, untouched.proximal_displacement, "m", "input.mode",
            p.input.mode);
  }
  if (p.input.mode != kByTension) {
    ignored("proximal_tension", p.proximal_tension, untouched.proximal_tension, "N", "input.mode", p.input.mode);
  }
  if (p.load.mode != kPrescribedDisplacement) {
    ignored("distal_displacement", p.distal_displacement, untouched.distal_displacement, "m", "load.mode", p.load.mode);
  }
  if (p.load.mode != kPrescribedTension) {
    ignored("distal_tension", p.distal_tension, untouched.distal_tension, "N", "load.mode", p.load.mode);
  }
  if (has_mass(p)) return;
  ignored("load.mass", p.load.mass, 0.0, "kg", "load.mode", p.load.mode);
  if (p.load.mode == kPrescribedDisplacement) {
    ignored("load.damping", p.load.damping, 0.0, "N.s/m", "load.mode", p.load.mode);
  } else {
    ignored("load.damping", p.load.damping, 0.0, "N.s/m", "load.mass", p.load.mass);
  }
}

void CableConduit::warn_of_runaway(double t, const Values<double>& p, State& state,
                                   integration::StepHooks& hooks) const {
  if (!state.runs_away || state.warned_of_runaway) return;
  state.warned_of_runaway = true;
  hooks.warn("proximal_tension = " + text(p.proximal_tension) + " N and distal_tension = " + text(p.distal_tension) +
             " N differ by more than friction can hold at t = " + text(t) +
             " s: the cable would run away, so input_tension is limited; give one end a displacement (input.mode = 1), "
             "a spring "
             "(load.mode = 1) or a load.mass");
}

void CableConduit::warn_of_strain(double t, const Values<double>& p, State& state,
                                  integration::StepHooks& hooks) const {
  if (state.warned_of_strain) return;
  const auto& tension = scratch_.cable.tension;
  const double strain = std::max(tension.front(), tension.back()) / p.cable.stiffness;
  if (strain <= kLargestStrain) return;
  state.warned_of_strain = true;
  hooks.warn(
      "the cable is strained by " + text(100 * strain) + " % at t = " + text(t) +
      " s, input_tension = " + text(tension.front()) + " N: beyond " + text(100 * kLargestStrain) +
      " % the model's small strain and Hooke's law no longer hold; check proximal_displacement and cable.stiffness");
}

}  // namespace reeve::models
