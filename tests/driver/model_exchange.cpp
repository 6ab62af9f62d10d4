#include <catch2/catch.hpp>

#include "core/continuous_part.hpp"
#include "core/dopri5.hpp"
#include "unpacked_fmu.hpp"

using namespace conformance;
using Catch::Matchers::Contains;

namespace {

const std::string units =
    R"(<Unit name="m"><BaseUnit m="1"/></Unit><Unit name="m/s"><BaseUnit m="1" s="-1"/></Unit><Unit name="1/s"><BaseUnit s="-1"/></Unit>)";

/// A position with its velocity, and time; what is given replaces the velocity's attributes.
Parts ball_2(const std::string& velocity = R"(derivative="2" unit="m/s")") {
  Parts p;
  p.version = 2;
  p.head = R"(numberOfEventIndicators="1")";
  p.model_exchange = R"(<ModelExchange modelIdentifier="m"/>)";
  p.units = units;
  p.variables =
      R"(<ScalarVariable name="time" valueReference="0" causality="independent"><Real/></ScalarVariable>)"
      R"(<ScalarVariable name="h" valueReference="1" causality="output"><Real unit="m" reinit="true"/></ScalarVariable>)"
      R"x(<ScalarVariable name="der(h)" valueReference="2"><Real )x" +
      velocity + R"(/></ScalarVariable>)";
  p.structure =
      R"(<Outputs><Unknown index="2" dependencies="2"/></Outputs><Derivatives><Unknown index="3" dependencies="2"/></Derivatives>)"
      R"(<InitialUnknowns><Unknown index="2" dependencies=""/><Unknown index="3" dependencies=""/></InitialUnknowns>)";
  return p;
}

/// Two positions as an array, their rates, and two indicators, one of them an array of two.
Parts balls_3() {
  Parts p;
  p.model_exchange = R"(<ModelExchange modelIdentifier="m" needsCompletedIntegratorStep="true"/>)";
  p.units = units;
  p.variables =
      R"(<Float64 name="time" valueReference="0" causality="independent" variability="continuous"/>)"
      R"(<Float64 name="h" valueReference="7" unit="m" reinit="true"><Dimension start="2"/></Float64>)"
      R"x(<Float64 name="der(h)" valueReference="8" unit="m/s" derivative="7"><Dimension start="2"/></Float64>)x"
      R"(<Float64 name="floor" valueReference="9"/>)"
      R"(<Float64 name="walls" valueReference="10"><Dimension start="2"/></Float64>)";
  p.structure = R"(<ContinuousStateDerivative valueReference="8" dependencies="7"/>)"
                R"(<InitialUnknown valueReference="7"/><InitialUnknown valueReference="8"/>)"
                R"(<EventIndicator valueReference="10"/><EventIndicator valueReference="9"/>)";
  return p;
}

Parts changed(Parts p, std::string Parts::*part, const std::string& from, const std::string& to) {
  auto& where = p.*part;
  const auto at = where.find(from);
  REQUIRE(at != std::string::npos);
  where.replace(at, from.size(), to);
  return p;
}

std::string finding(const Parts& parts, const char* id) { return UnpackedFmu(parts).finding(id); }

}  // namespace

TEST_CASE("states and indicators are counted with the elements of arrays, in the order of ModelStructure") {
  const auto two = UnpackedFmu(ball_2()).description(), three = UnpackedFmu(balls_3()).description();
  const auto a = continuous_part(two), b = continuous_part(three);
  REQUIRE(a.states.size() == 1);
  CHECK(a.states[0].name() == "h");
  CHECK(a.states[0].derivative->name == "der(h)");
  CHECK(a.indicators == 1);
  REQUIRE(b.states.size() == 2);
  CHECK(b.states[1].name() == "h[2]");
  CHECK(b.indicators == 3);
  CHECK(b.state_variables().size() == 1);
  CHECK(three.model_exchange_flag("needsCompletedIntegratorStep"));
}

TEST_CASE("a good description of model exchange has no findings") {
  for (const char* id : {"X36", "X37", "X38", "X39", "X08", "X09", "X10", "X30", "X32", "P04"}) {
    CAPTURE(id);
    CHECK(finding(ball_2(), id).empty());
    CHECK(finding(balls_3(), id).empty());
  }
  CHECK(finding(balls_3(), "X40").empty());
  CHECK(finding(ball_2(), "X41").empty());
}

TEST_CASE("an FMU without model exchange is not judged by its rules") {
  const Parts plain;
  for (const char* id : {"X36", "X37", "X38", "X39", "X40", "X41", "M01", "M12", "M31"}) {
    CAPTURE(id);
    CHECK_THAT(finding(plain, id), Contains("n/a: the FMU offers no model exchange"));
  }
}

TEST_CASE("misspelt flags of model exchange are found") {
  auto p = balls_3();
  p.model_exchange = R"(<ModelExchange modelIdentifier="m" canGetAndSetFMUstate="true" needsExecutionTool="no"/>)";
  CHECK_THAT(finding(p, "X36"), Contains("canGetAndSetFMUstate of ModelExchange does not exist") &&
                                    Contains("needsExecutionTool = \"no\": expected true or false"));
  p.model_exchange = "<ModelExchange/>";
  CHECK_THAT(finding(p, "X36"), Contains("no modelIdentifier"));
}

TEST_CASE("model exchange that differs from co-simulation is found") {
  auto p = balls_3();
  p.model_exchange = R"(<ModelExchange modelIdentifier="other"/>)";
  CHECK_THAT(finding(p, "X37"), Contains("modelIdentifier = \"m\" for co-simulation, \"other\" for model exchange") &&
                                    Contains("need not complete their steps"));
  CHECK_THAT(finding(p, "M01"), Contains("n/a: model exchange has a library of its own"));
}

TEST_CASE("states that cannot be states are found") {
  CHECK_THAT(finding(changed(balls_3(), &Parts::variables, R"(name="h" valueReference="7")",
                             R"(name="h" valueReference="7" variability="discrete")"),
                     "X38"),
             Contains("the state h is no continuous number"));
  CHECK_THAT(finding(changed(balls_3(), &Parts::variables, R"(derivative="7"><Dimension start="2"/>)",
                             R"(derivative="7"><Dimension start="3"/>)"),
                     "X38"),
             Contains("der(h) has 3 elements, its state h has 2"));
  CHECK_THAT(finding(changed(balls_3(), &Parts::variables, R"(name="floor")", R"(name="floor" reinit="true")"), "X38"),
             Contains("floor says reinit but is no state"));
  CHECK_THAT(finding(changed(ball_2(), &Parts::variables, R"(causality="output")", R"(causality="parameter")"), "X38"),
             Contains("the state h is of causality parameter"));
}

TEST_CASE("a derivative that names no state, or in other units, is found") {
  CHECK_THAT(finding(ball_2(R"(derivative="9" unit="m/s")"), "X32"),
             Contains("attribute derivative names no variable"));
  CHECK_THAT(finding(ball_2(R"(unit="m/s")"), "X32"),
             Contains("der(h) is listed as a derivative but does not say of what"));
  CHECK_THAT(finding(ball_2(R"(derivative="2" unit="1/s")"), "X39"), Contains("der(h) is in 1/s, its state h in m"));
}

TEST_CASE("a forgotten number of event indicators is found") {
  auto p = ball_2();
  p.head.clear();
  CHECK_THAT(finding(p, "X41"), Contains("numberOfEventIndicators is missing"));
}

TEST_CASE("event indicators of the wrong kind or in the wrong place are found") {
  CHECK_THAT(finding(changed(balls_3(), &Parts::variables, R"(name="floor")", R"(name="floor" variability="discrete")"),
                     "X40"),
             Contains("the event indicator floor is no continuous Float64"));
  CHECK_THAT(finding(changed(balls_3(), &Parts::structure, R"(<EventIndicator valueReference="10"/>)",
                             R"(<EventIndicator valueReference="9"/>)"),
                     "X40"),
             Contains("floor occurs twice"));
  auto p = balls_3();
  p.structure = R"(<EventIndicator valueReference="9"/><ContinuousStateDerivative valueReference="8"/>)";
  CHECK_THAT(finding(p, "X40"), Contains("Derivative of reference 8 comes after a later kind"));
  CHECK_THAT(finding(changed(balls_3(), &Parts::structure, R"(<InitialUnknown valueReference="7"/>)",
                             R"(<InitialUnknown valueReference="7"/><InitialUnknown valueReference="9"/>)"),
                     "P04"),
             Contains("too many: floor"));
}

TEST_CASE("the oracle's steps are of order five, their dense output of order four") {
  const auto f = [](double, const std::vector<double>& x, std::vector<double>& dx) {
    dx[0] = x[1];
    dx[1] = -x[0];
    return true;
  };
  const auto error_of = [&](double h, double s) {
    Dopri5 step;
    const std::vector<double> x{0, 1}, dx{1, 0};
    REQUIRE(step.step(f, 0, h, x, dx));
    return std::abs(step.at(s)[0] - std::sin(s * h));
  };
  CHECK(std::log2(error_of(0.4, 1) / error_of(0.2, 1)) > 5.5);      // local error of order 6 and more
  CHECK(std::log2(error_of(0.4, 0.5) / error_of(0.2, 0.5)) > 4.5);  // of order 5
}
