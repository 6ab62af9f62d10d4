#include "fmus/rope_pulley/variables.hpp"

#include <algorithm>

namespace reeve::fmus {
namespace {

using namespace fmi;
using models::PulleyDrive;
using models::RopePulley;
using Names = std::vector<std::string>;

enum : std::uint32_t {
  kInputs = 1 * VariableTable::kGroup,
  kOutputs = 2 * VariableTable::kGroup,
  kPulleyOutputs = 3 * VariableTable::kGroup,
  kParameters = 4 * VariableTable::kGroup,
  kPulleyParameters = 5 * VariableTable::kGroup,
  kNormal = 6 * VariableTable::kGroup,
  kFriction = 7 * VariableTable::kGroup,
  kAngle = 8 * VariableTable::kGroup,
  kVelocity = 9 * VariableTable::kGroup,
  kNodeX = 10 * VariableTable::kGroup,
  kNodeY = 11 * VariableTable::kGroup,
  kSpans = 12 * VariableTable::kGroup,
  kSlipArcs = 13 * VariableTable::kGroup,
  kMasses = 64,  ///< in the groups of inputs: behind the pulleys
  kStride = 16,
};

const Unit kTorquePerSpeed{"N.m.s", "RotationalDampingConstant", {1, 2, -1, 0, 0, 0, 0, 0}, {}};

class Declarer {
 public:
  Declarer(Declaration<RopePulley>& declaration, const RopePulley& model) : d{declaration}, s{model.structure()} {}

  void all() {
    inputs();
    rope_parameters();
    pulley_parameters();
    other_parameters();
    for (const auto& v : d.table.rows()) {
      const bool acts_later = v.name.starts_with("solver.") || v.name.starts_with("motion.") || v.name.ends_with("damping") ||
                              v.name.ends_with(".inertia") || v.name.ends_with("_speed") || v.name.ends_with("_torque");
      if (v.is_settable() && v.type == Type::real && !acts_later) statics_.push_back(v.name);
    }
    outputs();
    arrays();
  }

 private:
  bool has(PulleyDrive drive) const {
    return std::any_of(s.pulley.begin(), s.pulley.end(), [drive](const auto& p) { return p.drive == drive; });
  }
  static std::uint32_t at(std::uint32_t group, std::size_t p) { return group + static_cast<std::uint32_t>(p) * kStride; }

  void inputs() {
    for (std::size_t p = 0; p < s.pulley.size(); ++p) {
      const std::string& name = s.pulley[p].name;
      const auto reference = kInputs + static_cast<std::uint32_t>(p);
      switch (s.pulley[p].drive) {
        case PulleyDrive::rim_speed:
          d.input(reference, name + "_speed", unit::metre_per_second, "Circumferential speed of " + name + ", positive clockwise (motion.mode = 1)",
                  FIELD(wheel[p].command)).range(-1e3, 1e3).nominal(0.1);
          break;
        case PulleyDrive::speed:
          d.input(reference, name + "_speed", unit::radian_per_second, "Speed of " + name + ", positive clockwise (motion.mode = 1)",
                  FIELD(wheel[p].command)).range(-1e4, 1e4).nominal(10);
          break;
        case PulleyDrive::torque:
          d.input(reference, name + "_torque", unit::newton_metre, "Load on " + name + ", positive brakes clockwise rotation (motion.mode = 1)",
                  FIELD(wheel[p].command)).range(-1e9, 1e9).nominal(10);
          break;
        case PulleyDrive::free: break;
      }
    }
    if (s.closed) return;
    d.input(kInputs + kMasses, "left_mass", unit::kilogram, "Mass at the left end of the rope; comes and goes with its velocity", FIELD(left_mass))
        .range(1e-3, 1e9).nominal(300);
    d.input(kInputs + kMasses + 1, "right_mass", unit::kilogram, "Mass at the right end of the rope; comes and goes with its velocity",
            FIELD(right_mass)).range(1e-3, 1e9).nominal(300);
  }

  void rope_parameters() {
    std::uint32_t next = kParameters;
    d.parameter(next++, "rope.length", unit::metre, "Reference length of the rope", FIELD(rope.length)).range(1e-3, 1e4);
    d.parameter(next++, "rope.diameter", unit::metre, "Diameter of the round section that gives area and second moment", FIELD(rope.diameter))
        .range(1e-6, 10);
    d.parameter(next++, "rope.E_axial", unit::pascal, "Modulus for stretching", FIELD(rope.E_axial)).range(1, 1e15);
    d.parameter(next++, "rope.E_bending", unit::pascal, "Modulus for bending", FIELD(rope.E_bending)).range(1, 1e15);
    d.parameter(next++, "rope.density", unit::kilogram_per_metre3, "Density of the rope", FIELD(rope.density)).range(1e-3, 1e6);
    d.parameter(next++, "rope.damping", unit::second, "Kelvin-Voigt damping time: stress = E (strain + damping strain rate)",
                FIELD(rope.damping)).range(0, 1e3);
    d.parameter(next++, "rope.natural_curvature", unit::per_metre, "Curvature of the unloaded rope, positive bends up from left to right",
                FIELD(rope.natural_curvature)).range(-1e4, 1e4);
    d.parameter(next++, "rope.prestrain", unit::none, "Strain of the rope at its reference length", FIELD(rope.prestrain)).range(-0.2, 0.5);
    d.parameter(next++, "rope.strain", unit::none, "1 engineering, 2 Green", FIELD(rope.strain)).range(1, 2);
  }

  void pulley_parameters() {
    for (std::size_t p = 0; p < s.pulley.size(); ++p) {
      const std::string& name = s.pulley[p].name;
      const std::uint32_t base = at(kPulleyParameters, p);
      d.parameter(base + 0, name + ".radius", unit::metre, "Radius of " + name + " at the rope's axis", FIELD(wheel[p].radius)).range(1e-4, 1e3);
      d.parameter(base + 1, name + ".x", unit::metre, "Centre of " + name + ", positive to the right", FIELD(wheel[p].x)).range(-1e4, 1e4);
      d.parameter(base + 2, name + ".y", unit::metre, "Centre of " + name + ", positive up", FIELD(wheel[p].y)).range(-1e4, 1e4);
      d.parameter(base + 3, name + ".stiffness", unit::newton_per_metre, "Contact stiffness of " + name + " per contact.reference_length of rope",
                  FIELD(wheel[p].stiffness)).range(1, 1e15);
      d.parameter(base + 4, name + ".damping", unit::newton_second_per_metre, "Contact damping of " + name + " per contact.reference_length of rope",
                  FIELD(wheel[p].damping)).range(0, 1e12);
      if (!s.pulley[p].follows()) continue;
      d.parameter(base + 5, name + ".inertia", unit::kilogram_metre2, "Rotary inertia of " + name, FIELD(wheel[p].inertia)).range(1e-9, 1e9);
      d.parameter(base + 6, name + ".bearing_damping", kTorquePerSpeed, "Torque of the bearing per speed of " + name,
                  FIELD(wheel[p].bearing_damping)).range(0, 1e9);
    }
  }

  void other_parameters() {
    std::uint32_t next = kParameters + 64;
    d.parameter(next++, "contact.method", unit::none, "1 at the nodes, 2 at Gauss points", FIELD(contact.method)).range(1, 2);
    d.parameter(next++, "contact.reference_length", unit::metre, "Length of rope for which contact stiffness and damping are given",
                FIELD(contact.reference_length)).range(1e-6, 1e4);
    d.parameter(next++, "friction.law", unit::none, "1 Quinn, 2 regularised Coulomb, 3 bristle, 4 smooth six-parameter", FIELD(friction.law))
        .range(1, 4);
    d.parameter(next++, "friction.mu", unit::none, "Coefficient of friction", FIELD(friction.mu)).range(0, 10).tunable();
    d.parameter(next++, "friction.epsilon", unit::metre_per_second, "Speed over the rim within which the laws 1, 2 and 4 rise", FIELD(friction.epsilon))
        .range(1e-6, 1e3);
    d.parameter(next++, "friction.stiffness", unit::newton_per_metre, "Bristles: stiffness per contact.reference_length of rope",
                FIELD(friction.stiffness)).range(1, 1e15);
    d.parameter(next++, "friction.damping", unit::newton_second_per_metre, "Bristles: damping per contact.reference_length of rope",
                FIELD(friction.damping)).range(0, 1e12);
    d.parameter(next++, "friction.g1", unit::none, "Smooth law: height of the Stribeck peak", FIELD(friction.g1)).range(0, 10).tunable();
    d.parameter(next++, "friction.g2", unit::second_per_metre, "Smooth law: rise of the Stribeck peak", FIELD(friction.g2)).range(0, 1e6);
    d.parameter(next++, "friction.g3", unit::second_per_metre, "Smooth law: decay of the Stribeck peak", FIELD(friction.g3)).range(0, 1e6);
    d.parameter(next++, "friction.g6", unit::second_per_metre, "Smooth law: viscous part", FIELD(friction.g6)).range(0, 1e6).tunable();
    if (!s.closed) {
      d.parameter(next + 0, "guide.stiffness", unit::newton_per_metre, "Lateral guide of both ends", FIELD(guide.stiffness)).range(0, 1e15);
      d.parameter(next + 1, "guide.damping", unit::newton_second_per_metre, "Lateral damping of both ends", FIELD(guide.damping)).range(0, 1e12);
    }
    next += 2;
    motion_parameters(next);
    next += 16;
    d.parameter(next++, "solver.method", unit::none, "1 automatic, 2 explicit (leapfrog), 3 implicit (generalized-alpha)", FIELD(solver.method))
        .range(1, 3);
    d.parameter(next++, "solver.step", unit::second, "Largest internal step", FIELD(solver.step)).range(1e-7, 1);
    d.parameter(next++, "solver.tolerance", unit::none, "Error of the rope's place allowed per internal step, over the first pulley's radius",
                FIELD(solver.tolerance)).range(1e-10, 1e-1).takes_tolerance();
    d.parameter(next++, "solver.radius", unit::none, "Generalized-alpha: how much of the fastest vibration survives a step, 0 to 1",
                FIELD(solver.radius)).range(0, 1);
    d.parameter(next++, "solver.leapfrog_step", unit::second, "Step of the explicit method", FIELD(solver.leapfrog_step)).range(1e-9, 1e-3);
    d.parameter(next++, "gravity", unit::metre_per_second2, "Gravity, positive pulls down", FIELD(gravity)).range(0, 1e3);
  }

  void motion_parameters(std::uint32_t next) {
    const bool rim = has(PulleyDrive::rim_speed), shaft = has(PulleyDrive::speed), load = has(PulleyDrive::torque);
    d.parameter(next + 0, "motion.mode", unit::none, "1 inputs, 2 internal motion", FIELD(motion.mode)).range(1, 2);
    d.parameter(next + 1, "motion.start", unit::second, "How long after the start the motion begins", FIELD(motion.start)).range(0, 1e6);
    if (rim) {
      d.parameter(next + 2, "motion.stroke", unit::metre, "Way of the rim, clockwise first and then back", FIELD(motion.stroke)).range(1e-6, 1e4);
      d.parameter(next + 3, "motion.trips", unit::none, "Number of round trips", FIELD(motion.trips)).range(0, 10000);
    }
    if (rim) d.parameter(next + 9, "motion.pause", unit::second, "Rest after each stroke", FIELD(motion.pause)).range(0, 1e6);
    if (rim || shaft) {
      d.parameter(next + 4, "motion.speed", rim ? unit::metre_per_second : unit::radian_per_second,
                  rim ? "Circumferential speed of the motion" : "Speed reached", FIELD(motion.speed)).range(1e-6, 1e4);
      d.parameter(next + 5, "motion.ramp", unit::second, "Time to reach motion.speed", FIELD(motion.ramp)).range(1e-6, 1e6);
    }
    if (load) {
      d.parameter(next + 6, "motion.load", unit::newton_metre, "Load that comes on", FIELD(motion.load)).range(-1e9, 1e9);
      d.parameter(next + 7, "motion.load_start", unit::second, "How long after the start the load begins to rise", FIELD(motion.load_start)).range(0, 1e6);
      d.parameter(next + 8, "motion.load_ramp", unit::second, "Time in which the load rises", FIELD(motion.load_ramp)).range(1e-6, 1e6);
    }
  }

  void outputs() {
    const auto sum = [&](std::uint32_t number, const char* name, const Unit& unit, const char* text, double size, auto where) {
      d.output(kOutputs + number, name, unit, text, where).nominal(size).initially(statics_);
    };
    if (!s.closed) {
      d.output(kOutputs + 0, "rope_displacement", unit::metre, "Travel of the rope over the pulley, mean of both ends, positive clockwise",
               FIELD(rope_displacement)).nominal(0.1);
      d.output(kOutputs + 1, "slip_distance", unit::metre, "Way of the first pulley's rim minus rope_displacement", FIELD(slip_distance)).nominal(0.01);
      d.output(kOutputs + 2, "slip_number", unit::none, "slip_distance over the way of the rim, which counts from one round trip on",
               FIELD(slip_number)).nominal(0.01);
      sum(5, "left_tension", unit::newton, "Pull of the rope on the left mass", 1e3, FIELD(left_tension));
      sum(6, "right_tension", unit::newton, "Pull of the rope on the right mass", 1e3, FIELD(right_tension));
    }
    if (s.closed) {  // of several pulleys: no signal, but good to know
      d.local(kOutputs + 3, "friction_sum", unit::newton, "Sum of friction on the rope, positive clockwise", FIELD(friction_sum)).nominal(100);
      d.local(kOutputs + 4, "normal_sum", unit::newton, "Sum of normal contact forces", FIELD(normal_sum)).nominal(1e3);
    } else {
      sum(3, "friction_sum", unit::newton, "Sum of friction on the rope, positive clockwise", 1e2, FIELD(friction_sum));
      sum(4, "normal_sum", unit::newton, "Sum of normal contact forces", 1e3, FIELD(normal_sum));
    }
    sum(7, "wrap_start", unit::radian, "Where the rope meets the first pulley, clockwise from its leftmost point", 1, FIELD(wrap_start));
    sum(8, "wrap_end", unit::radian, "Where the rope leaves the first pulley, clockwise from its leftmost point", 1, FIELD(wrap_end));
    d.output(kOutputs + 9, "unconverged_steps", unit::none, "Steps that were taken although the solver did not converge", FIELD(unconverged_steps));
    d.local(kOutputs + 10, "energy_residual", unit::joule,
            "Energy minus its start minus the work of contact and pulleys plus the losses: what the solver lost", FIELD(energy_residual)).nominal(10);
    for (std::size_t p = 0; p < s.pulley.size(); ++p) {
      const std::string& name = s.pulley[p].name;
      if (s.pulley[p].follows()) {
        d.output(at(kPulleyOutputs, p), name + "_speed", unit::radian_per_second, "Speed of " + name + ", positive clockwise", FIELD(wheel[p].speed))
            .nominal(10);
      } else if (s.closed) {
        d.output(at(kPulleyOutputs, p) + 1, name + "_torque", unit::newton_metre, "Torque of " + name + " on the rope, positive clockwise",
                 FIELD(wheel[p].torque)).nominal(10).initially(statics_);
      }
    }
    if (!s.closed) return;
    d.output(kSpans, "span_tension", unit::newton, "Tension behind each pulley, in the direction of clockwise motion", FIELD(span_tension))
        .nominal(100).initially(statics_);
    d.output(kSlipArcs, "slip_arc", unit::radian, "Arc of each pulley on which the rope slips", FIELD(slip_arc)).nominal(1).discrete();
  }

  void arrays() {
    d.local(kNormal, "contact_normal", unit::newton, "Normal force at each contact point", FIELD(contact_normal)).nominal(100);
    d.local(kFriction, "contact_friction", unit::newton, "Friction at each contact point, positive clockwise on the rope", FIELD(contact_friction))
        .nominal(100);
    d.local(kAngle, "contact_angle", unit::radian, "Place of each contact point, clockwise from the leftmost point of the nearest pulley",
            FIELD(contact_angle)).nominal(1);
    d.local(kVelocity, "contact_velocity", unit::metre_per_second, "Speed of each contact point over the rim, positive clockwise",
            FIELD(contact_velocity)).nominal(s.closed ? 1 : 0.1);
    d.local(kNodeX, "node_x", unit::metre, "Place of each node, positive to the right", FIELD(node_x)).nominal(1);
    d.local(kNodeY, "node_y", unit::metre, "Place of each node, positive up", FIELD(node_y)).nominal(1);
  }

  Declaration<RopePulley>& d;
  const models::RopeStructure& s;
  Names statics_;  ///< what the state of rest depends on
};

}  // namespace

void declare_rope_pulley(Declaration<RopePulley>& d, const RopePulley& model) { Declarer(d, model).all(); }

}  // namespace reeve::fmus
