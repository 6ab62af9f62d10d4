#pragma once
/// A reeving's structure from its description.
#include "description/document.hpp"
#include "models/reeving/structure.hpp"

namespace reeve::fmus {

/// Throws DescriptionError with key and line for what is missing, unknown or of the wrong type.
models::reeving::Structure read_structure(const description::Reader& description);

/// The line of the item in front of a StructureError's message.
description::DescriptionError at_its_line(const description::Reader& description,
                                          const models::reeving::StructureError& error);

}  // namespace reeve::fmus
