#pragma once
/// Which parts of a reeving act on each other at once, and which only in equilibrium: what an output depends on follows from it.
///
/// Elements are the boundary coordinates (topology.hpp) and then the spans, which have modes of their own.
#include <vector>

#include "models/reeving/topology.hpp"

namespace reeve::models::reeving {

struct Coupling {
  explicit Coupling(const Topology& topology);

  int span(int k) const { return boundary + k; }  ///< element of a span
  int elements() const { return static_cast<int>(equilibrium.size()); }

  int boundary{};
  /// Elements with one number find their equilibrium together, by ropes, springs and chains; the drive and what it holds are
  /// locked (-1).
  std::vector<int> equilibrium;
  /// Elements with one number share a mass matrix: ropes couple accelerations, springs do not.
  std::vector<int> inertia;
  /// Elements with one number act on each other's accelerations, by mass, ropes, springs or chains.
  std::vector<int> linked;
};

}  // namespace reeve::models::reeving
