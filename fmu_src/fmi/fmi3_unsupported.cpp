/// Functions of FMI 3.0 that must exist but belong to what is not offered: scheduled execution, event mode of
/// co-simulation, clocks, configuration, adjoints, and the variable types that no model uses.
#include "fmi/fmi3_component.hpp"

using namespace reeve::fmi;

namespace {

fmi3Status not_offered(fmi3Instance c, const char* function, const char* what) {
  return guarded(c, Call::unsupported, function, [&](Instance&) { throw std::logic_error(what); });
}
fmi3Status clocks(fmi3Instance c, const char* function) { return not_offered(c, function, "the model has no clocks"); }

fmi3Status no_such_type(fmi3Instance c, Call call, const char* function, size_t n) {
  return guarded(c, call, function, [&](Instance&) {
    if (n > 0) throw std::invalid_argument("the model has no variables of this type");
  });
}

fmi3Instance refuse_instance(const char* what, fmi3InstanceEnvironment environment,
                             fmi3LogMessageCallback log_message) {
  if (log_message) log_message(environment, fmi3Error, kLogCategories[3].name.data(), what);
  return nullptr;
}

}  // namespace

extern "C" {

fmi3Instance fmi3InstantiateScheduledExecution(fmi3String, fmi3String, fmi3String, fmi3Boolean, fmi3Boolean,
                                               fmi3InstanceEnvironment environment, fmi3LogMessageCallback log_message,
                                               fmi3ClockUpdateCallback, fmi3LockPreemptionCallback,
                                               fmi3UnlockPreemptionCallback) {
  return refuse_instance("scheduled execution is not offered: use co-simulation", environment, log_message);
}

#define REEVE_UNUSED_TYPE(Name)                                                                                \
  fmi3Status fmi3Get##Name(fmi3Instance c, const fmi3ValueReference[], size_t n, fmi3##Name[], size_t) {       \
    return no_such_type(c, Call::get, __func__, n);                                                            \
  }                                                                                                            \
  fmi3Status fmi3Set##Name(fmi3Instance c, const fmi3ValueReference[], size_t n, const fmi3##Name[], size_t) { \
    return no_such_type(c, Call::set, __func__, n);                                                            \
  }
REEVE_UNUSED_TYPE(Float32)
REEVE_UNUSED_TYPE(Int8)
REEVE_UNUSED_TYPE(UInt8)
REEVE_UNUSED_TYPE(Int16)
REEVE_UNUSED_TYPE(UInt16)
REEVE_UNUSED_TYPE(UInt32)
REEVE_UNUSED_TYPE(UInt64)
REEVE_UNUSED_TYPE(String)
#undef REEVE_UNUSED_TYPE

fmi3Status fmi3GetBinary(fmi3Instance c, const fmi3ValueReference[], size_t n, size_t[], fmi3Binary[], size_t) {
  return no_such_type(c, Call::get, __func__, n);
}
fmi3Status fmi3SetBinary(fmi3Instance c, const fmi3ValueReference[], size_t n, const size_t[], const fmi3Binary[],
                         size_t) {
  return no_such_type(c, Call::set, __func__, n);
}
fmi3Status fmi3GetClock(fmi3Instance c, const fmi3ValueReference[], size_t, fmi3Clock[]) { return clocks(c, __func__); }
fmi3Status fmi3SetClock(fmi3Instance c, const fmi3ValueReference[], size_t, const fmi3Clock[]) {
  return clocks(c, __func__);
}

fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance c, fmi3ValueReference, size_t*) {
  return not_offered(c, __func__, "dependencies do not change: they are in the model description");
}
fmi3Status fmi3GetVariableDependencies(fmi3Instance c, fmi3ValueReference, size_t[], fmi3ValueReference[], size_t[],
                                       fmi3DependencyKind[], size_t) {
  return not_offered(c, __func__, "dependencies do not change: they are in the model description");
}
fmi3Status fmi3GetAdjointDerivative(fmi3Instance c, const fmi3ValueReference[], size_t, const fmi3ValueReference[],
                                    size_t, const fmi3Float64[], size_t, fmi3Float64[], size_t) {
  return not_offered(c, __func__, "adjoint derivatives are not offered: use directional ones");
}
fmi3Status fmi3EnterConfigurationMode(fmi3Instance c) {
  return not_offered(c, __func__,
                     "there are no structural parameters: sizes are fixed by the description, see reeve export");
}
fmi3Status fmi3ExitConfigurationMode(fmi3Instance c) {
  return not_offered(c, __func__,
                     "there are no structural parameters: sizes are fixed by the description, see reeve export");
}

fmi3Status fmi3EnterStepMode(fmi3Instance c) {
  return not_offered(c, __func__, "belongs to event mode of co-simulation, which this FMU does not offer");
}

fmi3Status fmi3GetIntervalDecimal(fmi3Instance c, const fmi3ValueReference[], size_t, fmi3Float64[],
                                  fmi3IntervalQualifier[]) {
  return clocks(c, __func__);
}
fmi3Status fmi3GetIntervalFraction(fmi3Instance c, const fmi3ValueReference[], size_t, fmi3UInt64[], fmi3UInt64[],
                                   fmi3IntervalQualifier[]) {
  return clocks(c, __func__);
}
fmi3Status fmi3GetShiftDecimal(fmi3Instance c, const fmi3ValueReference[], size_t, fmi3Float64[]) {
  return clocks(c, __func__);
}
fmi3Status fmi3GetShiftFraction(fmi3Instance c, const fmi3ValueReference[], size_t, fmi3UInt64[], fmi3UInt64[]) {
  return clocks(c, __func__);
}
fmi3Status fmi3SetIntervalDecimal(fmi3Instance c, const fmi3ValueReference[], size_t, const fmi3Float64[]) {
  return clocks(c, __func__);
}
fmi3Status fmi3SetIntervalFraction(fmi3Instance c, const fmi3ValueReference[], size_t, const fmi3UInt64[],
                                   const fmi3UInt64[]) {
  return clocks(c, __func__);
}
fmi3Status fmi3SetShiftDecimal(fmi3Instance c, const fmi3ValueReference[], size_t, const fmi3Float64[]) {
  return clocks(c, __func__);
}
fmi3Status fmi3SetShiftFraction(fmi3Instance c, const fmi3ValueReference[], size_t, const fmi3UInt64[],
                                const fmi3UInt64[]) {
  return clocks(c, __func__);
}
fmi3Status fmi3ActivateModelPartition(fmi3Instance c, fmi3ValueReference, fmi3Float64) {
  return not_offered(c, __func__, "belongs to scheduled execution, which this FMU does not offer");
}

}  // extern "C"
