#include "models/rope_pulley/values.hpp"

#include <algorithm>

#include "models/solver_choice.hpp"

namespace reeve::models::rope_pulley {
namespace {

using namespace variables;

enum : std::uint32_t {
  kInputs = 1 * kGroup,
  kOutputs = 2 * kGroup,
  kPulleyOutputs = 3 * kGroup,
  kParameters = 4 * kGroup,
  kPulleyParameters = 5 * kGroup,
  kNormal = 6 * kGroup,
  kFriction = 7 * kGroup,
  kAngle = 8 * kGroup,
  kVelocity = 9 * kGroup,
  kNodeX = 10 * kGroup,
  kNodeY = 11 * kGroup,
  kSpans = 12 * kGroup,
  kSlipArcs = 13 * kGroup,
  kMasses = 64,  ///< in the groups of inputs: behind the pulleys
  kStride = 16,
};

const Unit kTorquePerSpeed{"N.m.s", "RotationalDampingConstant", {1, 2, -1, 0, 0, 0, 0, 0}, {}};

const Enumeration kStrain{"Strain", {{"engineering", "|r'| - 1"}, {"Green", "(r'.r' - 1)/2"}}};
const Enumeration kFrictionLaw{"FrictionLaw",
                               {{"Quinn", "by the force on a node"},
                                {"regularised_Coulomb", ""},
                                {"bristle", "elastic sticking"},
                                {"six_parameter", "smooth, with a Stribeck peak"}}};
const Enumeration kContact{"ContactMethod", {{"nodal", "at the nodes"}, {"Gauss", "at Gauss points"}}};
const Enumeration kMotion{"MotionMode",
                          {{"inputs", "pulleys follow the inputs"}, {"internal", "pulleys move by motion.*"}}};

template <class S>
class Declarer {
 public:
  Declarer(Values<S>& values, const Structure& structure, List& to) : v{values}, s{structure}, list{to} {}

  void all() {
    inputs();
    rope_parameters();
    pulley_parameters();
    other_parameters();
    for (const auto& row : list.rows) {
      const bool acts_later = row.name.starts_with("solver.") || row.name.starts_with("motion.") ||
                              row.name.ends_with("damping") || row.name.ends_with(".inertia") ||
                              row.name.ends_with("_speed") || row.name.ends_with("_torque");
      if (row.is_settable() && row.type == Type::real && !acts_later) statics_.push_back(row.name);
    }
    outputs();
    arrays();
  }

 private:
  bool has(PulleyDrive drive) const {
    return std::any_of(s.pulley.begin(), s.pulley.end(), [drive](const auto& p) { return p.drive == drive; });
  }
  static std::uint32_t at(std::uint32_t group, std::size_t p) {
    return group + static_cast<std::uint32_t>(p) * kStride;
  }

  void inputs() {
    for (std::size_t p = 0; p < s.pulley.size(); ++p) {
      const std::string& name = s.pulley[p].name;
      const auto reference = kInputs + static_cast<std::uint32_t>(p);
      switch (s.pulley[p].drive) {
        case PulleyDrive::rim_speed:
          list.input(reference, name + "_speed", unit::metre_per_second,
                     "Circumferential speed of " + name + ", positive clockwise (motion.mode = 1)", v.wheel[p].command)
              .range(-1e3, 1e3)
              .nominal(0.1);
          break;
        case PulleyDrive::speed:
          list.input(reference, name + "_speed", unit::radian_per_second,
                     "Speed of " + name + ", positive clockwise (motion.mode = 1)", v.wheel[p].command)
              .range(-1e4, 1e4)
              .nominal(10);
          break;
        case PulleyDrive::torque:
          list.input(reference, name + "_torque", unit::newton_metre,
                     "Load on " + name + ", positive brakes clockwise rotation (motion.mode = 1)", v.wheel[p].command)
              .range(-1e9, 1e9)
              .nominal(10);
          break;
        case PulleyDrive::free:
          break;
      }
    }
    if (s.closed) return;
    list.input(kInputs + kMasses, "left_mass", unit::kilogram,
               "Mass at the left end of the rope; comes and goes with its velocity", v.left_mass)
        .range(1e-3, 1e9)
        .nominal(300);
    list.input(kInputs + kMasses + 1, "right_mass", unit::kilogram,
               "Mass at the right end of the rope; comes and goes with its velocity", v.right_mass)
        .range(1e-3, 1e9)
        .nominal(300);
  }

  void rope_parameters() {
    std::uint32_t next = kParameters;
    list.parameter(next++, "rope.length", unit::metre, "Reference length of the rope", v.rope.length).range(1e-3, 1e4);
    list.parameter(next++, "rope.diameter", unit::metre,
                   "Diameter of the round section that gives area and second moment", v.rope.diameter)
        .range(1e-6, 10);
    list.parameter(next++, "rope.E_axial", unit::pascal, "Modulus for stretching", v.rope.E_axial).range(1, 1e15);
    list.parameter(next++, "rope.E_bending", unit::pascal, "Modulus for bending", v.rope.E_bending).range(1, 1e15);
    list.parameter(next++, "rope.density", unit::kilogram_per_metre3, "Density of the rope", v.rope.density)
        .range(1e-3, 1e6);
    list.parameter(next++, "rope.damping", unit::second,
                   "Kelvin-Voigt damping time: stress = E (strain + damping strain rate)", v.rope.damping)
        .range(0, 1e3);
    list.parameter(next++, "rope.natural_curvature", unit::per_metre,
                   "Curvature of the unloaded rope, positive bends up from left to right", v.rope.natural_curvature)
        .range(-1e4, 1e4);
    list.parameter(next++, "rope.prestrain", unit::none, "Strain of the rope at its reference length", v.rope.prestrain)
        .range(-0.2, 0.5);
    list.parameter(next++, "rope.strain", kStrain, "Measure of axial strain", v.rope.strain);
  }

  void pulley_parameters() {
    for (std::size_t p = 0; p < s.pulley.size(); ++p) {
      const std::string& name = s.pulley[p].name;
      const std::uint32_t base = at(kPulleyParameters, p);
      list.parameter(base + 0, name + ".radius", unit::metre, "Radius of " + name + " at the rope's axis",
                     v.wheel[p].radius)
          .range(1e-4, 1e3);
      list.parameter(base + 1, name + ".x", unit::metre, "Centre of " + name + ", positive to the right", v.wheel[p].x)
          .range(-1e4, 1e4);
      list.parameter(base + 2, name + ".y", unit::metre, "Centre of " + name + ", positive up", v.wheel[p].y)
          .range(-1e4, 1e4);
      list.parameter(base + 3, name + ".stiffness", unit::newton_per_metre,
                     "Contact stiffness of " + name + " per contact.reference_length of rope", v.wheel[p].stiffness)
          .range(1, 1e15);
      list.parameter(base + 4, name + ".damping", unit::newton_second_per_metre,
                     "Contact damping of " + name + " per contact.reference_length of rope", v.wheel[p].damping)
          .range(0, 1e12);
      if (!s.pulley[p].follows()) continue;
      list.parameter(base + 5, name + ".inertia", unit::kilogram_metre2, "Rotary inertia of " + name,
                     v.wheel[p].inertia)
          .range(1e-9, 1e9);
      list.parameter(base + 6, name + ".bearing_damping", kTorquePerSpeed, "Torque of the bearing per speed of " + name,
                     v.wheel[p].bearing_damping)
          .range(0, 1e9);
    }
  }

  void other_parameters() {
    std::uint32_t next = kParameters + 64;
    list.parameter(next++, "contact.method", kContact, "Where the rope touches", v.contact.method);
    list.parameter(next++, "contact.reference_length", unit::metre,
                   "Length of rope for which contact stiffness and damping are given", v.contact.reference_length)
        .range(1e-6, 1e4);
    list.parameter(next++, "friction.law", kFrictionLaw, "Friction between rope and pulley", v.friction.law);
    list.parameter(next++, "friction.mu", unit::none, "Coefficient of friction", v.friction.mu).range(0, 10).tunable();
    list.parameter(next++, "friction.epsilon", unit::metre_per_second,
                   "Speed over the rim within which the laws 1, 2 and 4 rise", v.friction.epsilon)
        .range(1e-6, 1e3);
    list.parameter(next++, "friction.stiffness", unit::newton_per_metre,
                   "Bristles: stiffness per contact.reference_length of rope", v.friction.stiffness)
        .range(1, 1e15);
    list.parameter(next++, "friction.damping", unit::newton_second_per_metre,
                   "Bristles: damping per contact.reference_length of rope", v.friction.damping)
        .range(0, 1e12);
    list.parameter(next++, "friction.g1", unit::none, "Smooth law: height of the Stribeck peak", v.friction.g1)
        .range(0, 10)
        .tunable();
    list.parameter(next++, "friction.g2", unit::second_per_metre, "Smooth law: rise of the Stribeck peak",
                   v.friction.g2)
        .range(0, 1e6);
    list.parameter(next++, "friction.g3", unit::second_per_metre, "Smooth law: decay of the Stribeck peak",
                   v.friction.g3)
        .range(0, 1e6);
    list.parameter(next++, "friction.g6", unit::second_per_metre, "Smooth law: viscous part", v.friction.g6)
        .range(0, 1e6)
        .tunable();
    if (!s.closed) {
      list.parameter(next + 0, "guide.stiffness", unit::newton_per_metre, "Lateral guide of both ends",
                     v.guide.stiffness)
          .range(0, 1e15);
      list.parameter(next + 1, "guide.damping", unit::newton_second_per_metre, "Lateral damping of both ends",
                     v.guide.damping)
          .range(0, 1e12);
    }
    next += 2;
    motion_parameters(next);
    next += 16;
    list.parameter(next++, "solver.method", kSolverMethod,
                   "Explicit: leapfrog; implicit: generalized-alpha, which is the automatic choice", v.solver.method);
    list.parameter(next++, "solver.step", unit::second, "Largest internal step", v.solver.step).range(1e-7, 1);
    list.parameter(next++, "solver.tolerance", unit::none,
                   "Error of the rope's place allowed per internal step, over the first pulley's radius",
                   v.solver.tolerance)
        .range(1e-10, 1e-1)
        .takes_tolerance();
    list.parameter(next++, "solver.radius", unit::none,
                   "Generalized-alpha: how much of the fastest vibration survives a step, 0 to 1", v.solver.radius)
        .range(0, 1);
    list.parameter(next++, "solver.leapfrog_step", unit::second, "Step of the explicit method", v.solver.leapfrog_step)
        .range(1e-9, 1e-3);
    list.parameter(next++, "gravity", unit::metre_per_second2, "Gravity, positive pulls down", v.gravity).range(0, 1e3);
  }

  void motion_parameters(std::uint32_t next) {
    const bool rim = has(PulleyDrive::rim_speed), shaft = has(PulleyDrive::speed), load = has(PulleyDrive::torque);
    list.parameter(next + 0, "motion.mode", kMotion, "What moves the pulleys", v.motion.mode);
    list.parameter(next + 1, "motion.start", unit::second, "How long after the start the motion begins", v.motion.start)
        .range(0, 1e6);
    if (rim) {
      list.parameter(next + 2, "motion.stroke", unit::metre, "Way of the rim, clockwise first and then back",
                     v.motion.stroke)
          .range(1e-6, 1e4);
      list.parameter(next + 3, "motion.trips", unit::none, "Number of round trips", v.motion.trips).range(0, 10000);
    }
    if (rim)
      list.parameter(next + 9, "motion.pause", unit::second, "Rest after each stroke", v.motion.pause).range(0, 1e6);
    if (rim || shaft) {
      list.parameter(next + 4, "motion.speed", rim ? unit::metre_per_second : unit::radian_per_second,
                     rim ? "Circumferential speed of the motion" : "Speed reached", v.motion.speed)
          .range(1e-6, 1e4);
      list.parameter(next + 5, "motion.ramp", unit::second, "Time to reach motion.speed", v.motion.ramp)
          .range(1e-6, 1e6);
    }
    if (load) {
      list.parameter(next + 6, "motion.load", unit::newton_metre, "Load that comes on", v.motion.load).range(-1e9, 1e9);
      list.parameter(next + 7, "motion.load_start", unit::second, "How long after the start the load begins to rise",
                     v.motion.load_start)
          .range(0, 1e6);
      list.parameter(next + 8, "motion.load_ramp", unit::second, "Time in which the load rises", v.motion.load_ramp)
          .range(1e-6, 1e6);
    }
  }

  void outputs() {
    const auto sum = [&](std::uint32_t number, const char* name, const Unit& unit, const char* text, double size,
                         S& where) {
      list.output(kOutputs + number, name, unit, text, where).nominal(size).initially(statics_);
    };
    if (!s.closed) {
      list.output(kOutputs + 0, "rope_displacement", unit::metre,
                  "Travel of the rope over the pulley, mean of both ends, positive clockwise", v.rope_displacement)
          .nominal(0.1);
      list.output(kOutputs + 1, "slip_distance", unit::metre, "Way of the first pulley's rim minus rope_displacement",
                  v.slip_distance)
          .nominal(0.01);
      list.output(kOutputs + 2, "slip_number", unit::none,
                  "slip_distance over the way of the rim, which counts from one round trip on", v.slip_number)
          .nominal(0.01);
      sum(5, "left_tension", unit::newton, "Pull of the rope on the left mass", 1e3, v.left_tension);
      sum(6, "right_tension", unit::newton, "Pull of the rope on the right mass", 1e3, v.right_tension);
    }
    if (s.closed) {  // of several pulleys: no signal, but good to know
      list.local(kOutputs + 3, "friction_sum", unit::newton, "Sum of friction on the rope, positive clockwise",
                 v.friction_sum)
          .nominal(100);
      list.local(kOutputs + 4, "normal_sum", unit::newton, "Sum of normal contact forces", v.normal_sum).nominal(1e3);
    } else {
      sum(3, "friction_sum", unit::newton, "Sum of friction on the rope, positive clockwise", 1e2, v.friction_sum);
      sum(4, "normal_sum", unit::newton, "Sum of normal contact forces", 1e3, v.normal_sum);
    }
    sum(7, "wrap_start", unit::radian, "Where the rope meets the first pulley, clockwise from its leftmost point", 1,
        v.wrap_start);
    sum(8, "wrap_end", unit::radian, "Where the rope leaves the first pulley, clockwise from its leftmost point", 1,
        v.wrap_end);
    list.output(kOutputs + 9, "unconverged_steps", unit::none,
                "Steps that were taken although the solver did not converge", v.unconverged_steps);
    list.local(kOutputs + 10, "energy_residual", unit::joule,
               "Energy minus its start minus the work of contact and pulleys plus the losses: what the solver lost",
               v.energy_residual)
        .nominal(10);
    for (std::size_t p = 0; p < s.pulley.size(); ++p) {
      const std::string& name = s.pulley[p].name;
      if (s.pulley[p].follows()) {
        list.output(at(kPulleyOutputs, p), name + "_speed", unit::radian_per_second,
                    "Speed of " + name + ", positive clockwise", v.wheel[p].speed)
            .nominal(10);
      } else if (s.closed) {
        list.output(at(kPulleyOutputs, p) + 1, name + "_torque", unit::newton_metre,
                    "Torque of " + name + " on the rope, positive clockwise", v.wheel[p].torque)
            .nominal(10)
            .initially(statics_);
      }
    }
    if (!s.closed) return;
    list.output(kSpans, "span_tension", unit::newton,
                "Tension behind each pulley, in the direction of clockwise motion", v.span_tension)
        .nominal(100)
        .initially(statics_);
    list.output(kSlipArcs, "slip_arc", unit::radian,
                "Arc of each pulley on which the rope slips, or friction takes 80 % of its limit", v.slip_arc)
        .nominal(1)
        .initially(statics_);
  }

  void arrays() {
    list.local(kNormal, "contact_normal", unit::newton, "Normal force at each contact point", v.contact_normal)
        .nominal(100);
    list.local(kFriction, "contact_friction", unit::newton,
               "Friction at each contact point, positive clockwise on the rope", v.contact_friction)
        .nominal(100);
    list.local(kAngle, "contact_angle", unit::radian,
               "Place of each contact point, clockwise from the leftmost point of the nearest pulley", v.contact_angle)
        .nominal(1);
    list.local(kVelocity, "contact_velocity", unit::metre_per_second,
               "Speed of each contact point over the rim, positive clockwise", v.contact_velocity)
        .nominal(s.closed ? 1 : 0.1);
    list.local(kNodeX, "node_x", unit::metre, "Place of each node, positive to the right", v.node_x).nominal(1);
    list.local(kNodeY, "node_y", unit::metre, "Place of each node, positive up", v.node_y).nominal(1);
  }

  Values<S>& v;
  const Structure& s;
  List& list;
  Names statics_;  ///< what the state of rest depends on
};

}  // namespace

template <class S>
Values<S> defaults(const Structure& structure) {
  Values<S> v;
  for (const auto& pulley : structure.pulley) {
    auto& wheel = v.wheel.emplace_back();
    wheel.x = pulley.x, wheel.y = pulley.y, wheel.radius = pulley.radius;
  }
  const auto points = static_cast<std::size_t>(structure.most_points()),
             nodes = static_cast<std::size_t>(structure.nodes());
  for (auto* a : {&v.contact_normal, &v.contact_friction, &v.contact_angle, &v.contact_velocity})
    a->assign(points, S(0.0));
  for (auto* a : {&v.node_x, &v.node_y}) a->assign(nodes, S(0.0));
  for (auto* a : {&v.span_tension, &v.slip_arc}) a->assign(structure.pulley.size(), S(0.0));
  return v;
}
template Values<double> defaults(const Structure&);
template Values<math::Dual> defaults(const Structure&);

template <class S>
void fields(Values<S>& v, const Structure& structure, List& list) {
  Declarer<S>(v, structure, list).all();
}
template void fields(Values<double>&, const Structure&, List&);
template void fields(Values<math::Dual>&, const Structure&, List&);

}  // namespace reeve::models::rope_pulley
