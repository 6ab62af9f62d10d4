/// Functions of FMI 2.0 that must exist but belong to what is not offered: model exchange, asynchronous steps, strings.
#include "fmi/fmi2_component.hpp"

using namespace reeve::fmi;

namespace {

fmi2Status not_offered(fmi2Component c, const char* function, const char* what) {
  return guarded(c, Call::unsupported, function, [&](Instance&) { throw std::logic_error(what); });
}
fmi2Status model_exchange(fmi2Component c, const char* function) {
  return not_offered(c, function, "belongs to model exchange; this FMU is for co-simulation");
}
fmi2Status no_strings(fmi2Component c, Call call, const char* function, size_t n) {
  return guarded(c, call, function, [&](Instance&) {
    if (n > 0) throw std::invalid_argument("the model has no string variables");
  });
}
fmi2Status no_such_status(fmi2Component c, const char* function) {
  return guarded(c, Call::get_step_status, function, [](Instance&) { throw Refused("there is no status of this kind"); });
}

}  // namespace

extern "C" {

fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference[], size_t n, fmi2String[]) {
  return no_strings(c, Call::get, __func__, n);
}
fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference[], size_t n, const fmi2String[]) {
  return no_strings(c, Call::set, __func__, n);
}

fmi2Status fmi2CancelStep(fmi2Component c) { return not_offered(c, __func__, "steps are never asynchronous"); }
fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind, fmi2Status*) { return no_such_status(c, __func__); }
fmi2Status fmi2GetIntegerStatus(fmi2Component c, const fmi2StatusKind, fmi2Integer*) { return no_such_status(c, __func__); }
fmi2Status fmi2GetStringStatus(fmi2Component c, const fmi2StatusKind, fmi2String*) { return no_such_status(c, __func__); }

fmi2Status fmi2EnterEventMode(fmi2Component c) { return model_exchange(c, __func__); }
fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo*) { return model_exchange(c, __func__); }
fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c) { return model_exchange(c, __func__); }
fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean, fmi2Boolean*, fmi2Boolean*) {
  return model_exchange(c, __func__);
}
fmi2Status fmi2SetTime(fmi2Component c, fmi2Real) { return model_exchange(c, __func__); }
fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real[], size_t) { return model_exchange(c, __func__); }
fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real[], size_t) { return model_exchange(c, __func__); }
fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real[], size_t) { return model_exchange(c, __func__); }
fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real[], size_t) { return model_exchange(c, __func__); }
fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c, fmi2Real[], size_t) { return model_exchange(c, __func__); }

}  // extern "C"
