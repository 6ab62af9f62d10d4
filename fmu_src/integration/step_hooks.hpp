#pragma once
/// What the caller of the loop is asked and told while it advances over one communication step.
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace reeve::integration {

/// Times that an importer adds up differ from ours by rounding: events by the clock are due this much earlier, and anything above is
/// a mistake [s].
inline double time_slack(double t) { return 1e-9 * std::max(1.0, std::abs(t)); }

/// The answer to "an internal step was accepted".
struct Verdict {
  bool stop{};            ///< go no further: the caller wants to return at the time just reached
  bool inputs_changed{};  ///< an input jumped: slopes kept from before are void
};

/// accepted(t) is called after every internal step, with the state at t. `end` may move to an earlier time in it; it is never
/// before t.
class StepHooks {
 public:
  explicit StepHooks(double end_time) : end{end_time} {}
  virtual ~StepHooks() = default;
  StepHooks(const StepHooks&) = delete;
  StepHooks& operator=(const StepHooks&) = delete;

  virtual Verdict accepted(double /*t*/) { return {}; }
  virtual void warn(const std::string& /*message*/) {}

  double end;  ///< where the communication step ends [s]
};

/// The loop cannot go on from here; the message says why and what to do.
class StepFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace reeve::integration
