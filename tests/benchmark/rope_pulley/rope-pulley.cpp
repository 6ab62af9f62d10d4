/// What a rope on a pulley and a belt drive cost: CPU seconds of one thread, the best of some repetitions.
#include <cmath>
#include <cstdio>
#include <ctime>
#include <functional>

#include "../../validation/rope_pulley/cases.hpp"

using namespace reeve::test;
using namespace reeve::models;

namespace {

double cpu() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double best_of(int repetitions, const std::function<void()>& work) {
  double best = 1e30;
  for (int i = 0; i < repetitions; ++i) {
    const double begin = cpu();
    work();
    best = std::min(best, cpu() - begin);
  }
  return best;
}

void verdict(const char* what, double found, double target, bool at_least) {
  const bool met = at_least ? found >= target : found <= target;
  std::printf("  %-62s %10.3g   target %s %g: %s\n", what, found, at_least ? ">=" : "<=", target, met ? "met" : "missed");
}

/// Two round trips at ratio 1.2, 9.1 s.
double reciprocate(int elements, double& slip) {
  return best_of(3, [&] {
    auto run = rope(elements, 1.2);
    run.initialise();
    run.step_to(9.1);
    slip = run.values.slip_number;
  });
}

/// Both solvers over the same short start, without damping in the rope so that the explicit one has a step at all, and with the
/// largest step at which it is stable. Returns CPU seconds a simulated second.
double per_second(bool explicit_solver, double& displacement) {
  constexpr double kEnd = 0.04;
  return best_of(2, [&] {
    auto run = rope(36, 1.2);
    auto& v = run.values;
    v.rope.damping = 0, v.motion.start = 0.002, v.motion.ramp = 0.02;
    if (explicit_solver) v.solver.method = static_cast<int>(RopeSolver::leapfrog), v.solver.leapfrog_step = 2e-6;
    run.initialise();
    run.step_to(kEnd);
    displacement = run.values.rope_displacement;
  }) / kEnd;
}

double evaluation(int elements) {
  auto run = rope(elements);
  run.initialise();
  auto& eq = run.model.equations();
  std::vector<double> f(eq.coordinates()), rest(eq.coordinates(), 0.0);
  const Grip<double> grip{Grip<double>::Kind::step, run.state.x.data(), run.state.x.data() + run.model.at_z(), run.state.pulley.data(),
                          run.state.slips.data()};
  constexpr int kTimes = 2000;
  return best_of(5, [&] {
           for (int i = 0; i < kTimes; ++i) eq.evaluate(run.state.x.data(), rest.data(), grip, f.data());
         }) / kTimes / elements * 1e6;
}

void belts() {
  std::printf("belt drive, 2.45 s; creep theory T1 663.13 N, T2 186.96 N, creep 0.05763\n");
  for (const int n : {60, 120}) {
    BeltMeans m;
    const double seconds = best_of(2, [&] {
      auto run = belt(n);
      run.initialise();
      m = means_before(run, 2.45);
    });
    std::printf("  %d elements: %.2f s CPU, T1 %.2f N, T2 %.2f N, creep %.5f, %d steps unconverged\n", n, seconds, m.tight, m.slack,
                1 - m.speed / 12, m.unconverged);
    if (n == 120) verdict("times faster than 39 s (Exudyn at its best, quoted, other machine)", 39 / seconds, 10, true);
  }
}

}  // namespace

int main() {
  double slip = 0, implicit_way = 0, explicit_way = 0;
  const double once = reciprocate(36, slip);
  std::printf("rope, 36 elements, two trips at ratio 1.2: 9.1 s in %.3f s CPU, slip number %.5f\n", once, slip);
  verdict("simulated seconds a CPU second", 9.1 / once, 1, true);
  verdict("times faster than 2.6 s (Exudyn, quoted, other machine)", 2.6 / once, 10, true);
  verdict("growth of CPU time from 36 to 72 elements", reciprocate(72, slip) / once, 2.2, false);
  const double implicit = per_second(false, implicit_way), slow = per_second(true, explicit_way);
  std::printf("  displacement after 40 ms: implicit %.4e m, explicit %.4e m\n", implicit_way, explicit_way);
  verdict("times faster than the explicit solver", slow / implicit, 80, true);
  std::printf("  forces: %.3f us an element with 36, %.3f us with 144\n", evaluation(36), evaluation(144));
  belts();
  return 0;
}
