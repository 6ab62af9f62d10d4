#include "mechanics/rope_shapes.hpp"

#include <cmath>
#include <numbers>

#include "math/gauss.hpp"

namespace reeve::mechanics {
namespace {

/// One shape function at one place.
struct Sample {
  double value{}, slope{}, curvature{};
};

Sample sine(int i, double x) {
  const double k = i * std::numbers::pi;
  return {std::sin(k * x), k * std::cos(k * x), -k * k * std::sin(k * x)};
}

Sample cubic(int i, double x) {
  if (i == 1) return {x * (1 - x), 1 - 2 * x, -2};
  return {x * (1 - x) * (1 - 2 * x), 1 - 6 * x + 6 * x * x, 12 * x - 6};
}

template <int N, class Shape>
std::array<Sample, N + 1> sample_all(Shape shape, double x) {
  std::array<Sample, N + 1> all;
  all[0] = {1, 1, 0};  // S_0 = 1 serves the weight, chi_0 = 1 the straight part
  for (int i = 1; i <= N; ++i) all[i] = shape(i, x);
  return all;
}

/// Adds one quadrature point to every integral.
template <int N>
void accumulate(Shapes<N>& t, const std::array<Sample, N + 1>& f, double x, double w) {
  constexpr int kFirst[3] = {0, 0, 1}, kSecond[3] = {0, 1, 1};
  const double psi[2] = {1 - x, x}, dpsi[2] = {-1, 1};
  for (int i = 0; i <= N; ++i) {
    for (int a = 0; a < 2; ++a) t.value_moment[a][i] += w * psi[a] * f[i].value;
    t.square[i] += w * f[i].value * f[i].value;
    t.stiffness[i] += w * f[i].slope * f[i].slope;
    for (int j = 0; j <= N; ++j) {
      const auto carried = [&](int a, int k) { return psi[a] * f[k].curvature + dpsi[a] * f[k].slope; };
      for (int a = 0; a < 2; ++a) {
        t.A[a][j][i] += w * f[i].value * psi[a] * f[j].slope;
        t.G[a][j][i] += w * f[i].slope * carried(a, j);
      }
      for (int ab = 0; ab < 3; ++ab) {
        const int a = kFirst[ab], b = kSecond[ab];
        t.B[ab][j][i] += w * psi[a] * psi[b] * f[i].slope * f[j].slope;
        t.F[ab][j][i] += w * 0.5 * (carried(a, i) * carried(b, j) + carried(b, i) * carried(a, j));
      }
    }
  }
}

template <int N, class Shape>
Shapes<N> tabulate(Shape shape, int n_table, int n_points) {
  Shapes<N> t{};
  for (const auto& [x, w] : math::gauss_legendre(n_table)) accumulate<N>(t, sample_all<N>(shape, x), x, w);
  for (int end = 0; end < 2; ++end) {
    const auto f = sample_all<N>(shape, end);
    for (int j = 0; j <= N; ++j) t.end_slope[end][j] = f[j].slope, t.end_curvature[end][j] = f[j].curvature;
  }
  for (const auto& [x, w] : math::gauss_legendre(n_points)) {
    ShapePoint<N> point{x, w, {}, {}};
    const auto f = sample_all<N>(shape, x);
    for (int j = 0; j <= N; ++j) point.slope[j] = f[j].slope, point.curvature[j] = f[j].curvature;
    t.points.push_back(point);
  }
  return t;
}

constexpr int kTablePoints = 60;  // round-off for sin^2 of eight half waves

}  // namespace

template <int N>
const Shapes<N>& sine_shapes() {
  static const Shapes<N> table = tabulate<N>(sine, kTablePoints, 4 * N + 8);
  return table;
}

const Shapes<2>& cubic_shapes() {
  static const Shapes<2> table = tabulate<2>(cubic, kTablePoints, 6);
  return table;
}

template const Shapes<0>& sine_shapes<0>();
template const Shapes<1>& sine_shapes<1>();
template const Shapes<2>& sine_shapes<2>();
template const Shapes<3>& sine_shapes<3>();
template const Shapes<4>& sine_shapes<4>();
template const Shapes<5>& sine_shapes<5>();
template const Shapes<6>& sine_shapes<6>();
template const Shapes<7>& sine_shapes<7>();
template const Shapes<8>& sine_shapes<8>();

}  // namespace reeve::mechanics
