/// FlexibleSheet, as JSON: microseconds per node and evaluation, statics, and simulated seconds per second of CPU of both
/// solvers. tools/lib/bench/sheet.py judges the figures.
///   bench-sheet [SECONDS]     of a hanging sheet whose clamp is lifted by 2 cm (a flat sheet would spare the explicit solver the
///                             loop springs), the same interval for both solvers
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "models/flexible_sheet/flexible_sheet.hpp"

namespace {

using namespace reeve;
using models::FlexibleSheet;

double cpu() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Run {
  FlexibleSheet model;
  FlexibleSheet::Values<double> values = model.defaults<double>();
  FlexibleSheet::State state = model.blank_state();
  explicit Run(FlexibleSheet::Structure structure) : model(structure) {}
};

constexpr FlexibleSheet::Structure kMeshes[] = {{7, 5}, {15, 11}, {33, 23}, {51, 35}, {61, 41}};

/// Of a hanging sheet: a flat one spares its angles the trigonometry.
double microseconds_per_node(const FlexibleSheet::Structure& mesh, double damping) {
  Run run(mesh);
  run.values.start = FlexibleSheet::kEquilibrium;
  run.values.sheet.damping = damping;
  run.model.initialise(0, run.values, run.state);
  const int nodes = mesh.nodes_length * mesh.nodes_width, repetitions = 30000 / nodes + 1;
  double best = 1e9;
  for (int round = 0; round < 20; ++round) {  // short ones: on a busy machine few are left alone
    const double begin = cpu();
    for (int i = 0; i < repetitions; ++i) run.model.rate(0, run.state, run.values);
    best = std::min(best, (cpu() - begin) / repetitions / nodes);
  }
  return 1e6 * best;
}

void statics(const FlexibleSheet::Structure& mesh, int tree, double loop_stiffness) {
  double best = 1e9;
  for (int round = 0; round < 3; ++round) {
    Run run(mesh);
    run.values.sheet.tree = tree;
    run.values.sheet.loop_stiffness = loop_stiffness;
    run.values.start = FlexibleSheet::kEquilibrium;
    const double begin = cpu();
    run.model.initialise(0, run.values, run.state);
    best = std::min(best, cpu() - begin);
    run.model.outputs<double>(0, run.state.x, run.state, run.values);
    if (round < 2) continue;
    std::printf("{\"tree\": %d, \"loop\": %g, \"drop\": %.9g, \"iterations\": %d, \"cpu\": %g}", tree, loop_stiffness, run.values.max_drop, run.model.iterations(), best);
  }
}

void lift(const FlexibleSheet::Structure& mesh, int method, double damping, double seconds) {
  Run run(mesh);
  run.values.sheet.damping = damping;
  run.values.solver.method = method;
  run.values.solver.tolerance = 1e-5;
  run.values.start = FlexibleSheet::kEquilibrium;
  run.model.initialise(0, run.values, run.state);
  run.values.clamp_height = 0.02;
  integration::StepHooks hooks(seconds);
  const double begin = cpu();
  run.model.advance(0, run.values, run.state, hooks);
  const double taken = cpu() - begin;
  run.model.outputs<double>(0, run.state.x, run.state, run.values);
  std::printf("{\"mesh\": \"%dx%d\", \"damping\": %g, \"solver\": \"%s\", \"simulated\": %g, \"cpu\": %g, \"tip\": [%.9g, %.9g]}", mesh.nodes_length,
              mesh.nodes_width, damping, method == FlexibleSheet::kExplicit ? "explicit" : "implicit", seconds, taken, run.values.tip_x,
              run.values.tip_y);
}

}  // namespace

int main(int count, char** arguments) {
  const double seconds = count > 1 ? std::atof(arguments[1]) : 0.03;
  const char* separator = "";
  std::printf("{\"evaluation\": [");
  for (const auto& mesh : kMeshes) {
    std::printf("%s{\"mesh\": \"%dx%d\", \"nodes\": %d, \"us\": %g, \"us damped\": %g}", separator, mesh.nodes_length, mesh.nodes_width,
                mesh.nodes_length * mesh.nodes_width, microseconds_per_node(mesh, 0), microseconds_per_node(mesh, 1e-3));
    separator = ", ";
  }
  std::printf("],\n\"statics\": [");
  separator = "";
  for (const double loop_stiffness : {FlexibleSheet(kMeshes[4]).defaults<double>().sheet.loop_stiffness, 1.0}) {
    for (const int tree : {1, 2}) std::printf("%s", separator), statics(kMeshes[4], tree, loop_stiffness), separator = ", ";
  }
  std::printf("],\n\"lift\": [");
  separator = "";
  for (const auto& mesh : {kMeshes[2], kMeshes[4]}) {
    for (const double damping : {0.0, 1e-3}) {
      for (const int method : {FlexibleSheet::kExplicit, FlexibleSheet::kImplicit}) {
        std::printf("%s", separator);
        lift(mesh, method, damping, seconds);
        separator = ", ";
      }
    }
  }
  std::printf("]}\n");
}
