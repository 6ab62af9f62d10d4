#include "state_machine.hpp"

#include <cstring>

#include "clauses.hpp"
#include "core/fmi3_instance.hpp"
#include "core/outcome.hpp"
#include "groups.hpp"

namespace conformance {

std::string name(Mode mode) {
  switch (mode) {
    case instantiated:
      return "instantiated";
    case configuration:
      return "configuration mode";
    case initialization:
      return "initialisation mode";
    case event:
      return "event mode";
    case stepping:
      return "step mode";
    case stepping_with_events:
      return "step mode with events";
    case reconfiguration:
      return "reconfiguration mode";
    case terminated:
      return "terminated";
    case continuous_time:
      return "continuous-time mode";
    default:
      return "the error state";
  }
}

namespace {

bool has_structural(const Description& d, const std::string& variability) {
  for (const auto& v : d.variables)
    if (v.causality == "structuralParameter" && (variability.empty() || v.variability == variability)) return true;
  return false;
}

/// Leads a fresh instance into the mode.
void lead(const LoadedFmu& loaded, Instance& instance, ModelExchange* functions, Mode mode) {
  const auto need = [&](Status s, const char* what) {
    expect(good(s), what, " returned ", name(s), ": ", instance.environment().log());
  };
  const auto* fmi3 = loaded.description().version == 3 ? &loaded.fmi3() : nullptr;
  if (mode == instantiated) return;
  if (mode == configuration)
    return need(static_cast<Status>(fmi3->EnterConfigurationMode(instance.handle())), "entering configuration mode");
  if (mode == failed) {
    const auto status = instance.terminate();
    return expect(status == Status::error, "Terminate when instantiated returned ", name(status), ": expected Error");
  }
  need(instance.enter_initialization({loaded.fmu().start(), {}, {}}), "entering initialisation");
  if (mode == initialization) return;
  need(instance.exit_initialization(), "leaving initialisation");
  if (mode == stepping_with_events) need(dynamic_cast<Fmi3Instance&>(instance).pass_event_mode(), "passing event mode");
  if (mode == reconfiguration)
    need(static_cast<Status>(fmi3->EnterConfigurationMode(instance.handle())), "entering reconfiguration mode");
  if (mode == continuous_time) {
    for (int i = 0; i < 100 && functions->update_discrete_states().needed;) ++i;
    need(functions->enter_continuous_time_mode(), "entering continuous-time mode");
  }
  if (mode == terminated) need(instance.terminate(), "terminating");
}

}  // namespace

namespace {

const Variable* continuous_scalar(const Description& d, const char* causality) {
  for (const auto& v : d.variables)
    if (v.causality == causality && v.type == Type::float64 && v.variability == "continuous" && !v.is_array())
      return &v;
  return nullptr;
}

}  // namespace

bool has_output(const Description& d) { return continuous_scalar(d, "output"); }
bool has_input(const Description& d) { return continuous_scalar(d, "input"); }

std::array<ValueReference, 2> Subject::output_and_input() const {
  const auto *y = continuous_scalar(description(), "output"), *u = continuous_scalar(description(), "input");
  const auto none = description().unused_reference();
  return {y ? y->reference : none, u ? u->reference : none};
}

bool reachable(const Description& d, Mode mode) {
  if (mode == event || mode == stepping_with_events) return d.version == 3 && d.flag("hasEventMode");
  if (mode == configuration) return d.version == 3 && has_structural(d, "");
  if (mode == reconfiguration) return d.version == 3 && has_structural(d, "tunable");
  return true;
}

Subject::Subject(const LoadedFmu& fmu, Mode wanted, Interface kind) : loaded(fmu), mode(wanted), interface(kind) {
  Arguments arguments;
  arguments.model_exchange = interface == Interface::model_exchange;
  arguments.event_mode = !arguments.model_exchange && (mode == event || mode == stepping_with_events);
  instance = loaded.instantiate(arguments);
  if (arguments.model_exchange)
    functions = description().version == 2 ? model_exchange_of(loaded.fmi2(), handle())
                                           : model_exchange_of(loaded.fmi3(), handle());
  const auto save = [this] {
    if (!description().can_copy_state() || !good(instance->get_state(&state))) return;
    std::size_t size = 0;
    if (!description().can_serialize_state() || !good(instance->serialized_size(state, &size))) return;
    bytes.resize(size);
    instance->serialize(state, bytes.data(), size);
  };
  if (mode == failed) save();
  lead(loaded, *instance, functions.get(), mode);
  if (mode != failed) save();
}

Subject::~Subject() {
  if (state) instance->free_state(&state);
}

Status Subject::get(Type type) {
  for (const auto& v : description().variables) {
    if (v.type != type || v.clocked || v.elements == 0) continue;
    Values values;
    return instance->read(v, values);
  }
  return instance->get(type, nullptr, 0, nullptr, 0);
}

Status Subject::set(Type type) {
  const bool structural = mode == configuration || mode == reconfiguration;
  const bool before = mode == instantiated || mode == initialization;
  for (const auto& v : description().variables) {
    if (v.type != type || v.clocked || v.start_values.empty() || v.type == Type::clock) continue;
    const bool fits =
        structural ? v.causality == "structuralParameter" && (mode == configuration || v.variability == "tunable")
        : mode == continuous_time ? v.is_input() && v.continuous_float()
                                  : v.is_input() || (v.is_parameter() && (before || v.variability == "tunable"));
    if (fits) return instance->write(v, v.start_values);
  }
  return instance->set(type, nullptr, 0, nullptr, 0);
}

void try_row(Subject& subject, const Row& row, Findings& bad) {
  const auto mode = subject.mode;
  subject.instance->environment().clear();
  const auto status = row.call(subject);
  const auto where = text(row.function, " in ", name(mode), " returned ", name(status));
  const bool allowed = (row.allowed & mode) && row.claimed;
  const bool tolerated = (row.tolerated & mode) && row.claimed;
  if (allowed)
    bad.require(good(status) || (row.may_discard && status == Status::discard), where, ": expected OK (",
                subject.instance->environment().log(), ")");
  else if (!tolerated)
    bad.require(status == Status::error, where, ": expected Error",
                row.claimed ? "" : ", because the FMU lacks the capability or the variables for it");
  bad.require(status != Status::fatal, where);
  const auto reset = subject.instance->reset();
  bad.require(good(reset), "Reset after ", where, " itself returned ", name(reset));
}

namespace {

template <Mode mode>
void try_mode(const Fmu& fmu) {
  const auto& d = fmu.description();
  if (!reachable(d, mode)) not_applicable("the FMU has no ", name(mode));
  const LoadedFmu loaded(fmu);
  const auto rows = d.version == 2 ? table_of_fmi2(d) : table_of_fmi3(d);
  Findings bad;
  for (const auto& row : rows) {
    Subject subject(loaded, mode);
    try_row(subject, row, bad);
  }
  remark(text(rows.size(), " functions"));
  bad.expect_none();
}

}  // namespace

void add_state_machine(Registry& checks) {
  using enum Severity;
  checks.add("B10", "instantiated: every function is OK where the standard allows it and Error where it does not",
             try_mode<instantiated>, error, clause::instantiated);
  checks.add("B11", "configuration mode: likewise", try_mode<configuration>, error, clause::configuration_mode);
  checks.add("B12", "initialisation mode: likewise", try_mode<initialization>, error, clause::initialization_mode);
  checks.add("B13", "step mode: likewise", try_mode<stepping>, error, clause::step_mode);
  checks.add("B14", "event mode: likewise", try_mode<event>, error, clause::event_mode);
  checks.add("B15", "step mode of an importer that uses event mode: likewise", try_mode<stepping_with_events>, error,
             clause::step_mode_with_events);
  checks.add("B16", "reconfiguration mode: likewise", try_mode<reconfiguration>, error, clause::reconfiguration_mode);
  checks.add("B17", "terminated: likewise", try_mode<terminated>, error, clause::terminated);
  checks.add("B18", "the error state: likewise; Reset, FreeInstance and a saved state are the ways out",
             try_mode<failed>, error, clause::status);
}

}  // namespace conformance
