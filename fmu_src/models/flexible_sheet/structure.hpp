#pragma once
/// What a sheet consists of: what fixes sizes and names, from the description.
#include <cstddef>
#include <string>
#include <vector>

namespace reeve::models::flexible_sheet {

struct Structure {
  int nodes_length{15};            ///< n1
  int nodes_width{11};             ///< n2, odd: the master sits in the middle
  std::vector<std::string> nip{};  ///< names

  std::size_t nodes() const { return static_cast<std::size_t>(nodes_length * nodes_width); }
};
inline constexpr int kMostNodes = 10000, kMostNips = 8;

}  // namespace reeve::models::flexible_sheet
