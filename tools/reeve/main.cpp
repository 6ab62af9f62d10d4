/// reeve: the command line.
#include <cstdio>
#include <exception>

#include "fmi/token.hpp"
#include "reeve/commands.hpp"

int main(int argc, char** argv) {
  CLI::App app("Ropes, sheaves and elevators as FMUs: look at a model, run it, pack it", "reeve");
  app.set_version_flag("--version", std::string(reeve::fmi::library_version()));
  app.require_subcommand(1);
  app.footer("reeve COMMAND --help explains one command. Exit codes: 0 done, 1 it failed, 2 wrong use.");
  reeve::cli::add_models(app);
  reeve::cli::add_info(app);
  reeve::cli::add_draw(app);
  reeve::cli::add_simulate(app);
  reeve::cli::add_statics(app);
  reeve::cli::add_modes(app);
  reeve::cli::add_export(app);
  reeve::cli::add_check(app);
  reeve::cli::add_completion(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "reeve: %s\n", error.what());
    return 1;
  }
  return 0;
}
