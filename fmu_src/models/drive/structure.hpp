#pragma once
/// What a drive consists of: what fixes sizes, from the description.
#include <cstddef>

namespace reeve::models::drive {

struct Structure {
  std::size_t ripple_orders{2};  ///< how many orders of torque ripple there are
};
inline constexpr int kMostOrders = 64;

}  // namespace reeve::models::drive
