#pragma once

namespace reeve::models::friction_block {

/// The interface never changes its size: nothing to describe.
struct Structure {};

}  // namespace reeve::models::friction_block
