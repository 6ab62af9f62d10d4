#include <map>

#include "description_reader.hpp"

namespace conformance::reader {

namespace {

const std::map<std::string, Type> types = {
    {"Float32", Type::float32}, {"Float64", Type::float64}, {"Int8", Type::int8},        {"UInt8", Type::uint8},
    {"Int16", Type::int16},     {"UInt16", Type::uint16},   {"Int32", Type::int32},      {"UInt32", Type::uint32},
    {"Int64", Type::int64},     {"UInt64", Type::uint64},   {"Boolean", Type::boolean},  {"String", Type::string},
    {"Binary", Type::binary},   {"Clock", Type::clock},     {"Enumeration", Type::int64}};

void read_start(const pugi::xml_node& node, Variable& v) {
  if (const auto start = node.attribute("start")) {
    v.start = start.as_string();
    parse_start(v, v.type == Type::string ? std::vector{*v.start} : words(*v.start));
  }
  std::vector<std::string> elements;  // strings and binaries list their elements as children
  for (const auto& child : node.children("Start")) elements.push_back(text_attribute(child, "value"));
  if (elements.empty()) return;
  v.start = elements.front();
  parse_start(v, elements);
}

Variable read_variable(const pugi::xml_node& node, Type type) {
  Variable v;
  v.name = text_attribute(node, "name");
  v.description = text_attribute(node, "description");
  v.reference = node.attribute("valueReference").as_uint();
  v.element = node.name();
  v.type = type;
  v.causality = text_attribute(node, "causality");
  v.variability = text_attribute(node, "variability");
  v.initial = text_attribute(node, "initial");
  v.initial_written = node.attribute("initial");
  v.declared_type = text_attribute(node, "declaredType");
  v.unit = text_attribute(node, "unit");
  v.display_unit = text_attribute(node, "displayUnit");
  v.min = number_attribute(node, "min");
  v.max = number_attribute(node, "max");
  v.nominal = number_attribute(node, "nominal");
  v.reinit = node.attribute("reinit").as_bool();
  v.intermediate_update = node.attribute("intermediateUpdate").as_bool();
  v.clocked = node.attribute("clocks");
  if (const auto derivative = node.attribute("derivative")) v.derivative_of = derivative.as_uint();
  for (const auto& dimension : node.children("Dimension")) {
    v.fixed_dimensions.push_back(dimension.attribute("start").as_ullong());
    const auto from = dimension.attribute("valueReference");
    v.size_from.push_back(from ? std::optional<ValueReference>(from.as_uint()) : std::nullopt);
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

Variable alias_of(const Variable& v, const pugi::xml_node& node) {
  Variable alias = v;
  alias.name = text_attribute(node, "name");
  alias.alias = true;
  if (node.attribute("description")) alias.description = text_attribute(node, "description");
  if (node.attribute("displayUnit")) alias.display_unit = text_attribute(node, "displayUnit");
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

void read_variables_3(const pugi::xml_node& root, Description& d) {
  std::vector<pugi::xml_node> nodes;
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

void read_structure_3(const pugi::xml_node& root, Description& d) {
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
    u.reference = node.attribute("valueReference").as_uint();
    const auto* variable = d.find(u.reference);
    u.resolved = variable;
    if (variable) u.position = static_cast<std::size_t>(variable - d.variables.data());
    if (const auto dependencies = node.attribute("dependencies"))
      u.dependencies = resolve(dependencies.as_string(), d, u);
    u.kinds_written = node.attribute("dependenciesKind");
    u.kinds = words(text_attribute(node, "dependenciesKind"));
    d.unknowns.push_back(u);
  }
}

}  // namespace conformance::reader
