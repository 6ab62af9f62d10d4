/// reeve simulate: a run without FMI in between; what an importer gets must equal it.
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

#include "math/text.hpp"
#include "reeve/catalogue.hpp"
#include "reeve/commands.hpp"
#include "reeve/input_table.hpp"
#include "reeve/recorder.hpp"
#include "reeve/warnings.hpp"

namespace reeve::cli {
namespace {

struct Options {
  std::string model, csv, input;
  Settings settings;
  std::optional<double> stop, step;  ///< [s]
};

/// From t to `end`; where the table of inputs has a row on the way, a step ends there and the next begins.
void advance(fmi::Model& model, double t, double end, bool jumped, std::optional<InputTable>& inputs) {
  while (t < end) {
    Warnings hooks(inputs ? std::min(end, inputs->next_row(t)) : end);
    const double begin = t;
    if (inputs) jumped = inputs->begin(t) || jumped;
    t = model.advance(t, jumped, inputs ? inputs->ramps(t) : std::span<const fmi::Model::Ramp>{}, hooks);
    if (inputs) inputs->move(t - begin);
    jumped = false;
  }
  model.outputs(end);
}

/// Percent on the terminal, while the rows go to a file.
class Progress {
 public:
  explicit Progress(bool wanted) : shows_(wanted && isatty(STDERR_FILENO)) {}
  ~Progress() {
    if (shows_) std::fputs("\r\033[K", stderr);
  }
  void at(std::size_t done, std::size_t all) {
    const std::size_t percent = 100 * done / all;
    if (!shows_ || percent == last_) return;
    last_ = percent;
    std::fprintf(stderr, "\r%3zu %%", percent);
  }

 private:
  bool shows_;
  std::size_t last_{101};
};

/// From start to stop in equal steps; the last one is shorter if they do not fit.
std::vector<double> communication_points(double start, double stop, double step) {
  if (!(std::isfinite(stop) && stop > start)) {
    throw std::invalid_argument("--stop " + math::text(stop) + ": expected a finite time after the start at " +
                                math::text(start) + " s");
  }
  if (!(std::isfinite(step) && step > 0))
    throw std::invalid_argument("--step " + math::text(step) + ": expected greater than 0 s and finite");
  constexpr double most = 1e8, rounding = 1e-9;
  const double steps = (stop - start) / step;
  if (steps > most)
    throw std::invalid_argument("--step " + math::text(step) + ": more than 1e8 steps to " + math::text(stop) + " s");
  const auto whole = static_cast<long>(std::floor(steps + rounding));
  std::vector<double> points;
  for (long i = 0; i <= whole; ++i) points.push_back(start + static_cast<double>(i) * step);
  if (steps - static_cast<double>(whole) > rounding) points.push_back(stop);
  return points;
}

void run(const Options& options) {
  LoadedModel loaded = load(options.model, options.settings);
  fmi::Model& model = *loaded.model;
  const fmi::Experiment& experiment = model.identity().experiment;
  const double stop = options.stop.value_or(experiment.stop), step = options.step.value_or(experiment.step);
  const std::vector<double> points = communication_points(experiment.start, stop, step);

  std::optional<InputTable> inputs;
  if (!options.input.empty()) {
    inputs.emplace(options.input, model);
    inputs->begin(experiment.start);
  }
  initialise(loaded);
  warn_implausible(loaded, false);
  Recorder recorder;
  recorder.add(model);
  recorder.record(experiment.start);
  const auto write = [&] {
    if (options.csv.empty() || options.csv == "-")
      std::fputs(recorder.text().c_str(), stdout);
    else
      write_file(options.csv, recorder.text());
  };
  try {
    Progress progress(!options.csv.empty() && options.csv != "-");
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      const double t = points[i], next = points[i + 1];
      advance(model, t, t + (next - t), i == 0, inputs);  // as an importer would: communication point plus step size
      progress.at(i + 1, points.size() - 1);
      recorder.record(next);
    }
  } catch (...) {
    write();  // what led to the failure
    throw;
  }
  write();
}

}  // namespace

void add_simulate(CLI::App& app) {
  auto* command = app.add_subcommand("simulate", "Run a model and write its outputs as CSV");
  auto options = std::make_shared<Options>();
  command->add_option("model", options->model, "Name of a model, or a description FILE.toml")->required();
  command->add_option("--set", options->settings, "Start value name=value; may be repeated")->take_all();
  command->add_option("--stop", options->stop, "Stop time [s]; default: of the model's default experiment");
  command->add_option("--step", options->step, "Communication step [s]; default likewise");
  command->add_option("--input", options->input, "FILE.csv with the columns time and inputs; linear in between")
      ->check(CLI::ExistingFile);
  command->add_option("--csv", options->csv,
                      "File to write; default: standard output. A run that fails leaves the rows before its failure");
  command->callback([options] { run(*options); });
}

}  // namespace reeve::cli
