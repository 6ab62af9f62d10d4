#include "access_support.hpp"

namespace conformance {

std::unique_ptr<Instance> initializing(const LoadedFmu& loaded) {
  auto instance = loaded.instantiate();
  const auto status = instance->enter_initialization({loaded.fmu().start(), {}, {}});
  expect(good(status), "entering initialisation returned ", name(status), ": ", instance->environment().log());
  return instance;
}

const Variable* settable(const Description& d, Type type) {
  for (const auto& v : d.variables)
    if (v.type == type && (v.is_parameter() || v.is_input()) && !v.start_values.empty() && !v.is_array() && !v.clocked)
      return &v;
  return nullptr;
}

}  // namespace conformance
