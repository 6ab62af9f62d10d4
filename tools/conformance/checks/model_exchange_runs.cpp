/// Whole runs: model exchange beside co-simulation, and instances beside each other.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "clauses.hpp"
#include "groups.hpp"
#include "model_exchange_support.hpp"

namespace conformance {

namespace {

/// Co-simulation through the points with inputs that change there, at the tightest tolerance it offers; as many of them as
/// some seconds allow, for a tight tolerance asks much of a solver of low order.
Trajectory tight_co_simulation(const LoadedFmu& loaded, const Variable& tolerance, double wanted,
                               const Points& points) {
  constexpr std::chrono::seconds patience(10);
  const auto instance = loaded.instantiate();
  expect(good(instance->set_real(tolerance.reference, wanted)), "setting ", tolerance.name, " = ", wanted,
         " failed: ", instance->environment().log());
  initialize(*instance, {points.front(), {}, {}});
  Trajectory out;
  const auto begin = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i + 1 < points.size() && std::chrono::steady_clock::now() - begin < patience; ++i) {
    const auto step = simulate(loaded.fmu(), *instance, {points[i], points[i + 1]});
    if (step.times.empty()) break;
    out.times.push_back(step.times[0]);
    out.values.push_back(step.values[0]);
  }
  return out;
}

/// The two may differ by the error of co-simulation (1e-10 per step, summed over some thousand steps and grown along the
/// run), by that of the dense output where an event is located, and accelerations by a stiffness times those.
constexpr double of_states = 1e-5, of_others = 1e-3;

void same_as_co_simulation(const Fmu& fmu) {
  need_model_exchange(fmu);
  const auto* tolerance = fmu.description().named("solver.tolerance");
  if (!tolerance || !tolerance->is_parameter())
    not_applicable("no parameter solver.tolerance: the error of co-simulation is not known");
  const LoadedFmu loaded(fmu);
  const double tight = std::max(1e-10, tolerance->min.value_or(0));
  auto plan = usual_plan(fmu);
  plan.tolerance = tight;
  plan.patience = 20;
  const auto steps = static_cast<std::size_t>(std::llround((plan.stop - plan.start) / fmu.step()));
  const auto stride = std::max<std::size_t>(steps / 20, 1);
  const auto grid = uniform_points(plan.start, fmu.step() * static_cast<double>(stride), steps / stride);
  const auto co_simulated = tight_co_simulation(loaded, *tolerance, tight, grid);
  if (co_simulated.times.empty()) not_applicable("co-simulation ends in its first step");
  plan.stop = co_simulated.times.back();
  plan.records = plan.input_changes = co_simulated.times;
  Model model(loaded);
  const auto run = integrate(model, plan);
  const auto& exchanged = run.observed;
  if (exchanged.times.empty())
    not_applicable("model exchange got no further than ", run.reached, " in ", plan.patience, " s");
  const Observer observer(fmu.description());
  const auto states = state_references(fmu.description());
  Findings bad;
  double worst = 0;
  for (std::size_t i = 0; i < observer.size(); ++i) {
    if (!observer.judged(i)) continue;
    const auto* v = fmu.description().named(observer.name(i).substr(0, observer.name(i).find('[')));
    const auto* exactly = fmu.description().named(observer.name(i));
    if (exactly) v = exactly;
    const double allowed = v && states.contains(v->reference) ? of_states : of_others;
    double size = observer.scale(i);
    for (const auto& row : exchanged.values) size = std::max(size, std::abs(row[i]));
    for (std::size_t k = 0; k < std::min(exchanged.values.size(), co_simulated.values.size()); ++k) {
      const double a = exchanged.values[k][i], b = co_simulated.values[k][i];
      const double off = std::abs(a - b) / std::max(size, 1e-6);
      if (allowed == of_states) worst = std::max(worst, off);
      bad.require(off <= allowed, observer.name(i), " = ", a, " in model exchange at time ", exchanged.times[k], ", ",
                  b, " in co-simulation");
      if (off > allowed) break;
    }
  }
  remark(text("until time ", exchanged.times.back(), ", ", run.events.size(), " events, ", run.steps,
              " steps; states within ", worst));
  bad.expect_none();
}

void need_many_instances(const Fmu& fmu) {
  if (fmu.description().model_exchange_flag("canBeInstantiatedOnlyOncePerProcess"))
    not_applicable("the FMU allows one instance per process only");
}

/// Steps of co-simulation between those of model exchange.
void interleaved(const Fmu& fmu) {
  need_model_exchange(fmu);
  need_many_instances(fmu);
  const LoadedFmu loaded(fmu);
  const double h = stable_step(loaded), t0 = fmu.start();
  Model alone(loaded);
  const auto expected = walk_from_start(alone, h, 20);
  const auto expected_steps = usual_run(loaded, 20);
  Model model(loaded);
  const auto instance = loaded.start();
  const Excitation excitation(fmu);
  const Observer observer(fmu.description());
  const auto points = usual_points(fmu, 20);
  double next = next_or_never(model.start());
  Trace found;
  Trajectory steps;
  for (std::size_t i = 0; i < 20; ++i) {
    const double t = t0 + h * static_cast<double>(i);
    const auto row = walk(model, {t, (t0 + h * static_cast<double>(i + 1)) - t, next, 1});
    next = row[0][1];
    found.push_back(row[0]);
    excitation.apply(*instance, points[i]);
    if (!advance(*instance, points[i], points[i + 1])) break;
    steps.times.push_back(points[i + 1]);
    steps.values.push_back(observer.read(*instance));
  }
  expect_identical(fmu, steps, expected_steps, "co-simulation beside model exchange");
  expect(found.size() == expected.size(), "the run of model exchange ended early");
  Model again(loaded);  // single steps round the time otherwise: compare with the same steps alone
  next = next_or_never(again.start());
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double t = t0 + h * static_cast<double>(i);
    const auto row = walk(again, {t, (t0 + h * static_cast<double>(i + 1)) - t, next, 1});
    next = row[0][1];
    expect_same({found[i]}, row, text("model exchange beside co-simulation, step ", i + 1));
  }
}

void threads(const Fmu& fmu) {
  need_model_exchange(fmu);
  need_many_instances(fmu);
  const LoadedFmu loaded(fmu);
  const double h = stable_step(loaded);
  Model alone(loaded);
  const auto expected = walk_from_start(alone, h, 40);
  constexpr std::size_t count = 8;
  std::vector<std::string> faults(count);
  std::vector<std::unique_ptr<Model>> models;  // made here: the environment of an instance is noted in one list
  for (std::size_t i = 0; i < count; ++i) models.push_back(std::make_unique<Model>(loaded));
  std::vector<std::thread> workers;
  for (std::size_t i = 0; i < count; ++i)
    workers.emplace_back([&, i] {
      try {
        expect_same(walk_from_start(*models[i], h, 40), expected, text("in thread ", i + 1, " of ", count));
      } catch (const std::exception& e) {
        faults[i] = e.what();
      }
    });
  for (auto& worker : workers) worker.join();
  for (const auto& fault : faults) expect(fault.empty(), fault);
}

void side_by_side(const Fmu& fmu) {
  interleaved(fmu);
  threads(fmu);
}

}  // namespace

void add_model_exchange_runs(Registry& checks) {
  using enum Severity;
  checks
      .add("M27", "model exchange and co-simulation at a tight tolerance give one trajectory", same_as_co_simulation,
           house, clause::house)
      .patience = 2;
  checks
      .add("M28", "instances of both interfaces beside each other, and eight in threads, run as alone", side_by_side,
           error, clause::functions)
      .thread_sanitizer = true;
}

}  // namespace conformance
