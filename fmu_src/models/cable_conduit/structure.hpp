#pragma once
/// What a cable in its conduit consists of: what fixes sizes, from the description.
#include <cstddef>

namespace reeve::models::cable_conduit {

struct Structure {
  std::size_t segments{40};
  bool radius_varies{false};    ///< one radius per segment
  bool friction_varies{false};  ///< one friction coefficient per segment
};
inline constexpr int kMostSegments = 1000;

}  // namespace reeve::models::cable_conduit
