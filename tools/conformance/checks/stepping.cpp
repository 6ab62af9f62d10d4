/// Time and the arguments of DoStep.

#include <chrono>
#include <cmath>
#include <limits>

#include "clauses.hpp"
#include "core/fmu.hpp"
#include "core/outcome.hpp"
#include "core/trajectory.hpp"
#include "groups.hpp"

namespace conformance {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Steps that no binary number can hold, with both ways importers keep time; up to 1e5 steps or what fits in the time.
/// Twenty are enough: ten steps of 0.1 s already miss a second by rounding.
void rounding_of_time(const Fmu& fmu) {
  if (!fmu.description().flag("canHandleVariableCommunicationStepSize")) not_applicable("the FMU wants one step size");
  const LoadedFmu loaded(fmu);
  constexpr double time_for_each = 0.25, longest = 1.5;
  constexpr long fewest = 20, most = 100000;
  long least = most;
  for (const double start : {fmu.start(), fmu.start() + 10000.1})
    for (const double h : {1.0 / 60, 0.1, 1.0 / 3})
      for (const bool accumulate : {true, false}) {
        const auto instance = loaded.start({start, {}, {}});
        const Stopwatch watch;
        double t = start;
        long i = 0;
        bool ended = false;
        for (; i < most && watch.seconds() < (i < fewest ? longest : time_for_each); ++i) {
          const auto result = instance->step(t, h);
          ended = result.terminate;
          if (ended) break;
          expect(good(result.status), "step ", i + 1, " of ", h, " s at time ", t,
                 accumulate ? " (t += h)" : " (t = i h)", " returned ", name(result.status), ": ",
                 instance->environment().log());
          t = accumulate ? t + h : start + static_cast<double>(i + 1) * h;
        }
        if (!ended && i < fewest)
          not_applicable(text("too slow: ", i, " steps of ", h, " s in ", longest, " s, all good; expected ", fewest));
        least = std::min(least, i);
      }
  remark(text("at least ", least, " steps each"));
}

void past_the_stop_time(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  const double h = fmu.step(), start = fmu.start(), stop = start + 10 * h;
  const auto instance = loaded.start({start, stop, {}});
  for (int i = 0; i < 10; ++i)
    if (!advance(*instance, start + i * h, start + (i + 1) * h))
      not_applicable("the FMU ends the simulation by itself");
  const auto past = instance->step(stop, h).status;
  expect(past == Status::error, "a step from the stop time ", stop, " to ", stop + h, " returned ", name(past),
         ": expected Error");
  const auto beyond = loaded.start({start, stop, {}})->step(start, 11 * h).status;
  expect(beyond == Status::error, "a step over the stop time ", stop, " returned ", name(beyond), ": expected Error");
}

void rounding_at_the_stop_time(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  const double h = fmu.step(), start = fmu.start();
  for (const double error : {-4e-16, 0.0, 4e-16, 1e-14}) {
    const double stop = start + 10 * h;
    const auto instance = loaded.start({start, stop * (1 - error), {}});
    double t = start;
    for (int i = 0; i < 10; ++i, t += h)
      if (!advance(*instance, t, t + h)) not_applicable("the FMU ends the simulation by itself");
  }
}

void bad_steps(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  const double t = fmu.start(), h = fmu.step();
  struct Case {
    const char* what;
    double time, size;
  };
  const Case cases[] = {{"of size 0", t, 0},
                        {"backwards", t, -h},
                        {"of size NaN", t, not_a_number},
                        {"of infinite size", t, infinity},
                        {"from time NaN", not_a_number, h},
                        {"from infinity", infinity, h},
                        {"from a later time", t + 3 * h, h},
                        {"from an earlier time", t - 3 * h, h}};
  Findings bad;
  for (const auto& c : cases) {
    const auto status = loaded.start()->step(c.time, c.size).status;
    bad.require(status == Status::error, "a step ", c.what, " returned ", name(status), ": expected Error");
  }
  bad.expect_none();
}

void null_results(const Fmu& fmu) {
  if (fmu.description().version == 2) not_applicable("fmi2DoStep returns nothing but its status");
  const LoadedFmu loaded(fmu);
  const auto& f = loaded.fmi3();
  const double t = fmu.start(), h = fmu.step();
  Findings bad;
  for (int missing = 0; missing < 4; ++missing) {
    const auto instance = loaded.start();
    bool a = false, b = false, c = false;
    double d = 0;
    const auto status = static_cast<Status>(f.DoStep(instance->handle(), t, h, true, missing == 0 ? nullptr : &a,
                                                     missing == 1 ? nullptr : &b, missing == 2 ? nullptr : &c,
                                                     missing == 3 ? nullptr : &d));
    bad.require(good(status) || status == Status::error, "fmi3DoStep with NULL for output ", missing + 1, " returned ",
                name(status));
  }
  bad.expect_none();
}

void bad_experiments(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  struct Case {
    const char* what;
    Experiment experiment;
  };
  const Case cases[] = {{"stop time before the start", {1, 0.5, {}}},
                        {"start time NaN", {not_a_number, {}, {}}},
                        {"start time infinite", {infinity, {}, {}}},
                        {"stop time NaN", {0, not_a_number, {}}},
                        {"tolerance 0", {0, {}, 0.0}},
                        {"tolerance negative", {0, {}, -1e-6}},
                        {"tolerance NaN", {0, {}, not_a_number}}};
  Findings bad;
  for (const auto& c : cases) {
    const auto status = loaded.instantiate()->enter_initialization(c.experiment);
    bad.require(status == Status::error, c.what, " returned ", name(status), ": expected Error");
  }
  bad.expect_none();
}

void undefined_values_ignored(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  const auto instance = loaded.instantiate();
  Status status{};
  if (fmu.description().version == 2)
    status = static_cast<Status>(loaded.fmi2().SetupExperiment(instance->handle(), fmi2False, not_a_number, fmu.start(),
                                                               fmi2False, not_a_number));
  else
    status = static_cast<Status>(loaded.fmi3().EnterInitializationMode(instance->handle(), false, not_a_number,
                                                                       fmu.start(), false, not_a_number));
  expect(good(status), "tolerance and stop time that are marked as undefined were looked at: ", name(status), ", ",
         instance->environment().log());
}

void lands_exactly(const Fmu& fmu) {
  if (!fmu.any_step_size()) not_applicable("the FMU does not promise to reach every time");
  const LoadedFmu loaded(fmu);
  const Variable* time = nullptr;
  for (const auto& v : fmu.description().variables)
    if (v.causality == "independent" && v.type == Type::float64) time = &v;
  const auto instance = loaded.start();
  const auto points = random_points(fmu.start(), fmu.step(), fmu.start() + 100 * fmu.step(), 7);
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const double end = points[i] + (points[i + 1] - points[i]);
    const auto result = instance->step(points[i], points[i + 1] - points[i]);
    if (result.terminate) break;
    expect(good(result.status), "step to ", end, " returned ", name(result.status));
    expect(same_bits(result.reached, end), "lastSuccessfulTime is ", result.reached, " after a step to ", end);
    if (!time) continue;
    Values now;
    expect(good(instance->read(*time, now)), "reading ", time->name, " failed");
    expect(same_bits(std::get<double>(now[0]), end), time->name, " = ", to_text(now), " after a step to ", end);
  }
}

void experiment_stays_finite(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  const Observer observer(fmu.description());
  const auto& e = fmu.description().experiment;
  const auto instance = loaded.start({fmu.start(), e.stop, e.tolerance});
  const double stop = e.stop.value_or(fmu.horizon());
  const auto steps = static_cast<long>(std::llround((stop - fmu.start()) / fmu.step()));
  const Stopwatch watch;
  double t = fmu.start();
  constexpr double longest = 10;
  bool ended = false;
  long i = 0;
  for (; i < steps && watch.seconds() < longest; ++i) {
    t = fmu.start() + static_cast<double>(i) * fmu.step();
    ended = !advance(*instance, t, fmu.start() + static_cast<double>(i + 1) * fmu.step());
    if (ended) break;
    if (i % 16 && i + 1 < steps) continue;
    const auto row = observer.read(*instance);
    for (std::size_t k = 0; k < row.size(); ++k)
      expect(std::isfinite(row[k]), observer.name(k), " = ", row[k], " at time ", t + fmu.step());
  }
  if (!ended && i < steps)
    not_applicable(text("too slow: at time ", t + fmu.step(), " of ", stop, " after ", longest, " s, finite so far"));
  remark(text("to time ", t + fmu.step()));
}

void last_values_stay(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  const Observer observer(fmu.description());
  const auto instance = loaded.start();
  simulate(fmu, *instance, usual_points(fmu, 5), Inputs::held);
  const auto before = observer.read(*instance);
  const auto status = instance->terminate();
  expect(good(status), "Terminate returned ", name(status));
  const auto after = observer.read(*instance);
  for (std::size_t i = 0; i < before.size(); ++i)
    expect(same_bits(before[i], after[i]), observer.name(i), " = ", after[i],
           " after Terminate: expected the final value ", before[i]);
}

}  // namespace

void add_stepping(Registry& checks) {
  using enum Severity;
  checks.add(
      "P12",
      "20 to 100000 steps that round, like 1/60 s, work at early and late times, however the importer adds them up",
      rounding_of_time, error, clause::steps);
  checks.add("P13", "a step past the stop time is an Error", past_the_stop_time, error, clause::experiment_arguments);
  checks.add("B36", "every step ends exactly where it was asked to", lands_exactly, error, clause::steps);
  checks.add("B37", "DoStep refuses sizes that are not positive and finite, and times that are not its own", bad_steps,
             error, clause::steps);
  checks.add("B38", "an experiment with a bad start time, stop time or tolerance is an Error", bad_experiments, house,
             clause::house);
  checks.add("B84", "the default experiment runs to its end and stays finite", experiment_stays_finite, error,
             clause::default_experiment);
  checks.add("B85", "final values can be read after Terminate", last_values_stay, error, clause::terminated);
  checks.add("B86", "fmi3DoStep with NULL for a result does not crash", null_results, house, clause::house);
  checks.add("B88", "rounding of the last step does not count as passing the stop time", rounding_at_the_stop_time,
             error, clause::experiment_arguments);
  checks.add("B89", "a tolerance and a stop time marked as undefined are not looked at", undefined_values_ignored,
             error, clause::experiment_arguments);
}

}  // namespace conformance
