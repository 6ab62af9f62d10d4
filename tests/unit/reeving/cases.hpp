#pragma once
// Reevings used by several tests, and a small driver that advances one without FMI.
#include <cmath>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include "description/document.hpp"
#include "fmus/reeving/structure_reader.hpp"
#include "integration/step_hooks.hpp"
#include "models/reeving/reeving.hpp"

namespace reeve::test {

using models::Reeving;
using models::Structure;

inline Structure described(const std::string& text, const std::string& origin = "test.toml") {
  const auto node = description::parse(text, origin);
  return fmus::read_structure(description::Reader(node, origin));
}

/// What resources/reevings/<name>.toml describes.
inline Structure shipped(const std::string& name) {
  const std::string file = std::string(REEVE_SOURCE_DIR "/resources/reevings/") + name + ".toml";
  std::ifstream in(file);
  return described({std::istreambuf_iterator<char>(in), {}}, file);
}

/// A drum with two ropes: the sides share nothing but the drive.
inline constexpr const char* kTwoRopes = R"(
model = "Reeving"
name = "TwoRopes"
body = [{name = "cabin", mass = 1000, height = 2, loadable = true}, {name = "cw", mass = 900, height = 18}]
anchor = [{name = "a", on = "cabin", stiffness = 1e6}, {name = "b", on = "cw"}]
rope = [{name = "r1", EA = 1e7, density = 1, damping = 1e-3, path = ["a", "drive"]},
        {name = "r2", EA = 1e7, density = 1, damping = 1e-3, path = ["drive", "b"]}]
drive = {height = 22, radius = 0.3, inertia = 5, sides = ["cabin", "cw"]}
[start]
"ride.distance" = 5
)";

/// Terminations and supports as stiff as tables of rope formulas take them.
inline Structure rigid(Structure s) {
  constexpr double kRigid = 1e12;  // N/m
  for (auto& anchor : s.anchor) if (anchor.stiffness > 0) anchor.stiffness = kRigid;
  for (auto& body : s.body) if (body.stiffness > 0) body.stiffness = kRigid;
  return s;
}

/// The 100 m elevator of Escalona and Mohammadi.
inline Structure paper_elevator(double damping = 1e-3) {
  Structure s = shipped("elevator");
  s.rope[0].damping = damping;
  return s;
}
inline Structure low_rise() { return shipped("elevator-low-rise"); }
inline Structure mid_rise() { return shipped("elevator-mid-rise"); }
inline Structure high_rise() { return shipped("elevator-high-rise"); }
inline Structure hoist() { return shipped("hoist"); }

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
