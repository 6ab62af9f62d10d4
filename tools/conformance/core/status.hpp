#pragma once

#include <string_view>

namespace conformance {

/// The same numbers in FMI 2.0 and FMI 3.0 (which has no `pending`).
enum class Status { ok, warning, discard, error, fatal, pending };

constexpr std::string_view name(Status status) {
  constexpr std::string_view names[] = {"OK", "Warning", "Discard", "Error", "Fatal", "Pending"};
  const auto index = static_cast<unsigned>(status);
  return index < 6 ? names[index] : "an undefined status";
}

/// The call did what it was asked to do.
constexpr bool good(Status status) { return status == Status::ok || status == Status::warning; }

}  // namespace conformance
