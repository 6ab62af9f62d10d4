// Loads on ropes: pendulums that are hoisted, hooks on several falls.
#include <cmath>
#include <numbers>

#include "catch2/catch.hpp"
#include "support/near.hpp"
#include "support/spatial_cases.hpp"

using namespace reeve;
using namespace reeve::test;
using namespace reeve::test::spatial;

namespace {
constexpr double g = 9.81, pi = std::numbers::pi;
}

TEST_CASE("space: a load at rest hangs below the drum, stretched by its weight", "[validation][spatial]") {
  Instance i(pendulum(500, 10, 5e6, 1, 3));
  i.initialise();
  const auto& r = i.values.motion[0].position;
  CHECK(r[0] == near(0, 1e-12));
  CHECK(r[2] == near(-10 - (500 * g * 10 + 1 * g * 10 * 10 / 2) / 5e6, 1e-9));  // m g L/EA + rho g L^2/(2 EA)
  CHECK(i.values.span_tension_end[0] == Approx(500 * g).epsilon(1e-9));
  CHECK(i.values.span_tension_start[0] == Approx(510 * g).epsilon(1e-9));
}

TEST_CASE("space: a pendulum that is hoisted follows its equation", "[validation][spatial]") {
  // l theta'' + 2 l' theta' + g sin(theta) = 0 with the ride's l(t); a light stiff rope.
  Instance i(pendulum(500, 10, 1e8, 1e-3, 1));
  auto& axis = i.values.axis[0];
  axis.distance = 5, axis.speed = 1, axis.acceleration = 1, axis.jerk = 2;
  i.values.solver_tolerance = 1e-7;
  i.initialise();
  const double l0 = -i.values.motion[0].position[2];
  double theta = 0.3, rate = 0;
  i.coordinate(0, 0) = l0 * std::sin(theta);
  i.coordinate(0, 2) = -l0 * std::cos(theta);
  const mechanics::RideProfile<double> ride(0, 5, 1, 1, 2);
  const auto f = [&](double t, double a, double w) {
    const auto p = ride.at(t);
    return (2 * p.velocity * w - g * std::sin(a)) / (l0 - p.position);
  };
  constexpr double dt = 1e-3;
  double worst = 0;
  for (int k = 1; k <= 100; ++k) {
    for (int s = 0; s < 100; ++s) {
      const double t = 0.1 * (k - 1) + s * dt;
      const double a1 = rate, b1 = f(t, theta, rate), a2 = rate + dt / 2 * b1,
                   b2 = f(t + dt / 2, theta + dt / 2 * a1, rate + dt / 2 * b1), a3 = rate + dt / 2 * b2,
                   b3 = f(t + dt / 2, theta + dt / 2 * a2, rate + dt / 2 * b2), a4 = rate + dt * b3,
                   b4 = f(t + dt, theta + dt * a3, rate + dt * b3);
      theta += dt / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
      rate += dt / 6 * (b1 + 2 * b2 + 2 * b3 + b4);
    }
    i.step(0.1 * k);
    const auto& r = i.values.motion[0].position;
    worst = std::max(worst, std::abs(std::atan2(r[0], -r[2]) - theta));
  }
  CAPTURE(worst);
  CHECK(worst < 1e-4);  // the stretch, 5e-5 of the length, changes the swing by half of that in 10 s
}

namespace {

/// A point hook on 2 or 4 falls from fixed points 2 c apart, b below them.
Structure falls(int count, double c, double b, double density) {
  Structure s;
  s.body = {body("hook", JointKind::point, 2000, {0, 0, -b})};
  s.anchor = {anchor("end", "", {c, 0, 0})};
  std::vector<std::string> path{"drive"};
  s.sheave.push_back(sheave("hook_1", "hook"));
  path.push_back("hook_1");
  if (count == 4) {
    s.sheave.push_back(sheave("top_a", "", {c, 0, 0}));
    s.sheave.push_back(sheave("hook_2", "hook"));
    s.anchor[0].at = {-c, 0, 0};
    path.insert(path.end(), {"top_a", "hook_2"});
  }
  path.push_back("end");
  s.rope = {rope("hoist", 1e9, density, 1e-3, {1, 1, 1}, path)};
  s.drive.at = {-c, 0, 0}, s.drive.radius = 0.3, s.drive.sides = {"hook"};
  return s;
}

}  // namespace

TEST_CASE("space: a hook on 2 and 4 falls swings on an ellipse", "[validation][spatial]") {
  constexpr double c = 3, b = 10;
  const double a2 = b * b + c * c;  // squared length of a fall
  for (const int count : {2, 4}) {
    Instance i(falls(count, c, b, 1e-3));
    i.initialise();
    const auto hertz = i.frequencies();
    // In the plane of the falls the hook moves on the ellipse with the fixed points as foci: w^2 = g b/a^2; across: g/b.
    CAPTURE(count, hertz[0], hertz[1]);
    CHECK(hertz[0] == Approx(std::sqrt(g * b / a2) / (2 * pi)).epsilon(1e-4));  // rope of 1 g/m
    CHECK(hertz[1] == Approx(std::sqrt(g / b) / (2 * pi)).epsilon(1e-4));
    CHECK(i.values.span_tension_end[0] == Approx(2000 * g / count * std::sqrt(a2) / b).epsilon(1e-4));
  }
}
