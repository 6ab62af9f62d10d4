#include "models/cable_conduit/values.hpp"

namespace reeve::models::cable_conduit {
namespace {

using namespace variables;

enum : std::uint32_t {
  kInputs = 1 * kGroup,
  kOutputs = 2 * kGroup,
  kParameters = 3 * kGroup,
  kTension = 4 * kGroup,
  kRadii = 5 * kGroup,
  kFrictions = 6 * kGroup,
};

/// What an end of the cable may be given; the tensions of both ends reach through the whole cable when it slips.
const Names kEnds{"proximal_displacement", "proximal_tension", "distal_displacement", "distal_tension"};

/// At the start the cable goes from the pretensioned state to the inputs. Elongation has a say in everything, friction in all but
/// the slack, the load spring in all but the fronts. A load mass makes a difference where two given tensions are too far apart,
/// and no proximal tension leaves slack at the start: it takes the cable in.
const Names kElongation{
    "proximal_displacement", "distal_displacement", "distal_tension", "conduit.length", "conduit.stiffness",
    "cable.stiffness",       "pretension",          "input.mode",     "load.mode"};
const Names kFriction{"proximal_tension", "conduit.model", "conduit.radius", "friction.mu"};
const Names kSpringOnly{"load.stiffness"};
const Names kMass{"load.mass"};

/// One value for the whole conduit or one per segment, as the description says.
template <class S>
Row along(List& list, bool varies, std::uint32_t reference, const char* name, const Unit& unit,
          const std::string& description, std::vector<S>& field) {
  return varies ? list.parameter(reference, name, unit, description + "; one per segment, from the proximal end", field)
                : list.parameter(reference, name, unit, description, field[0]);
}

template <class S>
void inputs(Values<S>& v, List& list) {
  list.input(kInputs + 0, "proximal_displacement", unit::metre,
             "Displacement of the proximal end, positive pulls it out of the conduit (input.mode = 1)",
             v.proximal_displacement)
      .range(-1e3, 1e3)
      .nominal(0.02);
  list.input(kInputs + 1, "proximal_tension", unit::newton, "Tension at the proximal end (input.mode = 2)",
             v.proximal_tension)
      .range(0, 1e9)
      .nominal(100);
  list.input(kInputs + 2, "distal_displacement", unit::metre,
             "Displacement of the distal end, positive pulls it out of the conduit (load.mode = 2)",
             v.distal_displacement)
      .range(-1e3, 1e3)
      .nominal(0.02);
  list.input(kInputs + 3, "distal_tension", unit::newton,
             "Tension at the distal end, or with a load mass the force that pulls on it, positive outwards (load.mode "
             "= 3)",
             v.distal_tension)
      .range(0, 1e9)
      .nominal(100);
}

template <class S>
void outputs(Values<S>& v, List& list) {
  const Names displacement = kElongation + kFriction + kSpringOnly, all = displacement + kMass;
  const Names fronts = kElongation + kFriction, slack = kElongation + kSpringOnly;
  const auto put = [&](std::uint32_t number, const char* name, const Unit& unit, const char* description, double size,
                       const Names& initially, S& field) {
    list.output(kOutputs + number, name, unit, description, field).nominal(size).depends(kEnds).initially(initially);
  };
  put(0, "input_tension", unit::newton, "Tension at the proximal end, positive pulls", 100, all, v.input_tension);
  put(1, "output_tension", unit::newton, "Tension at the distal end, positive pulls", 100, all, v.output_tension);
  put(2, "output_displacement", unit::metre,
      "Displacement of the distal end, positive into the conduit: the way the input pulls it", 0.02, displacement,
      v.output_displacement);
  put(3, "front_position", unit::metre,
      "How far from the proximal end its last motion reaches; conduit.length if all moves", 1, fronts,
      v.front_position);
  put(4, "slack_length", unit::metre, "Length of cable that hangs loose, 0 while it is tight", 0.01, slack,
      v.slack_length);
  put(5, "moving_fraction", unit::none, "Part of the cable that takes part in the last motion of its ends, 0 to 1", 1,
      fronts, v.moving_fraction);
  put(6, "dissipated_energy", unit::joule, "Energy lost to friction in the conduit since it was laid, never falls", 0.1,
      all, v.dissipated_energy);
  list.output(kTension, "tension", unit::newton, "Tension between the segments and at both ends, from the proximal end",
              v.tension)
      .nominal(100)
      .depends(kEnds)
      .initially(all);
}

const Enumeration kModel{"ConduitModel", {{"curve", "continuous"}, {"pegs", "a chain of pegs, one per segment"}}};
const Enumeration kInput{"InputMode", {{"displacement", ""}, {"tension", ""}}};
const Enumeration kLoad{"LoadMode", {{"spring", ""}, {"displacement", ""}, {"tension", ""}}};

template <class S>
void parameters(const Structure& structure, Values<S>& v, List& list) {
  list.parameter(kParameters + 0, "conduit.model", kModel, "How the conduit bends", v.conduit.model);
  list.parameter(kParameters + 1, "conduit.length", unit::metre, "Length of the conduit along its axis",
                 v.conduit.length)
      .range(1e-6, 1e4);
  along(list, structure.radius_varies, kRadii, "conduit.radius", unit::metre,
        "Radius of curvature; 1e9 or more is straight", v.conduit.radius)
      .positive();
  list.parameter(kParameters + 2, "conduit.stiffness", unit::newton,
                 "Axial rigidity of the conduit, in series with the cable's; 0 = rigid", v.conduit.stiffness)
      .range(0, 1e15);
  along(list, structure.friction_varies, kFrictions, "friction.mu", unit::none,
        "Coulomb friction coefficient between cable and conduit", v.friction.mu)
      .min(0)
      .tunable();
  list.parameter(kParameters + 3, "cable.stiffness", unit::newton, "Axial rigidity EA of the cable", v.cable.stiffness)
      .range(1e-6, 1e15)
      .nominal(1e4);
  list.parameter(kParameters + 4, "pretension", unit::newton, "Tension of the whole cable as laid, before an end moves",
                 v.pretension)
      .range(0, 1e9);
  list.parameter(kParameters + 5, "input.mode", kInput, "What moves the proximal end", v.input.mode);
  list.parameter(kParameters + 6, "load.mode", kLoad, "What holds the distal end", v.load.mode);
  list.parameter(kParameters + 7, "load.stiffness", unit::newton_per_metre,
                 "Spring at the distal end, which pulls with the pretension where it was laid", v.load.stiffness)
      .range(1e-6, 1e15)
      .nominal(1e4);
  list.parameter(kParameters + 8, "load.mass", unit::kilogram,
                 "Mass at the distal end; 0 = none, and the outputs follow at once", v.load.mass)
      .range(0, 1e9);
  list.parameter(kParameters + 9, "load.damping", unit::newton_second_per_metre,
                 "Damper beside the load spring, acts with a load mass", v.load.damping)
      .range(0, 1e9);
  list.parameter(kParameters + 10, "solver.tolerance", unit::none,
                 "Relative error allowed per internal step of the load mass", v.solver.tolerance)
      .range(1e-13, 1e-2)
      .takes_tolerance();
}

}  // namespace

template <class S>
Values<S> defaults(const Structure& structure) {
  Values<S> v;
  if (structure.radius_varies) v.conduit.radius.assign(structure.segments, S(0.25));
  if (structure.friction_varies) v.friction.mu.assign(structure.segments, S(0.1));
  v.tension.assign(structure.segments + 1, S(0));
  return v;
}
template Values<double> defaults(const Structure&);
template Values<math::Dual> defaults(const Structure&);

template <class S>
void fields(Values<S>& v, const Structure& structure, List& list) {
  inputs(v, list);
  outputs(v, list);
  parameters(structure, v, list);
}
template void fields(Values<double>&, const Structure&, List&);
template void fields(Values<math::Dual>&, const Structure&, List&);

}  // namespace reeve::models::cable_conduit
