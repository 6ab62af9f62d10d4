/// How the importer slices time should not matter.

#include <algorithm>
#include <chrono>
#include <cmath>

#include "clauses.hpp"
#include "core/fmu.hpp"
#include "core/outcome.hpp"
#include "core/trajectory.hpp"
#include "groups.hpp"

namespace conformance {

namespace {

/// Smallest and largest value of one column between two times.
struct Envelope {
  double low, high;
};

std::optional<Envelope> envelope(const Trajectory& run, std::size_t column, double from, double to) {
  const auto first = std::lower_bound(run.times.begin(), run.times.end(), from) - run.times.begin();
  std::optional<Envelope> out;
  for (auto row = static_cast<std::size_t>(first); row < run.times.size() && run.times[row] <= to; ++row) {
    const double x = run.values[row][column];
    if (!out) out = {x, x};
    out->low = std::min(out->low, x);
    out->high = std::max(out->high, x);
  }
  return out;
}

/// The solver controls its error step by step, so the error of a run is larger than its tolerance by the growth along
/// the run: a factor of 1000 is allowed. A jump (stick, impact) may move by a fraction of the fine step, hence the
/// comparison with an envelope of one fine step to each side.
void compare(const Fmu& fmu, const Trajectory& run, const Trajectory& fine, double fine_step, const std::string& what) {
  const Observer observer(fmu.description());
  const double tolerance = 1000 * fmu.description().experiment.tolerance.value_or(1e-4);
  std::vector<double> size(observer.size());
  for (const auto& row : fine.values)
    for (std::size_t i = 0; i < row.size(); ++i) size[i] = std::max(size[i], std::abs(row[i]));
  for (std::size_t row = 0; row < run.times.size(); ++row) {
    const double t = run.times[row];
    for (std::size_t i = 0; i < observer.size(); ++i) {
      if (!observer.judged(i)) continue;
      const auto range = envelope(fine, i, t - 1.001 * fine_step, t + 1.001 * fine_step);
      if (!range) continue;
      const double x = run.values[row][i];
      const double slack = tolerance * std::max(size[i], observer.scale(i)) + 1e-9;
      expect(x >= range->low - slack && x <= range->high + slack, what, ": ", observer.name(i), " = ", x, " at time ",
             t, ", with fine steps ", range->low, " to ", range->high, " (allowed difference ", slack, ")");
    }
  }
}

/// All of both, where they are not the same but for rounding.
Points merged(Points points, const Points& more, double rounding) {
  points.insert(points.end(), more.begin(), more.end());
  std::sort(points.begin(), points.end());
  const auto same = [&](double a, double b) { return b - a < rounding; };
  points.erase(std::unique(points.begin(), points.end(), same), points.end());
  return points;
}

void independent_of_steps(const Fmu& fmu) {
  if (!fmu.any_step_size()) not_applicable("the FMU does not take steps of any size");
  const LoadedFmu loaded(fmu);
  const double start = fmu.start(), stop = std::min(fmu.horizon(), start + 2),
               fine_step = std::min(fmu.step(), (stop - start) / 200);
  const auto run = [&](const Points& points) {
    const auto instance = loaded.start({start, {}, fmu.description().experiment.tolerance});
    return simulate(fmu, *instance, points, Inputs::held);
  };
  const auto steps = static_cast<std::size_t>(std::llround((stop - start) / fine_step));
  // The fine run stops where the random one does as well: between two points a peak may stand out.
  const auto at_random = random_points(start, 4 * fine_step, stop, 11);
  const auto fine = run(merged(uniform_points(start, fine_step, steps), at_random, 1e-6 * fine_step));
  compare(fmu, run(uniform_points(start, 10 * fine_step, steps / 10)), fine, fine_step,
          text("steps of ", 10 * fine_step));
  compare(fmu, run(at_random), fine, fine_step, "random steps");
  remark(text("steps of ", fine_step, ", ", 10 * fine_step, " and random ones up to time ", stop));
}

void never_discards(const Fmu& fmu) {
  if (!fmu.any_step_size()) not_applicable("the FMU does not take steps of any size");
  const LoadedFmu loaded(fmu);
  const auto instance = loaded.start();
  const Excitation excitation(fmu);
  const double mean = std::min(fmu.step(), 0.01);
  const auto points = random_points(fmu.start(), mean, fmu.start() + 10000 * mean, 3);
  constexpr std::size_t fewest = 200;
  constexpr std::chrono::seconds time_for_all(6);
  const auto begin = std::chrono::steady_clock::now();
  std::size_t i = 0;
  bool ended = false;
  for (; i + 1 < points.size() && std::chrono::steady_clock::now() - begin < time_for_all; ++i) {
    excitation.apply(*instance, points[i]);
    const auto result = instance->step(points[i], points[i + 1] - points[i]);
    ended = result.terminate;
    if (ended) break;
    expect(good(result.status), "step from ", points[i], " to ", points[i + 1], " returned ", name(result.status), ": ",
           instance->environment().log());
  }
  if (!ended && i < fewest)
    not_applicable(text("too slow: ", i, " steps in ", time_for_all.count(), " s, none discarded; expected ", fewest));
  remark(text(i, " random steps"));
}

}  // namespace

void add_step_sizes(Registry& checks) {
  using enum Severity;
  checks.add("P33", "of 200 to 10000 random steps with moving inputs, as many as the time allows, none is discarded",
             never_discards, warning, "importer practice: OMSimulator takes Discard for the end of the simulation");
  checks
      .add("B59", "large, small and random communication steps give the same trajectory within tolerance",
           independent_of_steps, warning, clause::flags)
      .patience = 3;
}

}  // namespace conformance
