/// The C functions of FMI 3.0 model exchange: types in, a call of Instance, status out.
#include "fmi/fmi3_component.hpp"

using namespace reeve::fmi;

extern "C" {

fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean,
                                          fmi3Boolean logging, fmi3InstanceEnvironment environment,
                                          fmi3LogMessageCallback log_message) {
  return make_component({name, token, resources, kFmi3ModelExchange, environment, log_message, logging}, __func__,
                        [](Fmi3Component&) {});
}

fmi3Status fmi3EnterEventMode(fmi3Instance c) {
  return guarded(c, Call::enter_event_mode, __func__, [](Instance& i) { i.enter_event_mode(); });
}
/// Nothing is to be evaluated before an update.
fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance c) {
  return guarded(c, Call::update_discrete_states, __func__, [](Instance&) {});
}

fmi3Status fmi3UpdateDiscreteStates(fmi3Instance c, fmi3Boolean* needed, fmi3Boolean* terminate,
                                    fmi3Boolean* nominals_changed, fmi3Boolean* states_changed,
                                    fmi3Boolean* next_event_defined, fmi3Float64* next_event) {
  for (fmi3Boolean* flag : {needed, terminate, nominals_changed, states_changed, next_event_defined}) {
    if (flag) *flag = fmi3False;
  }
  if (next_event) *next_event = kNoEvent;
  return guarded(c, Call::update_discrete_states, __func__, [&](Instance& i) {
    for (fmi3Boolean* flag : {needed, terminate, nominals_changed, states_changed, next_event_defined})
      required(flag, "a flag for the event");
    required(next_event, "nextEventTime");
    const auto event = i.update_discrete_states();
    *states_changed = event.states_changed;
    if (event.next_event < kNoEvent) *next_event_defined = fmi3True, *next_event = event.next_event;
  });
}

fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance c) {
  return guarded(c, Call::enter_continuous_time_mode, __func__, [](Instance& i) { i.enter_continuous_time_mode(); });
}

fmi3Status fmi3CompletedIntegratorStep(fmi3Instance c, fmi3Boolean, fmi3Boolean* enter_event_mode,
                                       fmi3Boolean* terminate) {
  for (fmi3Boolean* flag : {enter_event_mode, terminate}) {
    if (flag) *flag = fmi3False;
  }
  return guarded(c, Call::completed_integrator_step, __func__, [&](Instance& i) {
    fmi3Boolean& event = required(enter_event_mode, "enterEventMode");
    required(terminate, "terminateSimulation");
    event = i.completed_integrator_step();
  });
}

fmi3Status fmi3SetTime(fmi3Instance c, fmi3Float64 t) {
  return guarded(c, Call::set_time, __func__, [&](Instance& i) { i.set_time(t); });
}
fmi3Status fmi3SetContinuousStates(fmi3Instance c, const fmi3Float64 x[], size_t n) {
  return guarded(c, Call::set_continuous_states, __func__,
                 [&](Instance& i) { i.set_continuous_states(array(x, n, "continuousStates")); });
}
fmi3Status fmi3GetContinuousStates(fmi3Instance c, fmi3Float64 x[], size_t n) {
  return guarded(c, Call::get_continuous_states, __func__,
                 [&](Instance& i) { i.get_continuous_states(array(x, n, "continuousStates")); });
}
fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance c, fmi3Float64 dx[], size_t n) {
  return guarded(c, Call::get_continuous_states, __func__,
                 [&](Instance& i) { i.get_derivatives(array(dx, n, "derivatives")); });
}
fmi3Status fmi3GetEventIndicators(fmi3Instance c, fmi3Float64 z[], size_t n) {
  return guarded(c, Call::get_continuous_states, __func__,
                 [&](Instance& i) { i.get_indicators(array(z, n, "eventIndicators")); });
}
fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance c, fmi3Float64 nominals[], size_t n) {
  return guarded(c, Call::get_nominals, __func__, [&](Instance& i) { i.get_nominals(array(nominals, n, "nominals")); });
}
fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance c, size_t* n) {
  return guarded(c, Call::get_sizes, __func__,
                 [&](Instance& i) { required(n, "nEventIndicators") = i.indicator_count(); });
}
fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance c, size_t* n) {
  return guarded(c, Call::get_sizes, __func__,
                 [&](Instance& i) { required(n, "nContinuousStates") = i.state_count(); });
}

}  // extern "C"
