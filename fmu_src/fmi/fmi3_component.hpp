#pragma once
/// What a fmi3Instance points at, and the guard every FMI 3.0 function passes through.
#include <fmi3Functions.h>

#include <memory>

#include "fmi/c_boundary.hpp"

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

}  // namespace reeve::fmi
