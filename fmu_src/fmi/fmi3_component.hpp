#pragma once
/// What a fmi3Instance points at, and the guard every FMI 3.0 function passes through.
#include <fmi3Functions.h>

#include <memory>

#include "fmi/c_boundary.hpp"
#include "fmi/instantiate.hpp"

namespace reeve::fmi {

struct Fmi3Component {
  std::unique_ptr<Instance> instance;
  fmi3InstanceEnvironment environment{};
  fmi3IntermediateUpdateCallback intermediate_update{};
  bool early_return_allowed{};
};

inline fmi3Status to_fmi3(Status status) {
  return status == Status::ok ? fmi3OK : status == Status::discard ? fmi3Discard : fmi3Error;
}

template <class Body>
fmi3Status guarded(fmi3Instance c, Call call, const char* function, Body&& body) noexcept {
  if (!c) return fmi3Error;
  Instance& instance = *static_cast<Fmi3Component*>(c)->instance;
  return to_fmi3(instance.guarded(call, function, [&] { body(instance); }));
}

/// What an importer passes whichever interface it wants, and how it hears from its instance.
struct Fmi3Request {
  fmi3String name, token, resources;
  const LifeCycle& life_cycle;
  fmi3InstanceEnvironment environment{};
  fmi3LogMessageCallback log_message{};
  bool logging{};

  Log::Sink sink() const {
    if (!log_message) return {};
    return [callback = log_message, where = environment](Level level, const char* category, const char* message) {
      constexpr fmi3Status kStatus[] = {fmi3OK, fmi3Warning, fmi3Discard, fmi3Error};
      callback(where, kStatus[static_cast<int>(level)], category, message);
    };
  }
};

/// An instance of either interface, or nullptr and a message; finish(component) may refuse as well.
template <class Finish>
fmi3Instance make_component(const Fmi3Request& request, const char* function, Finish&& finish) noexcept {
  const FloatingPointGuard floating_point;
  try {
    const Log log(request.sink(), request.logging);
    try {
      auto component = std::make_unique<Fmi3Component>();
      component->instance = instantiate({text_or_empty(request.name), text_or_empty(request.token),
                                         text_or_empty(request.resources), request.life_cycle, Addressing::arrays},
                                        log);
      finish(*component);
      return component.release();
    } catch (const std::exception& error) {
      const std::string message = std::string(function) + ": " + error.what();
      floating_point.in_host([&] { log.write(Level::error, message); });
    }
  } catch (...) {  // no memory even for a message
  }
  return nullptr;
}

}  // namespace reeve::fmi
