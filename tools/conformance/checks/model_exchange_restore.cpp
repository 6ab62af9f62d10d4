/// Saved states, Reset and initialisation in model exchange.

#include <cmath>

#include "access_support.hpp"
#include "clauses.hpp"
#include "groups.hpp"
#include "model_exchange_support.hpp"

namespace conformance {

namespace {

enum class Stage { instantiated, initialization, event, continuous_time };
constexpr Stage stages[] = {Stage::instantiated, Stage::initialization, Stage::event, Stage::continuous_time};

const char* name(Stage stage) {
  constexpr const char* names[] = {"when instantiated", "in initialisation", "in event mode",
                                   "in continuous-time mode"};
  return names[static_cast<int>(stage)];
}

constexpr std::size_t steps_before = 10;

/// Brings a fresh model to a stage, into the middle of a run for the last one; returns the next event then.
double bring(Model& model, Stage stage, double h) {
  const double t0 = model.fmu().start();
  if (stage == Stage::initialization)
    expect(good(model.instance().enter_initialization({t0, {}, {}})), "entering initialisation failed");
  if (stage == Stage::event) model.initialize({t0, {}, {}});
  if (stage == Stage::continuous_time) return walk_from_start(model, h, steps_before).back()[1];
  return 0;
}

/// Goes on from a stage; the end is the same for all that were there.
Trace finish(Model& model, Stage stage, double h, double next) {
  const double t0 = model.fmu().start();
  if (stage == Stage::instantiated) return walk_from_start(model, h);
  if (stage == Stage::continuous_time) return walk(model, {t0 + h * steps_before, h, next});
  if (stage == Stage::initialization)
    expect(good(model.instance().exit_initialization()),
           "leaving initialisation failed: ", model.instance().environment().log());
  const auto said = model.update();
  model.enter_continuous_time_mode();
  return walk(model, {t0, h, next_or_never(said)});
}

void restored_states(const Fmu& fmu) {
  need_model_exchange(fmu);
  const auto& d = fmu.description();
  if (!d.can_copy_state()) not_applicable("states cannot be copied");
  const LoadedFmu loaded(fmu);
  const double h = stable_step(loaded);
  for (const auto stage : stages) {
    Model model(loaded);
    const double next = bring(model, stage, h);
    const SavedState state(model.instance());
    const auto expected = finish(model, stage, h, next);
    state.restore_into(model.instance());
    expect_same(finish(model, stage, h, next), expected, text("restored after going on; saved ", name(stage)));
    for (const auto other_stage : stages) {
      Model other(loaded);
      bring(other, other_stage, h);
      state.restore_into(other.instance());
      expect_same(finish(other, stage, h, next), expected,
                  text("saved ", name(stage), ", restored into an instance ", name(other_stage)));
    }
    if (!d.can_serialize_state()) continue;
    const auto bytes = state.bytes(model.instance());
    Model far(loaded);
    void* read = nullptr;
    expect(good(far.instance().deserialize(bytes.data(), bytes.size(), &read)), "reading a serialised state failed");
    expect(good(far.instance().set_state(read)), "setting a state that was serialised failed");
    far.instance().free_state(&read);
    expect_same(finish(far, stage, h, next), expected, text("serialised ", name(stage)));
  }
}

void reset(const Fmu& fmu) {
  need_model_exchange(fmu);
  const LoadedFmu loaded(fmu);
  const double h = stable_step(loaded);
  Model fresh(loaded);
  const auto expected = walk_from_start(fresh, h);
  const auto expect_fresh = [&](Model& model, const std::string& when) {
    expect(good(model.instance().reset()), "Reset ", when, " failed");
    expect_same(walk_from_start(model, h), expected, text("after Reset ", when));
  };
  for (const auto stage : stages) {
    Model model(loaded);
    bring(model, stage, h);
    expect_fresh(model, name(stage));
    expect_fresh(model, "after that run");
    model.instance().terminate();
    expect_fresh(model, "when terminated");
    model.functions().get_states(nullptr, model.size() + 1);
    expect_fresh(model, "after an error");
  }
}

/// In initialisation the states follow the parameters, before initialisation is left and without being asked twice.
void initialization_on_demand(const Fmu& fmu) {
  need_model_exchange(fmu);
  const LoadedFmu loaded(fmu);
  const Experiment experiment{fmu.start(), {}, {}};
  Model usual(loaded);
  usual.start();
  const auto nominals = usual.nominals();
  std::size_t tried = 0;
  Findings bad;
  for (const auto& v : fmu.description().variables) {
    if (!v.is_parameter() || v.alias || v.is_array() || v.type != Type::float64 || v.start_values.empty()) continue;
    if (++tried > 20) break;
    Model asked(loaded), before(loaded);
    if (!good(before.instance().write(v, neighbours(v)))) continue;
    if (!good(before.instance().enter_initialization(experiment)) || !good(before.instance().exit_initialization()))
      continue;
    const auto expected = before.states();
    expect(good(asked.instance().enter_initialization(experiment)), "entering initialisation failed");
    asked.states();
    expect(good(asked.instance().write(v, neighbours(v))), "setting ", v.name, " in initialisation failed");
    const auto found = asked.states();
    for (std::size_t i = 0; i < found.size(); ++i)  // an equilibrium is exact to about 1e-10 of its size
      bad.require(std::abs(found[i] - expected[i]) <= 1e-8 * std::max(nominals[i], std::abs(expected[i])),
                  asked.part().states[i].name(), " = ", found[i], " in initialisation after ", v.name,
                  " changed there: expected ", expected[i]);
    expect(good(asked.instance().exit_initialization()), "leaving initialisation failed");
    expect(same_bits(found, asked.states()), "the states read in initialisation, after ", v.name,
           " changed, are not those after it");
  }
  if (tried == 0) not_applicable("no floating-point parameters");
  bad.expect_none();
}

}  // namespace

void add_model_exchange_restore(Registry& checks) {
  using enum Severity;
  checks
      .add("M22", "a state saved in any mode goes on to the bit, in any instance in any mode", restored_states, error,
           clause::saved_states)
      .patience = 2;
  checks.add("M23", "after Reset in any mode the FMU runs as a fresh one", reset, error, clause::reset).patience = 2;
  checks.add("M30", "in initialisation the states follow the parameters whenever they are read",
             initialization_on_demand, error, clause::initialization_mode);
}

}  // namespace conformance
