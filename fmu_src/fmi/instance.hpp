#pragma once
/// One instance of a model behind either FMI version.
///
/// The C functions translate types and call a member through guarded(), which knows in which phase the call is legal and
/// turns exceptions into statuses. A member throws
///   Refused                      nothing was changed, the importer may go on        -> discard
///   integration::StepFailure     the step could not be completed, state as before   -> discard
///   anything else                                                                    -> error, only reset or restore help
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "fmi/life_cycle.hpp"
#include "fmi/log.hpp"
#include "fmi/model.hpp"
#include "fmi/platform/floating_point.hpp"

namespace reeve::fmi {

enum class Status { ok, discard, error };

/// Time of an event that does not come: importers compare it without a look at the flag beside it.
inline constexpr double kNoEvent = 1e300;

/// A call that was refused without harm.
class Refused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// How value references address arrays: FMI 2.0 element by element, FMI 3.0 as a whole.
enum class Addressing { scalars, arrays };

/// What the importer allows and wants while a step runs (3.0); 2.0 uses the default, which does nothing.
class StepListener {
 public:
  virtual ~StepListener() = default;
  /// After an internal step. Returns when to stop: `end` to go on, or an earlier time, not before t.
  virtual double intermediate(double /*t*/, double end) { return end; }
};

/// A saved state as the importer holds it.
struct SavedState {
  static constexpr std::uint64_t kMagic = 0x52656576'6553464dull;

  std::uint64_t magic{kMagic};  ///< importers hand over pointers that are none of ours
  std::uint64_t owner{};        ///< hash of the token
  Bytes payload;

  ~SavedState() { *const_cast<volatile std::uint64_t*>(&magic) = 0; }  // so that a second free is noticed
  SavedState() = default;
  SavedState(std::uint64_t whose, Bytes bytes) : owner{whose}, payload{std::move(bytes)} {}
  SavedState(SavedState&&) = default;
  SavedState& operator=(SavedState&&) = default;
};

class Instance {
 public:
  Instance(std::unique_ptr<Model> model, std::string token, Log log, const LifeCycle& life_cycle,
           Addressing addressing);

  /// Runs body() if the call is legal now; never throws.
  template <class Body>
  Status guarded(Call call, const char* function, Body&& body) noexcept {
    const FloatingPointGuard floating_point;
    const CallScope scope(*this, floating_point);
    try {
      try {
        const unsigned legal = life_cycle_[call];
        if (!(legal & phase_) || (step_runs_ && !(legal & kIntermediate))) refuse_call(legal);
        body();
        return Status::ok;
      } catch (const Refused& refused) {
        return failed(Level::discard, function, refused.what());
      } catch (const integration::StepFailure& failure) {
        return failed(Level::discard, function, failure.what());
      } catch (const std::exception& error) {
        return failed(Level::error, function, error.what());
      } catch (...) {
        return failed(Level::error, function, "unknown exception");
      }
    } catch (...) {  // no memory even for the message
      phase_ = kBroken;
      return Status::error;
    }
  }

  Phase phase() const { return phase_; }
  double time() const { return time_; }
  Log& log() { return log_; }
  const VariableTable& table() const { return table_; }

  /// Variables that the importer may access while a step runs (3.0); throws for one that is not made for it.
  void register_intermediate(std::span<const std::uint32_t> references);

  // --- life ---
  void set_experiment(std::optional<double> tolerance, double start, std::optional<double> stop);
  void enter_initialization();
  void exit_initialization();
  void terminate();
  void reset();

  // --- values ---  T: double, int or bool in the table; Element: what the C interface uses for it
  template <class T, class Element>
  void get(std::span<const std::uint32_t> references, std::span<Element> values);
  template <class T, class Element>
  void set(std::span<const std::uint32_t> references, std::span<const Element> values);
  std::size_t number_of_values(std::uint32_t reference) const;

  void set_input_rates(std::span<const std::uint32_t> references, std::span<const double> rates);
  void output_rates(std::span<const std::uint32_t> references, std::span<double> rates);
  void directional(std::span<const std::uint32_t> unknowns, std::span<const std::uint32_t> knowns,
                   std::span<const double> seed, std::span<double> sensitivity);

  // --- stepping ---  returns the time reached; throws StepFailure with the instance at `t` as before
  double do_step(double t, double step, StepListener& listener);
  void step_failed() { phase_ = kStepFailed; }

  // --- model exchange ---
  std::size_t state_count() const { return model_->state_count(); }
  std::size_t indicator_count() const { return model_->indicator_count(); }
  void set_time(double t);
  void set_continuous_states(std::span<const double> x);
  void get_continuous_states(std::span<double> x);
  void get_derivatives(std::span<double> dx);
  void get_indicators(std::span<double> z);
  void get_nominals(std::span<double> nominals) const;
  void enter_event_mode();
  /// What an event changed, and when the next one is due.
  struct EventInfo {
    bool states_changed{};
    double next_event{};  ///< [s]; kNoEvent: none
  };
  EventInfo update_discrete_states();
  void enter_continuous_time_mode();
  bool completed_integrator_step();  ///< true: an event has to be handled now

  // --- states ---
  void save(SavedState& to) const;
  void restore(const SavedState& from);
  void require_own(const SavedState& state) const;  ///< throws if it belongs to another model
  std::size_t serialized_size(const SavedState& state) const;
  Bytes serialize(const SavedState& state) const;
  SavedState deserialize(std::span<const std::byte> bytes);

 private:
  class Hooks;

  /// Remembers the host's floating-point environment for callbacks; calls may nest through the intermediate update.
  class CallScope {
   public:
    CallScope(Instance& self, const FloatingPointGuard& environment)
        : self_{self}, outer_{std::exchange(self.environment_, &environment)} {}
    ~CallScope() { self_.environment_ = outer_; }
    CallScope(const CallScope&) = delete;
    CallScope& operator=(const CallScope&) = delete;

   private:
    Instance& self_;
    const FloatingPointGuard* outer_;
  };
  template <class Callback>
  void in_host(Callback&& callback) const {
    if (environment_)
      environment_->in_host(callback);
    else
      callback();
  }
  void say(Level level, const std::string& message) const {
    in_host([&] { log_.write(level, message); });
  }

  struct Target {
    std::size_t row, element, count;
  };
  [[noreturn]] void refuse_call(unsigned legal) const;
  Status failed(Level level, const char* function, const char* reason);

  Target target(std::uint32_t reference) const {
    const auto* element = table_.locate(reference, hint_);
    if (element && element->listed && addressing_ == Addressing::scalars) return {element->row, element->element, 1};
    return whole_variable(element, reference);
  }
  Target whole_variable(const VariableTable::Element* element, std::uint32_t reference) const;
  template <class T, class Element>
  T* storage(const Target& target) const;
  /// FMI 3.0 has functions of their own for enumerations (Int64), FMI 2.0 takes them for integers.
  template <class Element>
  bool speaks_of(Type type) const {
    if (type != Type::integer && type != Type::enumeration) return true;
    if (addressing_ == Addressing::scalars) return true;
    return (type == Type::enumeration) == std::is_same_v<std::remove_const_t<Element>, std::int64_t>;
  }
  void require_settable(const Variable& variable) const;
  /// A fixed parameter that an importer sets again after the start (OpenModelica): fine, if it is what it was.
  bool is_repeated(const Variable& variable) const {
    return phase_ == kEventMode && variable.causality == Causality::parameter &&
           variable.variability == Variability::fixed;
  }
  void require_same(const Variable& variable, std::uint32_t element, double present, double value) const;
  void require_in_range(const Variable& variable, std::uint32_t element, double value) const;
  [[noreturn]] void wrong_type(const Variable& variable) const;
  [[noreturn]] void wrong_count(std::size_t expected, std::size_t given) const;
  void written(const Target& target);
  std::vector<Model::Scalar> scalars(std::span<const std::uint32_t> references,
                                     bool (Instance::*fits)(const Variable&) const, const char* what) const;
  bool is_real_input(const Variable& variable) const;
  bool is_real_output(const Variable& variable) const;
  bool is_known(const Variable& variable) const;    ///< of directional derivatives, in the present phase
  bool is_unknown(const Variable& variable) const;  ///< the same

  void changed() { stale_ = rates_stale_ = true; }
  void evaluate();
  void evaluate_rates();
  void check_parameters();
  void check_sizes(std::vector<std::string>& findings) const;
  void require_size(std::size_t given, std::size_t expected, const char* what) const;
  void take_tolerance(std::size_t row);
  Phase load(std::span<const std::byte> payload);

  std::unique_ptr<Model> model_;
  const VariableTable& table_;
  std::string token_;
  Log log_;
  const LifeCycle& life_cycle_;
  Addressing addressing_;
  const FloatingPointGuard* environment_{};  ///< of the call that is running
  std::vector<Storage> storage_;             ///< by row
  mutable std::size_t hint_{};               ///< of the last look-up

  std::vector<Model::Ramp> ramps_;          ///< one per real input
  std::vector<std::uint8_t> touched_;       ///< by row: set by the user
  std::vector<std::uint8_t> intermediate_;  ///< by row: registered for intermediate update

  Phase phase_{kInstantiated};
  double time_{}, start_{}, stop_{}, tolerance_{};
  bool has_stop_{}, has_tolerance_{};
  bool stale_{true};        ///< outputs do not belong to the present state and inputs
  bool rates_stale_{true};  ///< nor derivatives and indicators as variables
  bool jumped_{true};       ///< something was set since the last step
  bool checked_{};          ///< the parameters are known to be good
  bool step_runs_{};        ///< also while the importer's callbacks run inside it

  // model exchange
  double next_event_{kNoEvent};  ///< [s]
  bool updated_{};               ///< this event was resolved
  bool wants_event_{};           ///< a parameter was tuned between events
  std::vector<double> before_;   ///< states before an event
  struct Sizing {
    std::size_t row;
    int exported;
  };
  std::vector<Sizing> sizing_;  ///< values of the rows that decide how many states there are
};

// ------------------------------------------------------------------------------------------------------------------

template <class T, class Element>
T* Instance::storage(const Target& at) const {
  T* const* first = std::get_if<T*>(&storage_[at.row]);
  if (!first || !speaks_of<Element>(table().rows()[at.row].type)) wrong_type(table().rows()[at.row]);
  return *first + at.element;
}

/// What decays for ever ends at zero: importers need no denormal numbers.
constexpr double told(double value) {
  constexpr double kLeast = std::numeric_limits<double>::min();
  return value < kLeast && value > -kLeast && value != 0 ? 0.0 : value;
}
constexpr int told(int value) { return value; }
constexpr bool told(bool value) { return value; }

template <class T, class Element>
void Instance::get(std::span<const std::uint32_t> references, std::span<Element> values) {
  std::size_t next = 0;
  for (const auto reference : references) {
    const Target at = target(reference);
    const Variable& variable = table().rows()[at.row];
    if (stale_ && variable.is_computed()) evaluate();  // what was set can be read before it makes sense
    if (rates_stale_ && variable.is_rate()) evaluate_rates();
    const T* from = storage<T, Element>(at);
    if (values.size() - next < at.count) wrong_count(next + at.count, values.size());
    for (std::size_t e = 0; e < at.count; ++e) values[next++] = static_cast<Element>(told(from[e]));
  }
  if (next != values.size()) wrong_count(next, values.size());
}

template <class T, class Element>
void Instance::set(std::span<const std::uint32_t> references, std::span<const Element> values) {
  std::size_t next = 0;
  for (const auto reference : references) {  // everything is looked at before anything is written
    const Target at = target(reference);
    const Variable& variable = table().rows()[at.row];
    const T* const present = storage<T, Element>(at);
    if (!is_repeated(variable)) require_settable(variable);
    if (values.size() - next < at.count) wrong_count(next + at.count, values.size());
    for (std::uint32_t e = 0; e < at.count; ++e) {
      const auto value = static_cast<double>(values[next++]);
      const auto element = static_cast<std::uint32_t>(at.element + e);
      if (is_repeated(variable))
        require_same(variable, element, static_cast<double>(present[e]), value);
      else
        require_in_range(variable, element, value);
    }
  }
  if (next != values.size()) wrong_count(next, values.size());
  next = 0;
  for (const auto reference : references) {
    const Target at = target(reference);
    T* to = storage<T, Element>(at);
    next += at.count;
    if (is_repeated(table().rows()[at.row])) continue;
    for (std::size_t e = 0; e < at.count; ++e) to[e] = static_cast<T>(values[next - at.count + e]);
    written(at);
  }
}

}  // namespace reeve::fmi
