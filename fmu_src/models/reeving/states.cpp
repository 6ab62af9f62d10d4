#include "models/reeving/states.hpp"

#include <algorithm>

namespace reeve::models::reeving {

namespace unit = variables::unit;
using Names = StateNames::Names;

using variables::add_missing;

void StateNames::count_materials() {
  for (const auto& rope : topology_.nodes) {
    first_material_.push_back(-1);
    materials_.push_back(0);
    for (const auto& node : rope) {
      if (node.grip != Node::Grip::sheave || node.contact >= 0) continue;
      if (materials_.back()++ == 0) first_material_.back() = node.s;
    }
  }
}

std::size_t StateNames::modes_of(int rope) const {
  return modes_[rope] * static_cast<std::size_t>(topology_.first_span[rope + 1] - topology_.first_span[rope]);
}

std::string StateNames::coordinate_name(int i, bool is_rate) const {
  if (i < topology_.bodies) return structure_.body[i].name + (is_rate ? "_velocity" : "_position");
  if (i == topology_.phi()) return is_rate ? "drive_travel_rate" : "drive_travel";
  for (int a = 0; a < topology_.anchors; ++a) {
    if (topology_.anchor_node_z[a] == i) return structure_.anchor[a].name + (is_rate ? "_velocity" : "_position");
  }
  for (const auto& contact : topology_.contacts) {
    if (i == contact.s) return material_name(contact) + (is_rate ? "_rate" : "");
    if (i == contact.wheel) return structure_.sheave[contact.sheave].name + (is_rate ? "_travel_rate" : "_travel");
  }
  int rope = 0;
  while (materials_[rope] == 0 || i >= first_material_[rope] + materials_[rope]) ++rope;
  return structure_.rope[rope].name + (is_rate ? "_material_rate" : "_material");
}

/// Equal tensions at massless sheaves determine the material there, whatever x says; a ride determines the drive.
/// So does the wheel that a rope sticks to.
Names StateNames::followed(int i, bool is_rate) const {
  if (i == topology_.phi()) return {coordinate_name(i, is_rate), "time"};
  for (const auto& contact : topology_.contacts) {
    if (i == contact.s && is_rate) return all_beside(i);
  }
  if (massless_ && i >= topology_.bodies) return all_beside(i);
  return {coordinate_name(i, is_rate)};
}

void StateNames::find_linked() {
  const auto add = [this](int element, const Names& names) { add_missing(linked_[coupling_.linked[element]], names); };
  linked_.resize(coupling_.elements());
  for (int i = 0; i < topology_.boundary; ++i) add(i, {coordinate_name(i, false), coordinate_name(i, true)});
  for (int k = 0; k < topology_.span_count(); ++k) {
    const int rope = topology_.spans[k].rope;
    const std::string& name = structure_.rope[rope].name;
    if (modes_[rope] > 0) add(coupling_.span(k), {name + "_modes", name + "_mode_rates"});
  }
  add(topology_.phi(), {"drive_travel_acceleration", "time", "brake.torque"});
  if (!topology_.contacts.empty())
    add(topology_.phi(), {"drive.friction", "drive.friction_kinetic", "drive.friction_speed"});
}

Names StateNames::all_beside_spans(int from, int to) const {
  Names names;
  for (int k = from; k < to; ++k) add_missing(names, all_beside(coupling_.span(k)));
  return names;
}

bool StateNames::has_drum() const {
  return std::any_of(topology_.nodes.begin(), topology_.nodes.end(), [](const auto& rope) {
    return rope.front().grip == Node::Grip::drive || rope.back().grip == Node::Grip::drive;
  });
}

void StateNames::list(variables::States& states) const {
  for (const bool rates : {false, true}) {
    list_boundary(rates, states);
    list_modes(rates, states);
  }
  list_extras(states);
  Names indicators = all_beside(topology_.phi());
  add_missing(indicators, on_buffers());
  states.indicators(on_.forces_on(topology_.phi()), indicators);
}

Names StateNames::on_buffers() const {
  Names names;
  for (const int body : topology_.buffer_body)
    add_missing(names, {coordinate_name(body, false), coordinate_name(body, true)});
  return names;
}

void StateNames::list_boundary(bool rates, variables::States& states) const {
  const variables::Unit& kind = rates ? unit::metre_per_second : unit::metre;
  const auto derivative = [&](variables::StateRow row, int i) {
    return rates ? row.rate(on_.forces_on(i), all_beside(i), on_.acceleration(i)) : row.rate({}, rate(i));
  };
  for (int b = 0; b < topology_.bodies; ++b) derivative(states.shown(coordinate_name(b, rates)), b);
  for (int a = 0; a < topology_.anchors; ++a) {
    const int i = topology_.anchor_node_z[a];
    if (i < 0) continue;
    const std::string& name = structure_.anchor[a].name;
    auto row =
        states.add(coordinate_name(i, rates), kind,
                   (rates ? "Velocity of the rope end at " : "Height of the rope end at ") + name + ", positive up");
    derivative(rates ? row : row.initially(on_.equilibrium(i)), i);
  }
  for (int r = 0; r < topology_.ropes; ++r) {
    if (materials_[r] == 0) continue;
    const int i = first_material_[r];
    const std::string& name = structure_.rope[r].name;
    auto row = states.add(coordinate_name(i, rates), kind,
                          (rates ? "Speed of the rope over each deviation sheave of "
                                 : "Unstretched length of rope up to each deviation sheave of ") +
                              name + ", along its path",
                          static_cast<std::size_t>(materials_[r]));
    if (!rates) row.initially(on_.equilibria(i, i + materials_[r]));
    derivative(row, i);
  }
  for (const auto& contact : topology_.contacts) {
    const std::string& rope = structure_.rope[contact.rope].name;
    const std::string where = contact.sheave < 0 ? "the drive" : structure_.sheave[contact.sheave].name;
    auto row = states.add(
        coordinate_name(contact.s, rates), kind,
        rates ? "Rate of " + coordinate_name(contact.s, false) + "; while the rope sticks it follows the wheel"
              : "Unstretched length of " + rope + " up to " + where + ", along its path");
    if (!rates) row.initially(on_.material(contact));
    if (rates) row.reinit();
    derivative(row, contact.s);
  }
  for (const auto& contact : topology_.contacts) {
    if (contact.sheave < 0) continue;
    const std::string& name = structure_.sheave[contact.sheave].name;
    derivative(states.add(coordinate_name(contact.wheel, rates), kind,
                          (rates ? "Speed" : "Travel") + std::string(" of the surface of ") + name +
                              ", positive when the drive raises " + structure_.body[topology_.side[0]].name),
               contact.wheel);
  }
  auto row = states.add(coordinate_name(topology_.phi(), rates), kind,
                        std::string(rates ? "Speed" : "Travel") + " of the rope at the drive, positive raises " +
                            structure_.body[topology_.side[0]].name);
  if (!rates) row.initially({"start.travel"});
  derivative(row.reinit(), topology_.phi());
}

void StateNames::list_modes(bool rates, variables::States& states) const {
  for (int r = 0; r < topology_.ropes; ++r) {
    if (modes_of(r) == 0) continue;
    const std::string& name = structure_.rope[r].name;
    const int from = topology_.first_span[r], to = topology_.first_span[r + 1];
    if (rates) {
      states.add(name + "_mode_rates", unit::metre_per_second, "Rates of " + name + "_modes", modes_of(r))
          .nominal(1e-2)
          .rate(on_.forces_on_spans(from, to), all_beside_spans(from, to), on_.accelerations(from, to));
    } else {
      states
          .add(name + "_modes", unit::metre,
               "Axial displacement modes of the spans of " + name + ", span by span, positive up", modes_of(r))
          .nominal(1e-3)
          .initially(on_.equilibria(coupling_.span(from), coupling_.span(to)))
          .rate({}, {name + "_mode_rates"});
    }
  }
}

void StateNames::list_extras(variables::States& states) const {
  const int phi = topology_.phi();
  const Names everything = all();
  states
      .add("drive_travel_acceleration", unit::metre_per_second2,
           "Acceleration of drive_travel where it is given (drive.mode = 2, 3)")
      .reinit()
      .rate({"drive_speed"}, {"drive_travel_rate", "drive_travel_acceleration"},
            {"drive.mode", "drive_speed", "drive.bandwidth", "drive.radius", "ride.distance", "ride.speed",
             "ride.acceleration", "ride.jerk", "ride.start"});
  states.shown("drive_work").rate(on_.forces_on_motor_torque(), all_beside(phi));
  Names lossy = everything;
  add_missing(lossy, on_buffers());
  states
      .add("lost_energy", unit::joule,
           std::string("Energy lost in ropes, supports") + (topology_.buffers > 0 ? ", buffers" : "") +
               " and brake since the start")
      .nominal(1e4)
      .rate({"brake"}, lossy);
  Names forces;
  for (const int b : topology_.loadable) add_missing(forces, on_.forces_on(b));
  states.add("payload_work", unit::joule, "Work of the payloads' weight and inertia on their bodies since the start")
      .nominal(1e5)
      .rate(forces, forces.empty() ? Names{} : everything);
  states.add("wound_energy", unit::joule, "Strain energy of the rope wound on the drive since the start")
      .nominal(1e3)
      .rate({}, has_drum() ? all_beside(phi) : Names{});
  if (topology_.contacts.empty()) return;
  const Names pushes = on_.forces_on(phi);
  states.shown("slip_energy").rate(pushes, everything);
  states.shown("creep_energy").rate(pushes, everything);
  for (std::size_t k = 0; k < topology_.contacts.size(); ++k) {
    const std::string prefix = grip_prefix(structure_, topology_, k);
    for (const char* name : {"slip_distance", "slip_path", "creep_distance"})
      states.shown(prefix + name).rate({}, everything);
  }
}

std::string StateNames::material_name(const Contact& contact) const {
  return contact.sheave < 0 ? structure_.rope[contact.rope].name + "_material_at_drive"
                            : structure_.sheave[contact.sheave].name + "_material";
}

std::string grip_prefix(const Structure& structure, const Topology& topology, std::size_t place) {
  const auto& [rope, sheave] = topology.grip_places[place];
  if (sheave >= 0) return structure.sheave[sheave].name + "_";
  for (std::size_t k = 0; k < place; ++k) {
    if (topology.grip_places[k].sheave < 0) return structure.rope[rope].name + "_";
  }
  return "";
}

}  // namespace reeve::models::reeving
