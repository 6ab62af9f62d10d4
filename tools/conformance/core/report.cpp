#include "report.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace conformance {

namespace {

std::size_t count(const std::vector<Result>& results, Verdict verdict) {
  return static_cast<std::size_t>(
      std::count_if(results.begin(), results.end(), [&](const Result& r) { return r.outcome.verdict == verdict; }));
}

const char* word(Verdict verdict) {
  return verdict == Verdict::pass ? "pass" : verdict == Verdict::fail ? "fail" : "not applicable";
}

std::string basis(const Check& check) { return text("  [", name(check.severity), "; ", check.clause, ']'); }

}  // namespace

std::string line(const Check& check) { return text(check.id, "  ", check.property, basis(check)); }

std::string line(const Result& result, bool verbose) {
  const auto& [verdict, message, seconds] = result.outcome;
  const bool failed = verdict == Verdict::fail;
  std::string out = verdict == Verdict::pass ? "ok   " : failed ? "FAIL " : "n/a  ";
  out += text(result.check->id, "  ", result.check->property);
  if (!message.empty() && verdict != Verdict::pass) out += ": " + message;
  if (!message.empty() && verdict == Verdict::pass) out += " (" + message + ")";
  if (failed) out += basis(*result.check);
  if (verbose) out += text("  [", static_cast<long>(seconds * 1000), " ms]");
  return out;
}

std::string summary(const std::vector<Result>& results) {
  return text(count(results, Verdict::pass), " passed, ", count(results, Verdict::fail), " failed, ",
              count(results, Verdict::not_applicable), " not applicable");
}

bool all_good(const std::vector<Result>& results) { return count(results, Verdict::fail) == 0; }

std::string json(const std::filesystem::path& fmu_file, const std::vector<Result>& results) {
  nlohmann::ordered_json checks = nlohmann::json::array();
  for (const auto& [check, outcome] : results)
    checks.push_back({{"id", check->id},
                      {"property", check->property},
                      {"severity", name(check->severity)},
                      {"clause", check->clause},
                      {"verdict", word(outcome.verdict)},
                      {"message", outcome.message},
                      {"seconds", outcome.seconds}});
  const nlohmann::ordered_json all{{"fmu", fmu_file.filename().string()},
                                   {"checks", checks},
                                   {"passed", count(results, Verdict::pass)},
                                   {"failed", count(results, Verdict::fail)},
                                   {"not_applicable", count(results, Verdict::not_applicable)}};
  constexpr auto broken_text = nlohmann::json::error_handler_t::replace;  // an FMU may log anything
  return all.dump(2, ' ', false, broken_text) + '\n';
}

}  // namespace conformance
