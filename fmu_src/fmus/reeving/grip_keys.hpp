#pragma once
/// How a description speaks of friction between a rope and a wheel: directly, or by the groove's cross-section.
#include "description/keys.hpp"

namespace reeve::fmus {

/// Declares wrap, friction, mu and groove of a wheel; angles are in degrees, as people write them.
/// `wrap` [rad] and `friction` get their values once the wheel's table is read.
void grip_keys(double& wrap, double& friction, description::Keys& keys);

/// Those of its keys.
inline constexpr const char* kGripKeys[] = {"wrap", "friction", "mu", "groove"};

}  // namespace reeve::fmus
