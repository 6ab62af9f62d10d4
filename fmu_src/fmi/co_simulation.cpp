// Stepping: what an importer of co-simulation asks of an instance.
#include <algorithm>
#include <cmath>

#include "fmi/instance.hpp"
#include "math/text.hpp"

namespace reeve::fmi {

using math::text;

namespace {

/// Internal steps in one communication step: far more than any model takes in a whole ride, yet seconds and not hours.
constexpr long kMostSteps = 10'000'000;

}  // namespace

void Instance::set_input_rates(std::span<const std::uint32_t> references, std::span<const double> rates) {
  const auto inputs = scalars(references, &Instance::is_real_input, "a real input");
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const Variable& v = table().rows()[inputs[i].row];
    if (!std::isfinite(rates[i])) throw std::invalid_argument("derivative of " + v.name + ": expected a finite number");
  }
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    for (auto& ramp : ramps_) {
      if (ramp.row == inputs[i].row) ramp.rate = rates[i];
    }
  }
  jumped_ = true;
}

void Instance::output_rates(std::span<const std::uint32_t> references, std::span<double> rates) {
  const auto unknowns = scalars(references, &Instance::is_real_output, "a real output");
  if (unknowns.size() != rates.size()) wrong_count(unknowns.size(), rates.size());
  std::vector<Model::Seed> seeds;
  for (const auto& ramp : ramps_) {
    const double rate = ramp.rate_at(*std::get<double*>(storage_[ramp.row]));
    if (rate != 0) seeds.push_back({ramp.row, 0, rate});
  }
  evaluate();
  model_->output_rates(time_, seeds, unknowns, rates);
}

/// Between the model's internal steps: moves ramped inputs and asks the importer.
class Instance::Hooks final : public integration::StepHooks {
 public:
  Hooks(Instance& self, double t0, double end_time, StepListener& listener)
      : StepHooks(end_time), self_{self}, t0_{t0}, listener_{listener} {
    for (auto& ramp : self_.ramps_) ramp.base = *std::get<double*>(self_.storage_[ramp.row]);
  }

  /// What an importer reads of its inputs at time t of the step.
  void move_inputs(double t) {
    for (const auto& ramp : self_.ramps_) {
      if (ramp.rate != 0) *std::get<double*>(self_.storage_[ramp.row]) = ramp.at(t - t0_);
    }
  }

  integration::Verdict accepted(double t) override {
    limit_steps(t);
    move_inputs(t);
    self_.time_ = t;
    self_.changed();
    self_.jumped_ = false;
    self_.phase_ = kIntermediate;
    double wish = end;
    self_.in_host([&] { wish = listener_.intermediate(t, end); });
    end = std::clamp(wish, t, end);
    if (self_.phase_ != kIntermediate) throw std::runtime_error("a call inside the intermediate update failed");
    self_.phase_ = kStepping;
    return {t >= end, self_.jumped_};
  }

  void warn(const std::string& message) override { self_.say(Level::warning, message); }

 private:
  void limit_steps(double t) {
    if (++steps_ > kMostSteps) {
      throw integration::StepFailure(std::to_string(kMostSteps) + " internal steps have led from t = " + text(t0_) +
                                     " s only to " + text(t) + " s, the last one of " + text(t - last_) +
                                     " s: an input or parameter makes the equations too stiff; "
                                     "change it, or loosen the tolerance, or take a smaller communication step");
    }
    last_ = t;
  }

  Instance& self_;
  double t0_, last_{t0_};
  StepListener& listener_;
  long steps_{};
};

double Instance::do_step(double t, double step, StepListener& listener) {
  if (!(std::isfinite(t) && std::abs(t - time_) <= integration::time_slack(time_))) {
    throw std::invalid_argument("current communication point = " + text(t) + " s: expected " + text(time_) +
                                " s, where the last step ended");
  }
  const double end = t + step;
  if (!(step > 0) || !std::isfinite(end) || !(end > t)) {
    throw std::invalid_argument("communication step = " + text(step) + " s: expected greater than 0 and finite");
  }
  if (has_stop_ && end > stop_ + integration::time_slack(stop_)) {
    throw std::invalid_argument("the step ends at " + text(end) + " s, after the stop time = " + text(stop_) + " s");
  }
  check_parameters();  // a parameter may have been tuned
  const double begin = std::exchange(time_, t);
  const struct Running {  // also when the step fails
    bool& flag;
    explicit Running(bool& f) : flag{f} { flag = true; }
    ~Running() { flag = false; }
  } running(step_runs_);
  Hooks hooks(*this, t, end, listener);
  try {
    const double reached = model_->advance(t, std::exchange(jumped_, false), ramps_, hooks);
    hooks.move_inputs(reached);
    time_ = reached;
    changed();
    return reached;
  } catch (...) {
    for (const auto& ramp : ramps_) *std::get<double*>(storage_[ramp.row]) = ramp.base;
    time_ = begin;
    changed();
    jumped_ = true;
    throw;
  }
}

}  // namespace reeve::fmi
