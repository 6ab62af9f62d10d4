#pragma once
/// Whether numbers are finite, many at once.
#include <Eigen/Core>
#include <span>

namespace reeve::math {

/// No number is infinite or none at all.
inline bool all_finite(std::span<const double> numbers) {
  const Eigen::Map<const Eigen::ArrayXd> a(numbers.data(), static_cast<Eigen::Index>(numbers.size()));
  return (a - a).sum() == 0;  // a - a is 0 for finite a only; summed up in whole registers
}

}  // namespace reeve::math
