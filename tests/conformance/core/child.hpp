#pragma once

/// One check in a process of its own.

#include <sys/types.h>

#include "archive.hpp"
#include "check.hpp"
#include "outcome.hpp"

namespace conformance {

class Child {
 public:
  /// Starts at once. After `limit` seconds the process is ended and the check has failed.
  Child(const Check& check, const Fmu& fmu, double limit);
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child();

  Outcome wait();

 private:
  [[noreturn]] void run(const Check& check, const Fmu& fmu) const;
  std::string printed() const;

  TemporaryFolder folder_{"cwd"};  ///< working folder of the process; its standard output and error go beside it
  pid_t pid_ = 0;
  double limit_, started_;
};

}  // namespace conformance
