// Bodies that turn: a boom held by a rope, a hook block on four falls, free joints in large motion.
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

/// A boom of 30 m on a hinge, level as described, its tip held by a rope from a winch 15 m above the hinge.
Structure boom(double density) {
  Structure s;
  s.body = {body("boom", JointKind::hinge, 5000, {0, 0, 0}, "", {0, -1, 0})};
  s.body[0].centre = {15, 0, 0};
  s.body[0].inertia = {100, 4e5, 4e5};
  s.anchor = {anchor("tip", "boom", {30, 0, 0})};
  s.rope = {rope("topping", 1e9, density, 1e-3, {1, 1, 1}, {"drive", "tip"})};
  s.drive.at = {0, 0, 15}, s.drive.radius = 0.3, s.drive.inertia = 5, s.drive.sides = {"boom"};
  return s;
}

/// A block that turns freely, its sheaves 0.6 m apart along y, on four parallel falls of 15 m; centre of mass 0.6 m below them.
Structure block(double density, int modes) {
  constexpr double R = 0.25, y = 0.3, depth = 15;
  Structure s;
  s.body = {body("frame", JointKind::fixed, 0, {0, 0, depth}), body("block", JointKind::free, 2000, {0, 0, 0})};
  s.body[1].centre = {0, 0, -0.6};
  s.body[1].inertia = {40, 30, 25};
  s.sheave = {sheave("one_in", "block", {-R, y, 0}, R), sheave("one_out", "block", {R, y, 0}, R),
              sheave("top_in", "frame", {R, y, 0}, R),  sheave("top_out", "frame", {R, -y, 0}, R),
              sheave("two_in", "block", {R, -y, 0}, R), sheave("two_out", "block", {-R, -y, 0}, R)};
  s.anchor = {anchor("end", "frame", {-R, -y, 0})};
  s.rope = {rope("hoist", 1e8, density, 1e-3, {modes, modes, modes},
                 {"drive", "one_in", "one_out", "top_in", "top_out", "two_in", "two_out", "end"})};
  s.drive.on = "frame", s.drive.at = {-R, y, 0}, s.drive.radius = 0.3, s.drive.inertia = 5, s.drive.sides = {"block"};
  return s;
}

}  // namespace

TEST_CASE("space: a boom that a rope holds is in balance about its hinge", "[validation][spatial]") {
  Instance i(boom(1e-3));
  i.initialise();
  const double phi = i.values.motion[0].travel;  // positive: upwards, about -y
  CHECK(std::abs(phi) < 0.01);
  // Moments about the hinge: weight at 15 m, rope from the tip towards (0, 0, 15).
  const double x = 30 * std::cos(phi), z = 30 * std::sin(phi);
  const double lever = 15 * x / std::hypot(x, 15 - z);
  CHECK(i.values.span_tension_end[0] == Approx(5000 * g * 15 * std::cos(phi) / lever).epsilon(1e-4));  // rope of 1 g/m
  // Small motion about it: (I + m 15^2) phi'' = -k lever^2 phi + geometry, against the drum's fixed length.
  CHECK(i.frequencies()[0] > 0.1);
}

TEST_CASE("space: a rigid hook block on four falls swings, turns, rolls and pitches as by hand",
          "[validation][spatial]") {
  Instance i(block(1e-3, 0));
  i.initialise();
  const auto hertz = i.frequencies();
  // A rigid rope: pendulum with two joints in both planes, and yaw^2 = sum of T (upper . lower point)/(l I_z).
  const double exact[] = {0.79297, 0.79297, 2.8247, 17.496, 20.202};
  for (int k = 0; k < 5; ++k) {
    CAPTURE(k, 2 * pi * hertz[k]);
    CHECK(2 * pi * hertz[k] ==
          Approx(exact[k]).epsilon(k < 2 ? 1e-3 : 3e-4));  // given to five digits; the rope's stretch
  }
  CHECK(i.values.span_tension_end[0] == Approx(2000 * g / 4).epsilon(1e-4));
}

TEST_CASE("space: sheaves do not join the pitch of their block", "[validation][spatial]") {
  // Rope goes down on the left, round the sheave from below, up on the right: counter-clockwise about -y; the second the other way.
  auto s = block(1e-3, 0);
  s.sheave[0].inertia = s.sheave[4].inertia = 1;
  double pitch[2];
  for (const bool turning : {false, true}) {
    if (turning) s.sheave[0].axis = {0, -1, 0}, s.sheave[4].axis = {0, 1, 0};
    Instance i(s);
    i.initialise();
    pitch[turning] = 2 * pi * i.frequencies()[4];
  }
  CHECK(pitch[1] == Approx(20.202).epsilon(1e-3));         // as without inertia
  CHECK(pitch[0] == Approx(20.202 * 0.97).epsilon(5e-3));  // their inertia would add to the block's 30 kg m2
}

TEST_CASE("space: a hook block that tumbles on its falls keeps its energy", "[validation][spatial]") {
  auto s = block(1.1, 2);
  s.rope[0].damping = 0;
  s.rope[0].EA = 1e7;
  s.sheave[0].inertia = s.sheave[4].inertia = 1;
  s.sheave[0].axis = {0, -1, 0}, s.sheave[4].axis = {0, 1, 0};
  for (const int method : {2, 3}) {
    Instance i(s);
    i.values.solver_method = method;
    i.values.solver_tolerance = method == 2 ? 1e-9 : 1e-7;
    i.initialise();
    i.velocity(1, 0) = 1, i.velocity(1, 1) = -0.5, i.velocity(1, 3) = 0.8, i.velocity(1, 4) = 0.5,
                  i.velocity(1, 5) = 0.4;
    i.outputs();
    const double start = i.values.total_energy;
    i.step(1);
    const double kinetic = 0.5 * 2000 * 1.25;
    CAPTURE(method, i.values.total_energy - start);
    CHECK(i.values.total_energy == near(start, (method == 2 ? 1e-6 : 1e-3) * kinetic));  // the solver's tolerance
    CHECK(std::abs(i.values.motion[1].position[0]) + std::abs(i.values.motion[1].position[1]) > 0.05);
  }
}

TEST_CASE("space: free hinges and lines that carry each other keep their energy", "[validation][spatial]") {
  // The crane with nothing driven but the drum: jib turns freely, trolley rolls freely on it.
  auto s = tower_crane(1, 0.5);
  s.body[0].driven = s.body[1].driven = false;
  s.body[1].stiffness = 2000;
  s.rope[0].damping = 0;
  Instance i(s);
  i.values.solver_method = 2;
  i.values.solver_tolerance = 1e-9;
  ride(i.values.axis[0], 5, 4);
  i.initialise();
  i.velocity(0) = 0.1, i.velocity(1) = 0.3, i.velocity(2, 1) = 1;
  i.outputs();
  const double start = i.values.energy_residual;
  i.step(4);
  CAPTURE(i.values.energy_residual - start, i.values.drive_work);
  CHECK(i.values.drive_work > 2e4);
  CHECK(i.values.energy_residual == near(start, 1e-8 * i.values.drive_work));
  CHECK(std::abs(i.values.motion[0].travel) > 0.3);
}
