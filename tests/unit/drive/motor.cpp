/// The motor at one point: ripple, losses, power.
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "mechanics/drive/motor.hpp"
#include "support/near.hpp"

namespace {

using reeve::test::near;
using namespace reeve;
using namespace reeve::mechanics;

struct Bench {
  MotorPlate<double> plate;
  Supply<double> supply;
  std::vector<double> order{6, 12}, amplitude{0.05, 0.02};
  MotorPoint<double> point{.torque = 120, .angle = 0.3, .speed = 25};
  Motor<double> motor() const { return {plate, supply, order, amplitude}; }
};

constexpr double kRounding = 1e-12;

}  // namespace

TEST_CASE("drive motor: the torque follows the command with its time constant") {
  const Bench bench;
  CHECK(bench.motor().torque_rate(bench.point, 300) == Approx((300 - 120) / 0.003).epsilon(kRounding));
}

TEST_CASE(
    "drive motor: one turn of the sheave contains as many ripples as the order says, and their mean is the torque") {
  Bench bench;
  bench.point = {.torque = 100, .angle = 0, .speed = 0};
  const auto motor = bench.motor();
  double mean = 0;
  int crossings = 0;
  const int n = 3600;
  double before = 0;
  for (int i = 0; i < n; ++i) {
    bench.point.angle = 2 * M_PI * (i + 0.5) / n;
    const double off = motor.shaft_torque(bench.point) - 100;
    mean += off / n;
    if (off * before < 0) ++crossings;
    before = off;
  }
  CHECK(mean == near(0, 1e-10));
  CHECK(crossings == 2 * 6 - 1);  // the 12th order is too small to add zeros; the one at angle 0 is not crossed
}

TEST_CASE("drive motor: what the shaft gives back reaches the grid less the losses, or heats the resistor") {
  Bench bench;
  bench.amplitude = {0, 0};
  bench.point = {.torque = -1000, .angle = 0, .speed = 20};
  const double link = -1000.0 * 20 + bench.motor().power(bench.point).loss;
  REQUIRE(link < 0);
  CHECK(bench.motor().power(bench.point).electrical == Approx(200 + 0.97 * link).epsilon(kRounding));
  bench.supply.regeneration = 0;
  CHECK(bench.motor().power(bench.point).electrical == Approx(200).epsilon(kRounding));
}
