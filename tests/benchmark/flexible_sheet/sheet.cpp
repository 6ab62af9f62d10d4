/// FlexibleSheet, as JSON: microseconds per node and evaluation, statics, and simulated seconds per second of CPU of both
/// solvers. tools/lib/bench/sheet.py judges the figures.
///   bench-sheet [SECONDS]     of a hanging sheet whose clamp is lifted by 2 cm (a flat sheet would spare the explicit solver the
///                             loop springs), the same interval for both solvers
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "models/flexible_sheet/model.hpp"

namespace {

using namespace reeve;
using namespace models;
using namespace models::flexible_sheet;

double cpu() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Bench {
  Model model;
  Values<double> values = model.defaults<double>();
  Run<Model> run{model};
  explicit Bench(const Structure& structure) : model(structure) {}

  void initialise() { run.initialise(0, values); }
  void outputs() { model.outputs<double>(0, run.state.x, run.state.modes, run.state.start, values); }
};

constexpr Structure kMeshes[] = {{7, 5}, {15, 11}, {33, 23}, {51, 35}, {61, 41}};

/// Of a hanging sheet: a flat one spares its angles the trigonometry.
double microseconds_per_node(const Structure& mesh, double damping) {
  Bench bench(mesh);
  bench.values.start = kEquilibrium;
  bench.values.sheet.damping = damping;
  bench.initialise();
  const int nodes = mesh.nodes_length * mesh.nodes_width, repetitions = 30000 / nodes + 1;
  std::vector<double> rate(bench.model.size());
  double best = 1e9;
  for (int round = 0; round < 20; ++round) {  // short ones: on a busy machine few are left alone
    const double begin = cpu();
    for (int i = 0; i < repetitions; ++i)
      bench.model.derivatives(0, bench.run.state.x, bench.run.state.modes, bench.values, rate);
    best = std::min(best, (cpu() - begin) / repetitions / nodes);
  }
  return 1e6 * best;
}

void statics(const Structure& mesh, int tree, double loop_stiffness) {
  double best = 1e9;
  for (int round = 0; round < 3; ++round) {
    Bench bench(mesh);
    bench.values.sheet.tree = tree;
    bench.values.sheet.loop_stiffness = loop_stiffness;
    bench.values.start = kEquilibrium;
    const double begin = cpu();
    bench.initialise();
    best = std::min(best, cpu() - begin);
    bench.outputs();
    if (round < 2) continue;
    std::printf("{\"tree\": %d, \"loop\": %g, \"drop\": %.9g, \"iterations\": %d, \"cpu\": %g}", tree, loop_stiffness,
                bench.values.max_drop, bench.model.iterations(), best);
  }
}

void lift(const Structure& mesh, int method, double damping, double seconds) {
  Bench bench(mesh);
  bench.values.sheet.damping = damping;
  bench.values.solver.method = method;
  bench.values.solver.tolerance = 1e-5;
  bench.values.start = kEquilibrium;
  bench.initialise();
  bench.values.clamp_height = 0.02;
  integration::StepHooks hooks(seconds);
  const double begin = cpu();
  bench.run.advance(0, bench.values, {}, true, hooks);
  const double taken = cpu() - begin;
  bench.outputs();
  std::printf(
      "{\"mesh\": \"%dx%d\", \"damping\": %g, \"solver\": \"%s\", \"simulated\": %g, \"cpu\": %g, \"tip\": [%.9g, "
      "%.9g]}",
      mesh.nodes_length, mesh.nodes_width, damping, method == kExplicit ? "explicit" : "implicit", seconds, taken,
      bench.values.tip_x, bench.values.tip_y);
}

}  // namespace

int main(int count, char** arguments) {
  const double seconds = count > 1 ? std::atof(arguments[1]) : 0.03;
  const char* separator = "";
  std::printf("{\"evaluation\": [");
  for (const auto& mesh : kMeshes) {
    std::printf("%s{\"mesh\": \"%dx%d\", \"nodes\": %d, \"us\": %g, \"us damped\": %g}", separator, mesh.nodes_length,
                mesh.nodes_width, mesh.nodes_length * mesh.nodes_width, microseconds_per_node(mesh, 0),
                microseconds_per_node(mesh, 1e-3));
    separator = ", ";
  }
  std::printf("],\n\"statics\": [");
  separator = "";
  for (const double loop_stiffness : {Model(kMeshes[4]).defaults<double>().sheet.loop_stiffness, 1.0}) {
    for (const int tree : {1, 2})
      std::printf("%s", separator), statics(kMeshes[4], tree, loop_stiffness), separator = ", ";
  }
  std::printf("],\n\"lift\": [");
  separator = "";
  for (const auto& mesh : {kMeshes[2], kMeshes[4]}) {
    for (const double damping : {0.0, 1e-3}) {
      for (const int method : {kExplicit, kImplicit}) {
        std::printf("%s", separator);
        lift(mesh, method, damping, seconds);
        separator = ", ";
      }
    }
  }
  std::printf("]}\n");
}
