// What the reeving model promises to its callers: messages, derivatives, no allocation.
#include "support/near.hpp"
#include "unit/reeving/cases.hpp"

#include <catch2/catch.hpp>

#include "support/allocations.hpp"

using namespace reeve;
using namespace reeve::test;
using Catch::Matchers::Contains;
using math::Dual;
using models::reeving::StructureError;

TEST_CASE("ride profile: the three cases of a jerk-limited ride", "[unit][reeving]") {
  using Profile = mechanics::RideProfile<double>;
  CHECK(Profile(0, 40, 6, 2.25, 0.84375).end() == Approx(12));
  CHECK(Profile(0, 3, 1.75, 0.8, 1).end() == near(4.7547, 5e-5));
  CHECK(Profile(0, 0.5, 1.75, 0.8, 1).end() == near(2.5198, 5e-5));
  CHECK(Profile(2, 3, 1.75, 0.8, 1).end() == near(6.7547, 5e-5));
  for (const double D : {40.0, 3.0, 0.5, -3.0}) {
    const Profile p(0, D, 1.75, 0.8, 1);
    double peak = 0;
    for (double t = 0; t < p.end(); t += 1e-3) {
      const double h = 1e-4;
      const auto before = p.at(t), after = p.at(t + h);
      CHECK((after.position - before.position) / h == near(before.velocity, 1e-3));
      CHECK((after.velocity - before.velocity) / h == near(before.acceleration, 1e-3));
      peak = std::max(peak, std::abs(before.velocity));
    }
    CHECK(p.at(p.end() - 1e-9).position == Approx(D).epsilon(1e-9));
    CHECK(peak <= 1.75 + 1e-9);
  }
}

TEST_CASE("reeving: a wrong description is refused by name", "[unit][reeving]") {
  const auto message = [](const Structure& s) -> std::string {
    try {
      reeving::Model model(s);
    } catch (const StructureError& e) {
      return e.what();
    }
    return "";
  };
  auto s = paper_elevator();
  s.rope[0].path[1] = "cabin_shaeve";
  CHECK_THAT(message(s), Contains("rope[1].path[2]") && Contains("cabin_shaeve"));
  s = paper_elevator();
  s.body.push_back({{10, 5, 0}, "ghost", false});
  CHECK_THAT(message(s), Contains("ghost") && Contains("hangs on nothing"));
  s = paper_elevator();
  s.sheave[0].on = "cabinet";
  CHECK_THAT(message(s), Contains("no body \"cabinet\""));
  s = paper_elevator();
  s.body[1].name = "ride";
  CHECK_THAT(message(s), Contains("reserved"));
  s = paper_elevator();
  s.anchor[0].height = 10;
  s.anchor[0].stiffness = 0;
  CHECK_THAT(message(s), Contains("one height"));
  s = paper_elevator();
  s.sheave.resize(1000, {{0.1, 1, 0}, "x", "cabin"});
  CHECK_THAT(message(s), Contains("1000") && Contains("64"));
  s = paper_elevator();
  s.sheave[1].name = "sheave";
  s.rope[0].path[3] = "sheave";
  CHECK_THAT(message(s), Contains("sheave[2]") && Contains("sheave_speed") && Contains("another name"));
  s = paper_elevator();
  s.anchor[0].on = "cabin";
  CHECK_THAT(message(s),
             Contains("rope[1].path") && Contains("both sit on body \"cabin\"") && !Contains("different carriers"));
  s = paper_elevator();
  s.chain.resize(17, {{1, 100}, "x", {"cabin", "counterweight"}});
  CHECK_THAT(message(s), Contains("chain") && Contains("17") && Contains("16"));
  s = paper_elevator();
  s.drive.sides = {"machine"};
  CHECK_THAT(message(s), Contains("sides") || Contains("drive"));
}

TEST_CASE("reeving: a spring of negative stiffness is refused with its key and line", "[unit][reeving]") {
  const auto message = [](const std::string& from, const std::string& to) -> std::string {
    std::string text = kTwoRopes;
    text.replace(text.find(from), from.size(), to);
    try {
      described(text, "my.toml");
    } catch (const description::DescriptionError& e) {
      return e.what();
    }
    return "";
  };
  CHECK_THAT(message("stiffness = 1e6", "stiffness = -1e6"),
             Contains("my.toml:5") && Contains("stiffness") && Contains("-1e+06 N/m") && Contains("rigid"));
  CHECK_THAT(message("height = 18", "height = 18, stiffness = -1"), Contains("my.toml:4") && Contains("support"));
  CHECK_THAT(message("stiffness = 1e6", "stiffness = nan"), Contains("stiffness"));
  CHECK(message("stiffness = 1e6", "stiffness = 0") == "");
}

TEST_CASE("reeving: a chain shorter than the distance of its bodies is refused", "[unit][reeving]") {
  const auto finding = [](double length, double distance, int mode) -> std::string {
    Instance i(mid_rise());
    i.values.chain[0].length = length;
    i.values.ride_distance = distance;
    i.values.drive.mode = mode;
    const auto list = i.findings();
    return list.empty() ? "" : list[0];
  };
  CHECK_THAT(finding(44, 1, 2),
             Contains("compensation.length = 44 m") && Contains("at least 45 m") && Contains("start"));
  CHECK_THAT(finding(46, 46, 2), Contains("at least 47 m") && Contains("end of the ride"));
  CHECK(finding(46, 45, 2) == "");
  CHECK(finding(46, 46, 1) == "");

  auto s = mid_rise();
  s.body[0].height = 2;  // room below, so that the chain and not a span ends the descent of the counterweight
  s.body[1].height = 40;
  s.chain[0].length = 40;
  Instance i(s);
  i.values.drive.mode = 1;
  i.values.drive_torque = -1500;
  i.initialise();
  CHECK_THROWS_WITH(
      [&] {
        for (int k = 1; k < 1000; ++k) i.step(0.01 * k);
      }(),
      Contains("chain \"compensation\"") && Contains("too short at t ="));
}

TEST_CASE("reeving: a sheave that turns with the drive has no height of its own", "[unit][reeving]") {
  CHECK_FALSE(Instance(low_rise()).model.topology().has_height(0));
  const Instance i(hoist());
  CHECK_FALSE(i.model.topology().has_height(0));  // on the hook
  CHECK(i.model.topology().has_height(1));        // at the top
}

TEST_CASE("reeving: all bad parameters are reported together", "[unit][reeving]") {
  Instance i(paper_elevator());
  i.values.body[0].mass = -1;
  i.values.rope[0].EA = 0;
  i.values.rope[0].axial_modes = 99;
  i.values.ride_speed = std::nan("");
  auto findings = i.findings();
  REQUIRE(findings.size() == 4);
  CHECK_THAT(findings[0], Contains("cabin.mass = -1 kg") && Contains("greater than 0"));
  CHECK_THAT(findings[1], Contains("rope.EA = 0 N"));
  CHECK_THAT(findings[2], Contains("rope.axial_modes = 99"));

  const auto only = [](auto change) {
    Instance j(paper_elevator());
    change(j.values);
    const auto list = j.findings();
    REQUIRE(!list.empty());
    return list[0];
  };
  CHECK_THAT(only([](auto& v) { v.body[0].height = 101; }),
             Contains("cabin.height = 101 m") && Contains("cabin_sheave"));
  CHECK_THAT(only([](auto& v) { v.ride_distance = 95; }), Contains("ride.distance = 95 m"));
  CHECK_THAT(only([](auto& v) { v.sheaves_model = 2, v.rope[0].formulation = 2; }), Contains("massless"));
  const auto fresh = i.model.defaults<double>();
  i.values = fresh;
  CHECK(i.findings().empty());
  CHECK_NOTHROW(i.initialise());
}

TEST_CASE("reeving: no equilibrium is explained", "[unit][reeving]") {
  Instance i(paper_elevator());
  i.values.gravity = -9.81;
  CHECK_THROWS_WITH(i.initialise(), Contains("push"));

  Instance soft(
      paper_elevator());  // every value is in its range, but the ropes would stretch to many times their length
  soft.values.rope[0].EA = 1e3;
  soft.values.body[0].mass = 1e6;
  CHECK(soft.findings().empty());
  CHECK_THROWS_WITH(soft.initialise(), Contains("no static equilibrium near") && Contains("EA"));

  auto s = paper_elevator();  // a chain hangs between bodies but does not hold the third one
  s.body.push_back({{10, 50, 0}, "loose", false});
  s.anchor.push_back({{0, 0}, "one", "loose"});
  s.body.push_back({{10, 20, 0}, "other", false});
  s.anchor.push_back({{0, 0}, "two", "other"});
  s.rope.push_back({{1e6, 1, 0}, "tie", {"one", "two"}});
  CHECK_THROWS_WITH(Instance(s), Contains("\"loose\" at 50 m hangs on nothing") && Contains("give it a stiffness"));
}

TEST_CASE("reeving: a step allocates nothing", "[unit][reeving][realtime]") {
  for (const int method : {2, 3}) {
    for (const int sheaves : {1, 2}) {
      Instance i(paper_elevator());
      i.values.solver_method = method;
      i.values.sheaves_model = sheaves;
      i.values.solver_tolerance = 1e-4;
      i.initialise();
      i.step(0.01);
      integration::StepHooks hooks(0.02);
      const long before = allocations();
      i.time = i.run.advance(i.time, i.values, {}, true, hooks);
      i.outputs();
      const long counted = allocations() - before;
      CAPTURE(method, sheaves);
      CHECK(counted == 0);
    }
  }
}

TEST_CASE("reeving: a step in which the brake lets go or takes hold allocates nothing", "[unit][reeving][realtime]") {
  for (const int method : {2, 3}) {
    Instance i(paper_elevator());
    i.values.solver_method = method;
    i.values.drive.mode = 1;
    i.values.brake_torque = 2575;
    i.input = [](double t, Values& v) { v.brake = t < 0.3 ? 1 - t / 0.3 : std::min(1.0, 3 * (t - 0.3)); };
    i.input(0, i.values);
    i.initialise();
    int changes = 0;
    for (int k = 1; k <= 100; ++k) {
      integration::StepHooks hooks(0.01 * k);
      const bool held = i.state.modes.regime == reeving::Regime::held;
      const long before = allocations();
      i.time = i.run.advance(
          i.time, i.values, [&i](double t) -> const Values& { return i.input(t, i.values), i.values; }, false, hooks);
      i.outputs();
      const long counted = allocations() - before;
      if ((i.state.modes.regime == reeving::Regime::held) != held) ++changes;
      REQUIRE(counted == 0);
    }
    CAPTURE(method);
    CHECK(changes == 2);  // released, held again
  }
}

TEST_CASE("reeving: dual numbers give the derivatives of outputs and of the equilibrium", "[unit][reeving]") {
  for (const int sheaves : {1, 2}) {
    Instance i(paper_elevator());
    i.values.drive.mode = 1;
    i.values.sheaves_model = sheaves;
    i.initialise();
    reeving::Values<Dual> d = i.model.defaults<Dual>();
    d.drive.mode = 1;
    d.sheaves_model = sheaves;
    d.body[0].mass.d = 1;  // d/d(cabin.mass) through the equilibrium
    std::vector<Dual> x;
    reeving::Start<Dual> start;
    i.model.start<Dual>(d, i.state, x, start);
    i.model.outputs<Dual>(Dual(0), x, i.state.modes, start, d);
    const auto at = [&](double mass) {
      Instance j(paper_elevator());
      j.values.drive.mode = 1;
      j.values.sheaves_model = sheaves;
      j.values.body[0].mass = mass;
      j.initialise();
      return j.values;
    };
    const auto more = at(3001), less = at(2999);
    CAPTURE(sheaves);
    CHECK(d.body_position[0].d == Approx((more.body_position[0] - less.body_position[0]) / 2).epsilon(1e-5));
    CHECK(d.span_tension_end[0].d == Approx((more.span_tension_end[0] - less.span_tension_end[0]) / 2).epsilon(1e-5));
    CHECK(d.holding_torque.d == Approx((more.holding_torque - less.holding_torque) / 2).epsilon(1e-5));

    i.values.drive_torque = 500;
    for (int k = 1; k <= 30; ++k) i.step(0.01 * k);
    reeving::Values<Dual> e = i.model.defaults<Dual>();
    e.drive.mode = 1;
    e.sheaves_model = sheaves;
    e.drive_torque = Dual(500, 1);
    const std::vector<Dual> y(i.state.x.begin(), i.state.x.end());
    i.model.outputs<Dual>(Dual(i.time), y, i.state.modes, reeving::Start<Dual>(i.state.start), e);
    i.values.drive_torque = 501;
    i.outputs();
    const auto up = i.values;
    i.values.drive_torque = 499;
    i.outputs();
    CHECK(e.body_acceleration[0].d == near((up.body_acceleration[0] - i.values.body_acceleration[0]) / 2, 1e-9));
    CHECK(e.side_tension[0].d == near((up.side_tension[0] - i.values.side_tension[0]) / 2, 1e-7));
    CHECK(e.body_velocity[0].d == 0);
  }
}

TEST_CASE("reeving: warns once of inputs that the mode ignores and of short spans it refuses", "[unit][reeving]") {
  Instance i(paper_elevator());
  i.values.drive_torque = 5;
  i.initialise();
  i.step(0.1);
  i.step(0.2);
  REQUIRE(i.warnings.size() == 1);
  CHECK_THAT(i.warnings[0], Contains("drive_torque") && Contains("drive.mode"));

  Instance j(paper_elevator());
  j.values.drive.mode = 1;
  j.values.drive_torque = 5000;
  j.initialise();
  CHECK_THROWS_AS(
      [&] {
        for (int k = 1; k < 1000; ++k) j.step(0.1 * k);
      }(),
      integration::StepFailure);
}
