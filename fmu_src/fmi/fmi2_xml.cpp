/// modelDescription.xml of FMI 2.0: arrays as scalars name[i] or name[i,k], all or those listed; dependencies by index.
#include <algorithm>

#include "fmi/model_description.hpp"

namespace reeve::fmi {
namespace {

constexpr const char* kElement[] = {"Real", "Integer", "Boolean"};

void write_types(XmlWriter& xml, const VariableTable& table) {
  xml.open("TypeDefinitions");
  for (const Unit* unit : units_used(table)) {
    xml.open("SimpleType").attribute("name", unit->quantity);
    xml.open("Real").attribute("quantity", unit->quantity).attribute("unit", unit->name).close();
    xml.close();
  }
  xml.close();
}

void write_scalar(XmlWriter& xml, const Variable& v, std::uint32_t element, const Storage* storage) {
  xml.open("ScalarVariable")
      .attribute("name", scalar_name(v, element))
      .attribute("valueReference", std::to_string(v.reference + element))
      .attribute("description", v.description)
      .attribute("causality", to_text(v.causality))
      .attribute("variability", to_text(v.variability));
  if (v.causality == Causality::parameter) xml.attribute("initial", "exact");
  if (v.is_computed()) xml.attribute("initial", "calculated");
  xml.open(kElement[static_cast<int>(v.type)]);
  if (v.type == Type::real) xml.attribute("declaredType", v.unit->quantity).attribute("unit", v.unit->name);
  write_bounds(xml, v);
  if (v.is_settable()) xml.attribute("start", start_text(*storage, element, 1));
  xml.close().close();
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

std::vector<std::uint32_t> indices(const VariableTable& table, const std::vector<std::uint32_t>& first,
                                   const std::vector<std::string>& names) {
  std::vector<std::uint32_t> out;
  for (const auto& name : names) {
    const std::size_t row = table.index_of(name);
    const auto count = static_cast<std::uint32_t>(listed_elements(table.rows()[row]).size());
    for (std::uint32_t e = 0; e < count; ++e) out.push_back(first[row] + e);
  }
  std::sort(out.begin(), out.end());
  return out;
}

void write_unknowns(XmlWriter& xml, const char* tag, const VariableTable& table,
                    std::vector<std::string> Variable::* dependencies) {
  const auto first = first_indices(table);
  xml.open(tag);
  for (std::size_t row = 0; row < table.rows().size(); ++row) {
    const Variable& v = table.rows()[row];
    if (v.causality != Causality::output) continue;
    std::string list, kinds;
    for (const auto index : indices(table, first, v.*dependencies)) {
      list += (list.empty() ? "" : " ") + std::to_string(index);
      kinds += kinds.empty() ? "dependent" : " dependent";
    }
    const auto count = static_cast<std::uint32_t>(listed_elements(v).size());
    for (std::uint32_t e = 0; e < count; ++e) {
      xml.open("Unknown").attribute("index", std::to_string(first[row] + e)).attribute("dependencies", list);
      xml.attribute("dependenciesKind", kinds).close();
    }
  }
  xml.close();
}

}  // namespace

std::string fmi2_model_description(Model& model, const std::string& token) {
  const VariableTable& table = model.table();
  XmlWriter xml;
  xml.open("fmiModelDescription").attribute("fmiVersion", "2.0").attribute("guid", token);
  write_identity(xml, model.identity());
  xml.attribute("numberOfEventIndicators", "0");
  xml.open("CoSimulation")
      .attribute("modelIdentifier", model.identity().identifier)
      .attribute("canHandleVariableCommunicationStepSize", true)
      .attribute("canInterpolateInputs", true)
      .attribute("maxOutputDerivativeOrder", "1")
      .attribute("canNotUseMemoryManagementFunctions", true)
      .attribute("canGetAndSetFMUstate", true)
      .attribute("canSerializeFMUstate", true)
      .attribute("providesDirectionalDerivative", true)
      .close();
  write_units(xml, table);
  write_types(xml, table);
  write_log_categories(xml);
  write_experiment(xml, model.identity().experiment);
  xml.open("ModelVariables");
  for (std::size_t row = 0; row < table.rows().size(); ++row) {
    const Variable& v = table.rows()[row];
    const Storage storage = row == 0 ? Storage{} : model.storage(row);
    for (const auto e : listed_elements(v)) write_scalar(xml, v, e, &storage);
  }
  xml.close();
  xml.open("ModelStructure");
  write_unknowns(xml, "Outputs", table, &Variable::depends);
  write_unknowns(xml, "InitialUnknowns", table, &Variable::depends_initially);
  return std::move(xml).finish();
}

}  // namespace reeve::fmi
