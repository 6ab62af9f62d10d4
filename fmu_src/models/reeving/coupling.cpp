#include "models/reeving/coupling.hpp"

#include <numeric>

namespace reeve::models::reeving {
namespace {

/// Sets that grow together; an element is known by the smallest member of its set.
struct Sets {
  explicit Sets(int count) : parent(count) { std::iota(parent.begin(), parent.end(), 0); }
  int root(int i) const {
    while (parent[i] != i) i = parent[i];
    return i;
  }
  void unite(int i, int j) {
    i = root(i), j = root(j);
    parent[i < j ? j : i] = i < j ? i : j;
  }
  std::vector<int> roots() const {
    std::vector<int> list;
    for (int i = 0; i < static_cast<int>(parent.size()); ++i) list.push_back(root(i));
    return list;
  }
  std::vector<int> parent;
};

}  // namespace

Coupling::Coupling(const Topology& t) : boundary(t.boundary) {
  const int count = t.boundary + t.span_count();
  Sets still(count), moving(count);
  for (int k = 0; k < t.span_count(); ++k) {
    for (int end = 0; end < 2; ++end) {
      const Node& node = t.node(t.spans[k], end);
      for (const int c : {node.z, node.s}) {
        if (c < 0) continue;
        moving.unite(span(k), c);
        if (!t.locked_at_rest(c)) still.unite(span(k), c);
      }
    }
  }
  for (const auto& contact : t.contacts) moving.unite(contact.s, contact.wheel);  // friction
  for (const auto& support : t.supports) {
    if (support.against >= 0) still.unite(support.coordinate, support.against);
  }
  for (const auto& [one, two] : t.chain_bodies) still.unite(one, two);
  Sets acting = moving;
  for (const auto& support : t.supports) {
    if (support.against >= 0) acting.unite(support.coordinate, support.against);
  }
  for (const auto& [one, two] : t.chain_bodies) acting.unite(one, two);
  linked = acting.roots();
  equilibrium = still.roots();
  for (int i = 0; i < t.boundary; ++i) {
    if (t.locked_at_rest(i)) equilibrium[i] = -1;
  }
  inertia = moving.roots();
}

}  // namespace reeve::models::reeving
