/// FlexibleSheet: its variables, and how it is built from a description.
#include "models/flexible_sheet/flexible_sheet.hpp"

#include "fmus/bind.hpp"
#include "fmus/flexible_sheet/nips.hpp"

namespace reeve::fmus {
namespace {

using namespace fmi;
using models::FlexibleSheet;

enum : std::uint32_t {
  kInputs = 1 * VariableTable::kGroup,
  kOutputs = 2 * VariableTable::kGroup,
  kParameters = 3 * VariableTable::kGroup,
  kEnergies = 4 * VariableTable::kGroup,
  kNodeX = 5 * VariableTable::kGroup,
  kNodeY = 6 * VariableTable::kGroup,
  kNodeZ = 7 * VariableTable::kGroup,
};

using Names = std::vector<std::string>;
Names operator+(Names a, const Names& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// At the start the sheet is flat or hangs under its weight: its shape follows from these. `fed`: a sheet that passes nips is
/// free and flat, and has no such choice.
Names shape_of(bool fed) {
  const Names shape{"clamp_angle",   "sheet.length", "sheet.width",          "sheet.thickness", "sheet.E", "sheet.nu",
                    "sheet.density", "gravity",      "sheet.loop_stiffness", "sheet.joint",     "sheet.tree",
                    "sheet.element"};
  return fed ? shape : shape + Names{"sheet.boundary", "start"};
}
const Names kHeight{"clamp_height"};

void declare_inputs_and_outputs(Declaration<FlexibleSheet>& d, const Names& shape) {
  d.input(kInputs + 0, "clamp_height", unit::metre,
          "Height that the clamped edge goes to, positive up; at the start it is there", FIELD(clamp_height))
      .range(-1e3, 1e3)
      .nominal(0.1);
  d.input(kInputs + 1, "clamp_angle", unit::radian,
          "Angle of the clamped edge's tangent against the horizontal, positive lifts the sheet", FIELD(clamp_angle))
      .range(-100, 100)
      .nominal(0.5);
  d.input(kInputs + 2, "clamp_height_rate", unit::metre_per_second,
          "Time derivative of clamp_height, so that the clamp follows without lag; 0 if unknown", FIELD(clamp_height_rate))
      .range(-1e3, 1e3)
      .nominal(0.1);
  d.input(kInputs + 3, "clamp_angle_rate", unit::radian_per_second,
          "Time derivative of clamp_angle, so that the clamp follows without lag; 0 if unknown", FIELD(clamp_angle_rate))
      .range(-1e3, 1e3)
      .nominal(0.5);

  d.output(kOutputs + 0, "tip_x", unit::metre, "Middle of the free edge: distance from the clamped edge along x, horizontal",
           FIELD(tip_x))
      .nominal(0.1)
      .initially(shape);
  d.output(kOutputs + 1, "tip_y", unit::metre, "Middle of the free edge: height, positive up", FIELD(tip_y))
      .nominal(0.1)
      .initially(shape + kHeight);
  d.output(kOutputs + 2, "max_drop", unit::metre,
           "How far the lowest node lies below the clamped edge (free sheet: below its master node)", FIELD(max_drop))
      .nominal(0.1)
      .initially(shape);
  d.output(kOutputs + 3, "corner_spread", unit::metre,
           "How far each corner of the free edge lies outside the width, positive outwards", FIELD(corner_spread))
      .nominal(0.01)
      .initially(shape);
  d.output(kOutputs + 4, "clamp_position", unit::metre,
           "Height of the clamped edge, which follows clamp_height (free sheet: of its master node)", FIELD(clamp_position))
      .nominal(0.1)
      .initially(kHeight);
  d.output(kOutputs + 5, "total_energy", unit::joule, "Elastic, kinetic and gravity energy, the last from height 0",
           FIELD(total_energy))
      .nominal(0.01)
      .initially(shape + kHeight);
  d.local(kEnergies + 0, "elastic_energy", unit::joule, "Energy of bending and of the loop springs", FIELD(elastic_energy))
      .nominal(0.01);
  d.local(kEnergies + 1, "kinetic_energy", unit::joule, "Kinetic energy of all nodes", FIELD(kinetic_energy)).nominal(0.01);
}

/// Nodes that FMI 2.0 names: what a side view and an outline are drawn from.
std::vector<std::uint32_t> outline_and_centre_line(std::uint32_t n1, std::uint32_t n2) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t i = 0; i < n1; ++i) {
    for (std::uint32_t k = 0; k < n2; ++k) {
      if (i == n1 - 1 || k == 0 || k == n2 / 2 || k == n2 - 1) out.push_back(i * n2 + k);
    }
  }
  return out;
}

void declare_nodes(Declaration<FlexibleSheet>& d, const FlexibleSheet::Structure& structure, const Names& shape) {
  const auto n1 = static_cast<std::uint32_t>(structure.nodes_length), n2 = static_cast<std::uint32_t>(structure.nodes_width);
  const auto node = [&](std::uint32_t reference, const char* name, const char* what, auto at) {
    const std::string where = " of node [i,k], i from the clamped edge along the length, k across the width from z < 0 (FMI 2.0: nodes of "
                              "both side edges, the free edge and the centre line)";
    return d.output(reference, name, unit::metre, what + where, at)
        .nominal(0.1)
        .shape({n1, n2})
        .listed(outline_and_centre_line(n1, n2))
        .initially(shape);
  };
  node(kNodeX, "node_x", "Coordinate x", FIELD(node_x));
  node(kNodeY, "node_y", "Height", FIELD(node_y)).initially(shape + kHeight);
  node(kNodeZ, "node_z", "Coordinate z, along the width,", FIELD(node_z));
}

void declare_parameters(Declaration<FlexibleSheet>& d, bool fed) {
  const auto real = [&](std::uint32_t number, const char* name, const Unit& unit, const char* description, auto at) {
    return d.parameter(kParameters + number, name, unit, description, at);
  };
  real(0, "sheet.length", unit::metre, "Length L from the clamped edge to the free one", FIELD(sheet.length)).range(1e-4, 1e3);
  real(1, "sheet.width", unit::metre, "Width W of the clamped edge", FIELD(sheet.width)).range(1e-4, 1e3);
  real(2, "sheet.thickness", unit::metre, "Thickness t", FIELD(sheet.thickness)).range(1e-8, 1).nominal(1e-4);
  real(3, "sheet.E", unit::pascal, "Young's modulus", FIELD(sheet.E)).range(1, 1e13).nominal(1e9);
  real(4, "sheet.nu", unit::none, "Poisson's ratio", FIELD(sheet.nu)).range(0, 0.49);
  real(5, "sheet.density", unit::kilogram_per_metre3, "Mass per volume", FIELD(sheet.density)).range(1e-3, 1e5).nominal(1000);
  real(6, "sheet.loop_stiffness", unit::none,
       "Springs on edges of the mesh that are no joints, as a part of the membrane stiffness E t; 0 = none, bending only",
       FIELD(sheet.loop_stiffness))
      .range(0, 10)
      .nominal(1e-3);
  real(7, "sheet.damping", unit::second, "Damping beta of the material: stress = E (strain + beta strain rate)",
       FIELD(sheet.damping))
      .range(0, 10)
      .nominal(1e-3);
  real(8, "sheet.joint", unit::none, "1 joint of the paper, 2 chord-preserving", FIELD(sheet.joint)).range(1, 2);
  real(9, "sheet.tree", unit::none,
       "1 comb (ribs along the length), 2 ribs along the width, 3 ribs and 4 comb with the master at the centre", FIELD(sheet.tree))
      .range(1, 4);
  real(10, "sheet.element", unit::none, "Plate force: 1 corotational, 2 vector-quadratic", FIELD(sheet.element)).range(1, 2);
  if (!fed) {
    real(11, "sheet.boundary", unit::none, "1 clamped edge, 2 free sheet", FIELD(sheet.boundary)).range(1, 2);
    real(12, "start", unit::none, "At the start: 1 flat, 2 in equilibrium under its weight; at rest in both", FIELD(start)).range(1, 2);
  }
  real(13, "gravity", unit::metre_per_second2, "Acceleration of gravity, along -y", FIELD(gravity)).range(0, 1e3);
  real(14, "clamp.bandwidth", unit::radian_per_second,
       "How fast the clamp follows clamp_height and clamp_angle, critically damped", FIELD(clamp.bandwidth))
      .range(0.1, 1e4);
  real(15, "solver.method", unit::none, "1 automatic, 2 explicit (dopri5), 3 implicit (linearly implicit Runge-Kutta)",
       FIELD(solver.method))
      .range(1, 3);
  real(16, "solver.step", unit::second, "Largest internal step", FIELD(solver.step)).range(1e-7, 1);
  real(17, "solver.tolerance", unit::none, "Relative error allowed per internal step", FIELD(solver.tolerance))
      .range(1e-12, 1e-2)
      .takes_tolerance();
}

void declare(Declaration<FlexibleSheet>& d, const FlexibleSheet& model) {
  const auto& structure = model.structure();
  const bool fed = !structure.nip.empty();
  const Names shape = shape_of(fed);
  declare_inputs_and_outputs(d, shape);
  declare_nodes(d, structure, shape);
  declare_parameters(d, fed);
  declare_nips(d, structure.nip, shape + kHeight);
}

int nodes(const description::Reader& sheet, const char* key, int usual) {
  constexpr int kMost = 401;
  const auto count = sheet.integer(key, usual);
  if (count < 3 || count > kMost) {
    sheet.fail(key, "expected 3 to " + std::to_string(kMost) + " nodes, found " + std::to_string(count));
  }
  return static_cast<int>(count);
}

FlexibleSheet::Structure structure_of(const description::Reader& description) {
  FlexibleSheet::Structure structure;
  structure.nip = nips_of(description);
  if (!description.has("sheet")) return structure;
  const auto sheet = description.table("sheet");
  structure.nodes_length = nodes(sheet, "nodes_length", structure.nodes_length);
  structure.nodes_width = nodes(sheet, "nodes_width", structure.nodes_width);
  if (structure.nodes_width % 2 == 0) {
    sheet.fail("nodes_width", "found " + std::to_string(structure.nodes_width) +
                                  ": expected an odd number, for the master node and the tip sit in the middle");
  }
  if (structure.nodes_length * structure.nodes_width > FlexibleSheet::kMostNodes) {
    sheet.fail("nodes_length", "times nodes_width makes more than " + std::to_string(FlexibleSheet::kMostNodes) + " nodes");
  }
  sheet.refuse_unknown();
  return structure;
}

Experiment experiment_of(const description::Reader& description, const FlexibleSheet::Structure& structure) {
  Experiment experiment{.stop = 1.0, .step = 1e-3, .tolerance = structure.nip.empty() ? 1e-6 : FlexibleSheet::kNipTolerance};
  if (!description.has("experiment")) return experiment;
  const auto table = description.table("experiment");
  experiment.stop = table.number("stop", experiment.stop);
  if (!(experiment.stop > 0)) table.fail("stop", "expected greater than 0");
  table.refuse_unknown();
  return experiment;
}

std::unique_ptr<Model> build(const description::Reader& description) {
  auto structure = structure_of(description);
  Identity identity{.identifier = description.text("name", "FlexibleSheet"),
                    .description = description.text("description", "A flexible sheet (paper, film, foil) clamped at a moving edge or free: "
                                                                   "large bending in relative coordinates, O(n)"),
                    .experiment = experiment_of(description, structure),
                    .terminals = {{"clamp",
                                   "The clamped edge: height and angle in with their rates",
                                   {"clamp_height", "clamp_angle", "clamp_height_rate", "clamp_angle_rate"}}},
                    .theory = "sheet",
                    .sketch = "flexible-sheet"};
  for (auto& terminal : terminals_of(structure.nip)) identity.terminals.push_back(std::move(terminal));
  return std::make_unique<Bound<FlexibleSheet>>(std::move(structure), std::move(identity), &declare);
}

}  // namespace

const ModelKind& flexible_sheet() {
  static constexpr ModelKind kind{"FlexibleSheet", &build};
  return kind;
}

}  // namespace reeve::fmus
