#pragma once
/// Small dense symmetric systems A = U^T D^-1 U, factorised in place without pivoting, for any scalar.
///
/// Only the upper triangle is read and written; rows lie `stride` apart. The last unknowns may be left: what then stands in their
/// rows and columns is the system that remains for them once the others are eliminated (the Schur complement).
#include <cmath>

#include "math/dual.hpp"

namespace reeve::math {

namespace detail {

/// Size > 0: known when compiled, so that the loops unroll; 0: n as given.
template <int Size, class S>
int ldlt_factor(S* A, int given, int eliminated, int stride, S* inverse) {
  const int n = Size > 0 ? Size : given;
#pragma GCC unroll 10
  for (int k = 0; k < n && k < eliminated; ++k) {
    S* const pivot_row = A + k * stride;
    if (!(value(pivot_row[k]) > 0)) return k;
    inverse[k] = 1.0 / pivot_row[k];
#pragma GCC unroll 10
    for (int i = k + 1; i < n; ++i) {
      const S factor = pivot_row[i] * inverse[k];
      S* const row = A + i * stride;
#pragma GCC unroll 10
      for (int j = i; j < n; ++j) row[j] -= factor * pivot_row[j];
    }
  }
  return -1;
}

template <int Size, class S>
void ldlt_forward(const S* A, int given, int eliminated, int stride, const S* inverse, S* r) {
  const int n = Size > 0 ? Size : given;
#pragma GCC unroll 10
  for (int k = 0; k < n && k < eliminated; ++k) {
    const S factor = r[k] * inverse[k];
#pragma GCC unroll 10
    for (int i = k + 1; i < n; ++i) r[i] -= A[k * stride + i] * factor;
  }
}

/// Sums from the last unknown upwards, column by column, so that the innermost loop has no chain of additions.
template <int Size, class S>
void ldlt_backward(const S* A, int given, int eliminated, int stride, const S* inverse, S* r) {
  const int n = Size > 0 ? Size : given;
#pragma GCC unroll 10
  for (int j = n - 1; j >= 0; --j) {
    if (j < eliminated) r[j] = r[j] * inverse[j];
#pragma GCC unroll 10
    for (int k = 0; k < j && k < eliminated; ++k) r[k] -= A[k * stride + j] * r[j];
  }
}

/// Calls with the sizes that reevings have as constants, with 0 for any other.
template <class Call>
decltype(auto) with_size(int n, Call call) {
  switch (n) {
    case 5:
      return call.template operator()<5>();
    case 6:
      return call.template operator()<6>();
    case 7:
      return call.template operator()<7>();
    case 8:
      return call.template operator()<8>();
    case 9:
      return call.template operator()<9>();
    case 10:
      return call.template operator()<10>();
    default:
      return call.template operator()<0>();
  }
}

}  // namespace detail

/// Eliminates the first unknowns of n. Returns the first row whose pivot is not positive, or -1. `inverse` receives the
/// reciprocal pivots.
template <class S>
int ldlt_factor(S* A, int n, int eliminated, int stride, S* inverse) {
  return detail::with_size(n, [&]<int Size> { return detail::ldlt_factor<Size>(A, n, eliminated, stride, inverse); });
}

/// r <- U^-T r: after it, row k reads  pivot_k x_k + (later unknowns) = r_k.
template <class S>
void ldlt_forward(const S* A, int n, int eliminated, int stride, const S* inverse, S* r) {
  detail::with_size(n, [&]<int Size> { detail::ldlt_forward<Size>(A, n, eliminated, stride, inverse, r); });
}

/// Solves upwards for the eliminated unknowns; the others already stand in r.
template <class S>
void ldlt_backward(const S* A, int n, int eliminated, int stride, const S* inverse, S* r) {
  detail::with_size(n, [&]<int Size> { detail::ldlt_backward<Size>(A, n, eliminated, stride, inverse, r); });
}

}  // namespace reeve::math
