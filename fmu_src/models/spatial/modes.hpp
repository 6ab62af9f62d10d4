#pragma once
/// What only events change in a reeving in space, and which messages were given.
#include <vector>

#include "models/axis.hpp"

namespace reeve::models::spatial {

struct Modes {
  std::vector<AxisModes> axis;
  bool warned_slack{}, warned_ignored{};

  template <class Archive>
  void fields(Archive& archive) {
    for (auto& one : axis) archive(one.regime, one.direction, one.phase);
    archive(warned_slack, warned_ignored);
  }
};

}  // namespace reeve::models::spatial
