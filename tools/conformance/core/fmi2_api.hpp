#pragma once

/// The functions of FMI 2.0 by name.

#include <fmi2FunctionTypes.h>
#include <fmi2TypesPlatform.h>

#include <string>
#include <vector>

#include "library.hpp"

// clang-format off
#define CONFORMANCE_FMI2_CO_SIMULATION(X)                                                                       \
  X(GetTypesPlatform) X(GetVersion) X(SetDebugLogging) X(Instantiate) X(FreeInstance) X(SetupExperiment)        \
  X(EnterInitializationMode) X(ExitInitializationMode) X(Terminate) X(Reset) X(GetReal) X(GetInteger)           \
  X(GetBoolean) X(GetString) X(SetReal) X(SetInteger) X(SetBoolean) X(SetString) X(GetFMUstate)                 \
  X(SetFMUstate) X(FreeFMUstate) X(SerializedFMUstateSize) X(SerializeFMUstate) X(DeSerializeFMUstate)          \
  X(GetDirectionalDerivative) X(SetRealInputDerivatives) X(GetRealOutputDerivatives) X(DoStep)                  \
  X(CancelStep) X(GetStatus) X(GetRealStatus) X(GetIntegerStatus) X(GetBooleanStatus) X(GetStringStatus)
#define CONFORMANCE_FMI2_MODEL_EXCHANGE(X)                                                                      \
  X(EnterEventMode) X(NewDiscreteStates) X(EnterContinuousTimeMode) X(CompletedIntegratorStep) X(SetTime)       \
  X(SetContinuousStates) X(GetDerivatives) X(GetEventIndicators) X(GetContinuousStates)                         \
  X(GetNominalsOfContinuousStates)
// clang-format on

namespace conformance {

struct Fmi2Api {
#define X(function) fmi2##function##TYPE* function = nullptr;
  CONFORMANCE_FMI2_CO_SIMULATION(X)
  CONFORMANCE_FMI2_MODEL_EXCHANGE(X)
#undef X
  std::vector<std::string> missing;

  /// An FMU for co-simulation alone has no functions of model exchange.
  Fmi2Api(const Library& library, bool model_exchange) {
#define X(name)                                            \
  name = library.function<fmi2##name##TYPE>("fmi2" #name); \
  if (!name) missing.push_back("fmi2" #name);
    CONFORMANCE_FMI2_CO_SIMULATION(X)
    if (!model_exchange) return;
    CONFORMANCE_FMI2_MODEL_EXCHANGE(X)
#undef X
  }
};

}  // namespace conformance
