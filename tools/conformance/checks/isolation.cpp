/// Many instances, many threads.

#include <exception>
#include <thread>

#include "clauses.hpp"
#include "core/fmu.hpp"
#include "core/outcome.hpp"
#include "core/trajectory.hpp"
#include "groups.hpp"

namespace conformance {

namespace {

void need_many(const Fmu& fmu) {
  if (fmu.description().flag("canBeInstantiatedOnlyOncePerProcess"))
    not_applicable("the FMU allows one instance per process");
}

/// Sets the first parameter whose neighbouring value the FMU accepts; starts the instance. Null if there is none.
std::unique_ptr<Instance> start_changed(const LoadedFmu& loaded, std::string& which) {
  for (const auto& v : loaded.description().variables) {
    if (!v.is_parameter() || v.type != Type::float64 || v.is_array() || v.start_values.empty()) continue;
    const double other = std::get<double>(nudged(v.start_values[0]));
    if ((v.max && other > *v.max) || (v.min && other < *v.min)) continue;
    auto instance = loaded.instantiate();
    if (!good(instance->set_real(v.reference, other))) continue;
    if (!good(instance->enter_initialization({loaded.fmu().start(), {}, {}})) || !good(instance->exit_initialization()))
      continue;
    which = v.name;
    return instance;
  }
  return nullptr;
}

void interleaved(const Fmu& fmu) {
  need_many(fmu);
  const LoadedFmu loaded(fmu);
  const auto points = usual_points(fmu);
  const auto expected_a = usual_run(loaded);
  std::string which;
  auto b = start_changed(loaded, which);
  if (!b) b = loaded.start();
  const auto expected_b = simulate(fmu, *b, points);
  b = start_changed(loaded, which);
  if (!b) b = loaded.start();
  const auto a = loaded.start();
  Trajectory found_a, found_b;
  const auto add = [](Trajectory& to, const Trajectory& from) {
    to.times.insert(to.times.end(), from.times.begin(), from.times.end());
    to.values.insert(to.values.end(), from.values.begin(), from.values.end());
  };
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const Points step{points[i], points[i + 1]};
    add(found_a, simulate(fmu, *a, step));
    add(found_b, simulate(fmu, *b, step));
  }
  expect_identical(fmu, found_a, expected_a, "interleaved with another instance");
  expect_identical(fmu, found_b, expected_b, text("interleaved, with another ", which.empty() ? "instance" : which));
}

/// Runs the work in a thread of its own and passes on what it throws.
template <class Work>
void in_thread(Work&& work) {
  std::exception_ptr error;
  std::thread([&] {
    try {
      work();
    } catch (...) {
      error = std::current_exception();
    }
  }).join();
  if (error) std::rethrow_exception(error);
}

void eight_threads(const Fmu& fmu) {
  need_many(fmu);
  const LoadedFmu loaded(fmu);
  const auto expected = usual_run(loaded);
  std::exception_ptr errors[8];
  std::vector<std::thread> threads;
  for (auto& error : errors)
    threads.emplace_back([&] {
      try {
        for (int round = 0; round < 3; ++round)
          expect_identical(fmu, usual_run(loaded), expected, "in one of eight threads");
      } catch (...) {
        error = std::current_exception();
      }
    });
  for (auto& thread : threads) thread.join();
  for (const auto& error : errors)
    if (error) std::rethrow_exception(error);
}

void moved_between_threads(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  const auto expected = usual_run(loaded, 12);
  std::unique_ptr<Instance> instance;
  Trajectory found;
  in_thread([&] { instance = loaded.instantiate(); });
  in_thread([&] { initialize(*instance, {fmu.start(), {}, {}}); });
  const auto points = usual_points(fmu, 12);
  for (std::size_t i = 0; i + 1 < points.size(); ++i)
    in_thread([&] {
      const auto part = simulate(fmu, *instance, {points[i], points[i + 1]});
      found.times.insert(found.times.end(), part.times.begin(), part.times.end());
      found.values.insert(found.values.end(), part.values.begin(), part.values.end());
    });
  in_thread([&] { instance.reset(); });
  expect_identical(fmu, found, expected, "with each call in another thread");
}

void deterministic(const Fmu& fmu) {
  const LoadedFmu loaded(fmu);
  const auto expected = usual_run(loaded);
  for (int i = 0; i < 3; ++i) expect_identical(fmu, usual_run(loaded), expected, text("run ", i + 2));
}

void errors_stay_home(const Fmu& fmu) {
  need_many(fmu);
  const LoadedFmu loaded(fmu);
  const auto expected = usual_run(loaded, 10);
  const auto good_one = loaded.start();
  const auto bad_one = loaded.start();
  bad_one->step(fmu.start() + 1e6, -1);
  expect_identical(fmu, simulate(fmu, *good_one, usual_points(fmu, 10)), expected, "beside an instance in error");
}

}  // namespace

void add_isolation(Registry& checks) {
  using enum Severity;
  checks
      .add("P22", "two interleaved instances with different parameters do not notice each other", interleaved, error,
           clause::flags)
      .thread_sanitizer = true;
  checks.add("P38", "an instance may be moved between threads", moved_between_threads, error, clause::implementations)
      .thread_sanitizer = true;
  checks
      .add("B53", "eight threads with an instance each give the same bits as one", eight_threads, error,
           clause::implementations)
      .thread_sanitizer = true;
  checks
      .add("B54", "the same calls give the same bits", deterministic, warning,
           "importer practice: tools that replay a run and expect the same numbers")
      .thread_sanitizer = true;
  checks.add("B55", "an instance in error does not disturb another", errors_stay_home, error, clause::status);
}

}  // namespace conformance
