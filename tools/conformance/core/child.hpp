#pragma once

/// One check in a process of its own.

#include <chrono>
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
  struct End {
    bool late = false;   ///< its time was up, and it was ended
    std::string death;   ///< what killed it; empty: it ended by itself
    long exit_code = 0;  ///< if it ended by itself
  };
  End wait_for_end();
  double elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count(); }
  Outcome outcome_left() const;
  std::string printed() const;
  std::filesystem::path root() const { return folder_.path().parent_path(); }

  TemporaryFolder folder_{"cwd"};  ///< working folder of the process; its standard output and error go beside it
  std::intptr_t process_ = 0;      ///< what the system knows it by; 0: it has ended
  double limit_;                   ///< seconds
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

}  // namespace conformance
