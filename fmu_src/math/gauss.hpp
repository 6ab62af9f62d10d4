#pragma once
/// Gauss-Legendre quadrature on [0, 1] with any number of points.
#include <cmath>
#include <numbers>
#include <vector>

namespace reeve::math {

struct GaussPoint {
  double x{};       ///< place in [0, 1]
  double weight{};  ///< the weights sum to 1
};

/// Exact for polynomials of degree 2 n - 1. The nodes are found by Newton's method on the Legendre polynomial P_n.
inline std::vector<GaussPoint> gauss_legendre(int n) {
  std::vector<GaussPoint> points(n);
  for (int i = 0; i < n; ++i) {
    double u = std::cos(std::numbers::pi * (i + 0.75) / (n + 0.5));
    double slope = 1;
    for (int iteration = 0; iteration < 50; ++iteration) {
      double p = 1, before = 0;
      for (int k = 1; k <= n; ++k) {
        const double next = ((2 * k - 1) * u * p - (k - 1) * before) / k;
        before = p;
        p = next;
      }
      slope = n * (u * p - before) / (u * u - 1);
      const double correction = p / slope;
      u -= correction;
      if (std::abs(correction) < 1e-16) break;
    }
    points[i] = {(1 - u) / 2, 1 / ((1 - u * u) * slope * slope)};
  }
  return points;
}

}  // namespace reeve::math
