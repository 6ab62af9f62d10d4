/// The table of FMI 3.0.2 for co-simulation (sections 2.3 and 4.2 of the standard).

#include "core/fmi3_instance.hpp"
#include "state_machine.hpp"

namespace conformance {

namespace {

constexpr Modes reconfiguring = configuration | reconfiguration;

const Variable* structural(const Description& d, const char* variability) {
  for (const auto& v : d.variables)
    if (v.causality == "structuralParameter" && (!*variability || v.variability == variability)) return &v;
  return nullptr;
}

template <class Function>
auto plain(Function Fmi3Api::*function) {
  return [function](Subject& s) { return static_cast<Status>((s.loaded.fmi3().*function)(s.handle())); };
}

/// Calls with arguments after the instance, all of them fixed.
template <class Function, class... Rest>
auto with(Function Fmi3Api::*function, Rest... rest) {
  return [=](Subject& s) { return static_cast<Status>((s.loaded.fmi3().*function)(s.handle(), rest...)); };
}

Status derivative(Subject& s, fmi3GetDirectionalDerivativeTYPE* Fmi3Api::*function) {
  const auto pair = s.output_and_input();
  const double seed = 1;
  double result = 0;
  return static_cast<Status>(
      (s.loaded.fmi3().*function)(s.handle(), pair.data(), 1, pair.data() + 1, 1, &seed, 1, &result, 1));
}

Status output_derivatives(Subject& s) {
  const auto pair = s.output_and_input();
  const fmi3Int32 order = 1;
  fmi3Float64 value = 0;
  return static_cast<Status>(s.loaded.fmi3().GetOutputDerivatives(s.handle(), pair.data(), 1, &order, &value, 1));
}

Status update_discrete_states(Subject& s) {
  bool a = false, b = false, c = false, d = false, e = false;
  double t = 0;
  return static_cast<Status>(s.loaded.fmi3().UpdateDiscreteStates(s.handle(), &a, &b, &c, &d, &e, &t));
}

Status enter_step_mode(Subject& s) {
  if (s.mode == event) return dynamic_cast<Fmi3Instance&>(*s.instance).pass_event_mode();
  return static_cast<Status>(s.loaded.fmi3().EnterStepMode(s.handle()));
}

void add_life_cycle(std::vector<Row>& rows, const Description& d) {
  rows.push_back({"fmi3SetDebugLogging", everywhere & ~failed, failed,
                  [](Subject& s) { return s.instance->set_logging(true, {}); }});
  rows.push_back({"fmi3EnterInitializationMode", instantiated, failed, [](Subject& s) {
                    return s.instance->enter_initialization({s.loaded.fmu().start(), {}, {}});
                  }});
  rows.push_back({"fmi3ExitInitializationMode", initialization, 0, plain(&Fmi3Api::ExitInitializationMode)});
  rows.push_back({"fmi3EnterEventMode", stepping_with_events, 0, plain(&Fmi3Api::EnterEventMode)});
  rows.push_back({"fmi3EnterStepMode", event, 0, enter_step_mode});
  rows.push_back({"fmi3UpdateDiscreteStates", event, 0, update_discrete_states});
  rows.push_back({"fmi3EvaluateDiscreteStates", d.flag("providesEvaluateDiscreteStates") ? event : Modes{0}, event,
                  plain(&Fmi3Api::EvaluateDiscreteStates)});
  rows.push_back({"fmi3Terminate", any_step | event, reconfiguration, plain(&Fmi3Api::Terminate)});
  rows.push_back({"fmi3Reset", everywhere, 0, plain(&Fmi3Api::Reset)});
  rows.push_back({"fmi3DoStep", any_step, 0,
                  [](Subject& s) { return s.instance->step(s.loaded.fmu().start(), s.loaded.fmu().step()).status; }});
  const Modes may_configure = (structural(d, "") ? instantiated : 0u) | (structural(d, "tunable") ? any_step : 0u);
  rows.push_back(
      {"fmi3EnterConfigurationMode", may_configure, event | failed, plain(&Fmi3Api::EnterConfigurationMode)});
  rows.push_back({"fmi3ExitConfigurationMode", reconfiguring, 0, plain(&Fmi3Api::ExitConfigurationMode)});
}

void add_access(std::vector<Row>& rows) {
  for (const auto type : all_types) {
    if (type == Type::clock) continue;
    rows.push_back({text("fmi3Get", name(type)), instantiated | initialization | event | any_step | terminated,
                    reconfiguring | failed, [type](Subject& s) { return s.get(type); }});
    rows.push_back({text("fmi3Set", name(type)), instantiated | initialization | event | any_step,
                    reconfiguring | failed, [type](Subject& s) { return s.set(type); }});
  }
}

void add_states(std::vector<Row>& rows, const Description& d) {
  const bool copy = d.can_copy_state(), bytes = d.can_serialize_state();
  rows.push_back({"fmi3GetFMUState", everywhere & ~failed, failed,
                  [](Subject& s) {
                    void* fresh = nullptr;
                    const auto status = s.instance->get_state(&fresh);
                    if (fresh) s.instance->free_state(&fresh);
                    return status;
                  },
                  copy});
  rows.push_back({"fmi3SetFMUState", everywhere, 0, [](Subject& s) { return s.instance->set_state(s.state); }, copy});
  rows.push_back(
      {"fmi3FreeFMUState", everywhere, 0, [](Subject& s) { return s.instance->free_state(&s.state); }, copy});
  rows.push_back({"fmi3SerializedFMUStateSize", everywhere & ~failed, failed,
                  [](Subject& s) {
                    std::size_t size = 0;
                    return s.instance->serialized_size(s.state, &size);
                  },
                  bytes});
  rows.push_back({"fmi3SerializeFMUState", everywhere & ~failed, failed,
                  [](Subject& s) { return s.instance->serialize(s.state, s.bytes.data(), s.bytes.size()); }, bytes});
  rows.push_back({"fmi3DeserializeFMUState", everywhere & ~failed, failed,
                  [](Subject& s) {
                    void* fresh = nullptr;
                    const auto status = s.instance->deserialize(s.bytes.data(), s.bytes.size(), &fresh);
                    if (fresh) s.instance->free_state(&fresh);
                    return status;
                  },
                  bytes});
}

void add_derivatives(std::vector<Row>& rows, const Description& d) {
  const bool both = has_output(d) && has_input(d);
  constexpr Modes evaluated = initialization | event | any_step | terminated;
  rows.push_back({"fmi3GetDirectionalDerivative", evaluated, reconfiguring | failed,
                  [](Subject& s) { return derivative(s, &Fmi3Api::GetDirectionalDerivative); },
                  d.has_directional_derivatives() && both});
  rows.push_back({"fmi3GetAdjointDerivative", evaluated, reconfiguring | failed,
                  [](Subject& s) { return derivative(s, &Fmi3Api::GetAdjointDerivative); },
                  d.flag("providesAdjointDerivatives") && both});
  rows.push_back({"fmi3GetOutputDerivatives", any_step | terminated, event | failed, output_derivatives,
                  d.number_flag("maxOutputDerivativeOrder") > 0 && has_output(d)});
  const bool per_element = d.flag("providesPerElementDependencies");
  rows.push_back({"fmi3GetNumberOfVariableDependencies", 0, everywhere,
                  [](Subject& s) {
                    std::size_t count = 0;
                    return static_cast<Status>(
                        s.loaded.fmi3().GetNumberOfVariableDependencies(s.handle(), s.output_and_input()[0], &count));
                  },
                  per_element});
  rows.push_back({"fmi3GetVariableDependencies", 0, everywhere,
                  [](Subject& s) {
                    return static_cast<Status>(s.loaded.fmi3().GetVariableDependencies(
                        s.handle(), s.output_and_input()[0], nullptr, nullptr, nullptr, nullptr, 0));
                  },
                  per_element});
}

/// Functions of clocks. Without clocks there is nothing they could be asked for, so any call is an Error.
void add_clocks(std::vector<Row>& rows, const Description& d) {
  bool clocks = false;
  for (const auto& v : d.variables) clocks = clocks || v.type == Type::clock;
  static ValueReference reference = 0;
  static bool active = false;
  static double decimal = 1;
  static fmi3UInt64 counter = 1, resolution = 1;
  static fmi3IntervalQualifier qualifier{};
  reference = d.unused_reference();
  const ValueReference* one = &reference;
  const std::size_t n = 1;
  const bool* ticks = &active;
  const double* interval = &decimal;
  const fmi3UInt64 *count = &counter, *per = &resolution;
  const auto add = [&](const char* function, auto call) { rows.push_back({function, 0, everywhere, call, clocks}); };
  add("fmi3GetClock", with(&Fmi3Api::GetClock, one, n, &active));
  add("fmi3SetClock", with(&Fmi3Api::SetClock, one, n, ticks));
  add("fmi3GetIntervalDecimal", with(&Fmi3Api::GetIntervalDecimal, one, n, &decimal, &qualifier));
  add("fmi3GetIntervalFraction", with(&Fmi3Api::GetIntervalFraction, one, n, &counter, &resolution, &qualifier));
  add("fmi3GetShiftDecimal", with(&Fmi3Api::GetShiftDecimal, one, n, &decimal));
  add("fmi3GetShiftFraction", with(&Fmi3Api::GetShiftFraction, one, n, &counter, &resolution));
  add("fmi3SetIntervalDecimal", with(&Fmi3Api::SetIntervalDecimal, one, n, interval));
  add("fmi3SetIntervalFraction", with(&Fmi3Api::SetIntervalFraction, one, n, count, per));
  add("fmi3SetShiftDecimal", with(&Fmi3Api::SetShiftDecimal, one, n, interval));
  add("fmi3SetShiftFraction", with(&Fmi3Api::SetShiftFraction, one, n, count, per));
}

/// Functions of model exchange and scheduled execution.
void add_other_interfaces(std::vector<Row>& rows) {
  const auto none = std::size_t{0};
  static double number = 0;
  static std::size_t count = 0;
  static bool flag_1 = false, flag_2 = false;
  const auto forbidden = [&](const char* function, auto call, Modes tolerated = 0) {
    rows.push_back({function, 0, tolerated, call});
  };
  forbidden("fmi3EnterContinuousTimeMode", plain(&Fmi3Api::EnterContinuousTimeMode));
  forbidden("fmi3CompletedIntegratorStep", with(&Fmi3Api::CompletedIntegratorStep, true, &flag_1, &flag_2));
  forbidden("fmi3SetTime", with(&Fmi3Api::SetTime, 0.0));
  forbidden("fmi3SetContinuousStates", with(&Fmi3Api::SetContinuousStates, static_cast<const double*>(&number), none));
  forbidden("fmi3GetContinuousStateDerivatives", with(&Fmi3Api::GetContinuousStateDerivatives, &number, none));
  forbidden("fmi3GetEventIndicators", with(&Fmi3Api::GetEventIndicators, &number, none));
  forbidden("fmi3GetContinuousStates", with(&Fmi3Api::GetContinuousStates, &number, none));
  forbidden("fmi3GetNominalsOfContinuousStates", with(&Fmi3Api::GetNominalsOfContinuousStates, &number, none),
            initialization | event | any_step | reconfiguration);
  forbidden("fmi3GetNumberOfEventIndicators", with(&Fmi3Api::GetNumberOfEventIndicators, &count));
  forbidden("fmi3GetNumberOfContinuousStates", with(&Fmi3Api::GetNumberOfContinuousStates, &count));
  forbidden("fmi3ActivateModelPartition", with(&Fmi3Api::ActivateModelPartition, ValueReference{0}, 0.0));
}

}  // namespace

std::vector<Row> table_of_fmi3(const Description& d) {
  std::vector<Row> rows;
  add_life_cycle(rows, d);
  add_access(rows);
  add_states(rows, d);
  add_derivatives(rows, d);
  add_clocks(rows, d);
  add_other_interfaces(rows);
  return rows;
}

}  // namespace conformance
