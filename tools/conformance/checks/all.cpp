#include <algorithm>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "groups.hpp"

namespace conformance {

const char* name(Severity severity) {
  return severity == Severity::error ? "error" : severity == Severity::warning ? "warning" : "house";
}

Check& Registry::add(std::string id, std::string property, void (*body)(const Fmu&), Severity severity,
                     std::string clause) {
  checks_.push_back({std::move(id), std::move(property), body, severity, std::move(clause), !only_files_});
  return checks_.back();
}

namespace {

/// B99 before B100.
bool by_id(const Check& a, const Check& b) {
  return std::tuple(a.id[0], a.id.size(), a.id) < std::tuple(b.id[0], b.id.size(), b.id);
}

std::vector<Check> collect() {
  Registry registry;
  registry.only_files(true);
  add_archive_rules(registry);
  add_binary_rules(registry);
  add_variable_rules(registry);
  add_name_rules(registry);
  add_enumeration_rules(registry);
  add_unit_rules(registry);
  add_structure_rules(registry);
  add_header_rules(registry);
  add_model_exchange_rules(registry);
  registry.only_files(false);
  add_instantiation(registry);
  add_resources(registry);
  add_loading(registry);
  add_logging(registry);
  add_start_values(registry);
  add_access(registry);
  add_values(registry);
  add_limits(registry);
  add_arrays(registry);
  add_enumerations(registry);
  add_state_machine(registry);
  add_reset(registry);
  add_stepping(registry);
  add_step_sizes(registry);
  add_isolation(registry);
  add_process_hygiene(registry);
  add_floating_point(registry);
  add_memory(registry);
  add_saved_states(registry);
  add_serialized_states(registry);
  add_directional_derivatives(registry);
  add_dependencies(registry);
  add_time_derivatives(registry);
  add_intermediate_update(registry);
  add_early_return(registry);
  add_event_mode(registry);
  add_model_exchange_state_machine(registry);
  add_model_exchange_random(registry);
  add_model_exchange_runs(registry);
  add_model_exchange_jacobian(registry);
  add_model_exchange_restore(registry);
  add_model_exchange_roles(registry);
  add_model_exchange_time_events(registry);
  add_model_exchange_events(registry);
  add_model_exchange_evaluation(registry);
  add_model_exchange_arguments(registry);
  auto checks = registry.all();
  std::sort(checks.begin(), checks.end(), by_id);
  return checks;
}

}  // namespace

const std::vector<Check>& all_checks() {
  static const auto checks = collect();
  return checks;
}

const Check& check_named(const std::string& id) {
  const auto& all = all_checks();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Check& c) { return c.id == id; });
  if (found == all.end()) throw std::runtime_error("there is no check " + id);
  return *found;
}

}  // namespace conformance
