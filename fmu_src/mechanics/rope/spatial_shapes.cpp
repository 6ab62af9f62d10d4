#include "mechanics/rope/spatial_shapes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "math/gauss.hpp"

namespace reeve::mechanics {
namespace {

constexpr double pi = std::numbers::pi;

double sine_slope(int i, double x) { return i * pi * std::cos(i * pi * x); }
/// Of x (1 - x) and x (1 - x)(1 - 2 x).
double cubic_slope(int i, double x) { return i == 1 ? 1 - 2 * x : 1 - 6 * x + 6 * x * x; }

struct StrainFunction {
  double value, slope, norm;
};

StrainFunction cosine(int k, double x) {
  return {std::cos(k * pi * x), -k * pi * std::sin(k * pi * x), k == 0 ? 1.0 : 2.0};
}

/// Legendre polynomial of 2 x - 1, up to the second.
StrainFunction legendre(int k, double x) {
  const double u = 2 * x - 1;
  if (k == 0) return {1, 0, 1};
  return k == 1 ? StrainFunction{u, 2, 3} : StrainFunction{(3 * u * u - 1) / 2, 6 * u, 5};
}

void tabulate_modes(SpatialShapes& t, int axis) {
  const bool sines = t.has_sines(axis);
  const auto slope = sines ? sine_slope : cubic_slope;
  for (int i = 1; i <= t.modes.along[axis]; ++i) {
    for (int g = 0; g < t.points; ++g) t.slope[axis][g][i - 1] = slope(i, t.x[g]);
    for (int end = 0; end < 2; ++end) t.end_slope[end][axis][i - 1] = slope(i, end);
    t.mean[axis][i - 1] = sines ? (i % 2 == 1 ? 2 / (i * pi) : 0.0) : (i == 1 ? 1.0 / 6 : 0.0);
  }
}

void tabulate_strains(SpatialShapes& t) {
  const auto function = t.modes.cubics ? legendre : cosine;
  for (int k = 0; k < t.strains; ++k) {
    for (int g = 0; g < t.points; ++g) {
      const auto f = function(k, t.x[g]);
      t.strain[g][k] = f.value;
      t.strain_slope[g][k] = f.slope;
      t.norm[k] = f.norm;
    }
    for (int end = 0; end < 2; ++end) t.end_strain[end][k] = function(k, end).value;
  }
}

}  // namespace

int SpatialShapes::most_sines() const {
  int most = 0;
  for (int axis = 0; axis < kAxes; ++axis) {
    if (has_sines(axis)) most = std::max(most, modes.along[axis]);
  }
  return most;
}

SpatialShapes spatial_shapes(const ModeNumbers& modes) {
  const auto [least, most] = std::minmax_element(modes.along, modes.along + kAxes);
  if (*least < 0 || *most > kMaxModes || (modes.cubics && modes.along[kVertical] != 2))
    throw std::invalid_argument("a span has 0 to 8 modes along an axis, or two cubics along the vertical");
  SpatialShapes t;
  t.modes = modes;
  for (int axis = 0; axis < kAxes; ++axis) t.first[axis] = t.total, t.total += modes.along[axis];
  t.strains = 1 + modes.along[kVertical];
  t.points = 2 * *most + 10;
  const auto points = math::gauss_legendre(t.points);
  for (int g = 0; g < t.points; ++g) t.x[g] = points[g].x, t.weight[g] = points[g].weight;
  for (int axis = 0; axis < kAxes; ++axis) tabulate_modes(t, axis);
  tabulate_strains(t);
  return t;
}

}  // namespace reeve::mechanics
