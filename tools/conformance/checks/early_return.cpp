/// Early return from a step of FMI 3.0.

#include <cmath>

#include "clauses.hpp"
#include "core/trajectory.hpp"
#include "groups.hpp"
#include "intermediate_support.hpp"

namespace conformance {

namespace {

void need_early_return(const Fmu& fmu) {
  need_updates(fmu);
  if (!fmu.description().flag("canReturnEarlyAfterIntermediateUpdate"))
    not_applicable("the FMU does not claim to return early");
}

/// Asks once for a return; then steps on to the same end.
void returns_early(const Fmu& fmu) {
  need_early_return(fmu);
  const LoadedFmu loaded(fmu);
  const Observer observer(fmu.description());
  const double start = fmu.start(), h = long_step(fmu),
               tolerance = 1000 * fmu.description().experiment.tolerance.value_or(1e-4);
  bool armed = true;
  double asked = NAN;
  Arguments arguments;
  arguments.early_return = true;
  arguments.on_intermediate_update = [&](IntermediateUpdate& u) {
    if (!armed || !u.can_return_early || u.time >= start + 0.9 * h) return;
    armed = false;
    u.return_early = true;
    u.return_time = asked = u.time;
  };
  const auto instance = loaded.start(arguments);
  const auto first = instance->step(start, h);
  expect(good(first.status), "the step returned ", name(first.status));
  if (armed) not_applicable("the FMU offered no early return inside the step");
  expect(first.early_return, "an early return at ", asked, " was accepted but not made");
  expect(first.reached >= asked - 1e-12 && first.reached < start + h, "early return at ", first.reached, " although ",
         asked, " was asked for, in a step to ", start + h);
  expect(advance(*instance, first.reached, start + h), "the FMU ends the simulation after an early return");
  const auto plain = loaded.start();
  advance(*plain, start, start + h);
  const auto a = observer.read(*instance), b = observer.read(*plain);
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!observer.judged(i)) continue;
    expect(std::abs(a[i] - b[i]) <= tolerance * std::max(std::abs(b[i]), 1.0), observer.name(i), " = ", a[i],
           " after an early return and a second step, ", b[i], " without");
  }
}

void returns_late(const Fmu& fmu) {
  need_early_return(fmu);
  const LoadedFmu loaded(fmu);
  const double start = fmu.start(), h = long_step(fmu);
  bool armed = true;
  Arguments arguments;
  arguments.early_return = true;
  arguments.on_intermediate_update = [&](IntermediateUpdate& u) {
    if (!armed || !u.can_return_early) return;
    armed = false;
    u.return_early = true;
    u.return_time = start + 5 * h;  // beyond the step: cannot be meant
  };
  const auto instance = loaded.start(arguments);
  const auto result = instance->step(start, h);
  expect(good(result.status) || result.status == Status::error, "the step returned ", name(result.status));
  if (good(result.status))
    expect(result.reached <= start + h * (1 + 1e-12), "the step to ", start + h, " went to ", result.reached);
}

void not_allowed(const Fmu& fmu) {
  need_updates(fmu);
  const LoadedFmu loaded(fmu);
  Arguments arguments;
  arguments.early_return = false;
  arguments.on_intermediate_update = [](IntermediateUpdate& u) {
    u.return_early = true;
    u.return_time = u.time;
  };
  const auto instance = loaded.start(arguments);
  const double h = long_step(fmu);
  const auto result = instance->step(fmu.start(), h);
  if (!good(result.status)) return;  // to refuse the request is fine as well
  expect(!result.early_return, "returned early although that was not allowed at instantiation");
  if (fmu.any_step_size())
    expect(same_bits(result.reached, fmu.start() + h), "stopped at ", result.reached, " in a step to ",
           fmu.start() + h);
}

}  // namespace

void add_early_return(Registry& checks) {
  using enum Severity;
  checks.add("B76", "an early return is made where it was asked for, and the run goes on from there", returns_early,
             error, clause::early_return);
  checks.add("B77", "an early return time beyond the step does not lead beyond the step", returns_late, error,
             clause::early_return);
  checks.add("B78", "no early return unless it was allowed at instantiation", not_allowed, error, clause::early_return);
}

}  // namespace conformance
