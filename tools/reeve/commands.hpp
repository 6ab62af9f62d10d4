#pragma once
/// The sub-commands. Each adds itself to the application; its body runs when the user chose it.
#include <CLI/CLI.hpp>

namespace reeve::cli {

void add_models(CLI::App& app);
void add_info(CLI::App& app);
void add_simulate(CLI::App& app);
void add_couple(CLI::App& app);
void add_statics(CLI::App& app);
void add_modes(CLI::App& app);
void add_linearise(CLI::App& app);
void add_draw(CLI::App& app);
void add_check(CLI::App& app);
void add_completion(CLI::App& app);
void add_export(CLI::App& app);
void add_schema(CLI::App& app);

}  // namespace reeve::cli
