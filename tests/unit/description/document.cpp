#include "description/document.hpp"

#include <catch2/catch.hpp>

using namespace reeve::description;
using Catch::Contains;

namespace {
Node parsed(const std::string& text) { return parse(text, "my.toml"); }
}  // namespace

TEST_CASE("description: values come back with their types") {
  const Node node = parsed("a = 'text'\nb = 2.5\nc = 7\nd = true\ne = ['x', 'y']\nf = [{g = 1}, {g = 2}]\n");
  const Reader reader(node, "my.toml");
  CHECK(reader.text("a") == "text");
  CHECK(reader.number("b") == 2.5);
  CHECK(reader.number("c") == 7.0);
  CHECK(reader.integer("c") == 7);
  CHECK(reader.boolean("d"));
  CHECK(reader.texts("e") == std::vector<std::string>{"x", "y"});
  REQUIRE(reader.tables("f").size() == 2);
  CHECK(reader.tables("f")[1].number("g") == 2.0);
}

TEST_CASE("description: a value of the wrong type names key and line") {
  const Node node = parsed("\n\nmass = 'heavy'\n");
  CHECK_THROWS_WITH(Reader(node, "my.toml").number("mass"), Contains("my.toml:3: mass") && Contains("finite number"));
}

TEST_CASE("description: a missing key is named") {
  const Node node = parsed("a = 1");
  CHECK_THROWS_WITH(Reader(node, "my.toml").text("name"), Contains("name: missing"));
}

TEST_CASE("description: text that is cut off, endless or hostile is refused and does not crash") {
  CHECK_THROWS_AS(parsed("a = [1, 2"), DescriptionError);
  CHECK_THROWS_AS(parsed("a = \"\\u00"), DescriptionError);
  CHECK_THROWS_AS(parsed(std::string(100000, '[')), DescriptionError);
  CHECK_THROWS_AS(parsed("a = " + std::string(100000, '{')), DescriptionError);
  CHECK_THROWS_AS(parsed(std::string(kLargestText + 1, ' ')), DescriptionError);
  CHECK_THROWS_AS(parsed(std::string("a = \"\0\"", 8)), DescriptionError);
  CHECK_THROWS_AS(parsed("\xff\xfe"), DescriptionError);
  CHECK_THROWS_AS(parsed("a = 1979-05-27"), DescriptionError);
}

TEST_CASE("description: numbers are read alike, whatever the locale and the spelling") {
  const Node a = parsed("x = 1000\ny = 0.1\n# comment\n"), b = parsed("y = 1e-1\nx = 1_000.0\n");
  CHECK(canonical(a) == canonical(b));
  CHECK(canonical(a) != canonical(parsed("x = 1000\ny = 0.11\n")));
}

TEST_CASE("description: written as TOML and read again, a description means the same") {
  const std::string text =
      "name = \"a\\\"b\\\\c\\u0007ü\"\nlist = [1, 2.5, true, ['n']]\nt = [{a = 1}]\n[start]\n\"ride.distance\" = 40\n";
  const Node node = parsed(text);
  CHECK(canonical(parse(to_toml(node), "again")) == canonical(node));
}

TEST_CASE("description: nearest finds a typing error and keeps silent about strangers") {
  CHECK(nearest("FrictionBlok", {"Elevator", "FrictionBlock"}) == "FrictionBlock");
  CHECK(nearest("x", {"Elevator", "FrictionBlock"}).empty());
}
