#include "models/reeving/dependencies.hpp"

#include <algorithm>

namespace reeve::models::reeving {

using Names = Dependencies::Names;
using variables::add_missing;

Dependencies::Dependencies(const Structure& structure, const Topology& topology)
    : structure_{structure}, topology_{topology}, coupling_{topology} {
  for (const auto& described : structure.rope) {
    variables::List parameters;
    Rope<double> rope = described;
    rope.fields(parameters, 0, described.name);
    rope_at_rest_.emplace_back();
    for (const auto& row : parameters.rows) {
      if (!row.only_in_motion) rope_at_rest_.back().push_back(row.name);
    }
  }
  at_rest_.resize(coupling_.elements());
  for (const int part : coupling_.equilibrium) {
    if (part >= 0 && at_rest_[part].empty()) at_rest_[part] = equilibrium_of(part);
  }
}

Names Dependencies::payloads_beside(int element) const {
  Names names;
  for (const int b : topology_.loadable) {
    if (coupling_.inertia[b] == coupling_.inertia[element]) names.push_back(structure_.body[b].name + "_payload");
  }
  return names;
}

Names Dependencies::forces_on(int element) const {
  Names names = payloads_beside(element);
  if (with_drive(element)) add_missing(names, {"drive_torque", "brake"});
  return names;
}

int Dependencies::spring_at(int k, int end) const {
  const Node& node = topology_.node(topology_.spans[k], end);
  return node.place.of == Place::Of::anchor && topology_.anchor_node_z[node.place.index] >= 0 ? node.place.index : -1;
}

/// A rope end on a spring pulls with the spring's force, which follows from the state.
Names Dependencies::forces_on_ends(int from, int to, int end) const {
  Names names;
  for (int k = from; k < to; ++k) {
    if (spring_at(k, end) < 0) add_missing(names, forces_on(span(k)));
  }
  return names;
}

Names Dependencies::forces_on_spans(int from, int to) const {
  Names names;
  for (int k = from; k < to; ++k) add_missing(names, forces_on(span(k)));
  return names;
}

Names Dependencies::forces_on_slack() const {
  Names names = forces_on_ends(0, topology_.span_count(), 0);
  add_missing(names, forces_on_ends(0, topology_.span_count(), 1));
  return names;
}

Names Dependencies::forces_on_traction() const {
  return topology_.grips.empty() ? Names{} : forces_on(topology_.phi());
}

/// The input itself in mode 1, the required torque in the others; the brake is no part of it.
Names Dependencies::forces_on_motor_torque() const {
  Names names = payloads_beside(topology_.phi());
  add_missing(names, {"drive_torque"});
  return names;
}

bool Dependencies::at_drive(int k) const {
  return topology_.node(topology_.spans[k], 0).grip == Node::Grip::drive ||
         topology_.node(topology_.spans[k], 1).grip == Node::Grip::drive;
}

void Dependencies::add_equilibrium(int part, Names& names) const { add_missing(names, at_rest_[part]); }

/// What determines the rest position of everything in one part.
Names Dependencies::equilibrium_of(int part) const {
  Names names;
  const auto in_part = [&](int element) { return coupling_.equilibrium[element] == part; };
  for (int b = 0; b < topology_.bodies; ++b) {
    if (!in_part(b)) continue;
    const auto& body = structure_.body[b];
    add_missing(names, {body.name + ".mass", body.name + ".height", "gravity"});
    if (body.stiffness > 0) add_missing(names, {body.name + ".stiffness"});
    if (body.loadable) add_missing(names, {body.name + "_payload"});
  }
  for (int a = 0; a < topology_.anchors; ++a) {
    const int z = topology_.anchor_node_z[a];
    if (z >= 0 && in_part(z) && !hangs_alone(a)) add_missing(names, {structure_.anchor[a].name + ".stiffness"});
  }
  for (int c = 0; c < topology_.chains; ++c) {
    if (!in_part(topology_.chain_bodies[c][0])) continue;
    add_missing(names, {structure_.chain[c].name + ".density", structure_.chain[c].name + ".length"});
  }
  for (int i = 0; i < topology_.buffers; ++i) {
    if (!in_part(topology_.buffer_body[i])) continue;
    add_missing(names, {structure_.buffer[i].name + ".top", structure_.buffer[i].name + ".stiffness"});
  }
  for (int k = 0; k < topology_.span_count(); ++k) {
    if (in_part(span(k))) add_span(k, names);
  }
  return names;
}

void Dependencies::add_span(int k, Names& names) const {
  const Span& span = topology_.spans[k];
  add_missing(names, rope_at_rest_[span.rope]);
  add_missing(names, {"gravity"});
  for (int end = 0; end < 2; ++end) {
    const Node& node = topology_.node(span, end);
    if (node.grip == Node::Grip::sheave) add_missing(names, {"sheaves.model", "sheaves.flux"});
    if (node.grip == Node::Grip::drive) add_missing(names, {"start.travel"});
    if (topology_.carrier(node) < 0) add_height(node, names);  // that of a body is known already
  }
}

/// Of a node on the building.
void Dependencies::add_height(const Node& node, Names& names) const {
  if (node.place.of == Place::Of::anchor) add_missing(names, {structure_.anchor[node.place.index].name + ".height"});
  if (node.place.of == Place::Of::sheave) add_missing(names, {structure_.sheave[node.place.index].name + ".height"});
  if (node.place.of == Place::Of::drive) add_missing(names, {"drive.height"});
}

void Dependencies::add_spans_at_drive(Names& names) const {
  for (int k = 0; k < topology_.span_count(); ++k) {
    if (at_drive(k)) add_equilibrium(coupling_.equilibrium[span(k)], names);
  }
}

/// What everything that shares the drive's mass matrix is made of.
void Dependencies::add_moved_by_drive(Names& names) const {
  std::vector<bool> known(coupling_.elements());
  for (int element = 0; element < coupling_.elements(); ++element) {
    const int part = coupling_.equilibrium[element];
    if (!with_drive(element) || part < 0 || known[part]) continue;
    known[part] = true;
    add_equilibrium(part, names);
  }
  for (int k = 0; k < topology_.sheaves; ++k) {
    if (!with_drive(topology_.sheave_node_s[k])) continue;
    add_missing(names, {structure_.sheave[k].name + ".radius", structure_.sheave[k].name + ".inertia"});
  }
}

/// What accelerates it when the start's lock opens.
void Dependencies::add_push_of_drive(Names& names) const {
  add_missing(names, {"drive_torque", "brake", "brake.torque", "drive.mode", "drive.radius", "drive.inertia"});
  add_missing(names, holding_torque());
  add_moved_by_drive(names);
  for (int k = 0; k < topology_.sheaves; ++k) {
    if (with_drive(topology_.sheave_node_s[k])) add_missing(names, {"sheaves.model"});
  }
}

Names Dependencies::position(int body) const {
  Names names;
  add_equilibrium(coupling_.equilibrium[body], names);
  for (int a = 0; a < topology_.anchors;
       ++a) {  // a spring that only carries the body's weight moves nothing but the body
    if (topology_.anchor_body[a] == body && topology_.anchor_node_z[a] >= 0)
      add_missing(names, {structure_.anchor[a].name + ".stiffness"});
  }
  return names;
}

/// On the drive it is what the described heights give; a rope on a free sheave finds its place.
Names Dependencies::material(const Contact& contact) const {
  if (contact.sheave >= 0) return equilibrium(contact.s);
  Names names = {"start.travel"};
  for (int i = 0; i <= contact.node; ++i) {
    const Node& node = topology_.nodes[contact.rope][i];
    const int carrier = topology_.carrier(node);
    if (carrier >= 0)
      add_missing(names, {structure_.body[carrier].name + ".height"});
    else
      add_height(node, names);
  }
  return names;
}

Names Dependencies::acceleration(int element) const {
  Names names;
  if (with_drive(element)) add_push_of_drive(names);
  return names;
}

Names Dependencies::equilibrium(int element) const {
  Names names;
  add_equilibrium(coupling_.equilibrium[element], names);
  return names;
}

Names Dependencies::equilibria(int first, int end) const {
  Names names;
  for (int element = first; element < end; ++element) add_missing(names, equilibrium(element));
  return names;
}

Names Dependencies::accelerations(int from, int to) const {
  Names names;
  for (int k = from; k < to; ++k) add_missing(names, acceleration(span(k)));
  return names;
}

Names Dependencies::tension(int k, int end) const {
  if (const int anchor = spring_at(k, end); anchor >= 0) return anchor_tension(anchor);
  Names names;
  add_equilibrium(coupling_.equilibrium[span(k)], names);
  add_missing(names, acceleration(span(k)));
  return names;
}

Names Dependencies::tensions(int from, int to, int end) const {
  Names names;
  for (int k = from; k < to; ++k) add_missing(names, tension(k, end));
  return names;
}

Names Dependencies::slack() const {
  Names names = tensions(0, topology_.span_count(), 0);
  add_missing(names, tensions(0, topology_.span_count(), 1));
  return names;
}

/// Whether the anchor's spring is all that its body hangs on.
bool Dependencies::hangs_alone(int anchor) const {
  const int body = topology_.anchor_body[anchor];
  if (body < 0 || structure_.body[body].stiffness > 0) return false;
  for (int a = 0; a < topology_.anchors; ++a) {
    if (a != anchor && topology_.anchor_body[a] == body) return false;
  }
  for (const auto& rope : topology_.nodes) {
    for (const auto& node : rope) {
      if (node.z == body) return false;
    }
  }
  for (const auto& [one, two] : topology_.chain_bodies) {
    if (one == body || two == body) return false;
  }
  const auto& buffered = topology_.buffer_body;
  return std::find(buffered.begin(), buffered.end(), body) == buffered.end();
}

/// A body that hangs on this anchor alone pulls with its weight, whatever the rope is like.
Names Dependencies::anchor_tension(int anchor) const {
  Names names;
  if (!hangs_alone(anchor)) {
    add_equilibrium(coupling_.equilibrium[topology_.anchor_node_z[anchor]], names);
    return names;
  }
  const auto& body = structure_.body[topology_.anchor_body[anchor]];
  add_missing(names, {body.name + ".mass", "gravity"});
  if (body.loadable) add_missing(names, {body.name + "_payload"});
  return names;
}

Names Dependencies::side_tension(int side) const {
  Names names;
  for (const auto& at : topology_.side_ends[side]) add_missing(names, tension(at.span, at.end));
  return names;
}

Names Dependencies::traction() const {
  Names names;
  for (const auto& ends : topology_.grips) {
    for (const auto& at : ends) add_missing(names, tension(at.span, at.end));
  }
  return names;
}

/// A rope that slips from the start pulls at the drive by the ratio of its tensions, and these hang on all that it accelerates.
Names Dependencies::holding_torque() const {
  Names names = {"drive.radius"};
  add_spans_at_drive(names);
  if (topology_.grips.empty()) return names;
  add_missing(names, {"sheaves.flux", "drive.contact", "drive.wrap", "drive.friction", "drive.friction_kinetic",
                      "drive.friction_law"});
  add_moved_by_drive(names);
  return names;
}

Names Dependencies::motor_torque() const {
  Names names = {"drive_torque", "drive.mode"};
  add_missing(names, holding_torque());
  return names;
}

Names Dependencies::torque_from_tensions() const {
  Names names = {"drive.radius"};
  add_spans_at_drive(names);
  return names;
}

}  // namespace reeve::models::reeving
