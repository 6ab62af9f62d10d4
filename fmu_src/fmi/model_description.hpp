#pragma once
/// modelDescription.xml and terminalsAndIcons.xml of either FMI version, from the model's table.
#include <string>

#include "fmi/model.hpp"
#include "fmi/xml.hpp"

namespace reeve::fmi {

std::string fmi2_model_description(Model& model, const std::string& token);
std::string fmi3_model_description(Model& model, const std::string& token);
std::string terminals_and_icons(const Model& model);

// --- what both versions share ---

void write_identity(XmlWriter& xml, const Identity& identity);
void write_units(XmlWriter& xml, const VariableTable& table);
void write_log_categories(XmlWriter& xml);
void write_experiment(XmlWriter& xml, const Experiment& experiment);
void write_bounds(XmlWriter& xml, const Variable& variable);

/// Units that the table uses, each once, in order of first use.
std::vector<const Unit*> units_used(const VariableTable& table);

/// Values of elements first .. first + count - 1 as text, space between.
std::string start_text(const Storage& storage, std::uint32_t first, std::uint32_t count);

constexpr const char* to_text(Causality c) {
  constexpr const char* kText[] = {"parameter", "input", "output", "local", "independent"};
  return kText[static_cast<int>(c)];
}
constexpr const char* to_text(Variability v) {
  constexpr const char* kText[] = {"fixed", "tunable", "discrete", "continuous"};
  return kText[static_cast<int>(v)];
}

}  // namespace reeve::fmi
