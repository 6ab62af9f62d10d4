#include <catch2/catch.hpp>

#include "unpacked_fmu.hpp"

using namespace conformance;
using Catch::Matchers::Contains;

namespace {

UnpackedFmu with_names(const std::vector<std::string>& names) {
  std::string variables;
  for (const auto& name : names) variables += "<Float64 name=\"" + name + "\" valueReference=\"1\"/>";
  return {"", variables, 3};
}

}  // namespace

TEST_CASE("names that become the same in OpenModelica and Simulink are found") {
  CHECK(with_names({"ride.speed", "reference_speed", "x[1,2]", "x[12]", "der(x)"}).finding("X33").empty());
  CHECK_THAT(with_names({"reference.speed", "reference_speed"}).finding("X33"),
             Contains("reference_speed and reference.speed both become reference_speed"));
  CHECK_THAT(with_names({"x[1,2]", "x_1 2)"}).finding("X33"), Contains("both become x_1_2_"));
}

TEST_CASE("names of more than 55 characters are found") {
  CHECK(with_names({std::string(55, 'x')}).finding("X34").empty());
  CHECK_THAT(with_names({std::string(56, 'x')}).finding("X34"), Contains("has 56 characters"));
}
