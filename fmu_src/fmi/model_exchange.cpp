// What an importer of model exchange asks of an instance: the hybrid system as it is, between events and at them.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "fmi/instance.hpp"
#include "math/finite.hpp"
#include "math/text.hpp"

namespace reeve::fmi {

using math::text;

void Instance::require_size(std::size_t given, std::size_t expected, const char* what) const {
  if (given == expected) return;
  throw std::invalid_argument(std::to_string(given) + " " + what + " were passed: the model has " +
                              std::to_string(expected));
}

/// The description fixed how many states there are; an importer read that number from the XML.
void Instance::check_sizes(std::vector<std::string>& findings) const {
  for (const auto [row, exported] : sizing_) {
    const Variable& v = table().rows()[row];
    const int value = *std::get<int*>(storage_[row]);
    if (value == exported) continue;
    findings.push_back(v.name + " = " + std::to_string(value) + " decides how many states there are and must stay " +
                       std::to_string(exported) + " in model exchange: reeve export --set " + v.name + "=" +
                       std::to_string(value) + " makes an FMU with that value, and co-simulation takes any");
  }
}

void Instance::set_time(double t) {
  if (!std::isfinite(t)) throw std::invalid_argument("time = " + text(t) + ": expected a finite number");
  time_ = t;
  changed();
}

void Instance::set_continuous_states(std::span<const double> x) {
  const auto states = model_->states();
  require_size(x.size(), states.size(), "states");
  for (const double value : x) {
    if (!std::isfinite(value)) throw Refused("a state is " + text(value) + ": expected finite numbers");
  }
  std::copy(x.begin(), x.end(), states.begin());
  changed();
}

void Instance::get_continuous_states(std::span<double> x) {
  require_size(x.size(), state_count(), "states");
  evaluate();
  const auto states = model_->states();
  std::copy(states.begin(), states.end(), x.begin());
}

void Instance::get_derivatives(std::span<double> dx) {
  require_size(dx.size(), state_count(), "derivatives");
  if (phase_ == kInitialization) evaluate();
  model_->derivatives(time_, dx);
  if (!math::all_finite(dx)) throw Refused("a derivative is not finite at t = " + text(time_) + " s");
}

void Instance::get_indicators(std::span<double> z) {
  require_size(z.size(), indicator_count(), "event indicators");
  if (phase_ == kInitialization) evaluate();
  model_->indicators(time_, z);
}

void Instance::get_nominals(std::span<double> nominals) const {
  require_size(nominals.size(), state_count(), "nominal values");
  const auto own = model_->nominals();
  std::copy(own.begin(), own.end(), nominals.begin());
}

void Instance::enter_event_mode() {
  if (phase_ == kContinuousTime) updated_ = false;
  phase_ = kEventMode;
}

/// Everything that changes does so in this one call; a second one changes nothing.
Instance::EventInfo Instance::update_discrete_states() {
  const auto x = model_->states();
  std::copy(x.begin(), x.end(), before_.begin());
  check_parameters();
  try {
    model_->update(time_);
  } catch (const integration::StepFailure& endless) {
    throw std::runtime_error(endless.what());
  }
  changed();
  updated_ = true;
  wants_event_ = false;
  next_event_ = std::min(model_->next_event(time_), kNoEvent);
  const bool moved = std::memcmp(x.data(), before_.data(), x.size_bytes()) != 0;
  return {moved, next_event_};
}

void Instance::enter_continuous_time_mode() {
  if (!updated_) update_discrete_states();
  phase_ = kContinuousTime;
}

/// The only thing that may be missed here is a message: whatever matters happens at events.
bool Instance::completed_integrator_step() {
  class Messages final : public integration::StepHooks {
   public:
    explicit Messages(Instance& instance) : StepHooks(instance.time_), instance_{instance} {}
    void warn(const std::string& message) override { instance_.say(Level::warning, message); }

   private:
    Instance& instance_;
  } messages(*this);
  model_->completed(time_, messages);
  return wants_event_ || time_ + integration::time_slack(time_) >= next_event_;
}

}  // namespace reeve::fmi
