#pragma once
/// Rotations: about an axis, and by a quaternion that need not have length 1.
#include "math/vector3.hpp"

namespace reeve::mechanics {

using math::Mat3;
using math::Vec3;

/// By phi [rad] about the unit vector n: A = 1 + sin(phi) [n] + (1 - cos(phi)) [n]^2.
template <class S>
Mat3<S> rotation_about(const Vec3<S>& n, const S& phi) {
  using std::cos;
  using std::sin;
  Mat3<S> cross;
  cross << S(0.0), -n[2], n[1], n[2], S(0.0), -n[0], -n[1], n[0], S(0.0);
  return Mat3<S>::Identity() + cross * sin(phi) + cross * cross * S(1.0 - cos(phi));
}

/// p = scalar + vector; a multiple of p describes the same rotation.                                       (T-SPA.21)
template <class S>
struct Quaternion {
  S scalar{1.0};
  Vec3<S> vector{Vec3<S>::Zero()};

  S square() const { return scalar * scalar + vector.dot(vector); }
  Mat3<S> matrix() const {
    const Vec3<S>& v = vector;
    const S factor = 2.0 / square();
    Mat3<S> A;
    A << v[1] * v[1] + v[2] * v[2], v[2] * scalar - v[0] * v[1], -(v[1] * scalar) - v[0] * v[2],
        -(v[2] * scalar) - v[0] * v[1], v[0] * v[0] + v[2] * v[2], v[0] * scalar - v[1] * v[2],
        v[1] * scalar - v[0] * v[2], -(v[0] * scalar) - v[1] * v[2], v[0] * v[0] + v[1] * v[1];
    return Mat3<S>::Identity() - A * factor;
  }
  /// p' = p w/2 for rates w in axes of the body; the length stays.
  Quaternion rate(const Vec3<S>& w) const {
    return {-0.5 * vector.dot(w), Vec3<S>((w * scalar + vector.cross(w)) * S(0.5))};
  }
  /// The turn in axes of the body that a small change of p makes: 2 conj(p) dp/|p|^2, without what changes the length.
  Vec3<S> turn(const Quaternion& change) const {
    const Vec3<S> part = change.vector * scalar - vector * change.scalar - vector.cross(change.vector);
    return part * S(2.0 / square());
  }
};

}  // namespace reeve::mechanics
