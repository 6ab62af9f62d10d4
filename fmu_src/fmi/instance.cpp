#include "fmi/instance.hpp"

#include <algorithm>
#include <cmath>

#include "fmi/token.hpp"
#include "math/text.hpp"
#include "variables/ranges.hpp"

namespace reeve::fmi {
namespace {

using math::text;

Model::Ramp ramp_of(std::size_t row, const Variable& v) {
  return {.row = row, .least = v.above_min ? std::nextafter(v.min, v.max) : v.min, .most = v.max};
}

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
    if (rows[row].causality == Causality::input && rows[row].type == Type::real)
      ramps_.push_back(ramp_of(row, rows[row]));
    if (rows[row].sizes_states) sizing_.push_back({row, *std::get<int*>(storage_[row])});
  }
  before_.resize(model_->state_count());
  touched_.assign(rows.size(), 0);
  intermediate_.assign(rows.size(), 0);
}

void Instance::refuse_call(unsigned legal) const {
  if (legal == 0) {
    throw std::logic_error(life_cycle_.kind == Interface::co_simulation
                               ? "belongs to model exchange and event mode; this instance is for co-simulation"
                               : "belongs to co-simulation; this instance is for model exchange");
  }
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
      throw ModelError(table_.rows()[at.row].name +
                       " has no intermediateUpdate = true and cannot be registered for it");
    }
    intermediate_[at.row] = 1;
  }
}

// --- life ---------------------------------------------------------------------------------------------------------

void Instance::set_experiment(std::optional<double> tolerance, double start, std::optional<double> stop) {
  if (!std::isfinite(start)) throw std::invalid_argument("start time must be finite");
  if (stop && !(*stop > start)) {
    throw std::invalid_argument("stop time = " + text(*stop) + " s: expected later than start time = " + text(start) +
                                " s");
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
  changed();
  checked_ = false;
  phase_ = kInitialization;
}

/// An importer asks every FMU for the same tolerance: what is too much for this one is met as well as it can.
void Instance::take_tolerance(std::size_t row) {
  const Variable& v = table().rows()[row];
  const double nearest = std::clamp(tolerance_, v.min, v.max);
  if (nearest != tolerance_) {
    say(Level::warning, "the importer's tolerance = " + text(tolerance_) + " is outside the range of " + v.name + ", " +
                            range_of(v) + ": " + text(nearest) + " is used");
  }
  *std::get<double*>(storage_[row]) = nearest;
}

void Instance::exit_initialization() {
  changed();
  evaluate();
  phase_ = life_cycle_.kind == Interface::co_simulation ? kStepping : kEventMode;
  jumped_ = true;
  updated_ = wants_event_ = false;
  std::vector<std::string> doubts;
  model_->plausibility(doubts);
  for (const auto& doubt : doubts) say(Level::warning, doubt);
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
  changed();
  jumped_ = true;
  checked_ = updated_ = wants_event_ = false;
  next_event_ = kNoEvent;
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
  if (findings.empty() && life_cycle_.kind == Interface::model_exchange) check_sizes(findings);
  if (findings.empty()) model_->check(findings);  // the model may rely on the ranges
  checked_ = findings.empty();
  if (checked_) return;
  throw ModelError(variables::joined(findings));
}

/// Outputs follow state and inputs; in initialisation the state follows the parameters as well.
void Instance::evaluate() {
  if (!stale_ || !(phase_ & (kInitialization | kStepping | kStepFailed | kIntermediate | kExchange | kTerminated)))
    return;
  if (phase_ == kInitialization) {
    check_parameters();
    model_->initialise(start_);
  }
  model_->outputs(time_);
  stale_ = false;
}

void Instance::evaluate_rates() {
  evaluate();
  if (stale_) return;  // a phase in which nothing is computed
  model_->show_rates(time_);
  rates_stale_ = false;
}

// --- values -------------------------------------------------------------------------------------------------------

Instance::Target Instance::whole_variable(const VariableTable::Element* element, std::uint32_t reference) const {
  if (!element) throw std::invalid_argument("no variable has the value reference " + std::to_string(reference));
  const Variable& variable = table_.rows()[element->row];
  if (addressing_ == Addressing::scalars) {
    throw std::invalid_argument("value reference " + std::to_string(reference) + " would be " +
                                scalar_name(variable, element->element) +
                                ", which FMI 2.0 does not list; FMI 3.0 has the whole array");
  }
  if (phase_ == kIntermediate && !intermediate_[element->row]) {
    throw std::invalid_argument(variable.name + " was not registered for intermediate update when instantiating");
  }
  if (element->element != 0) {
    throw std::invalid_argument("value reference " + std::to_string(reference) + " lies inside the array " +
                                variable.name + ", whose own reference is " + std::to_string(variable.reference));
  }
  return {element->row, 0, variable.elements};
}

std::size_t Instance::number_of_values(std::uint32_t reference) const { return target(reference).count; }

void Instance::require_settable(const Variable& v) const {
  if (v.is_state() && life_cycle_.kind == Interface::model_exchange) {
    const bool in_event = phase_ == kEventMode && addressing_ == Addressing::arrays && !v.reinit;
    if (phase_ == kContinuousTime || in_event) return;
    throw std::invalid_argument(v.name + " is a continuous state: it can be set in continuous-time mode only");
  }
  const bool tunable_now = v.causality == Causality::input || v.variability == Variability::tunable;
  const bool allowed = tunable_now || phase_ == kInstantiated || phase_ == kInitialization;
  if (!v.is_settable()) throw std::invalid_argument(v.name + " is computed by the model and cannot be set");
  if (!allowed) {
    throw std::invalid_argument(v.name + " cannot be set in the phase \"" + phase_name(phase_) +
                                "\": set it before initialisation ends");
  }
}

void Instance::require_in_range(const Variable& v, std::uint32_t element, double value) const {
  if (!std::isfinite(value))
    throw std::invalid_argument(scalar_name(v, element) + " = " + text(value) + ": expected a finite number");
  const bool checked_at_once = v.causality == Causality::input || (phase_ & (kStepping | kExchange)) ||
                               v.choices;  // else when initialisation ends
  if (checked_at_once && !v.allows(value)) {
    throw Refused(scalar_name(v, element) + " = " + with_unit(value, v) + ": expected " + range_of(v));
  }
}

void Instance::wrong_type(const Variable& v) const {
  constexpr const char* kNames[] = {"a real (Float64)", "an integer (Int32)", "a boolean", "an enumeration (Int64)"};
  throw std::invalid_argument(v.name + " is " + kNames[static_cast<int>(v.type)] +
                              " variable: use the function for that type");
}

void Instance::wrong_count(std::size_t expected, std::size_t given) const {
  throw std::invalid_argument("the variables have " + std::to_string(expected) + " values or more, but " +
                              std::to_string(given) + " were passed");
}

void Instance::require_same(const Variable& v, std::uint32_t element, double present, double value) const {
  constexpr double kRounding = 1e-12;  // of an importer that writes numbers as text
  if (std::abs(value - present) <= kRounding * std::abs(present)) return;
  throw std::invalid_argument(scalar_name(v, element) + " = " + with_unit(value, v) + ": it is " +
                              with_unit(present, v) +
                              " and fixed when initialisation ends; set it before, or give it to "
                              "the FMU by reeve export --set " +
                              v.name + "=" + text(value));
}

void Instance::written(const Target& at) {
  const std::size_t row = at.row;
  const Variable& v = table().rows()[row];
  touched_[row] = 1;
  changed();
  jumped_ = true;
  if (v.causality == Causality::parameter) checked_ = false, wants_event_ = wants_event_ || phase_ == kContinuousTime;
  if (v.is_state()) {
    const auto x = model_->states().subspan(v.place + at.element, at.count);
    std::copy_n(std::get<double*>(storage_[row]) + at.element, at.count, x.begin());
  }
  for (auto& ramp : ramps_) {
    if (ramp.row == row) ramp.rate = 0;
  }
}

// --- derivatives --------------------------------------------------------------------------------------------------

std::vector<Model::Scalar> Instance::scalars(std::span<const std::uint32_t> references,
                                             bool (Instance::*fits)(const Variable&) const, const char* what) const {
  std::vector<Model::Scalar> out;
  for (const auto reference : references) {
    const Target at = target(reference);
    const Variable& v = table().rows()[at.row];
    if (v.type != Type::real || !(this->*fits)(v)) throw std::invalid_argument(v.name + " is not " + what);
    for (std::size_t e = 0; e < at.count; ++e) out.push_back({at.row, at.element + e});
  }
  return out;
}

bool Instance::is_real_input(const Variable& v) const { return v.causality == Causality::input; }
bool Instance::is_real_output(const Variable& v) const {
  return v.causality == Causality::output && v.variability == Variability::continuous;
}

bool Instance::is_known(const Variable& v) const {
  if (v.causality == Causality::input) return true;
  if (phase_ == kInitialization) return v.causality == Causality::parameter;
  if (life_cycle_.kind == Interface::co_simulation) return false;
  return v.is_state() || v.causality == Causality::independent || v.variability == Variability::tunable;
}

bool Instance::is_unknown(const Variable& v) const {
  if (is_real_output(v)) return true;
  if (phase_ == kInitialization) return v.is_state() || v.role == Variable::Role::derivative;
  return life_cycle_.kind == Interface::model_exchange && v.role == Variable::Role::derivative;
}

void Instance::directional(std::span<const std::uint32_t> unknowns, std::span<const std::uint32_t> knowns,
                           std::span<const double> seed, std::span<double> sensitivity) {
  const bool exchange = life_cycle_.kind == Interface::model_exchange;
  const auto to =
      scalars(unknowns, &Instance::is_unknown, exchange ? "a derivative or a real output" : "a real output");
  const auto from = scalars(knowns, &Instance::is_known,
                            phase_ == kInitialization ? "a real input or parameter"
                            : exchange                ? "a state, a real input, time or a tunable parameter"
                                                      : "a real input, the only known in this phase");
  if (from.size() != seed.size()) wrong_count(from.size(), seed.size());
  if (to.size() != sensitivity.size()) wrong_count(to.size(), sensitivity.size());
  std::vector<Model::Seed> seeds;
  for (std::size_t i = 0; i < from.size(); ++i) seeds.push_back({from[i].row, from[i].element, seed[i]});
  evaluate();
  model_->directional(time_, phase_ == kInitialization, seeds, to, sensitivity);
}

// --- states -------------------------------------------------------------------------------------------------------

void Instance::save(SavedState& to) const {
  to.owner = hash64(token_);
  to.payload.clear();
  StateWriter write(to.payload);
  write(phase_, time_, start_, stop_, tolerance_, has_stop_, has_tolerance_, jumped_, checked_, next_event_, updated_,
        wants_event_, touched_);
  for (const auto& ramp : ramps_) write(ramp.base, ramp.rate);
  for (std::size_t row = 1; row < storage_.size(); ++row) {
    if (!table().rows()[row].is_settable()) continue;  // the rest follows from the state
    std::visit(
        [&](const auto* first) {
          for (std::uint32_t e = 0; e < table().rows()[row].elements; ++e) write(first[e]);
        },
        storage_[row]);
  }
  model_->save(write);
}

Phase Instance::load(std::span<const std::byte> payload) {
  StateReader read(payload);
  Phase phase{};
  read(phase, time_, start_, stop_, tolerance_, has_stop_, has_tolerance_, jumped_, checked_, next_event_, updated_,
       wants_event_, touched_);
  for (auto& ramp : ramps_) read(ramp.base, ramp.rate);
  for (std::size_t row = 1; row < storage_.size(); ++row) {
    if (!table().rows()[row].is_settable()) continue;  // the rest follows from the state
    std::visit(
        [&](auto* first) {
          for (std::uint32_t e = 0; e < table().rows()[row].elements; ++e) read(first[e]);
        },
        storage_[row]);
  }
  model_->load(read);
  changed();
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
    if (!(life_cycle_[Call::get_state] & phase) || (phase & (phase - 1))) {
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
