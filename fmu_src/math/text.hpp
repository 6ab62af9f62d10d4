#pragma once
/// Numbers as text: the shortest digits that read back to the same bits, whatever the locale.
#include <charconv>
#include <string>

namespace reeve::math {

inline std::string text(double number) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, number).ptr;
  return {buffer, end};
}

}  // namespace reeve::math
