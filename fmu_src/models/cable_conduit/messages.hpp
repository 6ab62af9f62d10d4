#pragma once
/// What a step of the cable has to say.
#include <vector>

#include "integration/step_hooks.hpp"
#include "models/cable_conduit/values.hpp"

namespace reeve::models::cable_conduit {

/// At the first step: what somebody set but the mode ignores is probably meant otherwise.
void warn_of_ignored(const Values<double>& u, bool has_mass, integration::StepHooks& hooks);
void warn_of_runaway(double t, const Values<double>& u, integration::StepHooks& hooks);
/// True if there was something to say.
bool warn_of_strain(double t, const Values<double>& u, const std::vector<double>& tension,
                    integration::StepHooks& hooks);

}  // namespace reeve::models::cable_conduit
