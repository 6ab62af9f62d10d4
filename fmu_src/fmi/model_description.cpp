#include "fmi/model_description.hpp"

#include <algorithm>
#include <cmath>

#include "fmi/log.hpp"
#include "fmi/token.hpp"
#include "math/text.hpp"

namespace reeve::fmi {

void write_identity(XmlWriter& xml, const Identity& identity) {
  xml.attribute("modelName", identity.identifier)
      .attribute("description", identity.description)
      .attribute("author", "The Reeve developers")
      .attribute("version", library_version())
      .attribute("copyright", "Copyright (c) 2026 The Reeve developers")
      .attribute("license", "MIT")
      .attribute("generationTool", "Reeve " + std::string(library_version()))
      .attribute("variableNamingConvention", "structured");
}

std::vector<const Unit*> units_used(const VariableTable& table) {
  std::vector<const Unit*> units;
  for (const auto& v : table.rows()) {
    if (v.type == Type::real && std::find(units.begin(), units.end(), v.unit) == units.end()) units.push_back(v.unit);
  }
  return units;
}

void write_units(XmlWriter& xml, const VariableTable& table) {
  xml.open("UnitDefinitions");
  for (const Unit* unit : units_used(table)) {
    xml.open("Unit").attribute("name", unit->name).open("BaseUnit");
    for (std::size_t i = 0; i < kSiBase.size(); ++i) {
      if (unit->si[i] != 0) xml.attribute(kSiBase[i], static_cast<double>(unit->si[i]));
    }
    xml.close();
    for (const auto& display : unit->display) {
      xml.open("DisplayUnit").attribute("name", display.name).attribute("factor", display.factor).close();
    }
    xml.close();
  }
  xml.close();
}

void write_log_categories(XmlWriter& xml) {
  xml.open("LogCategories");
  for (const auto& category : kLogCategories) {
    xml.open("Category").attribute("name", category.name).attribute("description", category.description).close();
  }
  xml.close();
}

void write_experiment(XmlWriter& xml, const Experiment& experiment) {
  xml.open("DefaultExperiment")
      .attribute("startTime", experiment.start)
      .attribute("stopTime", experiment.stop)
      .attribute("tolerance", experiment.tolerance)
      .attribute("stepSize", experiment.step)
      .close();
}

void write_bounds(XmlWriter& xml, const Variable& v) {
  if (v.type == Type::boolean) return;
  if (std::isfinite(v.min)) xml.attribute("min", v.min);
  if (std::isfinite(v.max)) xml.attribute("max", v.max);
  if (v.type == Type::real && v.nominal > 0) xml.attribute("nominal", v.nominal);
}

std::string start_text(const Storage& storage, std::uint32_t first, std::uint32_t count) {
  struct Print {
    std::string operator()(double x) const { return math::text(x); }
    std::string operator()(int x) const { return std::to_string(x); }
    std::string operator()(bool x) const { return x ? "true" : "false"; }
  };
  std::string out;
  std::visit([&](const auto* values) {
    for (std::uint32_t e = first; e < first + count; ++e) out += (out.empty() ? "" : " ") + Print{}(values[e]);
  }, storage);
  return out;
}

}  // namespace reeve::fmi
