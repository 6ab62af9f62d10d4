/// Between events the FMU is a function of time, states and inputs: evaluating it leaves no trace.

#include <algorithm>
#include <cmath>
#include <random>

#include "clauses.hpp"
#include "core/allocation.hpp"
#include "groups.hpp"
#include "model_exchange_support.hpp"

namespace conformance {

namespace {

/// The array of derivatives is what Get tells of the variables, in the order of the description.
void derivative_variables(const Fmu& fmu) {
  need_model_exchange(fmu);
  const LoadedFmu loaded(fmu);
  Model model(loaded);
  if (model.size() == 0) not_applicable("the FMU has no states");
  const auto points = points_of_a_run(loaded, 20);
  model.start();
  const auto compare = [&](const Vector& array, const std::vector<const Variable*>& variables, const char* what) {
    std::size_t at = 0;
    for (const auto* v : variables) {
      Values values;
      expect(good(model.instance().read(*v, values)), "reading ", v->name, " failed");
      for (const auto& value : values) {
        expect(same_bits(std::get<double>(value), array[at]), v->name, " = ", to_text(value), ", but the array of ",
               what, " has ", array[at], " at place ", at);
        ++at;
      }
    }
  };
  for (const auto& p : points) {
    model.go_to(p.time, p.x);
    compare(model.derivatives(), model.part().derivative_variables(), "derivatives");
    compare(p.x, model.part().state_variables(), "states");
  }
}

/// In co-simulation the states move as the derivatives say: over a step so short that nothing bends.
void derivatives_are_slopes(const Fmu& fmu) {
  need_model_exchange(fmu);
  if (!fmu.any_step_size()) not_applicable("co-simulation does not take small steps");
  const LoadedFmu loaded(fmu);
  const auto part = continuous_part(fmu.description());
  if (part.states.empty()) not_applicable("the FMU has no states");
  const auto instance = loaded.start();
  const auto read_all = [&](const std::vector<const Variable*>& variables) {
    Vector out;
    for (const auto* v : variables) {
      Values values;
      expect(good(instance->read(*v, values)), "reading ", v->name, " in co-simulation failed");
      for (const auto& value : values) out.push_back(std::get<double>(value));
    }
    return out;
  };
  const auto states = part.state_variables(), derivatives = part.derivative_variables();
  constexpr double h = 1e-6;
  const double unit = std::max(fmu.step(), 1e-3);
  const Excitation excitation(fmu);
  Findings bad;
  for (int k = 0; k < 20; ++k) {
    const double t = fmu.start() + unit * k;
    excitation.apply(*instance, t);
    if (!advance(*instance, t, t + 0.5 * h)) break;  // new inputs have acted
    const auto x0 = read_all(states), dx0 = read_all(derivatives);
    if (!advance(*instance, t + 0.5 * h, t + 1.5 * h)) break;
    const auto x1 = read_all(states), dx1 = read_all(derivatives);
    for (std::size_t i = 0; i < x0.size(); ++i) {
      const double slope = (x1[i] - x0[i]) / ((t + 1.5 * h) - (t + 0.5 * h));
      const auto [low, high] = std::minmax(dx0[i], dx1[i]);
      // 1e-5 of the slope, rounding of x over h and of positions times stiffness over mass, and a stiff derivative that
      // bends within the step
      const double slack = 1e-5 * std::max(std::abs(low), std::abs(high)) + 8e-16 * std::abs(x0[i]) / h +
                           1e-4 * part.states[i].nominal() + 0.5 * (high - low);
      bad.require(slope >= low - slack && slope <= high + slack, part.states[i].name(), " moves by ", slope,
                  " per second at time ", t, ", its derivative is ", dx0[i], " to ", dx1[i]);
    }
    if (!advance(*instance, t + 1.5 * h, t + unit)) break;
  }
  bad.expect_none();
}

/// All that can be asked, in any order, twice.
void evaluation_is_pure(const Fmu& fmu) {
  need_model_exchange(fmu);
  const LoadedFmu loaded(fmu);
  const Observer observer(fmu.description());
  const auto points = points_of_a_run(loaded, 5);
  Model model(loaded);
  model.start();
  std::mt19937 random(5);
  const auto bytes = [&]() -> std::vector<std::uint8_t> {
    if (!fmu.description().can_serialize_state()) return {};
    return SavedState(model.instance()).bytes(model.instance());
  };
  for (const auto& p : points) {
    model.go_to(p.time, p.x);
    const auto expected = look(model, observer);
    const auto before = bytes();
    for (int k = 0; k < 20; ++k) switch (random() % 5) {
        case 0:
          model.derivatives();
          break;
        case 1:
          model.indicators();
          break;
        case 2:
          model.nominals();
          break;
        case 3:
          observer.read(model.instance());
          break;
        default:
          expect(same_bits(model.states(), p.x), "reading changed the states");
      }
    expect(before == bytes(), "reading changed the serialised state at time ", p.time);
    expect_same(model, observer, look(model, observer), expected, text("read again at time ", p.time));
  }
}

/// One thing changes, then everything is read, in both orders: as a fresh instance says at that point.
void no_stale_values(const Fmu& fmu) {
  need_model_exchange(fmu);
  const LoadedFmu loaded(fmu);
  const Observer observer(fmu.description());
  const Excitation excitation(fmu);
  const double t0 = fmu.start(), dt = 1e-3;
  Model used(loaded), first(loaded);
  first.start();
  const auto x0 = first.states(), nominals = first.nominals();
  used.start();
  const auto fresh_view = [&](double t, const Vector& x, double input_time) {
    Model fresh(loaded);
    fresh.start();
    if (input_time >= 0) excitation.apply(fresh.instance(), input_time);
    fresh.go_to(t, x);
    return look(fresh, observer);
  };
  const auto backwards = [&] {
    View v;
    v.values = observer.read(used.instance());
    v.dx = used.derivatives();
    v.z = used.indicators();
    return v;
  };
  const auto compare = [&](double t, const Vector& x, double input_time, const std::string& what) {
    const auto found = backwards();
    const auto again = look(used, observer);
    const auto expected = fresh_view(t, x, input_time);
    expect_same(used, observer, found, expected, what);
    expect_same(used, observer, again, expected, what);
  };
  look(used, observer);
  used.set_time(t0 + dt);
  compare(t0 + dt, x0, -1, "after a change of the time alone");
  auto x = x0;
  const std::size_t stride = used.size() / 20 + 1;  // twenty of them are enough
  for (std::size_t i = 0; i < x.size(); i += stride) {
    x[i] += 1e-5 * nominals[i];
    used.set_states(x);
    compare(t0 + dt, x, -1, text("after a change of ", used.part().states[i].name(), " alone"));
  }
  if (excitation.empty()) return;
  const double later = t0 + 0.13 * (fmu.horizon() - t0);
  excitation.apply(used.instance(), later);
  compare(t0 + dt, x, later, "after a change of the inputs alone");
}

/// Completed steps, also at trial points and backwards, leave the trajectory as it is.
void completed_steps(const Fmu& fmu) {
  need_model_exchange(fmu);
  const LoadedFmu loaded(fmu);
  const double h = stable_step(loaded), t0 = fmu.start();
  const auto run = [&](std::size_t completed, bool trials) {
    Model model(loaded);
    const auto said = model.start();
    if (trials) {
      const auto x = model.states(), dx = model.derivatives();
      for (const double ahead : {3.0, 1.0, 2.0, 0.5}) {
        auto trial = x;
        for (std::size_t i = 0; i < x.size(); ++i) trial[i] += ahead * h * dx[i];
        model.go_to(t0 + ahead * h, trial);
        model.complete_step();
      }
      model.go_to(t0, x);
    }
    return walk(model, {t0, h, next_or_never(said), 40, completed});
  };
  const auto once = run(1, false);
  expect_same(run(5, false), once, "five completed steps in place of one");
  expect_same(run(0, false), once, "no completed step in place of one");
  expect_same(run(1, true), once, "after completed steps at trial points");
}

void rollback(const Fmu& fmu) {
  need_model_exchange(fmu);
  const LoadedFmu loaded(fmu);
  const Observer observer(fmu.description());
  const auto points = points_of_a_run(loaded, 6);
  Model model(loaded);
  model.start();
  std::vector<View> views;
  for (const auto& p : points) {
    model.go_to(p.time, p.x);
    views.push_back(look(model, observer));
  }
  for (std::size_t i = points.size(); i-- > 0;) {
    model.go_to(points[i].time, points[i].x);
    expect_same(model, observer, look(model, observer), views[i], text("back at time ", points[i].time));
  }
}

/// Evaluations ask for no memory, and every call returns OK.
void plain_ok(const Fmu& fmu) {
  need_model_exchange(fmu);
  const LoadedFmu loaded(fmu);
  const auto points = points_of_a_run(loaded, 50);
  Model model(loaded);
  model.start();
  Vector dx(model.size()), z(model.part().indicators), x(model.size());
  auto& f = model.functions();
  Status worst = Status::ok;
  const auto note = [&](Status status) { worst = std::max(worst, status); };
  const auto evaluate_all = [&] {
    for (const auto& p : points) {
      note(f.set_time(p.time));
      note(f.set_states(p.x.data(), p.x.size()));
      note(f.get_derivatives(dx.data(), dx.size()));
      note(f.get_indicators(z.data(), z.size()));
      note(f.get_states(x.data(), x.size()));
      note(f.completed_integrator_step().status);
    }
  };
  evaluate_all();  // messages that are given once
  const auto* probe = allocation_probe();
  if (probe) probe->begin(-1, false);
  for (int k = 0; k < 10000 / static_cast<int>(points.size()); ++k) evaluate_all();
  const long asked = probe ? probe->end() : 0;
  expect(worst == Status::ok, "an evaluation returned ", name(worst),
         ": expected OK (CasADi and PyFMI stop at Warning)");
  expect(asked == 0, asked, " allocations in 10000 evaluations: expected none");
  if (!probe) remark("allocations not counted here");
}

}  // namespace

void add_model_exchange_evaluation(Registry& checks) {
  using enum Severity;
  checks.add("M04", "the arrays of states and derivatives have what Get tells of the variables, to the bit",
             derivative_variables, error, clause::evaluation);
  checks.add("M05", "reading states, derivatives, indicators and outputs in any order changes nothing",
             evaluation_is_pure, error, clause::evaluation);
  checks.add("M06", "after a change of the time, one state or the inputs alone, all that is read is up to date",
             no_stale_values, error, clause::evaluation);
  checks.add("M20", "no, one or five completed steps, also at trial points, give the same trajectory to the bit",
             completed_steps, warning, "importer practice: OpenModelica, CasADi");
  checks.add("M21", "back at an earlier time and state, everything has its old bits", rollback, error,
             clause::evaluation);
  checks.add("M29", "evaluations return OK, never Warning, and ask for no memory", plain_ok, house, clause::house);
  checks.add("M35", "states move in co-simulation as their derivatives say", derivatives_are_slopes, house,
             clause::house);
}

}  // namespace conformance
