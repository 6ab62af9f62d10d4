/// The C functions of FMI 2.0 model exchange: types in, a call of Instance, status out.
#include "fmi/fmi2_component.hpp"

using namespace reeve::fmi;

extern "C" {

fmi2Status fmi2EnterEventMode(fmi2Component c) {
  return guarded(c, Call::enter_event_mode, __func__, [](Instance& i) { i.enter_event_mode(); });
}

fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo* info) {
  if (info) *info = {fmi2False, fmi2False, fmi2False, fmi2False, fmi2False, kNoEvent};
  return guarded(c, Call::update_discrete_states, __func__, [&](Instance& i) {
    fmi2EventInfo& out = required(info, "eventInfo");
    const auto event = i.update_discrete_states();
    out.valuesOfContinuousStatesChanged = event.states_changed;
    if (event.next_event < kNoEvent) out.nextEventTimeDefined = fmi2True, out.nextEventTime = event.next_event;
  });
}

fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c) {
  return guarded(c, Call::enter_continuous_time_mode, __func__, [](Instance& i) { i.enter_continuous_time_mode(); });
}

fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean, fmi2Boolean* enter_event_mode,
                                       fmi2Boolean* terminate) {
  if (enter_event_mode) *enter_event_mode = fmi2False;
  if (terminate) *terminate = fmi2False;
  return guarded(c, Call::completed_integrator_step, __func__, [&](Instance& i) {
    fmi2Boolean& event = required(enter_event_mode, "enterEventMode");
    required(terminate, "terminateSimulation");
    event = i.completed_integrator_step();
  });
}

fmi2Status fmi2SetTime(fmi2Component c, fmi2Real t) {
  return guarded(c, Call::set_time, __func__, [&](Instance& i) { i.set_time(t); });
}
fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real x[], size_t n) {
  return guarded(c, Call::set_continuous_states, __func__,
                 [&](Instance& i) { i.set_continuous_states(array(x, n, "x")); });
}
fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real x[], size_t n) {
  return guarded(c, Call::get_continuous_states, __func__,
                 [&](Instance& i) { i.get_continuous_states(array(x, n, "x")); });
}
fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real dx[], size_t n) {
  return guarded(c, Call::get_continuous_states, __func__,
                 [&](Instance& i) { i.get_derivatives(array(dx, n, "derivatives")); });
}
fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real z[], size_t n) {
  return guarded(c, Call::get_continuous_states, __func__,
                 [&](Instance& i) { i.get_indicators(array(z, n, "eventIndicators")); });
}
fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c, fmi2Real nominals[], size_t n) {
  return guarded(c, Call::get_nominals, __func__,
                 [&](Instance& i) { i.get_nominals(array(nominals, n, "x_nominal")); });
}

}  // extern "C"
