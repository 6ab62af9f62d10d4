/// reeve statics, reeve modes: a model at its start; what drives it stands still.
#include <cstdio>
#include <memory>

#include "fmi/export/model_description.hpp"
#include "math/text.hpp"
#include "reeve/catalogue.hpp"
#include "reeve/commands.hpp"

namespace reeve::cli {
namespace {

struct Options {
  std::string model;
  Settings settings;
};

template <class Wanted>
void print_rows(fmi::Model& model, Wanted wanted) {
  const auto& rows = model.table().rows();
  for (std::size_t row = 1; row < rows.size(); ++row) {
    const fmi::Variable& v = rows[row];
    if (!wanted(v)) continue;
    for (std::uint32_t e = 0; e < v.elements; ++e) {
      std::printf("%-40s %24s %s\n", variables::scalar_name(v, e).c_str(),
                  fmi::start_text(model.storage(row), e, 1).c_str(),
                  v.unit->name == "1" ? "" : std::string(v.unit->name).c_str());
    }
  }
}

/// What follows from the statics, such as safety factors.
void print_figures(const fmi::Model& model) {
  const auto figures = model.figures();
  if (!figures.empty()) std::printf("\nropes\n");
  for (const auto& [name, value, unit] : figures)
    std::printf("%-40s %24s %s\n", name.c_str(), math::text(value).c_str(), std::string(unit).c_str());
}

void print_statics(const Options& options) {
  const LoadedModel loaded = load(options.model, options.settings);
  fmi::Model& model = *loaded.model;
  model.hold();
  initialise(loaded);
  warn_implausible(loaded, true);
  print_rows(model, [](const fmi::Variable& v) { return v.is_computed(); });
  print_figures(model);
  std::printf("\nwith\n");
  model.reset();
  print_rows(model, [](const fmi::Variable& v) { return v.is_settable(); });
}

void print_modes(const Options& options) {
  const LoadedModel loaded = load(options.model, options.settings);
  initialise(loaded);
  const auto frequencies = loaded.model->natural_frequencies();
  if (frequencies.empty()) throw std::invalid_argument(options.model + " has no natural frequencies to print");
  std::printf("%zu natural frequencies at the start; drives and clamps stand still\n", frequencies.size());
  for (std::size_t i = 0; i < frequencies.size(); ++i) std::printf("%3zu %12.7g Hz\n", i + 1, frequencies[i]);
}

void add(CLI::App& app, const char* name, const char* what, void (*run)(const Options&)) {
  auto* command = app.add_subcommand(name, what);
  auto options = std::make_shared<Options>();
  command->add_option("model", options->model, "Name of a model, or a description FILE.toml")->required();
  command->add_option("--set", options->settings, "Start value name=value; may be repeated")->take_all();
  command->callback([options, run] { run(*options); });
}

}  // namespace

void add_statics(CLI::App& app) {
  add(app, "statics",
      "Print every output at rest: the static equilibrium in any drive.mode, the ropes' safety factors, and the "
      "parameters",
      &print_statics);
}

void add_modes(CLI::App& app) {
  add(app, "modes", "Print the natural frequencies at the start; drives and clamps stand still", &print_modes);
}

}  // namespace reeve::cli
