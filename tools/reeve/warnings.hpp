#pragma once
/// What a model says while it steps, on standard error.
#include <cstdio>
#include <string>

#include "integration/step_hooks.hpp"

namespace reeve::cli {

class Warnings final : public integration::StepHooks {
 public:
  using StepHooks::StepHooks;
  void warn(const std::string& message) override { std::fprintf(stderr, "warning: %s\n", message.c_str()); }
};

}  // namespace reeve::cli
