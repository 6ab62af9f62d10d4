#include "mechanics/flexible_sheet/elastica.hpp"

#include <algorithm>
#include <cmath>

namespace reeve::mechanics {
namespace {

/// Newton's method on central differences, theta[i-1] - 2 theta[i] + theta[i+1] - c_i cos(theta[i]) = 0, the last one mirrored.
class Strip {
 public:
  Strip(double scaled_weight, double alpha, int n)
      : theta(n + 1, alpha), n_{n}, weight_{scaled_weight}, diagonal_(n + 1), right_(n + 1) {}

  std::vector<double> theta;

  /// One iteration with `load` of the weight; `shift` on the diagonal holds back. Returns the largest change of an angle, or a
  /// negative number, and changes nothing, if the matrix is not positive: the strip would buckle.
  double iterate(double load, double shift) {
    for (int i = 1; i <= n_; ++i) {
      const double c = load * weight_ * (n_ - i), next = i < n_ ? theta[i + 1] : theta[n_ - 1];
      right_[i] = theta[i - 1] - 2 * theta[i] + next - c * std::cos(theta[i]);
      diagonal_[i] = 2 + shift - c * std::sin(theta[i]);
      if (i > 1) {  // elimination downwards; the last row has -2 below the diagonal
        const double factor = (i == n_ ? 2.0 : 1.0) / diagonal_[i - 1];
        diagonal_[i] -= factor;
        right_[i] += factor * right_[i - 1];
      }
      if (!(diagonal_[i] > 0)) return -1;
    }
    double largest = 0;
    for (int i = n_; i >= 1; --i) {
      right_[i] = (right_[i] + (i < n_ ? right_[i + 1] : 0.0)) / diagonal_[i];
      largest = std::max(largest, std::abs(right_[i]));
    }
    const double part = std::min(1.0, 0.3 / largest);  // [rad] at a time
    for (int i = 1; i <= n_; ++i) theta[i] += part * right_[i];
    return largest;
  }

 private:
  int n_;
  double weight_;
  std::vector<double> diagonal_, right_;
};

/// The weight put on in parts: follows the straight strip as it bends. False if that leads to a pose that is not stable.
bool follow(Strip& strip) {
  std::vector<double> kept = strip.theta;
  double done = 0, part = 0.05;
  while (done < 1 && part > 1e-6) {
    const double load = std::min(1.0, done + part);
    double change = 1;
    for (int i = 0; i < 25 && change > 1e-12; ++i) change = strip.iterate(load, 0);
    if (change >= 0 && change <= 1e-12) {
      done = load;
      kept = strip.theta;
      part *= 2;
    } else {
      strip.theta = kept;
      part *= 0.25;
    }
  }
  return done >= 1;
}

/// Downhill under the whole weight, held back where the strip is about to buckle.
bool fall(Strip& strip) {
  double shift = 0;
  for (int i = 0; i < 2000; ++i) {
    const double change = strip.iterate(1, shift);
    if (change < 0) {
      shift = std::max(3 * shift, 1e-6);
      continue;
    }
    if (shift == 0 && change < 1e-12) return true;
    shift = shift < 1e-9 ? 0 : 0.3 * shift;
  }
  return false;
}

}  // namespace

std::vector<double> heavy_elastica(double D, double w, double L, double alpha, int n) {
  const double h = L / n;
  Strip strip(w * h * h * h / D, alpha, n);
  if (follow(strip)) return strip.theta;
  for (int i = 0; i <= n; ++i) {  // an upright strip has to begin to lean
    const double s = static_cast<double>(i) / n;
    strip.theta[i] = alpha - 1e-2 * s * (2 - s) * (std::cos(alpha) < 0 ? -1 : 1);
  }
  return fall(strip) ? strip.theta : std::vector<double>{};
}

}  // namespace reeve::mechanics
