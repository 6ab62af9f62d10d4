#pragma once
/// A picture of a reeving, drawn from its description alone: heights to scale, everything sideways as the rope is laid.
#include <string>

#include "models/reeving/structure.hpp"

namespace reeve::fmus {

/// SVG in the colour of its surroundings (currentColor). Parts that move carry data attributes, for animations:
///   svg      data-scale                        pixels per metre
///   g.body   data-name, data-height            everything below moves with the body `data-on`
///   g.wheel  data-name, data-on
///   line.span data-rope, data-span, data-from-body, data-to-body
std::string draw(const models::reeving::Structure& structure);

}  // namespace reeve::fmus
