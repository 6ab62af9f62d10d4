#pragma once
/// Numbers as text, whatever the locale.
#include <charconv>
#include <string>

namespace reeve::math {

/// The shortest digits that read back to the same bits.
inline std::string text(double number) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, number).ptr;
  return {buffer, end};
}

/// With this many digits at the most, for people.
inline std::string text(double number, int digits) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, number, std::chars_format::general, digits).ptr;
  return {buffer, end};
}

}  // namespace reeve::math
