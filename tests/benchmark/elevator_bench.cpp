// Times of the 100 m elevator without FMI around it: CPU time, evaluations, real-time factor, errors against a tight run.
// Prints lines of JSON. Totals are CPU time, because other work on the machine makes wall time meaningless; single steps
// are wall time, because asking for CPU time costs as much as a step, and so the median is what counts there.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>

#include "../unit/models/reeving_cases.hpp"

using namespace reeve::test;

namespace {

double cpu_now() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

double wall_now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

const char* name(int formulation) { return formulation == 1 ? "ALEM, 19 DOF" : "ALE-ANCF, 15 DOF"; }

void right_hand_side(int formulation) {
  Instance i(paper_elevator());
  i.values.rope_formulation[0] = formulation;
  i.initialise();
  i.step(3);
  constexpr int kCalls = 2000;
  double best = 1;
  std::vector<double> f(i.state.x.size());
  reeve::models::Motion motion(i.model.topology());
  motion.prepare(i.values);
  for (int round = 0; round < 200; ++round) {
    const double begin = cpu_now();
    for (int k = 0; k < kCalls; ++k) {
      i.state.x[0] += 1e-12;
      motion.rate(0, i.state.x.data(), f.data());
    }
    best = std::min(best, (cpu_now() - begin) / kCalls);
  }
  std::printf("{\"case\": \"right-hand side\", \"model\": \"%s\", \"us\": %.3f}\n", name(formulation), best * 1e6);
}

void ride(int formulation, double step) {
  double best = 1e9, a = 0, T = 0;
  long evaluations = 0;
  for (int round = 0; round < 10; ++round) {
    Instance i(paper_elevator()), fine(paper_elevator());
    i.values.rope_formulation[0] = fine.values.rope_formulation[0] = formulation;
    i.initialise();
    const long before = i.model.evaluations();
    if (round == 0) {
      fine.values.solver_tolerance = 1e-10;
      fine.initialise();
    }
    const double begin = cpu_now();
    for (int k = 1; k * step <= 12 + 1e-9; ++k) {
      i.step(k * step);
      if (round > 0) continue;
      fine.step(k * step);
      a = std::max(a, std::abs(i.values.body_acceleration[0] - fine.values.body_acceleration[0]));
      for (int s = 0; s < 4; ++s) {
        T = std::max(T, std::abs(i.values.span_tension_end[s] - fine.values.span_tension_end[s]));
        T = std::max(T, std::abs(i.values.span_tension_start[s] - fine.values.span_tension_start[s]));
      }
    }
    if (round > 0) best = std::min(best, cpu_now() - begin);
    evaluations = i.model.evaluations() - before;
  }
  std::printf("{\"case\": \"12 s ride\", \"model\": \"%s\", \"communication_ms\": %g, \"cpu_ms\": %.2f, \"evaluations\": %ld, "
              "\"error_m_s2\": %.1e, \"error_N\": %.1e}\n", name(formulation), step * 1e3, best * 1e3, evaluations, a, T);
}

void torque(int formulation, double step) {
  double total = 1e9, median = 1e9, high = 1e9;
  for (int round = 0; round < 5; ++round) {
    Instance i(paper_elevator());
    i.values.rope_formulation[0] = formulation;
    i.values.drive_mode = 1;
    i.initialise();
    std::vector<double> spent;
    const double begin = cpu_now();
    for (int k = 1; k * step <= 12 + 1e-9; ++k) {
      i.values.drive_torque = 368 + 300 * std::sin(k * step);
      i.model.inputs_jumped(i.state);
      const double start = wall_now();
      i.step(k * step);
      spent.push_back(wall_now() - start);
    }
    const double all = cpu_now() - begin;
    std::sort(spent.begin(), spent.end());
    total = std::min(total, all);
    median = std::min(median, spent[spent.size() / 2]);
    high = std::min(high, spent[spent.size() * 99 / 100]);
  }
  std::printf("{\"case\": \"torque drive\", \"model\": \"%s\", \"communication_ms\": %g, \"median_us\": %.2f, \"p99_us\": %.2f, "
              "\"real_time_factor\": %.0f}\n", name(formulation), step * 1e3, median * 1e6, high * 1e6, 12 / total);
}

}  // namespace

int main() {
  for (const int formulation : {1, 2}) {
    right_hand_side(formulation);
    for (const double step : {1e-3, 1e-2, 12.0}) ride(formulation, step);
    for (const double step : {1e-3, 1e-2}) torque(formulation, step);
  }
}
