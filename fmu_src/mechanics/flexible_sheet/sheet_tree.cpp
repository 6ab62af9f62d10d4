#include "mechanics/flexible_sheet/sheet_tree.hpp"

namespace reeve::mechanics {
namespace {

bool is_comb(TreeKind kind) { return kind == TreeKind::comb || kind == TreeKind::comb_centre; }
bool has_centre_master(TreeKind kind) { return kind == TreeKind::ribs_centre || kind == TreeKind::comb_centre; }
int middle(int count) { return (count - 1) / 2; }

}  // namespace

SheetTree::SheetTree(int n1, int n2, TreeKind kind, bool is_clamped)
    : nodes_length{n1},
      nodes_width{n2},
      lines{is_comb(kind) ? n2 : n1},
      places{is_comb(kind) ? n1 : n2},
      clamped{is_clamped},
      spine_along_length{!is_comb(kind)} {
  const int start = has_centre_master(kind) && !clamped ? middle(n1) : 0;  // of the tree, along the length
  spine = is_comb(kind) ? start : middle(n2);
  root_line = is_comb(kind) ? middle(n2) : start;
  root = root_line * places + spine;
  joint.resize(nodes());
  const int spine_axis = spine_along_length ? 0 : 2, rib_axis = 2 - spine_axis;
  const auto hang = [&](int node, int parent, int axis, double sign) {
    joint[node] = {.parent = parent, .axis = axis, .sign = sign, .reversed = false, .locked = is_held(node)};
    order.push_back(node);
  };
  const auto add_ribs = [&](int line) {
    const int first = line * places;
    for (int p = spine + 1; p < places; ++p) hang(first + p, first + p - 1, rib_axis, 1);
    for (int p = spine - 1; p >= 0; --p) hang(first + p, first + p + 1, rib_axis, -1);
  };
  joint[root].locked = clamped;
  order.push_back(root);
  add_ribs(root_line);
  for (int line = root_line + 1; line < lines; ++line) {
    hang(line * places + spine, (line - 1) * places + spine, spine_axis, 1);
    add_ribs(line);
  }
  for (int line = root_line - 1; line >= 0; --line) {
    hang(line * places + spine, (line + 1) * places + spine, spine_axis, -1);
    add_ribs(line);
  }
  if (has_centre_master(kind) && clamped) {
    for (int i = 1; i <= middle(n1); ++i) {
      for (int k = 0; k < n2; ++k) {
        auto& back = joint[id(i, k)];
        if (back.axis != 0) continue;
        back.reversed = true;
        back.sign = -1;  // from the child towards the clamp
      }
    }
  }

  for (int i = 0; i + 1 < n1; ++i) {
    for (int k = 0; k + 1 < n2; ++k) cell.push_back({id(i, k), id(i + 1, k), id(i + 1, k + 1), id(i, k + 1)});
  }
  const auto add_open = [&](int a, int b, bool along, bool border) {
    if (joint[a].parent == b || joint[b].parent == a || (is_held(a) && is_held(b))) return;
    open.push_back({a, b, along, border});
  };
  for (int i = 0; i < n1; ++i) {
    for (int k = 0; k < n2; ++k) {
      if (i + 1 < n1) add_open(id(i, k), id(i + 1, k), true, k == 0 || k == n2 - 1);
      if (k + 1 < n2) add_open(id(i, k), id(i, k + 1), false, i == 0 || i == n1 - 1);
    }
  }
}

}  // namespace reeve::mechanics
