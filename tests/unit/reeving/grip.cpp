// How a description speaks of friction on the drive, what is refused, and that slip costs no memory.
#include "catch2/catch.hpp"
#include "mechanics/contact/traction.hpp"
#include "support/allocations.hpp"
#include "support/near.hpp"
#include "unit/reeving/cases.hpp"

using namespace reeve;
using namespace reeve::test;
using Catch::Contains;
using mechanics::Groove;

namespace {

constexpr double kDegree = M_PI / 180;

/// A small lift; `drive` and `sheave` are further keys of its drive and of a deviation sheave.
std::string lift(const std::string& drive, const std::string& sheave = "", const std::string& start = "") {
  return R"(
model = "Reeving"
name = "Lift"
body = [{name = "cabin", mass = 850, height = 0}, {name = "counterweight", mass = 1165, height = 18}]
sheave = [{name = "deviation_sheave", height = 24, radius = 0.2, inertia = 0.5)" +
         sheave + R"(}]
anchor = [{name = "a", on = "cabin"}, {name = "b", on = "counterweight"}]
rope = [{name = "rope", EA = 14e6, density = 2, damping = 1e-3, path = ["a", "deviation_sheave", "drive", "b"]}]
drive = {height = 22, radius = 0.2, inertia = 45, sides = ["cabin", "counterweight"])" +
         drive + "}\n" + start;
}

std::string refusal(const std::string& text) {
  try {
    const Instance built(described(text));
    return "not refused";
  } catch (const std::exception& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("grooves have the factors of EN 81-50's formulas", "[unit][reeving]") {
  const auto seat = [](double beta, double gamma) {
    return Groove{beta > 0 ? Groove::Kind::undercut : Groove::Kind::round, beta * kDegree, gamma * kDegree}.factor();
  };
  constexpr double kTable = 6e-4;  // the table has three decimals
  CHECK(seat(0, 30) == near(1.239, kTable));
  CHECK(seat(90, 30) == near(1.892, kTable));
  CHECK(seat(95, 30) == near(1.972, kTable));
  CHECK(seat(105, 30) == near(2.161, kTable));
  const auto v = [](Groove::Kind kind, double beta, double gamma) {
    return Groove{kind, beta * kDegree, gamma * kDegree};
  };
  CHECK(v(Groove::Kind::v_hardened, 0, 35).factor() == near(3.325, kTable));
  CHECK(v(Groove::Kind::v_hardened, 0, 45).factor() == near(2.613, kTable));
  CHECK(v(Groove::Kind::v, 90, 38).factor() == near(2.053, kTable));
  CHECK(v(Groove::Kind::v, 105, 38).factor() == near(2.409, kTable));
  CHECK(v(Groove::Kind::v, 105, 38).stalled_factor() == near(3.072, kTable));
}

TEST_CASE("reeving: wrap in degrees, groove and mu give friction", "[unit][reeving]") {
  const Instance i(described(lift(R"(, wrap = 165, mu = 0.1, groove = {type = "undercut", beta = 95, gamma = 30})")));
  CHECK(i.values.drive.wrap == near(2.8797932657906435, 1e-15));
  CHECK(i.values.drive.friction == near(0.1972, 1e-4));
  CHECK(i.values.drive.friction_kinetic == i.values.drive.friction);
}

TEST_CASE("reeving: what is wrong with friction in a description is named with its key", "[unit][reeving]") {
  CHECK_THAT(refusal(lift(", wrap = 0")), Contains("wrap") && Contains("0 deg") && Contains("expected"));
  CHECK_THAT(refusal(lift(", friction = -0.1")),
             Contains("friction") && Contains("-0.1") && Contains("greater than 0"));
  CHECK_THAT(refusal(lift(R"(, friction = 0.2, mu = 0.1, groove = {type = "round"})")),
             Contains("mu") && Contains("friction"));
  CHECK_THAT(refusal(lift(", mu = 0.1")), Contains("groove"));
  CHECK_THAT(refusal(lift(R"(, mu = 0.1, groove = {type = "square"})")), Contains("type") && Contains("undercut"));
  CHECK_THAT(refusal(lift(R"(, mu = 0.1, groove = {type = "undercut", beta = 120, gamma = 60})")),
             Contains("beta") && Contains("no seat"));
  CHECK_THAT(refusal(lift(R"(, mu = 0.1, groove = {type = "v", hardened = true, gamma = 2})")),
             Contains("gamma") && Contains("deg"));
  CHECK_THAT(refusal(R"(
model = "Reeving"
name = "Hoist"
body = [{name = "hook", mass = 500, height = 2}]
anchor = [{name = "a", on = "hook"}]
rope = [{name = "rope", EA = 1e7, density = 1, path = ["a", "drive"]}]
drive = {height = 20, radius = 0.2, inertia = 5, sides = ["hook"], mu = 0.1, groove = {type = "round"}}
)"),
             Contains("groove") && Contains("drum"));
}

TEST_CASE("reeving: parameters of friction that do not go together are named with value and remedy",
          "[unit][reeving]") {
  Instance i(described(lift("", ", slip = true, friction = 0.1")));
  i.values.drive.contact = 3;
  i.values.drive.friction = 0.1;
  i.values.sheaves_model = 2;
  i.values.sheave[0].inertia = 0;
  const auto findings = i.findings();
  REQUIRE(findings.size() == 3);
  CHECK_THAT(findings[0],
             Contains("sheaves.model = 2") && Contains("drive.contact = 3") && Contains("use drive.contact = 1"));
  CHECK_THAT(findings[1], Contains("drive.friction_kinetic = 0.2") && Contains("drive.friction = 0.1"));
  CHECK_THAT(findings[2], Contains("deviation_sheave.inertia = 0"));
}

TEST_CASE("reeving: steps in which the rope begins to slip and slips allocate nothing", "[unit][reeving][realtime]") {
  for (const int method : {2, 3}) {
    Instance i(paper_elevator());
    i.values.drive.contact = 3;
    i.values.drive.friction = i.values.drive.friction_kinetic = 0.2;
    i.values.solver_method = method;
    i.initialise();
    i.step(9.0);
    integration::StepHooks hooks(
        9.9);  // it slips from 9.1 s to 9.93 s; the end is told in a message, which takes memory
    const long before = allocations();
    i.time = i.run.advance(9.0, i.values, {}, false, hooks);
    i.outputs();
    const long counted = allocations() - before;
    CAPTURE(method);
    CHECK(i.values.grip[0].slip_path > 0.04);
    CHECK(counted == 0);
  }
}
