#include "fmi/instance.hpp"

#include <algorithm>
#include <cmath>

#include "fmi/ranges.hpp"
#include "fmi/token.hpp"
#include "math/text.hpp"

namespace reeve::fmi {
namespace {

using math::text;

/// Times that an importer adds up differ from ours by rounding; anything above is a mistake.
double time_slack(double t) { return 1e-9 * std::max(1.0, std::abs(t)); }

/// Internal steps in one communication step: far more than any model takes in a whole ride, yet seconds and not hours.
constexpr long kMostSteps = 10'000'000;

}  // namespace

Instance::Instance(std::unique_ptr<Model> model, std::string token, Log log, const LifeCycle& life_cycle,
                   Addressing addressing)
    : model_{std::move(model)},
      table_{model_->table()},
      token_{std::move(token)},
      log_{std::move(log)},
      life_cycle_{life_cycle},
      addressing_{addressing} {
  const auto& rows = table().rows();
  storage_.push_back(&time_);  // row 0
  for (std::size_t row = 1; row < rows.size(); ++row) {
    storage_.push_back(model_->storage(row));
    if (rows[row].causality == Causality::input && rows[row].type == Type::real) ramps_.push_back({row});
  }
  touched_.assign(rows.size(), 0);
  intermediate_.assign(rows.size(), 0);
}

void Instance::refuse_call() const {
  if (step_runs_) throw std::logic_error("not allowed while a step runs: call it when DoStep has returned");
  throw std::logic_error(std::string("not allowed now: the instance is in the phase \"") + phase_name(phase_) + "\"");
}

Status Instance::failed(Level level, const char* function, const char* reason) {
  if (level == Level::error) phase_ = kBroken;
  say(level, std::string(function) + ": " + reason);
  return level == Level::error ? Status::error : Status::discard;
}

void Instance::register_intermediate(std::span<const std::uint32_t> references) {
  for (const auto reference : references) {
    const Target at = target(reference);
    if (!table_.rows()[at.row].is_intermediate()) {
      throw ModelError(table_.rows()[at.row].name + " has no intermediateUpdate = true and cannot be registered for it");
    }
    intermediate_[at.row] = 1;
  }
}

// --- life ---------------------------------------------------------------------------------------------------------

void Instance::set_experiment(std::optional<double> tolerance, double start, std::optional<double> stop) {
  if (!std::isfinite(start)) throw std::invalid_argument("start time must be finite");
  if (stop && !(*stop > start)) {
    throw std::invalid_argument("stop time = " + text(*stop) + " s: expected later than start time = " + text(start) + " s");
  }
  if (tolerance && !(*tolerance > 0 && std::isfinite(*tolerance))) {
    throw std::invalid_argument("tolerance = " + text(*tolerance) + ": expected greater than 0");
  }
  start_ = time_ = start;
  has_stop_ = stop.has_value();
  stop_ = stop.value_or(0);
  has_tolerance_ = tolerance.has_value();
  tolerance_ = tolerance.value_or(0);
}

void Instance::enter_initialization() {
  const auto& rows = table().rows();
  for (std::size_t row = 1; row < rows.size(); ++row) {
    if (rows[row].takes_tolerance && has_tolerance_ && !touched_[row]) take_tolerance(row);
  }
  stale_ = true;
  checked_ = false;
  phase_ = kInitialization;
}

/// An importer asks every FMU for the same tolerance: what is too much for this one is met as well as it can.
void Instance::take_tolerance(std::size_t row) {
  const Variable& v = table().rows()[row];
  const double nearest = std::clamp(tolerance_, v.min, v.max);
  if (nearest != tolerance_) {
    say(Level::warning, "the importer's tolerance = " + text(tolerance_) + " is outside the range of " + v.name + ", " + range_of(v) +
                            ": " + text(nearest) + " is used");
  }
  *std::get<double*>(storage_[row]) = nearest;
}

void Instance::exit_initialization() {
  stale_ = true;
  evaluate();
  phase_ = kStepping;
  jumped_ = true;
  say(Level::event, "initialised at t = " + text(time_) + " s");
}

void Instance::terminate() {
  evaluate();
  phase_ = kTerminated;
  say(Level::event, "terminated at t = " + text(time_) + " s");
}

void Instance::reset() {
  model_->reset();
  for (auto& ramp : ramps_) ramp.base = ramp.rate = 0;
  std::fill(touched_.begin(), touched_.end(), std::uint8_t{0});
  time_ = start_ = stop_ = tolerance_ = 0;
  has_stop_ = has_tolerance_ = false;
  stale_ = jumped_ = true;
  checked_ = false;
  phase_ = kInstantiated;
  say(Level::event, "reset");
}

void Instance::check_parameters() {
  if (checked_) return;
  std::vector<std::string> findings;
  const auto& rows = table().rows();
  for (std::size_t row = 1; row < rows.size(); ++row) {
    if (rows[row].is_settable()) check_range(rows[row], storage_[row], findings);
  }
  if (findings.empty()) model_->check(findings);  // the model may rely on the ranges
  checked_ = findings.empty();
  if (checked_) return;
  throw ModelError(joined(findings));
}

/// Outputs follow state and inputs; in initialisation the state follows the parameters as well.
void Instance::evaluate() {
  if (!stale_ || !(phase_ & (kInitialization | kStepping | kStepFailed | kIntermediate))) return;
  if (phase_ == kInitialization) {
    check_parameters();
    model_->initialise(start_);
  }
  model_->outputs(time_);
  stale_ = false;
}

// --- values -------------------------------------------------------------------------------------------------------

Instance::Target Instance::whole_variable(const VariableTable::Element* element, std::uint32_t reference) const {
  if (!element) throw std::invalid_argument("no variable has the value reference " + std::to_string(reference));
  const Variable& variable = table_.rows()[element->row];
  if (addressing_ == Addressing::scalars) {
    throw std::invalid_argument("value reference " + std::to_string(reference) + " would be " + scalar_name(variable, element->element) +
                                ", which FMI 2.0 does not list; FMI 3.0 has the whole array");
  }
  if (phase_ == kIntermediate && !intermediate_[element->row]) {
    throw std::invalid_argument(variable.name + " was not registered for intermediate update when instantiating");
  }
  if (element->element != 0) {
    throw std::invalid_argument("value reference " + std::to_string(reference) + " lies inside the array " + variable.name +
                                ", whose own reference is " + std::to_string(variable.reference));
  }
  return {element->row, 0, variable.elements};
}

std::size_t Instance::number_of_values(std::uint32_t reference) const { return target(reference).count; }

void Instance::require_settable(const Variable& v) const {
  const bool tunable_now = v.causality == Causality::input || v.variability == Variability::tunable;
  const bool allowed = tunable_now || phase_ == kInstantiated || phase_ == kInitialization;
  if (!v.is_settable()) throw std::invalid_argument(v.name + " is computed by the model and cannot be set");
  if (!allowed) {
    throw std::invalid_argument(v.name + " cannot be set in the phase \"" + phase_name(phase_) +
                                "\": set it before initialisation ends");
  }
}

void Instance::require_in_range(const Variable& v, std::uint32_t element, double value) const {
  if (!std::isfinite(value)) throw std::invalid_argument(scalar_name(v, element) + " = " + text(value) + ": expected a finite number");
  const bool checked_at_once = v.causality == Causality::input || phase_ == kStepping;  // else when initialisation ends
  if (checked_at_once && !v.allows(value)) {
    throw Refused(scalar_name(v, element) + " = " + with_unit(value, v) + ": expected " + range_of(v));
  }
}

void Instance::wrong_type(const Variable& v) const {
  constexpr const char* kNames[] = {"a real (Float64)", "an integer (Int32)", "a boolean"};
  throw std::invalid_argument(v.name + " is " + kNames[static_cast<int>(v.type)] + " variable: use the function for that type");
}

void Instance::wrong_count(std::size_t expected, std::size_t given) const {
  throw std::invalid_argument("the variables have " + std::to_string(expected) + " values or more, but " +
                              std::to_string(given) + " were passed");
}

void Instance::written(std::size_t row) {
  touched_[row] = 1;
  stale_ = jumped_ = true;
  if (table().rows()[row].causality == Causality::parameter) checked_ = false;
  for (auto& ramp : ramps_) {
    if (ramp.row == row) ramp.rate = 0;
  }
}

// --- derivatives --------------------------------------------------------------------------------------------------

std::vector<Model::Place> Instance::places(std::span<const std::uint32_t> references, Causality wanted,
                                           const char* what) const {
  std::vector<Model::Place> out;
  for (const auto reference : references) {
    const Target at = target(reference);
    const Variable& v = table().rows()[at.row];
    const bool fits = v.causality == wanted || (wanted == Causality::parameter && v.causality == Causality::input);
    if (!fits || v.type != Type::real || (v.is_computed() && v.variability != Variability::continuous)) {
      throw std::invalid_argument(v.name + " is not " + what);
    }
    for (std::size_t e = 0; e < at.count; ++e) out.push_back({at.row, at.element + e});
  }
  return out;
}

void Instance::set_input_rates(std::span<const std::uint32_t> references, std::span<const double> rates) {
  const auto inputs = places(references, Causality::input, "a real input");
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
  const auto unknowns = places(references, Causality::output, "a real output");
  if (unknowns.size() != rates.size()) wrong_count(unknowns.size(), rates.size());
  std::vector<Model::Seed> seeds;
  for (const auto& ramp : ramps_) {
    if (ramp.rate != 0) seeds.push_back({ramp.row, 0, ramp.rate});
  }
  evaluate();
  model_->output_rates(time_, seeds, unknowns, rates);
}

void Instance::directional(std::span<const std::uint32_t> unknowns, std::span<const std::uint32_t> knowns,
                           std::span<const double> seed, std::span<double> sensitivity) {
  const bool initially = phase_ == kInitialization;
  const auto to = places(unknowns, Causality::output, "a real output");
  const auto from = initially ? places(knowns, Causality::parameter, "a real input or parameter")
                              : places(knowns, Causality::input, "a real input, the only known in this phase");
  if (from.size() != seed.size()) wrong_count(from.size(), seed.size());
  if (to.size() != sensitivity.size()) wrong_count(to.size(), sensitivity.size());
  std::vector<Model::Seed> seeds;
  for (std::size_t i = 0; i < from.size(); ++i) seeds.push_back({from[i].row, from[i].element, seed[i]});
  evaluate();
  model_->directional(time_, initially, seeds, to, sensitivity);
}

// --- stepping -----------------------------------------------------------------------------------------------------

/// Between the model's internal steps: moves ramped inputs and asks the importer.
class Instance::Hooks final : public integration::StepHooks {
 public:
  Hooks(Instance& self, double t0, double end_time, StepListener& listener)
      : StepHooks(end_time), self_{self}, t0_{t0}, listener_{listener} {
    for (auto& ramp : self_.ramps_) ramp.base = *std::get<double*>(self_.storage_[ramp.row]);
  }

  void inputs_at(double t) override {
    for (const auto& ramp : self_.ramps_) {
      if (ramp.rate != 0) *std::get<double*>(self_.storage_[ramp.row]) = ramp.base + ramp.rate * (t - t0_);
    }
  }

  integration::Verdict accepted(double t) override {
    limit_steps(t);
    inputs_at(t);
    self_.time_ = t;
    self_.stale_ = true;
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
      throw integration::StepFailure(std::to_string(kMostSteps) + " internal steps have led from t = " + text(t0_) + " s only to " + text(t) +
                                     " s, the last one of " + text(t - last_) + " s: an input or parameter makes the equations too stiff; "
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
  if (!(std::isfinite(t) && std::abs(t - time_) <= time_slack(time_))) {
    throw std::invalid_argument("current communication point = " + text(t) + " s: expected " + text(time_) +
                                " s, where the last step ended");
  }
  const double end = t + step;
  if (!(step > 0) || !std::isfinite(end) || !(end > t)) {
    throw std::invalid_argument("communication step = " + text(step) + " s: expected greater than 0 and finite");
  }
  if (has_stop_ && end > stop_ + time_slack(stop_)) {
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
    const double reached = model_->advance(t, std::exchange(jumped_, false), hooks);
    hooks.inputs_at(reached);
    time_ = reached;
    stale_ = true;
    return reached;
  } catch (...) {
    for (const auto& ramp : ramps_) *std::get<double*>(storage_[ramp.row]) = ramp.base;
    time_ = begin;
    stale_ = jumped_ = true;
    throw;
  }
}

// --- states -------------------------------------------------------------------------------------------------------

void Instance::save(SavedState& to) const {
  to.owner = hash64(token_);
  to.payload.clear();
  StateWriter write(to.payload);
  write(phase_, time_, start_, stop_, tolerance_, has_stop_, has_tolerance_, stale_, jumped_, checked_, touched_);
  for (const auto& ramp : ramps_) write(ramp.base, ramp.rate);
  for (std::size_t row = 1; row < storage_.size(); ++row) {
    std::visit([&](const auto* first) {
      for (std::uint32_t e = 0; e < table().rows()[row].elements; ++e) write(first[e]);
    }, storage_[row]);
  }
  model_->save(write);
}

Phase Instance::load(std::span<const std::byte> payload) {
  StateReader read(payload);
  Phase phase{};
  read(phase, time_, start_, stop_, tolerance_, has_stop_, has_tolerance_, stale_, jumped_, checked_, touched_);
  for (auto& ramp : ramps_) read(ramp.base, ramp.rate);
  for (std::size_t row = 1; row < storage_.size(); ++row) {
    std::visit([&](auto* first) {
      for (std::uint32_t e = 0; e < table().rows()[row].elements; ++e) read(first[e]);
    }, storage_[row]);
  }
  model_->load(read);
  if (!read.at_end()) throw std::runtime_error("saved state: too long");
  return phase;
}

void Instance::require_own(const SavedState& state) const {
  if (state.owner != hash64(token_)) throw std::invalid_argument("saved state: belongs to another model");
}

void Instance::restore(const SavedState& from) {
  require_own(from);
  phase_ = load(from.payload);
}

std::size_t Instance::serialized_size(const SavedState& state) const {
  require_own(state);
  return kSealSize + state.payload.size();
}

Bytes Instance::serialize(const SavedState& state) const {
  require_own(state);
  return seal(state.payload, token_);
}

SavedState Instance::deserialize(std::span<const std::byte> bytes) {
  SavedState present, incoming{hash64(token_), unseal(bytes, token_)};
  save(present);
  try {
    const Phase phase = load(incoming.payload);  // tried on, so that bad content is refused here and not later
    if (!(life_cycle_[static_cast<std::size_t>(Call::get_state)] & phase) || (phase & (phase - 1))) {
      throw std::runtime_error("serialized state: taken in no phase that can be saved");
    }
  } catch (...) {
    load(present.payload);
    throw;
  }
  load(present.payload);
  return incoming;
}

}  // namespace reeve::fmi
