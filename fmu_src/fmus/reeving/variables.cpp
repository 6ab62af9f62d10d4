#include "fmus/reeving/variables.hpp"

#include <span>

#include "fmus/reeving/dependencies.hpp"

namespace reeve::fmus {
namespace {

using namespace fmi;
using models::Reeving;
using Names = std::vector<std::string>;

/// Value references: one group a kind, one block of `kStride` an item of that kind.
enum : std::uint32_t {
  kInputs = 1 * VariableTable::kGroup,
  kOutputs = 2 * VariableTable::kGroup,
  kBodyOutputs = 3 * VariableTable::kGroup,
  kSheaveOutputs = 4 * VariableTable::kGroup,
  kAnchorOutputs = 5 * VariableTable::kGroup,
  kRopeArrays = 6 * VariableTable::kGroup,
  kLocals = 7 * VariableTable::kGroup,
  kParameters = 8 * VariableTable::kGroup,
  kBodyParameters = 9 * VariableTable::kGroup,
  kSheaveParameters = 10 * VariableTable::kGroup,
  kAnchorParameters = 11 * VariableTable::kGroup,
  kRopeParameters = 12 * VariableTable::kGroup,
  kChainParameters = 13 * VariableTable::kGroup,
  kStride = 16,
  kRopeStride = 4096,
  kSpanArray = 256,  ///< room for the spans of one rope
};

std::uint32_t at(std::uint32_t group, std::size_t item, std::uint32_t stride = kStride) {
  return group + static_cast<std::uint32_t>(item) * stride;
}

class Declarer {
 public:
  Declarer(Declaration<Reeving>& declaration, const Reeving& reeving)
      : d{declaration}, structure{reeving.structure()}, topology{reeving.topology()}, on{structure, topology} {}

  void all() {
    inputs();
    item_parameters();
    global_parameters();
    body_outputs();
    drive_outputs();
    sheave_and_anchor_outputs();
    rope_arrays();
    energies();
  }

 private:
  void inputs() {
    d.input(kInputs + 0, "drive_torque", unit::newton_metre,
            "Torque on the drive sheave, positive raises " + first() + " (drive.mode = 1)", FIELD(drive_torque)).nominal(1e3);
    d.input(kInputs + 1, "drive_speed", unit::radian_per_second,
            "Commanded sheave speed, positive raises " + first() + " (drive.mode = 3)", FIELD(drive_speed)).nominal(10);
    d.input(kInputs + 2, "brake", unit::none, "0 released .. 1 fully applied, times brake.torque (drive.mode = 1)", FIELD(brake))
        .range(0, 1);
    for (std::size_t i = 0; i < topology.loadable.size(); ++i) {
      const std::string& body = structure.body[topology.loadable[i]].name;
      d.input(kInputs + kStride + static_cast<std::uint32_t>(i), body + "_payload", unit::kilogram,
              "Load in or on " + body + ", on top of " + body + ".mass; arrives with its velocity", FIELD(payload[i]))
          .min(0).nominal(1e3);
    }
  }

  void item_parameters() {
    for (std::size_t i = 0; i < structure.body.size(); ++i) {
      const auto& [name, mass, height, stiffness, loadable] = structure.body[i];
      d.parameter(at(kBodyParameters, i), name + ".mass", unit::kilogram, "Mass of " + name + " without payload", FIELD(body_mass[i]))
          .positive();
      d.parameter(at(kBodyParameters, i) + 1, name + ".height", unit::metre,
                  "Height of " + name + ", positive up, at which rope lengths and springs are free of load", FIELD(body_height[i]));
      if (stiffness > 0) {
        d.parameter(at(kBodyParameters, i) + 2, name + ".stiffness", unit::newton_per_metre, "Elastic support of " + name,
                    FIELD(body_stiffness[i])).positive();
      }
    }
    for (std::size_t i = 0; i < structure.sheave.size(); ++i) {
      const auto& sheave = structure.sheave[i];
      d.parameter(at(kSheaveParameters, i), sheave.name + ".radius", unit::metre, "Radius of " + sheave.name, FIELD(sheave_radius[i]))
          .positive();
      d.parameter(at(kSheaveParameters, i) + 1, sheave.name + ".inertia", unit::kilogram_metre2, "Rotary inertia of " + sheave.name,
                  FIELD(sheave_inertia[i])).min(0);
      if (topology.has_height(static_cast<int>(i))) {
        d.parameter(at(kSheaveParameters, i) + 2, sheave.name + ".height", unit::metre, "Height of " + sheave.name + ", positive up",
                    FIELD(sheave_height[i]));
      }
    }
    for (std::size_t i = 0; i < structure.anchor.size(); ++i) {
      const auto& anchor = structure.anchor[i];
      if (anchor.on.empty()) {
        d.parameter(at(kAnchorParameters, i), anchor.name + ".height", unit::metre, "Height of " + anchor.name + ", positive up",
                    FIELD(anchor_height[i]));
      }
      if (anchor.stiffness > 0) {
        d.parameter(at(kAnchorParameters, i) + 1, anchor.name + ".stiffness", unit::newton_per_metre, "Spring at " + anchor.name,
                    FIELD(anchor_stiffness[i])).positive();
      }
    }
    for (std::size_t i = 0; i < structure.rope.size(); ++i) {
      const std::string& name = structure.rope[i].name;
      const std::uint32_t base = at(kRopeParameters, i);
      d.parameter(base + 0, name + ".EA", unit::newton, "Axial stiffness of " + name + ", all ropes of the set", FIELD(rope_EA[i]))
          .positive();
      d.parameter(base + 1, name + ".density", unit::kilogram_per_metre, "Mass per length of " + name, FIELD(rope_density[i]))
          .positive();
      d.parameter(base + 2, name + ".damping", unit::second, "Kelvin-Voigt damping time: stress = E (strain + damping strain rate)",
                  FIELD(rope_damping[i])).min(0);
      d.parameter(base + 3, name + ".formulation", unit::none, "1 ALEM, 2 ALE-ANCF", FIELD(rope_formulation[i])).range(1, 2);
      d.parameter(base + 4, name + ".axial_modes", unit::none, "Axial modes of each ALEM span", FIELD(rope_axial_modes[i])).range(0, 8);
      d.parameter(base + 5, name + ".strain", unit::none, "1 engineering, 2 Green", FIELD(rope_strain[i])).range(1, 2);
    }
    for (std::size_t i = 0; i < structure.chain.size(); ++i) {
      const std::string& name = structure.chain[i].name;
      d.parameter(at(kChainParameters, i), name + ".density", unit::kilogram_per_metre, "Mass per length of " + name,
                  FIELD(chain_density[i])).min(0);
      d.parameter(at(kChainParameters, i) + 1, name + ".length", unit::metre, "Length of " + name, FIELD(chain_length[i])).positive();
    }
  }

  void global_parameters() {
    std::uint32_t next = kParameters;
    d.parameter(next++, "drive.radius", unit::metre, "Radius of the drive sheave", FIELD(drive_radius)).positive();
    d.parameter(next++, "drive.inertia", unit::kilogram_metre2, "Rotary inertia of the drive", FIELD(drive_inertia)).min(0);
    d.parameter(next++, "drive.wrap", unit::radian, "Angle of wrap on the drive sheave", FIELD(drive_wrap)).positive();
    d.parameter(next++, "drive.friction", unit::none, "Groove friction f of the traction limit exp(f wrap)", FIELD(drive_friction))
        .positive().tunable();
    d.parameter(next++, "drive.mode", unit::none, "1 torque, 2 internal ride, 3 speed", FIELD(drive_mode)).range(1, 3);
    d.parameter(next++, "drive.bandwidth", unit::radian_per_second, "Of the filter behind drive_speed", FIELD(drive_bandwidth)).positive();
    d.parameter(next++, "brake.torque", unit::newton_metre, "Capacity of the brake at brake = 1", FIELD(brake_torque)).min(0).tunable();
    d.parameter(next++, "sheaves.flux", unit::none, "Momentum and elastic flux of the rope at the sheaves; false = as in the paper",
                FIELD(sheaves_flux));
    d.parameter(next++, "sheaves.model", unit::none, "Deviation sheaves: 1 rotary inertia, 2 massless with equal tensions",
                FIELD(sheaves_model)).range(1, 2);
    d.parameter(next++, "ride.distance", unit::metre, "Travel of " + first() + ", negative = down (drive.mode = 2)", FIELD(ride_distance));
    d.parameter(next++, "ride.speed", unit::metre_per_second, "Largest speed of the ride", FIELD(ride_speed)).positive();
    d.parameter(next++, "ride.acceleration", unit::metre_per_second2, "Largest acceleration of the ride", FIELD(ride_acceleration)).positive();
    d.parameter(next++, "ride.jerk", unit::metre_per_second3, "Jerk of the ride", FIELD(ride_jerk)).positive();
    d.parameter(next++, "ride.start", unit::second, "How long after the start the ride begins", FIELD(ride_start)).min(0);
    d.parameter(next++, "start.travel", unit::metre, "How far the drive has raised " + first() + " from the described heights",
                FIELD(start_travel));
    d.parameter(next++, "gravity", unit::metre_per_second2, "Gravity, positive pulls down", FIELD(gravity)).min(0);
    if (structure.drive.on.empty()) d.parameter(next, "drive.height", unit::metre, "Height of the drive, positive up", FIELD(drive_height));
    ++next;
    d.parameter(next++, "solver.method", unit::none, "1 automatic, 2 explicit (dopri5), 3 implicit", FIELD(solver_method)).range(1, 3);
    d.parameter(next++, "solver.step", unit::second, "Largest internal step", FIELD(solver_step)).positive();
    d.parameter(next++, "solver.tolerance", unit::none, "Error allowed per internal step: relative for the explicit solver, for the implicit one the speed in m/s that has "
                "the error's energy (T-ALE.25)", FIELD(solver_tolerance))
        .range(1e-14, 1e-2).takes_tolerance();
  }

  void body_outputs() {
    for (std::size_t i = 0; i < structure.body.size(); ++i) {
      const int body = static_cast<int>(i);
      const std::string& name = structure.body[i].name;
      d.output(at(kBodyOutputs, i), name + "_position", unit::metre, "Height of " + name + ", positive up", FIELD(body_position[i]))
          .initially(on.position(body));
      d.output(at(kBodyOutputs, i) + 1, name + "_velocity", unit::metre_per_second, "Velocity of " + name + ", positive up",
               FIELD(body_velocity[i])).nominal(1);
      d.output(at(kBodyOutputs, i) + 2, name + "_acceleration", unit::metre_per_second2, "Acceleration of " + name + ", positive up",
               FIELD(body_acceleration[i])).nominal(1).depends(on.forces_on(body)).initially(on.acceleration(body));
    }
    for (std::size_t i = 0; i < topology.side.size(); ++i) {
      const int side = static_cast<int>(i);
      const auto body = static_cast<std::size_t>(topology.side[i]);
      const std::string& name = structure.body[body].name;
      d.output(at(kBodyOutputs, body) + 3, name + "_vibration", unit::metre,
               "Position of " + name + " minus its start minus the rigid-rope displacement, positive up", FIELD(side_vibration[i]))
          .nominal(1e-3);
      d.output(at(kBodyOutputs, body) + 4, "tension_" + name + "_side", unit::newton,
               "Rope tension at the drive sheave on the side of " + name + ", positive pulls", FIELD(side_tension[i]))
          .nominal(1e4).depends(topology.side_ends[i].empty() ? Names{} : on.forces_on(topology.phi())).initially(on.side_tension(side));
    }
  }

  void drive_outputs() {
    const int phi = topology.phi();
    d.output(kOutputs + 0, "sheave_angle", unit::radian, "Turn of the drive sheave since the start, positive raises " + first(),
             FIELD(drive_angle));
    d.output(kOutputs + 1, "sheave_speed", unit::radian_per_second, "Speed of the drive sheave, positive raises " + first(),
             FIELD(drive_rate)).nominal(10);
    d.output(kOutputs + 2, "motor_torque", unit::newton_metre,
             "Torque on the drive sheave: the input in mode 1, the required one in modes 2 and 3; positive raises " + first(),
             FIELD(motor_torque)).nominal(1e3).depends(on.forces_on_motor_torque()).initially(on.motor_torque());
    d.output(kOutputs + 3, "holding_torque", unit::newton_metre, "Torque that would hold the sheave now, positive raises " + first(),
             FIELD(holding_torque)).nominal(1e3).depends(on.payloads_beside(phi)).initially(on.holding_torque());
    d.output(kOutputs + 4, "motor_torque_from_tensions", unit::newton_metre,
             "Radius times the difference of constitutive tensions, the paper's way", FIELD(motor_torque_from_tensions))
        .nominal(1e3).initially(on.torque_from_tensions());
    d.output(kOutputs + 5, "traction_ratio", unit::none, "Larger over smaller tension of a rope that runs over the drive sheave; 1 on a drum",
             FIELD(traction_ratio)).depends(on.forces_on_traction()).initially(on.traction());
    d.output(kOutputs + 6, "traction_limit", unit::none, "exp(f wrap)", FIELD(traction_limit)).initially({"drive.friction", "drive.wrap"});
    Names utilisation = on.traction();
    if (!utilisation.empty()) utilisation.insert(utilisation.end(), {"drive.friction", "drive.wrap"});
    d.output(kOutputs + 7, "traction_utilisation", unit::none, "ln(ratio) / (f wrap); no slip is invalid above 1",
             FIELD(traction_utilisation)).depends(on.forces_on_traction()).initially(utilisation);
    d.output(kOutputs + 8, "slack", unit::none, "1 while any rope end does not pull", FIELD(slack))
        .depends(on.forces_on_slack()).initially(on.slack());
  }

  void sheave_and_anchor_outputs() {
    for (std::size_t i = 0; i < structure.sheave.size(); ++i) {
      const std::string& name = structure.sheave[i].name;
      d.output(at(kSheaveOutputs, i), name + "_speed", unit::radian_per_second,
               "Speed of " + name + ", positive when the drive raises " + first(), FIELD(sheave_speed[i])).nominal(10);
    }
    for (std::size_t i = 0; i < structure.anchor.size(); ++i) {
      if (!(structure.anchor[i].stiffness > 0)) continue;
      const std::string& name = structure.anchor[i].name;
      d.output(at(kAnchorOutputs, i), name + "_tension", unit::newton, "Force of the rope on " + name + ", positive pulls",
               FIELD(anchor_tension[i])).nominal(1e4).initially(on.anchor_tension(static_cast<int>(i)));
    }
  }

  void rope_arrays() {
    for (std::size_t r = 0; r < structure.rope.size(); ++r) {
      const std::string& name = structure.rope[r].name;
      const auto first_span = static_cast<std::size_t>(topology.first_span[r]);
      const auto count = static_cast<std::size_t>(topology.first_span[r + 1]) - first_span;
      const std::uint32_t base = at(kRopeArrays, r, kRopeStride);
      const auto part = [first_span, count](auto member) {
        return [=](auto& values) { return std::span(member(values)).subspan(first_span, count); };
      };
      const int from = topology.first_span[r], to = topology.first_span[r + 1];
      const std::string how = " of each span of " + name + ", from the end forces (sheaves.model = 2: with the constraint's reaction), "
                                                            "positive pulls";
      d.output(base + 0 * kSpanArray, name + "_tension_start", unit::newton, "Tension at the start" + how,
               part(FIELD(span_tension_start))).nominal(1e4).depends(on.forces_on_ends(from, to, 0)).initially(on.tensions(from, to, 0));
      d.output(base + 1 * kSpanArray, name + "_tension_end", unit::newton, "Tension at the end" + how,
               part(FIELD(span_tension_end))).nominal(1e4).depends(on.forces_on_ends(from, to, 1)).initially(on.tensions(from, to, 1));
      d.local(base + 2 * kSpanArray, name + "_tension_start_constitutive", unit::newton, "EA strain (and damping) at the start of each span",
              part(FIELD(span_tension_start_constitutive))).nominal(1e4);
      d.local(base + 3 * kSpanArray, name + "_tension_end_constitutive", unit::newton, "EA strain (and damping) at the end of each span",
              part(FIELD(span_tension_end_constitutive))).nominal(1e4);
      d.local(base + 4 * kSpanArray, name + "_span_length", unit::metre, "Unstretched length of each span", part(FIELD(span_length)));
    }
  }

  void energies() {
    d.local(kLocals + 0, "total_energy", unit::joule, "Kinetic, elastic and potential energy", FIELD(total_energy)).nominal(1e5);
    d.local(kLocals + 1, "drive_work", unit::joule, "Work of the drive since the start", FIELD(drive_work)).nominal(1e5);
    d.local(kLocals + 2, "energy_residual", unit::joule,
            "Energy minus its start minus the work of drive and payload plus the losses: health of the simulation",
            FIELD(energy_residual)).nominal(1e5);
  }

  const std::string& first() const { return structure.body[topology.side[0]].name; }

  Declaration<Reeving>& d;
  const models::Structure& structure;
  const models::Topology& topology;
  const Dependencies on;
};

}  // namespace

void declare_reeving(Declaration<Reeving>& d, const Reeving& reeving) { Declarer(d, reeving).all(); }

}  // namespace reeve::fmus
