/// The intermediate update callback of FMI 3.0.

#include <cmath>

#include "clauses.hpp"
#include "core/fmi3_instance.hpp"
#include "core/fmu.hpp"
#include "core/outcome.hpp"
#include "core/trajectory.hpp"
#include "groups.hpp"
#include "intermediate_support.hpp"

namespace conformance {

namespace {

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

/// Each call is tried as the first in an update and again after another call there has failed: neither may pull the
/// instance out from under the step that is running.
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
      {"Terminate", [](Instance& i) { return i.terminate(); }},
      {"Reset", [](Instance& i) { return i.reset(); }},
      {"EnterEventMode", [&](Instance& i) { return static_cast<Status>(f.EnterEventMode(i.handle())); }},
      {"EnterStepMode", [&](Instance& i) { return static_cast<Status>(f.EnterStepMode(i.handle())); }},
      {"EnterConfigurationMode",
       [&](Instance& i) { return static_cast<Status>(f.EnterConfigurationMode(i.handle())); }}};
  Findings bad;
  for (const auto& c : calls)
    for (const bool after_error : {false, true}) {
      const std::string where = after_error ? " after an error inside an update" : " inside an update";
      Instance* self = nullptr;
      std::optional<Status> status;
      Arguments arguments;
      arguments.on_intermediate_update = [&](IntermediateUpdate&) {
        if (!self || status) return;
        if (after_error) self->set_real(fmu.description().unused_reference(), 0);
        status = c.call(*self);
      };
      const auto instance = loaded.start(arguments);
      self = instance.get();
      const auto step = instance->step(t, h).status;
      self = nullptr;
      if (!status) continue;
      bad.require(*status == Status::error, c.name, where, " returned ", name(*status), ": expected Error");
      bad.require(!good(step), "the step with ", c.name, where, " returned ", name(step), ": expected Error");
      bad.require(good(instance->reset()), "Reset after the step with ", c.name, where, " failed");
    }
  bad.expect_none();
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
  using enum Severity;
  checks.add("B70", "intermediate updates come in order, inside the step, with the right environment", times, error,
             clause::intermediate_update);
  checks.add("B71", "listening to intermediate updates changes no bit", harmless, error, clause::intermediate_update);
  checks.add("B72", "registered outputs can be read in an update", readable, error, clause::intermediate_update);
  checks.add("B73", "variables that were not registered cannot be read in an update", only_registered, error,
             clause::intermediate_update);
  checks.add("B74", "registered inputs can be set in an update that asks for them", writable, error,
             clause::intermediate_update);
  checks.add(
      "B75",
      "calls that make no sense inside an update are an Error, also after another error there, and so is the step",
      not_reentrant, error, clause::intermediate_update);
  checks.add("B79", "unknown or unflagged variables cannot be registered for intermediate update", registration, error,
             clause::instances);
}

}  // namespace conformance
