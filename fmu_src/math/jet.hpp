#pragma once
/// A value with its derivatives along N directions at once: a Dual number with N slopes, for small dense Jacobians.
#include <Eigen/Core>
#include <cmath>

namespace reeve::math {

template <int N>
struct Jet {
  using Slopes = Eigen::Array<double, N, 1>;
  double v{};
  Slopes d{Slopes::Zero()};

  Jet() = default;
  Jet(double value) : v{value} {}  // NOLINT: a constant has no slope
  Jet(double value, const Slopes& slopes) : v{value}, d{slopes} {}

  Jet& operator+=(const Jet& b) { return v += b.v, d += b.d, *this; }
  Jet& operator-=(const Jet& b) { return v -= b.v, d -= b.d, *this; }
  Jet& operator*=(const Jet& b) { return d = d * b.v + b.d * v, v *= b.v, *this; }
  Jet& operator/=(const Jet& b) { return v /= b.v, d = (d - b.d * v) / b.v, *this; }
  friend Jet operator+(Jet a, const Jet& b) { return a += b; }
  friend Jet operator-(Jet a, const Jet& b) { return a -= b; }
  friend Jet operator*(Jet a, const Jet& b) { return a *= b; }
  friend Jet operator/(Jet a, const Jet& b) { return a /= b; }
  friend Jet operator*(Jet a, double b) { return a.v *= b, a.d *= b, a; }
  friend Jet operator*(double b, Jet a) { return a.v *= b, a.d *= b, a; }
  friend Jet operator+(Jet a, double b) { return a.v += b, a; }
  friend Jet operator+(double b, Jet a) { return a.v += b, a; }
  friend Jet operator-(Jet a) { return a.v = -a.v, a.d = -a.d, a; }

  friend Jet sqrt(const Jet& a) {
    const double root = std::sqrt(a.v);
    return {root, a.d / (2 * root)};
  }
  friend Jet atan2(const Jet& y, const Jet& x) {
    const double square = x.v * x.v + y.v * y.v;
    return {std::atan2(y.v, x.v), (y.d * x.v - x.d * y.v) / square};
  }
};

template <int N>
double value(const Jet<N>& a) {
  return a.v;
}

}  // namespace reeve::math

namespace Eigen {
template <int N>
struct NumTraits<reeve::math::Jet<N>> : NumTraits<double> {
  using Real = reeve::math::Jet<N>;
  using NonInteger = reeve::math::Jet<N>;
  using Nested = reeve::math::Jet<N>;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = N,
    AddCost = N,
    MulCost = 3 * N
  };
};
}  // namespace Eigen
