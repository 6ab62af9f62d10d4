/// The command line of the conformance checks.

#include <CLI/CLI.hpp>
#include <fstream>
#include <iostream>

#include "core/child.hpp"
#include "core/fmu.hpp"
#include "core/record.hpp"
#include "core/report.hpp"
#include "core/runner.hpp"

namespace {

constexpr const char* about =
    "Loads a co-simulation FMU (FMI 2.0 or 3.0) and checks how it behaves: description and archive (X..), the "
    "pitfalls\n"
    "that break FMUs in the wild (P..), and every call in every state (B..). Each check has a process of its own, so "
    "a\n"
    "crash or a hang is one failed check. House rules, which go beyond the standard, are applied to FMUs that carry\n"
    "resources/description.toml.";

constexpr const char* what_it_prints =
    "Prints one line per check: \"ok\", \"FAIL\" with what was found, what was expected, how severe it is and which "
    "clause\n"
    "asks for it, or \"n/a\" with the reason.\n"
    "Exit code: 0 all good, 1 a check failed, 2 the FMU or the command line cannot be used.";

struct CommandLine {
  std::string fmu, json, record;
  std::pair<std::string, std::string> child;  ///< id of a check and folder for its outcome: see Child
  bool list = false, verbose = false;
  conformance::RunOptions run;
};

void declare(CLI::App& app, CommandLine& line) {
  app.footer(what_it_prints);
  app.allow_windows_style_options(false);  // a path may begin with a slash
  app.add_option("fmu", line.fmu, "An FMU, or the folder into which it was unpacked")->type_name("FILE.fmu|FOLDER");
  app.add_flag("--list", line.list, "Print the checks: property, severity, and the clause it rests on");
  app.add_option("--only", line.run.only, "Run these checks only")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("ID[,ID...]");
  app.add_flag("--house", line.run.house_rules, "Apply house rules to any FMU");
  app.add_option("--jobs", line.run.jobs, "Run so many checks at a time")->type_name("N")->capture_default_str();
  app.add_option("--time-limit", line.run.time_limit, "Seconds for one check")->type_name("S")->capture_default_str();
  app.add_option("--json", line.json, "Write the results as JSON")->type_name("FILE");
  app.add_flag("--verbose", line.verbose, "Show how long each check took");
  app.add_option(
         "--record", line.record,
         "Check nothing: run the default experiment, with inputs that swing by a tenth of their size, and write "
         "the outputs at every step with all digits")
      ->type_name("FILE.csv");
  app.add_option("--child", line.child)->group("");  // hidden: how the driver starts itself on Windows
}

void print_list() {
  for (const auto& check : conformance::all_checks()) std::cout << conformance::line(check) << '\n';
}

void make_check_here(const CommandLine& line) {
  const auto& check = conformance::check_named(line.child.first);
  conformance::Child::make_check(check, conformance::Fmu(line.fmu, line.run.house_rules), line.child.second);
}

int run_checks(CommandLine& line) {
  line.run.on_result = [&](const conformance::Result& result) {
    std::cout << conformance::line(result, line.verbose) << std::endl;
  };
  const auto results = conformance::run_checks(line.fmu, line.run);
  std::cout << conformance::summary(results) << std::endl;
  if (!line.json.empty() && !(std::ofstream(line.json) << conformance::json(line.fmu, results)))
    throw std::runtime_error("cannot write " + line.json);
  return conformance::all_good(results) ? 0 : 1;
}

int run(CommandLine& line) {
  if (line.list) return print_list(), 0;
  if (line.fmu.empty()) throw std::runtime_error("expected FILE.fmu or FOLDER; see reeve-conformance --help");
  if (!line.child.first.empty()) return make_check_here(line), 0;
  if (!line.record.empty())
    return conformance::record(conformance::Fmu(std::filesystem::u8path(line.fmu)), line.record), 0;
  return run_checks(line);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app(about, "reeve-conformance");
  CommandLine line;
  declare(app, line);
  try {
    app.parse(argc, argv);
    return run(line);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : 2;
  } catch (const std::exception& e) {
    std::cerr << "reeve-conformance: " << e.what() << '\n';
    return 2;
  }
}
