/// The C functions of FMI 2.0 that co-simulation and model exchange share, and those of co-simulation: types in, a call of Instance, status out.
#include "fmi/fmi2_component.hpp"
#include "fmi/instantiate.hpp"
#include "fmi/resources.hpp"

using namespace reeve::fmi;

namespace {

/// Writes to the importer's logger. Callbacks and name are copied: the importer may free its own.
Log::Sink sink(const fmi2CallbackFunctions& callbacks, std::string name) {
  if (!callbacks.logger) return {};
  return [logger = callbacks.logger, environment = callbacks.componentEnvironment, name = std::move(name)](
             Level level, const char* category, const char* message) {
    constexpr fmi2Status kStatus[] = {fmi2OK, fmi2Warning, fmi2Discard, fmi2Error};
    logger(environment, name.c_str(), kStatus[static_cast<int>(level)], category, "%s", message);
  };
}

}  // namespace

extern "C" {

const char* fmi2GetTypesPlatform() { return fmi2TypesPlatform; }
const char* fmi2GetVersion() { return fmi2Version; }

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                              const fmi2CallbackFunctions* functions, fmi2Boolean, fmi2Boolean logging) {
  if (!functions) return nullptr;
  const FloatingPointGuard floating_point;
  try {
    const Log log(sink(*functions, text_or_empty(name)), logging != fmi2False);
    try {
      auto component = std::make_unique<Fmi2Component>();
      const LifeCycle& life_cycle = type == fmi2ModelExchange ? kFmi2ModelExchange : kFmi2CoSimulation;
      component->instance = instantiate({text_or_empty(name), text_or_empty(guid),
                                         path_of_uri(text_or_empty(resources)), life_cycle, Addressing::scalars},
                                        log);
      return component.release();
    } catch (const std::exception& error) {
      const std::string message = std::string("fmi2Instantiate: ") + error.what();
      floating_point.in_host([&] { log.write(Level::error, message); });
    }
  } catch (...) {  // no memory even for a message
  }
  return nullptr;
}

void fmi2FreeInstance(fmi2Component c) { delete static_cast<Fmi2Component*>(c); }

fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t n, const fmi2String categories[]) {
  return guarded(c, Call::set_debug_logging, __func__,
                 [&](Instance& i) { i.log().enable(on != fmi2False, array(categories, n, "categories")); });
}

fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean has_tolerance, fmi2Real tolerance, fmi2Real start,
                               fmi2Boolean has_stop, fmi2Real stop) {
  return guarded(c, Call::setup_experiment, __func__, [&](Instance& i) {
    i.set_experiment(has_tolerance ? std::optional(tolerance) : std::nullopt, start,
                     has_stop ? std::optional(stop) : std::nullopt);
  });
}

fmi2Status fmi2EnterInitializationMode(fmi2Component c) {
  return guarded(c, Call::enter_initialization, __func__, [](Instance& i) { i.enter_initialization(); });
}
fmi2Status fmi2ExitInitializationMode(fmi2Component c) {
  return guarded(c, Call::exit_initialization, __func__, [](Instance& i) { i.exit_initialization(); });
}
fmi2Status fmi2Terminate(fmi2Component c) {
  return guarded(c, Call::terminate, __func__, [](Instance& i) { i.terminate(); });
}
fmi2Status fmi2Reset(fmi2Component c) {
  return guarded(c, Call::reset, __func__, [](Instance& i) { i.reset(); });
}

// --- values ---

fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference vr[], size_t n, fmi2Real value[]) {
  return guarded(c, Call::get, __func__,
                 [&](Instance& i) { i.get<double>(array(vr, n, "vr"), array(value, n, "value")); });
}
fmi2Status fmi2GetInteger(fmi2Component c, const fmi2ValueReference vr[], size_t n, fmi2Integer value[]) {
  return guarded(c, Call::get, __func__,
                 [&](Instance& i) { i.get<int>(array(vr, n, "vr"), array(value, n, "value")); });
}
fmi2Status fmi2GetBoolean(fmi2Component c, const fmi2ValueReference vr[], size_t n, fmi2Boolean value[]) {
  return guarded(c, Call::get, __func__,
                 [&](Instance& i) { i.get<bool>(array(vr, n, "vr"), array(value, n, "value")); });
}
fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference vr[], size_t n, const fmi2Real value[]) {
  return guarded(c, Call::set, __func__,
                 [&](Instance& i) { i.set<double>(array(vr, n, "vr"), array(value, n, "value")); });
}
fmi2Status fmi2SetInteger(fmi2Component c, const fmi2ValueReference vr[], size_t n, const fmi2Integer value[]) {
  return guarded(c, Call::set, __func__,
                 [&](Instance& i) { i.set<int>(array(vr, n, "vr"), array(value, n, "value")); });
}
fmi2Status fmi2SetBoolean(fmi2Component c, const fmi2ValueReference vr[], size_t n, const fmi2Boolean value[]) {
  return guarded(c, Call::set, __func__,
                 [&](Instance& i) { i.set<bool>(array(vr, n, "vr"), array(value, n, "value")); });
}

// --- states ---

fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate* state) {
  return guarded(c, Call::get_state, __func__, [&](Instance& i) { get_state(i, state); });
}
fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state) {
  return guarded(c, Call::set_state, __func__, [&](Instance& i) { i.restore(saved(state)); });
}
fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate* state) {
  return guarded(c, Call::free_state, __func__, [&](Instance& i) { free_state(i, state); });
}
fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state, size_t* size) {
  return guarded(c, Call::serialize, __func__,
                 [&](Instance& i) { required(size, "size") = i.serialized_size(saved(state)); });
}
fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[], size_t size) {
  return guarded(c, Call::serialize, __func__, [&](Instance& i) { serialize(i, state, bytes, size); });
}
fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte bytes[], size_t size, fmi2FMUstate* state) {
  return guarded(c, Call::deserialize, __func__, [&](Instance& i) { deserialize(i, bytes, size, state); });
}

// --- derivatives ---

fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference unknowns[], size_t n_unknowns,
                                        const fmi2ValueReference knowns[], size_t n_knowns, const fmi2Real seed[],
                                        fmi2Real sensitivity[]) {
  return guarded(c, Call::directional_derivative, __func__, [&](Instance& i) {
    i.directional(array(unknowns, n_unknowns, "vUnknown"), array(knowns, n_knowns, "vKnown"),
                  array(seed, n_knowns, "dvKnown"), array(sensitivity, n_unknowns, "dvUnknown"));
  });
}
fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                                       const fmi2Integer order[], const fmi2Real value[]) {
  return guarded(c, Call::set_input_derivatives, __func__, [&](Instance& i) {
    require_first_order(array(order, n, "order"));
    i.set_input_rates(array(vr, n, "vr"), array(value, n, "value"));
  });
}
fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                                        const fmi2Integer order[], fmi2Real value[]) {
  return guarded(c, Call::get_output_derivatives, __func__, [&](Instance& i) {
    require_first_order(array(order, n, "order"));
    i.output_rates(array(vr, n, "vr"), array(value, n, "value"));
  });
}

// --- stepping ---

fmi2Status fmi2DoStep(fmi2Component c, fmi2Real t, fmi2Real step, fmi2Boolean) {
  const fmi2Status status = guarded(c, Call::do_step, __func__, [&](Instance& i) {
    StepListener nobody;
    i.do_step(t, step, nobody);
  });
  if (status == fmi2Discard) static_cast<Fmi2Component*>(c)->instance->step_failed();
  return status;
}

fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Real* value) {
  return guarded(c, Call::get_step_status, __func__, [&](Instance& i) {
    if (kind != fmi2LastSuccessfulTime) throw Refused("only the last successful time is a real status");
    required(value, "value") = i.time();
  });
}
fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Boolean* value) {
  return guarded(c, Call::get_step_status, __func__, [&](Instance&) {
    if (kind != fmi2Terminated) throw Refused("only \"terminated\" is a boolean status");
    required(value, "value") = fmi2False;
  });
}

}  // extern "C"
