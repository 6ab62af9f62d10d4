#include "description.hpp"

#include <sstream>
#include <stdexcept>

#include "description_reader.hpp"
#include "text.hpp"

namespace conformance {

namespace reader {

std::string text_attribute(const pugi::xml_node& node, const char* attribute) {
  return node.attribute(attribute).as_string();
}

std::optional<double> number_attribute(const pugi::xml_node& node, const char* attribute) {
  const auto found = node.attribute(attribute);
  if (!found) return std::nullopt;
  const auto value = parse_value(Type::float64, found.as_string());
  return value ? number(*value) : std::nullopt;
}

std::vector<std::string> words(const std::string& list) {
  std::istringstream in(list);
  std::vector<std::string> out;
  for (std::string word; in >> word;) out.push_back(word);
  return out;
}

void fill_defaults(Variable& v) {
  if (v.causality.empty()) v.causality = "local";
  if (v.variability.empty()) {
    const bool parameter =
        v.causality == "parameter" || v.causality == "calculatedParameter" || v.causality == "structuralParameter";
    v.variability = parameter ? "fixed" : is_float(v.type) ? "continuous" : "discrete";
  }
  if (!v.initial.empty() || v.causality == "independent" || v.type == Type::clock) return;
  const bool exact = v.variability == "constant" || v.causality == "input" || v.causality == "parameter" ||
                     v.causality == "structuralParameter";
  v.initial = exact ? "exact" : "calculated";
}

void parse_start(Variable& v, const std::vector<std::string>& elements) {
  v.start_values.clear();
  for (const auto& element : elements) {
    const auto value = parse_value(v.type, element);
    if (!value) return v.start_values.clear();
    v.start_values.push_back(*value);
  }
  if (v.start_values.size() == 1 && v.elements > 1) v.start_values.resize(v.elements, v.start_values.front());
}

namespace {

Unit read_unit(const pugi::xml_node& node) {
  Unit unit;
  unit.name = text_attribute(node, "name");
  unit.has_base = node.child("BaseUnit");
  for (const auto& display : node.children("DisplayUnit"))
    unit.display_units.push_back({text_attribute(display, "name"), number_attribute(display, "factor").value_or(1),
                                  number_attribute(display, "offset").value_or(0),
                                  display.attribute("inverse").as_bool()});
  return unit;
}

void read_types(const pugi::xml_node& definitions, Description& d) {
  for (const auto& node : definitions.children()) {
    const auto body = d.version == 2 ? node.first_child() : node;  // FMI 2.0 wraps the type in <SimpleType>
    TypeDefinition type{body.name(), text_attribute(body, "unit"), text_attribute(body, "displayUnit"), {}};
    for (const auto& item : body.children("Item"))
      type.items.emplace_back(text_attribute(item, "name"), item.attribute("value").as_llong());
    d.types[text_attribute(node, "name")] = type;
  }
}

void read_head(const pugi::xml_node& root, Description& d) {
  d.fmi_version = text_attribute(root, "fmiVersion");
  d.version = d.fmi_version.starts_with("2") ? 2 : d.fmi_version.starts_with("3") ? 3 : 0;
  if (d.version == 0) throw std::runtime_error(text("fmiVersion ", in_quotes(d.fmi_version), ": expected 2.0 or 3.0"));
  d.model_name = text_attribute(root, "modelName");
  d.token = text_attribute(root, d.version == 2 ? "guid" : "instantiationToken");
  d.naming = root.attribute("variableNamingConvention").as_string("flat");
  d.generation_tool = text_attribute(root, "generationTool");
  d.generation_date = text_attribute(root, "generationDateAndTime");
  d.model_version = text_attribute(root, "version");
  d.license = text_attribute(root, "license");
  d.author = text_attribute(root, "author");
}

void read_interfaces(const pugi::xml_node& root, Description& d) {
  const auto co_simulation = root.child("CoSimulation");
  d.has_co_simulation = co_simulation;
  d.has_model_exchange = root.child("ModelExchange");
  d.identifier = text_attribute(co_simulation, "modelIdentifier");
  for (const auto& a : co_simulation.attributes()) d.flags[a.name()] = a.value();
  for (const char* other : {"ModelExchange", "ScheduledExecution"})
    for (const auto& a : root.child(other).attributes()) d.other_flags[a.name()] = a.value();
}

void read_rest(const pugi::xml_node& root, Description& d) {
  for (const auto& unit : root.child("UnitDefinitions").children("Unit")) d.units.push_back(read_unit(unit));
  read_types(root.child("TypeDefinitions"), d);
  for (const auto& category : root.child("LogCategories").children("Category"))
    d.log_categories.push_back(text_attribute(category, "name"));
  if (const auto e = root.child("DefaultExperiment"))
    d.experiment = {true, number_attribute(e, "startTime"), number_attribute(e, "stopTime"),
                    number_attribute(e, "tolerance"), number_attribute(e, "stepSize")};
}

/// A variable inherits unit and display unit from its declared type.
void inherit_from_types(Description& d) {
  for (auto& v : d.variables) {
    const auto type = d.types.find(v.declared_type);
    if (type == d.types.end()) continue;
    if (v.unit.empty()) v.unit = type->second.unit;
    if (v.display_unit.empty()) v.display_unit = type->second.display_unit;
  }
}

}  // namespace
}  // namespace reader

Description read_description(const std::filesystem::path& xml_file) {
  pugi::xml_document document;
  const auto result = document.load_file(xml_file.c_str(), pugi::parse_default, pugi::encoding_auto);
  if (!result)
    throw std::runtime_error(
        text(xml_file.filename().string(), ": ", result.description(), " at byte ", result.offset));
  const auto root = document.child("fmiModelDescription");
  if (!root) throw std::runtime_error("modelDescription.xml: no element fmiModelDescription");
  Description d;
  reader::read_head(root, d);
  reader::read_interfaces(root, d);
  reader::read_rest(root, d);
  if (d.version == 2) {
    reader::read_variables_2(root.child("ModelVariables"), d);
    reader::read_structure_2(root.child("ModelStructure"), d);
  } else {
    reader::read_variables_3(root.child("ModelVariables"), d);
    reader::read_structure_3(root.child("ModelStructure"), d);
  }
  reader::inherit_from_types(d);
  return d;
}

bool Description::flag(const std::string& name) const {
  const auto it = flags.find(name);
  return it != flags.end() && (it->second == "true" || it->second == "1");
}

unsigned Description::number_flag(const std::string& name) const {
  const auto it = flags.find(name);
  const auto value = it == flags.end() ? std::nullopt : parse_value(Type::uint32, it->second);
  return value ? static_cast<unsigned>(std::get<std::uint64_t>(*value)) : 0;
}

const Variable* Description::find(ValueReference reference, Type type) const {
  for (const auto& v : variables)
    if (v.reference == reference && v.type == type) return &v;
  return nullptr;
}

const Variable* Description::find(ValueReference reference) const {
  for (const auto& v : variables)
    if (v.reference == reference) return &v;
  return nullptr;
}

const Variable* Description::named(const std::string& name) const {
  for (const auto& v : variables)
    if (v.name == name) return &v;
  return nullptr;
}

std::set<ValueReference> Description::used_references() const {
  std::set<ValueReference> used;
  for (const auto& v : variables) used.insert(v.reference);
  return used;
}

ValueReference Description::unused_reference() const {
  const auto used = used_references();
  ValueReference candidate = 0xFFFFFFF0u;
  while (used.contains(candidate)) --candidate;
  return candidate;
}

std::vector<const Unknown*> Description::unknowns_in(const std::string& list) const {
  std::vector<const Unknown*> out;
  for (const auto& u : unknowns)
    if (u.list == list) out.push_back(&u);
  return out;
}

}  // namespace conformance
