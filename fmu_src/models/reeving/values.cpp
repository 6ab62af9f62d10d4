#include "models/reeving/values.hpp"

#include <span>

#include "models/reeving/states.hpp"
#include "models/solver_choice.hpp"

namespace reeve::models::reeving {
namespace {

using namespace variables;

/// Value references: one group per kind, one block of `kStride` per item of that kind.
enum : std::uint32_t {
  kInputs = 1 * kGroup,
  kOutputs = 2 * kGroup,
  kBodyOutputs = 3 * kGroup,
  kSheaveOutputs = 4 * kGroup,
  kAnchorOutputs = 5 * kGroup,
  kRopeArrays = 6 * kGroup,
  kLocals = 7 * kGroup,
  kParameters = 8 * kGroup,
  kBodyParameters = 9 * kGroup,
  kSheaveParameters = 10 * kGroup,
  kAnchorParameters = 11 * kGroup,
  kRopeParameters = 12 * kGroup,
  kChainParameters = 13 * kGroup,
  kGripOutputs = 14 * kGroup,
  kBufferOutputs = 15 * kGroup,
  kBufferParameters = 16 * kGroup,
  kStride = 16,
  kRopeStride = 4096,
  kSpanArray = 256,  ///< room for the spans of one rope
};

std::uint32_t at(std::uint32_t group, std::size_t item, std::uint32_t stride = kStride) {
  return group + static_cast<std::uint32_t>(item) * stride;
}

template <class S>
class Lister {
 public:
  Lister(Values<S>& values, const Structure& described, const Topology& resolved, List& to)
      : v{values},
        structure{described},
        topology{resolved},
        list{to},
        on{described, resolved},
        x{described, resolved, values} {}

  void all() {
    inputs();
    item_parameters();
    global_parameters();
    body_outputs();
    drive_outputs();
    sheave_and_anchor_outputs();
    buffer_outputs();
    grip_outputs();
    rope_arrays();
    energies();
  }

 private:
  void inputs() {
    list.input(kInputs + 0, "drive_torque", unit::newton_metre,
               "Torque on the drive sheave, positive raises " + first() + " (drive.mode = 1)", v.drive_torque)
        .nominal(1e3);
    list.input(kInputs + 1, "drive_speed", unit::radian_per_second,
               "Commanded sheave speed, positive raises " + first() + " (drive.mode = 3)", v.drive_speed)
        .nominal(10);
    list.input(kInputs + 2, "brake", unit::none, "0 released .. 1 fully applied, times brake.torque (drive.mode = 1)",
               v.brake)
        .range(0, 1);
    for (std::size_t i = 0; i < topology.loadable.size(); ++i) {
      const std::string& body = structure.body[topology.loadable[i]].name;
      list.input(kInputs + kStride + static_cast<std::uint32_t>(i), body + "_payload", unit::kilogram,
                 "Load in or on " + body + ", on top of " + body + ".mass; arrives with its velocity", v.payload[i])
          .min(0)
          .nominal(1e3);
    }
  }

  void item_parameters() {
    for (std::size_t i = 0; i < structure.body.size(); ++i) {
      const auto& body = structure.body[i];
      v.body[i].fields(list, at(kBodyParameters, i), body.name);
      if (!(body.stiffness > 0)) continue;
      list.parameter(at(kBodyParameters, i) + 2, body.name + ".stiffness", unit::newton_per_metre,
                     "Elastic support of " + body.name, v.body[i].stiffness)
          .positive();
    }
    for (std::size_t i = 0; i < structure.sheave.size(); ++i) {
      const std::string& name = structure.sheave[i].name;
      v.sheave[i].fields(list, at(kSheaveParameters, i), name);
      if (topology.has_height(static_cast<int>(i))) {
        list.parameter(at(kSheaveParameters, i) + 2, name + ".height", unit::metre,
                       "Height of " + name + ", positive up", v.sheave[i].height);
      }
      if (!structure.sheave[i].slip) continue;
      list.parameter(at(kSheaveParameters, i) + 3, name + ".wrap", unit::radian, "Angle of wrap on " + name,
                     v.sheave[i].wrap)
          .positive();
      list.parameter(at(kSheaveParameters, i) + 4, name + ".friction", unit::none,
                     "Groove friction f of " + name + ", static and kinetic", v.sheave[i].friction)
          .positive()
          .tunable();
    }
    for (std::size_t i = 0; i < structure.anchor.size(); ++i) {
      const auto& anchor = structure.anchor[i];
      if (anchor.on.empty()) {
        list.parameter(at(kAnchorParameters, i), anchor.name + ".height", unit::metre,
                       "Height of " + anchor.name + ", positive up", v.anchor[i].height);
      }
      if (anchor.stiffness > 0) {
        list.parameter(at(kAnchorParameters, i) + 1, anchor.name + ".stiffness", unit::newton_per_metre,
                       "Spring at " + anchor.name, v.anchor[i].stiffness)
            .positive();
      }
    }
    for (std::size_t i = 0; i < structure.rope.size(); ++i)
      v.rope[i].fields(list, at(kRopeParameters, i), structure.rope[i].name);
    for (std::size_t i = 0; i < structure.chain.size(); ++i)
      v.chain[i].fields(list, at(kChainParameters, i), structure.chain[i].name);
    for (std::size_t i = 0; i < structure.buffer.size(); ++i)
      v.buffer[i].fields(list, at(kBufferParameters, i), structure.buffer[i].name);
  }

  void global_parameters() {
    v.drive.fields(list, kParameters, "drive");
    std::uint32_t next = kParameters + 6;
    list.parameter(next++, "brake.torque", unit::newton_metre,
                   "Capacity of the brake at brake = 1; where the description gives none, twice the torque that holds "
                   "125 % of the "
                   "rated load",
                   v.brake_torque)
        .min(0)
        .tunable();
    list.parameter(next++, "sheaves.flux", unit::none,
                   "Momentum and elastic flux of the rope at the sheaves; false = as in the paper", v.sheaves_flux);
    list.parameter(next++, "sheaves.model", kSheaveModel, "Deviation sheaves", v.sheaves_model).sizes_states();
    list.parameter(next++, "ride.distance", unit::metre, "Travel of " + first() + ", negative = down (drive.mode = 2)",
                   v.ride_distance);
    list.parameter(next++, "ride.speed", unit::metre_per_second, "Largest speed of the ride", v.ride_speed).positive();
    list.parameter(next++, "ride.acceleration", unit::metre_per_second2, "Largest acceleration of the ride",
                   v.ride_acceleration)
        .positive();
    list.parameter(next++, "ride.jerk", unit::metre_per_second3, "Jerk of the ride", v.ride_jerk).positive();
    list.parameter(next++, "ride.start", unit::second, "How long after the start the ride begins", v.ride_start).min(0);
    list.parameter(next++, "start.travel", unit::metre,
                   "How far the drive has raised " + first() + " from the described heights", v.start_travel);
    list.parameter(next++, "gravity", unit::metre_per_second2, "Gravity, positive pulls down", v.gravity).min(0);
    if (structure.drive.on.empty())
      list.parameter(next, "drive.height", unit::metre, "Height of the drive, positive up", v.drive.height);
    ++next;
    list.parameter(next++, "solver.method", kSolverMethod, "Which solver makes the internal steps", v.solver_method);
    list.parameter(next++, "solver.step", unit::second, "Largest internal step", v.solver_step).positive();
    list.parameter(next++, "solver.tolerance", unit::none,
                   "Error allowed per internal step: relative for the explicit solver, for the implicit one the speed "
                   "in m/s that has "
                   "the error's energy (T-ALE.25)",
                   v.solver_tolerance)
        .range(1e-14, 1e-2)
        .takes_tolerance();
  }

  void body_outputs() {
    for (std::size_t i = 0; i < structure.body.size(); ++i) {
      const int body = static_cast<int>(i);
      const std::string& name = structure.body[i].name;
      list.output(at(kBodyOutputs, i), name + "_position", unit::metre, "Height of " + name + ", positive up",
                  v.body_position[i])
          .follows(x.position(body))
          .initially(on.position(body));
      list.output(at(kBodyOutputs, i) + 1, name + "_velocity", unit::metre_per_second,
                  "Velocity of " + name + ", positive up", v.body_velocity[i])
          .nominal(1)
          .follows(x.rate(body));
      list.output(at(kBodyOutputs, i) + 2, name + "_acceleration", unit::metre_per_second2,
                  "Acceleration of " + name + ", positive up", v.body_acceleration[i])
          .nominal(1)
          .depends(on.forces_on(body))
          .follows(x.all_beside(body))
          .initially(on.acceleration(body));
    }
    for (std::size_t i = 0; i < topology.side.size(); ++i) {
      const int side = static_cast<int>(i);
      const auto body = static_cast<std::size_t>(topology.side[i]);
      const std::string& name = structure.body[body].name;
      list.output(
              at(kBodyOutputs, body) + 3, name + "_vibration", unit::metre,
              "Position of " + name +
                  " minus its start minus what rigid ropes would make of the rope's travel at the drive, positive up",
              v.side_vibration[i])
          .nominal(1e-3)
          .follows(x.position(topology.side[i]) + x.position(rope_at_drive()));
      list.output(at(kBodyOutputs, body) + 4, "tension_" + name + "_side", unit::newton,
                  "Rope tension at the drive sheave on the side of " + name + ", positive pulls", v.side_tension[i])
          .nominal(1e4)
          .depends(topology.side_ends[i].empty() ? Names{} : on.forces_on(topology.phi()))
          .follows(topology.side_ends[i].empty() ? Names{} : x.all_beside(topology.phi()))
          .initially(on.side_tension(side));
    }
  }

  void drive_outputs() {
    const int phi = topology.phi();
    const Names grips = topology.grips.empty() ? Names{} : x.all_beside(phi);
    list.output(kOutputs + 0, "sheave_angle", unit::radian,
                "Turn of the drive sheave since the start, positive raises " + first(), v.drive_angle)
        .follows(x.position(phi));
    list.output(kOutputs + 1, "sheave_speed", unit::radian_per_second,
                "Speed of the drive sheave, positive raises " + first(), v.drive_rate)
        .nominal(10)
        .follows(x.rate(phi));
    list.output(kOutputs + 2, "motor_torque", unit::newton_metre,
                "Torque on the drive sheave: the input in mode 1, the required one in modes 2 and 3; positive raises " +
                    first(),
                v.motor_torque)
        .nominal(1e3)
        .depends(on.forces_on_motor_torque())
        .follows(x.all_beside(phi))
        .initially(on.motor_torque());
    list.output(kOutputs + 3, "holding_torque", unit::newton_metre,
                "Torque that would hold the sheave now, positive raises " + first(), v.holding_torque)
        .nominal(1e3)
        .depends(on.payloads_beside(phi))
        .follows(x.all_beside(phi))
        .initially(on.holding_torque());
    list.output(kOutputs + 4, "motor_torque_from_tensions", unit::newton_metre,
                "Radius times the difference of constitutive tensions, the paper's way", v.motor_torque_from_tensions)
        .nominal(1e3)
        .follows(x.all_beside(phi))
        .initially(on.torque_from_tensions());
    list.output(kOutputs + 5, "traction_ratio", unit::none,
                "Larger over smaller tension of a rope that runs over the drive sheave, less what its speed takes off "
                "(drive.contact = 2, 3); 1 on a drum",
                v.traction_ratio)
        .depends(on.forces_on_traction())
        .follows(grips)
        .initially(on.traction());
    const Names friction = gripped() ? x.rate(rope_at_drive()) : Names{"drive.friction"};  // with its friction
    list.output(kOutputs + 6, "traction_limit", unit::none, "exp(f wrap) with the friction of a rope that sticks, now",
                v.traction_limit)
        .follows(friction)
        .initially({"drive.friction", "drive.wrap"});
    Names utilisation = on.traction();
    if (!utilisation.empty()) variables::add_missing(utilisation, {"drive.friction", "drive.wrap"});
    list.output(kOutputs + 7, "traction_utilisation", unit::none,
                "ln(ratio) / (f wrap): the rope slips at 1 (drive.contact = 3)", v.traction_utilisation)
        .depends(on.forces_on_traction())
        .follows(grips.empty() || gripped() ? grips : grips + friction)
        .initially(utilisation);
    list.output(kOutputs + 8, "slack", unit::none, "1 while any rope end does not pull", v.slack)
        .depends(on.forces_on_slack())
        .follows(x.all())
        .initially(on.slack());
  }

  /// Slip and creep: zero where ropes are tied.
  void grip_outputs() {
    if (topology.grip_places.empty()) return;
    const int phi = topology.phi();
    const bool grips = gripped();
    const Names everything = grips ? x.all() : Names{};
    const std::string ahead = ", positive when the wheel runs ahead while " + first() + " rises";
    for (std::size_t k = 0; k < topology.grip_places.size(); ++k) {
      const auto& [rope, sheave] = topology.grip_places[k];
      const std::string prefix = grip_prefix(structure, topology, k);
      const std::string what = " of " + structure.rope[rope].name + " on " +
                               (sheave < 0 ? "the drive sheave" : structure.sheave[sheave].name);
      const std::uint32_t base = at(kGripOutputs, k);
      const auto itself = [&](const char* name) { return grips ? Names{prefix + name} : Names{}; };
      list.output(base + 0, prefix + "slip_velocity", unit::metre_per_second,
                  "Slip" + what + ahead + "; 0 while it sticks", v.grip[k].slip_velocity)
          .nominal(0.1)
          .follows(everything);
      list.output(base + 1, prefix + "slip_distance", unit::metre, "Slip" + what + " since the start" + ahead,
                  v.grip[k].slip_distance)
          .nominal(0.01)
          .follows(itself("slip_distance"));
      list.output(base + 2, prefix + "slip_path", unit::metre, "Slip" + what + " since the start, in either direction",
                  v.grip[k].slip_path)
          .nominal(0.01)
          .follows(itself("slip_path"));
      list.output(base + 3, prefix + "creep_distance", unit::metre,
                  "Rope that has crept towards the side of " + first() + " since the start, by stretching on the wheel",
                  v.grip[k].creep_distance)
          .nominal(1e-3)
          .follows(itself("creep_distance"));
    }
    list.output(kOutputs + 9, "rope_drift", unit::metre,
                "How far the drive sheave's surface has run ahead of a mark on the rope since the start", v.rope_drift)
        .nominal(1e-3)
        .follows(grips ? x.position(phi) + x.position(rope_at_drive()) : Names{});
    list.output(kOutputs + 10, "encoder_error", unit::metre,
                "Position of " + first() +
                    " minus its start minus what the drive's angle says of it: stretch, creep and slip, positive up",
                v.encoder_error)
        .nominal(1e-3)
        .follows(x.position(topology.side[0]) + x.position(phi));
    list.local(kLocals + 3, "creep", unit::none,
               "Difference of strains across the drive sheave over the stretch of the rope that runs on", v.creep)
        .nominal(1e-4);
    list.local(kLocals + 4, "slip_power", unit::watt, "Heat of slip on the drive sheave", v.slip_power).nominal(1e3);
    list.local(kLocals + 5, "slip_energy", unit::joule, "Heat of slip since the start", v.slip_energy).nominal(1e3);
    list.local(kLocals + 6, "creep_energy", unit::joule, "Heat of creep since the start", v.creep_energy).nominal(10);
  }

  void sheave_and_anchor_outputs() {
    for (std::size_t i = 0; i < structure.sheave.size(); ++i) {
      const std::string& name = structure.sheave[i].name;
      list.output(at(kSheaveOutputs, i), name + "_speed", unit::radian_per_second,
                  "Speed of " + name + ", positive when the drive raises " + first(), v.sheave_speed[i])
          .nominal(10)
          .follows(x.rate(topology.sheave_node_s[i]));
    }
    for (std::size_t i = 0; i < structure.anchor.size(); ++i) {
      if (!(structure.anchor[i].stiffness > 0)) continue;
      const std::string& name = structure.anchor[i].name;
      list.output(at(kAnchorOutputs, i), name + "_tension", unit::newton,
                  "Force of the rope on " + name + ", positive pulls", v.anchor_tension[i])
          .nominal(1e4)
          .follows(x.all_beside(topology.anchor_node_z[i]))
          .initially(on.anchor_tension(static_cast<int>(i)));
    }
  }

  void buffer_outputs() {
    for (std::size_t i = 0; i < structure.buffer.size(); ++i) {
      const auto& buffer = structure.buffer[i];
      const int body = topology.buffer_body[i];
      list.output(at(kBufferOutputs, i), buffer.name + "_force", unit::newton,
                  "Force of " + buffer.name + " on " + buffer.under + ", positive pushes up", v.buffer_force[i])
          .nominal(1e4)
          .follows(x.position(body) + x.rate(body))
          .initially(on.position(body));
    }
  }

  void rope_arrays() {
    for (std::size_t r = 0; r < structure.rope.size(); ++r) {
      const std::string& name = structure.rope[r].name;
      const auto first_span = static_cast<std::size_t>(topology.first_span[r]);
      const auto count = static_cast<std::size_t>(topology.first_span[r + 1]) - first_span;
      const std::uint32_t base = at(kRopeArrays, r, kRopeStride);
      const auto part = [first_span, count](std::vector<S>& all) { return std::span(all).subspan(first_span, count); };
      const int from = topology.first_span[r], to = topology.first_span[r + 1];
      const std::string how = " of each span of " + name +
                              ", from the end forces (sheaves.model = 2: with the constraint's reaction), "
                              "positive pulls";
      list.output(base + 0 * kSpanArray, name + "_tension_start", unit::newton, "Tension at the start" + how,
                  part(v.span_tension_start))
          .nominal(1e4)
          .depends(on.forces_on_ends(from, to, 0))
          .follows(x.all_beside_spans(from, to))
          .initially(on.tensions(from, to, 0));
      list.output(base + 1 * kSpanArray, name + "_tension_end", unit::newton, "Tension at the end" + how,
                  part(v.span_tension_end))
          .nominal(1e4)
          .depends(on.forces_on_ends(from, to, 1))
          .follows(x.all_beside_spans(from, to))
          .initially(on.tensions(from, to, 1));
      list.local(base + 2 * kSpanArray, name + "_tension_start_constitutive", unit::newton,
                 "EA strain (and damping) at the start of each span", part(v.span_tension_start_constitutive))
          .nominal(1e4);
      list.local(base + 3 * kSpanArray, name + "_tension_end_constitutive", unit::newton,
                 "EA strain (and damping) at the end of each span", part(v.span_tension_end_constitutive))
          .nominal(1e4);
      list.local(base + 4 * kSpanArray, name + "_span_length", unit::metre, "Unstretched length of each span",
                 part(v.span_length));
    }
  }

  void energies() {
    list.local(kLocals + 0, "total_energy", unit::joule, "Kinetic, elastic and potential energy", v.total_energy)
        .nominal(1e5);
    list.local(kLocals + 1, "drive_work", unit::joule, "Work of the drive since the start", v.drive_work).nominal(1e5);
    list.local(kLocals + 2, "energy_residual", unit::joule,
               "Energy minus its start minus the work of drive and payload plus the losses: health of the simulation",
               v.energy_residual)
        .nominal(1e5);
  }

  bool gripped() const { return !topology.contacts.empty(); }
  /// The coordinate that says how far the drive has moved the rope.
  int rope_at_drive() const {
    for (const auto& contact : topology.contacts) {
      if (contact.sheave < 0) return contact.s;
    }
    return topology.phi();
  }
  const std::string& first() const { return structure.body[topology.side[0]].name; }

  Values<S>& v;
  const Structure& structure;
  const Topology& topology;
  List& list;
  const Dependencies on;
  const StateNames x;
};

}  // namespace

template <class S>
void fields(Values<S>& values, const Structure& structure, const Topology& topology, List& list) {
  Lister<S>(values, structure, topology, list).all();
}
template void fields(Values<double>&, const Structure&, const Topology&, List&);
template void fields(Values<math::Dual>&, const Structure&, const Topology&, List&);

template <class S>
Values<S> sized(const Structure& structure, const Topology& topology) {
  Values<S> v;
  v.body.resize(structure.body.size());
  v.sheave.resize(structure.sheave.size());
  v.anchor.resize(structure.anchor.size());
  v.rope.resize(structure.rope.size());
  v.chain.resize(structure.chain.size());
  v.buffer.resize(structure.buffer.size());
  v.payload.assign(topology.loadable.size(), S(0.0));
  for (auto* list : {&v.body_position, &v.body_velocity, &v.body_acceleration})
    list->assign(structure.body.size(), S(0.0));
  for (auto* list : {&v.side_vibration, &v.side_tension}) list->assign(topology.side.size(), S(0.0));
  v.sheave_speed.assign(structure.sheave.size(), S(0.0));
  v.anchor_tension.assign(structure.anchor.size(), S(0.0));
  v.buffer_force.assign(structure.buffer.size(), S(0.0));
  v.grip.resize(topology.grip_places.size());
  for (auto* list : {&v.span_tension_start, &v.span_tension_end, &v.span_tension_start_constitutive,
                     &v.span_tension_end_constitutive, &v.span_length}) {
    list->assign(topology.spans.size(), S(0.0));
  }
  return v;
}
template Values<double> sized(const Structure&, const Topology&);
template Values<math::Dual> sized(const Structure&, const Topology&);

}  // namespace reeve::models::reeving
