#include "fmi/model.hpp"

#include "variables/ranges.hpp"

namespace reeve::fmi {
namespace {

using description::Node;

[[noreturn]] void fail(const std::string& origin, int line, const std::string& name, const std::string& reason) {
  throw description::DescriptionError(origin + ":" + std::to_string(line) + ": start." + name + ": " + reason);
}

/// Writes one start value; arrays take a list or one value for all elements.
void write_start(Model& model, std::size_t row, const std::string& name, const Node& node, const std::string& origin) {
  const Variable& v = model.table().rows()[row];
  const auto* list = std::get_if<description::List>(&node.value);
  if (list && list->size() != v.elements) {
    fail(origin, node.line, name,
         "expected " + std::to_string(v.elements) + " values, found " + std::to_string(list->size()));
  }
  const auto write = [&](std::size_t e, const Node& item) {
    const auto* real = std::get_if<double>(&item.value);
    const auto* whole = std::get_if<std::int64_t>(&item.value);
    const auto* flag = std::get_if<bool>(&item.value);
    const Storage storage = model.storage(row);
    if (auto* const* to = std::get_if<double*>(&storage); to && (real || whole)) {
      (*to)[e] = real ? *real : static_cast<double>(*whole);
      if (!((*to)[e] - (*to)[e] == 0)) fail(origin, item.line, name, "expected a finite number");
    } else if (auto* const* count = std::get_if<int*>(&storage); count && whole && *whole == static_cast<int>(*whole)) {
      (*count)[e] = static_cast<int>(*whole);
    } else if (auto* const* choice = std::get_if<bool*>(&storage); choice && flag) {
      (*choice)[e] = *flag;
    } else {
      constexpr const char* kExpected[] = {"expected a number", "expected a whole number", "expected true or false",
                                           "expected the number of a choice"};
      fail(origin, item.line, name, kExpected[static_cast<int>(v.type)]);
    }
  };
  for (std::size_t e = 0; e < v.elements; ++e) write(e, list ? (*list)[e] : node);
  std::vector<std::string> findings;
  variables::check_range(v, model.storage(row), findings);
  if (findings.empty()) return;
  const std::string said = name + " = ";  // the message begins with the name already
  const std::string words = variables::joined(findings);
  fail(origin, node.line, name, words.starts_with(said) ? words.substr(said.size()) : words);
}

/// [start] holds "ride.distance" = 40 or nested tables with the same meaning.
void apply_start(Model& model, const Node& node, const std::string& prefix, const std::string& origin) {
  for (const auto& [key, item] : std::get<description::Table>(node.value)) {
    const std::string name = prefix.empty() ? key : prefix + "." + key;
    if (std::holds_alternative<description::Table>(item.value)) {
      apply_start(model, item, name, origin);
      continue;
    }
    std::size_t row = 0;
    try {
      row = model.table().index_of(name);
    } catch (const std::invalid_argument& unknown) {
      fail(origin, item.line, name, unknown.what());
    }
    if (!model.table().rows()[row].is_settable())
      fail(origin, item.line, name, "is computed by the model and has no start value");
    write_start(model, row, name, item, origin);
  }
}

}  // namespace

std::unique_ptr<Model> build_model(const ModelKind& kind, const Node& description, const std::string& origin) {
  const description::Reader reader(description, origin);
  const std::string wanted = reader.text("model");
  if (wanted != kind.name) {
    reader.fail("model", "\"" + wanted + "\" needs another library: this one holds \"" + std::string(kind.name) + "\"");
  }
  auto model = kind.build(reader);
  if (const Node* start = reader.find("start")) apply_start(*model, *start, "", origin);
  model->seal();
  return model;
}

}  // namespace reeve::fmi
