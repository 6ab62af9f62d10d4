// The loop over a hybrid system: accuracy, landing, events, and what it says when it cannot go on.
#include "integration/loop.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <random>

#include "support/allocations.hpp"
#include "support/near.hpp"

using namespace reeve::integration;
using reeve::test::near;

namespace {

/// Two states, explicit; whatever a test sets.
class TwoStates : public HybridSystem {
 public:
  using Rates = std::function<void(std::span<const double>, std::span<double>, double)>;
  explicit TwoStates(Rates rates_, double tolerance = 1e-6)
      : rates(std::move(rates_)), settings{Method::explicit_method, tolerance} {}
  Solver solver() const override { return settings; }
  std::size_t size() const override { return 2; }
  std::span<const double> nominals() const override { return scale; }
  void derivatives(double t, std::span<const double> x, std::span<double> dx) override { rates(x, dx, t); }

  Rates rates;
  Solver settings;
  std::vector<double> scale{1, 1};
};

void oscillator(std::span<const double> x, std::span<double> dx, double) {
  dx[0] = x[1];
  dx[1] = -x[0];
}

struct Counting : StepHooks {
  using StepHooks::StepHooks;
  int steps = 0;
  Verdict accepted(double) override { return ++steps, Verdict{}; }
};

/// A system, its state and the loop.
struct Runner {
  explicit Runner(HybridSystem& s, std::vector<double> start = {1, 0}) : system(s), x(std::move(start)) {
    memory.clear(2);
    loop.resize(system);
  }
  double to(StepHooks& hooks, double t) { return loop.advance(system, t, x, memory, false, hooks); }
  double to(double end, double t) {
    StepHooks hooks(end);
    return to(hooks, t);
  }
  HybridSystem& system;
  Loop loop;
  Memory memory;
  std::vector<double> x;
};

/// Largest deviation from cos t over 10 s when the importer's steps are given by next(t).
template <class Next>
double error_with_steps(double tolerance, Next next) {
  TwoStates system(oscillator, tolerance);
  Runner run(system);
  double worst = 0;
  for (double t = 0; t < 10;) {
    t = run.to(std::min(next(t), 10.0), t);
    worst = std::max(worst, std::abs(run.x[0] - std::cos(t)));
  }
  return worst;
}

}  // namespace

TEST_CASE("loop: the error follows the tolerance") {
  const auto whole = [](double) { return 10.0; };
  const double coarse = error_with_steps(1e-5, whole), fine = error_with_steps(1e-9, whole);
  CHECK(coarse < 1e-3);  // 10 s = 1.6 periods: some ten steps add up
  CHECK(fine < 1e-7);
  CHECK(fine < coarse / 100);
}

TEST_CASE("loop: communication steps of any size give the same accuracy") {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> size(1e-4, 0.3);
  const double tolerance = 1e-8;
  const double bound = 1e3 * tolerance;  // measured 4e-8 for whole steps; shorter steps can only be better
  CHECK(error_with_steps(tolerance, [](double t) { return t + 1e-3; }) < bound);
  CHECK(error_with_steps(tolerance, [&](double t) { return t + size(random); }) < bound);
}

TEST_CASE("loop: a step cut short to land does not shrink the steps after it") {
  const auto steps_after = [](std::initializer_list<double> stops) {
    TwoStates system(oscillator, 1e-8);
    Runner run(system);
    double t = 0;
    for (const double stop : stops) t = run.to(stop, t);
    Counting rest(10.0);
    run.to(rest, t);
    return rest.steps;
  };
  CHECK(steps_after({5.0 + 1e-9}) <= steps_after({5.0}) + 1);
  CHECK(steps_after({5.0, 5.0 + 1e-9}) <= steps_after({5.0}) + 1);  // the step of 1 ns could be long
}

TEST_CASE("loop: the end time is hit exactly") {
  TwoStates system(oscillator);
  Runner run(system);
  const double end = 0.1 + 0.2;
  CHECK(run.to(end, 0) == end);
}

TEST_CASE("loop: rates that are not finite fail with the time, and never return garbage") {
  TwoStates system([](auto, auto dx, double t) { dx[0] = dx[1] = t < 0.5 ? 1.0 : std::nan(""); });
  Runner run(system);
  CHECK_THROWS_AS(run.to(1.0, 0), StepFailure);
  CHECK(std::isfinite(run.x[0]));
}

TEST_CASE("loop: equations that no step can follow are given up, also at t = 0 where any step moves the clock") {
  const double t = GENERATE(0.0, 1.0, -1.0);
  TwoStates system([](auto x, auto dx, double) {
    dx[0] = 1e300 * (1 - x[0] * x[0]) + 1e299;
    dx[1] = 0;
  });
  Runner run(system);
  CHECK_THROWS_WITH(run.to(t + 1, t), Catch::Contains("t = ") && Catch::Contains("resolution of time"));
}

TEST_CASE("loop: the caller can stop it after any internal step, and the time says where") {
  struct Stopping : StepHooks {
    using StepHooks::StepHooks;
    Verdict accepted(double t) override { return {t > 1.0, false}; }
  } hooks(10.0);
  TwoStates system(oscillator);
  Runner run(system);
  const double t = run.to(hooks, 0);
  CHECK(t > 1.0);
  CHECK(t < 10.0);
  CHECK(run.x[0] == near(std::cos(t), 1e-4));  // tolerance 1e-6, a handful of steps
}

namespace {

/// A ball that falls from 1 m and bounces without loss; the height is watched by one indicator.
class Ball final : public TwoStates {
 public:
  Ball() : TwoStates([](auto x, auto dx, double) { dx[0] = x[1], dx[1] = -9.81; }, 1e-9) {
    settings.largest_step = 0.1;  // a step that leads from one bounce beyond the next would see the ground at both ends
  }
  std::size_t indicator_count() const override { return 1; }
  void indicators(double, std::span<const double> x, std::span<double> z) override { z[0] = x[0]; }
  bool update(double t, std::span<double> x) override {
    if (x[0] > 0 || x[1] >= 0) return false;
    x[0] = 0;
    x[1] = -x[1];
    bounces.push_back(t);
    return true;
  }
  std::vector<double> bounces;
};

/// Counts seconds by events of the clock.
class Clock final : public TwoStates {
 public:
  Clock() : TwoStates([](auto, auto dx, double) { dx[0] = dx[1] = 0; }) {}
  double next_event(double) const override { return next; }
  bool update(double t, std::span<double> x) override {
    if (t < next - time_slack(t)) return false;
    times.push_back(t);
    x[0] += 1;
    next += 1;
    return true;
  }
  double next = 1;
  std::vector<double> times;
};

}  // namespace

TEST_CASE("loop: events are located as sharply for every communication step") {
  const double fall = std::sqrt(2 / 9.81);
  for (const double step : {1e-3, 1e-2, 1e-1, 4.0}) {
    Ball ball;
    Runner run(ball);
    const long count = std::lround(4 / step);
    for (long i = 0; i < count; ++i) run.to(double(i + 1) * step, double(i) * step);
    CAPTURE(step);
    REQUIRE(ball.bounces.size() == 4);
    for (std::size_t i = 0; i < 4; ++i) CHECK(ball.bounces[i] == near((2 * double(i) + 1) * fall, 1e-9));
    CHECK(0.5 * run.x[1] * run.x[1] + 9.81 * run.x[0] == near(9.81, 1e-7));
  }
}

TEST_CASE("loop: an event by the clock that falls on a communication point belongs to the step that begins there") {
  Clock clock;
  Runner run(clock, {0, 0});
  run.to(1.0, 0);
  CHECK(clock.times.empty());
  run.to(3.5, 1.0);
  CHECK(clock.times == std::vector<double>{1, 2, 3});
  CHECK(run.x[0] == 3);
}

TEST_CASE("loop: an event whose modes never settle is refused") {
  struct Restless final : TwoStates {
    Restless() : TwoStates(oscillator) {}
    bool update(double, std::span<double>) override { return true; }
  } system;
  Runner run(system);
  StepHooks hooks(1);
  CHECK_THROWS_WITH(run.loop.advance(system, 0, run.x, run.memory, true, hooks), Catch::Contains("change for ever"));
}

TEST_CASE("loop: nothing is allocated in a step, events included") {
  Ball ball;
  ball.bounces.reserve(10);
  Runner run(ball);
  run.to(0.1, 0);
  const long before = reeve::test::allocations();
  run.to(4, 0.1);
  CHECK(reeve::test::allocations() == before);
}
