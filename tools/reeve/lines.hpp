#pragma once
/// Where a description gives a variable its value.
#include <string>

#include "description/document.hpp"

namespace reeve::cli {

/// The line of "cabin.mass" or "ride.distance": under [start], in the item of that name, or in a table; 0 if it is nowhere.
int line_of_variable(const description::Node& description, const std::string& variable);

}  // namespace reeve::cli
