/// modelDescription.xml of FMI 3.0: arrays with dimensions, dependencies by value reference.
#include <algorithm>

#include "fmi/export/model_description.hpp"

namespace reeve::fmi {
namespace {

using variables::operator+;

constexpr const char* kElement[] = {"Float64", "Int32", "Boolean", "Enumeration"};

void write_types(XmlWriter& xml, const VariableTable& table) {
  xml.open("TypeDefinitions");
  for (const Unit* unit : units_used(table)) {
    xml.open("Float64Type")
        .attribute("name", unit->quantity)
        .attribute("quantity", unit->quantity)
        .attribute("unit", unit->name)
        .close();
  }
  for (const Enumeration* choices : enumerations_used(table)) {
    xml.open("EnumerationType").attribute("name", choices->name);
    write_items(xml, *choices);
    xml.close();
  }
  xml.close();
}

void write_variable(XmlWriter& xml, const VariableTable& table, const Variable& v, const Storage* storage) {
  xml.open(kElement[static_cast<int>(v.type)])
      .attribute("name", v.name)
      .attribute("valueReference", std::to_string(v.reference))
      .attribute("description", v.description)
      .attribute("causality", to_text(v.causality))
      .attribute("variability", to_text(v.variability));
  if (v.causality == Causality::parameter) xml.attribute("initial", "exact");
  if (v.is_computed()) xml.attribute("initial", "calculated");
  if (v.is_intermediate()) xml.attribute("intermediateUpdate", true);
  write_declared_type(xml, v);
  write_bounds(xml, v);
  if (v.is_settable()) xml.attribute("start", start_text(*storage, 0, v.elements));
  if (v.role == Variable::Role::derivative)
    xml.attribute("derivative", std::to_string(table.rows()[state_row(table, v)].reference));
  if (v.reinit) xml.attribute("reinit", true);
  for (const auto size : dimensions(v)) xml.open("Dimension").attribute("start", std::to_string(size)).close();
  xml.close();
}

std::string references(const VariableTable& table, const Names& names) {
  std::vector<std::uint32_t> out;
  for (const auto& name : names) out.push_back(table.rows()[table.index_of(name)].reference);
  std::sort(out.begin(), out.end());
  std::string list;
  for (const auto reference : out) list += (list.empty() ? "" : " ") + std::to_string(reference);
  return list;
}

void write_unknowns(XmlWriter& xml, const char* tag, const VariableTable& table, bool (*wanted)(const Variable&),
                    bool initially) {
  for (const auto& v : table.rows()) {
    if (!wanted(v)) continue;
    xml.open(tag).attribute("valueReference", std::to_string(v.reference));
    xml.attribute("dependencies", references(table, initially ? v.depends_initially : v.depends + v.follows)).close();
  }
}

/// What co-simulation and model exchange have in common.
XmlWriter& write_capabilities(XmlWriter& xml, const Model& model) {
  return xml.attribute("modelIdentifier", model.identity().identifier)
      .attribute("canGetAndSetFMUState", true)
      .attribute("canSerializeFMUState", true)
      .attribute("providesDirectionalDerivatives", true);
}

void write_interfaces(XmlWriter& xml, const Model& model) {
  if (model.state_count() > 0)
    write_capabilities(xml.open("ModelExchange"), model).attribute("needsCompletedIntegratorStep", true).close();
  write_capabilities(xml.open("CoSimulation"), model)
      .attribute("canHandleVariableCommunicationStepSize", true)
      .attribute("maxOutputDerivativeOrder", "1")
      .attribute("providesIntermediateUpdate", true)
      .attribute("mightReturnEarlyFromDoStep", model.identity().returns_early)
      .attribute("canReturnEarlyAfterIntermediateUpdate", model.identity().returns_early)
      .close();
}

}  // namespace

std::string fmi3_model_description(Model& model, const std::string& token) {
  const VariableTable& table = model.table();
  XmlWriter xml;
  xml.open("fmiModelDescription").attribute("fmiVersion", "3.0").attribute("instantiationToken", token);
  write_identity(xml, model.identity());
  write_interfaces(xml, model);
  write_units(xml, table);
  write_types(xml, table);
  write_log_categories(xml);
  write_experiment(xml, model.identity().experiment);
  xml.open("ModelVariables");
  for (std::size_t row = 0; row < table.rows().size(); ++row) {
    const Storage storage = row == 0 ? Storage{} : model.storage(row);
    write_variable(xml, table, table.rows()[row], &storage);
  }
  xml.close();
  xml.open("ModelStructure");
  write_unknowns(xml, "Output", table, is_output, false);
  write_unknowns(xml, "ContinuousStateDerivative", table, is_derivative, false);
  write_unknowns(xml, "InitialUnknown", table, is_initial_unknown, true);
  write_unknowns(xml, "EventIndicator", table, is_indicator, false);
  return std::move(xml).finish();
}

}  // namespace reeve::fmi
