#include "integration/dopri5.hpp"
#include "support/near.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

using reeve::test::near;
using reeve::integration::Dopri5;
using reeve::integration::StepFailure;
using reeve::integration::StepHooks;
using reeve::integration::Verdict;

namespace {

const auto oscillator = [](const std::vector<double>& x, std::vector<double>& dx, double) {
  dx[0] = x[1];
  dx[1] = -x[0];
};
const std::vector<double> kScale{1, 1};

struct Counting : StepHooks {
  using StepHooks::StepHooks;
  int steps = 0;
  Verdict accepted(double) override { return ++steps, Verdict{}; }
};

/// Largest deviation from cos t over 10 s when the importer's steps are given by next(t).
template <class Next>
double error_with_steps(double tolerance, Next next) {
  Dopri5 solver;
  auto memory = solver.resize(2);
  std::vector<double> x{1, 0};
  double worst = 0;
  for (double t = 0; t < 10;) {
    StepHooks hooks(std::min(next(t), 10.0));
    t = solver.advance(oscillator, t, x, memory, kScale, {.relative = tolerance}, hooks);
    worst = std::max(worst, std::abs(x[0] - std::cos(t)));
  }
  return worst;
}

}  // namespace

TEST_CASE("dopri5: the error follows the tolerance") {
  const auto whole = [](double) { return 10.0; };
  const double coarse = error_with_steps(1e-5, whole), fine = error_with_steps(1e-9, whole);
  CHECK(coarse < 1e-3);  // 10 s = 1.6 periods: some ten steps add up
  CHECK(fine < 1e-7);
  CHECK(fine < coarse / 100);
}

TEST_CASE("dopri5: communication steps of any size give the same accuracy") {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> size(1e-4, 0.3);
  const double tolerance = 1e-8;
  const double bound = 1e3 * tolerance;  // measured 4e-8 for whole steps; shorter steps can only be better
  CHECK(error_with_steps(tolerance, [](double t) { return t + 1e-3; }) < bound);
  CHECK(error_with_steps(tolerance, [&](double t) { return t + size(random); }) < bound);
}

TEST_CASE("dopri5: a step cut short to land does not shrink the steps after it") {
  const auto steps_with = [](double first_stop) {
    Dopri5 solver;
    auto memory = solver.resize(2);
    std::vector<double> x{1, 0};
    StepHooks first(first_stop);
    solver.advance(oscillator, 0.0, x, memory, kScale, {.relative = 1e-8}, first);
    Counting rest(10.0);
    solver.advance(oscillator, first_stop, x, memory, kScale, {.relative = 1e-8}, rest);
    return rest.steps;
  };
  CHECK(steps_with(5.0 + 1e-9) <= steps_with(5.0) + 1);
}

TEST_CASE("dopri5: the end time is hit exactly") {
  Dopri5 solver;
  auto memory = solver.resize(2);
  std::vector<double> x{1, 0};
  const double end = 0.1 + 0.2;
  StepHooks hooks(end);
  CHECK(solver.advance(oscillator, 0.0, x, memory, kScale, {}, hooks) == end);
}

TEST_CASE("dopri5: a right-hand side that is not finite fails with the time, and never returns garbage") {
  Dopri5 solver;
  auto memory = solver.resize(2);
  std::vector<double> x{1, 0};
  const auto broken = [](const std::vector<double>&, std::vector<double>& dx, double t) {
    dx[0] = dx[1] = t < 0.5 ? 1.0 : std::nan("");
  };
  StepHooks hooks(1.0);
  CHECK_THROWS_AS(solver.advance(broken, 0.0, x, memory, kScale, {}, hooks), StepFailure);
  CHECK(std::isfinite(x[0]));
}

TEST_CASE("dopri5: equations that no step can follow are given up, also at t = 0 where any step moves the clock") {
  const double t = GENERATE(0.0, 1.0, -1.0);
  Dopri5 solver;
  auto memory = solver.resize(2);
  std::vector<double> x{1, 0};
  const auto beyond = [](const std::vector<double>& at, std::vector<double>& dx, double) {
    dx[0] = 1e300 * (1 - at[0] * at[0]) + 1e299;
    dx[1] = 0;
  };
  StepHooks hooks(t + 1);
  CHECK_THROWS_WITH(solver.advance(beyond, t, x, memory, kScale, {}, hooks), Catch::Contains("t = ") && Catch::Contains("resolution of time"));
}

TEST_CASE("dopri5: the caller can stop it after any internal step, and the time says where") {
  struct Stopping : StepHooks {
    using StepHooks::StepHooks;
    Verdict accepted(double t) override { return {t > 1.0, false}; }
  };
  Dopri5 solver;
  auto memory = solver.resize(2);
  std::vector<double> x{1, 0};
  Stopping hooks(10.0);
  const double t = solver.advance(oscillator, 0.0, x, memory, kScale, {}, hooks);
  CHECK(t > 1.0);
  CHECK(t < 10.0);
  CHECK(x[0] == near(std::cos(t), 1e-4));  // tolerance 1e-6, a handful of steps
}
