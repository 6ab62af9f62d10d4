#pragma once

/// The groups of checks, one file each. A new group is one line here and one in all.cpp.

#include "core/check.hpp"

namespace conformance {

void add_archive_rules(Registry& checks);
void add_binary_rules(Registry& checks);
void add_variable_rules(Registry& checks);
void add_name_rules(Registry& checks);
void add_enumeration_rules(Registry& checks);
void add_unit_rules(Registry& checks);
void add_structure_rules(Registry& checks);
void add_header_rules(Registry& checks);
void add_model_exchange_rules(Registry& checks);
void add_instantiation(Registry& checks);
void add_resources(Registry& checks);
void add_loading(Registry& checks);
void add_logging(Registry& checks);
void add_start_values(Registry& checks);
void add_access(Registry& checks);
void add_values(Registry& checks);
void add_limits(Registry& checks);
void add_arrays(Registry& checks);
void add_enumerations(Registry& checks);
void add_state_machine(Registry& checks);
void add_reset(Registry& checks);
void add_stepping(Registry& checks);
void add_step_sizes(Registry& checks);
void add_isolation(Registry& checks);
void add_process_hygiene(Registry& checks);
void add_floating_point(Registry& checks);
void add_memory(Registry& checks);
void add_saved_states(Registry& checks);
void add_serialized_states(Registry& checks);
void add_directional_derivatives(Registry& checks);
void add_dependencies(Registry& checks);
void add_time_derivatives(Registry& checks);
void add_intermediate_update(Registry& checks);
void add_early_return(Registry& checks);
void add_event_mode(Registry& checks);
void add_model_exchange_state_machine(Registry& checks);
void add_model_exchange_random(Registry& checks);
void add_model_exchange_runs(Registry& checks);
void add_model_exchange_jacobian(Registry& checks);
void add_model_exchange_restore(Registry& checks);
void add_model_exchange_roles(Registry& checks);
void add_model_exchange_time_events(Registry& checks);
void add_model_exchange_events(Registry& checks);
void add_model_exchange_evaluation(Registry& checks);
void add_model_exchange_arguments(Registry& checks);

}  // namespace conformance
