#pragma once

/// One check in a process of its own.

#include <cstdint>

#include "check.hpp"
#include "outcome.hpp"
#include "temporary_folder.hpp"

namespace conformance {

class Child {
 public:
  /// Starts at once. After `limit` seconds the process is ended and the check has failed.
  Child(const Check& check, const Fmu& fmu, double limit);
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child();

  Outcome wait();

  /// In the new process: makes the check and leaves the outcome in the folder `root`.
  static void make_check(const Check& check, const Fmu& fmu, const std::filesystem::path& root);

 private:
  /// Waits for the end; ends the process itself when its time is up. Empty: it ended by itself and orderly.
  std::string wait_for_end();
  Outcome outcome_left(double seconds) const;
  std::string printed() const;
  std::filesystem::path root() const { return folder_.path().parent_path(); }

  TemporaryFolder folder_{"cwd"};  ///< working folder of the process; its standard output and error go beside it
  std::intptr_t process_ = 0;      ///< what the system knows it by; 0: it has ended
  double limit_, started_;
};

}  // namespace conformance
