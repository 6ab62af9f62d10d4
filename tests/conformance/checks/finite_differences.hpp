#pragma once

/// Central differences with an estimate of their own error, from two step sizes.

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace conformance {

struct Slope {
  double value, error;
};

/// `f` maps a number to several numbers; returns the slope of each at x. Rounding counts with the size of f.
template <class Function>
std::vector<Slope> slopes(Function&& f, double x, double h) {
  const double right = x + h, left = x - h, near_right = x + h / 2, near_left = x - h / 2;  // differences as rounded
  const std::vector<double> a = f(right), b = f(left), c = f(near_right), d = f(near_left);
  std::vector<Slope> out;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double wide = (a[i] - b[i]) / (right - left), narrow = (c[i] - d[i]) / (near_right - near_left);
    const double size = std::max({std::abs(a[i]), std::abs(b[i]), std::abs(c[i]), std::abs(d[i])});
    const double rounding = 64 * std::numeric_limits<double>::epsilon() * size / h;
    out.push_back({narrow, std::abs(wide - narrow) + rounding});
  }
  return out;
}

}  // namespace conformance
