#pragma once

/// Runs checks, each in a process of its own, so that an FMU which crashes or hangs costs one check and not the run.

#include <filesystem>
#include <functional>
#include <vector>

#include "check.hpp"
#include "outcome.hpp"

namespace conformance {

struct Result {
  const Check* check = nullptr;
  Outcome outcome;
};

struct RunOptions {
  std::vector<std::string> only;  ///< ids; empty: all
  int jobs = 1;
  double time_limit = 60;                        ///< seconds for one check
  bool house_rules = false;                      ///< apply house rules also to FMUs of others
  std::function<void(const Result&)> on_result;  ///< called in the order of the checks
};

/// Results in the order of the checks. If the library cannot be loaded, one check says so in place of all that load it.
/// Throws std::runtime_error if the file is no FMU with co-simulation, or if an id
/// in `only` does not exist.
std::vector<Result> run_checks(const std::filesystem::path& fmu_file, const RunOptions& options = {});

}  // namespace conformance
