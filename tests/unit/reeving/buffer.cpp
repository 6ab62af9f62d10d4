// How a description speaks of buffers, what is refused, and what a buffer means for equilibrium and memory.
#include "catch2/catch.hpp"
#include "support/allocations.hpp"
#include "support/near.hpp"
#include "unit/reeving/cases.hpp"

using namespace reeve;
using namespace reeve::test;
using Catch::Contains;
using math::Dual;

namespace {

/// A small lift with this list of buffers.
std::string lift(const std::string& buffers) {
  return R"(
model = "Reeving"
name = "Lift"
body = [{name = "cabin", mass = 850, height = 0}, {name = "counterweight", mass = 1165, height = 18}]
anchor = [{name = "a", on = "cabin"}, {name = "b", on = "counterweight"}]
rope = [{name = "rope", EA = 14e6, density = 2, damping = 1e-3, path = ["a", "drive", "b"]}]
drive = {height = 22, radius = 0.2, inertia = 45, sides = ["cabin", "counterweight"]}
buffer = [)" +
         buffers + "]\n";
}
std::string pit(const std::string& keys) { return lift(R"({name = "pit", under = "counterweight", )" + keys + "}"); }

std::string refusal(const std::string& text) {
  try {
    Instance built(described(text));
    const auto findings = built.findings();
    return findings.empty() ? "not refused" : findings[0];
  } catch (const std::exception& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("reeving: what is wrong with a buffer is named with key, value and remedy", "[unit][reeving]") {
  CHECK(refusal(pit("top = -0.3, stiffness = 1e5, damping = 2")) == "not refused");
  CHECK(refusal(pit("top = 18, stiffness = 1e5")) == "not refused");
  CHECK_THAT(refusal(lift(R"({name = "pit", under = "cage", top = 0, stiffness = 1e5})")),
             Contains("buffer[1].under") && Contains("no body \"cage\"") && Contains("correct the name"));
  CHECK_THAT(refusal(lift(R"({name = "pit", top = 0, stiffness = 1e5})")), Contains("under"));
  CHECK_THAT(refusal(lift(R"({name = "pit", under = "", top = 0, stiffness = 1e5})")),
             Contains("buffer[1].under") && Contains("must name a body"));
  CHECK_THAT(refusal(pit("stiffness = 1e5")), Contains("top"));
  CHECK_THAT(refusal(pit("top = 0")), Contains("stiffness"));
  CHECK_THAT(refusal(pit("top = 0, stiffness = 0")),
             Contains("buffer[1].stiffness: 0 N/m") && Contains("greater than 0"));
  CHECK_THAT(refusal(pit("top = 0, stiffness = 1e5, damping = -1")),
             Contains("test.toml:8: buffer[1].damping: -1 s/m"));
  CHECK_THAT(refusal(pit("top = 18.5, stiffness = 1e5")),
             Contains("pit.top = 18.5 m") && Contains("counterweight.height = 18 m") && Contains("lower the top"));
  CHECK_THAT(refusal(pit("top = 0, stiffness = 1e5, colour = \"red\"")), Contains("colour"));
  const std::string one = R"({name = "pit", under = "cabin", top = -1, stiffness = 1e5})";
  CHECK_THAT(refusal(lift(one + ", " + one)), Contains("buffer[2]") && Contains("already the name of buffer[1]"));
  CHECK_THAT(refusal(lift(R"({name = "buffer", under = "cabin", top = -1, stiffness = 1e5})")), Contains("reserved"));
  Structure crowd = described(lift(one));
  crowd.buffer.resize(65, crowd.buffer[0]);
  CHECK_THROWS_WITH(Instance(crowd), Contains("buffer") && Contains("65") && Contains("64"));
}

TEST_CASE("reeving: the default ride ends above the buffer", "[unit][reeving]") {
  CHECK(Instance(described(lift(""))).values.ride_distance == 18);
  CHECK(Instance(described(pit("top = 3.5, stiffness = 1e5"))).values.ride_distance == 14.25);
}

TEST_CASE("reeving: a body that start.travel lets down on a buffer stands on it, or the ropes would push",
          "[unit][reeving]") {
  Instance i(described(pit("top = 17, stiffness = 1e5, damping = 2")));
  i.values.start_travel = 0.99;
  i.initialise();
  CHECK(i.state.modes.buffer[0] == mechanics::BufferPhase::apart);
  CHECK(i.values.buffer_force[0] == 0);
  CHECK(i.values.body_position[1] > 17);

  i.values.start_travel = 1.05;
  i.initialise();
  const double x = 17 - i.values.body_position[1];
  CHECK(i.state.modes.buffer[0] == mechanics::BufferPhase::pressed);
  CHECK(i.values.buffer_force[0] == Approx(1e5 * x).epsilon(1e-12));
  CHECK(i.values.buffer_force[0] + i.values.span_tension_end[1] == near(1165 * 9.81, 1e-6));  // [N], of the equilibrium

  i.values.start_travel = 2;  // a metre deep
  CHECK_THROWS_WITH(i.initialise(), Contains("would have to push") && Contains("counterweight stands") &&
                                        Contains("deep in pit") && Contains("change start.travel"));
}

TEST_CASE("reeving: dual numbers give the derivatives of a body's stand on its buffer", "[unit][reeving]") {
  const auto stand = [](Instance& i, double top, double stiffness) {
    i.values.start_travel = 1.05;
    i.values.buffer[0].top = top;
    i.values.buffer[0].stiffness = stiffness;
    i.initialise();
  };
  const auto at = [&](double top, double stiffness) {
    Instance other(described(pit("top = 17, stiffness = 1e5, damping = 2")));
    stand(other, top, stiffness);
    return other.values;
  };
  Instance i(described(pit("top = 17, stiffness = 1e5, damping = 2")));
  stand(i, 17, 1e5);
  struct Move {
    double top, stiffness;
  };
  for (const Move move : {Move{1e-4, 0}, Move{0, 10}}) {
    auto d = i.model.defaults<Dual>();
    d.start_travel = 1.05;
    d.buffer[0].top.d = move.top;
    d.buffer[0].stiffness.d = move.stiffness;
    std::vector<Dual> x;
    reeving::Start<Dual> start;
    i.model.start<Dual>(d, i.state, x, start);
    i.model.outputs<Dual>(Dual(0), x, i.state.modes, start, d);
    const Values more = at(17 + move.top, 1e5 + move.stiffness), less = at(17 - move.top, 1e5 - move.stiffness);
    CAPTURE(move.top, move.stiffness);
    CHECK(d.buffer_force[0].d == Approx((more.buffer_force[0] - less.buffer_force[0]) / 2).epsilon(1e-5));
    CHECK(d.body_position[1].d == Approx((more.body_position[1] - less.body_position[1]) / 2).epsilon(1e-5));
    CHECK(d.holding_torque.d == Approx((more.holding_torque - less.holding_torque) / 2).epsilon(1e-5));
  }
}

TEST_CASE("reeving: steps in which a body touches and presses its buffer allocate nothing",
          "[unit][reeving][realtime]") {
  for (const int method : {2, 3}) {
    Instance i(described(pit("top = 17, stiffness = 1e5, damping = 2")));
    i.values.solver_method = method;
    i.values.drive.mode = 3;
    i.values.start_travel = 0.99;
    i.values.drive_speed = 0.5;
    i.initialise();
    i.step(0.01);
    REQUIRE(i.state.modes.buffer[0] == mechanics::BufferPhase::apart);
    integration::StepHooks hooks(0.3);
    const long before = allocations();
    i.time = i.run.advance(i.time, i.values, {}, false, hooks);
    i.outputs();
    const long counted = allocations() - before;
    CAPTURE(method);
    CHECK(i.values.buffer_force[0] > 500);
    CHECK(counted == 0);
  }
}
