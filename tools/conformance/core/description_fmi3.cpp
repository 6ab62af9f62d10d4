#include <map>

#include "description_reader.hpp"

namespace conformance::reader {

namespace {

const std::map<std::string, Type> types = {
    {"Float32", Type::float32}, {"Float64", Type::float64}, {"Int8", Type::int8},        {"UInt8", Type::uint8},
    {"Int16", Type::int16},     {"UInt16", Type::uint16},   {"Int32", Type::int32},      {"UInt32", Type::uint32},
    {"Int64", Type::int64},     {"UInt64", Type::uint64},   {"Boolean", Type::boolean},  {"String", Type::string},
    {"Binary", Type::binary},   {"Clock", Type::clock},     {"Enumeration", Type::int64}};

void read_start(const xml::Node& node, Variable& v) {
  if (node.has("start")) {
    v.start = node.text("start");
    parse_start(v, v.type == Type::string ? std::vector{*v.start} : words(*v.start));
  }
  std::vector<std::string> elements;  // strings and binaries list their elements as children
  for (const auto& child : node.children("Start")) elements.push_back(child.text("value"));
  if (elements.empty()) return;
  v.start = elements.front();
  parse_start(v, elements);
}

Variable read_variable(const xml::Node& node, Type type) {
  Variable v;
  v.name = node.text("name");
  v.description = node.text("description");
  v.reference = static_cast<ValueReference>(node.whole("valueReference"));
  v.element = node.name();
  v.type = type;
  v.causality = node.text("causality");
  v.variability = node.text("variability");
  v.initial = node.text("initial");
  v.initial_written = node.has("initial");
  v.declared_type = node.text("declaredType");
  v.unit = node.text("unit");
  v.display_unit = node.text("displayUnit");
  v.min = node.number("min");
  v.max = node.number("max");
  v.nominal = node.number("nominal");
  v.reinit = node.flag("reinit");
  v.intermediate_update = node.flag("intermediateUpdate");
  v.clocked = node.has("clocks");
  if (node.has("derivative")) v.derivative_of = static_cast<ValueReference>(node.whole("derivative"));
  for (const auto& dimension : node.children("Dimension")) {
    v.fixed_dimensions.push_back(static_cast<std::size_t>(dimension.whole("start")));
    const auto from = static_cast<ValueReference>(dimension.whole("valueReference"));
    v.size_from.push_back(dimension.has("valueReference") ? std::optional(from) : std::nullopt);
  }
  fill_defaults(v);
  return v;
}

std::size_t count_elements(const Variable& v, const Description& d) {
  std::size_t product = 1;
  for (std::size_t i = 0; i < v.fixed_dimensions.size(); ++i) {
    std::size_t size = v.fixed_dimensions[i];
    if (v.size_from[i]) {
      const auto* structural = d.find(*v.size_from[i]);
      const bool known = structural && !structural->start_values.empty();
      size = known ? static_cast<std::size_t>(number(structural->start_values[0]).value_or(0)) : 0;
    }
    product *= size;
  }
  return product;
}

Variable alias_of(const Variable& v, const xml::Node& node) {
  Variable alias = v;
  alias.name = node.text("name");
  alias.alias = true;
  if (node.has("description")) alias.description = node.text("description");
  if (node.has("displayUnit")) alias.display_unit = node.text("displayUnit");
  return alias;
}

std::vector<ValueReference> resolve(const std::string& list, const Description& d, Unknown& u) {
  std::vector<ValueReference> references;
  for (const auto& word : words(list)) {
    const auto parsed = parse_value(Type::uint32, word);
    const auto reference = parsed ? static_cast<ValueReference>(std::get<std::uint64_t>(*parsed)) : 0;
    if (parsed && d.find(reference))
      references.push_back(reference);
    else
      u.unresolved.push_back(word);
  }
  return references;
}

}  // namespace

void read_variables_3(const xml::Node& root, Description& d) {
  std::vector<xml::Node> nodes;
  for (const auto& node : root.children()) {
    const auto type = types.find(node.name());
    if (type == types.end()) continue;
    d.variables.push_back(read_variable(node, type->second));
    nodes.push_back(node);
  }
  for (std::size_t i = 0; i < nodes.size(); ++i)  // scalars first: structural parameters give the sizes of arrays
    if (!d.variables[i].is_array()) read_start(nodes[i], d.variables[i]);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    auto& v = d.variables[i];
    v.elements = count_elements(v, d);
    if (v.is_array()) read_start(nodes[i], v);
  }
  for (std::size_t i = 0; i < nodes.size(); ++i)
    for (const auto& child : nodes[i].children("Alias")) d.variables.push_back(alias_of(d.variables[i], child));
}

void read_structure_3(const xml::Node& root, Description& d) {
  const std::map<std::string, std::string> lists = {{"Output", "Output"},
                                                    {"ContinuousStateDerivative", "Derivative"},
                                                    {"ClockedState", "ClockedState"},
                                                    {"InitialUnknown", "InitialUnknown"},
                                                    {"EventIndicator", "EventIndicator"}};
  for (const auto& node : root.children()) {
    const auto list = lists.find(node.name());
    if (list == lists.end()) continue;
    Unknown u;
    u.list = list->second;
    u.reference = static_cast<ValueReference>(node.whole("valueReference"));
    const auto* variable = d.find(u.reference);
    u.resolved = variable;
    if (variable) u.position = static_cast<std::size_t>(variable - d.variables.data());
    if (node.has("dependencies")) u.dependencies = resolve(node.text("dependencies"), d, u);
    u.kinds_written = node.has("dependenciesKind");
    u.kinds = words(node.text("dependenciesKind"));
    d.unknowns.push_back(u);
  }
}

}  // namespace conformance::reader
