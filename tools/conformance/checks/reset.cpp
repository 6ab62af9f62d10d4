/// Reset from everywhere, and life after an error.

#include "access_support.hpp"
#include "clauses.hpp"
#include "core/trajectory.hpp"
#include "groups.hpp"
#include "state_machine.hpp"

namespace conformance {

namespace {

constexpr Mode modes[] = {instantiated,         configuration,   initialization, event, stepping,
                          stepping_with_events, reconfiguration, terminated,     failed};

void like_new(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  const auto expected = usual_run(loaded);
  const auto instance = loaded.start();
  simulate(fmu, *instance, usual_points(fmu, 17));
  for (int round = 1; round <= 3; ++round) {
    const auto status = instance->reset();
    expect(good(status), "Reset returned ", name(status));
    initialize(*instance, {fmu.start(), {}, {}});
    expect_identical(fmu, simulate(fmu, *instance, usual_points(fmu)), expected, text("after reset ", round));
  }
}

void from_every_mode(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  const auto expected = usual_run(loaded, 10);
  for (const auto mode : modes) {
    if (!reachable(fmu.description(), mode) || mode == event || mode == stepping_with_events) continue;
    Subject subject(loaded, mode);
    const auto status = subject.instance->reset();
    expect(good(status), "Reset in ", name(mode), " returned ", name(status));
    initialize(*subject.instance, {fmu.start(), {}, {}});
    expect_identical(fmu, simulate(fmu, *subject.instance, usual_points(fmu, 10)), expected,
                     text("after a reset in ", name(mode)));
  }
}

void set_values_gone(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  const auto instance = loaded.instantiate();
  for (const auto& v : fmu.description().variables) {
    if (!(v.is_parameter() || v.is_input()) || v.start_values.empty() || v.clocked || v.type == Type::binary) continue;
    instance->write(v, neighbours(v));
  }
  const auto status = instance->reset();
  expect(good(status), "Reset returned ", name(status));
  initialize(*instance, {fmu.start(), {}, {}});
  Findings bad;
  for (const auto& v : fmu.description().variables) {
    if (v.initial != "exact" || v.start_values.empty() || v.type == Type::clock || v.clocked) continue;
    Values values;
    if (good(instance->read(v, values)))
      bad.require(same(values, v.start_values), v.name, " = ", to_text(values),
                  " after Reset: expected its start value ", to_text(v.start_values));
  }
  bad.expect_none();
}

void freed_after_error(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  const auto bad = fmu.description().unused_reference();
  for (const auto mode : modes) {
    if (!reachable(fmu.description(), mode)) continue;
    for (const bool reset : {false, true}) {
      Subject subject(loaded, mode);
      double value = 0;
      subject.instance->get(Type::float64, &bad, 1, &value, 1);
      subject.instance->set(Type::float64, &bad, 1, &value, 1);
      if (!reset) continue;  // freed as it is
      const auto status = subject.instance->reset();
      expect(good(status), "Reset after an error in ", name(mode), " returned ", name(status));
    }
  }
}

void logging_kept(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  const auto instance = loaded.instantiate();
  instance->reset();
  instance->environment().clear();
  const auto status = instance->step(0, 1).status;
  expect(status == Status::error, "a step before initialisation returned ", name(status));
  expect(!instance->environment().messages.empty(),
         "after Reset an instance with logging on says nothing about an error");
}

}  // namespace

void add_reset(Registry& checks) {
  using enum Severity;
  checks.add("P19", "a run after Reset equals the run of a new instance to the bit", like_new, error, clause::reset);
  checks.add("P20", "after an error in any mode the instance can be freed or reset", freed_after_error, error,
             clause::status);
  checks.add("B19", "Reset works from every mode and leads to a new start", from_every_mode, error, clause::reset);
  checks.add("B97", "Reset forgets everything that was set", set_values_gone, error, clause::reset);
  checks.add("B98", "Reset leaves logging as it was", logging_kept, warning, clause::reset);
}

}  // namespace conformance
