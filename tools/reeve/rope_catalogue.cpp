#include "reeve/rope_catalogue.hpp"

#include <algorithm>
#include <charconv>

#include "description/keys.hpp"
#include "math/text.hpp"
#include "reeve/catalogue.hpp"

namespace reeve::cli {
namespace {

using description::Keys;
using description::Node;
using description::Reader;

void uncertainty_keys(RopeClass::Uncertainty& u, Keys& keys) {
  keys.number("mass", u.mass, "", "Of the mass per metre, relative").range(0, 1).required();
  keys.number("stiffness", u.stiffness, "", "Of the axial stiffness, relative").range(0, 1).required();
}

void class_keys(RopeClass& rope, Keys& keys) {
  keys.texts("types", rope.types, "Names of its constructions").entries(1, 20).required();
  keys.number("W", rope.W, "", "Factor of the mass").positive().required();
  keys.number("C", rope.C, "", "Factor of the metallic cross-section").positive().required();
  keys.number("K", rope.K, "", "Factor of the minimum breaking force").positive().required();
  keys.number("E", rope.E, "Pa", "Modulus of the rope").positive().required();
  keys.number("grade", rope.grade, "N/mm2", "Usual rope grade").positive().required();
  keys.text("source", rope.source, "Where the factors were read").required();
  keys.text("modulus", rope.modulus, "Where the modulus comes from").required();
  keys.table("uncertainty", rope.uncertainty, &uncertainty_keys, "How far a rope may be off").required();
}

void catalogue_keys(std::vector<RopeClass>& ropes, Keys& keys) {
  keys.tables("rope", ropes, &class_keys, "Classes of ropes").required();
}

const RopeClass& class_named(const std::vector<RopeClass>& catalogue, const Reader& rope) {
  const std::string wanted = rope.text("type");
  std::vector<std::string> names;
  for (const RopeClass& one : catalogue) {
    if (std::find(one.types.begin(), one.types.end(), wanted) != one.types.end()) return one;
    names.insert(names.end(), one.types.begin(), one.types.end());
  }
  const std::string near = description::nearest(wanted, names);
  std::string all;
  for (const auto& name : names) all += (all.empty() ? "" : ", ") + name;
  rope.fail("type", "\"" + wanted + "\" is not in the catalogue; " +
                        (near.empty() ? "there are " + all : "did you mean \"" + near + "\"?") +
                        " Other ropes are described by EA and density");
}

/// Nine digits: the same on every machine.
double shortened(double number) {
  const std::string digits = math::text(number, 9);
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

}  // namespace

std::vector<RopeClass> read_rope_catalogue(const std::filesystem::path& file) {
  const Node node = description::parse(read_file(file), file.string());
  std::vector<RopeClass> ropes;
  Keys::of(ropes, &catalogue_keys).read(Reader(node, file.string()));
  return ropes;
}

bool resolve_ropes(Node& description, const std::string& origin) {
  auto& root = std::get<description::Table>(description.value);
  const auto ropes = root.find("rope");
  auto* const list = ropes == root.end() ? nullptr : std::get_if<description::List>(&ropes->second.value);
  if (!list) return false;
  std::vector<RopeClass> catalogue;
  for (std::size_t i = 0; i < list->size(); ++i) {
    auto* const table = std::get_if<description::Table>(&(*list)[i].value);
    if (!table || !table->count("type")) continue;
    if (catalogue.empty()) catalogue = read_rope_catalogue(home() / "resources/catalogue/ropes.toml");
    const Reader rope((*list)[i], origin, "rope[" + std::to_string(i + 1) + "]");
    const RopeClass& known = class_named(catalogue, rope);
    const double d = rope.number("diameter"), grade = rope.has("grade") ? rope.number("grade") : known.grade;
    const double count = rope.has("count") ? rope.number("count") : 1;
    const int line = rope.find("type")->line;
    table->try_emplace("EA", Node{shortened(count * known.EA(d)), line});
    table->try_emplace("density", Node{shortened(count * known.density(d)), line});
    table->try_emplace("breaking_load", Node{shortened(count * known.breaking_load(d, grade)), line});
  }
  return !catalogue.empty();
}

}  // namespace reeve::cli
