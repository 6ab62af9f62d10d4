#pragma once
/// How messages about a description name its entries.
#include <string>

namespace reeve::models::reeving {

/// Entries count from 1, as in the variables' names.
inline std::string entry(const char* group, std::size_t i) {
  return std::string(group) + "[" + std::to_string(i + 1) + "]";
}

inline std::string in_quotes(const std::string& name) { return "\"" + name + "\""; }

}  // namespace reeve::models::reeving
