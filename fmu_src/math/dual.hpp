#pragma once
/// Forward-mode dual numbers: value and derivative along one direction, exact to rounding.
///
///   (v + d e) with e^2 = 0,  f(v + d e) = f(v) + f'(v) d e
///
/// The output equations of a model are templates over their scalar; evaluated with Dual they give directional
/// derivatives. Comparisons look at the value only, so a branch is differentiated as it is taken.
#include <Eigen/Core>
#include <algorithm>
#include <cmath>

namespace reeve::math {

struct Dual {
  double v{};  ///< value
  double d{};  ///< derivative along the seeded direction

  constexpr Dual() = default;
  constexpr Dual(double value) : v{value} {}  // NOLINT: a constant is a dual number with derivative 0
  constexpr Dual(double value, double derivative) : v{value}, d{derivative} {}

  constexpr Dual& operator+=(Dual b) { return *this = {v + b.v, d + b.d}; }
  constexpr Dual& operator-=(Dual b) { return *this = {v - b.v, d - b.d}; }
  constexpr Dual& operator*=(Dual b) { return *this = {v * b.v, d * b.v + v * b.d}; }
  constexpr Dual& operator/=(Dual b) { return *this = {v / b.v, (d - v / b.v * b.d) / b.v}; }

  friend constexpr Dual operator+(Dual a, Dual b) { return a += b; }
  friend constexpr Dual operator-(Dual a, Dual b) { return a -= b; }
  friend constexpr Dual operator*(Dual a, Dual b) { return a *= b; }
  friend constexpr Dual operator/(Dual a, Dual b) { return a /= b; }
  friend constexpr Dual operator-(Dual a) { return {-a.v, -a.d}; }
  friend constexpr Dual operator+(Dual a) { return a; }

  friend constexpr bool operator==(Dual a, Dual b) { return a.v == b.v; }
  friend constexpr auto operator<=>(Dual a, Dual b) { return a.v <=> b.v; }

  friend Dual abs(Dual a) { return a.v < 0 ? -a : a; }
  friend Dual sqrt(Dual a) {
    const double root = std::sqrt(a.v);
    return {root, a.d == 0 ? 0 : a.d / (2 * root)};
  }
  friend Dual exp(Dual a) {
    const double e = std::exp(a.v);
    return {e, e * a.d};
  }
  friend Dual log(Dual a) { return {std::log(a.v), a.d / a.v}; }
  friend Dual sin(Dual a) { return {std::sin(a.v), std::cos(a.v) * a.d}; }
  friend Dual cos(Dual a) { return {std::cos(a.v), -std::sin(a.v) * a.d}; }
  friend Dual atan2(Dual y, Dual x) {
    return {std::atan2(y.v, x.v), (y.d * x.v - x.d * y.v) / (x.v * x.v + y.v * y.v)};
  }
  friend Dual tanh(Dual a) {
    const double t = std::tanh(a.v);
    return {t, (1 - t * t) * a.d};
  }
};

/// The value of a number, whatever its scalar: for branches and messages.
constexpr double value(double a) { return a; }
constexpr double value(Dual a) { return a.v; }

}  // namespace reeve::math

namespace Eigen {
template <>
struct NumTraits<reeve::math::Dual> : NumTraits<double> {
  using Real = reeve::math::Dual;
  using NonInteger = reeve::math::Dual;
  using Nested = reeve::math::Dual;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 2,
    AddCost = 2,
    MulCost = 6
  };
};
}  // namespace Eigen
