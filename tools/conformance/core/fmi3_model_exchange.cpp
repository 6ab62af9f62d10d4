#include "fmi3_api.hpp"
#include "model_exchange.hpp"

namespace conformance {

namespace {

constexpr Status status(fmi3Status s) { return static_cast<Status>(s); }

class Fmi3ModelExchange final : public ModelExchange {
 public:
  Fmi3ModelExchange(const Fmi3Api& api, fmi3Instance instance) : api_(api), instance_(instance) {}

  Status enter_event_mode() override { return status(api_.EnterEventMode(instance_)); }

  DiscreteUpdate update_discrete_states() override {
    DiscreteUpdate out{Status::ok, true, true, true, true, true, 0};  // a flag not written is read as true
    out.status = status(api_.UpdateDiscreteStates(instance_, &out.needed, &out.terminate, &out.nominals_changed,
                                                  &out.values_changed, &out.next_defined, &out.next));
    return out;
  }

  Status enter_continuous_time_mode() override { return status(api_.EnterContinuousTimeMode(instance_)); }

  CompletedStep completed_integrator_step(bool no_return) override {
    CompletedStep out;
    out.status = status(api_.CompletedIntegratorStep(instance_, no_return, &out.enter_event_mode, &out.terminate));
    return out;
  }

  Status set_time(double time) override { return status(api_.SetTime(instance_, time)); }
  Status set_states(const double* x, std::size_t n) override {
    return status(api_.SetContinuousStates(instance_, x, n));
  }
  Status get_states(double* x, std::size_t n) override { return status(api_.GetContinuousStates(instance_, x, n)); }
  Status get_derivatives(double* dx, std::size_t n) override {
    return status(api_.GetContinuousStateDerivatives(instance_, dx, n));
  }
  Status get_indicators(double* z, std::size_t n) override { return status(api_.GetEventIndicators(instance_, z, n)); }
  Status get_nominals(double* x, std::size_t n) override {
    return status(api_.GetNominalsOfContinuousStates(instance_, x, n));
  }

 private:
  const Fmi3Api& api_;
  fmi3Instance instance_;
};

}  // namespace

std::unique_ptr<ModelExchange> model_exchange_of(const Fmi3Api& api, void* handle) {
  return std::make_unique<Fmi3ModelExchange>(api, handle);
}

}  // namespace conformance
