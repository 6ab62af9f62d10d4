#include "mechanics/rope/rope_shapes.hpp"

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

/// All shape functions at x, in storage order.
template <int N, class Shape>
std::array<Sample, N + 1> sample_all(Shape shape, double x) {
  std::array<Sample, N + 1> all;
  for (int p = 0; p <= N; ++p) {
    const int i = Order<N>::index(p);
    all[p] = i == 0 ? Sample{0, 1, 0} : shape(i, x);
  }
  return all;
}

template <int N>
void add(Straight<N>& m, int i, int j, double value) {
  constexpr int E = Order<N>::E;
  if (i < E && j < E) m.ee[j][i] += value;
  if (i >= E && j >= E) m.oo[j - E][i - E] += value;
}

template <int N>
void add(Crossed<N>& m, int i, int j, double value) {
  constexpr int E = Order<N>::E;
  if (i < E && j >= E) m.eo[j - E][i] += value;
  if (i >= E && j < E) m.oe[j][i - E] += value;
}

/// Adds one quadrature point to every integral.
template <int N>
void accumulate(Shapes<N>& t, const std::array<Sample, N + 1>& f, double x, double w) {
  const double xi = 1 - 2 * x;
  for (int i = 0; i <= N; ++i) {
    t.moment[0][i] += w * (1 - x) * f[i].value;
    t.moment[1][i] += w * x * f[i].value;
    t.mean[i] += w * f[i].value;
    t.square[i] += w * f[i].value * f[i].value;
    t.stiffness[i] += w * f[i].slope * f[i].slope;
    t.F0[i] += w * f[i].curvature * f[i].curvature;
    for (int j = 0; j <= N; ++j) {
      add(t.A0, i, j, w * f[i].value * f[j].slope);
      add(t.A1, i, j, w * xi * f[i].value * f[j].slope);
      add(t.B1, i, j, w * xi * f[i].slope * f[j].slope);
      add(t.B2, i, j, w * xi * xi * f[i].slope * f[j].slope);
      add(t.G0, i, j, w * f[i].slope * f[j].curvature);
      add(t.G1, i, j, w * f[i].slope * (xi * f[j].curvature - 2 * f[j].slope));
      add(t.F1, i, j, w * xi * f[i].curvature * f[j].curvature);
      add(t.F2, i, j, w * xi * xi * f[i].curvature * f[j].curvature);
    }
  }
}

template <int N, class Shape>
Shapes<N> tabulate(Shape shape, int n_table, int n_points) {
  Shapes<N> t;
  for (const auto& [x, w] : math::gauss_legendre(n_table)) accumulate<N>(t, sample_all<N>(shape, x), x, w);
  t.stiffness[0] = 1;  // the weights add up to 1 but for rounding, and EA would magnify that
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
