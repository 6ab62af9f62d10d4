#pragma once

/// An instance for model exchange whose calls have to succeed: a refusal fails the check with the FMU's own words.

#include <functional>

#include "continuous_part.hpp"
#include "fmu.hpp"
#include "model_exchange.hpp"

namespace conformance {

using Vector = std::vector<double>;

/// Ends the check as not applicable if the FMU offers no model exchange.
void need_model_exchange(const Fmu& fmu);
/// Arguments of instantiate for model exchange.
Arguments for_model_exchange();

class Model {
 public:
  explicit Model(const LoadedFmu& loaded, Arguments arguments = for_model_exchange());

  /// Through initialisation and the first event into continuous-time mode.
  DiscreteUpdate start(const Experiment& experiment);
  DiscreteUpdate start() { return start({loaded_.fmu().start(), {}, {}}); }
  /// Through initialisation into event mode, no further.
  void initialize(const Experiment& experiment) { conformance::initialize(*instance_, experiment); }

  void enter_event_mode();
  /// Calls the update until no further one is needed; the flags of all calls, the next event of the last one.
  DiscreteUpdate update();
  DiscreteUpdate update_once();
  void enter_continuous_time_mode();
  /// An event without new inputs: enter, update, leave.
  DiscreteUpdate pass_event();

  void set_time(double time);
  void set_states(const Vector& x);
  void go_to(double time, const Vector& x);
  CompletedStep complete_step();
  Vector states(), derivatives(), indicators(), nominals();

  Instance& instance() { return *instance_; }
  ModelExchange& functions() { return *functions_; }
  const LoadedFmu& loaded() const { return loaded_; }
  const Fmu& fmu() const { return loaded_.fmu(); }
  const ContinuousPart& part() const { return part_; }
  std::size_t size() const { return part_.states.size(); }

  /// Called after each call of the update with what it said and the states before and after it.
  std::function<void(const DiscreteUpdate&, const Vector& before, const Vector& after)> on_update;

 private:
  void need(Status status, const char* call);

  const LoadedFmu& loaded_;
  ContinuousPart part_;
  std::unique_ptr<Instance> instance_;
  std::unique_ptr<ModelExchange> functions_;
};

bool same_bits(const Vector& a, const Vector& b);
bool all_finite(const Vector& v);

}  // namespace conformance
