#pragma once
/// Small dense systems A X = B by elimination with partial pivoting, in place, for any scalar.
#include <cmath>
#include <utility>

#include "math/dual.hpp"

namespace reeve::math {

/// A: n x n, row-major, destroyed. B: n x columns, row-major; becomes X. False if A is singular.
template <class S>
bool lu_solve(S* A, S* B, int n, int columns) {
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    for (int i = k + 1; i < n; ++i) {
      if (std::abs(value(A[i * n + k])) > std::abs(value(A[pivot * n + k]))) pivot = i;
    }
    if (!(std::abs(value(A[pivot * n + k])) > 0)) return false;
    if (pivot != k) {
      for (int j = 0; j < n; ++j) std::swap(A[k * n + j], A[pivot * n + j]);
      for (int j = 0; j < columns; ++j) std::swap(B[k * columns + j], B[pivot * columns + j]);
    }
    for (int i = k + 1; i < n; ++i) {
      const S factor = A[i * n + k] / A[k * n + k];
      for (int j = k + 1; j < n; ++j) A[i * n + j] -= factor * A[k * n + j];
      for (int j = 0; j < columns; ++j) B[i * columns + j] -= factor * B[k * columns + j];
    }
  }
  for (int k = n - 1; k >= 0; --k) {
    for (int c = 0; c < columns; ++c) {
      S& x = B[k * columns + c];
      for (int j = k + 1; j < n; ++j) x -= A[k * n + j] * B[j * columns + c];
      x = x / A[k * n + k];
    }
  }
  return true;
}

}  // namespace reeve::math
