#include "models/reeving/topology.hpp"

#include <Eigen/QR>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "math/text.hpp"
#include "models/reeving/entry.hpp"

namespace reeve::models::reeving {
namespace {

constexpr std::size_t kMostBodies = 64, kMostSheaves = 64, kMostRopes = 16, kMostChains = 16, kMostBuffers = 64,
                      kMostSpans = 128;
const std::set<std::string> kReserved = {"drive", "ride",  "sheaves",  "solver",      "gravity",
                                         "brake", "start", "time",     "sway",        "rated",
                                         "gear",  "guide", "governor", "safety_gear", "buffer"};

void limit(const char* group, std::size_t count, std::size_t most) {
  if (count > most) {
    throw StructureError(group, std::to_string(count) + " entries, but at most " + std::to_string(most) +
                                    " are supported: split the model into several");
  }
}

/// Every name may be used once and must not collide with a group of parameters.
void check_names(const Structure& s) {
  std::map<std::string, std::string> seen;
  const auto visit = [&](const char* group, const auto& list) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::string& name = list[i].name;
      const std::string where = entry(group, i);
      if (name.empty()) throw StructureError(where, "has no name");
      if (kReserved.count(name)) throw StructureError(where, in_quotes(name) + " is a reserved name: choose another");
      const auto [before, fresh] = seen.emplace(name, where);
      if (!fresh) throw StructureError(where, in_quotes(name) + " is already the name of " + before->second);
    }
  };
  for (std::size_t i = 0; i < s.sheave.size(); ++i) {
    if (s.sheave[i].name != "sheave") continue;
    throw StructureError(entry("sheave", i),
                         "\"sheave\" would give it the output sheave_speed, which is that of the drive: "
                         "choose another name");
  }
  visit("body", s.body);
  visit("sheave", s.sheave);
  visit("anchor", s.anchor);
  visit("rope", s.rope);
  visit("chain", s.chain);
  visit("buffer", s.buffer);
}

int body_index(const Structure& s, const std::string& name, const std::string& where) {
  if (name.empty()) return -1;
  for (std::size_t i = 0; i < s.body.size(); ++i) {
    if (s.body[i].name == name) return static_cast<int>(i);
  }
  throw StructureError(where, "there is no body " + in_quotes(name) + ": add it to body, or correct the name");
}

int named_body(const Structure& s, const std::string& name, const std::string& where) {
  if (name.empty()) throw StructureError(where, "must name a body");
  return body_index(s, name, where);
}

}  // namespace

double described_height(const Structure& s, const Topology& t, Place place) {
  const auto on = [&](int body, double otherwise) { return body >= 0 ? s.body[body].height : otherwise; };
  switch (place.of) {
    case Place::Of::body:
      return s.body[place.index].height;
    case Place::Of::anchor:
      return on(t.anchor_body[place.index], s.anchor[place.index].height);
    case Place::Of::sheave:
      return on(t.sheave_body[place.index], s.sheave[place.index].height);
    case Place::Of::drive:
      return on(t.drive_body, s.drive.height);
  }
  return 0;
}

Topology::Topology(const Structure& s, Grip grip)
    : bodies(static_cast<int>(s.body.size())),
      anchors(static_cast<int>(s.anchor.size())),
      sheaves(static_cast<int>(s.sheave.size())),
      ropes(static_cast<int>(s.rope.size())),
      chains(static_cast<int>(s.chain.size())),
      buffers(static_cast<int>(s.buffer.size())) {
  limit("body", s.body.size(), kMostBodies);
  limit("sheave", s.sheave.size(), kMostSheaves);
  limit("rope", s.rope.size(), kMostRopes);
  limit("chain", s.chain.size(), kMostChains);
  limit("buffer", s.buffer.size(), kMostBuffers);
  if (s.body.empty()) throw StructureError("body", "a reeving needs at least one body");
  if (s.rope.empty()) throw StructureError("rope", "a reeving needs at least one rope");
  check_names(s);
  for (int b = 0; b < bodies; ++b) {
    names.push_back("height of body " + in_quotes(s.body[b].name));
    load_of.push_back(-1);
    if (s.body[b].loadable) load_of[b] = static_cast<int>(loadable.size()), loadable.push_back(b);
    if (s.body[b].stiffness > 0) supports.push_back({b, -1, b, -1, -1});
  }
  for (int a = 0; a < anchors; ++a) {
    anchor_body.push_back(body_index(s, s.anchor[a].on, entry("anchor", a) + ".on"));
    anchor_node_z.push_back(-1);
    if (s.anchor[a].stiffness > 0) {
      anchor_node_z[a] = static_cast<int>(names.size());
      supports.push_back({anchor_node_z[a], anchor_body[a], -1, a, -1});
      names.push_back("height of anchor " + in_quotes(s.anchor[a].name));
    }
  }
  for (int k = 0; k < sheaves; ++k) {
    sheave_body.push_back(body_index(s, s.sheave[k].on, entry("sheave", k) + ".on"));
  }
  sheave_node_s.assign(sheaves, -1);
  sheave_sign.assign(sheaves, 1.0);
  drive_body = body_index(s, s.drive.on, "drive.on");
  if (s.drive.sides.empty() || s.drive.sides.size() > 2) {
    throw StructureError("drive.sides", "name the body that positive torque raises, and at most one more");
  }
  for (std::size_t i = 0; i < s.drive.sides.size(); ++i) {
    side.push_back(named_body(s, s.drive.sides[i], "drive." + entry("sides", i)));
  }
  if (side.size() == 2 && side[0] == side[1]) throw StructureError("drive.sides", "names one body twice");
  for (int c = 0; c < chains; ++c) {
    std::array<int, 2> pair{};
    for (int i = 0; i < 2; ++i) {
      pair[i] = named_body(s, s.chain[c].between[i], entry("chain", c) + "." + entry("between", i));
    }
    if (pair[0] == pair[1]) throw StructureError(entry("chain", c) + ".between", "names one body twice");
    chain_bodies.push_back(pair);
  }
  for (int i = 0; i < buffers; ++i)
    buffer_body.push_back(named_body(s, s.buffer[i].under, entry("buffer", i) + ".under"));
  resolve_paths(s);
  number_materials(s, grip);
  resolve_spans(s);
  orient_drive(s);
  rigid_kinematics(s);
  orient_wheels();
  find_sides();
}

void Topology::resolve_spans(const Structure& s) {
  std::vector<bool> held(bodies);
  for (int b = 0; b < bodies; ++b) held[b] = s.body[b].stiffness > 0;
  for (int r = 0; r < ropes; ++r) {
    first_span.push_back(span_count());
    for (std::size_t i = 0; i + 1 < nodes[r].size(); ++i) {
      const double low = described_height(s, *this, nodes[r][i].place);
      const double high = described_height(s, *this, nodes[r][i + 1].place);
      const int carriers[2] = {carrier(nodes[r][i]), carrier(nodes[r][i + 1])};
      const auto refuse = [&](const std::string& reason) {
        const int one = nodes[r][i].entry[1], two = nodes[r][i + 1].entry[0];
        throw StructureError(entry("rope", r) + "." + entry("path", static_cast<std::size_t>(two)),
                             in_quotes(s.rope[r].path[static_cast<std::size_t>(one)]) + " (" +
                                 entry("path", static_cast<std::size_t>(one)) + ") and " +
                                 in_quotes(s.rope[r].path[static_cast<std::size_t>(two)]) + " (" +
                                 entry("path", static_cast<std::size_t>(two)) + ") " + reason);
      };
      if (carriers[0] >= 0 && carriers[0] == carriers[1]) {
        refuse("both sit on body " + in_quotes(s.body[carriers[0]].name) +
               ": the rope between them would never move; leave one of them out");
      }
      if (low == high) {
        refuse("are at one height, " + math::text(low) +
               " m, on different carriers: this model is vertical, a horizontal span has no length in it");
      }
      if (const int lower = carriers[high > low ? 0 : 1]; lower >= 0) held[lower] = true;
      for (std::size_t end = 0; end < 2; ++end) {
        const int contact = nodes[r][i + end].contact;
        if (contact >= 0) contacts[contact].span[1 - end] = span_count();
      }
      spans.push_back({r, {static_cast<int>(i), static_cast<int>(i) + 1}, high > low ? 1.0 : -1.0});
    }
    for (const auto& node : nodes[r]) {
      const int body = carrier(node);
      for (auto& support : supports) {
        const bool mine = support.anchor >= 0 ? node.place.of == Place::Of::anchor && node.place.index == support.anchor
                                              : body == support.body;
        if (mine && support.rope < 0) support.rope = r;
      }
    }
  }
  first_span.push_back(span_count());
  if (spans.size() > kMostSpans) limit("rope", spans.size(), kMostSpans);
  for (auto& support : supports) {
    if (support.body >= 0 && support.body == drive_body) support.rope = drive_rope;
  }
  for (int b = 0; b < bodies; ++b) {
    if (held[b]) continue;
    const std::string name = in_quotes(s.body[b].name);
    throw StructureError(
        entry("body", b),
        b == drive_body
            ? name +
                  " carries the drive and hangs on nothing, for every rope on it pulls down: give it the stiffness "
                  "of its support, such as stiffness = 1e7 [N/m], or put the drive on the building with height "
                  "instead of on"
            : name + " at " + math::text(s.body[b].height) +
                  " m hangs on nothing, for no rope leads up from it: correct the height, put a sheave or an anchor of "
                  "a rope from above on it, or give it a stiffness");
  }
}

/// Which way the rope runs over the drive when the first side rises: the part of the rope that leads to it gets shorter.
void Topology::orient_drive(const Structure& s) {
  for (int r = 0; r < ropes; ++r) {
    auto& rope = nodes[r];
    const int n = static_cast<int>(rope.size());
    for (int i = 0; i < n; ++i) {
      if (rope[i].grip != Node::Grip::drive) continue;
      const auto distance_to = [&](int body, int step) {
        for (int j = i + step; j >= 0 && j < n; j += step) {
          if (carrier(rope[j]) == body) return std::abs(j - i);
        }
        return n + 1;
      };
      int before = distance_to(side[0], -1), after = distance_to(side[0], 1);
      if (before == after && side.size() > 1) before = distance_to(side[1], 1), after = distance_to(side[1], -1);
      if (before == after) {
        throw StructureError(entry("rope", r) + ".path",
                             "passes the drive but leads to none of drive.sides (" + s.drive.sides[0] +
                                 (side.size() > 1 ? ", " + s.drive.sides[1] : std::string()) +
                                 "): name the bodies it lifts");
      }
      rope[i].direction = before < after ? -1.0 : 1.0;
    }
  }
}

/// Rigid ropes: sigma (z2 - z1) = s2 - s1 for every span, supported bodies and anchors at rest, phi given.   (T-ALE.18)
void Topology::rigid_kinematics(const Structure& s) {
  std::vector<int> column(boundary, -1);
  int unknowns = 0;
  for (int i = 0; i < boundary; ++i) {
    if (!locked_at_rest(i)) column[i] = unknowns++;
  }
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(span_count() + static_cast<int>(supports.size()), unknowns);
  Eigen::VectorXd b = Eigen::VectorXd::Zero(A.rows());
  int row = 0;
  for (const auto& span : spans) {
    for (int end = 0; end < 2; ++end) {
      const Node& at = node(span, end);
      const double sign = end == 0 ? -1 : 1;
      if (at.z >= 0) A(row, column[at.z]) += sign * span.sigma;
      if (at.grip == Node::Grip::sheave) A(row, column[at.s]) -= sign;
      if (at.grip == Node::Grip::drive) b(row) += sign * at.direction;
    }
    ++row;
  }
  for (const auto& support : supports) {
    A(row, column[support.coordinate]) = 1;
    if (support.against >= 0) A(row, column[support.against]) -= 1;
    ++row;
  }
  const Eigen::VectorXd solved = A.completeOrthogonalDecomposition().solve(b);
  travel.assign(boundary, 1.0);
  for (int i = 0; i < boundary; ++i) {
    if (column[i] >= 0) travel[i] = std::abs(solved[column[i]]) < 1e-9 ? 0.0 : solved[column[i]];
  }
  const double lift = travel[side[0]];
  if (lift == 0) {
    throw StructureError("drive.sides[1]", "turning the drive does not move " + in_quotes(s.drive.sides[0]) +
                                               ": check the path of the rope");
  }
  if (lift < 0) {
    for (int i = 0; i < boundary; ++i) travel[i] *= column[i] >= 0 ? -1 : 1;
    for (auto& rope : nodes) {
      for (auto& node : rope) node.direction = -node.direction;
    }
  }
}

/// A wheel turns forwards when the drive raises the first side; the rope on it then moves with ds = -d times its surface.
void Topology::orient_wheels() {
  for (const auto& rope : nodes) {
    for (const auto& node : rope) {
      for (const int k : node.sheaves) {
        const double rate = node.grip == Node::Grip::drive ? node.direction : travel[node.s];
        sheave_sign[k] = rate < 0 ? -1.0 : 1.0;
      }
    }
  }
  for (auto& contact : contacts) {
    const Node& node = nodes[contact.rope][contact.node];
    contact.d = contact.sheave < 0 ? -node.direction : -sheave_sign[contact.sheave];
    if (contact.sheave < 0) travel[contact.s] = node.direction;
    travel[contact.wheel] = -contact.d * travel[contact.s];
  }
}

int Topology::joined() const {
  int last = -1;
  for (const auto& rope : nodes) {
    for (const Node& node : rope) last = std::max({last, node.z, node.s});
  }
  return std::max(last + 1, first_driven());
}

bool Topology::locked_at_rest(int i) const {
  if (i < first_driven()) return false;
  return i >= first_driven() + contact_count() || contacts[i - first_driven()].sheave < 0;
}

int Topology::carrier(const Node& node) const {
  return node.place.of == Place::Of::anchor ? anchor_body[node.place.index] : node.z;
}

bool Topology::has_height(int sheave) const {
  if (sheave_body[sheave] >= 0) return false;
  for (const auto& rope : nodes) {
    for (const auto& node : rope) {
      if (node.place.of == Place::Of::sheave && node.place.index == sheave) return true;
    }
  }
  return false;
}

/// A rope end at the drive leads to the first side if it gets shorter as phi grows, else to the second. A rope with both
/// kinds runs over the drive and needs traction; one with a single end is wound on it.
void Topology::find_sides() {
  side_ends.resize(side.size());
  for (int r = 0; r < ropes; ++r) {
    std::array<SpanEnd, 2> grip{SpanEnd{-1, 0}, SpanEnd{-1, 0}};
    for (int k = first_span[r]; k < first_span[r + 1]; ++k) {
      for (int end = 0; end < 2; ++end) {
        const Node& at = node(spans[k], end);
        if (at.grip != Node::Grip::drive) continue;
        const std::size_t which = (end == 1 ? at.direction < 0 : at.direction > 0) ? 0 : 1;
        grip[which] = {k, end};
        if (which < side.size()) side_ends[which].push_back({k, end});
      }
    }
    if (grip[0].span >= 0 && grip[1].span >= 0) grips.push_back(grip);
  }
}

}  // namespace reeve::models::reeving
