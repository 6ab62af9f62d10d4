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

Variable read_variable(const xml::Node& node) {
  Variable v;
  xml::Node body;
  for (const char* name : {"Real", "Integer", "Boolean", "String", "Enumeration"})
    if (!body) body = node.child(name);
  v.name = node.text("name");
  v.description = node.text("description");
  v.reference = static_cast<ValueReference>(node.whole("valueReference"));
  v.element = body.name();
  v.type = type_of(v.element);
  v.causality = node.text("causality");
  v.variability = node.text("variability");
  v.initial = node.text("initial");
  v.initial_written = node.has("initial");
  v.declared_type = body.text("declaredType");
  v.unit = body.text("unit");
  v.display_unit = body.text("displayUnit");
  v.min = body.number("min");
  v.max = body.number("max");
  v.nominal = body.number("nominal");
  v.reinit = body.flag("reinit");
  if (body.has("derivative")) v.derivative_of = static_cast<ValueReference>(body.whole("derivative"));
  fill_defaults(v);
  if (body.has("start")) {
    v.start = body.text("start");
    parse_start(v, {*v.start});
  }
  return v;
}

void read_unknowns(const xml::Node& list, const char* name, Description& d) {
  for (const auto& node : list.children("Unknown")) {
    Unknown u;
    u.list = name;
    const auto index = static_cast<ValueReference>(node.whole("index"));
    u.resolved = index >= 1 && index <= d.variables.size();
    if (u.resolved) {
      u.position = index - 1;
      u.reference = d.variables[u.position].reference;
    }
    if (node.has("dependencies")) {
      u.dependencies.emplace();
      for (const auto& word : words(node.text("dependencies"))) {
        const auto parsed = parse_value(Type::uint32, word);
        const auto k = parsed ? std::get<std::uint64_t>(*parsed) : 0;
        if (k >= 1 && k <= d.variables.size())
          u.dependencies->push_back(d.variables[k - 1].reference);
        else
          u.unresolved.push_back(word);
      }
    }
    u.kinds_written = node.has("dependenciesKind");
    u.kinds = words(node.text("dependenciesKind"));
    d.unknowns.push_back(u);
  }
}

}  // namespace

void read_variables_2(const xml::Node& root, Description& d) {
  std::set<std::pair<Type, ValueReference>> seen;
  for (const auto& node : root.children("ScalarVariable")) {
    d.variables.push_back(read_variable(node));
    auto& v = d.variables.back();
    v.alias = !seen.insert({v.type, v.reference}).second;
  }
}

void read_structure_2(const xml::Node& root, Description& d) {
  read_unknowns(root.child("Outputs"), "Output", d);
  read_unknowns(root.child("Derivatives"), "Derivative", d);
  read_unknowns(root.child("InitialUnknowns"), "InitialUnknown", d);
}

}  // namespace conformance::reader
