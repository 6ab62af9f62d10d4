// The reeving in space as a model: derivatives, starts, copies, steps, messages.
#include "models/spatial/model.hpp"

#include <algorithm>
#include <cmath>

#include "catch2/catch.hpp"
#include "support/allocations.hpp"
#include "support/near.hpp"
#include "support/spatial_cases.hpp"

using namespace reeve;
using namespace reeve::test;
using namespace reeve::test::spatial;
using math::Dual;

namespace {

/// A crane with a load, everything in motion: free jib and trolley in the second one.
Instance& moving_crane(Instance& i) {
  ride(i.values.axis.front(), 0.8, 6);
  ride(i.values.axis.back(), 4, 6);
  i.values.payload[0] = 300;
  i.initialise();
  i.velocity(2, 1) = 1.5;
  i.step(2.1);
  return i;
}

Structure released(Structure s) {
  s.body[0].driven = s.body[1].driven = false;
  s.body[1].stiffness = 2000;
  return s;
}

/// The crane's hook as a block that turns.
Structure with_block(Structure s) {
  s.body[2].moves = JointKind::free;
  s.body[2].centre = {0, 0, -0.5};
  s.body[2].inertia = {40, 30, 25};
  return s;
}

Structure swaying_elevator() {
  Structure s;
  s.body = {body("cabin", JointKind::line, 3500, {0, 0, 20}), body("machine", JointKind::line, 9000, {0, 0, 100})};
  s.body[0].guided = s.body[1].guided = true;
  s.body[1].stiffness = 2e8;
  s.anchor = {anchor("cabin_top", "cabin", {0, 0, 0}, 5e6)};
  s.rope = {rope("rope", 5e7, 5, 1e-3, {3, 3, 2}, {"drive", "cabin_top"})};
  s.rope[0].vertical_shapes = 2;
  s.rope[0].transverse_damping = 0.01;
  s.drive.on = "machine", s.drive.radius = 0.3, s.drive.inertia = 50, s.drive.sides = {"cabin"};
  s.sways = true;
  s.sway.height = 100, s.sway.amplitude = 0.1, s.sway.frequency = 0.3;
  return s;
}

models::spatial::Values<Dual> duals(Instance& i) {
  auto to = i.model.defaults<Dual>();
  variables::List source, target;
  i.model.fields(i.values, source);
  i.model.fields(to, target);
  variables::copy_settable(source, target);
  return to;
}

}  // namespace

TEST_CASE("spatial model: rates of dual numbers are the derivatives and their slopes", "[unit][spatial]") {
  for (auto& structure :
       {tower_crane(2, 0.5), released(tower_crane(2, 0.5)), with_block(tower_crane(1)), swaying_elevator()}) {
    Instance i(structure);
    if (structure.body.size() == 3) {
      moving_crane(i);
    } else {
      ride(i.values.axis[0], 20, 10);
      i.initialise();
      i.step(2.1);
    }
    const auto u = duals(i);
    const models::spatial::Start<Dual> start(i.state.start);
    const std::size_t n = i.state.x.size();
    std::vector<double> rates(n), ahead(n), behind(n), direction(n);
    i.model.derivatives(i.t, i.state.x, i.state.modes, i.values, rates);
    for (std::size_t k = 0; k < n; ++k) direction[k] = std::sin(3.0 * double(k)) * i.model.nominals()[k];
    std::vector<Dual> x(n), dx(n);
    for (std::size_t k = 0; k < n; ++k) x[k] = {i.state.x[k], direction[k]};
    i.model.rates(Dual(i.t, 1), x, i.state.modes, start, u, dx);
    constexpr double h = 1e-5;
    const auto moved = [&](double by, std::vector<double>& to) {
      auto y = i.state.x;
      for (std::size_t k = 0; k < n; ++k) y[k] += by * direction[k];
      i.model.derivatives(i.t + by, y, i.state.modes, i.values, to);
    };
    moved(h, ahead);
    moved(-h, behind);
    double largest = 0, slope = 0;
    for (std::size_t k = 0; k < n; ++k) {
      largest = std::max(largest, std::abs(rates[k]));
      slope = std::max(slope, std::abs(dx[k].d));
    }
    for (std::size_t k = 0; k < n; ++k) {
      CAPTURE(n, k);
      CHECK(dx[k].v == near(rates[k], 1e-12 * largest));                              // rounding
      CHECK(dx[k].d == near((ahead[k] - behind[k]) / (2 * h), 1e-6 * slope + 1e-9));  // differences
    }
  }
}

TEST_CASE("spatial model: the start is differentiable in parameters", "[unit][spatial]") {
  for (auto& structure : {tower_crane(2), with_block(tower_crane(1))}) {
    const auto hook_at = [&](double mass) {
      Instance i(structure);
      i.values.body[2].mass = mass;
      i.initialise();
      return std::array<double, 2>{i.values.motion[2].position[2], i.values.span_tension_start[0]};
    };
    Instance i(structure);
    i.initialise();
    auto u = duals(i);
    u.body[2].mass.d = 1;
    std::vector<Dual> x;
    models::spatial::Start<Dual> start;
    i.model.start<Dual>(u, i.state, x, start);
    i.model.outputs<Dual>(Dual(0.0), x, i.state.modes, start, u);
    const auto more = hook_at(2010), less = hook_at(1990);
    CHECK(u.motion[2].position[2].d == Approx((more[0] - less[0]) / 20).epsilon(1e-4));  // differences
    CHECK(u.span_tension_start[0].d == Approx((more[1] - less[1]) / 20).epsilon(1e-4));
  }
}

TEST_CASE("spatial model: explicit and implicit solver agree", "[unit][spatial]") {
  for (auto& structure : {tower_crane(2, 0.5), released(tower_crane(2)), with_block(tower_crane(1))}) {
    std::array<Triple, 2> hook;
    std::array<double, 2> tension{};
    for (const int k : {0, 1}) {
      Instance i(structure);
      i.values.solver_method = 2 + k;
      i.values.solver_tolerance = k == 0 ? 1e-8 : 1e-7;
      moving_crane(i);
      hook[k] = i.values.motion[2].position;
      tension[k] = i.values.span_tension_end[1];
    }
    for (int axis = 0; axis < 3; ++axis) CHECK(hook[0][axis] == near(hook[1][axis], 1e-5));  // the implicit tolerance
    CHECK(tension[0] == near(tension[1], 2));
  }
}

TEST_CASE("spatial model: a step allocates nothing, a restored state goes on with the same bits",
          "[unit][spatial][realtime]") {
  for (auto& structure : {tower_crane(3, 0.5), with_block(tower_crane(2)), swaying_elevator()}) {
    for (const int method : {2, 3}) {
      Instance i(structure);
      i.values.solver_method = method;
      ride(i.values.axis.back(), 4, 6);
      i.initialise();
      i.step(0.5);
      const auto kept = i.state;
      const double at = i.t;
      const long before = allocations();
      i.step(0.6);
      const long made = allocations() - before;
      CHECK(made == 0);
      const auto x = i.state.x;
      i.restore(kept, at);
      i.step(0.6);
      CHECK(i.state.x == x);
    }
  }
}

TEST_CASE("spatial model: the brake holds the drum, lets it slide and takes hold again", "[unit][spatial]") {
  Instance i(pendulum(500, 10, 5e6, 1, 2));
  i.values.axis[0].mode = 1;
  i.values.brake_torque = 3000;  // the load takes 510 g R = 1500 N.m
  i.values.brake = 1;
  i.initialise();
  CHECK(i.state.modes.axis[0].regime == models::Regime::held);
  i.step(0.5);
  CHECK(i.values.drive_angle == 0);
  CHECK(i.values.holding_torque == Approx(510 * 9.81 * 0.3).epsilon(1e-3));
  i.values.brake = 0.3;
  i.step(1.0);
  CHECK(i.state.modes.axis[0].regime == models::Regime::sliding);
  CHECK(i.values.drive_rate < -0.5);
  i.values.brake = 1;
  i.step(2.5);
  CHECK(i.state.modes.axis[0].regime == models::Regime::held);
  CHECK(std::abs(i.values.energy_residual) < 0.05);  // of some 2 kJ, at the default tolerance
}

TEST_CASE("spatial model: descriptions that contradict themselves are refused by name", "[unit][spatial]") {
  const auto refusal = [](const std::function<void(Structure&)>& change) -> std::string {
    Structure s = tower_crane(1);
    change(s);
    try {
      Model model(s);
    } catch (const models::spatial::StructureError& error) {
      return error.what();
    }
    return "";
  };
  CHECK(refusal([](Structure&) {}).empty());
  CHECK(refusal([](Structure& s) { s.body[0].on = "trolley"; }).find("body[1].on") == 0);
  CHECK(refusal([](Structure& s) { s.body[1].on = "tower"; }).find("there is no body \"tower\"") != std::string::npos);
  CHECK(refusal([](Structure& s) { s.body[2].on = "jib"; }).find("stands on no other") != std::string::npos);
  CHECK(refusal([](Structure& s) { s.body[2].driven = true; }).find("can be driven") != std::string::npos);
  CHECK(refusal([](Structure& s) { s.body[1].axis = {2, 0, 0}; }).find("unit vector") != std::string::npos);
  CHECK(refusal([](Structure& s) { s.rope[0].path[1] = "jib_tip"; }).find("inside the path") != std::string::npos);
  CHECK(refusal([](Structure& s) { s.rope[0].path[0] = "hook_sheave"; }).find("ends on sheave") != std::string::npos);
  CHECK(refusal([](Structure& s) { s.drive.sides = {}; }).find("drive.sides") == 0);
}

TEST_CASE("spatial model: parameters that do not go together are found", "[unit][spatial]") {
  auto s = with_block(tower_crane(1));
  CHECK(Instance(s).findings().empty());
  s.body[2].centre = {0, 0, 0.5};
  s.rope[0].vertical_shapes = 2;
  const auto found = Instance(s).findings();
  REQUIRE(found.size() == 2);
  CHECK(found[0].find("hoist.vertical_shapes = 2 (cubics) with 1 modes along z") == 0);
  CHECK(found[1].find("hook.centre[3] = 0.5 m: expected below the points where ropes hold it") == 0);
}

TEST_CASE("spatial model: every state has a name, and those that are outputs show the state", "[unit][spatial]") {
  for (auto& structure : {released(tower_crane(2)), with_block(tower_crane(1)), swaying_elevator()}) {
    Instance i(structure);
    i.initialise();
    i.step(0.2);
    variables::States names;
    i.model.states(i.values, names);
    variables::List list;
    i.model.fields(i.values, list);
    std::size_t place = 0;
    for (const auto& block : names.blocks) {
      CAPTURE(block.name);
      const auto row =
          std::find_if(list.rows.begin(), list.rows.end(), [&](const auto& v) { return v.name == block.name; });
      CHECK((row == list.rows.end()) == (block.unit != nullptr));  // a variable of its own, or one that is there
      if (row != list.rows.end()) {
        const auto storage = variables::storage_of(list.places[row - list.rows.begin()]);
        CHECK(*std::get<double*>(storage) == near(i.state.x[place], 1e-15));
      }
      place += block.elements;
    }
    CHECK(place == i.state.x.size());
  }
}

TEST_CASE("spatial model: an input that its mode ignores is told once", "[unit][spatial]") {
  Instance i(tower_crane(1));
  i.initialise();
  i.values.axis_force[1] = 100;
  i.step(0.1);
  i.step(0.2);
  REQUIRE(i.warnings.size() == 1);
  CHECK(i.warnings[0].find("trolley.mode = 2") != std::string::npos);
}

TEST_CASE("spatial model: a span that gets too short ends the run with its name", "[unit][spatial]") {
  Instance i(pendulum(500, 10, 5e6, 1, 1));
  ride(i.values.axis[0], 9.8, 10);
  i.initialise();
  CHECK_THROWS_WITH(i.step(10), Catch::Contains("span 1 of rope \"hoist\"") && Catch::Contains("at least 0.5 m"));
}
