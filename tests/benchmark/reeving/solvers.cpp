/// Which solver is fastest at equal accuracy: a ride with the automatic choice at its start values, and with dopri5 at the loosest
/// tolerance that is as accurate. Prints one line a description; errors are those of all span tensions, seen every 0.1 s, against
/// a tight run.
///   bench-solvers resources/reevings/*.toml
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "fmi/model.hpp"
#include "fmus/registry.hpp"

namespace {

using namespace reeve;

constexpr double kLook = 0.1;    // [s]
constexpr double kTight = 1e-9;  // tolerance of the run that counts as exact
constexpr int kAutomatic = 1, kDopri5 = 2, kRepetitions = 3;

double cpu() {
  std::timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

struct Run {
  double cpu{};                  ///< the cheapest of some repetitions [s]
  std::vector<double> tensions;  ///< [N]
};

class Plant {
 public:
  explicit Plant(const std::string& file) {
    std::ifstream in(file);
    if (!in) throw std::runtime_error("cannot read " + file);
    const auto node = description::parse(std::string{std::istreambuf_iterator<char>(in), {}}, file);
    const auto kinds = fmus::all_kinds();
    const auto kind = std::find_if(kinds.begin(), kinds.end(), [](const auto* k) { return k->name == "Reeving"; });
    if (kind == kinds.end()) throw std::runtime_error("this build holds no Reeving");
    model_ = fmi::build_model(**kind, node, file);
  }
  const fmi::Identity& identity() const { return model_->identity(); }
  double tolerance() { return at<double>("solver.tolerance"); }

  Run ride(int method, double tolerance) {
    at<int>("solver.method") = method;
    at<double>("solver.tolerance") = tolerance;
    Run run;
    for (int i = 0; i < kRepetitions; ++i) {
      model_->initialise(0);
      run.tensions.clear();
      const double begin = cpu();
      double t = 0;
      for (int k = 1; k * kLook <= identity().experiment.stop; ++k) {
        integration::StepHooks hooks(k * kLook);
        t = model_->advance(t, false, {}, hooks);
        look(t, run.tensions);
      }
      const double cost = cpu() - begin;
      run.cpu = i == 0 ? cost : std::min(run.cpu, cost);
    }
    return run;
  }

 private:
  template <class T>
  T& at(const char* name) {
    return *std::get<T*>(model_->storage(model_->table().index_of(name)));
  }
  void look(double t, std::vector<double>& tensions) {
    model_->outputs(t);
    const auto& rows = model_->table().rows();
    for (std::size_t row = 1; row < rows.size(); ++row) {
      if (!rows[row].name.ends_with("_tension_start") && !rows[row].name.ends_with("_tension_end")) continue;
      const double* const first = std::get<double*>(model_->storage(row));
      tensions.insert(tensions.end(), first, first + rows[row].elements);
    }
  }

  std::unique_ptr<fmi::Model> model_;
};

double error(const Run& run, const Run& exact) {
  double worst = 0;
  for (std::size_t i = 0; i < run.tensions.size(); ++i)
    worst = std::max(worst, std::abs(run.tensions[i] - exact.tensions[i]));
  return worst;
}

void measure(const std::string& file) {
  Plant plant(file);
  const double own = plant.tolerance();
  const Run exact = plant.ride(kDopri5, kTight), usual = plant.ride(kAutomatic, own);
  const double wanted = error(usual, exact);
  for (const double tolerance : {1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 3e-5, 1e-5, 3e-6, 1e-6, 1e-7, 1e-8}) {
    const Run run = plant.ride(kDopri5, tolerance);
    const double found = error(run, exact);
    if (!(found <= wanted)) continue;
    std::printf("| %s | %.2g N, %.1f ms | %.0e: %.2g N, %.1f ms | %.1f |\n", plant.identity().identifier.c_str(),
                wanted, 1e3 * usual.cpu, tolerance, found, 1e3 * run.cpu, run.cpu / usual.cpu);
    return;
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    std::printf(
        "| reeving | automatic: error, CPU | dopri5 at tolerance: error, CPU | times slower |\n|---|---|---|---|\n");
    for (int i = 1; i < argc; ++i) measure(argv[i]);
    return 0;
  } catch (const std::exception& problem) {
    return std::fprintf(stderr, "bench-solvers: %s\n", problem.what()), 1;
  }
}
