#include "report.hpp"

#include <algorithm>

namespace conformance {

namespace {

std::size_t count(const std::vector<Result>& results, Verdict verdict) {
  return static_cast<std::size_t>(
      std::count_if(results.begin(), results.end(), [&](const Result& r) { return r.outcome.verdict == verdict; }));
}

std::string escaped(const std::string& s) {
  constexpr char hex[] = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : s) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      (out += '\\') += c;
    else if (byte < 0x20)
      (out += "\\u00") += {hex[byte >> 4], hex[byte & 15]};
    else
      out += c;
  }
  return out + '"';
}

const char* word(Verdict verdict) {
  return verdict == Verdict::pass ? "pass" : verdict == Verdict::fail ? "fail" : "not applicable";
}

}  // namespace

std::string line(const Result& result, bool verbose) {
  const auto& [verdict, message, seconds] = result.outcome;
  const bool failed = verdict == Verdict::fail;
  std::string out = verdict == Verdict::pass ? "ok   " : failed ? "FAIL " : "n/a  ";
  out += text(result.check->id, "  ", result.check->property);
  if (!message.empty() && verdict != Verdict::pass) out += ": " + message;
  if (!message.empty() && verdict == Verdict::pass) out += " (" + message + ")";
  if (verbose) out += text("  [", static_cast<long>(seconds * 1000), " ms]");
  return out;
}

std::string summary(const std::vector<Result>& results) {
  return text(count(results, Verdict::pass), " passed, ", count(results, Verdict::fail), " failed, ",
              count(results, Verdict::not_applicable), " not applicable");
}

bool all_good(const std::vector<Result>& results) { return count(results, Verdict::fail) == 0; }

std::string json(const std::filesystem::path& fmu_file, const std::vector<Result>& results) {
  std::string out = text("{\n  \"fmu\": ", escaped(fmu_file.filename().string()), ",\n  \"checks\": [");
  const char* separator = "\n";
  for (const auto& r : results) {
    out += text(separator, "    {\"id\": ", escaped(r.check->id), ", \"property\": ", escaped(r.check->property),
                ", \"verdict\": ", escaped(word(r.outcome.verdict)), ", \"message\": ", escaped(r.outcome.message),
                ", \"seconds\": ", r.outcome.seconds, "}");
    separator = ",\n";
  }
  return out + text("\n  ],\n  \"passed\": ", count(results, Verdict::pass),
                    ",\n  \"failed\": ", count(results, Verdict::fail),
                    ",\n  \"not_applicable\": ", count(results, Verdict::not_applicable), "\n}\n");
}

}  // namespace conformance
