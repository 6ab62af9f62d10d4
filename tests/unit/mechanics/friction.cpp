#include "mechanics/contact/friction.hpp"
#include "support/near.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using reeve::test::near;
using Law = reeve::mechanics::SmoothFriction<double>;

namespace {

const Law kFull{0.25, 100, 10, 0.1, 100, 0.01};
const Law kStribeck{0.25, 100, 10, 0, 0, 0};

struct Extremum {
  double speed, coefficient;
};

/// Largest (or, with sign -1, smallest) coefficient on [low, high] by golden section.
Extremum extremum(const Law& law, double low, double high, double sign) {
  const double ratio = (std::sqrt(5.0) - 1) / 2;
  while (high - low > 1e-9) {
    const double a = high - ratio * (high - low), b = low + ratio * (high - low);
    (sign * law.coefficient(a) > sign * law.coefficient(b) ? high : low) =
        sign * law.coefficient(a) > sign * law.coefficient(b) ? b : a;
  }
  return {low, law.coefficient(low)};
}

}  // namespace

TEST_CASE("friction: the full law peaks at 0.28827 at 0.020174 m/s and dips to 0.10395 at 0.34529 m/s") {
  const auto peak = extremum(kFull, 0.0, 0.1, +1);
  CHECK(peak.coefficient == near(0.28827, 5e-6));  // printed digits
  CHECK(peak.speed == near(0.020174, 5e-7));
  const auto dip = extremum(kFull, 0.1, 1.0, -1);
  CHECK(dip.coefficient == near(0.10395, 5e-6));
  CHECK(dip.speed == near(0.34529, 5e-6));
}

TEST_CASE("friction: the Stribeck part alone peaks at 0.19221, below its bound gamma1") {
  const auto peak = extremum(kStribeck, 0.0, 0.1, +1);
  CHECK(peak.coefficient == near(0.19221, 5e-6));
  CHECK(peak.speed == near(0.018361, 5e-7));
  CHECK(peak.coefficient < kStribeck.g1);
}

TEST_CASE("friction: the law is odd and vanishes at rest, so it cannot hold a load") {
  CHECK(kFull.coefficient(0.0) == 0.0);
  for (const double v : {1e-6, 1e-3, 0.1, 3.0}) CHECK(kFull.coefficient(-v) == -kFull.coefficient(v));
}

TEST_CASE("friction: power is never negative with gamma2 >= gamma3 and somewhere negative without") {
  const auto lowest_power = [](const Law& law) {
    double lowest = 0;
    for (double v = -2; v <= 2; v += 1e-3) lowest = std::min(lowest, v * law.coefficient(v));
    return lowest;
  };
  CHECK(kFull.is_passive());
  CHECK(lowest_power(kFull) == 0.0);
  const Law active{0.25, 10, 100, 0, 0, 0};
  CHECK_FALSE(active.is_passive());
  CHECK(lowest_power(active) < -1e-3);
}
