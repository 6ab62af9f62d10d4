#pragma once
/// The one rule by which pieces of a way, in time or along another variable, get longer and shorter with their error.
#include <algorithm>
#include <cmath>

namespace reeve::math {

/// Factor from a piece with this error, over what is allowed, to the next one. `order`: of the error in the piece's length.
inline double step_growth(double error, double order) {
  constexpr double kLeast = 0.2, kMost = 3.0;
  if (!std::isfinite(error)) return kLeast;
  if (error <= 0) return kMost;
  return std::clamp(0.9 * std::pow(error, -1 / order), kLeast, kMost);
}

}  // namespace reeve::math
