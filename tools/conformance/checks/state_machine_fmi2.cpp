/// The table of FMI 2.0.5 for co-simulation (section 4.2.4 of the standard).

#include "core/fmi2_instance.hpp"
#include "state_machine.hpp"

namespace conformance {

namespace {

template <class Function>
auto plain(Function Fmi2Api::*function) {
  return [function](Subject& s) { return static_cast<Status>((s.loaded.fmi2().*function)(s.handle())); };
}

Status input_derivatives(Subject& s) {
  const auto pair = s.output_and_input();
  const fmi2Integer order = 1;
  const fmi2Real zero = 0;
  return static_cast<Status>(s.loaded.fmi2().SetRealInputDerivatives(s.handle(), pair.data() + 1, 1, &order, &zero));
}

Status output_derivatives(Subject& s) {
  const auto pair = s.output_and_input();
  const fmi2Integer order = 1;
  fmi2Real value = 0;
  return static_cast<Status>(s.loaded.fmi2().GetRealOutputDerivatives(s.handle(), pair.data(), 1, &order, &value));
}

Status directional_derivative(Subject& s) {
  const auto pair = s.output_and_input();
  const double seed = 1;
  double result = 0;
  return static_cast<Status>(
      s.loaded.fmi2().GetDirectionalDerivative(s.handle(), pair.data(), 1, pair.data() + 1, 1, &seed, &result));
}

Status step(Subject& s) {
  return static_cast<Status>(
      s.loaded.fmi2().DoStep(s.handle(), s.loaded.fmu().start(), s.loaded.fmu().step(), fmi2True));
}

void add_access(std::vector<Row>& rows) {
  struct Kind {
    const char* name;
    Type type;
  };
  for (const auto& [kind, type] :
       {Kind{"Real", Type::float64}, {"Integer", Type::int32}, {"Boolean", Type::boolean}, {"String", Type::string}}) {
    rows.push_back({text("fmi2Get", kind), initialization | stepping | terminated, instantiated | failed,
                    [type](Subject& s) { return s.get(type); }});
    rows.push_back({text("fmi2Set", kind), instantiated | initialization | stepping, 0,
                    [type](Subject& s) { return s.set(type); }});
  }
}

void add_states(std::vector<Row>& rows, const Description& d) {
  const bool copy = d.can_copy_state(), bytes = d.can_serialize_state();
  rows.push_back({"fmi2GetFMUstate", everywhere & ~failed, failed,
                  [](Subject& s) {
                    void* fresh = nullptr;
                    const auto status = s.instance->get_state(&fresh);
                    if (fresh) s.instance->free_state(&fresh);
                    return status;
                  },
                  copy});
  rows.push_back({"fmi2SetFMUstate", everywhere, 0, [](Subject& s) { return s.instance->set_state(s.state); }, copy});
  rows.push_back(
      {"fmi2FreeFMUstate", everywhere, 0, [](Subject& s) { return s.instance->free_state(&s.state); }, copy});
  rows.push_back({"fmi2SerializedFMUstateSize", everywhere, 0,
                  [](Subject& s) {
                    std::size_t size = 0;
                    return s.instance->serialized_size(s.state, &size);
                  },
                  bytes});
  rows.push_back({"fmi2SerializeFMUstate", everywhere, 0,
                  [](Subject& s) { return s.instance->serialize(s.state, s.bytes.data(), s.bytes.size()); }, bytes});
  rows.push_back({"fmi2DeSerializeFMUstate", everywhere, 0,
                  [](Subject& s) {
                    void* fresh = nullptr;
                    const auto status = s.instance->deserialize(s.bytes.data(), s.bytes.size(), &fresh);
                    if (fresh) s.instance->free_state(&fresh);
                    return status;
                  },
                  bytes});
}

/// Nothing is pending and nothing was discarded: the answer may be Discard, but the question is legal after a step.
void add_status(std::vector<Row>& rows) {
  constexpr Modes legal = stepping | terminated;
  const auto add = [&](const char* function, auto call) { rows.push_back({function, legal, 0, call, true, true}); };
  add("fmi2GetStatus", [](Subject& s) {
    fmi2Status v{};
    return static_cast<Status>(s.loaded.fmi2().GetStatus(s.handle(), fmi2DoStepStatus, &v));
  });
  add("fmi2GetRealStatus", [](Subject& s) {
    fmi2Real v{};
    return static_cast<Status>(s.loaded.fmi2().GetRealStatus(s.handle(), fmi2LastSuccessfulTime, &v));
  });
  add("fmi2GetIntegerStatus", [](Subject& s) {
    fmi2Integer v{};
    return static_cast<Status>(s.loaded.fmi2().GetIntegerStatus(s.handle(), fmi2LastSuccessfulTime, &v));
  });
  add("fmi2GetBooleanStatus", [](Subject& s) {
    fmi2Boolean v{};
    return static_cast<Status>(s.loaded.fmi2().GetBooleanStatus(s.handle(), fmi2Terminated, &v));
  });
  add("fmi2GetStringStatus", [](Subject& s) {
    fmi2String v{};
    return static_cast<Status>(s.loaded.fmi2().GetStringStatus(s.handle(), fmi2PendingStatus, &v));
  });
}

/// Functions of model exchange that change something; a library that offers both interfaces exports them as well.
void add_model_exchange(std::vector<Row>& rows) {
  const auto forbidden = [&](const char* function, auto call) {
    rows.push_back(
        {function, 0, 0, [call](Subject& s) { return call(*model_exchange_of(s.loaded.fmi2(), s.handle())); }});
  };
  static double number = 0;
  forbidden("fmi2EnterEventMode", [](ModelExchange& f) { return f.enter_event_mode(); });
  forbidden("fmi2NewDiscreteStates", [](ModelExchange& f) { return f.update_discrete_states().status; });
  forbidden("fmi2EnterContinuousTimeMode", [](ModelExchange& f) { return f.enter_continuous_time_mode(); });
  forbidden("fmi2CompletedIntegratorStep", [](ModelExchange& f) { return f.completed_integrator_step().status; });
  forbidden("fmi2SetTime", [](ModelExchange& f) { return f.set_time(0); });
  forbidden("fmi2SetContinuousStates", [](ModelExchange& f) { return f.set_states(&number, 0); });
}

}  // namespace

std::vector<Row> table_of_fmi2(const Description& d) {
  std::vector<Row> rows;
  rows.push_back({"fmi2SetDebugLogging", everywhere, 0, [](Subject& s) { return s.instance->set_logging(true, {}); }});
  rows.push_back({"fmi2SetupExperiment", instantiated, 0, [](Subject& s) {
                    return dynamic_cast<Fmi2Instance&>(*s.instance).setup({s.loaded.fmu().start(), {}, {}});
                  }});
  rows.push_back({"fmi2EnterInitializationMode", instantiated, 0, plain(&Fmi2Api::EnterInitializationMode)});
  rows.push_back({"fmi2ExitInitializationMode", initialization, 0, plain(&Fmi2Api::ExitInitializationMode)});
  rows.push_back({"fmi2Terminate", stepping, 0, plain(&Fmi2Api::Terminate)});
  rows.push_back({"fmi2Reset", everywhere, 0, plain(&Fmi2Api::Reset)});
  rows.push_back({"fmi2DoStep", stepping, 0, step});
  rows.push_back({"fmi2CancelStep", 0, 0, plain(&Fmi2Api::CancelStep)});
  rows.push_back({"fmi2GetDirectionalDerivative", initialization | stepping | terminated, failed,
                  directional_derivative, d.has_directional_derivatives() && has_output(d) && has_input(d)});
  rows.push_back({"fmi2SetRealInputDerivatives", stepping, instantiated | initialization, input_derivatives,
                  d.flag("canInterpolateInputs") && has_input(d)});
  rows.push_back({"fmi2GetRealOutputDerivatives", stepping | terminated, failed, output_derivatives,
                  d.number_flag("maxOutputDerivativeOrder") > 0 && has_output(d)});
  add_access(rows);
  add_states(rows, d);
  add_status(rows);
  if (d.has_model_exchange) add_model_exchange(rows);
  return rows;
}

}  // namespace conformance
