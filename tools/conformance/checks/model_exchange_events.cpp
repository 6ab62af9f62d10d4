/// Events: indicators, what the update says, events that come late, without reason, or again and again.

#include <algorithm>
#include <cmath>
#include <random>

#include "clauses.hpp"
#include "groups.hpp"
#include "model_exchange_support.hpp"

namespace conformance {

namespace {

/// `sized`: the states are those of a machine and not of an explicit Euler method that has left its stability.
void expect_armed(Model& model, bool sized, const std::string& when) {
  const auto z = model.indicators();
  for (std::size_t i = 0; i < z.size(); ++i) {
    expect(std::isfinite(z[i]) && z[i] != 0, "event indicator ", i + 1, " = ", z[i], ' ', when,
           ": expected a number other than 0");
    if (sized && model.fmu().house())
      expect(std::abs(z[i]) < 1e3, "event indicator ", i + 1, " = ", z[i], ' ', when, ": expected a size of about 1");
  }
}

void need_indicators(const Fmu& fmu) {
  need_model_exchange(fmu);
  if (continuous_part(fmu.description()).indicators == 0) not_applicable("the FMU has no event indicators");
}

void indicators_not_zero(const Fmu& fmu) {
  need_indicators(fmu);
  const LoadedFmu loaded(fmu);
  std::size_t events = 0;
  with_every_habit(loaded, [&](Model&, Plan& plan) {
    plan.after_event = [&, habit = plan.habit](Model& m, const Event& e) {
      ++events;
      expect_armed(m, habit != Habit::rust_fmi, text("after the event at time ", e.time, " of ", name(habit)));
    };
  });
  remark(text(events, " events"));
}

void state_events_matter(const Fmu& fmu) {
  need_indicators(fmu);
  const LoadedFmu loaded(fmu);
  const Observer observer(fmu.description());
  Model model(loaded);
  View before;
  Vector x;
  std::size_t seen = 0;
  auto plan = plan_with_state_events(loaded);
  plan.before_event = [&](Model& m, const Event&) {
    before = look(m, observer);
    x = m.states();
  };
  plan.after_event = [&](Model& m, const Event& e) {
    if (!e.by_state || e.by_time || e.by_step || e.by_input) return;
    ++seen;
    const auto after = look(m, observer);
    const bool changed = !same_bits(x, m.states()) || !same_bits(before.dx, after.dx) ||
                         !same_bits(before.z, after.z) || !same_bits(before.values, after.values);
    expect(changed, "event indicator ", e.indicator + 1, " passed zero at time ", e.time,
           ", but the event there changed nothing");
  };
  integrate(model, plan);
  remark(text(seen, " state events"));
}

/// On both sides of a zero of an indicator, in continuous-time mode: the same mode, so nothing jumps.
void no_switch_without_event(const Fmu& fmu) {
  need_indicators(fmu);
  const LoadedFmu loaded(fmu);
  const Observer observer(fmu.description());
  Model model(loaded);
  std::size_t seen = 0;
  // 1e-13 s lie between left and right, some 1e-9 s between earlier and left: rounding and stiffness show in both, a jump in one.
  // Several earlier points, because by chance one may be rounded as left is.
  constexpr double kEarlier[] = {1e-9, 0.7e-9, 0.4e-9, 0.2e-9};  // [s]
  const auto nearly = [](double change, double left, double right, double size) {
    const double usual = 10 * change + 1e-6 * std::max({std::abs(left), std::abs(right), size});
    return std::abs(right - left) <= usual;
  };
  auto plan = plan_with_state_events(loaded);
  plan.before_event = [&](Model& m, const Event& e) {
    if (!e.by_state) return;
    ++seen;
    const auto right = look(m, observer);
    m.go_to(e.left, e.x_left);
    const auto left = look(m, observer);
    View change{.dx = Vector(left.dx.size()), .values = Vector(left.values.size())};
    for (const double back : kEarlier) {
      auto x = e.x_left;
      for (std::size_t i = 0; i < x.size(); ++i) x[i] -= back * left.dx[i];
      m.go_to(e.left, x);
      const auto earlier = look(m, observer);
      const auto widen = [](Vector& most, const Vector& one, const Vector& other) {
        for (std::size_t i = 0; i < most.size(); ++i) most[i] = std::max(most[i], std::abs(one[i] - other[i]));
      };
      widen(change.dx, earlier.dx, left.dx);
      widen(change.values, earlier.values, left.values);
    }
    for (std::size_t i = 0; i < right.dx.size(); ++i)
      expect(nearly(change.dx[i], left.dx[i], right.dx[i], m.part().states[i].nominal()), "the derivative of ",
             m.part().states[i].name(), " jumps from ", left.dx[i], " to ", right.dx[i], " at time ", e.time,
             " before the event there");
    for (std::size_t i = 0; i < right.values.size(); ++i)
      expect(observer.continuous(i)
                 ? nearly(change.values[i], left.values[i], right.values[i], std::max(observer.scale(i), 1.0))
                 : same_bits(left.values[i], right.values[i]),
             observer.name(i), " jumps from ", left.values[i], " to ", right.values[i], " at time ", e.time,
             " before the event there");
    m.go_to(e.time, e.x);
  };
  integrate(model, plan);
  remark(text(seen, " state events"));
}

void one_update_settles(const Fmu& fmu) {
  need_model_exchange(fmu);
  const LoadedFmu loaded(fmu);
  with_every_habit(loaded, [](Model& model, Plan& plan) {
    model.on_update = [](const DiscreteUpdate& said, const Vector&, const Vector&) {
      expect(!said.needed, "an update asks for another one: OpenModelica calls it only once");
    };
    plan.after_event = [](Model& m, const Event& e) {
      const auto x = m.states();
      m.enter_event_mode();
      for (const char* which : {"first", "second"}) {
        const auto again = m.update_once();
        expect(!again.values_changed && same_bits(x, m.states()), "a ", which, " update after the event at time ",
               e.time, " changes the states again");
        expect(next_or_never(again) == next_or_never(e.update), "a ", which, " update after the event at time ", e.time,
               " announces ", next_or_never(again), ", the event itself ", next_or_never(e.update));
      }
      m.enter_continuous_time_mode();
    };
  });
}

/// An importer may enter event mode for reasons of its own.
void spurious_events(const Fmu& fmu) {
  need_model_exchange(fmu);
  const LoadedFmu loaded(fmu);
  Model model(loaded);
  std::mt19937 random(12);
  double announced = 0;
  std::size_t passed = 0;
  auto plan = usual_plan(fmu);
  plan.after_event = [&](Model&, const Event& e) { announced = next_or_never(e.update); };
  plan.on_quiet_step = [&](Model& m, double time, const Vector& x) {
    if (random() % 3 != 0 || passed > 100) return;
    ++passed;
    const auto said = m.pass_event();
    expect(!said.values_changed && same_bits(m.states(), x), "an event without reason at time ", time,
           " changes the states");
    expect(!said.terminate && !said.nominals_changed, "an event without reason at time ", time,
           " ends the simulation or changes nominal values");
    expect(next_or_never(said) == announced, "an event without reason at time ", time, " announces ",
           next_or_never(said), " in place of ", announced);
  };
  integrate(model, plan);
  remark(text(passed, " events without reason"));
}

void no_chatter(const Fmu& fmu) {
  need_model_exchange(fmu);
  const LoadedFmu loaded(fmu);
  constexpr std::ptrdiff_t enough = 1000;
  constexpr std::size_t in_a_row = 5;
  constexpr double close = 1e-9;
  Model model(loaded);
  auto plan = usual_plan(fmu);
  plan.stop = fmu.description().experiment.stop.value_or(plan.stop);
  plan.input_changes = equal_parts(plan.start, plan.stop, 20);
  plan.most_events = 100'000;  // a sampled controller has many time events
  plan.patience = 3;
  const auto run = integrate(model, plan);
  const auto by_state = std::count_if(run.events.begin(), run.events.end(), [](const Event& e) { return e.by_state; });
  expect(by_state <= enough, static_cast<long>(by_state), " state events until time ", run.reached,
         ": expected at most ", enough);
  std::size_t row = 0;
  for (std::size_t i = 1; i < run.events.size(); ++i) {
    row = run.events[i].by_state && run.events[i].time - run.events[i - 1].time < close ? row + 1 : 0;
    expect(row < in_a_row, in_a_row, " state events within ", close, " s of each other at time ", run.events[i].time,
           " (event indicator ", run.events[i].indicator + 1, ')');
  }
  remark(text(run.events.size(), " events, ", by_state, " by states, until time ", run.reached));
}

void rest_is_quiet(const Fmu& fmu) {
  need_model_exchange(fmu);
  const LoadedFmu loaded(fmu);
  Model model(loaded), still(loaded);
  still.start();
  const auto x0 = still.states(), dx0 = still.derivatives(), nominals = still.nominals();
  if (x0.empty()) not_applicable("the FMU has no states");
  for (std::size_t i = 0; i < x0.size(); ++i)
    if (std::abs(dx0[i]) > 1e-5 * nominals[i])
      not_applicable("the FMU does not start at rest: ", still.part().states[i].name(), " changes by ", dx0[i],
                     " per second");
  Plan plan;
  plan.start = fmu.start();
  plan.stop = plan.start + 1000;
  const auto run = integrate(model, plan);
  for (const auto& e : run.events) expect(!e.by_state, "a state event at rest, at time ", e.time);
  for (std::size_t i = 0; i < x0.size(); ++i)
    expect(std::abs(run.x[i] - x0[i]) <= 1e-6 * nominals[i], model.part().states[i].name(), " creeps at rest from ",
           x0[i], " to ", run.x[i], " in ", run.reached - plan.start, " s");
  remark(text("until time ", run.reached));
}

void values_flag(const Fmu& fmu) {
  need_model_exchange(fmu);
  const LoadedFmu loaded(fmu);
  std::size_t updates = 0;
  with_every_habit(loaded, [&](Model& model, Plan& plan) {
    model.on_update = [&, habit = plan.habit](const DiscreteUpdate& said, const Vector& before, const Vector& after) {
      ++updates;
      expect(said.values_changed == !same_bits(before, after), "an update for ", name(habit),
             said.values_changed ? " says that states changed, but none did" : " changed states without saying so");
      for (std::size_t i = 0; i < before.size(); ++i)
        if (!same_bits(before[i], after[i]))
          expect(model.part().states[i].state->reinit, "an update changes ", model.part().states[i].name(), " from ",
                 before[i], " to ", after[i], ", but the description does not say reinit");
    };
  });
  remark(text(updates, " updates"));
}

/// Moves the model along its derivatives until the indicator is well inside its new domain.
void come_late(Model& model, const Event& e, double depth) {
  const auto dx = model.derivatives();
  for (double late = 1e-9; late < 0.1; late *= 2) {
    auto x = e.x;
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += late * dx[i];
    const auto set = model.functions().set_states(x.data(), x.size());
    Vector z(model.part().indicators);
    if (!good(set) || !good(model.functions().get_indicators(z.data(), z.size()))) break;
    if (std::abs(z[e.indicator]) >= depth) return;
  }
}

void late_events(const Fmu& fmu) {
  need_indicators(fmu);
  const LoadedFmu loaded(fmu);
  std::size_t seen = 0;
  auto plan = plan_with_state_events(loaded);
  plan.may_leave_range = true;
  for (const double depth : {1e-3, 0.1}) {
    Model model(loaded);
    plan.before_event = [&](Model& m, const Event& e) {
      if (e.by_state) come_late(m, e, depth);
    };
    plan.after_event = [&](Model& m, const Event& e) {
      if (!e.by_state) return;
      ++seen;
      const auto when = text("after an event entered late, at ", e.time);
      expect_armed(m, false, when);
      expect(all_finite(m.states()) && all_finite(m.derivatives()), "states or derivatives are not finite ", when);
    };
    integrate(model, plan);
  }
  remark(text(seen, " late events"));
}

}  // namespace

void add_model_exchange_events(Registry& checks) {
  using enum Severity;
  checks.add("M08", "after an event no indicator is zero, however the importer got there", indicators_not_zero, error,
             clause::indicators);
  checks.add("M09", "an event at a zero of an indicator changes something", state_events_matter, warning,
             "importer practice: fmusim and CVode find the same root again");
  checks.add("M10", "without an event nothing jumps where an indicator passes zero", no_switch_without_event, error,
             clause::indicators);
  checks.add("M11", "one update settles an event, and a further one changes nothing", one_update_settles, house,
             clause::house);
  checks.add("M12", "an event without reason changes nothing and announces the same next event", spurious_events, error,
             "importer practice: rust-fmi, OpenModelica");
  checks.add("M13", "events do not chatter in the default experiment", no_chatter, error, clause::indicators);
  checks.add("M14", "the update says that states changed exactly if one did, and the description says reinit for it",
             values_flag, error, clause::updates);
  checks.add("M19", "a state event that is entered late settles all the same", late_events, error,
             "importer practice: rust-fmi, fmuCheck and other Euler integrators");
  checks.add("M36", "an FMU that starts at rest stays there: no state events, no creep", rest_is_quiet, house,
             clause::house);
}

}  // namespace conformance
