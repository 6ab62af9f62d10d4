/// The C functions of FMI 3.0 that co-simulation and model exchange share, and those of co-simulation: types in, a call of Instance, status out.
#include "fmi/fmi3_component.hpp"

using namespace reeve::fmi;

namespace {

/// Asks the importer after each internal step and obeys what it may ask for.
class Intermediate final : public StepListener {
 public:
  Intermediate(const Fmi3Component& component, double step_end) : component_{component}, step_end_{step_end} {}

  double intermediate(double t, double end) override {
    if (!component_.intermediate_update) return end;
    fmi3Boolean wants_return = fmi3False;
    fmi3Float64 return_time = end;
    const bool finished = t >= step_end_;
    component_.intermediate_update(component_.environment, t, !finished, fmi3True, fmi3True,
                                   component_.early_return_allowed && !finished, &wants_return, &return_time);
    return wants_return && component_.early_return_allowed ? return_time : end;
  }

 private:
  const Fmi3Component& component_;
  double step_end_;
};

}  // namespace

extern "C" {

const char* fmi3GetVersion() { return fmi3Version; }

fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean,
                                         fmi3Boolean logging, fmi3Boolean event_mode_used,
                                         fmi3Boolean early_return_allowed,
                                         const fmi3ValueReference required_variables[], size_t n_required,
                                         fmi3InstanceEnvironment environment, fmi3LogMessageCallback log_message,
                                         fmi3IntermediateUpdateCallback intermediate_update) {
  return make_component({name, token, resources, kFmi3CoSimulation, environment, log_message, logging}, __func__,
                        [&](Fmi3Component& component) {
                          if (event_mode_used)
                            throw ModelError("event mode is not offered: pass eventModeUsed = false");
                          component.environment = environment;
                          component.intermediate_update = intermediate_update;
                          component.early_return_allowed = early_return_allowed;
                          component.instance->register_intermediate(
                              array(required_variables, n_required, "requiredIntermediateVariables"));
                        });
}

void fmi3FreeInstance(fmi3Instance c) { delete static_cast<Fmi3Component*>(c); }

fmi3Status fmi3SetDebugLogging(fmi3Instance c, fmi3Boolean on, size_t n, const fmi3String categories[]) {
  return guarded(c, Call::set_debug_logging, __func__,
                 [&](Instance& i) { i.log().enable(on, array(categories, n, "categories")); });
}

fmi3Status fmi3EnterInitializationMode(fmi3Instance c, fmi3Boolean has_tolerance, fmi3Float64 tolerance,
                                       fmi3Float64 start, fmi3Boolean has_stop, fmi3Float64 stop) {
  return guarded(c, Call::enter_initialization, __func__, [&](Instance& i) {
    i.set_experiment(has_tolerance ? std::optional(tolerance) : std::nullopt, start,
                     has_stop ? std::optional(stop) : std::nullopt);
    i.enter_initialization();
  });
}
fmi3Status fmi3ExitInitializationMode(fmi3Instance c) {
  return guarded(c, Call::exit_initialization, __func__, [](Instance& i) { i.exit_initialization(); });
}
fmi3Status fmi3Terminate(fmi3Instance c) {
  return guarded(c, Call::terminate, __func__, [](Instance& i) { i.terminate(); });
}
fmi3Status fmi3Reset(fmi3Instance c) {
  return guarded(c, Call::reset, __func__, [](Instance& i) { i.reset(); });
}

// --- values ---

fmi3Status fmi3GetFloat64(fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3Float64 values[],
                          size_t n_values) {
  return guarded(c, Call::get, __func__, [&](Instance& i) {
    i.get<double>(array(vr, n, "valueReferences"), array(values, n_values, "values"));
  });
}
fmi3Status fmi3GetInt32(fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3Int32 values[], size_t n_values) {
  return guarded(c, Call::get, __func__,
                 [&](Instance& i) { i.get<int>(array(vr, n, "valueReferences"), array(values, n_values, "values")); });
}
fmi3Status fmi3GetInt64(fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3Int64 values[], size_t n_values) {
  return guarded(c, Call::get, __func__,
                 [&](Instance& i) { i.get<int>(array(vr, n, "valueReferences"), array(values, n_values, "values")); });
}
fmi3Status fmi3GetBoolean(fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3Boolean values[],
                          size_t n_values) {
  return guarded(c, Call::get, __func__,
                 [&](Instance& i) { i.get<bool>(array(vr, n, "valueReferences"), array(values, n_values, "values")); });
}
fmi3Status fmi3SetFloat64(fmi3Instance c, const fmi3ValueReference vr[], size_t n, const fmi3Float64 values[],
                          size_t n_values) {
  return guarded(c, Call::set, __func__, [&](Instance& i) {
    i.set<double>(array(vr, n, "valueReferences"), array(values, n_values, "values"));
  });
}
fmi3Status fmi3SetInt32(fmi3Instance c, const fmi3ValueReference vr[], size_t n, const fmi3Int32 values[],
                        size_t n_values) {
  return guarded(c, Call::set, __func__,
                 [&](Instance& i) { i.set<int>(array(vr, n, "valueReferences"), array(values, n_values, "values")); });
}
fmi3Status fmi3SetInt64(fmi3Instance c, const fmi3ValueReference vr[], size_t n, const fmi3Int64 values[],
                        size_t n_values) {
  return guarded(c, Call::set, __func__,
                 [&](Instance& i) { i.set<int>(array(vr, n, "valueReferences"), array(values, n_values, "values")); });
}
fmi3Status fmi3SetBoolean(fmi3Instance c, const fmi3ValueReference vr[], size_t n, const fmi3Boolean values[],
                          size_t n_values) {
  return guarded(c, Call::set, __func__,
                 [&](Instance& i) { i.set<bool>(array(vr, n, "valueReferences"), array(values, n_values, "values")); });
}

// --- states ---

fmi3Status fmi3GetFMUState(fmi3Instance c, fmi3FMUState* state) {
  return guarded(c, Call::get_state, __func__, [&](Instance& i) { get_state(i, state); });
}
fmi3Status fmi3SetFMUState(fmi3Instance c, fmi3FMUState state) {
  return guarded(c, Call::set_state, __func__, [&](Instance& i) { i.restore(saved(state)); });
}
fmi3Status fmi3FreeFMUState(fmi3Instance c, fmi3FMUState* state) {
  return guarded(c, Call::free_state, __func__, [&](Instance& i) { free_state(i, state); });
}
fmi3Status fmi3SerializedFMUStateSize(fmi3Instance c, fmi3FMUState state, size_t* size) {
  return guarded(c, Call::serialize, __func__,
                 [&](Instance& i) { required(size, "size") = i.serialized_size(saved(state)); });
}
fmi3Status fmi3SerializeFMUState(fmi3Instance c, fmi3FMUState state, fmi3Byte bytes[], size_t size) {
  return guarded(c, Call::serialize, __func__, [&](Instance& i) { serialize(i, state, bytes, size); });
}
fmi3Status fmi3DeserializeFMUState(fmi3Instance c, const fmi3Byte bytes[], size_t size, fmi3FMUState* state) {
  return guarded(c, Call::deserialize, __func__, [&](Instance& i) { deserialize(i, bytes, size, state); });
}

// --- derivatives ---

fmi3Status fmi3GetDirectionalDerivative(fmi3Instance c, const fmi3ValueReference unknowns[], size_t n_unknowns,
                                        const fmi3ValueReference knowns[], size_t n_knowns, const fmi3Float64 seed[],
                                        size_t n_seed, fmi3Float64 sensitivity[], size_t n_sensitivity) {
  return guarded(c, Call::directional_derivative, __func__, [&](Instance& i) {
    i.directional(array(unknowns, n_unknowns, "unknowns"), array(knowns, n_knowns, "knowns"),
                  array(seed, n_seed, "seed"), array(sensitivity, n_sensitivity, "sensitivity"));
  });
}
fmi3Status fmi3GetOutputDerivatives(fmi3Instance c, const fmi3ValueReference vr[], size_t n, const fmi3Int32 orders[],
                                    fmi3Float64 values[], size_t n_values) {
  return guarded(c, Call::get_output_derivatives, __func__, [&](Instance& i) {
    require_first_order(array(orders, n, "orders"));
    i.output_rates(array(vr, n, "valueReferences"), array(values, n_values, "values"));
  });
}

// --- stepping ---

fmi3Status fmi3DoStep(fmi3Instance c, fmi3Float64 t, fmi3Float64 step, fmi3Boolean, fmi3Boolean* event_handling_needed,
                      fmi3Boolean* terminate_simulation, fmi3Boolean* early_return, fmi3Float64* last_successful_time) {
  if (event_handling_needed) *event_handling_needed = fmi3False;
  if (terminate_simulation) *terminate_simulation = fmi3False;
  if (early_return) *early_return = fmi3False;
  if (last_successful_time) *last_successful_time = c ? static_cast<Fmi3Component*>(c)->instance->time() : t;
  return guarded(c, Call::do_step, __func__, [&](Instance& i) {
    Intermediate listener(*static_cast<Fmi3Component*>(c), t + step);
    const double reached = i.do_step(t, step, listener);
    if (early_return) *early_return = reached < t + step;
    if (last_successful_time) *last_successful_time = reached;
  });
}

}  // extern "C"
