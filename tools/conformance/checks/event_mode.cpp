/// Event mode of FMI 3.0 and what an importer without it sees.

#include "clauses.hpp"
#include "core/fmi3_instance.hpp"
#include "core/fmu.hpp"
#include "core/outcome.hpp"
#include "core/trajectory.hpp"
#include "groups.hpp"

namespace conformance {

namespace {

void needs_fmi3(const Fmu& fmu) {
  if (fmu.description().version == 2) not_applicable("FMI 2.0 co-simulation has no event mode");
}

void refused_if_not_offered(const Fmu& fmu) {
  needs_fmi3(fmu);
  if (fmu.description().flag("hasEventMode")) not_applicable("the FMU has event mode");
  const LoadedFmu loaded(fmu);
  Arguments arguments;
  arguments.event_mode = true;
  const auto environment = loaded.environment(arguments);
  expect(!loaded.try_instantiate(arguments, environment),
         "eventModeUsed was accepted although the FMU has no event mode: expected NULL");
  expect(!environment->messages.empty(), "eventModeUsed was refused without a message");
}

void silent_without(const Fmu& fmu) {
  needs_fmi3(fmu);
  const LoadedFmu loaded(fmu);
  const auto instance = loaded.start();
  const double h = fmu.step();
  for (double t = fmu.start(); t < fmu.horizon() - 0.5 * h; t += h) {
    const auto result = instance->step(t, h);
    expect(!result.event, "the step from ", t, " asks for event mode although the importer does not use it");
    expect(!result.early_return, "the step from ", t, " returned early although that is not allowed");
    if (result.terminate) return;
    expect(good(result.status), "the step from ", t, " returned ", name(result.status));
  }
}

void events_handled(const Fmu& fmu) {
  needs_fmi3(fmu);
  if (!fmu.description().flag("hasEventMode")) not_applicable("the FMU has no event mode");
  const LoadedFmu loaded(fmu);
  Arguments arguments;
  arguments.event_mode = true;
  arguments.early_return = true;
  const auto instance = loaded.start(arguments);
  auto& fmi3 = dynamic_cast<Fmi3Instance&>(*instance);
  expect(good(fmi3.pass_event_mode()), "the first event mode cannot be left: ", instance->environment().log());
  const double h = fmu.step();
  int events = 0;
  double t = fmu.start();
  for (int i = 0; i < 10000 && t < fmu.horizon() - 0.5 * h; ++i) {
    const auto result = instance->step(t, h);
    if (result.terminate) break;
    expect(good(result.status), "the step from ", t, " returned ", name(result.status), ": ",
           instance->environment().log());
    t = result.early_return ? result.reached : t + h;
    if (!result.event) continue;
    ++events;
    const auto entered = static_cast<Status>(loaded.fmi3().EnterEventMode(instance->handle()));
    expect(good(entered), "EnterEventMode at ", t, " returned ", name(entered));
    expect(good(fmi3.pass_event_mode()), "the event mode at ", t, " cannot be left");
  }
  remark(text(events, " events up to time ", t));
}

}  // namespace

void add_event_mode(Registry& checks) {
  using enum Severity;
  checks.add("B80", "an importer that uses event mode is refused if the FMU has none", refused_if_not_offered, error,
             clause::instances);
  checks.add("B81", "an importer that does not use event mode is never asked for it, nor returned to early",
             silent_without, error, clause::step_mode_with_events);
  checks.add("B82", "events can be handled in event mode", events_handled, error, clause::event_mode);
}

}  // namespace conformance
