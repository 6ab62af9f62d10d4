#include <algorithm>
#include <utility>

#include "groups.hpp"

namespace conformance {

Check& Registry::add(std::string id, std::string property, void (*body)(const Fmu&), Scope scope) {
  checks_.push_back({std::move(id), std::move(property), body, scope});
  return checks_.back();
}

namespace {

std::vector<Check> collect() {
  Registry registry;
  add_archive_rules(registry);
  add_binary_rules(registry);
  add_variable_rules(registry);
  add_unit_rules(registry);
  add_structure_rules(registry);
  add_header_rules(registry);
  add_instantiation(registry);
  add_resources(registry);
  add_loading(registry);
  add_logging(registry);
  add_start_values(registry);
  add_access(registry);
  add_values(registry);
  add_limits(registry);
  add_arrays(registry);
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
  auto checks = registry.all();
  std::sort(checks.begin(), checks.end(), [](const Check& a, const Check& b) { return a.id < b.id; });
  return checks;
}

}  // namespace

const std::vector<Check>& all_checks() {
  static const auto checks = collect();
  return checks;
}

}  // namespace conformance
