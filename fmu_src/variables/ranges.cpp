#include "variables/ranges.hpp"

#include <cmath>

#include "math/text.hpp"

namespace reeve::variables {

using math::text;

std::string with_unit(double value, std::string_view unit) {
  return unit.empty() || unit == "1" ? text(value) : text(value) + " " + std::string(unit);
}

std::string with_unit(double value, const Variable& v) { return with_unit(value, v.unit->name); }

std::string range_text(double min, double max, bool above_min, std::string_view unit) {
  const std::string low = (above_min ? "greater than " : "at least ") + with_unit(min, unit);
  const std::string high = "at most " + with_unit(max, unit);
  if (!std::isfinite(min) && !std::isfinite(max)) return "a finite number";
  if (!std::isfinite(max)) return low;
  return std::isfinite(min) ? low + " and " + high : high;
}

std::string range_of(const Variable& v) {
  return v.choices ? v.choices->text() : range_text(v.min, v.max, v.above_min, v.unit->name);
}

void check_range(const Variable& v, const Storage& storage, std::vector<std::string>& findings) {
  std::visit(
      [&](const auto* first) {
        for (std::uint32_t e = 0; e < v.elements; ++e) {
          const auto value = static_cast<double>(first[e]);
          if (std::isfinite(value) && v.allows(value)) continue;
          findings.push_back(scalar_name(v, e) + " = " + with_unit(value, v) + ": expected " + range_of(v));
        }
      },
      storage);
}

std::string joined(const std::vector<std::string>& findings) {
  std::string message;
  for (const auto& finding : findings) message += (message.empty() ? "" : "; ") + finding;
  return message;
}

}  // namespace reeve::variables
