#pragma once
/// Where a body is, how it moves, and which velocities move it.
///
///   v = sum_j B_j y_j' + D,   a = sum_j B_j y_j'' + a_0,   the same for angular velocity w and acceleration     (T-SPA.16)
///
/// a_0 is the acceleration without second rates of the coordinates; D is what motion given from outside contributes.
#include "mechanics/bodies/rotation.hpp"

namespace reeve::mechanics {

/// Velocities that may move one body: its own and those of the bodies that carry it.
inline constexpr int kMostColumns = 12;

/// A point: place, velocity, acceleration without second rates, and what is given of the velocity.
template <class S>
struct PointMotion {
  Vec3<S> r, v, a, given;
};

template <class S>
struct Frame {
  Vec3<S> r{Vec3<S>::Zero()}, v{Vec3<S>::Zero()}, a{Vec3<S>::Zero()};  ///< of the body's origin
  Vec3<S> given{Vec3<S>::Zero()};                                      ///< part of v that is given from outside
  Mat3<S> A{Mat3<S>::Identity()};                                      ///< axes of the body in inertial axes
  Vec3<S> w{Vec3<S>::Zero()}, wd{Vec3<S>::Zero()};
  int columns{};
  int coordinate[kMostColumns]{};                    ///< whose velocity
  Vec3<S> along[kMostColumns], about[kMostColumns];  ///< its columns for v and for w

  void add_column(int of, const Vec3<S>& v_column, const Vec3<S>& w_column) {
    coordinate[columns] = of;
    along[columns] = v_column;
    about[columns] = w_column;
    ++columns;
  }

  /// The point u of the body.
  PointMotion<S> point(const Vec3<S>& u) const {
    const Vec3<S> arm = A * u;
    return {r + arm, v + w.cross(arm), a + wd.cross(arm) + w.cross(w.cross(arm)), given};
  }
  /// Column of that point's velocity; `arm` = A u.
  Vec3<S> column(int j, const Vec3<S>& arm) const { return along[j] + about[j].cross(arm); }
};

}  // namespace reeve::mechanics
