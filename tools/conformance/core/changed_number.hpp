#pragma once

/// A change of a TOML text that changes what it says.

#include <optional>
#include <string>

namespace conformance {

/// The text with another digit in the first number that is a value; nothing if there is none. Digits in comments, strings
/// and names stay as they are.
std::optional<std::string> with_a_changed_number(std::string toml);

}  // namespace conformance
