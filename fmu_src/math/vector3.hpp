#pragma once
/// Vectors and matrices in space, for any scalar.
#include <Eigen/Dense>
#include <cmath>

#include "math/dual.hpp"

namespace reeve::math {

template <class S>
using Vec3 = Eigen::Matrix<S, 3, 1>;
template <class S>
using Mat3 = Eigen::Matrix<S, 3, 3>;

template <class S>
S length_of(const Vec3<S>& v) {
  using std::sqrt;
  return sqrt(v.dot(v));
}

}  // namespace reeve::math
