#pragma once
/// The description resolved: coordinates, nodes along each rope, spans between them.
///
/// Boundary coordinates y, in this order: joints of bodies that are not driven, places of elastic anchors, rope material at the
/// sheaves (s), and last the driven ones: joints with a drive, and the surface of the drive phi = R theta, positive when it raises
/// the first side. Every velocity has a place; a free body's quaternion has its vector there and its scalar elsewhere.
#include <array>
#include <string>
#include <vector>

#include "models/spatial/structure.hpp"

namespace reeve::models::spatial {

/// Whose place in its carrier's axes a point has.
struct Spot {
  enum class Of { anchor, sheave, drive } of{};
  int index{};
};

/// A point of a rope where spans meet or end. Consecutive sheaves on one carrier are one node with two points.
struct Node {
  enum class Grip { end, sheave, drive } grip{};
  int body{-1};              ///< its carrier; -1 = the building
  Spot arrives, leaves;      ///< where the span before it ends, and the one behind it begins
  int r{-1};                 ///< first coordinate of an elastic anchor's place; -1 = rigid
  int s{-1};                 ///< coordinate of its material point; -1 = fixed to the rope
  double direction{1};       ///< ds/dphi at the drive, +-1
  std::vector<int> sheaves;  ///< that turn with it

  const Spot& spot(int end) const { return end == 0 ? leaves : arrives; }  ///< as end 0 or 1 of a span
};

struct Span {
  int rope{};
  int node[2]{};  ///< along the rope
};

/// A spring between an elastic anchor's place and its carrier, or along the line of a body.
struct Support {
  int coordinate{};  ///< first of three, or the body's only one
  int anchor{-1}, body{-1};
  int rope{-1};  ///< whose damping it takes
};

struct SpanEnd {
  int span{}, end{};
};

struct Topology {
  explicit Topology(const Structure& structure);

  int bodies{}, sheaves{}, anchors{}, ropes{};
  std::vector<int> order;                     ///< bodies, carriers first
  std::vector<int> carrier;                   ///< per body; -1 = ground or building
  std::vector<mechanics::JointKind> kind;     ///< per body
  std::vector<bool> guided;                   ///< per body: sways with the building
  std::vector<int> joint;                     ///< per body: its first coordinate, -1 = none
  std::vector<int> turning;                   ///< free bodies, in the order of their quaternions' scalars
  std::vector<int> loadable, load_of;         ///< bodies with a payload; per body its place among them or -1
  std::vector<int> anchor_body, anchor_node;  ///< per anchor: carrier; first coordinate of its place or -1
  std::vector<int> sheave_node;               ///< per sheave: coordinate of its material
  std::vector<std::vector<Node>> nodes;
  std::vector<Span> spans;
  std::vector<int> first_span;  ///< per rope, and one more
  std::vector<Support> supports;
  std::vector<int> driven;  ///< bodies with a drive, in the order of their coordinates
  int drive_body{-1}, drive_rope{-1};
  std::vector<int> side;                        ///< bodies
  int falls{1};                                 ///< of the first side: rope travel per travel of the body
  std::vector<std::vector<SpanEnd>> side_ends;  ///< span ends at the drive that lead to each side
  int boundary{};                               ///< number of coordinates
  std::vector<std::string> names;               ///< of the coordinates

  int span_count() const { return static_cast<int>(spans.size()); }
  int axes() const { return static_cast<int>(driven.size()) + 1; }
  int first_driven() const { return boundary - axes(); }
  int phi() const { return boundary - 1; }
  const Node& node(const Span& span, int end) const { return nodes[span.rope][span.node[end]]; }

 private:
  void order_bodies(const Structure& s);
  void number_joints(const Structure& s);
  Node node_of_entry(const Structure& s, int r, std::size_t i, std::vector<int>& uses) const;
  void resolve_path(const Structure& s, int r, std::vector<int>& uses);
  void number_materials(const Structure& s);
  void resolve_spans();
  void orient_drive(const Structure& s);
  int named(std::string name);
};

}  // namespace reeve::models::spatial
