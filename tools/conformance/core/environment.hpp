#pragma once

/// The importer's side of the callbacks: keeps the messages of an instance and everything that a careful importer
/// would object to in the way they were sent. Its address is the environment pointer given to the FMU.

#include <fmi2FunctionTypes.h>
#include <fmi2TypesPlatform.h>
#include <fmi3FunctionTypes.h>
#include <fmi3PlatformTypes.h>

#include <functional>
#include <string>
#include <vector>

#include "status.hpp"

namespace conformance {

struct Description;

struct Message {
  Status status = Status::ok;
  std::string category, text;
};

/// One call of the intermediate update callback of FMI 3.0; the handler may ask for an early return.
struct IntermediateUpdate {
  double time = 0;
  bool set_requested = false, get_allowed = false, step_finished = false, can_return_early = false;
  bool return_early = false;
  double return_time = 0;
};

class Environment {
 public:
  Environment(const Description& description, std::string instance_name);
  ~Environment();
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

  std::vector<Message> messages;
  std::vector<std::string> objections;  ///< undeclared category, wrong name, null text, unsafe format ...
  std::function<void(IntermediateUpdate&)> on_intermediate_update;

  /// All texts in one line, for reports and searches.
  std::string log() const;
  bool mentions(const std::string& part) const;
  bool has(Status status) const;
  void clear() { messages.clear(); }

  /// Calls that came with a pointer which is no environment (of this process).
  static const std::vector<std::string>& strays();

  // the functions the FMU calls
  static void log_2(fmi2ComponentEnvironment environment, fmi2String instance_name, fmi2Status status,
                    fmi2String category, fmi2String format, ...);
  static void log_3(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category, fmi3String message);
  static void intermediate_update(fmi3InstanceEnvironment environment, fmi3Float64 time, fmi3Boolean set_requested,
                                  fmi3Boolean get_allowed, fmi3Boolean step_finished, fmi3Boolean can_return_early,
                                  fmi3Boolean* early_return_requested, fmi3Float64* early_return_time);

 private:
  static Environment* find(void* pointer, const char* callback);
  void add(Status status, const char* category, const char* message);

  std::string instance_name_;
  std::vector<std::string> categories_;
  int version_;
};

}  // namespace conformance
