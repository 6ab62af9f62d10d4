#include "runner.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "child.hpp"
#include "fmu.hpp"
#include "sanitizer.hpp"

namespace conformance {

namespace {

std::vector<const Check*> select(const std::vector<std::string>& only) {
  for (const auto& id : only) check_named(id);
  std::vector<const Check*> selected;
  for (const auto& check : all_checks())
    if (only.empty() || std::find(only.begin(), only.end(), check.id) != only.end()) selected.push_back(&check);
  return selected;
}

/// The checks that are left when the library cannot be loaded: the one that says so stands for all that load it.
std::vector<const Check*> without_library(const std::vector<const Check*>& selected) {
  std::vector<const Check*> left;
  const auto loads = [](const Check* c) { return c->loads; };
  if (std::any_of(selected.begin(), selected.end(), loads)) left.push_back(&check_named(loading_check));
  std::remove_copy_if(selected.begin(), selected.end(), std::back_inserter(left), loads);
  return left;
}

/// Why a check is not even tried, if so.
std::optional<std::string> excuse(const Check& check, const Fmu& fmu) {
  if (check.id == loading_check) return std::nullopt;
  if (check.severity == Severity::house && !fmu.house())
    return "a house rule; the FMU has no resources/description.toml (--house applies it anyway)";
  if (with_thread_sanitizer && !check.thread_sanitizer) return "not run with the thread sanitizer";
  return std::nullopt;
}

}  // namespace

std::vector<Result> run_checks(const std::filesystem::path& fmu_file, const RunOptions& options) {
  auto selected = select(options.only);
  const Fmu fmu(fmu_file, options.house_rules);
  if (!fmu.description().has_co_simulation) throw std::runtime_error("the FMU offers no co-simulation interface");

  const auto limit = [&](const Check& c) { return options.time_limit * c.patience * (with_sanitizer ? 4 : 1); };
  const auto& loading = check_named(loading_check);
  if (Child(loading, fmu, limit(loading)).wait().verdict == Verdict::fail) selected = without_library(selected);

  std::vector<Result> results;
  for (const auto* check : selected) results.push_back({check, {}});
  std::vector<std::unique_ptr<Child>> children(results.size());

  std::size_t started = 0;
  for (std::size_t done = 0; done < results.size(); ++done) {
    const auto ahead = done + static_cast<std::size_t>(std::max(options.jobs, 1));
    for (; started < std::min(ahead, results.size()); ++started) {
      const auto& check = *results[started].check;
      if (const auto reason = excuse(check, fmu))
        results[started].outcome = {Verdict::not_applicable, *reason, 0};
      else
        children[started] = std::make_unique<Child>(check, fmu, limit(check));
    }
    if (children[done]) results[done].outcome = children[done]->wait();
    if (options.on_result) options.on_result(results[done]);
  }
  return results;
}

}  // namespace conformance
