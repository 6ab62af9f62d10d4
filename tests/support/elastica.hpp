#pragma once
/// A heavy elastic line, clamped level at one end and pulled down at the other: solved by shooting, without elements.
///
///   EI theta'' = -(P + w (L - s)) cos theta,  theta(0) = 0,  theta'(L) = 0      theta: slope downwards
///
/// (T-ROP.20); x' = cos theta, y' = -sin theta.
#include <cmath>
#include <vector>

namespace reeve::test {

struct Elastica {
  double EI{}, length{}, load{}, weight{};  ///< [N m2] [m] [N] [N/m]
  int steps{4000};                          ///< of Runge and Kutta; error below 1e-10
  std::vector<double> x, y;                 ///< at steps + 1 equal parts of the length
  double curvature{};                       ///< theta' at the clamp [1/m]

  /// theta' at the end, for theta' at the clamp.
  double shoot(double clamp) {
    const double h = length / steps;
    double theta = 0, kappa = clamp, px = 0, py = 0;
    x.assign(1, 0.0), y.assign(1, 0.0);
    const auto slope = [&](double s, double angle) { return -(load + weight * (length - s)) * std::cos(angle) / EI; };
    for (int i = 0; i < steps; ++i) {
      const double s = i * h;
      const double k1 = kappa, m1 = slope(s, theta);
      const double k2 = kappa + 0.5 * h * m1, m2 = slope(s + 0.5 * h, theta + 0.5 * h * k1);
      const double k3 = kappa + 0.5 * h * m2, m3 = slope(s + 0.5 * h, theta + 0.5 * h * k2);
      const double k4 = kappa + h * m3, m4 = slope(s + h, theta + h * k3);
      const double a0 = theta, a1 = theta + 0.5 * h * (k1 + k2) / 2, a2 = theta + h * (k1 + 2 * k2 + 2 * k3 + k4) / 6;
      px += h * (std::cos(a0) + 4 * std::cos(a1) + std::cos(a2)) / 6;
      py -= h * (std::sin(a0) + 4 * std::sin(a1) + std::sin(a2)) / 6;
      theta = a2, kappa += h * (m1 + 2 * m2 + 2 * m3 + m4) / 6;
      x.push_back(px), y.push_back(py);
    }
    return kappa;
  }

  void solve() {
    double low = 0, high = (load + weight * length) * length / EI + 1e-12;  // the lever is never longer than the line
    for (int i = 0; i < 200 && high - low > 1e-14 * high; ++i) {
      const double middle = 0.5 * (low + high);
      (shoot(middle) < 0 ? low : high) = middle;
    }
    curvature = 0.5 * (low + high);
    shoot(curvature);
  }
  double x_at(double s) const { return at(x, s); }
  double y_at(double s) const { return at(y, s); }

 private:
  double at(const std::vector<double>& values, double s) const {
    const double place = s / length * steps;
    const int i = std::min(steps - 1, static_cast<int>(place));
    return values[i] + (place - i) * (values[i + 1] - values[i]);
  }
};

}  // namespace reeve::test
