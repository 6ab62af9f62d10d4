/// The command line of the conformance checks.

#include <algorithm>
#include <fstream>
#include <iostream>
#include <sstream>
#include <thread>

#include "core/child.hpp"
#include "core/fmu.hpp"
#include "core/record.hpp"
#include "core/report.hpp"
#include "core/runner.hpp"

namespace {

constexpr const char* help = R"(Usage: reeve-conformance FILE.fmu|FOLDER [options]
       reeve-conformance FILE.fmu|FOLDER --record FILE.csv
       reeve-conformance --list

Loads a co-simulation FMU (FMI 2.0 or 3.0) and checks how it behaves: description and archive (X..), the pitfalls
that break FMUs in the wild (P..), and every call in every state (B..). Each check has a process of its own, so a
crash or a hang is one failed check. House rules, which go beyond the standard, are applied to FMUs that carry
resources/description.toml. An unpacked FMU is given as its FOLDER.

  --record FILE.csv  check nothing: run the default experiment, with inputs that swing by a tenth of their size, and write
                     the outputs at every step with all digits
  --list             print the checks and their properties
  --only ID[,ID...]  run these checks only
  --house            apply house rules to any FMU
  --jobs N           run N checks at a time (default 1)
  --time-limit S     seconds for one check (default 60)
  --json FILE        write the results as JSON
  --verbose          show how long each check took
  --help             print this

Prints one line a check: "ok", "FAIL" with what was found and what was expected, or "n/a" with the reason.
Exit code: 0 all good, 1 a check failed, 2 the FMU or the command line cannot be used.
)";

struct CommandLine {
  std::string fmu, json, record;
  std::vector<std::string> child;  ///< id of a check and folder for its outcome: see Child
  bool list = false, help = false, verbose = false;
  conformance::RunOptions run;
};

std::vector<std::string> split(const std::string& list) {
  std::istringstream in(list);
  std::vector<std::string> out;
  for (std::string word; std::getline(in, word, ',');)
    if (!word.empty()) out.push_back(word);
  return out;
}

CommandLine parse(const std::vector<std::string>& words) {
  CommandLine out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto& word = words[i];
    const auto next = [&]() -> const std::string& {
      if (i + 1 >= words.size()) throw std::runtime_error(word + " needs a value");
      return words[++i];
    };
    const auto number = [&] {
      const auto& value = next();
      try {
        return std::stod(value);
      } catch (const std::exception&) {
        throw std::runtime_error(word + ": " + value + " is no number");
      }
    };
    if (word == "--list")
      out.list = true;
    else if (word == "--help" || word == "-h")
      out.help = true;
    else if (word == "--verbose")
      out.verbose = true;
    else if (word == "--house")
      out.run.house_rules = true;
    else if (word == "--only")
      out.run.only = split(next());
    else if (word == "--json")
      out.json = next();
    else if (word == "--record")
      out.record = next();
    else if (word == "--child")
      out.child = {next(), next()};
    else if (word == "--jobs")
      out.run.jobs = static_cast<int>(number());
    else if (word == "--time-limit")
      out.run.time_limit = number();
    else if (word.starts_with("-"))
      throw std::runtime_error("unknown option " + word);
    else if (out.fmu.empty())
      out.fmu = word;
    else
      throw std::runtime_error("more than one file: " + out.fmu + ", " + word);
  }
  return out;
}

void print_list() {
  for (const auto& check : conformance::all_checks())
    std::cout << check.id << "  " << check.property
              << (check.scope == conformance::Scope::house ? "  [house rule]" : "") << '\n';
}

void make_check_here(const CommandLine& line) {
  const auto& all = conformance::all_checks();
  const auto check = std::find_if(all.begin(), all.end(), [&](const auto& c) { return c.id == line.child[0]; });
  if (check == all.end()) throw std::runtime_error("there is no check " + line.child[0]);
  conformance::Child::make_check(*check, conformance::Fmu(line.fmu, line.run.house_rules), line.child[1]);
}

int run(CommandLine line) {
  line.run.on_result = [&](const conformance::Result& result) {
    std::cout << conformance::line(result, line.verbose) << std::endl;
  };
  const auto results = conformance::run_checks(line.fmu, line.run);
  std::cout << conformance::summary(results) << std::endl;
  if (!line.json.empty() && !(std::ofstream(line.json) << conformance::json(line.fmu, results)))
    throw std::runtime_error("cannot write " + line.json);
  return conformance::all_good(results) ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) try {
  const auto line = parse({argv + 1, argv + argc});
  if (line.help) return std::cout << help, 0;
  if (line.list) return print_list(), 0;
  if (line.fmu.empty()) return std::cerr << help, 2;
  if (!line.child.empty()) return make_check_here(line), 0;
  if (!line.record.empty()) return conformance::record(conformance::Fmu(std::filesystem::u8path(line.fmu)), line.record), 0;
  return run(line);
} catch (const std::exception& e) {
  std::cerr << "reeve-conformance: " << e.what() << '\n';
  return 2;
}
