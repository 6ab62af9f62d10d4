/// reeve models, reeve info, reeve draw
#include <cstdio>
#include <memory>

#include "fmi/export/model_description.hpp"
#include "reeve/catalogue.hpp"
#include "reeve/commands.hpp"
#include "reeve/fmu_info.hpp"

namespace reeve::cli {
namespace {

void print_models() {
  for (const auto& [name, path] : shipped_descriptions()) {
    const LoadedModel loaded = load(name, {});
    std::printf("%-20s %s\n", name.c_str(), loaded.model->identity().description.c_str());
  }
}

void print_table(fmi::Model& model) {
  std::printf("%s: %s\n\n", model.identity().identifier.c_str(), model.identity().description.c_str());
  constexpr const char* kTypes[] = {"real", "integer", "boolean", "choice"};
  std::printf("%-32s %-11s %-8s %-7s %-24s %s\n", "name", "causality", "type", "unit", "start", "meaning");
  const auto& rows = model.table().rows();
  for (std::size_t row = 1; row < rows.size(); ++row) {
    const fmi::Variable& v = rows[row];
    const std::string name = v.name + variables::size_text(v);
    const std::string start = v.is_settable() ? fmi::start_text(model.storage(row), 0, v.elements) : "";
    const std::string meaning = v.choices ? v.description + ": " + v.choices->text() : v.description;
    std::printf("%-32s %-11s %-8s %-7s %-24s %s\n", name.c_str(), fmi::to_text(v.causality),
                kTypes[static_cast<int>(v.type)], std::string(v.unit->name).c_str(), start.c_str(), meaning.c_str());
  }
}

}  // namespace

void add_models(CLI::App& app) {
  app.add_subcommand("models", "List the models that come with Reeve")->callback(&print_models);
}

void add_info(CLI::App& app) {
  auto* command = app.add_subcommand("info", "Print a model's variables: name, unit, start value, meaning and sign");
  auto model = std::make_shared<std::string>();
  command->add_option("model", *model, "Name of a model, a description FILE.toml, or any FILE.fmu")->required();
  command->callback([model] {
    if (model->ends_with(".fmu"))
      print_fmu(*model);
    else
      print_table(*load(*model, {}).model);
  });
}

void add_draw(CLI::App& app) {
  auto* command = app.add_subcommand("draw", "Write a picture of a model as SVG: how the ropes of a description run");
  auto model = std::make_shared<std::string>();
  auto output = std::make_shared<std::string>();
  command->add_option("model", *model, "Name of a model, or a description FILE.toml")->required();
  command->add_option("-o,--output", *output, "File to write; default: standard output");
  command->callback([model, output] {
    const std::string picture = load(*model, {}).picture;
    if (picture.empty()) throw std::runtime_error("there is no picture of " + *model);
    if (output->empty())
      std::fputs(picture.c_str(), stdout);
    else
      write_file(*output, picture);
  });
}

}  // namespace reeve::cli
