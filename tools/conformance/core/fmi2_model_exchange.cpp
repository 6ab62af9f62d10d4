#include "fmi2_api.hpp"
#include "model_exchange.hpp"

namespace conformance {

namespace {

constexpr Status status(fmi2Status s) { return static_cast<Status>(s); }

class Fmi2ModelExchange final : public ModelExchange {
 public:
  Fmi2ModelExchange(const Fmi2Api& api, fmi2Component component) : api_(api), component_(component) {}

  Status enter_event_mode() override { return status(api_.EnterEventMode(component_)); }

  DiscreteUpdate update_discrete_states() override {
    fmi2EventInfo info{unwritten, unwritten, unwritten, unwritten, unwritten, 0};
    DiscreteUpdate out;
    out.status = status(api_.NewDiscreteStates(component_, &info));
    out.needed = info.newDiscreteStatesNeeded;
    out.terminate = info.terminateSimulation;
    out.nominals_changed = info.nominalsOfContinuousStatesChanged;
    out.values_changed = info.valuesOfContinuousStatesChanged;
    out.next_defined = info.nextEventTimeDefined;
    out.next = info.nextEventTime;
    return out;
  }

  Status enter_continuous_time_mode() override { return status(api_.EnterContinuousTimeMode(component_)); }

  CompletedStep completed_integrator_step(bool no_return) override {
    fmi2Boolean event = fmi2False, terminate = fmi2False;
    const auto s =
        status(api_.CompletedIntegratorStep(component_, no_return ? fmi2True : fmi2False, &event, &terminate));
    return {s, event != fmi2False, terminate != fmi2False};
  }

  Status set_time(double time) override { return status(api_.SetTime(component_, time)); }
  Status set_states(const double* x, std::size_t n) override {
    return status(api_.SetContinuousStates(component_, x, n));
  }
  Status get_states(double* x, std::size_t n) override { return status(api_.GetContinuousStates(component_, x, n)); }
  Status get_derivatives(double* dx, std::size_t n) override { return status(api_.GetDerivatives(component_, dx, n)); }
  Status get_indicators(double* z, std::size_t n) override { return status(api_.GetEventIndicators(component_, z, n)); }
  Status get_nominals(double* x, std::size_t n) override {
    return status(api_.GetNominalsOfContinuousStates(component_, x, n));
  }

 private:
  /// A flag that the FMU forgets to write is read as true, which the checks notice.
  static constexpr fmi2Boolean unwritten = fmi2True;
  const Fmi2Api& api_;
  fmi2Component component_;
};

}  // namespace

std::unique_ptr<ModelExchange> model_exchange_of(const Fmi2Api& api, void* handle) {
  return std::make_unique<Fmi2ModelExchange>(api, handle);
}

}  // namespace conformance
