/// reeve schema: every key of a description as JSON Schema, for editors that complete and check TOML.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "fmi/export/model_description.hpp"
#include "fmus/registry.hpp"
#include "reeve/catalogue.hpp"
#include "reeve/commands.hpp"

namespace reeve::cli {
namespace {

using description::Key;
using Json = nlohmann::ordered_json;
using Type = description::Key::Type;

constexpr const char* kDraft = "http://json-schema.org/draft-07/schema#";

Json object_of(const description::Schema& keys);

/// Bounds of a number; whole ones are written as such.
void add_bounds(Json& json, const Key& key) {
  const auto number = [](double bound) -> Json {
    return bound == std::floor(bound) && std::abs(bound) < 1e15 ? Json(static_cast<std::int64_t>(bound)) : Json(bound);
  };
  if (std::isfinite(key.min)) json[key.above_min ? "exclusiveMinimum" : "minimum"] = number(key.min);
  if (std::isfinite(key.max)) json["maximum"] = number(key.max);
}

Json typed(const Key& key) {
  switch (key.type) {
    case Type::text:
      return {{"type", "string"}};
    case Type::identifier:
      return {{"type", "string"}, {"pattern", "^[A-Za-z_][A-Za-z0-9_]{0,63}$"}};
    case Type::number:
      return {{"type", "number"}};
    case Type::integer:
      return {{"type", "integer"}};
    case Type::flag:
      return {{"type", "boolean"}};
    case Type::texts:
      return {{"type", "array"}, {"items", {{"type", "string"}}}};
    case Type::table:
      return object_of(key.keys);
    case Type::tables:
      return {{"type", "array"}, {"items", object_of(key.keys)}};
    case Type::start_values:  // numbers, true or false, lists of them, or tables of them
      return {{"type", "object"},
              {"additionalProperties", {{"type", Json::array({"number", "boolean", "array", "object"})}}}};
  }
  throw std::logic_error("a type of key without a schema");
}

/// The default as a value where it is one, otherwise in words.
void add_default(Json& json, const Key& key) {
  if (key.otherwise.empty()) return;
  const Json value = Json::parse(key.otherwise, nullptr, false);
  if (value.is_discarded())
    json["x-default"] = key.otherwise;
  else
    json["default"] = value;
}

void add_words(Json& json, const Key& key) {
  std::string words = key.meaning;
  if (key.enumeration) words += ": " + key.enumeration->text();
  if (!key.unit.empty()) words += " [" + std::string(key.unit) + "]";
  json["description"] = words;
  if (!key.unit.empty()) json["x-unit"] = key.unit;
}

Json property(const Key& key) {
  Json json = typed(key);
  add_words(json, key);
  json["x-since"] = key.since;
  if (!key.choices.empty()) json["enum"] = key.choices;
  if (key.type == Type::number || key.type == Type::integer) add_bounds(json, key);
  if (json["type"] == "array") {
    if (key.fewest > 0) json["minItems"] = key.fewest;
    json["maxItems"] = key.most;
  }
  add_default(json, key);
  return json;
}

/// One table: its keys, those that must be there, and those that stand in each other's place.
Json object_of(const description::Schema& keys) {
  Json json = {{"type", "object"}, {"additionalProperties", false}, {"properties", Json::object()}};
  Json required = Json::array(), all = Json::array();
  const auto has = [](const std::string& name) { return Json{{"required", Json::array({name})}}; };
  for (const Key& key : keys) {
    json["properties"][key.name] = property(key);
    if (key.required && key.instead.empty()) required.push_back(key.name);
    if (key.required && !key.instead.empty()) {
      Json any = Json::array({has(key.name)});
      for (const auto& other : key.instead) any.push_back(has(other));
      all.push_back({{"anyOf", any}});
    }
    for (const auto& other : key.excludes) all.push_back({{"not", {{"required", Json::array({key.name, other})}}}});
  }
  if (!required.empty()) json["required"] = required;
  if (!all.empty()) json["allOf"] = all;
  return json;
}

/// Names of bodies, ropes, nips and the like.
void collect_names(const description::Node& node, std::vector<std::string>& names) {
  if (const auto* list = std::get_if<description::List>(&node.value)) {
    for (const auto& item : *list) collect_names(item, names);
  } else if (const auto* table = std::get_if<description::Table>(&node.value)) {
    if (const auto name = table->find("name"); name != table->end())
      names.push_back(std::get<std::string>(name->second.value));
  }
}

/// The shipped description that shows a model best: the one of its own name, or the first.
std::string showcase_of(const fmi::ModelKind& kind) {
  std::string first;
  for (const auto& [name, path] : shipped_descriptions()) {
    if (name == kind.name) return name;
    const auto node = description::parse(read_file(path), path.string());
    if (first.empty() && description::Reader(node, name).text("model") == kind.name) first = name;
  }
  return first;
}

Json start_value(fmi::Model& model, std::size_t row) {
  const fmi::Variable& v = model.table().rows()[row];
  constexpr const char* kTypes[] = {"number", "integer", "boolean", "integer"};
  Json json = {{"type", kTypes[static_cast<int>(v.type)]}};
  if (v.is_array) json["type"] = Json::array({kTypes[static_cast<int>(v.type)], "array"});
  Key key;
  key.meaning = v.description;
  key.enumeration = v.choices;
  if (v.unit->name != "1") key.unit = v.unit->name;
  add_words(json, key);
  key.min = v.min, key.max = v.max, key.above_min = v.above_min;
  if (v.type != fmi::Type::boolean && !v.is_array) add_bounds(json, key);
  json["x-start"] = fmi::start_text(model.storage(row), 0, v.is_array ? 1 : v.elements);
  return json;
}

/// Start values that every description of the model has, with those of its showcase.
void add_start_values(Json& start, const fmi::ModelKind& kind) {
  const std::string showcase = showcase_of(kind);
  if (showcase.empty()) return;
  const LoadedModel loaded = load(showcase, {});
  std::vector<std::string> items;
  for (const auto& [key, node] : std::get<description::Table>(loaded.description.value)) {
    if (std::holds_alternative<description::List>(node.value)) collect_names(node, items);
  }
  const auto is_of_item = [&](const std::string& name) {
    return std::any_of(items.begin(), items.end(), [&](const std::string& item) {
      return name.starts_with(item + ".") || name.starts_with(item + "_");
    });
  };
  start["x-showcase"] = showcase;
  const auto& rows = loaded.model->table().rows();
  for (std::size_t row = 1; row < rows.size(); ++row) {
    if (rows[row].is_settable() && !is_of_item(rows[row].name))
      start["properties"][rows[row].name] = start_value(*loaded.model, row);
  }
}

Json schema_of(const fmi::ModelKind& kind) {
  Json json = object_of(kind.schema());
  json["title"] = "Reeve: description of model " + std::string(kind.name);
  add_start_values(json["properties"]["start"], kind);
  return json;
}

/// Any model: the key `model` says which.
Json schema_of_all() {
  Json names = Json::array(), definitions = Json::object(), cases = Json::array();
  for (const fmi::ModelKind* kind : fmus::all_kinds()) {
    names.push_back(kind->name);
    definitions[std::string(kind->name)] = schema_of(*kind);
    cases.push_back({{"if", {{"properties", {{"model", {{"const", kind->name}}}}}}},
                     {"then", {{"$ref", "#/definitions/" + std::string(kind->name)}}}});
  }
  return {{"$schema", kDraft},
          {"title", "Reeve: description of any model"},
          {"type", "object"},
          {"required", {"model"}},
          {"properties", {{"model", {{"enum", names}, {"description", "Which library makes the FMU"}}}}},
          {"allOf", cases},
          {"definitions", definitions}};
}

void print_schema(const std::string& model) {
  if (model.empty()) {
    std::printf("%s\n", schema_of_all().dump(1).c_str());
    return;
  }
  Json json = {{"$schema", kDraft}};
  json.update(schema_of(kind_named(model)));
  std::printf("%s\n", json.dump(1).c_str());
}

}  // namespace

void add_schema(CLI::App& app) {
  auto* command = app.add_subcommand(
      "schema", "Print every key of a description as JSON Schema, for editors that complete and check TOML");
  auto model = std::make_shared<std::string>();
  command->add_option("model", *model,
                      "Library as `model` in a description, such as Reeving; default: all, told apart by that key");
  command->callback([model] { print_schema(*model); });
}

}  // namespace reeve::cli
