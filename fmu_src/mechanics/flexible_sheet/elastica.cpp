#include "mechanics/flexible_sheet/elastica.hpp"

#include <algorithm>
#include <cmath>

namespace reeve::mechanics {

/// Central differences; Newton with a tridiagonal matrix, the weight put on in parts.
std::vector<double> heavy_elastica(double D, double w, double L, double alpha, int n) {
  const double h = L / n;
  std::vector<double> theta(n + 1, alpha), diagonal(n + 1), right(n + 1);
  double done = 0, part = 0.05;
  std::vector<double> kept = theta;
  for (int step = 0; done < 1; ++step) {
    if (step > 400) return {};
    const double load = std::min(1.0, done + part);
    bool converged = false;
    for (int iteration = 0; iteration < 15 && !converged; ++iteration) {
      // theta[i-1] - 2 theta[i] + theta[i+1] - c_i cos(theta[i]) = 0; the last one mirrored
      for (int i = 1; i <= n; ++i) {
        const double c = load * w * h * h * (L - h * i) / D, next = i < n ? theta[i + 1] : theta[n - 1];
        right[i] = theta[i - 1] - 2 * theta[i] + next - c * std::cos(theta[i]);
        diagonal[i] = 2 - c * std::sin(theta[i]);
      }
      for (int i = 2; i <= n; ++i) {  // elimination downwards; the last row has -2 below the diagonal
        const double below = i == n ? 2.0 : 1.0, factor = below / diagonal[i - 1];
        diagonal[i] -= factor;
        right[i] += factor * right[i - 1];
      }
      double largest = 0, after = 0;
      for (int i = n; i >= 1; --i) {
        after = (right[i] + (i < n ? after : 0.0)) / diagonal[i];
        theta[i] += after;
        largest = std::max(largest, std::abs(after));
      }
      converged = largest < 1e-12;
      if (!(largest < 2)) break;
    }
    if (converged) {
      done = load;
      kept = theta;
      part *= 2;
    } else {
      theta = kept;
      part *= 0.25;
      if (part < 1e-6) return {};
    }
  }
  return theta;
}

}  // namespace reeve::mechanics
