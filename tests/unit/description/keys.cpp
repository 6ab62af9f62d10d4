// Keys are declared once: what a table is checked against is what the schema says.
#include "description/keys.hpp"

#include <catch2/catch.hpp>

using namespace reeve::description;
using Catch::Contains;

namespace {

struct Wheel {
  std::string name, on;
  double radius{}, height{};
  std::optional<double> wrap;
};
enum class Colour { red, green };
struct Machine {
  std::vector<Wheel> wheel;
  std::vector<std::string> sides;
  Colour colour{Colour::green};
  int turns{3};
  bool open{};
};

void wheel_keys(Wheel& wheel, Keys& keys) {
  keys.identifier("name", wheel.name, "Begins its names").required();
  keys.number("radius", wheel.radius, "m", "Radius").positive().required();
  keys.identifier("on", wheel.on, "Body it sits on").excludes({"height"});
  keys.number("height", wheel.height, "m", "Height").required_unless({"on"});
  keys.number("wrap", wheel.wrap, "deg", "Wrap").range(1, 360);
  keys.then([&wheel](const Reader& item) {
    if (wheel.wrap && wheel.radius > 10) item.fail("wrap", "no wrap on large wheels");
  });
}

void machine_keys(Machine& machine, Keys& keys) {
  keys.tables("wheel", machine.wheel, &wheel_keys, "Wheels").entries(0, 2);
  keys.texts("sides", machine.sides, "Sides").entries(1, 2);
  keys.choice<Colour>("colour", machine.colour, {{"red", Colour::red}, {"green", Colour::green}}, "Colour");
  keys.integer("turns", machine.turns, "Turns").range(1, 5);
  keys.flag("open", machine.open, "Open");
}

Machine read(const std::string& text) {
  const Node node = parse(text, "my.toml");
  Machine machine;
  Keys::of(machine, &machine_keys).read(Reader(node, "my.toml"));
  return machine;
}

}  // namespace

TEST_CASE("keys: what a table gives goes to its places, the rest keeps its default") {
  const Machine m =
      read("wheel = [{name = 'a', radius = 2, height = 1, wrap = 90}]\nsides = ['x']\ncolour = 'red'\nopen = true\n");
  REQUIRE(m.wheel.size() == 1);
  CHECK(m.wheel[0].name == "a");
  CHECK(m.wheel[0].radius == 2);
  CHECK(m.wheel[0].wrap == 90.0);
  CHECK(m.sides == std::vector<std::string>{"x"});
  CHECK(m.colour == Colour::red);
  CHECK(m.turns == 3);
  CHECK(m.open);
}

TEST_CASE("keys: a misspelt key is named before the key that it makes missing") {
  CHECK_THROWS_WITH(read("wheel = [\n{name = 'a', radus = 2, height = 1}]\n"),
                    Contains("my.toml:2: wheel[1].radus: unknown key") && Contains("did you mean \"radius\""));
  CHECK_THROWS_WITH(read("flavour = 1\n"), Contains("unknown key") && Contains("known are wheel, sides"));
}

TEST_CASE("keys: a value out of its range is refused with key, line, value, unit and range") {
  CHECK_THROWS_WITH(read("wheel = [\n{name = 'a', radius = -2, height = 1}]\n"),
                    "my.toml:2: wheel[1].radius: -2 m: expected greater than 0 m (Radius)");
  CHECK_THROWS_WITH(read("turns = 9\n"), "my.toml:1: turns: 9: expected at least 1 and at most 5 (Turns)");
  CHECK_THROWS_WITH(read("turns = 2.5\n"), Contains("whole number"));
  CHECK_THROWS_WITH(read("colour = 'blue'\n"), "my.toml:1: colour: \"blue\": expected \"red\" or \"green\"");
  CHECK_THROWS_WITH(read("sides = []\n"), Contains("0 entries: expected 1 to 2"));
  CHECK_THROWS_WITH(read("wheel = 3\n"), Contains("list of tables"));
}

TEST_CASE("keys: what is missing, what stands beside what it excludes, and checks of a whole table are told") {
  CHECK_THROWS_WITH(read("wheel = [{name = 'a', height = 1}]\n"),
                    Contains("wheel[1].radius: missing: give radius [m]"));
  CHECK_THROWS_WITH(read("wheel = [{name = 'a', radius = 1}]\n"), Contains("height: missing: give height [m], or on"));
  CHECK_NOTHROW(read("wheel = [{name = 'a', radius = 1, on = 'car'}]\n"));
  CHECK_THROWS_WITH(read("wheel = [{name = 'a', radius = 1, on = 'car', height = 2}]\n"),
                    Contains("stands beside height"));
  CHECK_THROWS_WITH(read("wheel = [{name = 'a', radius = 11, on = 'car', wrap = 2}]\n"), Contains("large wheels"));
}

TEST_CASE("keys: the schema says of each key what the reader checks") {
  const Schema schema = Keys::schema_of(&machine_keys);
  REQUIRE(schema.size() == 5);
  CHECK(schema[0].most == 2);
  const Schema& wheel = schema[0].keys;
  REQUIRE(wheel.size() == 5);
  CHECK((wheel[1].required && wheel[1].above_min && wheel[1].min == 0 && wheel[1].unit == "m"));
  CHECK(wheel[3].instead == std::vector<std::string>{"on"});
  CHECK(schema[2].choices == std::vector<std::string>{"red", "green"});
  CHECK(schema[2].otherwise == "\"green\"");
  CHECK(schema[3].otherwise == "3");
}
