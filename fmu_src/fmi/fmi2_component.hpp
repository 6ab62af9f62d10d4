#pragma once
/// What a fmi2Component points at, and the guard every FMI 2.0 function passes through.
#include <fmi2Functions.h>

#include <memory>

#include "fmi/c_boundary.hpp"

namespace reeve::fmi {

struct Fmi2Component {
  std::unique_ptr<Instance> instance;
};

inline fmi2Status to_fmi2(Status status) {
  return status == Status::ok ? fmi2OK : status == Status::discard ? fmi2Discard : fmi2Error;
}

template <class Body>
fmi2Status guarded(fmi2Component c, Call call, const char* function, Body&& body) noexcept {
  if (!c) return fmi2Error;
  Instance& instance = *static_cast<Fmi2Component*>(c)->instance;
  return to_fmi2(instance.guarded(call, function, [&] { body(instance); }));
}

}  // namespace reeve::fmi
