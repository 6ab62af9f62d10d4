#pragma once
/// The variables of a rope on pulleys.
#include "fmus/declaration.hpp"
#include "models/rope_pulley/rope_pulley.hpp"

namespace reeve::fmus {

void declare_rope_pulley(Declaration<models::RopePulley>& declaration, const models::RopePulley& model);

}  // namespace reeve::fmus
