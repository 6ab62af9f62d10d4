/// What a rope on a pulley and a belt drive cost, as JSON: CPU seconds of one thread, the best of some repetitions.
/// tools/lib/bench/rope_pulley.py judges the figures.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <functional>
#include <vector>

#include "../../validation/rope_pulley/cases.hpp"

using namespace reeve::test;
using namespace reeve::models::rope_pulley;
using reeve::integration::Method;

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

/// Two round trips at ratio 1.2, 9.1 s.
double reciprocate(int elements, double& slip) {
  return best_of(3, [&] {
    auto run = rope(elements, 1.2);
    run.values.solver.step = 2e-3;
    run.initialise();
    run.step_to(9.1);
    slip = run.values.slip_number;
  });
}

/// The start of a stroke without damping in the rope, so that the explicit solver has a step at all: where the rope is
/// every 2 ms, and what that costs.
struct Beginning {
  static constexpr double kEnd = 0.04;
  double cpu{};
  std::vector<double> way;

  Beginning(Method solver, double step, int repetitions) {
    cpu = best_of(repetitions, [&] {
      auto run = rope(36, 1.2);
      auto& v = run.values;
      v.rope.damping = 0, v.motion.start = 0.002, v.motion.ramp = 0.02;
      v.solver.method = static_cast<int>(solver), v.solver.leapfrog_step = step;
      if (solver == Method::implicit_method) v.solver.step = step, v.solver.tolerance = 0.1 * step;  // finer together
      run.initialise();
      way.clear();
      for (int i = 1; i <= 20; ++i) {
        run.step_to(kEnd * i / 20);
        way.push_back(run.values.rope_displacement);
      }
    });
  }
  /// Largest difference over the way of the reference.
  double error(const Beginning& reference) const {
    double worst = 0;
    for (std::size_t i = 0; i < way.size(); ++i) worst = std::max(worst, std::abs(way[i] - reference.way[i]));
    return worst / std::abs(reference.way.back());
  }
};

/// For a given error each solver may take its longest step that keeps it: stability bounds the explicit one as well.
void solvers() {
  const Beginning reference(Method::explicit_method, 2.5e-7, 1);
  const auto print = [](const char* name, double step, double error, const Beginning& run) {
    std::printf("\"%s\": {\"step\": %g, \"error\": %g, \"cpu\": %g}", name, step, error, run.cpu / Beginning::kEnd);
  };
  const auto cheapest = [&](const char* name, Method solver, double step, double allowed) {
    for (;; step *= 0.5) {
      try {
        const Beginning run(solver, step, 2);
        const double error = run.error(reference);
        if (!(error <= allowed) && step > 4e-7) continue;
        print(name, step, error, run);
        return;
      } catch (const reeve::integration::StepFailure&) {  // unstable
      }
    }
  };
  std::printf("\"equal accuracy\": [");
  const char* separator = "";
  for (const double allowed : {1e-2, 1e-3}) {
    std::printf("%s{\"allowed\": %g, ", separator, allowed);
    cheapest("implicit", Method::implicit_method, 2e-3, allowed);
    std::printf(", ");
    cheapest("explicit", Method::explicit_method, 4e-6, allowed);
    std::printf("}");
    separator = ", ";
  }
  std::printf("],\n");
}

double evaluation(int elements) {
  auto run = rope(elements);
  run.initialise();
  auto& eq = run.model.equations();
  std::vector<double> f(eq.coordinates()), rest(eq.coordinates(), 0.0);
  const Grip<double> grip{Grip<double>::Kind::step, run.state.x.data(), run.state.x.data() + run.model.at_z(),
                          run.state.modes.pulley.data(), run.state.modes.slips.data()};
  constexpr int kTimes = 2000;
  return best_of(5,
                 [&] {
                   for (int i = 0; i < kTimes; ++i) eq.evaluate(run.state.x.data(), rest.data(), grip, f.data());
                 }) /
         kTimes / elements * 1e6;
}

void belts() {
  std::printf("\"belt\": {");
  for (const int n : {60, 120}) {
    BeltMeans m;
    const double seconds = best_of(2, [&] {
      auto run = belt(n);
      run.initialise();
      m = means_before(run, 2.45);
    });
    std::printf("%s\"%d\": {\"cpu\": %g, \"tight\": %.9g, \"slack\": %.9g, \"creep\": %.9g, \"unconverged\": %d}",
                n == 60 ? "" : ", ", n, seconds, m.tight, m.slack, 1 - m.speed / 12, m.unconverged);
  }
  std::printf("}}\n");
}

}  // namespace

int main() {
  double slip = 0, finer_slip = 0;
  const double once = reciprocate(36, slip), finer = reciprocate(72, finer_slip);
  std::printf("{\"rope\": {\"cpu\": %g, \"slip\": %.6g, \"cpu of 72\": %g},\n", once, slip, finer);
  std::printf("\"evaluation_us\": {\"36\": %g, \"144\": %g},\n", evaluation(36), evaluation(144));
  solvers();
  belts();
  return 0;
}
