#include "description.hpp"

#include <sstream>
#include <stdexcept>

#include "description_reader.hpp"
#include "text.hpp"

namespace conformance {

namespace reader {

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

Unit read_unit(const xml::Node& node) {
  Unit unit;
  unit.name = node.text("name");
  unit.has_base = node.has_child("BaseUnit");
  for (const char* base : {"kg", "m", "s", "A", "K", "mol", "cd", "rad"})
    if (const auto exponent = node.child("BaseUnit").whole(base)) unit.exponents[base] = static_cast<int>(exponent);
  for (const auto& display : node.children("DisplayUnit"))
    unit.display_units.push_back({display.text("name"), display.number("factor").value_or(1),
                                  display.number("offset").value_or(0), display.flag("inverse")});
  return unit;
}

void read_types(const xml::Node& definitions, Description& d) {
  for (const auto& node : definitions.children()) {
    const auto body = d.version == 2 ? node.first_child() : node;  // FMI 2.0 wraps the type in <SimpleType>
    TypeDefinition type{body.name(), body.text("unit"), body.text("displayUnit"), {}};
    for (const auto& item : body.children("Item")) type.items.emplace_back(item.text("name"), item.whole("value"));
    d.types[node.text("name")] = type;
  }
}

void read_head(const xml::Node& root, Description& d) {
  d.fmi_version = root.text("fmiVersion");
  d.version = d.fmi_version.starts_with("2") ? 2 : d.fmi_version.starts_with("3") ? 3 : 0;
  if (d.version == 0) throw std::runtime_error(text("fmiVersion ", in_quotes(d.fmi_version), ": expected 2.0 or 3.0"));
  d.model_name = root.text("modelName");
  d.token = root.text(d.version == 2 ? "guid" : "instantiationToken");
  d.naming = root.text("variableNamingConvention", "flat");
  d.generation_tool = root.text("generationTool");
  d.generation_date = root.text("generationDateAndTime");
  d.author = root.text("author");
}

void read_interfaces(const xml::Node& root, Description& d) {
  const auto co_simulation = root.child("CoSimulation");
  d.has_co_simulation = static_cast<bool>(co_simulation);
  d.has_model_exchange = root.has_child("ModelExchange");
  d.identifier = co_simulation.text("modelIdentifier");
  for (const auto& [name, value] : co_simulation.attributes()) d.flags[name] = value;
  for (const auto& [name, value] : root.child("ModelExchange").attributes()) d.model_exchange_flags[name] = value;
  if (root.has("numberOfEventIndicators"))
    d.indicators_written = static_cast<std::size_t>(root.whole("numberOfEventIndicators"));
}

void read_rest(const xml::Node& root, Description& d) {
  for (const auto& unit : root.child("UnitDefinitions").children("Unit")) d.units.push_back(read_unit(unit));
  read_types(root.child("TypeDefinitions"), d);
  for (const auto& category : root.child("LogCategories").children("Category"))
    d.log_categories.push_back(category.text("name"));
  if (const auto e = root.child("DefaultExperiment"))
    d.experiment = {true, e.number("startTime"), e.number("stopTime"), e.number("tolerance"), e.number("stepSize")};
}

/// A variable inherits unit, display unit and items from its declared type.
void inherit_from_types(Description& d) {
  for (auto& v : d.variables) {
    const auto type = d.types.find(v.declared_type);
    if (type == d.types.end()) continue;
    if (v.unit.empty()) v.unit = type->second.unit;
    if (v.display_unit.empty()) v.display_unit = type->second.display_unit;
    if (!v.is_enumeration()) continue;
    for (const auto& [item, value] : type->second.items) v.items.push_back(value);
  }
}

}  // namespace
}  // namespace reader

Description read_description(const std::filesystem::path& xml_file) {
  const xml::Document document(xml_file);
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

namespace {

bool is_true(const std::map<std::string, std::string>& flags, const std::string& name) {
  const auto it = flags.find(name);
  return it != flags.end() && (it->second == "true" || it->second == "1");
}

}  // namespace

bool Description::flag(const std::string& name) const { return is_true(flags, name); }
bool Description::model_exchange_flag(const std::string& name) const { return is_true(model_exchange_flags, name); }

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

const Variable* Description::state_of(const Variable& derivative) const {
  if (!derivative.derivative_of) return nullptr;
  const auto k = *derivative.derivative_of;
  if (version == 3) return find(k);
  return k >= 1 && k <= variables.size() ? &variables[k - 1] : nullptr;
}

}  // namespace conformance
