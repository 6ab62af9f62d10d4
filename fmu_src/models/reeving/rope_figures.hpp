#pragma once
/// What one wants to know of a rope before one buys it: how far it is from breaking, and how sharply it is bent.
#include <optional>

#include "models/reeving/topology.hpp"
#include "models/reeving/values.hpp"

namespace reeve::models::reeving {

struct RopeFigures {
  double tension{};                      ///< largest of all spans, as the values have it [N]
  std::optional<double> safety_factor;   ///< breaking load over it
  std::optional<double> diameter_ratio;  ///< D/d of the smallest wheel that it passes
};

RopeFigures rope_figures(const Structure& structure, const Topology& topology, const Values<double>& values, int rope);

}  // namespace reeve::models::reeving
