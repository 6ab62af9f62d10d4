#include <catch2/catch.hpp>

#include "unpacked_fmu.hpp"

using namespace conformance;
using Catch::Matchers::Contains;

namespace {

const std::string type_2 =
    R"(<SimpleType name="Mode"><Enumeration><Item name="off" value="1"/><Item name="on" value="4"/></Enumeration></SimpleType>)";
const std::string type_3 =
    R"(<EnumerationType name="Mode"><Item name="off" value="1"/><Item name="on" value="4"/></EnumerationType>)";

UnpackedFmu fmu_2(const std::string& start, const std::string& type = type_2,
                  const std::string& causality = "parameter") {
  return {type,
          R"(<ScalarVariable name="mode" valueReference="7" variability="fixed" causality=")" + causality +
              R"("><Enumeration declaredType="Mode" start=")" + start + R"("/></ScalarVariable>)",
          2};
}

UnpackedFmu fmu_3(const std::string& start, const std::string& more = {}) {
  return {
      type_3,
      R"(<Enumeration name="mode" valueReference="7" causality="parameter" variability="fixed" declaredType="Mode" start=")" +
          start + "\">" + more + "</Enumeration>",
      3};
}

}  // namespace

TEST_CASE("an enumeration is an int32 in FMI 2.0 and an int64 in FMI 3.0, with the items of its type") {
  const auto two = fmu_2("4").description(), three = fmu_3("4").description();
  const Variable a = two.variables.at(0), b = three.variables.at(0);
  CHECK(a.type == Type::int32);
  CHECK(b.type == Type::int64);
  for (const auto& v : {a, b}) {
    CHECK(v.is_enumeration());
    CHECK(v.items == std::vector<std::int64_t>{1, 4});
    CHECK(same(v.start_values, {Value(std::int64_t{4})}));
    CHECK(v.variability == "fixed");
  }
  CHECK(two.types.at("Mode").is_enumeration());
  CHECK(three.types.at("Mode").is_enumeration());
}

TEST_CASE("an enumeration of FMI 3.0 can be an array") {
  const auto v = fmu_3("1 4 4", R"(<Dimension start="3"/>)").description().variables.at(0);
  CHECK(v.elements == 3);
  CHECK(to_text(v.start_values) == "1 4 4");
}

TEST_CASE("a start value that is no item is found") {
  CHECK(fmu_2("4").finding("P26").empty());
  CHECK(fmu_3("4").finding("P26").empty());
  CHECK_THAT(fmu_2("2").finding("P26"), Contains("mode: start 2 is no item of Mode"));
  CHECK_THAT(fmu_3("2").finding("P26"), Contains("mode: start 2 is no item of Mode"));
}

TEST_CASE("an enumeration whose type has no items, or items twice, is found") {
  const std::string real = R"(<SimpleType name="Mode"><Real/></SimpleType>)";
  const std::string twice =
      R"(<SimpleType name="Mode"><Enumeration><Item name="off" value="1"/><Item name="off" value="1"/></Enumeration></SimpleType>)";
  CHECK_THAT(fmu_2("1", real).finding("P26"), Contains("\"Mode\" is no enumeration with items"));
  CHECK_THAT(fmu_2("1", "").finding("P26"), Contains("\"Mode\" is no enumeration with items"));
  CHECK_THAT(fmu_2("1", twice).finding("P26"),
             Contains("\"off\" of Mode occurs twice") && Contains("share the value 1"));
}

TEST_CASE("an enumeration among the inputs is found") {
  CHECK(fmu_2("4").finding("X35").empty());
  CHECK_THAT(fmu_2("4", type_2, "input").finding("X35"), Contains("mode (input) is an enumeration"));
}
