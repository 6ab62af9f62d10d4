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
#include "models/reeving/model.hpp"
#include "support/run_model.hpp"

namespace reeve::test {

namespace reeving = models::reeving;
using reeving::Structure;
using Values = reeving::Values<double>;

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
  for (auto& anchor : s.anchor)
    if (anchor.stiffness > 0) anchor.stiffness = kRigid;
  for (auto& body : s.body)
    if (body.stiffness > 0) body.stiffness = kRigid;
  return s;
}

/// The 100 m elevator as Escalona and Mohammadi write it: the rope is tied to the drive sheave.
inline Structure paper_elevator(double damping = 1e-3) {
  Structure s = shipped("elevator");
  s.rope[0].damping = damping;
  s.drive.contact = static_cast<int>(reeving::ContactKind::tied);
  return s;
}
inline Structure low_rise() { return shipped("elevator-low-rise"); }
inline Structure mid_rise() { return shipped("elevator-mid-rise"); }
inline Structure high_rise() { return shipped("elevator-high-rise"); }
inline Structure hoist() { return shipped("hoist"); }

/// One instance with its values and state.
struct Instance : Run<reeving::Model> {
  using Input = std::function<void(double, Values&)>;
  explicit Instance(Structure structure) : Run(std::move(structure)) {}
  void step(double end) { step_to(end); }
  std::vector<double> frequencies() { return model.frequencies(values, state); }
  double& time = t;
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

inline void apply(const Variant& variant, Values& values) {
  for (auto& rope : values.rope) rope.axial_modes = variant.modes, rope.formulation = variant.formulation;
  values.sheaves_model = variant.sheaves;
}

}  // namespace reeve::test
