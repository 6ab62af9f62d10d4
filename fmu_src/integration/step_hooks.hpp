#pragma once
/// What a model may ask, and has to tell, while it advances over one communication step.
#include <stdexcept>
#include <string>

namespace reeve::integration {

/// The answer to "an internal step was accepted".
struct Verdict {
  bool stop{};            ///< go no further: the caller wants to return at the time just reached
  bool inputs_changed{};  ///< an input jumped: slopes kept from before are void
};

/// Call order within one advance: inputs_at(t) before every evaluation at t, accepted(t) after every internal step, with
/// the model's state at t. `end` may move to an earlier time in accepted(); it is never before t.
class StepHooks {
 public:
  explicit StepHooks(double end_time) : end{end_time} {}
  virtual ~StepHooks() = default;
  StepHooks(const StepHooks&) = delete;
  StepHooks& operator=(const StepHooks&) = delete;

  virtual void inputs_at(double /*t*/) {}  ///< writes the inputs at time t into the model's values
  virtual Verdict accepted(double /*t*/) { return {}; }
  virtual void warn(const std::string& /*message*/) {}

  double end;  ///< where the communication step ends [s]
};

/// The solver cannot go on from here; the message says why and what to do.
class StepFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace reeve::integration
