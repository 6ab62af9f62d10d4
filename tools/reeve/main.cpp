/// reeve: the command line.
#include <cstdio>
#include <exception>

#include "description/document.hpp"
#include "fmi/token.hpp"
#include "reeve/commands.hpp"

namespace {

/// Empty if the word is a command; otherwise what is wrong with it.
std::string complaint(const CLI::App& app, const std::string& word) {
  std::vector<std::string> commands;
  for (const auto* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    commands.push_back(command->get_name());
    if (word == commands.back()) return {};
  }
  const std::string near = reeve::description::nearest(word, commands);
  return "there is no command \"" + word + "\"" +
         (near.empty() ? "; reeve --help lists them" : ", did you mean \"" + near + "\"?");
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Ropes, sheaves and elevators as FMUs: look at a model, run it, pack it", "reeve");
  app.set_version_flag("--version", std::string(reeve::fmi::library_version()));
  app.require_subcommand(1);
  app.footer("reeve COMMAND --help explains one command. Exit codes: 0 done, 1 it failed, 2 wrong use.");
  reeve::cli::add_models(app);
  reeve::cli::add_info(app);
  reeve::cli::add_draw(app);
  reeve::cli::add_simulate(app);
  reeve::cli::add_couple(app);
  reeve::cli::add_statics(app);
  reeve::cli::add_modes(app);
  reeve::cli::add_linearise(app);
  reeve::cli::add_export(app);
  reeve::cli::add_schema(app);
  reeve::cli::add_check(app);
  reeve::cli::add_completion(app);
  try {
    if (const std::string wrong = argc > 1 && argv[1][0] != '-' ? complaint(app, argv[1]) : ""; !wrong.empty()) {
      std::fprintf(stderr, "reeve: %s\n", wrong.c_str());
      return 2;
    }
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "reeve: %s\n", error.what());
    return 1;
  }
  return 0;
}
