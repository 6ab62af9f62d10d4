/// Which call is allowed when in model exchange: FMI 2.0.5, 3.2.3; FMI 3.0.2, 2.3 and 3.2.1. What the standard forbids but
/// importers do is tolerated here; that FMUs of the house accept it is another check (M02).

#include <algorithm>

#include "core/continuous_part.hpp"
#include "core/fmi2_instance.hpp"
#include "state_machine.hpp"

namespace conformance {

namespace {

constexpr Modes evaluated = initialization | event | continuous_time | terminated;

/// Room for the arrays of any function; the numbers do not matter.
struct Arrays {
  std::vector<double> x, z;
  explicit Arrays(const Subject& s) {
    const auto part = continuous_part(s.description());
    x.resize(part.states.size());
    z.resize(part.indicators);
  }
};

Status set_states_again(Subject& s) {
  Arrays a(s);
  s.functions->get_states(a.x.data(), a.x.size());
  return s.functions->set_states(a.x.data(), a.x.size());
}

Status derivative_by_state(Subject& s) {
  const auto part = continuous_part(s.description());
  const ValueReference unknown = part.states[0].derivative->reference, known = part.states[0].state->reference;
  const std::vector<double> seed(part.states[0].state->elements, 1);
  std::vector<double> result(part.states[0].derivative->elements);
  return s.instance->directional_derivative({&unknown, 1}, {&known, 1}, seed, result);
}

/// The functions that both versions have under names of their own.
void add_continuous(std::vector<Row>& rows, const Description& d) {
  const bool two = d.version == 2;
  const auto function = [&](const char* of_2, const char* of_3) { return std::string(two ? of_2 : of_3); };
  const Modes in_error = failed;
  rows.push_back({function("fmi2NewDiscreteStates", "fmi3UpdateDiscreteStates"), event, two ? 0u : in_error,
                  [](Subject& s) { return s.functions->update_discrete_states().status; }});
  rows.push_back({function("fmi2EnterContinuousTimeMode", "fmi3EnterContinuousTimeMode"), event, 0, [](Subject& s) {
                    if (s.mode == event) s.functions->update_discrete_states();
                    return s.functions->enter_continuous_time_mode();
                  }});
  rows.push_back({function("fmi2EnterEventMode", "fmi3EnterEventMode"), continuous_time, event,
                  [](Subject& s) { return s.functions->enter_event_mode(); }});
  rows.push_back({function("fmi2CompletedIntegratorStep", "fmi3CompletedIntegratorStep"), continuous_time, 0,
                  [](Subject& s) { return s.functions->completed_integrator_step().status; }});
  rows.push_back({function("fmi2SetTime", "fmi3SetTime"), continuous_time, event,
                  [](Subject& s) { return s.functions->set_time(s.loaded.fmu().start()); }});
  rows.push_back({function("fmi2SetContinuousStates", "fmi3SetContinuousStates"), continuous_time, two ? event : 0u,
                  set_states_again});
  rows.push_back({function("fmi2GetContinuousStates", "fmi3GetContinuousStates"), evaluated, in_error, [](Subject& s) {
                    Arrays a(s);
                    return s.functions->get_states(a.x.data(), a.x.size());
                  }});
  rows.push_back(
      {function("fmi2GetDerivatives", "fmi3GetContinuousStateDerivatives"), evaluated, in_error, [](Subject& s) {
         Arrays a(s);
         return s.functions->get_derivatives(a.x.data(), a.x.size());
       }});
  rows.push_back({function("fmi2GetEventIndicators", "fmi3GetEventIndicators"), evaluated, in_error, [](Subject& s) {
                    Arrays a(s);
                    return s.functions->get_indicators(a.z.data(), a.z.size());
                  }});
  rows.push_back({function("fmi2GetNominalsOfContinuousStates", "fmi3GetNominalsOfContinuousStates"),
                  evaluated | (two ? instantiated : 0u), in_error, [](Subject& s) {
                    Arrays a(s);
                    return s.functions->get_nominals(a.x.data(), a.x.size());
                  }});
  const bool derivatives =
      d.model_exchange_flag(two ? "providesDirectionalDerivative" : "providesDirectionalDerivatives");
  if (derivatives && !continuous_part(d).states.empty())
    rows.push_back({function("fmi2GetDirectionalDerivative", "fmi3GetDirectionalDerivative"),
                    event | continuous_time | terminated, initialization | failed, derivative_by_state});
}

bool settable_while_running(const Description& d, Type type, bool continuous) {
  return std::any_of(d.variables.begin(), d.variables.end(), [&](const Variable& v) {
    const bool kind = continuous ? v.is_input() && v.continuous_float() : v.is_input() || v.variability == "tunable";
    return v.type == type && kind && !v.start_values.empty() && !v.clocked;
  });
}

/// Get and Set; a Set of nothing at all is not judged while running.
void add_access(std::vector<Row>& rows, const Description& d) {
  const bool two = d.version == 2;
  for (const auto type : all_types) {
    const bool there =
        two ? type == Type::float64 || type == Type::int32 || type == Type::boolean || type == Type::string
            : type != Type::clock;
    if (!there) continue;
    rows.push_back({text("Get ", name(type)), evaluated | (two ? 0u : instantiated), instantiated | failed,
                    [type](Subject& s) { return s.get(type); }});
    const Modes in_event = settable_while_running(d, type, false) ? event : 0u;
    const Modes in_time = settable_while_running(d, type, true) ? continuous_time : 0u;
    rows.push_back({text("Set ", name(type)), (two ? 0u : instantiated) | initialization | in_event | in_time,
                    instantiated | event | continuous_time | (two ? 0u : failed),
                    [type](Subject& s) { return s.set(type); }});
  }
}

/// The rows that are the same as in co-simulation, and those of co-simulation that are forbidden here.
void add_common(std::vector<Row>& rows, const Description& d) {
  const std::vector<std::string> same = {"SetDebugLogging", "SetupExperiment",        "EnterInitializationMode",
                                         "Reset",           "ExitInitializationMode", "FMUstate",
                                         "FMUState",        "EnterConfigurationMode", "ExitConfigurationMode"};
  const std::vector<std::string> forbidden = {"DoStep",           "CancelStep",    "GetStatus",
                                              "EnterStepMode",    "GetRealStatus", "SetRealInputDerivatives",
                                              "OutputDerivatives"};
  const auto among = [](const std::vector<std::string>& parts, const std::string& function) {
    return std::any_of(parts.begin(), parts.end(),
                       [&](const std::string& part) { return function.find(part) != std::string::npos; });
  };
  for (auto& row : d.version == 2 ? table_of_fmi2(d) : table_of_fmi3(d)) {
    if (among(same, row.function)) rows.push_back(row);
    if (among(forbidden, row.function)) rows.push_back({row.function, 0, 0, row.call});
  }
  rows.push_back({"Terminate", event | continuous_time, 0, [](Subject& s) { return s.instance->terminate(); }});
}

void add_numbers(std::vector<Row>& rows) {
  constexpr Modes silent = initialization | continuous_time | terminated | failed;
  rows.push_back({"fmi3GetNumberOfContinuousStates", instantiated | event, silent, [](Subject& s) {
                    std::size_t n = 0;
                    return static_cast<Status>(s.loaded.fmi3().GetNumberOfContinuousStates(s.handle(), &n));
                  }});
  rows.push_back({"fmi3GetNumberOfEventIndicators", instantiated | event, silent, [](Subject& s) {
                    std::size_t n = 0;
                    return static_cast<Status>(s.loaded.fmi3().GetNumberOfEventIndicators(s.handle(), &n));
                  }});
}

}  // namespace

std::vector<Row> model_exchange_table(const Description& d) {
  std::vector<Row> rows;
  add_common(rows, d);
  add_continuous(rows, d);
  add_access(rows, d);
  if (d.version == 3) add_numbers(rows);
  return rows;
}

}  // namespace conformance
