// Generalized-alpha and leapfrog over M q'' = f(q, v): order, damping, commands, memory, and steps that do not converge.
#include <array>
#include <catch2/catch.hpp>
#include <cmath>

#include "integration/generalized_alpha.hpp"
#include "integration/loop.hpp"
#include "support/allocations.hpp"
#include "support/near.hpp"

using namespace reeve::integration;
using reeve::test::near;

namespace {

/// A pendulum, q'' = -sin q - c v + hinge', and its hinge, which follows a command: x = [q, hinge, v, hinge speed, way].
class Pendulum final : public HybridSystem, public SecondOrder {
 public:
  using Span = std::span<const double>;
  Solver solver() const override { return settings; }
  std::size_t size() const override { return 5; }
  Span nominals() const override { return scale; }
  void derivatives(double, Span x, std::span<double> dx) override {
    dx[0] = x[2], dx[1] = x[3];
    dx[2] = force(x[0], x[2]), dx[3] = 0;
    dx[4] = 0;
  }
  SecondOrder* second_order() override { return this; }

  std::size_t coordinates() const override { return 2; }
  double radius() const override { return spectral_radius; }
  void prescribe(double t, Span x, double h, const Trial& trial) override {
    trial.q[1] = std::sin(t + h), trial.v[1] = std::cos(t + h), trial.qdd[1] = (trial.v[1] - x[3]) / h;
  }
  void forces(Span, const Trial& trial, std::span<double> f) override {
    f[0] = force(trial.q[0], trial.v[0]);
    f[1] = 0;
  }
  double residual(Span x, const Trial& trial, std::span<double> r) override {
    forces(x, trial, r);
    r[0] -= trial.qdd[0];
    return std::abs(r[0]) + floor;
  }
  double linearise(Span x, const Trial& trial, double by_v, std::span<double> r) override {
    K = std::cos(trial.q[0]) + by_v * damping;
    return residual(x, trial, r);
  }
  bool factor(double by_a) override { return K += by_a, K != 0; }
  void solve(std::span<double> r) override { r[0] /= K, r[1] = 0; }
  double error(Span e) const override { return std::abs(e[0]) / settings.tolerance; }
  void take(double, const Trial& trial, bool settled, std::span<double> x) override {
    x[4] += std::abs(trial.q[0] - x[0]);
    for (const int i : {0, 1}) x[i] = trial.q[i], x[2 + i] = trial.v[i];
    if (!settled) ++unsettled;
  }
  double force(double q, double v) const { return -std::sin(q) - damping * v; }

  Solver settings{Method::implicit_method, 1e-6};
  double spectral_radius = 0.8, damping = 0, K = 0;
  double floor = 0;  ///< of the residual: what Newton's method cannot get below
  int unsettled = 0;
  std::array<double, 5> scale{1, 1, 1, 1, 1};
};

struct Runner {
  Runner() { memory.clear(5, 2); }
  double to(double end, double t = 0) {
    loop.resize(system);
    StepHooks hooks(end);
    return loop.advance(system, t, x, memory, false, hooks);
  }
  Pendulum system;
  Loop loop;
  Memory memory;
  std::vector<double> x{1, 0, 0, 1, 0};
};

/// Where the pendulum is after 5 s, released at 1 rad; steps of one size.
double after_five_seconds(Method method, double step) {
  Runner run;
  run.system.settings = {method, 1e-6, step};  // loose enough for all sizes, tight for Newton's method
  run.memory.step = step;
  run.to(5);
  return run.x[0];
}

}  // namespace

TEST_CASE("second order: generalized-alpha is of second order in the step, leapfrog of first in its place") {
  const double exact = after_five_seconds(Method::implicit_method, 1e-4);
  const auto order = [&](Method method) {
    const double coarse = after_five_seconds(method, 4e-3), fine = after_five_seconds(method, 2e-3);
    return std::log2(std::abs(coarse - exact) / std::abs(fine - exact));
  };
  CHECK(order(Method::implicit_method) == near(2, 0.1));
  CHECK(order(Method::explicit_method) > 0.9);
}

TEST_CASE("second order: the error follows the tolerance, and a coordinate with a command is where the command says") {
  const double exact = after_five_seconds(Method::implicit_method, 1e-4);
  double before = 1;
  for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
    Runner run;
    run.system.settings.tolerance = tolerance;
    run.to(5);
    const double error = std::abs(run.x[0] - exact);
    CHECK(error < 0.2 * before);
    CHECK(run.x[1] == std::sin(5.0));
    before = error;
  }
  CHECK(before < 3e-5);  // 1e-8 per step, some thousand steps
}

TEST_CASE("second order: an event that changes forces renews the accelerations, one that does not keeps them") {
  Runner run;
  run.to(1);
  REQUIRE(run.memory.motion_valid);
  run.memory.inputs_jumped();
  CHECK(run.memory.motion_valid);
  run.memory.modes_changed();
  run.x[0] = 0.5;
  run.system.settings.largest_step = 1e-6;
  run.to(1 + 1e-6, 1);
  CHECK(run.memory.acceleration[0] == near(-std::sin(0.5), 1e-5));
}

TEST_CASE(
    "second order: steps that do not converge are taken at the shortest size if they come close, and refused if not") {
  Runner run;
  run.system.floor = 1e-3;
  run.to(1e-6);
  CHECK(run.system.unsettled >= 4);
  CHECK(run.system.unsettled <= 11);  // of 1e-7 s or a little more
  Runner other;
  other.system.floor = 0.1;
  CHECK_THROWS_WITH(other.to(1e-6), Catch::Contains("implicit solver"));
}

TEST_CASE("second order: nothing is allocated in a step") {
  for (const Method method : {Method::implicit_method, Method::explicit_method}) {
    Runner run;
    run.system.settings = {method, 1e-6, 1e-3};
    run.to(0.1);
    StepHooks hooks(1);
    const long before = reeve::test::allocations();
    run.loop.advance(run.system, 0.1, run.x, run.memory, true, hooks);
    CHECK(reeve::test::allocations() == before);
  }
}
