#pragma once
/// Shape functions of a rope span and their integrals, which are constants because x in [0, 1] is fixed in time.
///
///   r(x) = (1 - x) z1 + x z2 + sum_i S_i(x) q_i,   S_i(0) = S_i(1) = 0                                   (T-ALE.1)
///   ALEM:      S_i = sin(i pi x)
///   ALE-ANCF:  S_1 = x (1 - x),  S_2 = x (1 - x)(1 - 2 x): with the linear part they span all cubics, as the Hermite
///              polynomials with free end slopes do; only the coordinates have other names                 (T-ALE.2)
///
/// Both families are orthogonal in value and in slope, so that mass and stiffness of the modes are diagonal.
#include <array>
#include <vector>

namespace reeve::mechanics {

inline constexpr int kMaxModes = 8;

/// A place inside the span where the integrand is evaluated (only needed for Green strain).
template <int N>
struct ShapePoint {
  double x{}, weight{};
  std::array<double, N + 1> slope{};      ///< chi_j
  std::array<double, N + 1> curvature{};  ///< chi_j'
};

/// With psi_0 = 1 - x, psi_1 = x and the slopes chi_0 = 1, chi_i = S_i', S_0 = 1 (index 0 belongs to d = z2 - z1).  (T-ALE.6)
/// Matrices are stored by columns, [j][i], so that the innermost loop of a product runs over neighbours.
template <int N>
struct Shapes {
  static constexpr int P = N + 1;
  using Row = std::array<double, P>;
  using Matrix = std::array<Row, P>;

  Row value_moment[2];  ///< int psi_a S_i
  Row square;           ///< int S_i^2
  Row stiffness;        ///< int chi_i^2
  Matrix A[2];          ///< int S_i psi_a chi_j
  Matrix B[3];          ///< int psi_a psi_b chi_i chi_j,                ab = 00, 01, 11
  Matrix G[2];          ///< int chi_i (psi_a chi_j)'
  Matrix F[3];          ///< int (psi_a chi_i)' (psi_b chi_j)',          ab = 00, 01, 11
  Row end_slope[2];     ///< chi_j at x = 0, 1
  Row end_curvature[2]; ///< chi_j' at x = 0, 1
  std::vector<ShapePoint<N>> points;
};

/// The tables, computed once; N = 0 .. 8 for the sines, N = 2 for the cubic.
template <int N>
const Shapes<N>& sine_shapes();
const Shapes<2>& cubic_shapes();

}  // namespace reeve::mechanics
