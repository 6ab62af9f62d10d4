// The 100 m elevator described in space, without transverse modes, against the vertical one: one machine, two models.
#include <cmath>

#include "catch2/catch.hpp"
#include "support/spatial_cases.hpp"
#include "unit/reeving/cases.hpp"

using namespace reeve;

namespace {

test::spatial::Structure in_space(const test::Structure& vertical) {
  using namespace test::spatial;
  Structure s;
  for (const auto& b : vertical.body) {
    s.body.push_back(body(b.name, JointKind::line, b.mass, {0, 0, b.height}));
    s.body.back().stiffness = b.stiffness;
  }
  for (const auto& k : vertical.sheave) s.sheave.push_back(sheave(k.name, k.on, {0, 0, 0}, k.radius, k.inertia));
  for (const auto& a : vertical.anchor) s.anchor.push_back(anchor(a.name, a.on, {0, 0, a.height}, a.stiffness));
  for (const auto& r : vertical.rope) s.rope.push_back(rope(r.name, r.EA, r.density, r.damping, {0, 0, 3}, r.path));
  s.drive.on = vertical.drive.on;
  s.drive.radius = vertical.drive.radius;
  s.drive.inertia = vertical.drive.inertia;
  s.drive.sides = vertical.drive.sides;
  s.drive.driving.distance = 40;
  return s;
}

}  // namespace

TEST_CASE("elevator: described in space it rides as the vertical one", "[validation][elevator][spatial][slow]") {
  test::Instance vertical(test::paper_elevator());
  test::spatial::Instance space(in_space(test::paper_elevator()));
  for (auto* tolerance : {&vertical.values.solver_tolerance, &space.values.solver_tolerance}) *tolerance = 1e-9;
  vertical.values.solver_method = space.values.solver_method = 2;
  vertical.initialise();
  space.initialise();
  double cabin = 0, torque = 0, tension = 0;
  for (int k = 0; k <= 120; ++k) {
    if (k > 0) vertical.step(0.1 * k), space.step(0.1 * k);
    cabin = std::max(cabin, std::abs(vertical.values.body_position[0] - space.values.motion[0].position[2]));
    torque = std::max(torque, std::abs(vertical.values.motor_torque - space.values.axis_required[0]));
    for (int j = 0; j < 4; ++j)
      tension = std::max(tension, std::abs(vertical.values.span_tension_end[j] - space.values.span_tension_end[j]));
  }
  CAPTURE(cabin, torque, tension);
  CHECK(cabin < 1e-9);  // the quadrature of the strain, 1e-10 of the forces
  CHECK(torque < 1e-3);
  CHECK(tension < 1e-2);
}
