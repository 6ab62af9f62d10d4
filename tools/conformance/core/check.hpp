#pragma once

/// A check is a sentence that is true of a good FMU, and a function that finds out whether it is true of this one.

#include <string>
#include <vector>

namespace conformance {

class Fmu;

/// How bad it is if the property does not hold. `error`: violates the standard or breaks importers. `warning`: legal, but
/// risky. `house`: breaks a rule of this project beyond the standard; such a check is applied to FMUs that carry
/// resources/description.toml, and to others only on request.
enum class Severity { error, warning, house };
const char* name(Severity severity);

struct Check {
  std::string id;        ///< stable: P.. pitfalls, X.. description and archive, B.. behaviour
  std::string property;  ///< the sentence
  void (*body)(const Fmu&) = nullptr;
  Severity severity = Severity::error;
  std::string clause;             ///< of the standard, "house rule", or whose practice asks for the property
  bool loads = true;              ///< loads the library, rather than only looking at files
  bool thread_sanitizer = false;  ///< also worth running when compiled with -fsanitize=thread
  double patience = 1;            ///< multiplies the time limit
};

/// Id of the check without which those that load the library are pointless.
inline constexpr const char* loading_check = "B100";

class Registry {
 public:
  Check& add(std::string id, std::string property, void (*body)(const Fmu&), Severity severity, std::string clause);
  /// The checks added from now on only look at files, or do more than that.
  void only_files(bool yes) { only_files_ = yes; }
  const std::vector<Check>& all() const { return checks_; }

 private:
  std::vector<Check> checks_;
  bool only_files_ = false;
};

/// Every check there is, ordered by id.
const std::vector<Check>& all_checks();
/// Throws std::runtime_error if there is none of that name.
const Check& check_named(const std::string& id);

}  // namespace conformance
