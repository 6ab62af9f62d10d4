#include "environment.hpp"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <set>

#include "allocation.hpp"
#include "description.hpp"
#include "text.hpp"

namespace conformance {

namespace {

std::mutex guard;
std::set<void*> live;
std::vector<std::string> stray_calls;

}  // namespace

Environment::Environment(const Description& description, std::string instance_name)
    : instance_name_(std::move(instance_name)), categories_(description.log_categories), version_(description.version) {
  const std::lock_guard lock(guard);
  live.insert(this);
}

Environment::~Environment() {
  const std::lock_guard lock(guard);
  live.erase(this);
}

Environment* Environment::find(void* pointer, const char* callback) {
  const std::lock_guard lock(guard);
  if (live.contains(pointer)) return static_cast<Environment*>(pointer);
  stray_calls.push_back(text(callback, " was called with an environment pointer that was never given to the FMU"));
  return nullptr;
}

const std::vector<std::string>& Environment::strays() { return stray_calls; }

std::string Environment::log() const {
  std::string out;
  for (const auto& message : messages) out += (out.empty() ? "" : " | ") + message.text;
  return out.empty() ? "(no message)" : out;
}

bool Environment::mentions(const std::string& part) const {
  return std::any_of(messages.begin(), messages.end(),
                     [&](const Message& m) { return m.text.find(part) != std::string::npos; });
}

bool Environment::has(Status status) const {
  return std::any_of(messages.begin(), messages.end(), [&](const Message& m) { return m.status == status; });
}

void Environment::add(Status status, const char* category, const char* message) {
  if (!message) objections.push_back("a message is NULL");
  const bool declared = category && std::find(categories_.begin(), categories_.end(), category) != categories_.end();
  if (!declared && categories_.empty() && version_ == 3 && category)
    objections.push_back(
        text("category ", in_quotes(category), " although the description declares none: expected NULL"));
  if (!declared && !categories_.empty())
    objections.push_back(
        text("category ", category ? in_quotes(category) : "NULL", " is not declared in the description"));
  if (static_cast<unsigned>(status) > static_cast<unsigned>(Status::pending))
    objections.push_back(text("status ", static_cast<int>(status), " does not exist"));
  if (message && std::strlen(message) > 0 && message[std::strlen(message) - 1] == '\n')
    objections.push_back(text("message ends with a line break: ", in_quotes(message)));
  messages.push_back({status, category ? category : "", message ? message : ""});
}

void Environment::log_2(fmi2ComponentEnvironment pointer, fmi2String instance_name, fmi2Status status,
                        fmi2String category, fmi2String format, ...) {
  const AllocationPause pause;
  auto* self = find(pointer, "the logger");
  if (!self) return;
  if (!instance_name || self->instance_name_ != instance_name)
    self->objections.push_back(text("instance name ", instance_name ? in_quotes(instance_name) : "NULL", ": expected ",
                                    in_quotes(self->instance_name_)));
  if (format && std::strstr(format, "%n")) {  // never a format of the FMU: text of ours that it did not escape
    self->objections.push_back(text("text of the importer is used as a printf format: ", in_quotes(format)));
    return self->add(static_cast<Status>(status), category, format);
  }
  char line[8192];
  va_list arguments;
  va_start(arguments, format);
  if (format) std::vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  self->add(static_cast<Status>(status), category, format ? line : nullptr);
}

void Environment::log_3(fmi3InstanceEnvironment pointer, fmi3Status status, fmi3String category, fmi3String message) {
  const AllocationPause pause;
  if (auto* self = find(pointer, "the logger")) self->add(static_cast<Status>(status), category, message);
}

void Environment::intermediate_update(fmi3InstanceEnvironment pointer, fmi3Float64 time, fmi3Boolean set_requested,
                                      fmi3Boolean get_allowed, fmi3Boolean step_finished, fmi3Boolean can_return_early,
                                      fmi3Boolean* early_return_requested, fmi3Float64* early_return_time) {
  const AllocationPause pause;
  auto* self = find(pointer, "the intermediate update callback");
  IntermediateUpdate update{time, set_requested, get_allowed, step_finished, can_return_early, false, time};
  if (self && self->on_intermediate_update) self->on_intermediate_update(update);
  if (self && !(early_return_requested && early_return_time))
    self->objections.push_back("an output argument of the intermediate update callback is NULL");
  if (early_return_requested) *early_return_requested = update.return_early;
  if (early_return_time) *early_return_time = update.return_time;
}

}  // namespace conformance
