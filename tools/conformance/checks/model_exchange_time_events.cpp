/// Announced events, and evaluations beyond them.

#include <cmath>

#include "clauses.hpp"
#include "groups.hpp"
#include "model_exchange_support.hpp"

namespace conformance {

namespace {

double margin(double time) { return 1e-9 * std::max(1.0, std::abs(time)); }

void next_event_ahead(const Fmu& fmu) {
  need_model_exchange(fmu);
  const LoadedFmu loaded(fmu);
  with_every_habit(loaded, [&](Model&, Plan& plan) {
    plan.after_event = [&](Model&, const Event& e) {
      const double next = e.update.next;
      if (!e.update.next_defined) {
        if (fmu.house())
          expect(next == 1e300, "no next event at time ", e.time, ", but nextEventTime = ", next,
                 ": expected 1e300 for importers that do not look at the flag");
        return;
      }
      expect(std::isfinite(next) && next > e.time, "the event at time ", e.time, " announces the next one at ", next);
      if (fmu.house())
        expect(next >= e.time + margin(e.time), "the event at time ", e.time, " announces the next one at ", next,
               ", nearer than importers can tell");
    };
  });
}

/// A run with resting inputs up to just before its first time event.
struct Eve {
  double due = 0;  ///< when the time event is announced for
  Vector x;
};

double first_time_event(const LoadedFmu& loaded) {
  Model model(loaded);
  auto plan = usual_plan(loaded.fmu());
  plan.stop = loaded.description().experiment.stop.value_or(plan.stop);
  plan.input_changes.clear();
  plan.tolerance = 1e-4;
  for (const auto& e : integrate(model, plan).events)
    if (e.by_time && !e.by_state) return e.time;
  not_applicable("no time event with resting inputs");
}

Eve lead_to_eve(Model& model, double due) {
  auto plan = usual_plan(model.fmu());
  plan.input_changes.clear();
  plan.tolerance = 1e-4;
  plan.patience = 20;
  plan.stop = due - 100 * margin(due);
  const auto run = integrate(model, plan);
  expect(run.reached == plan.stop, "the run to the time event at ", due, " ended at ", run.reached);
  return {due, run.x};
}

void time_event_once(const Fmu& fmu) {
  need_model_exchange(fmu);
  const LoadedFmu loaded(fmu);
  const Observer observer(fmu.description());
  const double due = first_time_event(loaded);
  std::optional<Vector> expected;
  std::vector<double> arrivals{due, std::nextafter(due, 1e300), due * (1 + 1e-9), due + 1e-4};
  if (fmu.house()) arrivals.push_back(due * (1 - 1e-10));  // FMPy compares times with a relative tolerance
  for (const double arrival : arrivals) {
    Model model(loaded);
    const auto eve = lead_to_eve(model, due);
    model.go_to(arrival, eve.x);
    const auto when = text("the time event due at ", due, ", entered at ", arrival, ',');
    const auto said = model.pass_event();
    expect(next_or_never(said) > due + margin(due), when, " announces itself again for ", next_or_never(said));
    Vector discrete;
    const auto values = observer.read(model.instance());
    for (std::size_t i = 0; i < values.size(); ++i)
      if (!observer.continuous(i)) discrete.push_back(values[i]);
    if (!expected) expected = discrete;
    expect(same_bits(discrete, *expected), when, " has another effect than in time");
    const auto x = model.states();
    const auto again = model.pass_event();
    expect(same_bits(model.states(), x) && next_or_never(again) == next_or_never(said), when, " happens twice");
  }
}

void lost_time_event(const Fmu& fmu) {
  need_model_exchange(fmu);
  if (!fmu.description().can_copy_state()) not_applicable("states cannot be copied");
  const LoadedFmu loaded(fmu);
  const double due = first_time_event(loaded);
  Model first(loaded), second(loaded);
  const auto eve = lead_to_eve(first, due);
  const SavedState state(first.instance());
  state.restore_into(second.instance());
  second.go_to(due - 50 * margin(due), eve.x);
  expect(!second.complete_step().enter_event_mode, "a completed step before the time event asks for event mode");
  second.go_to(due + 1e-3, eve.x);
  expect(second.complete_step().enter_event_mode, "a restored FMU was stepped over its time event at ", due,
         " and did not ask for event mode");
  const auto said = second.pass_event();
  expect(next_or_never(said) > due, "the late time event announces itself again");
}

/// CVode evaluates beyond the next event and the stop time, and then comes back.
void overshoot(const Fmu& fmu) {
  need_model_exchange(fmu);
  const LoadedFmu loaded(fmu);
  const Observer observer(fmu.description());
  const double stop = fmu.start() + 0.5;
  Model model(loaded);
  const auto said = model.start({fmu.start(), fmu.house() ? std::optional(stop) : std::nullopt, {}});
  const auto x = model.states();
  const double t0 = fmu.start(), due = said.next_defined ? said.next : stop;
  const auto expected = look(model, observer);
  for (const double beyond : {due + 1e-9, due + 0.5, stop + 0.5, due + 0.1}) {
    model.go_to(beyond, x);
    const auto view = look(model, observer);
    expect(all_finite(view.dx) && all_finite(view.z), "beyond the next event, at time ", beyond,
           ", a derivative or indicator is not finite");
  }
  model.set_time(due - margin(due));
  const auto before = model.derivatives();
  model.set_time(due + margin(due));
  const auto after = model.derivatives();
  for (std::size_t i = 0; i < before.size(); ++i)
    expect(std::abs(after[i] - before[i]) <=
               1e-5 * std::max({std::abs(before[i]), std::abs(after[i]), model.part().states[i].nominal()}),
           "the derivative of ", model.part().states[i].name(), " jumps from ", before[i], " to ", after[i],
           " at the announced event at ", due, " although none was entered");
  model.go_to(t0, x);
  expect_same(model, observer, look(model, observer), expected, "back from beyond the next event");
}

}  // namespace

void add_model_exchange_time_events(Registry& checks) {
  using enum Severity;
  checks.add("M15", "an announced event lies ahead", next_event_ahead, error, clause::updates);
  checks.add("M16", "a time event happens once, also if it is entered a little late or early", time_event_once, error,
             clause::updates);
  checks.add("M17", "a completed step beyond a forgotten time event asks for event mode", lost_time_event, house,
             clause::house);
  checks.add("M18", "the FMU can be evaluated beyond the next event and the stop time, and comes back to the bit",
             overshoot, error, "importer practice: FMPy and fmusim with CVode");
}

}  // namespace conformance
