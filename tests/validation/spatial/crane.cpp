// The tower crane: slewing, travelling and hoisting at once. Its energy, its start, steps of any size, and a rope of point masses.
#include <cmath>
#include <numbers>

#include "catch2/catch.hpp"
#include "support/near.hpp"
#include "support/spatial_cases.hpp"

using namespace reeve;
using namespace reeve::test;
using namespace reeve::test::spatial;

namespace {

constexpr double pi = std::numbers::pi;

/// Slew by 90 degrees, travel 15 m out, hoist 10 m, all in 40 s.
void set_rides(Instance& i) {
  ride(i.values.axis[0], pi / 2, 40);
  ride(i.values.axis[1], 15, 40);
  ride(i.values.axis[2], 10, 40);
}

}  // namespace

TEST_CASE("space: the crane at rest carries its hook by half on every fall", "[validation][spatial]") {
  Instance i(tower_crane(3));
  i.initialise();
  CHECK(i.values.motion[2].position[0] == near(15, 1e-3));  // the spans to the drum and to the tip sag alike
  CHECK(i.values.motion[2].position[2] < 20);
  // Two falls, 1.1 deg off the vertical, and what they weigh themselves.
  CHECK(i.values.span_tension_end[1] == Approx(2000 * 9.81 / 2).epsilon(1e-3));
  CHECK(std::abs(i.values.axis_required[1]) < 100);  // trolley: rope pulls it to both sides alike
  CHECK(i.values.energy_residual == near(0, 1e-6));
}

TEST_CASE("space: the crane's energy balance closes", "[validation][spatial][slow]") {
  Instance i(tower_crane(1));
  i.values.solver_method = 2;
  i.values.solver_tolerance = 1e-10;
  set_rides(i);
  i.initialise();
  double residual = 0, work = 0;
  for (int k = 1; k <= 40; ++k) {
    i.step(k);
    residual = std::max(residual, std::abs(i.values.energy_residual));
    work = std::max(work, std::abs(i.values.drive_work));
  }
  CAPTURE(residual, work);
  CHECK(work > 1e5);
  CHECK(residual < 1e-8 * work);  // the integrator's error at this tolerance
}

TEST_CASE("space: the crane's ride does not depend on the communication step", "[validation][spatial]") {
  struct Sample {
    Triple hook;
    double tension;
  };
  const auto sampled = [](double step) {
    Instance i(tower_crane(3));
    set_rides(i);
    i.initialise();
    std::vector<Sample> seen;
    for (int k = 1; k <= 20; ++k) {
      while (i.t < 0.5 * k - 1e-9) i.advance(std::min(0.5 * k, i.t + step));
      i.outputs();
      seen.push_back({i.values.motion[2].position, i.values.span_tension_end[1]});
    }
    return seen;
  };
  const auto reference = sampled(0.01);
  for (const double step : {1e-3, 0.05}) {
    const auto run = sampled(step);
    double place = 0, force = 0;
    for (std::size_t k = 0; k < run.size(); ++k) {
      for (int j = 0; j < 3; ++j) place = std::max(place, std::abs(run[k].hook[j] - reference[k].hook[j]));
      force = std::max(force, std::abs(run[k].tension - reference[k].tension));
    }
    CAPTURE(step, place, force);
    CHECK(place < 1e-5);  // the solver's tolerance
    CHECK(force < 1);
  }
}
