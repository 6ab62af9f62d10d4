/// reeve couple: two models in one process, without FMI in between; what a master gets from their FMUs must come close.
#include <cmath>
#include <cstdio>
#include <memory>

#include "reeve/catalogue.hpp"
#include "reeve/commands.hpp"
#include "reeve/recorder.hpp"
#include "reeve/warnings.hpp"

namespace reeve::cli {
namespace {

struct Options {
  std::string first, second, csv;
  Settings first_settings, second_settings;
  std::vector<std::string> to_first, to_second;  ///< output=input
  double stop{std::nan("")}, step{1e-3};
};

/// One wire: where a real output and the input behind it live.
struct Wire {
  const double* from;
  double* to;
  double value{};
};

/// Throws with what there is instead.
double* real_scalar(fmi::Model& model, const std::string& name, fmi::Causality wanted) {
  const auto fits = [&](const fmi::Variable& v) {
    return v.causality == wanted && v.type == fmi::Type::real && !v.is_array;
  };
  const fmi::Variable* found = model.table().find(name);
  if (found && fits(*found)) return std::get<double*>(model.storage(model.table().index_of(name)));
  const std::string kind = wanted == fmi::Causality::output ? "output" : "input";
  const std::string& of = model.identity().identifier;
  std::vector<std::string> names;
  for (const auto& v : model.table().rows()) {
    if (fits(v)) names.push_back(v.name);
  }
  if (found) throw std::invalid_argument(name + " of " + of + ": expected a real scalar " + kind);
  const std::string near = description::nearest(name, names);
  throw std::invalid_argument(of + " has no " + kind + " \"" + name + "\"; " +
                              (near.empty() ? "`reeve info " + of + "` lists them" : "did you mean \"" + near + "\"?"));
}

void add_wires(std::vector<Wire>& wires, const std::vector<std::string>& pairs, fmi::Model& from, fmi::Model& to) {
  for (const auto& pair : pairs) {
    const auto equals = pair.find('=');
    if (equals == std::string::npos) throw std::invalid_argument("\"" + pair + "\": expected output=input");
    wires.push_back({real_scalar(from, pair.substr(0, equals), fmi::Causality::output),
                     real_scalar(to, pair.substr(equals + 1), fmi::Causality::input)});
  }
}

void exchange(std::vector<Wire>& wires) {
  for (Wire& wire : wires) wire.value = *wire.from;
  for (const Wire& wire : wires) *wire.to = wire.value;
}

void run(const Options& options) {
  if (!(options.step > 0)) throw std::invalid_argument("--step: expected greater than 0");
  LoadedModel loaded[2] = {load(options.first, options.first_settings), load(options.second, options.second_settings)};
  fmi::Model &first = *loaded[0].model, &second = *loaded[1].model;
  std::vector<Wire> wires;
  add_wires(wires, options.to_second, first, second);
  add_wires(wires, options.to_first, second, first);
  initialise(loaded[0]);  // once alone, then with each other's outputs
  initialise(loaded[1]);
  exchange(wires);
  initialise(loaded[0]);
  initialise(loaded[1]);

  const double start = first.identity().experiment.start;
  const double stop = std::isnan(options.stop)
                          ? std::max(first.identity().experiment.stop, second.identity().experiment.stop)
                          : options.stop;
  if (!(stop > start))
    throw std::invalid_argument("--stop: expected greater than the start time, " + math::text(start) + " s");
  Recorder recorder;
  const std::string &a = first.identity().identifier, &b = second.identity().identifier;
  recorder.add(first, (a == b ? "first" : a) + ".");
  recorder.add(second, (a == b ? "second" : b) + ".");
  recorder.record(start);
  const auto steps = static_cast<long>(std::floor((stop - start) / options.step * (1 + 1e-12)));
  for (long i = 0; i < steps; ++i) {
    const double t = start + static_cast<double>(i) * options.step,
                 next = start + static_cast<double>(i + 1) * options.step;
    exchange(wires);
    for (fmi::Model* model : {&first, &second}) {
      Warnings hooks(t + (next - t));
      model->advance(t, true, {}, hooks);
      model->outputs(hooks.end);
    }
    recorder.record(next);
  }
  if (options.csv.empty() || options.csv == "-")
    std::fputs(recorder.text().c_str(), stdout);
  else
    write_file(options.csv, recorder.text());
}

}  // namespace

void add_couple(CLI::App& app) {
  auto* command =
      app.add_subcommand("couple", "Run two models that exchange values and write the outputs of both as CSV");
  auto options = std::make_shared<Options>();
  command->add_option("first", options->first, "Name of a model, or a description FILE.toml")->required();
  command->add_option("second", options->second, "The other one")->required();
  command->add_option("--to-second", options->to_second, "output=input from the first to the second; may be repeated")
      ->take_all();
  command->add_option("--to-first", options->to_first, "output=input from the second to the first; may be repeated")
      ->take_all();
  command->add_option("--set-first", options->first_settings, "Start value name=value; may be repeated")->take_all();
  command->add_option("--set-second", options->second_settings, "Likewise")->take_all();
  command->add_option("--stop", options->stop, "Stop time [s]; default: the later of both models' default experiments");
  command->add_option("--step", options->step, "Communication step [s]; default 0.001");
  command->add_option("--csv", options->csv,
                      "File to write; default: standard output. Columns are MODEL.output, or first.output and "
                      "second.output of a model coupled with itself");
  command->callback([options] { run(*options); });
}

}  // namespace reeve::cli
