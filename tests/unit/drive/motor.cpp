/// The motor between two samples: closed forms against small steps.
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
  MotorPoint<double> point{.torque = 120, .command = 300, .slope = 4e4, .angle = 0.3, .speed = 25};
  Motor<double> motor() const { return {plate, supply, order, amplitude}; }
};

constexpr double kRounding = 1e-12;

}  // namespace

TEST_CASE("drive motor: the closed form solves T tau' = c - tau") {
  const Bench bench;
  const auto motor = bench.motor();
  const double T = bench.plate.time_constant;
  for (const double u : {0.0, 1e-4, 1e-3, 5e-3}) {
    const double h = 1e-6;  // differences of h^2 T'''/6: below 1e-7 of the slope
    const double slope = (motor.torque(bench.point, u + h) - motor.torque(bench.point, u - h)) / (2 * h);
    CHECK(T * slope ==
          Approx(bench.point.command + bench.point.slope * u - motor.torque(bench.point, u)).epsilon(1e-6));
  }
  CHECK(motor.torque(bench.point, 0) == Approx(120).epsilon(kRounding));
}

TEST_CASE("drive motor: energies are the integrals of the powers over a period, also with ripple") {
  const Bench bench;
  const auto motor = bench.motor();
  const double period = 1e-3;
  const auto power = [&](double u) { return motor.electrical_power(bench.point, u); };
  const int n = 2000;  // midpoint rule: error (period/n)^2, below 1e-8
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += power(period * (i + 0.5) / n) * period / n;
  CHECK(motor.integral(power, period) == Approx(sum).epsilon(1e-7));
}

TEST_CASE(
    "drive motor: one turn of the sheave contains as many ripples as the order says, and their mean is the torque") {
  Bench bench;
  bench.point = {.torque = 100, .command = 100, .slope = 0, .angle = 0, .speed = 0};
  const auto motor = bench.motor();
  double mean = 0;
  int crossings = 0;
  const int n = 3600;
  double before = 0;
  for (int i = 0; i < n; ++i) {
    bench.point.angle = 2 * M_PI * (i + 0.5) / n;
    const double off = motor.shaft_torque(bench.point, 0) - 100;
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
  bench.point = {.torque = -1000, .command = -1000, .slope = 0, .angle = 0, .speed = 20};
  const double link = -1000.0 * 20 + bench.motor().loss(bench.point, 0);
  REQUIRE(link < 0);
  CHECK(bench.motor().electrical_power(bench.point, 0) == Approx(200 + 0.97 * link).epsilon(kRounding));
  bench.supply.regeneration = 0;
  CHECK(bench.motor().electrical_power(bench.point, 0) == Approx(200).epsilon(kRounding));
}
