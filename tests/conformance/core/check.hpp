#pragma once

/// A check is a sentence that is true of a good FMU, and a function that finds out whether it is true of this one.

#include <string>
#include <vector>

namespace conformance {

class Fmu;

/// `fmi`: follows from the standard or from what importers need. `house`: a rule of this project beyond the standard;
/// it is applied to FMUs that carry resources/description.toml, and to others only on request.
enum class Scope { fmi, house };

struct Check {
  std::string id;        ///< stable: P.. pitfalls, X.. description and archive, B.. behaviour
  std::string property;  ///< the sentence
  void (*body)(const Fmu&) = nullptr;
  Scope scope = Scope::fmi;
  bool thread_sanitizer = false;  ///< also worth running when compiled with -fsanitize=thread
  double patience = 1;            ///< multiplies the time limit
};

class Registry {
 public:
  Check& add(std::string id, std::string property, void (*body)(const Fmu&), Scope scope = Scope::fmi);
  const std::vector<Check>& all() const { return checks_; }

 private:
  std::vector<Check> checks_;
};

/// Every check there is, ordered by id.
const std::vector<Check>& all_checks();

}  // namespace conformance
