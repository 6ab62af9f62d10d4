#pragma once
/// Small dense symmetric systems A = U^T D^-1 U, factorised in place without pivoting, for any scalar.
///
/// Only the upper triangle is read and written; rows lie `stride` apart. The last unknowns may be left: what then stands in their
/// rows and columns is the system that remains for them once the others are eliminated (the Schur complement).
#include <cmath>

#include "math/dual.hpp"

namespace reeve::math {

namespace detail {

/// Sizes of a system: n unknowns, of which the first are eliminated, in rows `stride` apart.
struct AnySizes {
  int n, eliminated, stride;
};
/// Known when compiled, so that the loops unroll: all unknowns but the last are eliminated.
template <int N, int Stride>
struct KnownSizes {
  static constexpr int n = N, eliminated = N - 1, stride = Stride;
};

template <class Sizes, class S>
int ldlt_factor(Sizes size, S* A, S* inverse) {
#pragma GCC unroll 10
  for (int k = 0; k < size.eliminated; ++k) {
    S* const pivot_row = A + k * size.stride;
    if (!(value(pivot_row[k]) > 0)) return k;
    inverse[k] = 1.0 / pivot_row[k];
#pragma GCC unroll 10
    for (int i = k + 1; i < size.n; ++i) {
      const S factor = pivot_row[i] * inverse[k];
      S* const row = A + i * size.stride;
#pragma GCC unroll 10
      for (int j = i; j < size.n; ++j) row[j] -= factor * pivot_row[j];
    }
  }
  return -1;
}

template <class Sizes, class S>
void ldlt_forward(Sizes size, const S* A, const S* inverse, S* r) {
#pragma GCC unroll 10
  for (int k = 0; k < size.eliminated; ++k) {
    const S factor = r[k] * inverse[k];
#pragma GCC unroll 10
    for (int i = k + 1; i < size.n; ++i) r[i] -= A[k * size.stride + i] * factor;
  }
}

/// Sums from the last unknown upwards, column by column, so that the innermost loop has no chain of additions.
template <class Sizes, class S>
void ldlt_backward(Sizes size, const S* A, const S* inverse, S* r) {
#pragma GCC unroll 10
  for (int j = size.n - 1; j >= 0; --j) {
    if (j < size.eliminated) r[j] = r[j] * inverse[j];
    const int above = j < size.eliminated ? j : size.eliminated;
#pragma GCC unroll 10
    for (int k = 0; k < above; ++k) r[k] -= A[k * size.stride + j] * r[j];
  }
}

template <int N, class Call>
decltype(auto) with_stride(const AnySizes& size, Call call) {
  if (size.stride == N + 1) return call(KnownSizes<N, N + 1>{});
  if (size.stride == N + 2) return call(KnownSizes<N, N + 2>{});
  return call(size);
}

/// Calls with the sizes that reevings have as constants.
template <class Call>
decltype(auto) with_sizes(const AnySizes& size, Call call) {
  switch (size.eliminated == size.n - 1 ? size.n : 0) {
    case 5:
      return with_stride<5>(size, call);
    case 6:
      return with_stride<6>(size, call);
    case 7:
      return with_stride<7>(size, call);
    case 8:
      return with_stride<8>(size, call);
    case 9:
      return with_stride<9>(size, call);
    case 10:
      return with_stride<10>(size, call);
    default:
      return call(size);
  }
}

}  // namespace detail

/// Eliminates the first unknowns of n. Returns the first row whose pivot is not positive, or -1. `inverse` receives the
/// reciprocal pivots.
template <class S>
int ldlt_factor(S* A, int n, int eliminated, int stride, S* inverse) {
  return detail::with_sizes({n, eliminated, stride}, [=](auto size) { return detail::ldlt_factor(size, A, inverse); });
}

/// r <- U^-T r: after it, row k reads  pivot_k x_k + (later unknowns) = r_k.
template <class S>
void ldlt_forward(const S* A, int n, int eliminated, int stride, const S* inverse, S* r) {
  detail::with_sizes({n, eliminated, stride}, [=](auto size) { detail::ldlt_forward(size, A, inverse, r); });
}

/// Solves upwards for the eliminated unknowns; the others already stand in r.
template <class S>
void ldlt_backward(const S* A, int n, int eliminated, int stride, const S* inverse, S* r) {
  detail::with_sizes({n, eliminated, stride}, [=](auto size) { detail::ldlt_backward(size, A, inverse, r); });
}

}  // namespace reeve::math
