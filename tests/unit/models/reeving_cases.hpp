#pragma once
// Reevings used by several tests, and a small driver that advances one without FMI.
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "integration/step_hooks.hpp"
#include "models/reeving/reeving.hpp"

namespace reeve::test {

using models::Reeving;
using models::Structure;

/// The 100 m elevator of Escalona and Mohammadi.
inline Structure paper_elevator(double damping = 1e-3) {
  Structure s;
  s.body = {{"cabin", 3000, 10, 0, true}, {"counterweight", 3500, 90, 0, false}, {"machine", 10000, 100, 1e7, false}};
  s.sheave = {{"cabin_sheave", "cabin", 0, 0.25, 10}, {"counterweight_sheave", "counterweight", 0, 0.25, 10}};
  s.anchor = {{"cabin_anchor", "", 100, 2.5e6}, {"counterweight_anchor", "", 100, 2.5e6}};
  s.rope = {{"rope", 5e7, 5, damping, {"cabin_anchor", "cabin_sheave", "drive", "counterweight_sheave", "counterweight_anchor"}}};
  s.drive = {"machine", 0, 0.25, 10, {"cabin", "counterweight"}};
  return s;
}

/// 1:1, 18 m, machine and terminations rigid.
inline Structure low_rise(double termination = 1e12) {
  Structure s;
  s.body = {{"cabin", 850, 0, 0, true}, {"counterweight", 1165, 18, 0, false}};
  s.sheave = {{"deviation_sheave", "", 22, 0.2, 0.5}};
  s.anchor = {{"cabin_hitch", "cabin", 0, termination}, {"counterweight_hitch", "counterweight", 0, termination}};
  s.rope = {{"rope", 14.66e6, 2.082, 1e-3, {"cabin_hitch", "drive", "deviation_sheave", "counterweight_hitch"}}};
  s.drive = {"", 22, 0.2, 45, {"cabin", "counterweight"}};
  return s;
}

/// 2:1, 45 m, compensation chain.
inline Structure mid_rise(double termination = 1e12, double support = 1e12) {
  Structure s;
  s.body = {{"cabin", 1450, 0, 0, true}, {"counterweight", 1950, 45, 0, false}, {"machine", 400, 49, support, false}};
  s.sheave = {{"cabin_sheave_1", "cabin", 0, 0.16, 0.2}, {"cabin_sheave_2", "cabin", 0, 0.16, 0.2},
              {"counterweight_sheave", "counterweight", 0, 0.16, 0.2}};
  s.anchor = {{"cabin_anchor", "", 49, termination}, {"counterweight_anchor", "", 49, termination}};
  s.rope = {{"rope", 20.23e6, 1.82, 1e-3,
             {"cabin_anchor", "cabin_sheave_1", "cabin_sheave_2", "drive", "counterweight_sheave", "counterweight_anchor"}}};
  s.chain = {{"chain", {"cabin", "counterweight"}, 3.64, 45}};
  s.drive = {"machine", 0, 0.16, 2, {"cabin", "counterweight"}};
  return s;
}

/// 1:1, 500 m, compensation ropes with a tension mass 2 m below the lowest cabin.
inline Structure high_rise(double termination = 1e12, double support = 1e12) {
  Structure s;
  s.body = {{"cabin", 3500, 0, 0, true}, {"counterweight", 4300, 500, 0, false}, {"machine", 25000, 508, support, false},
            {"tension_mass", 3000, -2, 0, false}};
  s.sheave = {{"deviation_sheave", "machine", 0, 0.5, 20}, {"compensation_sheave", "tension_mass", 0, 0.5, 20}};
  s.anchor = {{"cabin_hitch", "cabin", 0, termination}, {"counterweight_hitch", "counterweight", 0, termination},
              {"cabin_tail", "cabin", 0, 0}, {"counterweight_tail", "counterweight", 0, 0}};
  s.rope = {{"rope", 138.7e6, 12.6, 1e-3, {"cabin_hitch", "drive", "deviation_sheave", "counterweight_hitch"}},
            {"compensation", 138.7e6, 12.6, 1e-3, {"cabin_tail", "compensation_sheave", "counterweight_tail"}}};
  s.drive = {"machine", 0, 0.5, 400, {"cabin", "counterweight"}};
  return s;
}

/// 4:1 block and tackle on a drum.
inline Structure hoist() {
  Structure s;
  s.body = {{"hook", 2000, 5, 0, true}};
  s.sheave = {{"lower_1", "hook", 0, 0.15, 0.3}, {"upper", "", 20, 0.15, 0.3}, {"lower_2", "hook", 0, 0.15, 0.3}};
  s.anchor = {{"dead_end", "", 20, 0}};
  s.rope = {{"rope", 8e6, 0.9, 1e-3, {"dead_end", "lower_1", "upper", "lower_2", "drive"}}};
  s.drive = {"", 20, 0.2, 5, {"hook"}};
  return s;
}

/// Inputs as functions of time; counts and keeps warnings.
class Hooks final : public integration::StepHooks {
 public:
  using Input = std::function<void(double, Reeving::Values<double>&)>;
  Hooks(double end_time, Reeving::Values<double>& values, const Input& input) : StepHooks(end_time), values_(values), input_(input) {}
  void inputs_at(double t) override { if (input_) input_(t, values_); }
  void warn(const std::string& message) override { warnings.push_back(message); }
  std::vector<std::string> warnings;

 private:
  Reeving::Values<double>& values_;
  const Input& input_;
};

/// One instance with its values and state.
struct Instance {
  explicit Instance(Structure structure) : model(std::move(structure)), values(model.defaults<double>()), state(model.blank_state()) {}
  void initialise() {
    model.initialise(0, values, state);
    time = 0;
    outputs();
  }
  void outputs() { model.outputs<double>(time, state.x, state, values); }
  void advance(double end) {
    Hooks hooks(end, values, input);
    time = model.advance(time, values, state, hooks);
    warnings.insert(warnings.end(), hooks.warnings.begin(), hooks.warnings.end());
  }
  void step(double end) {
    advance(end);
    outputs();
  }

  Reeving model;
  Reeving::Values<double> values;
  Reeving::State state;
  double time{};
  Hooks::Input input;
  std::vector<std::string> warnings;
};

/// The variants of the paper: modes, sheave model, formulation.
struct Variant {
  const char* name;
  int modes, sheaves, formulation, freedoms;
};
inline constexpr Variant kVariants[] = {{"ALEM 0 modes, massless", 0, 2, 1, 5},
                                        {"ALEM 0 modes, inertia", 0, 1, 1, 7},
                                        {"ALEM 3 modes, massless", 3, 2, 1, 17},
                                        {"ALEM 3 modes, inertia", 3, 1, 1, 19},
                                        {"ALE-ANCF, inertia", 3, 1, 2, 15}};

inline void apply(const Variant& variant, Reeving::Values<double>& values) {
  values.rope_axial_modes.assign(values.rope_axial_modes.size(), variant.modes);
  values.rope_formulation.assign(values.rope_formulation.size(), variant.formulation);
  values.sheaves_model = variant.sheaves;
}

}  // namespace reeve::test
