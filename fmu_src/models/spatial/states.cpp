// The states of a reeving in space by name, in the order of x. What acts on what is not worked out: each rate follows everything.
#include "models/spatial/model.hpp"

namespace reeve::models::spatial {

using mechanics::JointKind;

namespace {

class StateNames {
 public:
  StateNames(const Structure& structure, const Topology& topology, const Values<double>& values,
             variables::States& list)
      : structure_{structure}, topology_{topology}, values_{values}, list_{list} {}

  void all(const Layout& at) {
    coordinates(false);
    coordinates(true);
    for (int a = 0; a < at.axes; ++a) {
      const std::string name = axis_name(a);
      list_.add(name + "_travel_acceleration", unit::none, "Acceleration of the motion given to " + name).reinit();
      list_.add(name + "_travel_work", unit::joule, "Work of the drive of " + name);
    }
    list_.add("losses", unit::joule, "Heat of ropes, supports and brake since the start");
    list_.add("payload_work", unit::joule, "Work of the payloads' weight and inertia since the start");
    list_.add("wound_energy", unit::joule, "Strain energy of rope that drums have wound up since the start");
    list_.add("sway_work", unit::joule, "Work of the building since the start");
    for (const int b : topology_.turning)
      list_.add(structure_.body[b].name + "_quaternion_scalar", unit::none, "Scalar of its quaternion");
    if (!at.sways) return;
    list_.add("sway_displacement", unit::metre, "Filtered sway of the building's top along x and y", 2);
    list_.add("sway_velocity", unit::metre_per_second, "Its rate", 2);
  }

 private:
  void coordinates(bool rates) {
    for (int b = 0; b < topology_.bodies; ++b) {
      if (!structure_.body[b].driven) joint(b, rates);
    }
    for (int a = 0; a < topology_.anchors; ++a) {
      if (topology_.anchor_node[a] < 0) continue;
      const std::string& name = structure_.anchor[a].name;
      own(name + "_place", "Place of the rope's end at " + name, 3, rates);
    }
    for (int r = 0; r < topology_.ropes; ++r) {
      std::size_t wheels = 0;
      for (const auto& node : topology_.nodes[r]) wheels += node.grip == Node::Grip::sheave;
      if (wheels > 0) own(structure_.rope[r].name + "_material", "Rope material at its sheaves", wheels, rates);
    }
    for (const int b : topology_.driven) joint(b, rates);
    list_
        .add(rates ? "drive_travel_rate" : "drive_travel", rates ? unit::metre_per_second : unit::metre,
             rates ? "Speed of the drive's surface" : "Way of the drive's surface")
        .reinit();
    for (int r = 0; r < topology_.ropes; ++r) {
      const auto spans = static_cast<std::size_t>(topology_.first_span[r + 1] - topology_.first_span[r]);
      std::size_t modes = 0;
      for (const int n : values_.rope[r].modes) modes += static_cast<std::size_t>(n);
      if (modes > 0) own(structure_.rope[r].name + "_modes", "Modes of its spans, axis by axis", spans * modes, rates);
    }
  }

  void joint(int b, bool rates) {
    const std::string& name = structure_.body[b].name;
    switch (topology_.kind[b]) {
      case JointKind::fixed:
        return;
      case JointKind::line:
        list_.shown(name + (rates ? "_travel_rate" : "_travel")).reinit();
        return;
      case JointKind::hinge:
        list_.shown(name + (rates ? "_angle_rate" : "_angle")).reinit();
        return;
      case JointKind::point:
      case JointKind::free:
        for (const char* axis : {"x", "y", "z"}) list_.shown(name + (rates ? "_v" : "_") + axis);
        if (topology_.kind[b] == JointKind::point) return;
        if (rates)
          list_.add(name + "_rates", unit::radian_per_second, "Angular velocity in axes of " + name, 3);
        else
          list_.add(name + "_quaternion", unit::none, "Vector of its quaternion", 3);
    }
  }

  void own(const std::string& name, const std::string& what, std::size_t count, bool rates) {
    if (rates)
      list_.add(name + "_rate", unit::metre_per_second, what + ", rate", count);
    else
      list_.add(name, unit::metre, what, count);
  }

  std::string axis_name(int a) const {
    return a + 1 == topology_.axes() ? "drive" : structure_.body[topology_.driven[a]].name;
  }

  const Structure& structure_;
  const Topology& topology_;
  const Values<double>& values_;
  variables::States& list_;
};

}  // namespace

void Model::states(const Values<double>& u, variables::States& list) const {
  StateNames(structure_, topology_, u, list).all(dynamics_.layout());
}

}  // namespace reeve::models::spatial
