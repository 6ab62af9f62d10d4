#pragma once
/// A building that sways: a point at height z is displaced by p(z) (a_1, a_2, 0), p = (z/H)^exponent above the ground.   (T-SPA.20)
#include <cmath>

#include "mechanics/bodies/frame.hpp"

namespace reeve::mechanics {

/// The motion of its top, along the two horizontal axes.
template <class S>
struct Sway {
  Vec3<S> a{Vec3<S>::Zero()}, rate{Vec3<S>::Zero()}, acceleration{Vec3<S>::Zero()};  ///< [m] [m/s] [m/s2]
};

template <class S>
struct SwayShape {
  S height{1.0};    ///< of the building [m]
  S exponent{1.5};  ///< at least 1

  struct At {
    S value{0.0}, slope{0.0}, curvature{0.0};
  };
  At at(const S& z) const {
    using std::exp;
    using std::log;
    if (!(math::value(z) > 0)) return {};
    const S value = exp(exponent * log(z / height)), slope = exponent * value / z;
    return {value, slope, S((exponent - 1.0) * slope / z)};
  }
};

/// A point that belongs to the building.
template <class S>
PointMotion<S> building_point(const SwayShape<S>& shape, const Sway<S>& sway, const Vec3<S>& r) {
  const S p = shape.at(r[2]).value;
  const Vec3<S> v = sway.rate * p;
  return {r + sway.a * p, v, sway.acceleration * p, v};
}

/// A body that guide rails hold, at the height z of their undeformed line: it follows the sway of the height where it is.
template <class S>
void sway_guided(const SwayShape<S>& shape, const Sway<S>& sway, const S& z, const S& zd, Frame<S>& frame) {
  const auto p = shape.at(z);
  frame.r += sway.a * p.value;
  frame.v += sway.rate * p.value + sway.a * S(p.slope * zd);
  frame.given += sway.rate * p.value;
  frame.a += sway.acceleration * p.value + sway.rate * S(2.0 * p.slope * zd) + sway.a * S(p.curvature * zd * zd);
  for (int j = 0; j < frame.columns; ++j) frame.along[j] += sway.a * S(p.slope * frame.along[j][2]);
}

}  // namespace reeve::mechanics
