/// Getting, setting and freeing the state of an instance.

#include "saved_state.hpp"

#include "clauses.hpp"
#include "core/outcome.hpp"
#include "core/trajectory.hpp"
#include "groups.hpp"

namespace conformance {

namespace {

void need_states(const Fmu& fmu) {
  if (!fmu.description().can_copy_state()) not_applicable("the FMU does not claim to copy its state");
}

/// The second half of the usual run, and the time where it starts.
Points second_half(const Fmu& fmu) { return uniform_points(fmu.start() + 20 * fmu.step(), fmu.step(), 20); }
Points first_half(const Fmu& fmu) { return usual_points(fmu, 20); }

void replay(const Fmu& fmu) {
  need_states(fmu);
  const LoadedFmu loaded(fmu);
  const auto instance = loaded.start();
  simulate(fmu, *instance, first_half(fmu));
  const SavedState state(*instance);
  const auto expected = simulate(fmu, *instance, second_half(fmu));
  for (int round = 1; round <= 3; ++round) {
    state.restore_into(*instance);
    expect_identical(fmu, simulate(fmu, *instance, second_half(fmu)), expected, text("replay ", round));
  }
}

void values_restored(const Fmu& fmu) {
  need_states(fmu);
  const LoadedFmu loaded(fmu);
  const Observer observer(fmu.description());
  const auto instance = loaded.start();
  simulate(fmu, *instance, first_half(fmu));
  const auto before = observer.read(*instance);
  const SavedState state(*instance);
  simulate(fmu, *instance, second_half(fmu));
  state.restore_into(*instance);
  const auto after = observer.read(*instance);
  for (std::size_t i = 0; i < before.size(); ++i)
    expect(same_bits(before[i], after[i]), observer.name(i), " = ", after[i], " after restoring: expected ", before[i]);
}

void other_instance(const Fmu& fmu) {
  need_states(fmu);
  const LoadedFmu loaded(fmu);
  const auto first = loaded.start();
  simulate(fmu, *first, first_half(fmu));
  const SavedState state(*first);
  const auto expected = simulate(fmu, *first, second_half(fmu));
  const auto second = loaded.instantiate();
  state.restore_into(*second);
  expect_identical(fmu, simulate(fmu, *second, second_half(fmu)), expected,
                   "in another instance that was never initialised");
  const auto third = loaded.start();
  simulate(fmu, *third, usual_points(fmu, 31));
  state.restore_into(*third);
  expect_identical(fmu, simulate(fmu, *third, second_half(fmu)), expected, "in another instance that had gone further");
}

void identity_kept(const Fmu& fmu) {
  need_states(fmu);
  const LoadedFmu loaded(fmu);
  Arguments arguments;
  arguments.instance_name = "the giver";
  const auto giver = loaded.start(arguments);
  const SavedState state(*giver);
  const auto taker = loaded.instantiate();
  state.restore_into(*taker);
  taker->step(-1e9, -1);
  for (const auto& objection : taker->environment().objections) fail("with the state of another instance: ", objection);
  expect(!taker->environment().messages.empty(),
         "with the state of another instance an error is no longer reported to its own logger");
}

void freeing(const Fmu& fmu) {
  need_states(fmu);
  const LoadedFmu loaded(fmu);
  const auto instance = loaded.start();
  void* nothing = nullptr;
  auto status = instance->free_state(&nothing);
  expect(good(status), "freeing a state that is NULL returned ", name(status));
  void* state = nullptr;
  status = instance->get_state(&state);
  expect(good(status) && state, "saving the state returned ", name(status));
  status = instance->free_state(&state);
  expect(good(status), "freeing the state returned ", name(status));
  expect(!state, "freeing the state did not set the pointer to NULL");
  if (!fmu.house()) return;
  status = instance->free_state(nullptr);
  expect(good(status), "freeing through NULL returned ", name(status), ": expected OK");
}

void null_arguments(const Fmu& fmu) {
  need_states(fmu);
  const LoadedFmu loaded(fmu);
  auto status = loaded.start()->set_state(nullptr);
  expect(status == Status::error, "restoring the state NULL returned ", name(status), ": expected Error");
  status = loaded.start()->get_state(nullptr);
  expect(status == Status::error, "saving the state to NULL returned ", name(status), ": expected Error");
}

void reused(const Fmu& fmu) {
  need_states(fmu);
  const LoadedFmu loaded(fmu);
  const auto instance = loaded.start();
  SavedState state(*instance);
  simulate(fmu, *instance, first_half(fmu));
  state.save_again(*instance);
  const auto expected = simulate(fmu, *instance, second_half(fmu));
  state.restore_into(*instance);
  expect_identical(fmu, simulate(fmu, *instance, second_half(fmu)), expected,
                   "with a state that was saved into used memory");
}

void in_every_mode(const Fmu& fmu) {
  need_states(fmu);
  const LoadedFmu loaded(fmu);
  const auto expected = usual_run(loaded, 10);
  const auto points = usual_points(fmu, 10);
  const auto instance = loaded.instantiate();
  const SavedState when_instantiated(*instance);
  expect(good(instance->enter_initialization({fmu.start(), {}, {}})), "entering initialisation failed");
  const SavedState in_initialization(*instance);
  expect(good(instance->exit_initialization()), "leaving initialisation failed");
  simulate(fmu, *instance, points);
  in_initialization.restore_into(*instance);
  expect(good(instance->exit_initialization()), "after restoring a state of initialisation it cannot be left");
  expect_identical(fmu, simulate(fmu, *instance, points), expected, "from a state of initialisation");
  when_instantiated.restore_into(*instance);
  initialize(*instance, {fmu.start(), {}, {}});
  expect_identical(fmu, simulate(fmu, *instance, points), expected, "from a state when instantiated");
}

void after_an_error(const Fmu& fmu) {
  need_states(fmu);
  const LoadedFmu loaded(fmu);
  const auto instance = loaded.start();
  simulate(fmu, *instance, first_half(fmu));
  const SavedState state(*instance);
  const auto expected = simulate(fmu, *instance, second_half(fmu));
  const auto status = instance->step(-1, -1).status;
  expect(status == Status::error, "a step backwards returned ", name(status));
  state.restore_into(*instance);
  expect_identical(fmu, simulate(fmu, *instance, second_half(fmu)), expected, "restored after an error");
}

void after_reset(const Fmu& fmu) {
  need_states(fmu);
  const LoadedFmu loaded(fmu);
  const auto instance = loaded.start();
  simulate(fmu, *instance, first_half(fmu));
  const SavedState state(*instance);
  const auto expected = simulate(fmu, *instance, second_half(fmu));
  expect(good(instance->reset()), "Reset failed");
  state.restore_into(*instance);
  expect_identical(fmu, simulate(fmu, *instance, second_half(fmu)), expected, "restored after Reset");
}

}  // namespace

void add_saved_states(Registry& checks) {
  using enum Severity;
  checks.add("B40", "a restored state replays the same bits, as often as wanted", replay, error, clause::saved_states);
  checks.add("B41", "restoring a state restores every output and local", values_restored, error, clause::saved_states);
  checks.add("B42", "a state works in another instance", other_instance, error, clause::saved_states);
  checks.add("B43", "a state does not carry name and logger of its instance", identity_kept, error,
             clause::saved_states);
  checks.add("B44", "a state can be freed, also if it is NULL", freeing, error, clause::saved_states);
  checks.add("B45", "the memory of a state can be used again", reused, error, clause::saved_states);
  checks.add("B46", "states of every mode can be saved and restored", in_every_mode, error, clause::saved_states);
  checks.add("B47", "a restored state leads out of an error", after_an_error, error, clause::saved_states);
  checks.add("B48", "a state outlives Reset", after_reset, error, clause::saved_states);
  checks.add("B49", "saving to and restoring from NULL is an Error", null_arguments, house, clause::house);
}

}  // namespace conformance
