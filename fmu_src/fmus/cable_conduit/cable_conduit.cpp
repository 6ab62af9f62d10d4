/// CableConduit: its variables, and how it is built from a description.
#include "models/cable_conduit/cable_conduit.hpp"

#include "fmus/bind.hpp"

namespace reeve::fmus {
namespace {

using namespace fmi;
using models::CableConduit;

enum : std::uint32_t {
  kInputs = 1 * VariableTable::kGroup,
  kOutputs = 2 * VariableTable::kGroup,
  kParameters = 3 * VariableTable::kGroup,
  kTension = 4 * VariableTable::kGroup,
  kRadii = 5 * VariableTable::kGroup,
  kFrictions = 6 * VariableTable::kGroup,
};

/// What an end of the cable may be given; the tensions of both ends reach through the whole cable when it slips.
const std::vector<std::string> kEnds{"proximal_displacement", "proximal_tension", "distal_displacement",
                                     "distal_tension"};

using Names = std::vector<std::string>;
Names operator+(Names a, const Names& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// At the start the cable goes from the pretensioned state to the inputs. Elongation has a say in everything, friction
/// in all but the slack, the load spring in all but the fronts. A load mass makes a difference where two given tensions
/// are too far apart, and no proximal tension leaves slack at the start: it takes the cable in.
const Names kElongation{
    "proximal_displacement", "distal_displacement", "distal_tension", "conduit.length", "conduit.stiffness",
    "cable.stiffness",       "pretension",          "input.mode",     "load.mode"};
const Names kFriction{"proximal_tension", "conduit.model", "conduit.radius", "friction.mu"};
const Names kSpring{"load.stiffness"};
const Names kMass{"load.mass"};

/// One value for the whole conduit or one a segment, as the description says.
template <class At, class AtFirst>
Row along(Declaration<CableConduit>& d, bool varies, std::uint32_t reference, const char* name, const Unit& unit,
          const std::string& description, At all, AtFirst first) {
  return varies ? d.parameter(reference, name, unit, description + "; one a segment, from the proximal end", all)
                : d.parameter(reference, name, unit, description, first);
}

void declare(Declaration<CableConduit>& d, const CableConduit& model) {
  const auto& structure = model.structure();
  d.input(kInputs + 0, "proximal_displacement", unit::metre,
          "Displacement of the proximal end, positive pulls it out of the conduit (input.mode = 1)",
          FIELD(proximal_displacement))
      .range(-1e3, 1e3)
      .nominal(0.02);
  d.input(kInputs + 1, "proximal_tension", unit::newton, "Tension at the proximal end (input.mode = 2)",
          FIELD(proximal_tension))
      .range(0, 1e9)
      .nominal(100);
  d.input(kInputs + 2, "distal_displacement", unit::metre,
          "Displacement of the distal end, positive pulls it out of the conduit (load.mode = 2)",
          FIELD(distal_displacement))
      .range(-1e3, 1e3)
      .nominal(0.02);
  d.input(
       kInputs + 3, "distal_tension", unit::newton,
       "Tension at the distal end, or with a load mass the force that pulls on it, positive outwards (load.mode = 3)",
       FIELD(distal_tension))
      .range(0, 1e9)
      .nominal(100);

  const Names displacement = kElongation + kFriction + kSpring, all = displacement + kMass;
  const Names fronts = kElongation + kFriction, slack = kElongation + kSpring;
  const auto output = [&](std::uint32_t number, const char* name, const Unit& unit, const char* description,
                          double size, const Names& initially, auto at) {
    d.output(kOutputs + number, name, unit, description, at).nominal(size).depends(kEnds).initially(initially);
  };
  output(0, "input_tension", unit::newton, "Tension at the proximal end, positive pulls", 100, all,
         FIELD(input_tension));
  output(1, "output_tension", unit::newton, "Tension at the distal end, positive pulls", 100, all,
         FIELD(output_tension));
  output(2, "output_displacement", unit::metre,
         "Displacement of the distal end, positive into the conduit: the way the input pulls it", 0.02, displacement,
         FIELD(output_displacement));
  output(3, "front_position", unit::metre,
         "How far from the proximal end its last motion reaches; conduit.length if all moves", 1, fronts,
         FIELD(front_position));
  output(4, "slack_length", unit::metre, "Length of cable that hangs loose, 0 while it is tight", 0.01, slack,
         FIELD(slack_length));
  output(5, "moving_fraction", unit::none, "Part of the cable that takes part in the last motion of its ends, 0 to 1",
         1, fronts, FIELD(moving_fraction));
  output(6, "dissipated_energy", unit::joule, "Energy lost to friction in the conduit since it was laid, never falls",
         0.1, all, FIELD(dissipated_energy));
  d.output(kTension, "tension", unit::newton, "Tension between the segments and at both ends, from the proximal end",
           FIELD(tension))
      .nominal(100)
      .depends(kEnds)
      .initially(all);

  d.parameter(kParameters + 0, "conduit.model", unit::none, "1 continuous curve, 2 chain of pegs, one a segment",
              FIELD(conduit.model))
      .range(1, 2);
  d.parameter(kParameters + 1, "conduit.length", unit::metre, "Length of the conduit along its axis",
              FIELD(conduit.length))
      .range(1e-6, 1e4);
  along(d, structure.radius_varies, kRadii, "conduit.radius", unit::metre,
        "Radius of curvature; 1e9 or more is straight", FIELD(conduit.radius), FIELD(conduit.radius[0]))
      .positive();
  d.parameter(kParameters + 2, "conduit.stiffness", unit::newton,
              "Axial rigidity of the conduit, in series with the cable's; 0 = rigid", FIELD(conduit.stiffness))
      .range(0, 1e15);
  along(d, structure.friction_varies, kFrictions, "friction.mu", unit::none,
        "Coulomb friction coefficient between cable and conduit", FIELD(friction.mu), FIELD(friction.mu[0]))
      .min(0)
      .tunable();
  d.parameter(kParameters + 3, "cable.stiffness", unit::newton, "Axial rigidity EA of the cable",
              FIELD(cable.stiffness))
      .range(1e-6, 1e15)
      .nominal(1e4);
  d.parameter(kParameters + 4, "pretension", unit::newton, "Tension of the whole cable as laid, before an end moves",
              FIELD(pretension))
      .range(0, 1e9);
  d.parameter(kParameters + 5, "input.mode", unit::none, "Proximal end: 1 displacement, 2 tension", FIELD(input.mode))
      .range(1, 2);
  d.parameter(kParameters + 6, "load.mode", unit::none, "Distal end: 1 spring, 2 displacement, 3 tension",
              FIELD(load.mode))
      .range(1, 3);
  d.parameter(kParameters + 7, "load.stiffness", unit::newton_per_metre,
              "Spring at the distal end, which pulls with the pretension where it was laid", FIELD(load.stiffness))
      .range(1e-6, 1e15)
      .nominal(1e4);
  d.parameter(kParameters + 8, "load.mass", unit::kilogram,
              "Mass at the distal end; 0 = none, and the outputs follow at once", FIELD(load.mass))
      .range(0, 1e9);
  d.parameter(kParameters + 9, "load.damping", unit::newton_second_per_metre,
              "Damper beside the load spring, acts with a load mass", FIELD(load.damping))
      .range(0, 1e9);
  d.parameter(kParameters + 10, "solver.tolerance", unit::none,
              "Relative error allowed per internal step of the load mass", FIELD(solver.tolerance))
      .range(1e-13, 1e-2)
      .takes_tolerance();
}

CableConduit::Structure structure_of(const description::Reader& description) {
  CableConduit::Structure structure;
  if (!description.has("conduit")) return structure;
  const auto conduit = description.table("conduit");
  const auto segments = conduit.integer("segments", static_cast<std::int64_t>(structure.segments));
  if (segments < 1 || segments > static_cast<std::int64_t>(CableConduit::kMostSegments)) {
    conduit.fail("segments", "expected 1 to " + std::to_string(CableConduit::kMostSegments) + ", found " +
                                 std::to_string(segments));
  }
  structure.segments = static_cast<std::size_t>(segments);
  structure.radius_varies = conduit.boolean("radius_varies", false);
  structure.friction_varies = conduit.boolean("friction_varies", false);
  conduit.refuse_unknown();
  return structure;
}

std::unique_ptr<Model> build(const description::Reader& description) {
  Identity identity{.identifier = description.text("name", "CableConduit"),
                    .description =
                        "A cable in a curved conduit with Coulomb friction: stick, slip, slack and hysteresis between "
                        "actuator and load",
                    .experiment = {.stop = 4.0, .step = 1e-3, .tolerance = 1e-8},
                    .terminals = {{"proximal",
                                   "The actuator's end: displacement or tension in, tension out",
                                   {"proximal_displacement", "proximal_tension", "input_tension"}},
                                  {"distal",
                                   "The load's end: displacement or tension in, tension and displacement out",
                                   {"distal_displacement", "distal_tension", "output_tension", "output_displacement"}}},
                    .theory = "conduit",
                    .sketch = "cable-conduit"};
  return std::make_unique<Bound<CableConduit>>(structure_of(description), std::move(identity), &declare);
}

}  // namespace

const ModelKind& cable_conduit() {
  static constexpr ModelKind kind{"CableConduit", &build};
  return kind;
}

}  // namespace reeve::fmus
