#include "reeve/lines.hpp"

namespace reeve::cli {
namespace {

using description::Node;
using description::Table;

const Node* entry(const Node& node, const std::string& key) {
  const auto* table = std::get_if<Table>(&node.value);
  if (!table) return nullptr;
  const auto found = table->find(key);
  return found == table->end() ? nullptr : &found->second;
}

/// A value by its dotted name, which may be one key or nested tables.
const Node* nested(const Node& node, const std::string& name) {
  if (const Node* whole = entry(node, name)) return whole;
  const auto dot = name.find('.');
  const Node* inside = dot == std::string::npos ? nullptr : entry(node, name.substr(0, dot));
  return inside ? nested(*inside, name.substr(dot + 1)) : nullptr;
}

/// The key of an item in a list of tables, or the item itself if it does not give the key.
const Node* in_items(const Node& list, const std::string& item, const std::string& key) {
  const auto* items = std::get_if<description::List>(&list.value);
  if (!items) return nullptr;
  for (const Node& node : *items) {
    const Node* name = entry(node, "name");
    const auto* text = name ? std::get_if<std::string>(&name->value) : nullptr;
    if (!text || *text != item) continue;
    const Node* value = entry(node, key);
    return value ? value : &node;
  }
  return nullptr;
}

}  // namespace

int line_of_variable(const Node& description, const std::string& variable) {
  if (const Node* start = entry(description, "start")) {
    if (const Node* value = nested(*start, variable)) return value->line;
  }
  if (const Node* value = nested(description, variable)) return value->line;
  const auto dot = variable.find('.');
  if (dot == std::string::npos) return 0;
  for (const auto& [key, node] : std::get<Table>(description.value)) {
    if (const Node* value = in_items(node, variable.substr(0, dot), variable.substr(dot + 1))) return value->line;
  }
  return 0;
}

}  // namespace reeve::cli
