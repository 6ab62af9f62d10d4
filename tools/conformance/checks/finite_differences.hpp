#pragma once

/// Central differences with an estimate of their own error, from two step sizes.

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace conformance {

/// At a kink (friction that begins to slip) the two sides have slopes of their own, and a central difference means nothing.
struct Slope {
  struct Side {
    double value, error;
  };
  double value, error;
  Side left, right;

  bool has_kink() const { return std::abs(right.value - left.value) > 10 * (left.error + right.error); }

  /// Whether a derivative is this slope or, at a kink, that of either side.
  bool agrees(double exact, double relative, double absolute) const {
    const auto within = [&](double slope, double uncertainty) {
      return std::abs(exact - slope) <=
             10 * uncertainty + absolute + relative * std::max(std::abs(exact), std::abs(slope));
    };
    if (has_kink()) return within(left.value, left.error) || within(right.value, right.error);
    return within(value, error);
  }
};

/// `f` maps a number to several numbers; returns the slope of each at x. Rounding counts with the size of f.
template <class Function>
std::vector<Slope> slopes(Function&& f, double x, double h) {
  const double right = x + h, left = x - h, near_right = x + h / 2, near_left = x - h / 2;  // differences as rounded
  const std::vector<double> a = f(right), b = f(left), c = f(near_right), d = f(near_left), m = f(x);
  std::vector<Slope> out;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double wide = (a[i] - b[i]) / (right - left), narrow = (c[i] - d[i]) / (near_right - near_left);
    const double size = std::max({std::abs(a[i]), std::abs(b[i]), std::abs(c[i]), std::abs(d[i])});
    const double rounding = 64 * std::numeric_limits<double>::epsilon() * size / h;
    const auto side = [&](double far, double near, double to_far, double to_near) {
      const double first = (far - m[i]) / to_far, second = (near - m[i]) / to_near;
      return Slope::Side{2 * second - first, std::abs(second - first) + 4 * rounding};
    };
    out.push_back({narrow, std::abs(wide - narrow) + rounding, side(b[i], d[i], left - x, near_left - x),
                   side(a[i], c[i], right - x, near_right - x)});
  }
  return out;
}

}  // namespace conformance
