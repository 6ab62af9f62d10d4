/// What the table becomes: XML that is committed, tokens, start values.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "fmi/export/model_description.hpp"
#include "fmi/token.hpp"
#include "fmus/registry.hpp"
#include "support/scripted_model.hpp"

using namespace reeve;
using Catch::Contains;

namespace {

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Null if it is no description, or this build does not hold the model.
const fmi::ModelKind* find_kind(const description::Node& node) {
  const description::Reader reader(node, "test");
  if (!reader.has("model")) return nullptr;  // a catalogue
  const std::string wanted = reader.text("model");
  for (const auto* kind : fmus::all_kinds()) {
    if (kind->name == wanted) return kind;
  }
  return nullptr;
}
const fmi::ModelKind& kind_of(const description::Node& node) { return *find_kind(node); }

description::Node friction_block(const std::string& more = {}) {
  return description::parse("model = 'FrictionBlock'\nname = 'FrictionBlock'\n" + more, "test");
}

std::string token_of(const description::Node& node) {
  return fmi::token(*fmi::build_model(kind_of(node), node, "test"), node);
}

}  // namespace

TEST_CASE("model descriptions: what is committed under modelDescription/ is what the tables of the FMUs give") {
  const std::set<std::string> fmus{REEVE_FMUS};  // resources/ has examples beside them
  std::size_t compared = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(REEVE_SOURCE_DIR "/resources")) {
    if (entry.path().extension() != ".toml") continue;
    const auto node = description::parse(read(entry.path()), entry.path().string());
    if (!find_kind(node) || !fmus.count(description::Reader(node, "test").text("name"))) continue;
    const auto model = fmi::build_model(kind_of(node), node, entry.path().string());
    const std::string token = fmi::token(*model, node);
    const std::string base = REEVE_SOURCE_DIR "/modelDescription/" + model->identity().identifier;
    CAPTURE(base, "to renew: tools/update-model-descriptions");
    CHECK(fmi::fmi2_model_description(*model, token) == read(base + ".fmi2.xml"));
    CHECK(fmi::fmi3_model_description(*model, token) == read(base + ".fmi3.xml"));
    CHECK(std::filesystem::file_size(base + ".fmi2.xml") < 2'000'000);  // a file that importers read in a second
    ++compared;
  }
  CHECK(compared == fmus.size());
}

TEST_CASE("token: the same for another layout of the same description, another for another start value") {
  const std::string token = token_of(friction_block());
  CHECK(token == token_of(friction_block("\n\n# a comment\n")));
  CHECK(token != token_of(friction_block("[start]\n'block.mass' = 2\n")));
  CHECK(token.size() == 32);
}

TEST_CASE("start section: quoted names and nested tables mean the same") {
  const auto value = [](const std::string& text) {
    const auto node = friction_block(text);
    const auto model = fmi::build_model(kind_of(node), node, "test");
    return *std::get<double*>(model->storage(model->table().index_of("spring.stiffness")));
  };
  CHECK(value("[start]\n'spring.stiffness' = 7\n") == 7.0);
  CHECK(value("[start.spring]\nstiffness = 7\n") == 7.0);
}

TEST_CASE("start section: a wrong name, type or a computed variable is refused with its line") {
  const auto build = [](const std::string& text) {
    const auto node = friction_block(text);
    return fmi::build_model(kind_of(node), node, "my.toml");
  };
  CHECK_THROWS_WITH(build("[start]\n'spring.stifness' = 7\n"),
                    Contains("my.toml:4") && Contains("did you mean \"spring.stiffness\""));
  CHECK_THROWS_WITH(build("[start]\n'block.mass' = 'heavy'\n"), Contains("my.toml:4") && Contains("expected a number"));
  CHECK_THROWS_WITH(build("[start]\n'block.mass' = inf\n"), Contains("finite"));
  CHECK_THROWS_WITH(build("[start]\n'block_position' = 1\n"), Contains("computed by the model"));
  CHECK_THROWS_WITH(build("colour = 'red'\n"), Contains("my.toml:3: colour: unknown key"));
}

TEST_CASE("names that would be no C identifier are refused") {
  const auto node = description::parse("model = 'FrictionBlock'\nname = 'my block'\n", "my.toml");
  CHECK_THROWS_WITH(fmi::build_model(kind_of(node), node, "my.toml"),
                    Contains("my.toml:2: name") && Contains("C identifier"));
}

TEST_CASE("XML: an array is one Float64 with a dimension in 3.0 and three scalars in 2.0, at the same references") {
  test::ScriptedModel model;
  const std::string two = fmi::fmi2_model_description(model, "t"), three = fmi::fmi3_model_description(model, "t");
  CHECK_THAT(two, Contains("name=\"positions[1]\" valueReference=\"40\"") &&
                      Contains("name=\"positions[3]\" valueReference=\"42\""));
  CHECK_THAT(three, Contains("name=\"positions\" valueReference=\"40\"") && Contains("<Dimension start=\"3\"/>"));
}

TEST_CASE(
    "XML: a matrix has two dimensions in 3.0; in 2.0 its listed elements are scalars with both indices at their own "
    "references") {
  test::ScriptedModel model;
  const std::string two = fmi::fmi2_model_description(model, "t"), three = fmi::fmi3_model_description(model, "t");
  CHECK_THAT(two, Contains("name=\"grid[1,1]\" valueReference=\"50\"") &&
                      Contains("name=\"grid[2,2]\" valueReference=\"54\""));
  CHECK_THAT(two, !Contains("name=\"grid[1,2]\"") && !Contains("name=\"grid[2,3]\""));
  const auto grid = three.find("name=\"grid\" valueReference=\"50\"");
  REQUIRE(grid != std::string::npos);
  const auto dimensions = three.substr(grid, three.find("</Float64>", grid) - grid);
  const auto rows = dimensions.find("<Dimension start=\"2\"/>"), columns = dimensions.find("<Dimension start=\"3\"/>");
  CHECK(rows < columns);  // the last index runs fastest
  CHECK(columns != std::string::npos);
}

TEST_CASE("XML: text is escaped") { CHECK(fmi::escaped("a<b & \"c\">") == "a&lt;b &amp; &quot;c&quot;&gt;"); }

TEST_CASE("table: a variable declared against the rules is refused with its name") {
  const auto finish = [](auto change) {
    fmi::VariableTable table;
    fmi::Variable v;
    v.reference = 1;
    v.name = "mass";
    v.description = "Mass";
    v.causality = fmi::Causality::parameter;
    v.variability = fmi::Variability::fixed;
    change(v);
    table.add(v);
    table.finish();
  };
  CHECK_NOTHROW(finish([](fmi::Variable&) {}));
  CHECK_THROWS_WITH(finish([](fmi::Variable& v) { v.description.clear(); }), Contains("mass"));
  CHECK_THROWS_WITH(finish([](fmi::Variable& v) { v.reference = 0; }), Contains("value reference"));
  CHECK_THROWS_WITH(finish([](fmi::Variable& v) {
                      v.name = "time";
                      v.reference = 2;
                    }),
                    Contains("declared twice"));
  CHECK_THROWS_WITH(finish([](fmi::Variable& v) { v.variability = fmi::Variability::continuous; }),
                    Contains("fixed or tunable"));
  CHECK_THROWS_WITH(finish([](fmi::Variable& v) { v.depends = {"nothing"}; }), Contains("no input"));
  const auto array = [](fmi::Variable& v) { v.is_array = true, v.elements = 6, v.shape = {2, 3}; };
  CHECK_NOTHROW(finish([&](fmi::Variable& v) { array(v); }));
  CHECK_THROWS_WITH(finish([&](fmi::Variable& v) { array(v), v.shape = {2, 2}; }), Contains("shape"));
  CHECK_THROWS_WITH(finish([&](fmi::Variable& v) { array(v), v.listed = {1, 6}; }), Contains("out of range"));
  CHECK_THROWS_WITH(finish([&](fmi::Variable& v) { array(v), v.listed = {2, 1}; }), Contains("out of order"));
}
