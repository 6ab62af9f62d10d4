#pragma once
/// A reeving's structure from its description.
#include "fmus/header.hpp"
#include "models/reeving/structure.hpp"

namespace reeve::fmus {

/// Every key of a reeving's description.
void reeving_keys(Described<models::reeving::Structure>& described, description::Keys& keys);

/// Throws DescriptionError with key and line for what is missing, unknown, of the wrong type or out of range.
models::reeving::Structure read_structure(const description::Reader& description);

/// The line of the item in front of a StructureError's message.
description::DescriptionError at_its_line(const description::Reader& description,
                                          const models::reeving::StructureError& error);

}  // namespace reeve::fmus
