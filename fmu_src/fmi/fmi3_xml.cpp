/// modelDescription.xml of FMI 3.0: arrays with dimensions, dependencies by value reference.
#include <algorithm>

#include "fmi/model_description.hpp"

namespace reeve::fmi {
namespace {

constexpr const char* kElement[] = {"Float64", "Int32", "Boolean"};

void write_types(XmlWriter& xml, const VariableTable& table) {
  xml.open("TypeDefinitions");
  for (const Unit* unit : units_used(table)) {
    xml.open("Float64Type")
        .attribute("name", unit->quantity)
        .attribute("quantity", unit->quantity)
        .attribute("unit", unit->name)
        .close();
  }
  xml.close();
}

void write_variable(XmlWriter& xml, const Variable& v, const Storage* storage) {
  xml.open(kElement[static_cast<int>(v.type)])
      .attribute("name", v.name)
      .attribute("valueReference", std::to_string(v.reference))
      .attribute("description", v.description)
      .attribute("causality", to_text(v.causality))
      .attribute("variability", to_text(v.variability));
  if (v.causality == Causality::parameter) xml.attribute("initial", "exact");
  if (v.is_computed()) xml.attribute("initial", "calculated");
  if (v.is_intermediate()) xml.attribute("intermediateUpdate", true);
  if (v.type == Type::real) xml.attribute("declaredType", v.unit->quantity).attribute("unit", v.unit->name);
  write_bounds(xml, v);
  if (v.is_settable()) xml.attribute("start", start_text(*storage, 0, v.elements));
  for (const auto size : dimensions(v)) xml.open("Dimension").attribute("start", std::to_string(size)).close();
  xml.close();
}

std::vector<std::uint32_t> references(const VariableTable& table, const std::vector<std::string>& names) {
  std::vector<std::uint32_t> out;
  for (const auto& name : names) out.push_back(table.rows()[table.index_of(name)].reference);
  std::sort(out.begin(), out.end());
  return out;
}

void write_unknowns(XmlWriter& xml, const char* tag, const VariableTable& table,
                    std::vector<std::string> Variable::* dependencies) {
  for (const auto& v : table.rows()) {
    if (v.causality != Causality::output) continue;
    std::string list, kinds;
    for (const auto reference : references(table, v.*dependencies)) {
      list += (list.empty() ? "" : " ") + std::to_string(reference);
      kinds += kinds.empty() ? "dependent" : " dependent";
    }
    xml.open(tag).attribute("valueReference", std::to_string(v.reference));
    xml.attribute("dependencies", list).attribute("dependenciesKind", kinds).close();
  }
}

}  // namespace

std::string fmi3_model_description(Model& model, const std::string& token) {
  const VariableTable& table = model.table();
  XmlWriter xml;
  xml.open("fmiModelDescription").attribute("fmiVersion", "3.0").attribute("instantiationToken", token);
  write_identity(xml, model.identity());
  xml.open("CoSimulation")
      .attribute("modelIdentifier", model.identity().identifier)
      .attribute("canGetAndSetFMUState", true)
      .attribute("canSerializeFMUState", true)
      .attribute("providesDirectionalDerivatives", true)
      .attribute("canHandleVariableCommunicationStepSize", true)
      .attribute("maxOutputDerivativeOrder", "1")
      .attribute("providesIntermediateUpdate", true)
      .attribute("mightReturnEarlyFromDoStep", true)
      .attribute("canReturnEarlyAfterIntermediateUpdate", true)
      .close();
  write_units(xml, table);
  write_types(xml, table);
  write_log_categories(xml);
  write_experiment(xml, model.identity().experiment);
  xml.open("ModelVariables");
  for (std::size_t row = 0; row < table.rows().size(); ++row) {
    const Storage storage = row == 0 ? Storage{} : model.storage(row);
    write_variable(xml, table.rows()[row], &storage);
  }
  xml.close();
  xml.open("ModelStructure");
  write_unknowns(xml, "Output", table, &Variable::depends);
  write_unknowns(xml, "InitialUnknown", table, &Variable::depends_initially);
  return std::move(xml).finish();
}

}  // namespace reeve::fmi
