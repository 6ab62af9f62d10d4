// From the paths of a description to nodes along each rope.
#include <algorithm>

#include "models/reeving/entry.hpp"
#include "models/reeving/topology.hpp"

namespace reeve::models::reeving {

/// Which anchors and sheaves a path has used already.
struct Topology::Used {
  std::vector<bool> anchor, sheave;
};

namespace {

template <class Item>
int index_of(const std::vector<Item>& items, const std::string& name) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace

/// What entry i of a rope's path stands for.
Node Topology::node_of_entry(const Structure& s, int r, std::size_t i, Used& used) {
  const auto& path = s.rope[r].path;
  const std::string where = entry("rope", r) + "." + entry("path", i), name = in_quotes(path[i]);
  const bool at_end = i == 0 || i + 1 == path.size();
  const auto refuse = [&](bool wrong, const std::string& reason) {
    if (wrong) throw StructureError(where, reason);
  };
  Node node;
  node.entry[0] = node.entry[1] = static_cast<int>(i);
  if (path[i] == "drive") {
    if (drive_rope < 0) drive_rope = r;
    node.grip = Node::Grip::drive;
    node.place = {Place::Of::drive, 0};
    node.z = drive_body;
  } else if (const int a = index_of(s.anchor, path[i]); a >= 0) {
    refuse(!at_end, "anchor " + name + " inside the path: a rope ends at an anchor");
    refuse(used.anchor[a], "anchor " + name + " already holds a rope end: give each end its own anchor");
    used.anchor[a] = true;
    node.place = {Place::Of::anchor, a};
    node.z = anchor_node_z[a] >= 0 ? anchor_node_z[a] : anchor_body[a];
  } else {
    const int k = index_of(s.sheave, path[i]);
    refuse(k < 0, "there is no sheave or anchor " + name + ": add it, or correct the name");
    refuse(at_end, "the path ends on sheave " + name + ": it must end on an anchor or on \"drive\"");
    refuse(used.sheave[k],
           "sheave " + name + " is used twice: a rope that passes a carrier again needs another sheave");
    used.sheave[k] = true;
    node.grip = Node::Grip::sheave;
    node.place = {Place::Of::sheave, k};
    node.sheaves = {k};
    node.z = sheave_body[k];
  }
  return node;
}

/// Consecutive sheaves on one carrier are one node.
bool Topology::joins(const Structure& s, const Node& last, const Node& node) const {
  if (node.grip == Node::Grip::end || last.grip == Node::Grip::end || last.z != node.z) return false;
  return node.z >= 0 || described_height(s, *this, node.place) == described_height(s, *this, last.place);
}

/// Turns one path into nodes.
void Topology::resolve_path(const Structure& s, int r, Used& used) {
  auto& rope = nodes.emplace_back();
  const std::size_t entries = s.rope[r].path.size();
  const std::string where = entry("rope", r) + ".path";
  if (entries < 2) throw StructureError(where, "needs at least a start and an end");
  for (std::size_t i = 0; i < entries; ++i) {
    const Node node = node_of_entry(s, r, i, used);
    if (rope.empty() || !joins(s, rope.back(), node)) {
      rope.push_back(node);
      continue;
    }
    if (i + 1 == entries) {
      throw StructureError(entry("rope", r) + "." + entry("path", i),
                           "the rope is wound on a carrier that it has just passed: leave the sheave before it out");
    }
    Node& last = rope.back();
    last.entry[1] = node.entry[1];
    if (node.grip == Node::Grip::drive) {
      if (last.grip != node.grip) last.before_drive = static_cast<int>(last.sheaves.size());
      last.grip = node.grip, last.place = node.place;
      last.after_drive = 0;
    }
    last.after_drive += static_cast<int>(node.sheaves.size());
    last.sheaves.insert(last.sheaves.end(), node.sheaves.begin(), node.sheaves.end());
  }
  if (rope.size() < 2) throw StructureError(where, "has no free span");
  const auto on_drive =
      std::count_if(rope.begin(), rope.end(), [](const Node& node) { return node.grip == Node::Grip::drive; });
  if (on_drive > 1) {
    throw StructureError(where,
                         "touches the drive in two places with free rope between them: the rope would pull "
                         "against itself; use two ropes");
  }
}

/// Numbers the rope's material at sheaves, then at contacts, then the surfaces of wheels, that of the drive last.
void Topology::number_materials(const Structure& s, Grip grip) {
  const auto next = [this](std::string name) {
    names.push_back(std::move(name));
    return static_cast<int>(names.size()) - 1;
  };
  for (int r = 0; r < ropes; ++r) {
    const int last = static_cast<int>(nodes[r].size()) - 1;
    for (int i = 0; i <= last; ++i) {
      Node& node = nodes[r][i];
      const bool on_drive = node.grip == Node::Grip::drive, on_sheave = may_slip(s, node);
      const bool gripped = on_drive ? i > 0 && i < last : on_sheave;
      if (gripped) grip_places.push_back({r, on_drive ? -1 : node.sheaves[0]});
      if (gripped && grip == Grip::friction) {
        node.contact = contact_count();
        contacts.push_back({.rope = r, .node = i, .sheave = grip_places.back().sheave});
      } else if (node.grip == Node::Grip::sheave) {
        node.s = next("rope " + in_quotes(s.rope[r].name) + " at sheave " + in_quotes(s.sheave[node.sheaves[0]].name));
      }
    }
  }
  const bool on_drive =
      std::any_of(grip_places.begin(), grip_places.end(), [](const auto& at) { return at.sheave < 0; });
  if (!on_drive && !s.drive.grip_key.empty()) {
    throw StructureError(
        "drive." + s.drive.grip_key,
        "every rope is wound on the drive, a drum, and cannot slip there: leave " + s.drive.grip_key + " out");
  }
  for (auto& contact : contacts) {
    contact.s = next("rope " + in_quotes(s.rope[contact.rope].name) + " on " +
                     (contact.sheave < 0 ? "the drive" : "sheave " + in_quotes(s.sheave[contact.sheave].name)));
    nodes[contact.rope][contact.node].s = contact.s;
  }
  for (auto& contact : contacts) {
    if (contact.sheave >= 0)
      contact.wheel = next("surface of sheave " + in_quotes(s.sheave[contact.sheave].name)), ++wheels;
  }
  boundary = next("the drive") + 1;
  for (auto& contact : contacts) {
    if (contact.sheave < 0) contact.wheel = phi();
  }
  for (auto& rope : nodes) {
    for (auto& node : rope) {
      if (node.follows_drive()) node.s = phi();
      for (const int k : node.sheaves) sheave_node_s[k] = node.s;
    }
  }
  for (const auto& contact : contacts) {
    if (contact.sheave >= 0) sheave_node_s[contact.sheave] = contact.wheel;
  }
}

/// Whether the rope may slip on the sheave at this node.
bool Topology::may_slip(const Structure& s, const Node& node) {
  for (const int k : node.sheaves) {
    if (!s.sheave[k].slip) continue;
    if (node.sheaves.size() == 1 && node.grip == Node::Grip::sheave) return true;
    throw StructureError(entry("sheave", k) + ".slip",
                         "the rope passes " + in_quotes(s.sheave[k].name) +
                             " and another wheel on the same carrier without free rope between them: "
                             "leave slip out, or put the wheels at different heights");
  }
  return false;
}

void Topology::resolve_paths(const Structure& s) {
  Used used{std::vector<bool>(anchors), std::vector<bool>(sheaves)};
  for (int r = 0; r < ropes; ++r) resolve_path(s, r, used);
  if (drive_rope < 0) throw StructureError("rope", "no rope touches \"drive\": put it into a path");
  const auto require_use = [](bool is_used, const char* group, int i, const std::string& name, const char* what) {
    if (!is_used) throw StructureError(entry(group, i), in_quotes(name) + what + "use it in a path or remove it");
  };
  for (int a = 0; a < anchors; ++a) require_use(used.anchor[a], "anchor", a, s.anchor[a].name, " holds no rope: ");
  for (int k = 0; k < sheaves; ++k) require_use(used.sheave[k], "sheave", k, s.sheave[k].name, " guides no rope: ");
}

}  // namespace reeve::models::reeving
