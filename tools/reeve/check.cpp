/// reeve check: the conformance driver on an FMU. reeve completion: names for the shell.
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <stdexcept>

#include "reeve/catalogue.hpp"
#include "reeve/commands.hpp"

namespace reeve::cli {

void add_check(CLI::App& app) {
  auto* command = app.add_subcommand(
      "check", "Check an FMU, ours or not, against the standard: some 170 checks of its files and its behaviour");
  command->set_help_flag();  // the driver has its own, as all other words are for it
  command->prefix_command();
  command->callback([command] {
    const std::string driver = (home() / "bin/reeve-conformance").string();
    std::vector<std::string> all{driver};
    for (const auto& word : command->remaining()) all.push_back(word);
    std::vector<char*> arguments;
    for (auto& word : all) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    execv(driver.c_str(), arguments.data());
    throw std::runtime_error("cannot start " + driver +
                             ": build it with `cmake --build build --target reeve-conformance`");
  });
}

void add_completion(CLI::App& app) {
  auto* command = app.add_subcommand("completion", "Print a completion script for bash: source <(reeve completion)");
  command->callback([&app] {
    std::string commands;
    for (const auto* sub : app.get_subcommands([](CLI::App*) { return true; })) commands += sub->get_name() + " ";
    std::printf(
        "_reeve() {\n"
        "  local word=${COMP_WORDS[COMP_CWORD]}\n"
        "  if ((COMP_CWORD == 1)); then COMPREPLY=($(compgen -W '%s' -- \"$word\")); return; fi\n"
        "  if [[ $word == -* ]]; then COMPREPLY=($(compgen -W \"$(\"$1\" \"${COMP_WORDS[1]}\" --help | grep -o -- "
        "'--[a-z-]*')\" -- \"$word\")); return; fi\n"
        "  COMPREPLY=($(compgen -W \"$(\"$1\" models | cut -d ' ' -f 1)\" -- \"$word\") $(compgen -f -- \"$word\"))\n"
        "}\n"
        "complete -o filenames -F _reeve reeve\n",
        commands.c_str());
  });
}

}  // namespace reeve::cli
