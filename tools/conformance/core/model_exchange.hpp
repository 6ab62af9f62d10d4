#pragma once

/// The functions of model exchange without regard to the version of FMI, on an instance made for it. Every call returns
/// the FMU's status untouched; any pointer may be null, any count wrong.

#include <cstddef>
#include <memory>

#include "status.hpp"

namespace conformance {

struct Fmi2Api;
struct Fmi3Api;

/// What NewDiscreteStates (FMI 2.0) or UpdateDiscreteStates (FMI 3.0) says.
struct DiscreteUpdate {
  Status status = Status::ok;
  bool needed = false, terminate = false, nominals_changed = false, values_changed = false, next_defined = false;
  double next = 0;
};

struct CompletedStep {
  Status status = Status::ok;
  bool enter_event_mode = false, terminate = false;
};

class ModelExchange {
 public:
  virtual ~ModelExchange() = default;

  virtual Status enter_event_mode() = 0;
  virtual DiscreteUpdate update_discrete_states() = 0;
  virtual Status enter_continuous_time_mode() = 0;
  virtual CompletedStep completed_integrator_step(bool no_return = true) = 0;
  virtual Status set_time(double time) = 0;
  virtual Status set_states(const double* x, std::size_t n) = 0;
  virtual Status get_states(double* x, std::size_t n) = 0;
  virtual Status get_derivatives(double* dx, std::size_t n) = 0;
  virtual Status get_indicators(double* z, std::size_t n) = 0;
  virtual Status get_nominals(double* x, std::size_t n) = 0;
};

/// For the handle of an instance, which has to live longer.
std::unique_ptr<ModelExchange> model_exchange_of(const Fmi2Api& api, void* handle);
std::unique_ptr<ModelExchange> model_exchange_of(const Fmi3Api& api, void* handle);

}  // namespace conformance
