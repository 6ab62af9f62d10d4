#include "variables/ranges.hpp"

#include <cmath>

#include "math/text.hpp"

namespace reeve::variables {

using math::text;

std::string with_unit(double value, const Variable& v) {
  return v.unit->name == "1" ? text(value) : text(value) + " " + std::string(v.unit->name);
}

std::string range_of(const Variable& v) {
  if (v.choices) return v.choices->text();
  const std::string low = (v.above_min ? "greater than " : "at least ") + with_unit(v.min, v);
  const std::string high = "at most " + with_unit(v.max, v);
  if (!std::isfinite(v.min) && !std::isfinite(v.max)) return "a finite number";
  if (!std::isfinite(v.max)) return low;
  return std::isfinite(v.min) ? low + " and " + high : high;
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
