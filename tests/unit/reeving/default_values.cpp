// What a description leaves open is chosen from its rated values and its shaft, never from the paper, and never 0 by silence.
#include "support/near.hpp"
#include "unit/reeving/cases.hpp"

#include <catch2/catch.hpp>

using namespace reeve;
using namespace reeve::test;
using Catch::Contains;

namespace {

/// A 1:1 lift; `rest` are further lines.
std::string lift(double car, double weight, const std::string& rest = "") {
  return "model = 'Reeving'\nname = 'Lift'\nbody = [{name = 'car', mass = 1000, height = " + std::to_string(car) +
         ", loadable = true}, {name = 'weight', mass = 1300, height = " + std::to_string(weight) +
         "}]\nanchor = [{name = 'a', on = 'car'}, {name = 'b', on = 'weight'}]\n"
         "rope = [{name = 'rope', EA = 2e7, density = 2, damping = 1e-3, path = ['a', 'drive', 'b']}]\n"
         "drive = {height = 30, radius = 0.2, inertia = 5, sides = ['car', 'weight']}\n" +
         rest;
}

Values values_of(const std::string& text) { return Instance(described(text)).values; }

double holding_torque(const std::string& text, double payload) {
  Instance i(described(text));
  i.values.payload[0] = payload;
  i.values.ride_distance = 0;
  i.initialise();
  i.outputs();
  return i.values.holding_torque;
}

}  // namespace

TEST_CASE("reeving: the default ride takes the sides to where the description has them", "[unit][reeving]") {
  CHECK(Instance(paper_elevator()).values.ride_distance == 40);  // its rated travel
  CHECK(Instance(low_rise()).values.ride_distance == 18);
  CHECK(Instance(mid_rise()).values.ride_distance == 45);
  CHECK(Instance(high_rise()).values.ride_distance == 500);
  CHECK(values_of(lift(2, 25.5)).ride_distance == 23.5);
  CHECK(values_of(lift(25.5, 2)).ride_distance == -23.5);  // it starts at the top
  CHECK(values_of(lift(10, 10)).ride_distance ==
        near(19, 1e-9));                                // nothing described to go to: until a rope has 1 m left
  CHECK(Instance(hoist()).values.ride_distance == 17);  // likewise, on four falls of 18 m
  for (const auto& s : {paper_elevator(), low_rise(), mid_rise(), high_rise(), hoist(), described(lift(10, 10))}) {
    Instance i(s);
    CHECK(i.findings().empty());
  }
}

TEST_CASE("reeving: without rated values the speed of the ride grows with the root of the shaft", "[unit][reeving]") {
  const Values small = values_of(lift(2, 4)), large = values_of(lift(2, 26));
  CHECK(small.ride_speed == 0.5);
  CHECK(large.ride_speed == 1.7);
  CHECK(small.ride_acceleration == 0.5);
  CHECK(large.ride_speed * large.ride_speed / large.ride_acceleration == near(large.ride_distance / 4, 0.3));
}

TEST_CASE("reeving: rated values give the ride, and where they are silent the speed does", "[unit][reeving]") {
  const Values all =
      values_of(lift(2, 26, "rated = {load = 600, speed = 1.6, acceleration = 0.7, jerk = 0.9, travel = 20}\n"));
  CHECK(all.ride_speed == 1.6);
  CHECK(all.ride_acceleration == 0.7);
  CHECK(all.ride_jerk == 0.9);
  CHECK(all.ride_distance == 20);
  const Values two = values_of(lift(26, 2, "rated = {load = 600, speed = 1.6}\n"));
  CHECK(two.ride_acceleration == 0.8);
  CHECK(two.ride_jerk == 1);
  CHECK(two.ride_distance == -24);
  CHECK(values_of(lift(2, 26, "rated = {load = 600, speed = 0.1}\n")).ride_acceleration == 0.1);
  CHECK(values_of(lift(2, 26, "rated = {load = 600, speed = 8}\n")).ride_acceleration == 1);
}

TEST_CASE("reeving: a default experiment lasts as long as its ride and 2 s, in whole seconds", "[unit][reeving]") {
  const Instance i(described(lift(2, 26, "rated = {load = 600, speed = 1.6}\n")));
  const double ride = mechanics::RideProfile<double>(0, 24, 1.6, 0.8, 1).end();
  CHECK(i.model.duration(i.values) == std::ceil(ride + 2));
  Values still = i.values;
  still.ride_distance = 0;
  CHECK(i.model.duration(still) == 10);
}

TEST_CASE("reeving: the brake holds twice what 125 % of the rated load needs, rounded up to three digits",
          "[unit][reeving]") {
  const std::string text = lift(2, 26, "rated = {load = 600, speed = 1.6}\n");
  const double needed = 2 * std::abs(holding_torque(text, 1.25 * 600)), chosen = values_of(text).brake_torque;
  CHECK(chosen >= needed);
  CHECK(chosen <= needed * 1.01);
  CHECK(chosen == std::round(chosen / 10) * 10);
  CHECK(values_of(lift(2, 26)).brake_torque >= 2 * std::abs(holding_torque(lift(2, 26), 0)));  // as described
}

TEST_CASE("reeving: a brake of 0 N.m is not silent where only the brake could hold", "[unit][reeving]") {
  Instance i(described(lift(2, 26)));
  i.values.brake_torque = 0;
  i.values.drive.mode = 1;
  i.initialise();
  i.outputs();
  std::vector<std::string> warnings;
  i.model.plausibility(i.values, warnings);
  REQUIRE(warnings.size() == 1);
  CHECK_THAT(warnings[0], Contains("brake.torque = 0 N.m") && Contains("holds nothing"));
}

TEST_CASE("reeving: a type that nobody looked up is refused with what to do", "[unit][reeving]") {
  std::string text = lift(2, 26);
  const std::string numbers = "EA = 2e7, density = 2,";
  text.replace(text.find(numbers), numbers.size(), "type = '8x19S-FC', diameter = 0.01,");
  CHECK_THROWS_WITH(described(text),
                    Contains("rope[1].type") && Contains("was not looked up") && Contains("reeve export"));
}
