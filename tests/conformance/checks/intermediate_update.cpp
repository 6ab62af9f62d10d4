/// The intermediate update callback and early return of FMI 3.0.

#include <cmath>

#include "core/fmi3_instance.hpp"
#include "core/fmu.hpp"
#include "core/outcome.hpp"
#include "core/trajectory.hpp"
#include "groups.hpp"

namespace conformance {

namespace {

void need_updates(const Fmu& fmu) {
  if (fmu.description().version == 2) not_applicable("FMI 2.0 has no intermediate update");
  if (!fmu.description().flag("providesIntermediateUpdate"))
    not_applicable("the FMU does not claim intermediate updates");
}

void need_early_return(const Fmu& fmu) {
  need_updates(fmu);
  if (!fmu.description().flag("canReturnEarlyAfterIntermediateUpdate"))
    not_applicable("the FMU does not claim to return early");
}

/// A step long enough that the FMU has something to report inside of it.
double long_step(const Fmu& fmu) { return 10 * fmu.step(); }

std::vector<ValueReference> flagged(const Description& d, const char* causality) {
  std::vector<ValueReference> out;
  for (const auto& v : d.variables)
    if (v.intermediate_update && v.type == Type::float64 && !v.is_array() && !v.alias && v.causality == causality)
      out.push_back(v.reference);
  return out;
}

void times(const Fmu& fmu) {
  need_updates(fmu);
  const LoadedFmu loaded(fmu);
  std::vector<IntermediateUpdate> seen;
  Arguments arguments;
  arguments.on_intermediate_update = [&](IntermediateUpdate& u) { seen.push_back(u); };
  const auto instance = loaded.start(arguments);
  const double h = long_step(fmu);
  std::size_t total = 0;
  for (int i = 0; i < 10; ++i) {
    const double from = fmu.start() + i * h, to = from + h, rounding = 1e-12 * std::max(1.0, std::abs(to));
    seen.clear();
    if (!advance(*instance, from, to)) break;
    double last = from;
    for (const auto& u : seen) {
      expect(u.time >= from - rounding && u.time <= to + rounding, "update at time ", u.time, " in the step from ",
             from, " to ", to);
      expect(u.time >= last - rounding, "update at time ", u.time, " after one at ", last);
      expect(!u.can_return_early, "an early return is offered although it was not allowed at instantiation");
      if (u.step_finished) last = u.time;
    }
    total += seen.size();
  }
  expect(total > 0, "no intermediate update in ten steps of ", h, " s");
  for (const auto& objection : instance->environment().objections) fail(objection);
  for (const auto& stray : Environment::strays()) fail(stray);
  remark(text(total, " updates in ten steps"));
}

void harmless(const Fmu& fmu) {
  need_updates(fmu);
  const LoadedFmu loaded(fmu);
  const auto expected = usual_run(loaded);
  Arguments arguments;
  arguments.intermediate = flagged(fmu.description(), "output");
  Instance* self = nullptr;
  std::vector<double> room(arguments.intermediate.size());
  arguments.on_intermediate_update = [&](IntermediateUpdate& u) {
    if (self && u.get_allowed) self->get_reals(arguments.intermediate, room);
  };
  const auto instance = loaded.start(arguments);
  self = instance.get();
  expect_identical(fmu, simulate(fmu, *instance, usual_points(fmu)), expected,
                   "with an importer that listens to intermediate updates");
}

void readable(const Fmu& fmu) {
  need_updates(fmu);
  const auto outputs = flagged(fmu.description(), "output");
  if (outputs.empty()) not_applicable("no Float64 output is flagged for intermediate update");
  const LoadedFmu loaded(fmu);
  Arguments arguments;
  arguments.intermediate = outputs;
  Instance* self = nullptr;
  std::vector<double> inside(outputs.size()), after(outputs.size());
  double last_time = NAN;
  std::string error;
  arguments.on_intermediate_update = [&](IntermediateUpdate& u) {
    if (!self || !u.get_allowed) return;
    const auto status = self->get_reals(outputs, inside);
    last_time = u.time;
    if (!good(status) && error.empty())
      error = text("reading flagged outputs at ", u.time, " returned ", name(status), ": ", self->environment().log());
    for (const double x : inside)
      if (!std::isfinite(x) && error.empty()) error = text("an output is ", x, " at the update at ", u.time);
  };
  const auto instance = loaded.start(arguments);
  self = instance.get();
  const double h = long_step(fmu);
  for (int i = 0; i < 5; ++i) {
    const double from = fmu.start() + i * h;
    if (!advance(*instance, from, from + h)) break;
    expect(error.empty(), error);
    if (last_time != from + h) continue;
    expect(good(instance->get_reals(outputs, after)), "reading outputs after the step failed");
    for (std::size_t k = 0; k < outputs.size(); ++k)
      expect(std::abs(inside[k] - after[k]) <= 1e-9 * (1 + std::abs(after[k])), "output ", outputs[k], " was ",
             inside[k], " in the last update and is ", after[k], " after the step");
  }
}

void only_registered(const Fmu& fmu) {
  need_updates(fmu);
  const LoadedFmu loaded(fmu);
  const Variable *unflagged = nullptr, *unregistered = nullptr;
  for (const auto& v : fmu.description().variables) {
    if (v.type != Type::float64 || v.is_array()) continue;
    if (v.is_output() && v.intermediate_update) unregistered = &v;
    if (!v.intermediate_update && v.causality != "independent") unflagged = &v;
  }
  for (const auto* v : {unflagged, unregistered}) {
    if (!v) continue;
    Arguments arguments;
    Instance* self = nullptr;
    std::optional<Status> status;
    arguments.on_intermediate_update = [&](IntermediateUpdate& u) {
      double value = 0;
      if (self && u.get_allowed && !status) status = self->get_reals({&v->reference, 1}, {&value, 1});
    };
    const auto instance = loaded.start(arguments);
    self = instance.get();
    instance->step(fmu.start(), long_step(fmu));
    if (status)
      expect(*status == Status::error, "reading ", v->name, ", which was not registered, in an update returned ",
             name(*status), ": expected Error");
  }
}

void writable(const Fmu& fmu) {
  need_updates(fmu);
  const auto inputs = flagged(fmu.description(), "input");
  if (inputs.empty()) not_applicable("no Float64 input is flagged for intermediate update");
  const LoadedFmu loaded(fmu);
  Arguments arguments;
  arguments.intermediate = inputs;
  Instance* self = nullptr;
  std::string error;
  std::size_t count = 0;
  arguments.on_intermediate_update = [&](IntermediateUpdate& u) {
    if (!self || !u.set_requested) return;
    for (const auto input : inputs) {
      const auto* v = fmu.description().find(input, Type::float64);
      const auto status = self->set_real(input, std::get<double>(v->start_values.at(0)));
      ++count;
      if (!good(status) && error.empty())
        error = text("setting ", v->name, " at the update at ", u.time, " returned ", name(status), ": ",
                     self->environment().log());
    }
  };
  const auto instance = loaded.start(arguments);
  self = instance.get();
  const double h = long_step(fmu);
  for (int i = 0; i < 5; ++i)
    if (!advance(*instance, fmu.start() + i * h, fmu.start() + (i + 1) * h)) break;
  expect(error.empty(), error);
  if (count == 0) not_applicable("the FMU never asks for inputs inside a step");
}

void not_reentrant(const Fmu& fmu) {
  need_updates(fmu);
  const LoadedFmu loaded(fmu);
  struct Call {
    const char* name;
    std::function<Status(Instance&)> call;
  };
  const double t = fmu.start(), h = long_step(fmu);
  const auto& f = loaded.fmi3();
  const Call calls[] = {
      {"DoStep", [&](Instance& i) { return i.step(t, h).status; }},
      {"EnterInitializationMode",
       [&](Instance& i) {
         return i.enter_initialization({t, {}, {}});
       }},
      {"ExitInitializationMode", [](Instance& i) { return i.exit_initialization(); }},
      {"EnterEventMode", [&](Instance& i) { return static_cast<Status>(f.EnterEventMode(i.handle())); }},
      {"EnterStepMode", [&](Instance& i) { return static_cast<Status>(f.EnterStepMode(i.handle())); }},
      {"EnterConfigurationMode",
       [&](Instance& i) { return static_cast<Status>(f.EnterConfigurationMode(i.handle())); }}};
  Findings bad;
  for (const auto& c : calls) {
    Instance* self = nullptr;
    std::optional<Status> status;
    Arguments arguments;
    arguments.on_intermediate_update = [&](IntermediateUpdate&) {
      if (self && !status) status = c.call(*self);
    };
    const auto instance = loaded.start(arguments);
    self = instance.get();
    instance->step(t, h);
    self = nullptr;
    if (status)
      bad.require(*status == Status::error, c.name, " inside an intermediate update returned ", name(*status),
                  ": expected Error");
    bad.require(good(instance->reset()), "Reset after ", c.name, " inside an intermediate update failed");
  }
  bad.expect_none();
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
    if (!observer.continuous(i)) continue;
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

void registration(const Fmu& fmu) {
  if (fmu.description().version == 2) not_applicable("FMI 2.0 has no intermediate update");
  const LoadedFmu loaded(fmu);
  Findings bad;
  const auto try_reference = [&](ValueReference reference, const std::string& what) {
    Arguments arguments;
    arguments.intermediate = {reference};
    arguments.on_intermediate_update = [](IntermediateUpdate&) {};
    bad.require(!loaded.try_instantiate(arguments), what,
                " was accepted as required intermediate variable: expected NULL");
  };
  try_reference(fmu.description().unused_reference(), "an unknown value reference");
  for (const auto& v : fmu.description().variables)
    if (v.is_parameter() && !v.intermediate_update) {
      try_reference(v.reference, v.name);
      break;
    }
  bad.expect_none();
}

}  // namespace

void add_intermediate_update(Registry& checks) {
  checks.add("B70", "intermediate updates come in order, inside the step, with the right environment", times);
  checks.add("B71", "listening to intermediate updates changes no bit", harmless);
  checks.add("B72", "registered outputs can be read in an update", readable);
  checks.add("B73", "variables that were not registered cannot be read in an update", only_registered);
  checks.add("B74", "registered inputs can be set in an update that asks for them", writable);
  checks.add("B75", "calls that make no sense inside an update are an Error", not_reentrant);
  checks.add("B76", "an early return is made where it was asked for, and the run goes on from there", returns_early);
  checks.add("B77", "an early return time beyond the step does not lead beyond the step", returns_late);
  checks.add("B78", "no early return unless it was allowed at instantiation", not_allowed);
  checks.add("B79", "unknown or unflagged variables cannot be registered for intermediate update", registration);
}

}  // namespace conformance
