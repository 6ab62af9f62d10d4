#include "models/flexible_sheet/states.hpp"

#include "models/flexible_sheet/model.hpp"

namespace reeve::models::flexible_sheet {

namespace unit = variables::unit;
using variables::Names;
using variables::States;
using variables::operator+;

StateNames::StateNames(const Structure& structure, int boundary) {
  if (!structure.offers_exchange()) return;
  const bool clamped = boundary == kClamped;
  joints = {"joint_lift", "joint_turn_z", "joint_turn_x"};
  height = {clamped ? "clamp_position" : "master_position"};
  turn = {clamped ? "clamp_rotation" : "master_quaternion"};
  shape = turn + joints;
  x = clamped ? shape : shape + height;
  y = shape + height;
  z = clamped ? joints : y;
  rates = clamped ? Names{"clamp_velocity", "clamp_rotation_rate"} : Names{"master_velocity", "master_spin"};
  for (const auto& joint : joints) rates.push_back(joint + "_rate");
  motion = y + rates;
  roller_work = {"roller_work"};
  friction_loss = {"friction_loss"};
}

namespace {

/// What accelerations depend on: inputs, states, and at the start inputs and parameters.
struct Causes {
  Names inputs, states, at_start;
};

/// Gravity and the clamp's motion act on the joints at the start, not damping: everything is at rest.
Causes clamped_causes(const StateNames& names) {
  return {{"clamp_height", "clamp_angle", "clamp_height_rate", "clamp_angle_rate"},
          names.motion,
          start_shape(false) + Names{"clamp_height_rate", "clamp_angle_rate", "clamp.bandwidth"}};
}

/// Nothing but gravity acts on a sheet in the air, and on all of it alike, wherever and however fast it flies; with nips, what
/// they do to it.
Causes free_causes(const Structure& structure, const StateNames& names) {
  if (structure.nip.empty()) {
    Names states = names.shape + names.rates;
    std::erase(states, "master_velocity");
    return {{}, states, {}};
  }
  Causes out{{}, names.motion, start_shape(true) + Names{"clamp_height"} + nip_knowns(structure)};
  for (const auto& nip : structure.nip) out.inputs.push_back(nip + "_speed");
  return out;
}

/// (T-SHT.21)
void list_clamp(States& list) {
  list.shown("clamp_position").rate({}, {"clamp_velocity"});
  list.add("clamp_rotation", unit::radian, "Angle of the clamped edge's tangent, which follows clamp_angle")
      .nominal(nominal::kLength)
      .initially({"clamp_angle"})
      .rate({}, {"clamp_rotation_rate"});
  list.add("clamp_velocity", unit::metre_per_second, "Velocity of the clamped edge, positive up")
      .rate({"clamp_height", "clamp_height_rate"}, {"clamp_position", "clamp_velocity"},
            {"clamp_height_rate", "clamp.bandwidth"});
  list.add("clamp_rotation_rate", unit::radian_per_second, "Rate of clamp_rotation")
      .rate({"clamp_angle", "clamp_angle_rate"}, {"clamp_rotation", "clamp_rotation_rate"},
            {"clamp_angle_rate", "clamp.bandwidth"});
}

void list_master(const Structure& structure, const Causes& causes, States& list) {
  list.add("master_position", unit::metre, "Place x, y, z of the master node", 3)
      .nominal(nominal::kLength)
      .initially({"clamp_height"})
      .rate({}, {"master_velocity"})
      .by_element();
  list.add("master_quaternion", unit::none,
           "Orientation of the master node, real part first; of any length, for it is normalised where it is used", 4)
      .nominal(nominal::kLength)
      .initially({"clamp_angle"})
      .rate({}, {"master_quaternion", "master_spin"});
  list.add("master_velocity", unit::metre_per_second, "Velocity of the master node", 3)
      .rate(causes.inputs, causes.states, causes.at_start.empty() ? Names{"gravity"} : causes.at_start);
  list.add("master_spin", unit::radian_per_second, "Angular velocity of the master node in fixed axes", 3)
      .nominal(nominal::master_spin(structure))
      .rate(causes.inputs, causes.states, causes.at_start);
}

struct Coordinate {
  const char *name, *description;
  const variables::Unit &unit, &rate_unit;
  double nominal, rate_nominal;
};

void list_joints(std::size_t joints, const std::vector<Coordinate>& coordinates, const Names& at_start,
                 const Causes& causes, States& list) {
  for (const auto& c : coordinates) {
    list.add(c.name, c.unit, c.description, joints)
        .nominal(c.nominal)
        .initially(at_start)
        .rate({}, {c.name + std::string("_rate")})
        .by_element();
  }
  for (const auto& c : coordinates) {
    list.add(c.name + std::string("_rate"), c.rate_unit, std::string("Rate of ") + c.name, joints)
        .nominal(c.rate_nominal)
        .rate(causes.inputs, causes.states, causes.at_start);
  }
}

}  // namespace

void Model::states(const Values<double>& u, States& list) const {
  if (!structure_.offers_exchange()) return;
  const bool clamped = u.sheet.boundary == kClamped;
  const StateNames names(structure_, u.sheet.boundary);
  const Causes causes = clamped ? clamped_causes(names) : free_causes(structure_, names);
  if (clamped)
    list_clamp(list);
  else
    list_master(structure_, causes, list);
  const std::size_t held = clamped ? static_cast<std::size_t>(structure_.nodes_width) : 1;
  const double pitch = this->pitch(u);
  list_joints(structure_.nodes() - held,
              {{"joint_lift", "Lift of a node, in its parent's frame; nodes as in node_x, without those held",
                unit::metre, unit::metre_per_second, nominal::kAngle * pitch, nominal::kSpin * pitch},
               {"joint_turn_z", "Turn of the same nodes against their parents about z", unit::radian,
                unit::radian_per_second, nominal::kAngle, nominal::kSpin},
               {"joint_turn_x", "Turn of the same nodes against their parents about x, after that about z",
                unit::radian, unit::radian_per_second, nominal::kAngle, nominal::kSpin}},
              clamped ? start_shape(false) : Names{}, causes, list);
  if (structure_.nip.empty()) return;
  for (const char* work : {"roller_work", "friction_loss"})
    list.shown(work).rate(causes.inputs, causes.states, causes.at_start);
}

}  // namespace reeve::models::flexible_sheet
