#pragma once
/// Elastic force of one rectangle of the sheet, as the gradient of an energy of the four corners' absolute poses.
///
/// Both elements apply the constant plate matrix K. The corotational one (C) measures deflection and slopes from a frame that
/// follows the corners; the vector-quadratic one (V) applies K to each Cartesian component of position and tangents.
#include <Eigen/Geometry>
#include <cmath>

#include "math/dual.hpp"
#include "math/pack.hpp"
#include "mechanics/flexible_sheet/plate_bending.hpp"

namespace reeve::mechanics {

enum class PlateKind { corotational = 1, vector_quadratic = 2 };

template <class S>
using Vec3 = Eigen::Matrix<S, 3, 1>;
template <class S>
using Mat3 = Eigen::Matrix<S, 3, 3>;

/// Positions and axes x, y (normal), z of the four corners.
template <class S>
struct PlateCorners {
  std::array<Vec3<S>, 4> r, x, y, z;
};

/// dU/dr [N] and the moment of dU on a rotation about fixed axes [N m], corner by corner.
template <class S>
struct PlateGradient {
  std::array<Vec3<S>, 4> force, moment;
};

template <class S>
using PlateFreedoms = Eigen::Matrix<S, 12, 1>;

/// psi = asin(s)/s and k = (c - psi)/s^2; by its series where a quotient of small numbers would lose digits.
template <class S>
S angle_over_sine(const S& ss, const S& c, S& k) {
  using std::atan2;
  using std::sqrt;
  const auto is_small = [](double square, double cosine) { return square < 1e-3 && cosine > 0; };
  bool small;
  if constexpr (std::is_same_v<S, math::Pack>) {
    small = is_small(ss.v[0], c.v[0]) && is_small(ss.v[1], c.v[1]);
  } else {
    small = is_small(math::value(ss), math::value(c));
  }
  if (small) {
    k = S(-2.0 / 3) - ss * (S(0.2) + ss * (S(3.0 / 28) + ss * (S(5.0 / 72) + ss * S(35.0 / 704))));
    return S(1.0) + ss * (S(1.0 / 6) + ss * (S(3.0 / 40) + ss * (S(15.0 / 336) + ss * S(105.0 / 3456))));
  }
  if constexpr (std::is_same_v<S, math::Pack>) {  // one of the two may still be small
    double first, second;
    const S psi(angle_over_sine(ss.v[0], c.v[0], first), angle_over_sine(ss.v[1], c.v[1], second));
    k = S(first, second);
    return psi;
  } else {
    const S s = sqrt(ss), psi = atan2(s, c) / s;
    k = (c - psi) / ss;
    return psi;
  }
}

/// Element C.                                                                                             (T-SHT.11)
///   p = (r2 + r3 - r1 - r4)/2, q = (r3 + r4 - r1 - r2)/2,  e1 = p/|p|, n = q x p/|q x p|, e3 = e1 x n
///   w_i = (r_i - r_c).n,  slopes psi (u_i, v_i) with u = -y.e1, v = -y.e3, c = y.n, psi = atan2(s, c)/s
template <class S>
class CorotationalPlate {
 public:
  static constexpr bool kUsesTangents = false;  ///< of the corners' axes only the normals
  explicit CorotationalPlate(const PlateCorners<S>& corners) : at_{corners} {
    const auto& r = corners.r;
    const Vec3<S> p = S(0.5) * (r[1] + r[2] - r[0] - r[3]);
    q_ = S(0.5) * (r[2] + r[3] - r[0] - r[1]);
    centre_ = S(0.25) * (r[0] + r[1] + r[2] + r[3]);
    length_ = norm(p);
    e1_ = p / length_;
    const Vec3<S> across = q_.cross(p);
    n_ = across / norm(across);
    e3_ = e1_.cross(n_);
    for (int i = 0; i < 4; ++i) {
      const Vec3<S>& y = corners.y[i];
      const S u = -y.dot(e1_), v = -y.dot(e3_), c = y.dot(n_);
      const S psi = angle_over_sine(S(u * u + v * v), c, k_[i]);
      freedoms_[3 * i] = (r[i] - centre_).dot(n_);
      freedoms_[3 * i + 1] = psi * u;
      freedoms_[3 * i + 2] = psi * v;
      u_[i] = u;
      v_[i] = v;
      psi_[i] = psi;
    }
  }

  const PlateFreedoms<S>& freedoms() const { return freedoms_; }

  /// Rates of the freedoms for velocities and spins of the corners; the frame turns with Omega.            (T-SHT.12)
  PlateFreedoms<S> rates(const std::array<Vec3<S>, 4>& v, const std::array<Vec3<S>, 4>& w) const {
    const Vec3<S> dp = S(0.5) * (v[1] + v[2] - v[0] - v[3]), dq = S(0.5) * (v[2] + v[3] - v[0] - v[1]);
    const S o3 = n_.dot(dp) / length_, on = -e3_.dot(dp) / length_;
    const S o1 = (o3 * e1_.dot(q_) - n_.dot(dq)) / e3_.dot(q_);
    const Vec3<S> omega = o1 * e1_ + on * n_ + o3 * e3_, mean = S(0.25) * (v[0] + v[1] + v[2] + v[3]);
    PlateFreedoms<S> out;
    for (int i = 0; i < 4; ++i) {
      const Vec3<S> dy = (w[i] - omega).cross(at_.y[i]);
      const S du = -dy.dot(e1_), dv = -dy.dot(e3_), dpsi = k_[i] * (u_[i] * du + v_[i] * dv) - dy.dot(n_);
      out[3 * i] = n_.dot(v[i] - mean - omega.cross(at_.r[i] - centre_));
      out[3 * i + 1] = psi_[i] * du + dpsi * u_[i];
      out[3 * i + 2] = psi_[i] * dv + dpsi * v_[i];
    }
    return out;
  }

  /// Gradient for the generalized forces P = dU/d(freedoms).                                              (T-SHT.12)
  PlateGradient<S> gradient(const PlateFreedoms<S>& P) const {
    PlateGradient<S> out;
    const S mean = S(0.25) * (P[0] + P[3] + P[6] + P[9]);
    Vec3<S> turn = Vec3<S>::Constant(S(0.0));  // moment on the frame
    for (int i = 0; i < 4; ++i) {
      const S along = P[3 * i + 1] * u_[i] + P[3 * i + 2] * v_[i], bend = along * k_[i];
      const S gu = psi_[i] * P[3 * i + 1] + bend * u_[i], gv = psi_[i] * P[3 * i + 2] + bend * v_[i];
      const Vec3<S> gy = -(gu * e1_ + gv * e3_ + along * n_);
      out.force[i] = (P[3 * i] - mean) * n_;
      out.moment[i] = at_.y[i].cross(gy);
      turn += (at_.r[i] - centre_).cross(out.force[i]) + out.moment[i];
    }
    // The frame turns with the corners: what the moments do on its spin is taken out again.
    const S m1 = turn.dot(e1_), mn = turn.dot(n_), m3 = turn.dot(e3_), q1 = e1_.dot(q_), q3 = e3_.dot(q_);
    const Vec3<S> gp = S(0.5) * ((m3 + m1 * q1 / q3) / length_ * n_ - mn / length_ * e3_);
    const Vec3<S> gq = (S(-0.5) * m1 / q3) * n_;
    out.force[0] += gp + gq;
    out.force[1] += gq - gp;
    out.force[2] -= gp + gq;
    out.force[3] += gp - gq;
    return out;
  }

 private:
  static S norm(const Vec3<S>& a) {
    using std::sqrt;
    return sqrt(a.dot(a));
  }

  const PlateCorners<S>& at_;
  Vec3<S> q_, centre_, e1_, n_, e3_;
  S length_{};
  PlateFreedoms<S> freedoms_;
  std::array<S, 4> u_{}, v_{}, psi_{}, k_{};
};

/// Element V: U = 1/2 sum over Cartesian components of u_c^T K u_c with u_c = (r, x, z) of the corners.    (T-SHT.13)
template <class S>
class VectorPlate {
 public:
  static constexpr bool kUsesTangents = true;
  using Freedoms = Eigen::Matrix<S, 12, 3>;
  explicit VectorPlate(const PlateCorners<S>& corners) : at_{corners} {
    for (int i = 0; i < 4; ++i) {
      for (int c = 0; c < 3; ++c) {  // element by element: Eigen's rows would copy scalars with slopes twice
        freedoms_(3 * i, c) = corners.r[i][c];
        freedoms_(3 * i + 1, c) = corners.x[i][c];
        freedoms_(3 * i + 2, c) = corners.z[i][c];
      }
    }
  }
  const Freedoms& freedoms() const { return freedoms_; }

  Freedoms rates(const std::array<Vec3<S>, 4>& v, const std::array<Vec3<S>, 4>& w) const {
    Freedoms out;
    for (int i = 0; i < 4; ++i) {
      out.row(3 * i) = v[i].transpose();
      out.row(3 * i + 1) = w[i].cross(at_.x[i]).transpose();
      out.row(3 * i + 2) = w[i].cross(at_.z[i]).transpose();
    }
    return out;
  }

  PlateGradient<S> gradient(const Freedoms& P) const {
    PlateGradient<S> out;
    for (int i = 0; i < 4; ++i) {
      const Vec3<S> gx = P.row(3 * i + 1).transpose(), gz = P.row(3 * i + 2).transpose();
      out.force[i] = P.row(3 * i).transpose();
      out.moment[i] = at_.x[i].cross(gx) + at_.z[i].cross(gz);
    }
    return out;
  }

 private:
  const PlateCorners<S>& at_;
  Freedoms freedoms_;
};

}  // namespace reeve::mechanics
