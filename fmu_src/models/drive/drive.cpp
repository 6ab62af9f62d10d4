#include "models/drive/drive.hpp"

#include "math/text.hpp"

namespace reeve::models {
namespace {

using math::text;

/// Times that differ by less belong together: importers add theirs up in another way.
double slack(const Drive::Values<double>& p) { return 1e-6 * p.control.period; }

}  // namespace

void Drive::check(const Values<double>& p, std::vector<std::string>& findings) {
  const auto ordered = [&](const char* low, double a, const char* high, double b) {
    if (a < b) return;
    findings.push_back(std::string(low) + " = " + text(a) + " m: expected less than " + high + " = " + text(b) + " m");
  };
  ordered("levelling.accuracy", p.levelling.accuracy, "levelling.threshold", p.levelling.threshold);
  ordered("levelling.threshold", p.levelling.threshold, "levelling.zone", p.levelling.zone);
}

void Drive::initialise(double t0, const Values<double>& p, State& state) {
  state = blank_state();
  state.x = start(p, state);
  state.origin = state.sampled_at = t0;
}

/// From the last sample to the next: motor and brake go their way.
void Drive::to_next_sample(const Values<double>& p, State& state) {
  const auto motor = Drive::motor(p);
  const auto at = point(p, state, state.x[kTorque]);
  const double period = p.control.period;
  state.x[kElectrical] += motor.integral([&](double u) { return motor.electrical_power(at, u); }, period);
  state.x[kMechanical] += motor.integral([&](double u) { return motor.mechanical_power(at, u); }, period);
  state.x[kLoss] += motor.integral([&](double u) { return motor.loss(at, u); }, period);
  state.x[kTorque] = motor.torque(at, period);
  state.memory.command = state.memory.command_next;
  state.memory.brake = state.memory.brake_next;
}

/// A sample on a communication point belongs to the step that begins there, with the inputs of that step.
double Drive::advance(double t, const Values<double>& p, State& state, integration::StepHooks& hooks) {
  while (true) {
    const double next = state.origin + static_cast<double>(state.samples) * p.control.period;
    if (next >= hooks.end - slack(p)) break;
    if (next > t + slack(p)) {
      t = next;
      hooks.inputs_at(t);
      if (hooks.accepted(t).stop) return t;
    }
    hooks.inputs_at(t);
    if (state.samples > 0) to_next_sample(p, state);
    DriveController(p, state.memory, state.x[kBase]).sample(next);
    state.sampled_at = next;
    ++state.samples;
    if (state.memory.missed && !state.warned) {
      state.warned = true;
      hooks.warn("the ride ended at cabin_position = " + text(p.cabin_position) + " m, more than levelling.zone = " +
                 text(p.levelling.zone) + " m from target_position = " + text(state.memory.floor) +
                 " m: check sheave.radius, roping.ratio, and that sheave_angle and cabin_position are connected");
    }
  }
  hooks.inputs_at(hooks.end);
  t = hooks.end;
  hooks.accepted(t);
  return t;
}

}  // namespace reeve::models
