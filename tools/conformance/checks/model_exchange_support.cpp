#include "model_exchange_support.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>
#include <utility>

namespace conformance {

View look(Model& model, const Observer& observer) {
  View view;
  view.z = model.indicators();
  view.dx = model.derivatives();
  view.values = observer.read(model.instance());
  return view;
}

void expect_same(const Model& model, const Observer& observer, const View& found, const View& expected,
                 const std::string& what) {
  for (std::size_t i = 0; i < found.dx.size(); ++i)
    expect(same_bits(found.dx[i], expected.dx[i]), what, ": the derivative of ", model.part().states[i].name(), " = ",
           found.dx[i], ", expected the same bits as ", expected.dx[i]);
  for (std::size_t i = 0; i < found.z.size(); ++i)
    expect(same_bits(found.z[i], expected.z[i]), what, ": event indicator ", i + 1, " = ", found.z[i],
           ", expected the same bits as ", expected.z[i]);
  for (std::size_t i = 0; i < found.values.size(); ++i)
    expect(same_bits(found.values[i], expected.values[i]), what, ": ", observer.name(i), " = ", found.values[i],
           ", expected the same bits as ", expected.values[i]);
}

double stable_step(const LoadedFmu& loaded) {
  Model model(loaded);
  auto plan = usual_plan(loaded.fmu());
  plan.tolerance = 1e-4;
  plan.most_steps = 200;
  plan.patience = 10;
  return std::min(0.5 * integrate(model, plan).mean_step(), loaded.fmu().step());
}

std::vector<Point> points_of_a_run(const LoadedFmu& loaded, std::size_t count) {
  std::vector<Point> all, out;
  Model model(loaded);
  auto plan = usual_plan(loaded.fmu());
  plan.input_changes.clear();
  plan.on_step = [&](Model&, double time, const Vector& x) { all.push_back({time, x}); };
  plan.patience = 1;
  integrate(model, plan);
  const std::size_t stride = all.size() / count + 1;
  for (std::size_t i = 0; i < all.size(); i += stride) out.push_back(all[i]);
  return out;
}

namespace {

/// An FMU may take an item in co-simulation only.
bool can_start(const LoadedFmu& loaded, const Plan& plan) {
  Model model(loaded);
  if (plan.prepare) plan.prepare(model);
  return good(model.instance().enter_initialization({plan.start, {}, {}})) &&
         good(model.instance().exit_initialization());
}

/// How many indicators pass zero in this run.
std::size_t indicators_that_pass(const LoadedFmu& loaded, Plan plan) {
  struct AllSeen {};
  if (!can_start(loaded, plan)) return 0;
  Model model(loaded);
  plan.patience = 0.5;
  plan.tolerance = 1e-4;
  std::set<std::size_t> seen;
  plan.after_event = [&](Model& m, const Event& e) {
    if (e.by_state) seen.insert(e.indicator);
    if (seen.size() == m.part().indicators) throw AllSeen{};
  };
  try {
    integrate(model, plan);
  } catch (const AllSeen&) {
  }
  return seen.size();
}

/// Each item of each enumeration that an importer may choose before the run, but for those that are chosen already.
std::vector<std::pair<const Variable*, std::int64_t>> choices(const Description& d) {
  std::vector<std::pair<const Variable*, std::int64_t>> out;
  for (const auto& v : d.variables)
    if (v.is_enumeration() && v.is_parameter() && !v.is_array() && !v.alias)
      for (const auto item : v.items)
        if (out.size() < 40 && (v.start_values.empty() || v.start_values[0] != Value(item))) out.emplace_back(&v, item);
  return out;
}

/// What is tried, in this order: small changes of inputs, large ones, and these with each choice.
std::vector<Plan> tries(const Fmu& fmu) {
  auto plan = usual_plan(fmu);
  std::vector<Plan> out{plan};
  plan.amplitude = 1;
  out.push_back(plan);
  for (const auto& [parameter, item] : choices(fmu.description())) {
    plan.prepare = [v = parameter, value = item](Model& m) {
      expect(good(m.instance().write(*v, {Value(value)})), "setting ", v->name, " = ", value, " failed");
    };
    out.push_back(plan);
  }
  return out;
}

/// Place of the plan in which most indicators pass zero; the number of plans if none does in any. The search takes seconds, so the
/// checks of one run of the driver share its result.
std::size_t richest_in_state_events(const LoadedFmu& loaded, const std::vector<Plan>& plans) {
  const auto note = loaded.fmu().notes() / "state-events";
  std::size_t best = plans.size(), most = 0;
  if (std::ifstream(note) >> best) return best;
  best = plans.size();
  const auto all = continuous_part(loaded.description()).indicators;
  for (std::size_t i = 0; i < plans.size() && most < all; ++i) {
    const auto passed = indicators_that_pass(loaded, plans[i]);
    if (passed > most) most = passed, best = i;
  }
  const auto mine = std::filesystem::current_path() / "state-events";  // a check has its own working folder
  std::ofstream(mine) << best;
  std::filesystem::rename(mine, note);  // whole or not at all
  return best;
}

}  // namespace

Plan plan_with_state_events(const LoadedFmu& loaded, const std::optional<Plan>& otherwise) {
  if (continuous_part(loaded.description()).indicators > 0) {
    auto plans = tries(loaded.fmu());
    const auto found = richest_in_state_events(loaded, plans);
    if (found < plans.size()) return std::move(plans[found]);
  }
  if (!otherwise) not_applicable("no state event in any run that was tried");
  return *otherwise;
}

double next_or_never(const DiscreteUpdate& update) {
  return update.next_defined ? update.next : std::numeric_limits<double>::infinity();
}

Trace walk(Model& model, const Walk& how) {
  Trace trace;
  double t = how.time, next = how.next;
  auto x = model.states(), dx = model.derivatives(), z = model.indicators();
  const auto other_domain = [](double a, double b) { return (a > 0) != (b > 0); };
  for (std::size_t i = 0; i < how.steps; ++i) {
    t = how.time + how.step * static_cast<double>(i + 1);
    for (std::size_t k = 0; k < x.size(); ++k) x[k] += how.step * dx[k];
    model.go_to(t, x);
    const auto z_before = std::exchange(z, model.indicators());
    bool event = t >= next || !std::equal(z.begin(), z.end(), z_before.begin(), std::not_fn(other_domain));
    for (std::size_t k = 0; k < how.completed; ++k) event |= model.complete_step().enter_event_mode;
    if (event) {
      next = next_or_never(model.pass_event());
      x = model.states();
      z = model.indicators();
    }
    dx = model.derivatives();
    Vector row{t, next};
    for (const auto* part : {&x, &dx, &z}) row.insert(row.end(), part->begin(), part->end());
    trace.push_back(std::move(row));
  }
  return trace;
}

Trace walk_from_start(Model& model, double step, std::size_t steps) {
  const auto said = model.start();
  return walk(model, {model.fmu().start(), step, next_or_never(said), steps});
}

void expect_same(const Trace& found, const Trace& expected, const std::string& what) {
  expect(found.size() == expected.size(), what, ": ", found.size(), " steps, expected ", expected.size());
  for (std::size_t row = 0; row < found.size(); ++row)
    for (std::size_t i = 0; i < found[row].size(); ++i)
      expect(same_bits(found[row][i], expected[row][i]), what, ": step ", row + 1, " gives ", found[row][i],
             ", expected the same bits as ", expected[row][i], " (number ", i,
             " of time, next event, states, derivatives, indicators)");
}

const char* name(Habit habit) {
  return habit == Habit::careful ? "a careful importer" : habit == Habit::rust_fmi ? "rust-fmi" : "OpenModelica";
}

void with_every_habit(const LoadedFmu& loaded, const std::function<void(Model&, Plan&)>& prepare) {
  const double step = stable_step(loaded);
  const auto usual = plan_with_state_events(loaded, usual_plan(loaded.fmu()));
  for (const auto habit : {Habit::careful, Habit::open_modelica, Habit::rust_fmi}) {
    Model model(loaded);
    auto plan = usual;
    plan.habit = habit;
    plan.euler_step = step;
    plan.patience = 2;
    prepare(model, plan);
    integrate(model, plan);
  }
}

}  // namespace conformance
