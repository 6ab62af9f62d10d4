#pragma once
/// How a body may move relative to the body that carries it, or to the ground.
///
///   line    along the unit vector n: r = r_c + A_c (u_0 + u n)                                              (T-SPA.17)
///   hinge   about n through its origin: A = A_c exp(phi [n])                                                (T-SPA.18)
///   point   three coordinates, no axes of its own                                                           (T-SPA.19)
///   free    three coordinates and a quaternion; velocities are those of the origin and w in axes of the body  (T-SPA.21)
///   fixed   not at all
///
/// A body with prescribed motion is a line or a hinge whose coordinate is given with two rates: its column stays, for the force that
/// the motion takes.
#include "mechanics/bodies/frame.hpp"

namespace reeve::mechanics {

enum class JointKind { fixed, line, hinge, point, free };

constexpr int freedoms_of(JointKind kind) {
  switch (kind) {
    case JointKind::fixed:
      return 0;
    case JointKind::line:
    case JointKind::hinge:
      return 1;
    case JointKind::point:
      return 3;
    case JointKind::free:
      return 6;
  }
  return 0;
}

template <class S>
struct Joint {
  JointKind kind{JointKind::fixed};
  Vec3<S> origin{Vec3<S>::Zero()};  ///< in the carrier's frame; of a hinge: a point of its axis [m]
  Vec3<S> axis{Vec3<S>::UnitZ()};   ///< unit vector in the carrier's frame
  int first{-1};                    ///< its first coordinate
};

/// Coordinates of one joint: y and y' from its first coordinate on. Of a free body y holds r and the quaternion's vector.
template <class S>
struct JointPoint {
  const S* y{};
  const S* yd{};
  S scalar{1.0};  ///< of a free body's quaternion
};

namespace detail {

/// What the carrier makes of a point at `arm` [m] in inertial axes; columns are the carrier's, taken along.
template <class S>
Frame<S> carried(const Frame<S>& carrier, const Vec3<S>& arm) {
  Frame<S> f = carrier;
  f.r += arm;
  f.v += carrier.w.cross(arm);
  f.a += carrier.wd.cross(arm) + carrier.w.cross(carrier.w.cross(arm));
  for (int j = 0; j < f.columns; ++j) f.along[j] += f.about[j].cross(arm);
  return f;
}

template <class S>
Frame<S> free_frame(const Joint<S>& joint, const JointPoint<S>& at) {
  Frame<S> f;
  f.r = Eigen::Map<const Vec3<S>>(at.y);
  f.v = Eigen::Map<const Vec3<S>>(at.yd);
  for (int i = 0; i < 3; ++i) f.add_column(joint.first + i, Vec3<S>::Unit(i), Vec3<S>::Zero());
  if (joint.kind == JointKind::point) return f;
  const Vec3<S> vector = Eigen::Map<const Vec3<S>>(at.y + 3), w = Eigen::Map<const Vec3<S>>(at.yd + 3);
  f.A = Quaternion<S>{at.scalar, vector}.matrix();
  f.w = f.A * w;
  for (int i = 0; i < 3; ++i) f.add_column(joint.first + 3 + i, Vec3<S>::Zero(), f.A.col(i));
  return f;
}

}  // namespace detail

/// The frame of a body from that of its carrier.
template <class S>
Frame<S> place_body(const Joint<S>& joint, const Frame<S>& carrier, const JointPoint<S>& at) {
  const Vec3<S> n = carrier.A * joint.axis;
  switch (joint.kind) {
    case JointKind::fixed:
      break;
    case JointKind::line: {
      auto f = detail::carried(carrier, Vec3<S>(carrier.A * joint.origin + n * at.y[0]));
      f.v += n * at.yd[0];
      f.a += carrier.w.cross(n) * S(2.0 * at.yd[0]);
      f.add_column(joint.first, n, Vec3<S>::Zero());
      return f;
    }
    case JointKind::hinge: {
      auto f = detail::carried(carrier, Vec3<S>(carrier.A * joint.origin));
      f.A = carrier.A * rotation_about(joint.axis, at.y[0]);
      f.w += n * at.yd[0];
      f.wd += carrier.w.cross(n) * at.yd[0];
      f.add_column(joint.first, Vec3<S>::Zero(), n);
      return f;
    }
    case JointKind::point:
    case JointKind::free:
      return detail::free_frame(joint, at);
  }
  return detail::carried(carrier, Vec3<S>(carrier.A * joint.origin));
}

/// Mass and inertia of a body, for its equations of motion.
template <class S>
struct RigidBody {
  S mass{};                          ///< [kg]
  Vec3<S> centre{Vec3<S>::Zero()};   ///< centre of mass in axes of the body [m]
  Vec3<S> inertia{Vec3<S>::Zero()};  ///< principal moments about it, along the body's axes [kg m2]
};

/// M += m J_r^T J_r + J_w^T I J_w,  h -= m J_r^T (a_0 + g e_z) + J_w^T (I w'_0 + w x I w)                     (T-SPA.22)
/// add(i, j, value) is called for i <= j in the order of the frame's columns, push(i, force) for every column.
template <class S, class Add, class Push>
void add_rigid_body(const RigidBody<S>& body, const Frame<S>& f, const S& gravity, Add add, Push push) {
  const Vec3<S> arm = f.A * body.centre;
  const auto centre = f.point(body.centre);
  const Mat3<S> I = f.A * body.inertia.asDiagonal() * f.A.transpose();
  const Vec3<S> pull = (centre.a + Vec3<S>::UnitZ() * gravity) * body.mass;
  const Vec3<S> spin = I * f.w, twist = I * f.wd + f.w.cross(spin);
  for (int i = 0; i < f.columns; ++i) {
    const Vec3<S> v_i = f.column(i, arm), I_i = I * f.about[i];
    push(f.coordinate[i], S(-(v_i.dot(pull) + f.about[i].dot(twist))));
    for (int j = i; j < f.columns; ++j)
      add(f.coordinate[i], f.coordinate[j], S(body.mass * v_i.dot(f.column(j, arm)) + I_i.dot(f.about[j])));
  }
}

}  // namespace reeve::mechanics
