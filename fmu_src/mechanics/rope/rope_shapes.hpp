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

/// Index j of the slopes chi_j, j = 0 .. N, in storage order: even j first, then odd j. About the middle of the span chi_j is
/// even for even j and odd for odd j, so that half of every matrix vanishes and the rest falls into two blocks.
template <int N>
struct Order {
  static constexpr int P = N + 1, E = (N + 2) / 2, O = P - E;
  static constexpr int index(int place) { return place < E ? 2 * place : 2 * (place - E) + 1; }
  static constexpr int place(int index) { return index % 2 == 0 ? index / 2 : E + index / 2; }
};

/// Integrals that join even with even and odd with odd; stored by columns.
template <int N>
struct Straight {
  std::array<std::array<double, Order<N>::E>, Order<N>::E> ee{};
  std::array<std::array<double, Order<N>::O>, Order<N>::O> oo{};
};
/// Integrals that join even with odd.
template <int N>
struct Crossed {
  std::array<std::array<double, Order<N>::E>, Order<N>::O> eo{};  ///< even results from odd columns
  std::array<std::array<double, Order<N>::O>, Order<N>::E> oe{};
};

/// A place inside the span where the integrand is evaluated (only needed for Green strain); in storage order.
template <int N>
struct ShapePoint {
  double x{}, weight{};
  std::array<double, N + 1> slope{};      ///< chi_j
  std::array<double, N + 1> curvature{};  ///< chi_j'
};

/// With xi = 1 - 2 x and the slopes chi_0 = 1, chi_i = S_i' (index 0 belongs to d = z2 - z1).             (T-ALE.6)
/// Everything in storage order; S_0 = 0.
template <int N>
struct Shapes {
  using Row = std::array<double, N + 1>;
  Row moment[2]{};            ///< int S_i (1 - x), int S_i x
  Row mean{};                 ///< int S_i
  Row square{};               ///< int S_i^2
  Row stiffness{};            ///< int chi_i^2
  Crossed<N> A0, B1, G0, F1;  ///< int S_i chi_j,    int xi chi_i chi_j,   int chi_i chi_j',       int xi chi_i' chi_j'
  Straight<N> A1, B2, G1,
      F2;                  ///< int xi S_i chi_j, int xi^2 chi_i chi_j, int chi_i (xi chi_j)', int xi^2 chi_i' chi_j'
  Row F0{};                ///< int chi_i'^2
  Row end_slope[2]{};      ///< chi_j at x = 0, 1
  Row end_curvature[2]{};  ///< chi_j' at x = 0, 1
  std::vector<ShapePoint<N>> points;
};

/// The tables, computed once; N = 0 .. 8 for the sines, N = 2 for the cubic.
template <int N>
const Shapes<N>& sine_shapes();
const Shapes<2>& cubic_shapes();

}  // namespace reeve::mechanics
