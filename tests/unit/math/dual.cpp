#include "math/dual.hpp"

#include <catch2/catch.hpp>

using reeve::math::Dual;

namespace {

/// f(x) with every operation and function that Dual offers.
template <class S>
S everything(const S& x) {
  using std::abs, std::cos, std::exp, std::log, std::sin, std::sqrt, std::tanh;
  S y = sin(x) * cos(x) + exp(-x) / (x + S(1)) - log(x) * sqrt(x);
  y += tanh(S(3) * x);
  y -= abs(-x) * S(0.5);
  y *= x;
  y /= S(2) + x;
  return +y;
}

}  // namespace

TEST_CASE("Dual: the derivative of a long expression equals its central difference") {
  for (const double x : {0.3, 1.0, 2.7}) {
    const double h = 1e-5;
    const double difference = (everything(x + h) - everything(x - h)) / (2 * h);
    CHECK(everything(Dual(x, 1.0)).v == everything(x));
    CHECK(everything(Dual(x, 1.0)).d == Approx(difference).epsilon(1e-8));  // truncation h^2 and rounding eps/h
  }
}

TEST_CASE("Dual: the square root of a constant zero has derivative zero, not infinity over zero") {
  CHECK(sqrt(Dual(0.0)).d == 0.0);
}

TEST_CASE("Dual: comparisons look at the value alone") {
  CHECK(Dual(1, 5) == Dual(1, -5));
  CHECK(Dual(1, 5) < Dual(2, -5));
}
