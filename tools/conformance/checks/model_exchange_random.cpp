/// Calls in random order with good and bad arguments: nothing crashes, and Reset brings the FMU back.

#include <chrono>
#include <cstdlib>
#include <limits>
#include <random>

#include "clauses.hpp"
#include "groups.hpp"
#include "model_exchange_support.hpp"

namespace conformance {

namespace {

/// As many as the environment asks for, else as many as fit into two seconds.
struct Effort {
  std::size_t calls = 100'000;
  double seconds = 2;
  Effort() {
    if (const char* wanted = std::getenv("REEVE_RANDOM_CALLS")) {
      calls = static_cast<std::size_t>(std::strtoull(wanted, nullptr, 10));
      seconds = std::numeric_limits<double>::infinity();
    }
  }
};

class RandomCalls {
 public:
  RandomCalls(Model& model, unsigned seed) : model_(model), random_(seed), room_(8192), text_(room_.size(), "text") {
    for (const auto& v : model.fmu().description().variables) variables_.push_back(&v);
  }

  /// One call of any kind; returns its name and status.
  std::pair<const char*, Status> call() {
    auto& f = model_.functions();
    auto& i = model_.instance();
    const auto n = model_.size(), nz = model_.part().indicators;
    switch (pick(22)) {
      case 0:
        return {"EnterInitializationMode", i.enter_initialization({time(), {}, {}})};
      case 1:
        return {"ExitInitializationMode", i.exit_initialization()};
      case 2:
        return {"EnterEventMode", f.enter_event_mode()};
      case 3:
        return {"the update", f.update_discrete_states().status};
      case 4:
        return {"EnterContinuousTimeMode", f.enter_continuous_time_mode()};
      case 5:
        return {"CompletedIntegratorStep", f.completed_integrator_step(pick(2) == 0).status};
      case 6:
      case 7:
        return {"SetTime", f.set_time(time())};
      case 8:
      case 9:
        return {"SetContinuousStates", set_states()};
      case 10:
        return {"GetContinuousStates", f.get_states(array(), size(n))};
      case 11:
      case 12:
        return {"the derivatives", f.get_derivatives(array(), size(n))};
      case 13:
      case 14:
        return {"GetEventIndicators", f.get_indicators(array(), size(nz))};
      case 15:
        return {"GetNominals", f.get_nominals(array(), size(n))};
      case 16:
      case 17:
        return {"Get", access(false)};
      case 18:
      case 19:
        return {"Set", access(true)};
      case 20:
        return {"the saved state", save_or_restore()};
      default:
        return pick(8) == 0 ? std::pair{"Terminate", i.terminate()} : std::pair{"Reset", maybe_reset()};
    }
  }

  /// Reset, and into a mode of a run, most often continuous-time mode; sometimes not at all.
  void begin_again() {
    model_.instance().environment().clear();
    const auto how_far = pick(8);
    if (how_far == 0) return;
    expect(good(model_.instance().reset()), "Reset failed");
    if (how_far == 2) model_.instance().enter_initialization({model_.fmu().start(), {}, {}});
    if (how_far == 3) model_.initialize({model_.fmu().start(), {}, {}});
    if (how_far > 3) model_.start();
  }

  void forget_state() {
    if (state_) model_.instance().free_state(&state_);
    state_ = nullptr;
  }

 private:
  std::size_t pick(std::size_t n) { return random_() % n; }
  bool rarely() { return pick(20) == 0; }

  double odd_number() {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const double numbers[] = {0,        -0.0,      1e300,  -1e300, std::numeric_limits<double>::quiet_NaN(),
                              infinity, -infinity, 1e-310, 1,      -1};
    return numbers[pick(std::size(numbers))];
  }

  double time() {
    const auto& fmu = model_.fmu();
    if (rarely()) return odd_number();
    return fmu.start() + (fmu.horizon() - fmu.start()) * static_cast<double>(pick(1000)) / 1000;
  }

  std::size_t size(std::size_t right) { return rarely() ? right + 1 - pick(right > 0 ? 3 : 2) : right; }
  double* array() { return rarely() ? nullptr : room_.data(); }

  Status set_states() {
    const auto n = model_.size();
    if (!good(model_.functions().get_states(room_.data(), n))) std::fill(room_.begin(), room_.end(), 0.0);
    for (std::size_t k = 0; k < n; ++k) room_[k] *= 1 + 1e-3 * (static_cast<double>(pick(3)) - 1);
    if (n > 0 && rarely()) room_[pick(n)] = odd_number();
    return model_.functions().set_states(array(), size(n));
  }

  /// One variable, rarely of a type or reference that does not exist, with its start value or something odd.
  Status access(bool set) {
    if (variables_.empty()) return Status::ok;
    const auto& v = *variables_[pick(variables_.size())];
    auto& i = model_.instance();
    if (v.type == Type::clock || v.type == Type::binary || v.elements > room_.size() || v.elements == 0)
      return Status::ok;
    const auto reference = rarely() ? model_.fmu().description().unused_reference() : v.reference;
    if (!set) return i.get(v.type, rarely() ? nullptr : &reference, 1, array(), rarely() ? 2 : v.elements);
    if (!v.start_values.empty() && pick(4) != 0) return i.write(v, v.start_values);
    if (v.type == Type::string) return i.set(v.type, &reference, 1, text_.data(), v.elements);
    if (v.type != Type::float64) return i.write(v, Values(v.elements, Value(static_cast<std::int64_t>(pick(4)))));
    std::fill_n(room_.begin(), v.elements + 2, odd_number());
    return i.set(v.type, &reference, 1, array(), rarely() ? v.elements + 1 : v.elements);
  }

  Status save_or_restore() {
    if (!model_.fmu().description().can_copy_state()) return Status::ok;
    if (!state_ || pick(3) == 0) return model_.instance().get_state(&state_);
    return model_.instance().set_state(state_);
  }

  Status maybe_reset() { return pick(3) == 0 ? model_.instance().reset() : Status::ok; }

  Model& model_;
  std::mt19937 random_;
  Vector room_;
  std::vector<const char*> text_;
  std::vector<const Variable*> variables_;
  void* state_ = nullptr;
};

void random_calls(const Fmu& fmu) {
  need_model_exchange(fmu);
  const LoadedFmu loaded(fmu);
  const double h = stable_step(loaded);
  Model fresh(loaded), model(loaded);
  const auto expected = walk_from_start(fresh, h);
  const Effort effort;
  const auto began = std::chrono::steady_clock::now();
  RandomCalls calls(model, 31);
  std::size_t made = 0, accepted = 0;
  for (; made < effort.calls; ++made) {
    const auto [function, status] = calls.call();
    accepted += status == Status::ok;
    if (status == Status::error || made % 64 == 0) calls.begin_again();  // or most calls would be refused
    expect(status == Status::ok || status == Status::discard || status == Status::error, "call ", made + 1, ", ",
           function, ", returned ", name(status), ": expected OK, Discard or Error");
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - began;
    if (spent.count() > effort.seconds) break;
  }
  calls.forget_state();
  const auto status = model.instance().reset();
  expect(good(status), "Reset after ", made, " random calls returned ", name(status));
  expect_same(walk_from_start(model, h), expected, text("after ", made, " random calls and Reset"));
  remark(text(made, " calls, ", accepted, " of them accepted"));
}

}  // namespace

void add_model_exchange_random(Registry& checks) {
  using enum Severity;
  checks
      .add("M31", "random calls with good and bad arguments crash nothing, and after Reset the FMU runs as fresh",
           random_calls, error, clause::implementations)
      .patience = 5;
}

}  // namespace conformance
