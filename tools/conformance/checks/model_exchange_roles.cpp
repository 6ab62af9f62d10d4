/// What may be set when in model exchange, and what importers do against the letter.

#include <set>

#include "access_support.hpp"
#include "clauses.hpp"
#include "groups.hpp"
#include "model_exchange_support.hpp"

namespace conformance {

namespace {

const Variable* find_kind(const Description& d, const char* causality, const char* variability) {
  for (const auto& v : d.variables)
    if (v.causality == causality && v.variability == variability && !v.alias && !v.is_array() && !v.clocked &&
        is_number(v.type) && !v.start_values.empty())
      return &v;
  return nullptr;
}

/// Collects the deviations that were refused.
class Deviations {
 public:
  explicit Deviations(const LoadedFmu& loaded) : loaded_(loaded), observer_(loaded.description()) {}

  void require_ok(Status status, const std::string& what, Model& model) {
    bad_.require(status == Status::ok, what, " returned ", name(status), ": expected OK (",
                 model.instance().environment().log(), ')');
  }

  void input_when_instantiated() {
    const auto* u = find_kind(description(), "input", "continuous");
    if (!u) return;
    Model model(loaded_);
    require_ok(model.instance().write(*u, u->start_values), text("setting ", u->name, " when instantiated"), model);
  }

  /// As OpenModelica starts: still in event mode, which it then enters again.
  void integrating_in_event_mode() {
    Model model(loaded_), plain(loaded_);
    const double t0 = loaded_.fmu().start(), h = stable_step(loaded_);
    const auto expected = walk_from_start(plain, h);
    model.initialize({t0, {}, {}});
    const auto x = model.states();
    require_ok(model.functions().set_time(t0), "setting the time in event mode", model);
    if (description().version == 2)
      require_ok(model.functions().set_states(x.data(), x.size()), "setting the states in event mode", model);
    require_ok(model.functions().enter_event_mode(), "entering event mode in event mode", model);
    const auto said = model.functions().update_discrete_states();
    require_ok(said.status, "the update after that", model);
    require_ok(model.functions().enter_continuous_time_mode(), "entering continuous-time mode after that", model);
    if (bad_.none()) expect_same(walk(model, {t0, h, next_or_never(said)}), expected, "a start in event mode");
  }

  void fixed_parameter_in_event_mode() {
    const auto* p = find_kind(description(), "parameter", "fixed");
    if (!p) return;
    Model same(loaded_), other(loaded_);
    same.initialize({loaded_.fmu().start(), {}, {}});
    require_ok(same.instance().write(*p, p->start_values), text("setting ", p->name, " in event mode to its value"),
               same);
    other.initialize({loaded_.fmu().start(), {}, {}});
    const auto status = other.instance().write(*p, neighbours(*p));
    bad_.require(status == Status::error, "setting ", p->name, " in event mode to another value returned ",
                 name(status), ": expected Error");
  }

  void tunable_parameter_while_integrating() {
    const auto* p = find_kind(description(), "parameter", "tunable");
    if (!p) return;
    Model model(loaded_);
    model.start();
    require_ok(model.instance().write(*p, neighbours(*p)), text("setting ", p->name, " in continuous-time mode"),
               model);
    const auto step = model.functions().completed_integrator_step();
    bad_.require(good(step.status) && step.enter_event_mode, "after ", p->name,
                 " changed in continuous-time mode, a completed step does not ask for event mode");
  }

  void discrete_input_while_integrating() {
    const auto* u = find_kind(description(), "input", "discrete");
    if (!u) return;
    Model model(loaded_);
    model.start();
    const auto before = look(model, observer_);
    require_ok(model.instance().write(*u, neighbours(*u)), text("setting ", u->name, " in continuous-time mode"),
               model);
    expect_same(model, observer_, look(model, observer_), before,
                text("before the event that ", u->name, " waits for"));
  }

  void beyond_the_stop_time() {
    Model model(loaded_);
    const double t0 = loaded_.fmu().start();
    model.start({t0, t0 + 0.1, {}});
    require_ok(model.functions().set_time(t0 + 1), "setting a time beyond the stop time", model);
    Vector dx(model.size());
    require_ok(model.functions().get_derivatives(dx.data(), dx.size()), "evaluating beyond the stop time", model);
  }

  void no_update_at_all() {
    Model model(loaded_), plain(loaded_);
    const auto said = plain.start();
    const double t0 = loaded_.fmu().start(), h = stable_step(loaded_);
    model.initialize({t0, {}, {}});
    require_ok(model.functions().enter_continuous_time_mode(), "entering continuous-time mode without an update",
               model);
    if (!bad_.none()) return;
    const Walk how{t0, h, next_or_never(said)};
    expect_same(walk(model, how), walk(plain, how), "a start without an update");
  }

  /// CasADi sets states one by one.
  void single_states() {
    Model model(loaded_), plain(loaded_);
    plain.start();
    model.start();
    auto x = plain.states();
    const auto nominals = plain.nominals();
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += 1e-5 * nominals[i];
    plain.set_states(x);
    std::size_t at = 0;
    for (const auto* v : model.part().state_variables()) {
      Values values;
      for (std::size_t k = 0; k < v->elements; ++k) values.emplace_back(x[at++]);
      require_ok(model.instance().write(*v, values), text("setting the state ", v->name, " alone"), model);
      if (!bad_.none()) return;
    }
    expect_same(model, observer_, look(model, observer_), look(plain, observer_), "after setting states one by one");
  }

  void finish() { bad_.expect_none(); }

 private:
  const Description& description() const { return loaded_.description(); }
  const LoadedFmu& loaded_;
  Observer observer_;
  Findings bad_;
};

void deviations(const Fmu& fmu) {
  need_model_exchange(fmu);
  const LoadedFmu loaded(fmu);
  Deviations all(loaded);
  all.input_when_instantiated();
  all.integrating_in_event_mode();
  all.fixed_parameter_in_event_mode();
  all.tunable_parameter_while_integrating();
  all.discrete_input_while_integrating();
  all.beyond_the_stop_time();
  all.no_update_at_all();
  all.single_states();
  all.finish();
}

enum Stage { in_initialization, in_event_mode, in_continuous_time };

void lead(Model& model, Stage stage) {
  const double t0 = model.fmu().start();
  if (stage == in_initialization)
    expect(good(model.instance().enter_initialization({t0, {}, {}})), "entering initialisation failed");
  if (stage == in_event_mode) model.initialize({t0, {}, {}});
  if (stage == in_continuous_time) model.start();
}

/// Which variables can never be set in model exchange; fixed parameters only before the run.
bool refused(const Variable& v, const std::set<ValueReference>& states, Stage stage) {
  if (v.causality == "independent" || v.variability == "constant" || v.causality == "calculatedParameter") return true;
  if (v.is_parameter()) return v.variability == "fixed" && stage != in_initialization;
  const bool computed = v.is_output() || v.causality == "local";
  return computed && !states.contains(v.reference) && (v.initial == "calculated" || stage != in_initialization);
}

void not_settable(const Fmu& fmu) {
  need_model_exchange(fmu);
  const LoadedFmu loaded(fmu);
  const auto& d = fmu.description();
  const auto states = state_references(d), derivatives = derivative_references(d), z = indicator_references(d);
  Findings bad;
  for (const auto& [stage, when] : {std::pair{in_initialization, "in initialisation"},
                                    {in_event_mode, "in event mode"},
                                    {in_continuous_time, "in continuous-time mode"}}) {
    std::set<std::string> kinds;  // one of each kind is enough
    for (const auto& v : d.variables) {
      if (!is_number(v.type) || v.clocked || v.alias || v.elements == 0 || !refused(v, states, stage)) continue;
      const char* kind = derivatives.contains(v.reference) ? "derivative" : z.contains(v.reference) ? "indicator" : "";
      if (!kinds.insert(text(v.causality, v.variability, v.initial, v.element, kind)).second) continue;
      Model model(loaded);
      lead(model, stage);
      Values before, after;
      if (!good(model.instance().read(v, before))) continue;
      Values wanted;
      if (v.is_parameter())
        wanted = neighbours(v);  // beyond its limits it may be refused in another way
      else
        for (const auto& value : before) wanted.push_back(nudged(value));
      if (same(wanted, before)) continue;  // there is no other
      const auto status = model.instance().write(v, wanted);
      bad.require(status == Status::error, "setting ", v.name, " (", v.causality, ", ", v.variability, ") ", when,
                  " returned ", name(status), ": expected Error");
      if (status == Status::error && good(model.instance().read(v, after)))
        bad.require(same(before, after), v.name, " was changed ", when, " although that was refused");
    }
  }
  bad.expect_none();
}

}  // namespace

void add_model_exchange_roles(Registry& checks) {
  using enum Severity;
  checks.add("M02", "what FMPy, CasADi, OpenModelica, FMIKit and rust-fmi do against the letter is accepted",
             deviations, house, clause::house);
  checks.add("M26",
             "derivatives, indicators, other outputs and locals, time, and running fixed parameters cannot be set",
             not_settable, error, clause::variable_attributes);
}

}  // namespace conformance
