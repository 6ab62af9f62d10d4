/// reeve linearise: A, B, C, D of a model at a time of its run.
#include <cmath>
#include <memory>
#include <stdexcept>

#include "math/text.hpp"
#include "reeve/catalogue.hpp"
#include "reeve/commands.hpp"
#include "reeve/linear_system.hpp"
#include "reeve/warnings.hpp"

namespace reeve::cli {
namespace {

struct Options {
  std::string model, file;
  Settings settings;
  double at{0};  ///< [s]
};

std::string written(const LinearSystem& system, const std::string& file) {
  const auto ends = [&file](const char* ending) { return file.ends_with(ending); };
  if (file.empty() || file == "-" || ends(".json")) return to_json(system);
  if (ends(".csv")) return to_csv(system);
  if (ends(".mat")) return to_mat(system);
  throw std::invalid_argument("-o " + file + ": expected a name that ends in .json, .csv or .mat");
}

void run(const Options& options) {
  LoadedModel loaded = load(options.model, options.settings);
  fmi::Model& model = *loaded.model;
  if (model.state_count() == 0) {
    throw std::invalid_argument(options.model +
                                " is for co-simulation only: it offers no states that a linear system could be about");
  }
  const double start = model.identity().experiment.start;
  if (!std::isfinite(options.at) || options.at < start)
    throw std::invalid_argument("--at " + math::text(options.at) + ": expected a time from " + math::text(start) +
                                " s on");
  initialise(loaded);
  if (options.at > start) {
    Warnings hooks(options.at);
    model.advance(start, true, {}, hooks);
  } else {
    model.update(start);
  }
  const std::string text = written(linearise(model, options.at), options.file);
  if (options.file.empty() || options.file == "-")
    std::fputs(text.c_str(), stdout);
  else
    write_file(options.file, text);
}

}  // namespace

void add_linearise(CLI::App& app) {
  auto* command = app.add_subcommand("linearise", "A, B, C, D of a model at a time of its run, exact, with names");
  auto options = std::make_shared<Options>();
  command->add_option("model", options->model, "Name of a model, or a description FILE.toml")->required();
  command->add_option("--set", options->settings, "Start value name=value, inputs as well; may be repeated")
      ->take_all();
  command->add_option("--at", options->at, "Time of the run [s]; default 0: at rest");
  command->add_option("-o", options->file, "FILE.json, FILE.csv or FILE.mat; default: JSON to standard output");
  command->callback([options] { run(*options); });
}

}  // namespace reeve::cli
