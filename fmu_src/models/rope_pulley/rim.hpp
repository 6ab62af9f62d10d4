#pragma once
/// Angles on a pulley's rim.
#include <cmath>

#include "math/dual.hpp"
#include "mechanics/contact/pulley_contact.hpp"

namespace reeve::models::rope_pulley {

/// Clockwise from the leftmost point of a pulley, within half a turn of the middle of the arc.
template <class S>
S rim_angle(const mechanics::Pulley<S>& pulley, double middle, const S& x, const S& y) {
  using std::atan2;
  const S ax = x - pulley.x, ay = y - pulley.y;
  const double c = std::cos(middle), s = std::sin(middle);
  return middle + atan2(S(s * ax + c * ay), S(s * ay - c * ax));
}

}  // namespace reeve::models::rope_pulley
