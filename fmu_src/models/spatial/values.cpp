#include "models/spatial/values.hpp"

#include <algorithm>
#include <span>

#include "models/solver_choice.hpp"

namespace reeve::models::spatial {
namespace {

using namespace variables;

/// Value references: one group per kind, one block of `kStride` per item of that kind.
enum : std::uint32_t {
  kInputs = 1 * kGroup,
  kOutputs = 2 * kGroup,
  kBodyOutputs = 3 * kGroup,
  kSheaveOutputs = 4 * kGroup,
  kRopeArrays = 6 * kGroup,
  kLocals = 7 * kGroup,
  kParameters = 8 * kGroup,
  kBodyParameters = 9 * kGroup,
  kSheaveParameters = 10 * kGroup,
  kAnchorParameters = 11 * kGroup,
  kRopeParameters = 12 * kGroup,
  kAxisParameters = 17 * kGroup,
  kAxisInputs = 18 * kGroup,
  kAxisOutputs = 19 * kGroup,
  kStride = 32,
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
      : v{values}, structure{described}, topology{resolved}, list{to} {}

  void all() {
    inputs();
    items();
    axes();
    global_parameters();
    body_outputs();
    drive_outputs();
    rope_arrays();
    energies();
  }

 private:
  bool is_hinge(std::size_t axis) const {
    return structure.body[topology.driven[axis]].moves == mechanics::JointKind::hinge;
  }

  void inputs() {
    list.input(kInputs + 2, "brake", unit::none, "0 released .. 1 fully applied, times brake.torque (drive.mode = 1)",
               v.brake)
        .range(0, 1);
    for (std::size_t i = 0; i < topology.loadable.size(); ++i) {
      const std::string& body = structure.body[topology.loadable[i]].name;
      list.input(kInputs + kStride + static_cast<std::uint32_t>(i), body + "_payload", unit::kilogram,
                 "Load on " + body + ", on top of " + body + ".mass; arrives with its velocity", v.payload[i])
          .min(0)
          .nominal(1e3);
    }
    if (!structure.sways) return;
    list.input(kInputs + 3, "sway_x", unit::metre, "Sway of the building's top along x, filtered", v.sway_x);
    list.input(kInputs + 4, "sway_y", unit::metre, "Sway of the building's top along y, filtered", v.sway_y);
  }

  void items() {
    for (std::size_t i = 0; i < v.body.size(); ++i)
      v.body[i].fields(list, at(kBodyParameters, i), structure.body[i].name);
    for (std::size_t i = 0; i < v.sheave.size(); ++i)
      v.sheave[i].fields(list, at(kSheaveParameters, i), structure.sheave[i].name);
    for (std::size_t i = 0; i < v.anchor.size(); ++i)
      v.anchor[i].fields(list, at(kAnchorParameters, i), structure.anchor[i].name, structure.anchor[i].stiffness > 0);
    for (std::size_t i = 0; i < v.rope.size(); ++i)
      v.rope[i].fields(list, at(kRopeParameters, i), structure.rope[i].name);
  }

  /// The joints with a drive, then the drive itself.
  void axes() {
    const std::size_t drive = topology.driven.size();
    for (std::size_t a = 0; a <= drive; ++a) {
      const std::uint32_t input = at(kAxisInputs, a), output = at(kAxisOutputs, a);
      if (a == drive) {
        v.axis[a].fields(list, at(kAxisParameters, a), "", "drive", "the drive, as travel of " + first(), false);
        list.input(input, "drive_torque", unit::newton_metre,
                   "Torque on the drive, positive raises " + first() + " (drive.mode = 1)", v.axis_force[a]);
        list.input(input + 1, "drive_speed", unit::radian_per_second,
                   "Commanded speed of the drive, positive raises " + first() + " (drive.mode = 3)", v.axis_speed[a]);
        list.output(output, "motor_torque", unit::newton_metre, "Torque of the drive, positive raises " + first(),
                    v.axis_required[a]);
        continue;
      }
      const std::string& name = structure.body[topology.driven[a]].name;
      const Unit& force = is_hinge(a) ? unit::newton_metre : unit::newton;
      const std::string word = is_hinge(a) ? "torque" : "force";
      v.axis[a].fields(list, at(kAxisParameters, a), name + ".", name, name, is_hinge(a));
      list.input(input, name + "_" + word, force, "Drive of " + name + " along its joint (mode 1)", v.axis_force[a]);
      list.input(input + 1, name + "_speed", is_hinge(a) ? unit::radian_per_second : unit::metre_per_second,
                 "Commanded speed of " + name + " (mode 3)", v.axis_speed[a]);
      list.output(output, name + "_drive_" + word, force, "What the motion of " + name + " takes", v.axis_required[a]);
    }
  }

  void global_parameters() {
    v.drive.fields(list, kParameters, "drive");
    list.parameter(kParameters + 6, "brake.torque", unit::newton_metre, "Capacity of the brake at brake = 1",
                   v.brake_torque)
        .min(0)
        .tunable();
    list.parameter(kParameters + 7, "sheaves.flux", unit::none,
                   "Momentum and elastic flux of the rope at the sheaves; false = as in the paper", v.sheaves_flux);
    list.parameter(kParameters + 8, "gravity", unit::metre_per_second2, "Gravity, positive pulls down", v.gravity)
        .min(0);
    if (structure.sways) v.sway.fields(list, kParameters + 64);
    list.parameter(kParameters + 9, "solver.method", kSolverMethod, "Which solver makes the internal steps",
                   v.solver_method);
    list.parameter(kParameters + 10, "solver.step", unit::second, "Largest internal step", v.solver_step).positive();
    list.parameter(
            kParameters + 11, "solver.tolerance", unit::none,
            "Error allowed per internal step: relative for the explicit solver, for the implicit one the speed in "
            "m/s that has the error's energy (T-ALE.25)",
            v.solver_tolerance)
        .range(1e-14, 1e-2)
        .takes_tolerance();
  }

  void body_outputs() {
    constexpr const char* kAxis[] = {"x", "y", "z"};
    for (std::size_t i = 0; i < v.motion.size(); ++i) {
      const std::string& name = structure.body[i].name;
      const std::uint32_t base = at(kBodyOutputs, i);
      for (std::uint32_t k = 0; k < 3; ++k) {
        list.output(base + k, name + "_" + kAxis[k], unit::metre, std::string("Place of ") + name,
                    v.motion[i].position[k]);
        list.output(base + 3 + k, name + "_v" + kAxis[k], unit::metre_per_second, "Velocity of " + name,
                    v.motion[i].velocity[k]);
        list.output(base + 6 + k, name + "_a" + kAxis[k], unit::metre_per_second2, "Acceleration of " + name,
                    v.motion[i].acceleration[k]);
      }
      const auto moves = structure.body[i].moves;
      if (moves != mechanics::JointKind::line && moves != mechanics::JointKind::hinge) continue;
      const bool hinge = moves == mechanics::JointKind::hinge;
      list.output(base + 9, name + (hinge ? "_angle" : "_travel"), hinge ? unit::radian : unit::metre,
                  "Way of " + name + " from its described position", v.motion[i].travel);
      list.output(base + 10, name + (hinge ? "_angle_rate" : "_travel_rate"),
                  hinge ? unit::radian_per_second : unit::metre_per_second, "Its rate", v.motion[i].travel_rate);
    }
  }

  void drive_outputs() {
    list.output(kOutputs + 0, "sheave_angle", unit::radian,
                "Turn of the drive since the start, positive raises " + first(), v.drive_angle);
    list.output(kOutputs + 1, "sheave_speed", unit::radian_per_second, "Speed of the drive, positive raises " + first(),
                v.drive_rate);
    list.output(kOutputs + 3, "holding_torque", unit::newton_metre, "Torque that would hold the drive now",
                v.holding_torque);
    list.output(kOutputs + 8, "slack", unit::none, "1 while any rope end does not pull", v.slack);
    for (std::size_t i = 0; i < topology.side.size(); ++i) {
      list.output(kOutputs + 16 + static_cast<std::uint32_t>(i),
                  "tension_" + structure.body[topology.side[i]].name + "_side", unit::newton,
                  "Rope tension at the drive on this side, positive pulls", v.side_tension[i]);
    }
    for (std::size_t k = 0; k < v.sheave_speed.size(); ++k) {
      list.output(at(kSheaveOutputs, k), structure.sheave[k].name + "_speed", unit::radian_per_second,
                  "Speed of " + structure.sheave[k].name + ", positive when rope runs towards its end",
                  v.sheave_speed[k]);
    }
  }

  void rope_arrays() {
    for (int r = 0; r < topology.ropes; ++r) {
      const std::string& name = structure.rope[r].name;
      const std::uint32_t base = at(kRopeArrays, static_cast<std::size_t>(r), kRopeStride);
      const auto part = [&](std::vector<S>& all) {
        return std::span<S>(all).subspan(topology.first_span[r], topology.first_span[r + 1] - topology.first_span[r]);
      };
      list.output(base + 0 * kSpanArray, name + "_tension_start", unit::newton, "Tension at the start of each span",
                  part(v.span_tension_start));
      list.output(base + 1 * kSpanArray, name + "_tension_end", unit::newton, "Tension at the end of each span",
                  part(v.span_tension_end));
      list.local(base + 2 * kSpanArray, name + "_span_length", unit::metre, "Unstretched length of each span",
                 part(v.span_length));
      list.output(base + 3 * kSpanArray, name + "_sway", unit::metre,
                  "Largest distance of each span's rope from the straight line between its ends", part(v.span_sway));
    }
  }

  void energies() {
    list.local(kLocals + 0, "total_energy", unit::joule, "Kinetic, elastic and potential energy", v.total_energy);
    list.local(kLocals + 1, "drive_work", unit::joule, "Work of all drives since the start", v.drive_work);
    list.local(kLocals + 2, "energy_residual", unit::joule, "Energy that the balance misses: health of the simulation",
               v.energy_residual);
  }

  const std::string& first() const { return structure.body[topology.side[0]].name; }

  Values<S>& v;
  const Structure& structure;
  const Topology& topology;
  List& list;
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
  const auto zeros = [](std::vector<S>& list, std::size_t size) { list.assign(size, S(0.0)); };
  const auto axes = static_cast<std::size_t>(topology.axes());
  v.body.resize(structure.body.size());
  for (std::size_t i = 0; i < v.body.size(); ++i)
    std::copy(structure.body[i].axis.begin(), structure.body[i].axis.end(), v.body[i].axis.begin());
  v.sheave.resize(structure.sheave.size());
  v.anchor.resize(structure.anchor.size());
  v.rope.resize(structure.rope.size());
  v.axis.resize(axes);
  for (auto* list : {&v.axis_force, &v.axis_speed, &v.axis_required}) zeros(*list, axes);
  zeros(v.payload, topology.loadable.size());
  v.motion.resize(structure.body.size());
  zeros(v.sheave_speed, structure.sheave.size());
  zeros(v.side_tension, topology.side.size());
  for (auto* list : {&v.span_tension_start, &v.span_tension_end, &v.span_length, &v.span_sway})
    zeros(*list, topology.spans.size());
  return v;
}
template Values<double> sized(const Structure&, const Topology&);
template Values<math::Dual> sized(const Structure&, const Topology&);

}  // namespace reeve::models::spatial
