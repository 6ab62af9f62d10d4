#include "child.hpp"

#include <fstream>
#include <iterator>

#include "sanitizer.hpp"
#include "text.hpp"

#if defined(CONFORMANCE_ADDRESS_SANITIZER)
#include <sanitizer/lsan_interface.h>
#endif

namespace conformance {

namespace {

std::string read_file(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

Outcome judge(const Check& check, const Fmu& fmu) {
  try {
    check.body(fmu);
    return {Verdict::pass, take_remark(), 0};
  } catch (const NotApplicable& e) {
    return {Verdict::not_applicable, e.what(), 0};
  } catch (const std::exception& e) {
    return {Verdict::fail, e.what(), 0};
  } catch (...) {
    return {Verdict::fail, "an exception that is no std::exception reached the importer", 0};
  }
}

}  // namespace

bool found_leaks() {
#if defined(CONFORMANCE_ADDRESS_SANITIZER)
  return __lsan_do_recoverable_leak_check() != 0;
#else
  return false;
#endif
}

/// The outcome goes through a file, which also tells an ordinary end from a call of exit().
void Child::make_check(const Check& check, const Fmu& fmu, const std::filesystem::path& root) {
  auto outcome = judge(check, fmu);
  if (outcome.verdict == Verdict::pass && found_leaks()) outcome = {Verdict::fail, "memory was leaked", 0};
  std::ofstream(root / "outcome", std::ios::binary) << static_cast<int>(outcome.verdict) << outcome.message;
}

std::string Child::printed() const {
  auto text = read_file(root() / "printed");
  if (const auto report = text.find("ERROR: "); report != std::string::npos) text = text.substr(report);
  if (const auto report = text.find("runtime error: "); report != std::string::npos) text = text.substr(report);
  for (auto& c : text)
    if (c == '\n') c = ' ';
  constexpr std::size_t enough = 600;
  return text.empty() ? "" : " [" + text.substr(0, enough) + "]";
}

Outcome Child::wait() {
  const auto end = wait_for_end();
  process_ = 0;
  const auto failed = [&](const std::string& why) { return Outcome{Verdict::fail, why, elapsed()}; };
  if (end.late) return failed(text("no end after ", limit_, " s"));
  if (!end.death.empty()) return failed(text("the FMU died of ", end.death, printed()));
  if (end.exit_code != 0) return failed(text("the process ended with exit code ", end.exit_code, printed()));
  return outcome_left();
}

Outcome Child::outcome_left() const {
  const auto written = read_file(root() / "outcome");
  if (written.empty()) return {Verdict::fail, "the process ended without an outcome" + printed(), elapsed()};
  const auto verdict = static_cast<Verdict>(written[0] - '0');
  const bool leaked = verdict == Verdict::fail && written.substr(1) == "memory was leaked";
  return {verdict, written.substr(1) + (leaked ? printed() : ""), elapsed()};
}

}  // namespace conformance
