#pragma once
/// The description resolved: coordinates, nodes along each rope, spans between them, and how the drive moves it all if
/// ropes were rigid.
///
/// Boundary coordinates, in this order: heights of the bodies, heights of the elastic anchors, rope material at the sheaves
/// (s), and last the driven ones: rope material at the contacts, surfaces of the sheaves that a rope may slip on, and the
/// surface of the drive phi = R theta, positive when it raises the first side.
#include <array>
#include <string>
#include <vector>

#include "models/reeving/structure.hpp"

namespace reeve::models::reeving {

/// Where the unloaded height of a node comes from.
struct Place {
  enum class Of { body, anchor, sheave, drive } of{};
  int index{};
};

/// A point of a rope where spans meet or end.
struct Node {
  enum class Grip { end, sheave, drive } grip{};
  Place place;
  int entry[2]{};            ///< first and last entry of the rope's path that it stands for
  int z{-1};                 ///< boundary coordinate of its height; -1 = fixed to the building
  int s{-1};                 ///< boundary coordinate of its material point; -1 = fixed to the rope
  double direction{1};       ///< ds/dphi at the drive, +-1
  std::vector<int> sheaves;  ///< deviation sheaves that turn with it
  int before_drive{};        ///< how many of them, the first ones, the rope passes before it reaches the drive
  int after_drive{};         ///< and the last ones, after it has left it
  int contact{-1};           ///< its place among the contacts, or -1: the rope is tied to what it passes

  bool follows_drive() const { return grip == Grip::drive && contact < 0; }  ///< s is the drive's phi, times direction
  bool has_material() const { return s >= 0 && !follows_drive(); }           ///< s is a coordinate of its own
};

struct Span {
  int rope{};
  int node[2]{};    ///< within the rope
  double sigma{1};  ///< +1 if the rope runs upwards
};

/// One end of a span.
struct SpanEnd {
  int span{};
  int end{};  ///< 0 start, 1 end
};

/// Where a rope passes a wheel on which it may creep and slip: one span ends there, the next begins there.    (T-TRA.1)
struct Contact {
  int rope{}, node{};
  int s{};         ///< coordinate of the rope's material there
  int wheel{};     ///< coordinate of the wheel's surface, positive when the drive raises the first side
  int sheave{-1};  ///< whose wheel it is; -1 = the drive's
  double d{1};     ///< +1: a wheel that turns forwards carries rope from the first span to the second
  int span[2]{};   ///< the one that ends here, the one that begins here
};

/// How ropes hold on to the wheels that drive them.
enum class Grip { tied, friction };

/// A rope on a wheel where friction may hold it, whether it does or not.
struct GripPlace {
  int rope{};
  int sheave{-1};  ///< -1 = the drive
};

/// A spring between a coordinate and the building or another coordinate.
struct Support {
  int coordinate{};
  int against{-1};           ///< -1 = building
  int body{-1}, anchor{-1};  ///< whose stiffness and height it has
  int rope{-1};              ///< whose damping it takes
};

struct Topology {
  Topology(const Structure& structure, Grip grip);

  int bodies{}, anchors{}, sheaves{}, ropes{}, chains{}, buffers{};
  int boundary{};  ///< number of boundary coordinates, the driven ones included
  int driven() const { return contact_count() + wheels + 1; }  ///< how many of them, the last ones, are driven
  int first_driven() const { return boundary - driven(); }
  int phi() const { return boundary - 1; }  ///< the drive's coordinate
  /// Of the boundary coordinates the first that ropes join; behind them are surfaces of wheels, on which only friction acts.
  int joined() const;
  bool is_surface(int i) const { return i >= first_driven() + contact_count() && i < boundary; }  ///< of a wheel
  /// At rest the drive and what it holds by friction do not move; a rope at rest on a free sheave does.
  bool locked_at_rest(int coordinate) const;
  std::vector<std::string> names;  ///< of the boundary coordinates, for messages

  std::vector<std::vector<Node>> nodes;  ///< per rope
  std::vector<Span> spans;               ///< of all ropes, in their order
  std::vector<int> first_span;           ///< per rope, and one past the last
  std::vector<Support> supports;
  std::vector<int> anchor_body;     ///< body that carries the anchor, or -1
  std::vector<int> anchor_node_z;   ///< own coordinate of an elastic anchor, or -1
  std::vector<int> sheave_body;     ///< body that carries the sheave, or -1
  std::vector<int> sheave_node_s;   ///< coordinate that turns the sheave, or -1 if no rope does
  std::vector<double> sheave_sign;  ///< so that its speed is positive when the drive lifts
  int drive_body{-1};
  int drive_rope{-1};                           ///< first rope that touches the drive
  std::vector<int> side;                        ///< bodies of the two sides
  std::vector<std::vector<SpanEnd>> side_ends;  ///< per side: the rope ends at the drive that lead to it
  std::vector<std::array<SpanEnd, 2>>
      grips;  ///< per rope that runs over the drive: its ends there, towards the two sides
  std::vector<GripPlace> grip_places;
  std::vector<Contact> contacts;  ///< one per grip place; none if ropes are tied
  int wheels{};                   ///< sheaves with a surface of their own
  std::vector<std::array<int, 2>> chain_bodies;
  std::vector<int> buffer_body;  ///< per buffer: the body above it
  std::vector<int> loadable;     ///< bodies with a payload, in order
  std::vector<int> load_of;      ///< per body: its payload's place, or -1

  std::vector<double> travel;  ///< d(coordinate)/d(phi) with rigid ropes
  int span_count() const { return static_cast<int>(spans.size()); }
  int contact_count() const { return static_cast<int>(contacts.size()); }
  const Node& node(const Span& span, int end) const { return nodes[span.rope][span.node[end]]; }
  int carrier(const Node& node) const;  ///< body that carries it, or -1
  /// Whether the sheave's own height says where its node is: not if it sits on a body or turns with the drive or another sheave.
  bool has_height(int sheave) const;

 private:
  struct Used;
  void resolve_paths(const Structure& structure);
  void resolve_path(const Structure& structure, int rope, Used& used);
  Node node_of_entry(const Structure& structure, int rope, std::size_t entry, Used& used);
  bool joins(const Structure& structure, const Node& last, const Node& node) const;
  void number_materials(const Structure& structure, Grip grip);
  static bool may_slip(const Structure& structure, const Node& node);
  void resolve_spans(const Structure& structure);
  void orient_drive(const Structure& structure);
  void rigid_kinematics(const Structure& structure);
  void orient_wheels();
  void find_sides();
};

/// Unloaded height of a place according to the description.
double described_height(const Structure& structure, const Topology& topology, Place place);

}  // namespace reeve::models::reeving
