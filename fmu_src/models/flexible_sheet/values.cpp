#include "models/flexible_sheet/values.hpp"

#include "models/flexible_sheet/states.hpp"
#include "models/solver_choice.hpp"

namespace reeve::models::flexible_sheet {
namespace {

using namespace variables;

enum : std::uint32_t {
  kInputs = 1 * kGroup,
  kOutputs = 2 * kGroup,
  kParameters = 3 * kGroup,
  kEnergies = 4 * kGroup,
  kNodeX = 5 * kGroup,
  kNodeY = 6 * kGroup,
  kNodeZ = 7 * kGroup,
};

const Names kHeight{"clamp_height"};

template <class S>
void inputs(Values<S>& v, List& list) {
  list.input(kInputs + 0, "clamp_height", unit::metre,
             "Height that the clamped edge goes to, positive up; at the start it is there", v.clamp_height)
      .range(-1e3, 1e3)
      .nominal(0.1);
  list.input(kInputs + 1, "clamp_angle", unit::radian,
             "Angle of the clamped edge's tangent against the horizontal, positive lifts the sheet", v.clamp_angle)
      .range(-100, 100)
      .nominal(0.5);
  list.input(kInputs + 2, "clamp_height_rate", unit::metre_per_second,
             "Time derivative of clamp_height, so that the clamp follows without lag; 0 if unknown",
             v.clamp_height_rate)
      .range(-1e3, 1e3)
      .nominal(0.1);
  list.input(kInputs + 3, "clamp_angle_rate", unit::radian_per_second,
             "Time derivative of clamp_angle, so that the clamp follows without lag; 0 if unknown", v.clamp_angle_rate)
      .range(-1e3, 1e3)
      .nominal(0.5);
}

template <class S>
void outputs(Values<S>& v, const Names& shape, const StateNames& states, List& list) {
  list.output(kOutputs + 0, "tip_x", unit::metre,
              "Middle of the free edge: distance from the clamped edge along x, horizontal", v.tip_x)
      .nominal(0.1)
      .follows(states.x)
      .initially(shape);
  list.output(kOutputs + 1, "tip_y", unit::metre, "Middle of the free edge: height, positive up", v.tip_y)
      .nominal(0.1)
      .follows(states.y)
      .initially(shape + kHeight);
  list.output(kOutputs + 2, "max_drop", unit::metre,
              "How far the lowest node lies below the clamped edge (free sheet: below its master node)", v.max_drop)
      .nominal(0.1)
      .follows(states.shape)
      .initially(shape);
  list.output(kOutputs + 3, "corner_spread", unit::metre,
              "How far each corner of the free edge lies outside the width, positive outwards", v.corner_spread)
      .nominal(0.01)
      .follows(states.shape)
      .initially(shape);
  list.output(kOutputs + 4, "clamp_position", unit::metre,
              "Height of the clamped edge, which follows clamp_height (free sheet: of its master node)",
              v.clamp_position)
      .nominal(nominal::kLength)
      .follows(states.height)
      .initially(kHeight);
  list.output(kOutputs + 5, "total_energy", unit::joule, "Elastic, kinetic and gravity energy, the last from height 0",
              v.total_energy)
      .nominal(0.01)
      .follows(states.motion)
      .initially(shape + kHeight);
  list.local(kEnergies + 0, "elastic_energy", unit::joule, "Energy of bending and of the loop springs",
             v.elastic_energy)
      .nominal(0.01);
  list.local(kEnergies + 1, "kinetic_energy", unit::joule, "Kinetic energy of all nodes", v.kinetic_energy)
      .nominal(0.01);
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

template <class S>
void nodes(const Structure& structure, Values<S>& v, const Names& shape, const StateNames& states, List& list) {
  const auto n1 = static_cast<std::uint32_t>(structure.nodes_length),
             n2 = static_cast<std::uint32_t>(structure.nodes_width);
  const auto node = [&](std::uint32_t reference, const char* name, const char* what, std::vector<S>& field,
                        const Names& follows) {
    const std::string where =
        " of node [i,k], i from the clamped edge along the length, k across the width from z < 0 (FMI 2.0: nodes of "
        "both side edges, the free edge and the centre line)";
    return list.output(reference, name, unit::metre, what + where, field)
        .nominal(0.1)
        .shape({n1, n2})
        .listed(outline_and_centre_line(n1, n2))
        .follows(follows)
        .initially(shape);
  };
  node(kNodeX, "node_x", "Coordinate x", v.node_x, states.x);
  node(kNodeY, "node_y", "Height", v.node_y, states.y).initially(shape + kHeight);
  node(kNodeZ, "node_z", "Coordinate z, along the width,", v.node_z, states.z);
}

const Enumeration kJoint{"SheetJoint",
                         {{"paper", "as published"}, {"chord_preserving", "keeps the distance of nodes"}}};
const Enumeration kTree{"SheetTree",
                        {{"comb", "ribs along the length"},
                         {"ribs", "ribs along the width"},
                         {"ribs_centre", "ribs with the master at the centre"},
                         {"comb_centre", "comb with the master at the centre"}}};
const Enumeration kElement{"SheetElement", {{"corotational", ""}, {"vector_quadratic", ""}}};
const Enumeration kBoundary{"SheetBoundary", {{"clamped", "at one edge"}, {"free", "by nothing"}}};
const Enumeration kStart{"SheetStart", {{"flat", ""}, {"equilibrium", "under its weight"}}};

template <class S>
void parameters(Values<S>& v, bool fed, List& list) {
  const auto put = [&](std::uint32_t number, const char* name, const auto& unit_or_choices, const char* description,
                       auto& field) {
    return list.parameter(kParameters + number, name, unit_or_choices, description, field);
  };
  put(0, "sheet.length", unit::metre, "Length L from the clamped edge to the free one", v.sheet.length)
      .range(1e-4, 1e3);
  put(1, "sheet.width", unit::metre, "Width W of the clamped edge", v.sheet.width).range(1e-4, 1e3);
  put(2, "sheet.thickness", unit::metre, "Thickness t", v.sheet.thickness).range(1e-8, 1).nominal(1e-4);
  put(3, "sheet.E", unit::pascal, "Young's modulus", v.sheet.E).range(1, 1e13).nominal(1e9);
  put(4, "sheet.nu", unit::none, "Poisson's ratio", v.sheet.nu).range(0, 0.49);
  put(5, "sheet.density", unit::kilogram_per_metre3, "Mass per volume", v.sheet.density).range(1e-3, 1e5).nominal(1000);
  put(6, "sheet.loop_stiffness", unit::none,
      "Springs on edges of the mesh that are no joints, as a part of the membrane stiffness E t; 0 = none, bending "
      "only",
      v.sheet.loop_stiffness)
      .range(0, 10)
      .nominal(1e-3);
  put(7, "sheet.damping", unit::second, "Damping beta of the material: stress = E (strain + beta strain rate)",
      v.sheet.damping)
      .range(0, 10)
      .nominal(1e-3);
  put(8, "sheet.joint", kJoint, "How a node hangs on its parent", v.sheet.joint);
  put(9, "sheet.tree", kTree, "How the nodes hang together", v.sheet.tree);
  put(10, "sheet.element", kElement, "Plate force", v.sheet.element);
  if (!fed) {
    put(11, "sheet.boundary", kBoundary, "What holds the sheet", v.sheet.boundary).sizes_states();
    put(12, "start", kStart, "Shape at the start, at rest", v.start);
  }
  put(13, "gravity", unit::metre_per_second2, "Acceleration of gravity, along -y", v.gravity).range(0, 1e3);
  put(14, "clamp.bandwidth", unit::radian_per_second,
      "How fast the clamp follows clamp_height and clamp_angle, critically damped", v.clamp.bandwidth)
      .range(0.1, 1e4);
  put(15, "solver.method", kSolverMethod, "Which solver makes the internal steps", v.solver.method);
  put(16, "solver.step", unit::second, "Largest internal step", v.solver.step).range(1e-7, 1);
  put(17, "solver.tolerance", unit::none, "Relative error allowed per internal step", v.solver.tolerance)
      .range(1e-12, 1e-2)
      .takes_tolerance();
}

}  // namespace

Names start_shape(bool fed) {
  const Names shape{"clamp_angle", "sheet.length",  "sheet.width", "sheet.thickness",      "sheet.E",
                    "sheet.nu",    "sheet.density", "gravity",     "sheet.loop_stiffness", "sheet.joint",
                    "sheet.tree",  "sheet.element"};
  return fed ? shape : shape + Names{"sheet.boundary", "start"};
}

template <class S>
void fields(const Structure& structure, Values<S>& v, List& list) {
  const bool fed = !structure.nip.empty();
  const Names shape = start_shape(fed);
  const StateNames states(structure, v.sheet.boundary);
  inputs(v, list);
  outputs(v, shape, states, list);
  nodes(structure, v, shape, states, list);
  parameters(v, fed, list);
  nip_fields(structure, v, shape + kHeight, list);
}
template void fields(const Structure&, Values<double>&, List&);
template void fields(const Structure&, Values<math::Dual>&, List&);

}  // namespace reeve::models::flexible_sheet
