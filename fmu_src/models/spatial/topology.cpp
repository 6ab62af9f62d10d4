#include "models/spatial/topology.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "models/reeving/entry.hpp"

namespace reeve::models::spatial {

using mechanics::JointKind;
using reeving::entry;
using reeving::in_quotes;

namespace {

constexpr std::size_t kMostDepth =
    6;  ///< of bodies on bodies; a body's columns are then at most mechanics::kMostColumns

template <class Item>
int index_of(const std::vector<Item>& items, const std::string& name) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

int carrier_of(const Structure& s, const std::string& name, const std::string& where) {
  if (name.empty()) return -1;
  const int b = index_of(s.body, name);
  if (b < 0)
    throw StructureError(where, "there is no body " + in_quotes(name) + ": add it to body, or correct the name");
  return b;
}

void check_names(const Structure& s) {
  std::map<std::string, std::string> seen;
  const auto visit = [&](const char* group, const auto& list) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::string where = entry(group, i);
      if (list[i].name.empty()) throw StructureError(where, "has no name");
      const auto [before, fresh] = seen.emplace(list[i].name, where);
      if (!fresh) throw StructureError(where, in_quotes(list[i].name) + " is already the name of " + before->second);
    }
  };
  visit("body", s.body);
  visit("sheave", s.sheave);
  visit("anchor", s.anchor);
  visit("rope", s.rope);
}

void check_joint(const Structure::Body& body, const std::string& where) {
  const bool single = body.moves == JointKind::line || body.moves == JointKind::hinge;
  const bool loose = body.moves == JointKind::point || body.moves == JointKind::free;
  if (body.driven && !single) throw StructureError(where + ".drive", "only a body on a line or a hinge can be driven");
  if (loose && !body.on.empty())
    throw StructureError(where + ".on", "a body that moves freely stands on no other: leave on out");
  if (body.guided && (!body.on.empty() || body.moves != JointKind::line))
    throw StructureError(where + ".guided", "rails of the building guide bodies on a vertical line only");
  if (body.moves == JointKind::free && !(body.inertia[0] > 0 && body.inertia[1] > 0 && body.inertia[2] > 0))
    throw StructureError(where + ".inertia", "a body that turns freely needs three moments of inertia");
  if (single && std::abs(vector(body.axis).norm() - 1) > 1e-9)
    throw StructureError(where + ".moves", "the direction of its line or axis has to be a unit vector");
}

}  // namespace

Topology::Topology(const Structure& s)
    : bodies(static_cast<int>(s.body.size())),
      sheaves(static_cast<int>(s.sheave.size())),
      anchors(static_cast<int>(s.anchor.size())),
      ropes(static_cast<int>(s.rope.size())) {
  if (s.body.empty()) throw StructureError("body", "a reeving needs at least one body");
  if (s.rope.empty()) throw StructureError("rope", "a reeving needs at least one rope");
  check_names(s);
  order_bodies(s);
  number_joints(s);
  drive_body = carrier_of(s, s.drive.on, "drive.on");
  std::vector<int> uses(s.sheave.size() + s.anchor.size());
  for (int r = 0; r < ropes; ++r) resolve_path(s, r, uses);
  if (drive_rope < 0) throw StructureError("rope", "no rope touches \"drive\": put it into a path");
  number_materials(s);
  resolve_spans();
  orient_drive(s);
}

int Topology::named(std::string name) {
  names.push_back(std::move(name));
  return static_cast<int>(names.size()) - 1;
}

void Topology::order_bodies(const Structure& s) {
  for (int b = 0; b < bodies; ++b) {
    check_joint(s.body[b], entry("body", b));
    carrier.push_back(carrier_of(s, s.body[b].on, entry("body", b) + ".on"));
    kind.push_back(s.body[b].moves);
    guided.push_back(s.body[b].guided);
    load_of.push_back(-1);
    if (s.body[b].loadable) load_of[b] = static_cast<int>(loadable.size()), loadable.push_back(b);
  }
  for (int b = 0; b < bodies; ++b) {
    std::size_t depth = 0;
    for (int c = carrier[b]; c >= 0; c = carrier[c]) {
      if (++depth <= kMostDepth) continue;
      throw StructureError(entry("body", b) + ".on", "bodies carry each other in a circle, or more than " +
                                                         std::to_string(kMostDepth) + " stand on each other");
    }
  }
  std::vector<bool> placed(bodies);
  while (order.size() < s.body.size()) {
    for (int b = 0; b < bodies; ++b) {
      if (placed[b] || (carrier[b] >= 0 && !placed[carrier[b]])) continue;
      placed[b] = true;
      order.push_back(b);
    }
  }
}

/// Joints that are not driven, and elastic anchors; driven ones get their places last.
void Topology::number_joints(const Structure& s) {
  joint.assign(bodies, -1);
  for (int b = 0; b < bodies; ++b) {
    const int count = mechanics::freedoms_of(s.body[b].moves);
    if (count == 0 || s.body[b].driven) continue;
    joint[b] = static_cast<int>(names.size());
    for (int i = 0; i < count; ++i)
      named("coordinate " + std::to_string(i + 1) + " of body " + in_quotes(s.body[b].name));
    if (s.body[b].moves == JointKind::free) turning.push_back(b);
    if (s.body[b].stiffness > 0 && s.body[b].moves == JointKind::line) supports.push_back({joint[b], -1, b, -1});
  }
  for (int a = 0; a < anchors; ++a) {
    anchor_body.push_back(carrier_of(s, s.anchor[a].on, entry("anchor", a) + ".on"));
    anchor_node.push_back(-1);
    if (!(s.anchor[a].stiffness > 0)) continue;
    anchor_node[a] = static_cast<int>(names.size());
    for (int i = 0; i < 3; ++i) named("place of anchor " + in_quotes(s.anchor[a].name));
    supports.push_back({anchor_node[a], a, -1, -1});
  }
}

Node Topology::node_of_entry(const Structure& s, int r, std::size_t i, std::vector<int>& uses) const {
  const auto& path = s.rope[r].path;
  const std::string where = entry("rope", r) + "." + entry("path", i), name = in_quotes(path[i]);
  const bool at_end = i == 0 || i + 1 == path.size();
  const auto refuse = [&](bool wrong, const std::string& reason) {
    if (wrong) throw StructureError(where, reason);
  };
  Node node;
  if (path[i] == "drive") {
    node.grip = Node::Grip::drive;
    node.body = drive_body;
    node.arrives = node.leaves = {Spot::Of::drive, 0};
    return node;
  }
  if (const int a = index_of(s.anchor, path[i]); a >= 0) {
    refuse(!at_end, "anchor " + name + " inside the path: a rope ends at an anchor");
    refuse(uses[a]++ > 0, "anchor " + name + " already holds a rope end: give each end its own anchor");
    node.body = anchor_body[a];
    node.r = anchor_node[a];
    node.arrives = node.leaves = {Spot::Of::anchor, a};
    return node;
  }
  const int k = index_of(s.sheave, path[i]);
  refuse(k < 0, "there is no sheave or anchor " + name + ": add it, or correct the name");
  refuse(at_end, "the path ends on sheave " + name + ": it must end on an anchor or on \"drive\"");
  refuse(uses[s.anchor.size() + k]++ > 0,
         "sheave " + name + " is used twice: a rope that passes a carrier again needs another sheave");
  node.grip = Node::Grip::sheave;
  node.body = carrier_of(s, s.sheave[k].on, entry("sheave", k) + ".on");
  node.arrives = node.leaves = {Spot::Of::sheave, k};
  node.sheaves = {k};
  return node;
}

/// Turns one path into nodes; consecutive wheels on one body are one.
void Topology::resolve_path(const Structure& s, int r, std::vector<int>& uses) {
  auto& rope = nodes.emplace_back();
  const std::size_t entries = s.rope[r].path.size();
  const std::string where = entry("rope", r) + ".path";
  if (entries < 2) throw StructureError(where, "needs at least a start and an end");
  for (std::size_t i = 0; i < entries; ++i) {
    Node node = node_of_entry(s, r, i, uses);
    if (node.grip == Node::Grip::drive) drive_rope = drive_rope < 0 ? r : drive_rope;
    const bool joins = !rope.empty() && rope.back().grip != Node::Grip::end && node.grip != Node::Grip::end &&
                       node.body >= 0 && rope.back().body == node.body;
    if (!joins) {
      rope.push_back(node);
      continue;
    }
    Node& last = rope.back();
    if (node.grip == Node::Grip::drive) last.grip = node.grip;
    last.leaves = node.leaves;
    last.sheaves.insert(last.sheaves.end(), node.sheaves.begin(), node.sheaves.end());
  }
  if (rope.size() < 2) throw StructureError(where, "has no free span");
  const auto on_drive =
      std::count_if(rope.begin(), rope.end(), [](const Node& node) { return node.grip == Node::Grip::drive; });
  if (on_drive > 1)
    throw StructureError(where, "touches the drive in two places with free rope between them; use two ropes");
}

void Topology::number_materials(const Structure& s) {
  sheave_node.assign(sheaves, -1);
  for (int r = 0; r < ropes; ++r) {
    for (auto& node : nodes[r]) {
      if (node.grip != Node::Grip::sheave) continue;
      node.s = named("rope " + in_quotes(s.rope[r].name) + " at sheave " + in_quotes(s.sheave[node.sheaves[0]].name));
    }
  }
  for (const int b : order) {
    if (!s.body[b].driven) continue;
    joint[b] = named("drive of body " + in_quotes(s.body[b].name));
    driven.push_back(b);
  }
  boundary = named("the drive") + 1;
  for (auto& rope : nodes) {
    for (auto& node : rope) {
      if (node.grip == Node::Grip::drive) node.s = phi();
      for (const int k : node.sheaves) sheave_node[k] = node.s;
    }
  }
  for (int k = 0; k < sheaves; ++k) {
    if (sheave_node[k] < 0)
      throw StructureError(entry("sheave", k),
                           in_quotes(s.sheave[k].name) + " guides no rope: use it in a path or remove it");
  }
}

void Topology::resolve_spans() {
  for (int r = 0; r < ropes; ++r) {
    first_span.push_back(span_count());
    for (std::size_t i = 0; i + 1 < nodes[r].size(); ++i)
      spans.push_back({r, {static_cast<int>(i), static_cast<int>(i) + 1}});
    for (const auto& node : nodes[r]) {
      for (auto& support : supports) {
        const bool mine = support.anchor >= 0 ? node.r == support.coordinate : node.body == support.body;
        if (mine && support.rope < 0) support.rope = r;
      }
    }
  }
  first_span.push_back(span_count());
  for (auto& support : supports) {
    if (support.body >= 0 && support.body == drive_body) support.rope = drive_rope;
  }
}

/// Which way the rope runs over the drive when the first side rises: the part of the rope that leads to it gets shorter.
void Topology::orient_drive(const Structure& s) {
  if (s.drive.sides.empty() || s.drive.sides.size() > 2)
    throw StructureError("drive.sides", "name the body that positive torque raises, and at most one more");
  for (std::size_t i = 0; i < s.drive.sides.size(); ++i)
    side.push_back(carrier_of(s, s.drive.sides[i], "drive." + entry("sides", i)));
  side_ends.resize(side.size());
  falls = 0;
  for (int r = 0; r < ropes; ++r) {
    auto& rope = nodes[r];
    const int n = static_cast<int>(rope.size());
    for (int i = 0; i < n; ++i) {
      if (rope[i].grip != Node::Grip::drive) continue;
      const auto distance_to = [&](int body, int step) {
        for (int j = i + step; j >= 0 && j < n; j += step) {
          if (rope[j].body == body) return std::abs(j - i);
        }
        return n + 1;
      };
      int before = distance_to(side[0], -1), after = distance_to(side[0], 1);
      if (before == after && side.size() > 1) before = distance_to(side[1], 1), after = distance_to(side[1], -1);
      if (before == after)
        throw StructureError(entry("rope", r) + ".path", "passes the drive but leads to none of drive.sides");
      rope[i].direction = before < after ? -1.0 : 1.0;
      for (int j = 0; j < n; ++j) {
        if (r == drive_rope && rope[j].body == side[0]) falls += (j > 0) + (j + 1 < n);
      }
      for (int end = 0; end < 2; ++end) {  // the span before the drive ends there, the one behind it begins there
        const int k = first_span[r] + i - end;
        if (k < first_span[r] || k >= first_span[r + 1]) continue;
        const std::size_t which = (end == 1 ? rope[i].direction < 0 : rope[i].direction > 0) ? 0 : 1;
        if (which < side.size()) side_ends[which].push_back({k, end});
      }
    }
  }
  falls = std::max(falls, 1);
}

}  // namespace reeve::models::spatial
