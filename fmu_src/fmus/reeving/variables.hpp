#pragma once
/// The variables of a reeving: their names follow from the names in the description.
#include "fmus/declaration.hpp"
#include "models/reeving/reeving.hpp"

namespace reeve::fmus {

void declare_reeving(Declaration<models::Reeving>& d, const models::Reeving& reeving);

}  // namespace reeve::fmus
