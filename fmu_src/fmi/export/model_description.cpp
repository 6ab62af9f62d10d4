#include "fmi/export/model_description.hpp"

#include <algorithm>
#include <cmath>

#include "fmi/log.hpp"
#include "fmi/token.hpp"
#include "math/text.hpp"

namespace reeve::fmi {

void write_identity(XmlWriter& xml, const Identity& identity) {
  const auto said = [&xml](const char* name, const std::string& text) {
    if (!text.empty()) xml.attribute(name, text);
  };
  xml.attribute("modelName", identity.identifier).attribute("description", identity.description);
  said("author", identity.owner.author);
  said("version", identity.owner.version);
  said("copyright", identity.owner.copyright);
  said("license", identity.owner.license);
  xml.attribute("generationTool", "Reeve " + std::string(library_version()))
      .attribute("variableNamingConvention", "structured");
}

std::vector<const Unit*> units_used(const VariableTable& table) {
  std::vector<const Unit*> units;
  for (const auto& v : table.rows()) {
    if (v.type == Type::real && std::find(units.begin(), units.end(), v.unit) == units.end()) units.push_back(v.unit);
  }
  return units;
}

std::vector<const Enumeration*> enumerations_used(const VariableTable& table) {
  std::vector<const Enumeration*> used;
  for (const auto& v : table.rows()) {
    if (v.choices && std::find(used.begin(), used.end(), v.choices) == used.end()) used.push_back(v.choices);
  }
  return used;
}

void write_items(XmlWriter& xml, const Enumeration& choices) {
  for (std::size_t i = 0; i < choices.items.size(); ++i) {
    xml.open("Item").attribute("name", choices.items[i].name).attribute("value", std::to_string(i + 1));
    if (!choices.items[i].description.empty()) xml.attribute("description", choices.items[i].description);
    xml.close();
  }
}

void write_declared_type(XmlWriter& xml, const Variable& v) {
  if (v.choices) xml.attribute("declaredType", v.choices->name);
  if (v.type == Type::real) xml.attribute("declaredType", v.unit->quantity).attribute("unit", v.unit->name);
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
  if (v.type == Type::boolean || v.choices) return;
  if (std::isfinite(v.min)) xml.attribute("min", v.min);
  if (std::isfinite(v.max)) xml.attribute("max", v.max);
  if (v.type == Type::real && v.nominal > 0) xml.attribute("nominal", v.nominal);
}

std::size_t state_row(const VariableTable& table, const Variable& derivative) {
  const auto state = std::find_if(table.rows().begin(), table.rows().end(),
                                  [&](const Variable& v) { return v.is_state() && v.place == derivative.place; });
  return static_cast<std::size_t>(state - table.rows().begin());
}

std::string start_text(const Storage& storage, std::uint32_t first, std::uint32_t count) {
  struct Print {
    std::string operator()(double x) const { return math::text(x); }
    std::string operator()(int x) const { return std::to_string(x); }
    std::string operator()(bool x) const { return x ? "true" : "false"; }
  };
  std::string out;
  std::visit(
      [&](const auto* values) {
        for (std::uint32_t e = first; e < first + count; ++e) out += (out.empty() ? "" : " ") + Print{}(values[e]);
      },
      storage);
  return out;
}

}  // namespace reeve::fmi
