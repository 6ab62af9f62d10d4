#pragma once
/// modelDescription.xml and terminalsAndIcons.xml of either FMI version, from the model's table.
#include <string>

#include "fmi/export/xml.hpp"
#include "fmi/model.hpp"

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

/// The type that a variable names: its unit's quantity, or its enumeration.
void write_declared_type(XmlWriter& xml, const Variable& variable);
/// <Item> of every choice.
void write_items(XmlWriter& xml, const Enumeration& choices);
/// Enumerations that the table uses, each once, in order of first use.
std::vector<const Enumeration*> enumerations_used(const VariableTable& table);
/// Units that the table uses, each once, in order of first use.
std::vector<const Unit*> units_used(const VariableTable& table);

// --- which rows stand in the model's structure ---

inline bool is_output(const Variable& v) { return v.causality == Causality::output; }
inline bool is_derivative(const Variable& v) { return v.role == Variable::Role::derivative; }
inline bool is_indicator(const Variable& v) { return v.role == Variable::Role::indicator; }
inline bool is_initial_unknown(const Variable& v) { return is_output(v) || v.is_state() || is_derivative(v); }
/// Row of the state that a derivative belongs to.
std::size_t state_row(const VariableTable& table, const Variable& derivative);

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
