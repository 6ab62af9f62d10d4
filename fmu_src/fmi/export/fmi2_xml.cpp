/// modelDescription.xml of FMI 2.0: arrays as scalars name[i] or name[i,k], all or those listed; dependencies by index.
#include <algorithm>

#include "fmi/export/model_description.hpp"

namespace reeve::fmi {
namespace {

constexpr const char* kElement[] = {"Real", "Integer", "Boolean", "Enumeration"};

void write_types(XmlWriter& xml, const VariableTable& table) {
  xml.open("TypeDefinitions");
  for (const Unit* unit : units_used(table)) {
    xml.open("SimpleType").attribute("name", unit->quantity);
    xml.open("Real").attribute("quantity", unit->quantity).attribute("unit", unit->name).close();
    xml.close();
  }
  for (const Enumeration* choices : enumerations_used(table)) {
    xml.open("SimpleType").attribute("name", choices->name).open("Enumeration");
    write_items(xml, *choices);
    xml.close().close();
  }
  xml.close();
}

/// 1-based positions of the first scalar of every row.
std::vector<std::uint32_t> first_indices(const VariableTable& table) {
  std::vector<std::uint32_t> first;
  std::uint32_t next = 1;
  for (const auto& v : table.rows()) {
    first.push_back(next);
    next += static_cast<std::uint32_t>(listed_elements(v).size());
  }
  return first;
}

/// OpenModelica declares every variable in a block of its own, where Modelica already has a `time` (its issue 13014).
std::string name_of(const Variable& v, std::uint32_t element) {
  return v.causality == Causality::independent ? "simulation_time" : scalar_name(v, element);
}

void write_scalar(XmlWriter& xml, const Variable& v, std::uint32_t element, const Storage* storage,
                  std::uint32_t derivative_of) {
  xml.open("ScalarVariable")
      .attribute("name", name_of(v, element))
      .attribute("valueReference", std::to_string(v.reference + element))
      .attribute("description", v.description)
      .attribute("causality", to_text(v.causality))
      .attribute("variability", to_text(v.variability));
  if (v.causality == Causality::parameter) xml.attribute("initial", "exact");
  if (v.is_computed()) xml.attribute("initial", "calculated");
  xml.open(kElement[static_cast<int>(v.type)]);
  write_declared_type(xml, v);
  write_bounds(xml, v);
  if (v.is_settable()) xml.attribute("start", start_text(*storage, element, 1));
  if (derivative_of > 0) xml.attribute("derivative", std::to_string(derivative_of));
  if (v.reinit) xml.attribute("reinit", true);
  xml.close().close();
}

void write_variables(XmlWriter& xml, Model& model) {
  const VariableTable& table = model.table();
  const auto first = first_indices(table);
  xml.open("ModelVariables");
  for (std::size_t row = 0; row < table.rows().size(); ++row) {
    const Variable& v = table.rows()[row];
    const Storage storage = row == 0 ? Storage{} : model.storage(row);
    const std::uint32_t state = v.role == Variable::Role::derivative ? first[state_row(table, v)] : 0;
    for (const auto e : listed_elements(v)) write_scalar(xml, v, e, &storage, state > 0 ? state + e : 0);
  }
  xml.close();
}

using Indices = std::vector<std::uint32_t>;

/// Of all scalars of these rows.
Indices indices(const VariableTable& table, const Indices& first, const Names& names) {
  Indices out;
  for (const auto& name : names) {
    const std::size_t row = table.index_of(name);
    const auto count = static_cast<std::uint32_t>(listed_elements(table.rows()[row]).size());
    for (std::uint32_t e = 0; e < count; ++e) out.push_back(first[row] + e);
  }
  std::sort(out.begin(), out.end());
  return out;
}

/// The same for one element of an unknown that depends on others element by element.
Indices indices_of_element(const VariableTable& table, const Indices& first, const Names& names,
                           std::uint32_t element) {
  Indices out;
  for (const auto& name : names) out.push_back(first[table.index_of(name)] + element);
  std::sort(out.begin(), out.end());
  return out;
}

std::string text(const Indices& indices) {
  std::string list;
  for (const auto index : indices) list += (list.empty() ? "" : " ") + std::to_string(index);
  return list;
}

/// FMI 2.0 knows no parameters as knowns between events.
Names knowns(const VariableTable& table, const Variable& v) {
  Names names = v.depends;
  for (const auto& name : v.follows) {
    if (table.find(name)->causality != Causality::parameter) names.push_back(name);
  }
  return names;
}

std::size_t count_knowns(const VariableTable& table) {
  std::size_t count = 1;  // time
  for (const auto& v : table.rows()) {
    if (v.causality == Causality::input || v.is_state()) count += listed_elements(v).size();
  }
  return count;
}

/// A list that is missing stands for all knowns. A derivative's is, where it would be long and name nearly all of them: with
/// hundreds of states such lists would be most of the file. An output without one would seem to follow every input at once.
bool stands_for_all(const Variable& v, const Indices& list, std::size_t knowns) {
  constexpr std::size_t kLong = 100;
  return is_derivative(v) && list.size() > kLong && 10 * list.size() >= 9 * knowns;
}

void write_unknowns(XmlWriter& xml, const char* tag, const VariableTable& table, bool (*wanted)(const Variable&),
                    bool initially) {
  const Indices first = first_indices(table);
  const std::size_t all = count_knowns(table);
  xml.open(tag);
  for (std::size_t row = 0; row < table.rows().size(); ++row) {
    const Variable& v = table.rows()[row];
    if (!wanted(v)) continue;
    const Names names = initially ? v.depends_initially : knowns(table, v);
    const Indices whole = indices(table, first, names);
    const bool unsaid = stands_for_all(v, whole, all), by_element = v.by_element && !initially;
    std::string list = unsaid ? "" : text(whole);
    const auto count = static_cast<std::uint32_t>(listed_elements(v).size());
    for (std::uint32_t e = 0; e < count; ++e) {
      if (by_element) list = text(indices_of_element(table, first, names, e));
      xml.open("Unknown").attribute("index", std::to_string(first[row] + e));
      if (!unsaid) xml.attribute("dependencies", list);
      xml.close();
    }
  }
  xml.close();
}

/// What co-simulation and model exchange have in common.
XmlWriter& write_capabilities(XmlWriter& xml) {
  return xml.attribute("canNotUseMemoryManagementFunctions", true)
      .attribute("canGetAndSetFMUstate", true)
      .attribute("canSerializeFMUstate", true)
      .attribute("providesDirectionalDerivative", true);
}

void write_interfaces(XmlWriter& xml, const Model& model) {
  const std::string& identifier = model.identity().identifier;
  if (model.state_count() > 0) {
    xml.open("ModelExchange").attribute("modelIdentifier", identifier);
    xml.attribute("completedIntegratorStepNotNeeded", false);
    write_capabilities(xml).close();
  }
  xml.open("CoSimulation")
      .attribute("modelIdentifier", identifier)
      .attribute("canHandleVariableCommunicationStepSize", true)
      .attribute("canInterpolateInputs", true)
      .attribute("maxOutputDerivativeOrder", "1");
  write_capabilities(xml).close();
}

}  // namespace

std::string fmi2_model_description(Model& model, const std::string& token) {
  const VariableTable& table = model.table();
  XmlWriter xml;
  xml.open("fmiModelDescription").attribute("fmiVersion", "2.0").attribute("guid", token);
  write_identity(xml, model.identity());
  xml.attribute("numberOfEventIndicators", std::to_string(model.indicator_count()));
  write_interfaces(xml, model);
  write_units(xml, table);
  write_types(xml, table);
  write_log_categories(xml);
  write_experiment(xml, model.identity().experiment);
  write_variables(xml, model);
  xml.open("ModelStructure");
  write_unknowns(xml, "Outputs", table, is_output, false);
  if (model.state_count() > 0) write_unknowns(xml, "Derivatives", table, is_derivative, false);
  write_unknowns(xml, "InitialUnknowns", table, is_initial_unknown, true);
  return std::move(xml).finish();
}

}  // namespace reeve::fmi
