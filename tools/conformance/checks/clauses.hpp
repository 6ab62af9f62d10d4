#pragma once

/// What the checks rest on: clauses of FMI 2.0.5 and FMI 3.0.2, by their numbers there. A check that rests on what
/// importers do names them in its own line.

namespace conformance::clause {

inline constexpr const char* house = "house rule";

// Functions
inline constexpr const char* implementations = "FMI 2.0.5, 2.1; FMI 3.0.2, 2.2.1";
inline constexpr const char* functions = "FMI 2.0.5, 2.1.1; FMI 3.0.2, 2.2.2";
inline constexpr const char* status = "FMI 2.0.5, 2.1.3; FMI 3.0.2, 2.2.4";
inline constexpr const char* version = "FMI 2.0.5, 2.1.4; FMI 3.0.2, 2.2.5";
inline constexpr const char* instances = "FMI 2.0.5, 2.1.5; FMI 3.0.2, 2.3.1";  // instantiate, free, log, resources
inline constexpr const char* experiment_arguments = "FMI 2.0.5, 2.1.6; FMI 3.0.2, 2.3.2";
inline constexpr const char* reset = "FMI 2.0.5, 2.1.6; FMI 3.0.2, 2.3.1";
inline constexpr const char* values = "FMI 2.0.5, 2.1.7; FMI 3.0.2, 2.2.7.2";
inline constexpr const char* numbers_of_values = "FMI 3.0.2, 2.2.7.2";
inline constexpr const char* array_order = "FMI 3.0.2, 2.2.7.1";
inline constexpr const char* ranges = "FMI 2.0.5, 2.2.7; FMI 3.0.2, 2.2.7.3";
inline constexpr const char* saved_states = "FMI 2.0.5, 2.1.8; FMI 3.0.2, 2.2.7.4";
inline constexpr const char* directional_derivatives = "FMI 2.0.5, 2.1.9; FMI 3.0.2, 2.2.12.1";
inline constexpr const char* adjoint_derivatives = "FMI 3.0.2, 2.2.12.2";

// States of an instance
inline constexpr const char* instantiated = "FMI 2.0.5, 4.2.4; FMI 3.0.2, 2.3.2";
inline constexpr const char* initialization_mode = "FMI 2.0.5, 4.2.4; FMI 3.0.2, 2.3.3";
inline constexpr const char* event_mode = "FMI 3.0.2, 2.3.5";
inline constexpr const char* configuration_mode = "FMI 3.0.2, 2.3.6";
inline constexpr const char* reconfiguration_mode = "FMI 3.0.2, 2.3.7";
inline constexpr const char* terminated = "FMI 2.0.5, 4.2.4; FMI 3.0.2, 2.3.8";
inline constexpr const char* step_mode = "FMI 2.0.5, 4.2.4; FMI 3.0.2, 4.2.1";

// Co-simulation
inline constexpr const char* steps = "FMI 2.0.5, 4.2.2; FMI 3.0.2, 4.2.1";
inline constexpr const char* input_derivatives = "FMI 2.0.5, 4.2.1";
inline constexpr const char* output_derivatives = "FMI 2.0.5, 4.2.1; FMI 3.0.2, 4.1.2";
inline constexpr const char* early_return = "FMI 3.0.2, 4.1.3";
inline constexpr const char* step_mode_with_events = "FMI 3.0.2, 4.2.1";
inline constexpr const char* intermediate_update = "FMI 3.0.2, 4.2.2";

// Model exchange
inline constexpr const char* evaluation = "FMI 2.0.5, 3.2.1 and 3.2.2; FMI 3.0.2, 3.2.1";  // time, states, derivatives
inline constexpr const char* indicators = "FMI 2.0.5, 3.1 and 3.2.2; FMI 3.0.2, 3.1.1 and 3.2.1";
inline constexpr const char* updates = "FMI 2.0.5, 3.2.2; FMI 3.0.2, 2.3.5";
inline constexpr const char* model_exchange_states = "FMI 2.0.5, 3.2.3; FMI 3.0.2, 2.3 and 3.2.1";
inline constexpr const char* model_exchange_flags = "FMI 2.0.5, 3.3.1; FMI 3.0.2, 2.4.2 and 3.3";

// modelDescription.xml
inline constexpr const char* encoding = "FMI 2.0.5, 2.2; FMI 3.0.2, 2.4";
inline constexpr const char* head = "FMI 2.0.5, 2.2.1; FMI 3.0.2, 2.4.1";
inline constexpr const char* flags = "FMI 2.0.5, 4.3.1; FMI 3.0.2, 2.4.2 and 4.4";
inline constexpr const char* units = "FMI 2.0.5, 2.2.2; FMI 3.0.2, 2.4.3";
inline constexpr const char* types = "FMI 2.0.5, 2.2.3; FMI 3.0.2, 2.4.4";
inline constexpr const char* log_categories = "FMI 2.0.5, 2.2.4; FMI 3.0.2, 2.4.5";
inline constexpr const char* default_experiment = "FMI 2.0.5, 2.2.5; FMI 3.0.2, 2.4.6";
inline constexpr const char* variables = "FMI 2.0.5, 2.2.7; FMI 3.0.2, 2.4.7";
inline constexpr const char* variable_attributes = "FMI 2.0.5, 2.2.7; FMI 3.0.2, 2.4.7.4";
inline constexpr const char* aliases = "FMI 2.0.5, 2.2.7; FMI 3.0.2, 2.4.7.3";
inline constexpr const char* names = "FMI 2.0.5, 2.2.9; FMI 3.0.2, 2.4.7.5";
inline constexpr const char* structure = "FMI 2.0.5, 2.2.8; FMI 3.0.2, 2.4.8";
inline constexpr const char* dependencies = "FMI 2.0.5, 2.2.8; FMI 3.0.2, 2.2.9";

// The file
inline constexpr const char* archive = "FMI 2.0.5, 2.3; FMI 3.0.2, 2.5";
inline constexpr const char* places = "FMI 2.0.5, 2.3; FMI 3.0.2, 2.5.1";
inline constexpr const char* binaries = "FMI 2.0.5, 2.3; FMI 3.0.2, 2.5.1.4";

}  // namespace conformance::clause
