#pragma once
/// Small dense symmetric systems A = U^T D^-1 U, factorised in place without pivoting, for any scalar.
///
/// Only the upper triangle is read and written; rows lie `stride` apart. The last unknowns may be left out of a solve, so
/// that one factorisation serves a system with and without its last coordinate.
#include <cmath>

#include "math/dual.hpp"

namespace reeve::math {

/// Returns the first row whose pivot is not clearly positive, or -1. `inverse` receives the reciprocal pivots.
template <class S>
int ldlt_factor(S* A, int n, int stride, S* inverse) {
  for (int k = 0; k < n; ++k) {
    S* const pivot_row = A + k * stride;
    if (!(value(pivot_row[k]) > 0)) return k;
    inverse[k] = 1.0 / pivot_row[k];
    for (int i = k + 1; i < n; ++i) {
      const S factor = pivot_row[i] * inverse[k];
      S* const row = A + i * stride;
      for (int j = i; j < n; ++j) row[j] -= factor * pivot_row[j];
    }
  }
  return -1;
}

/// r <- U^-T r: after it, row k reads  pivot_k x_k + (later unknowns) = r_k.
template <class S>
void ldlt_forward(const S* A, int n, int stride, const S* inverse, S* r) {
  for (int k = 0; k < n; ++k) {
    const S factor = r[k] * inverse[k];
    for (int i = k + 1; i < n; ++i) r[i] -= A[k * stride + i] * factor;
  }
}

/// Solves upwards for the first `known_from` unknowns; r[known_from ..] already hold their values.
template <class S>
void ldlt_backward(const S* A, int n, int stride, const S* inverse, S* r, int known_from) {
  for (int k = known_from - 1; k >= 0; --k) {
    S sum = r[k];
    for (int j = k + 1; j < n; ++j) sum -= A[k * stride + j] * r[j];
    r[k] = sum * inverse[k];
  }
}

}  // namespace reeve::math
