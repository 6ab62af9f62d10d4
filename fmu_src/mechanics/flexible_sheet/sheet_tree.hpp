#pragma once
/// Which node hangs on which: a grid of nodes as a spine with ribs.
///
///   comb         the spine runs along the width, ribs along the length; master in the middle of the edge x = 0
///   ribs         the spine runs along the length, ribs along the width; the same master
///   ribs_centre  ribs with the master at the centre of the sheet. With the edge x = 0 clamped the tree is rooted there and
///                the joints between edge and centre are traversed backwards, which needs no constraints.       (T-SHT.6)
///   comb_centre  comb with the master at the centre. A clamped edge holds every rib, so each is rooted there and traversed
///                backwards up to the centre; the spine's joints would close loops and are left to plates and springs.
///
/// A line is a rib on both sides of its spine node; nodes are numbered line by line: id = line * places + place. Edges of
/// the grid that are no joints are closed by the plate and by loop springs only.
#include <array>
#include <vector>

namespace reeve::mechanics {

enum class TreeKind { comb = 1, ribs = 2, ribs_centre = 3, comb_centre = 4 };

struct SheetJoint {
  int parent{-1};        ///< node; -1: the master
  int axis{};            ///< of the offset in the parent's frame: 0 = x, 2 = z
  double sign{1.0};      ///< of the offset along it
  bool reversed{false};  ///< offset and angles are those of the parent seen from the child
  bool locked{false};    ///< on the clamped edge: does not move against its parent
};

/// Two nodes that are neighbours in the grid without a joint between them.
struct OpenEdge {
  int first{}, second{};
  bool along_length{};
  bool at_border{};  ///< half the width of material belongs to it
};

struct SheetTree {
  SheetTree(int nodes_length, int nodes_width, TreeKind kind, bool clamped);

  int nodes_length, nodes_width;  ///< n1, n2
  int lines, places;              ///< ribs, nodes a rib
  bool clamped;
  bool spine_along_length;
  int spine;  ///< place of the spine node in its line
  int root_line;
  int root;                              ///< id of the master, or of the node the tree is rooted at
  std::vector<SheetJoint> joint;         ///< by id
  std::vector<int> order;                ///< every node after its parent
  std::vector<std::array<int, 4>> cell;  ///< corners (0,0), (l,0), (l,d), (0,d) of every plate
  std::vector<OpenEdge> open;

  int nodes() const { return nodes_length * nodes_width; }
  /// Node i along the length and k along the width, from 0.
  int id(int i, int k) const { return spine_along_length ? i * places + k : k * places + i; }
  int along_length(int node) const { return spine_along_length ? node / places : node % places; }
  int along_width(int node) const { return spine_along_length ? node % places : node / places; }
  bool is_held(int node) const { return clamped && along_length(node) == 0; }
};

}  // namespace reeve::mechanics
