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
  /// FMI 2.0 names each of the six states per node, and what the outputs depend on: such a file grows with the square.
  bool offers_exchange() const { return nodes() <= kMostExchanged; }

  static constexpr std::size_t kMostExchanged = 1000;
};
inline constexpr int kMostNodes = 10000, kMostNips = 8;

}  // namespace reeve::models::flexible_sheet
