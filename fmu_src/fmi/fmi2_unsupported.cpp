/// Functions of FMI 2.0 that must exist but belong to what is not offered: asynchronous steps, strings.
#include "fmi/fmi2_component.hpp"

using namespace reeve::fmi;

namespace {

fmi2Status not_offered(fmi2Component c, const char* function, const char* what) {
  return guarded(c, Call::unsupported, function, [&](Instance&) { throw std::logic_error(what); });
}
fmi2Status no_strings(fmi2Component c, Call call, const char* function, size_t n) {
  return guarded(c, call, function, [&](Instance&) {
    if (n > 0) throw std::invalid_argument("the model has no string variables");
  });
}
fmi2Status no_such_status(fmi2Component c, const char* function) {
  return guarded(c, Call::get_step_status, function,
                 [](Instance&) { throw Refused("there is no status of this kind"); });
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
fmi2Status fmi2GetIntegerStatus(fmi2Component c, const fmi2StatusKind, fmi2Integer*) {
  return no_such_status(c, __func__);
}
fmi2Status fmi2GetStringStatus(fmi2Component c, const fmi2StatusKind, fmi2String*) {
  return no_such_status(c, __func__);
}

}  // extern "C"
