#pragma once
/// Values against the ranges of their variables, in words for the user.
#include <string>
#include <vector>

#include "variables/variable.hpp"

namespace reeve::variables {

std::string with_unit(double value, std::string_view unit);     ///< "3 kg"; a pure number without unit
std::string with_unit(double value, const Variable& variable);  ///< the same
std::string range_text(double min, double max, bool above_min,
                       std::string_view unit);  ///< "greater than 0 kg and at most 5 kg"
std::string range_of(const Variable& variable);

/// Adds "mass = -1 kg: expected ..." for every element out of range.
void check_range(const Variable& variable, const Storage& storage, std::vector<std::string>& findings);

std::string joined(const std::vector<std::string>& findings);  ///< "; " between them

}  // namespace reeve::variables
