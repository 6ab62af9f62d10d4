#include <map>

#include "description_reader.hpp"

namespace conformance::reader {

namespace {

Type type_of(const std::string& element) {
  if (element == "Integer" || element == "Enumeration") return Type::int32;
  if (element == "Boolean") return Type::boolean;
  if (element == "String") return Type::string;
  return Type::float64;
}

Variable read_variable(const pugi::xml_node& node) {
  Variable v;
  const auto body = node.find_child([](const pugi::xml_node& child) {
    const std::string name = child.name();
    return name == "Real" || name == "Integer" || name == "Boolean" || name == "String" || name == "Enumeration";
  });
  v.name = text_attribute(node, "name");
  v.description = text_attribute(node, "description");
  v.reference = node.attribute("valueReference").as_uint();
  v.element = body.name();
  v.type = type_of(v.element);
  v.causality = text_attribute(node, "causality");
  v.variability = text_attribute(node, "variability");
  v.initial = text_attribute(node, "initial");
  v.initial_written = node.attribute("initial");
  v.declared_type = text_attribute(body, "declaredType");
  v.unit = text_attribute(body, "unit");
  v.display_unit = text_attribute(body, "displayUnit");
  v.min = number_attribute(body, "min");
  v.max = number_attribute(body, "max");
  v.nominal = number_attribute(body, "nominal");
  v.reinit = body.attribute("reinit").as_bool();
  if (const auto derivative = body.attribute("derivative")) v.derivative_of = derivative.as_uint();
  fill_defaults(v);
  if (const auto start = body.attribute("start")) {
    v.start = start.as_string();
    parse_start(v, {*v.start});
  }
  return v;
}

void read_unknowns(const pugi::xml_node& list, const char* name, Description& d) {
  for (const auto& node : list.children("Unknown")) {
    Unknown u;
    u.list = name;
    const auto index = node.attribute("index").as_uint();
    u.resolved = index >= 1 && index <= d.variables.size();
    if (u.resolved) {
      u.position = index - 1;
      u.reference = d.variables[u.position].reference;
    }
    if (const auto dependencies = node.attribute("dependencies")) {
      u.dependencies.emplace();
      for (const auto& word : words(dependencies.as_string())) {
        const auto parsed = parse_value(Type::uint32, word);
        const auto k = parsed ? std::get<std::uint64_t>(*parsed) : 0;
        if (k >= 1 && k <= d.variables.size())
          u.dependencies->push_back(d.variables[k - 1].reference);
        else
          u.unresolved.push_back(word);
      }
    }
    u.kinds_written = node.attribute("dependenciesKind");
    u.kinds = words(text_attribute(node, "dependenciesKind"));
    d.unknowns.push_back(u);
  }
}

}  // namespace

void read_variables_2(const pugi::xml_node& root, Description& d) {
  std::set<std::pair<Type, ValueReference>> seen;
  for (const auto& node : root.children("ScalarVariable")) {
    d.variables.push_back(read_variable(node));
    auto& v = d.variables.back();
    v.alias = !seen.insert({v.type, v.reference}).second;
  }
}

void read_structure_2(const pugi::xml_node& root, Description& d) {
  read_unknowns(root.child("Outputs"), "Output", d);
  read_unknowns(root.child("Derivatives"), "Derivative", d);
  read_unknowns(root.child("InitialUnknowns"), "InitialUnknown", d);
}

}  // namespace conformance::reader
