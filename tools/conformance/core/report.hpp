#pragma once

/// Results as lines of text and as JSON.

#include <filesystem>
#include <string>
#include <vector>

#include "runner.hpp"

namespace conformance {

/// "P12  <property>  [<severity>; <clause>]"
std::string line(const Check& check);
/// "ok   P12  <property>", "FAIL P12  <property>: <message>  [<severity>; <clause>]" or "n/a  P12  <property>: <reason>".
std::string line(const Result& result, bool verbose);
/// "N passed, N failed, N not applicable"
std::string summary(const std::vector<Result>& results);
bool all_good(const std::vector<Result>& results);
std::string json(const std::filesystem::path& fmu_file, const std::vector<Result>& results);

}  // namespace conformance
