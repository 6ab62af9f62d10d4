#pragma once

/// How a check ends. The body of a check returns when the property holds, calls fail() when it does not, and
/// not_applicable() when the FMU does not claim what the check is about. Values are never lost: every message names
/// the variable, what was found and what was expected.

#include <stdexcept>
#include <string>
#include <vector>

#include "text.hpp"

namespace conformance {

enum class Verdict { pass, fail, not_applicable };

/// What one check found out about one FMU.
struct Outcome {
  Verdict verdict = Verdict::pass;
  std::string message;  ///< why it failed or does not apply; a remark (may be empty) when it passed
  double seconds = 0;
};

struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct NotApplicable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <class... Parts>
[[noreturn]] void fail(const Parts&... parts) {
  throw Failure(text(parts...));
}

template <class... Parts>
[[noreturn]] void not_applicable(const Parts&... parts) {
  throw NotApplicable(text(parts...));
}

/// `holds` is anything that can be tested: a comparison, a pointer.
template <class Condition, class... Parts>
void expect(const Condition& holds, const Parts&... parts) {
  if (!holds) fail(parts...);
}

/// A sentence shown beside a passed check, e.g. the version of glibc that is needed. Each check has its own process.
void remark(std::string sentence);
std::string take_remark();

/// Collects what is wrong with many things, so that one run shows all of it.
class Findings {
 public:
  template <class... Parts>
  void add(const Parts&... parts) {
    all_.push_back(text(parts...));
  }
  template <class Condition, class... Parts>
  void require(const Condition& holds, const Parts&... parts) {
    if (!holds) add(parts...);
  }
  bool none() const { return all_.empty(); }
  /// Fails with the first few and the number of the others.
  void expect_none() const;

 private:
  std::vector<std::string> all_;
};

}  // namespace conformance
