#pragma once
/// Second derivatives of a plate's energy in the displacements and rotation vectors of its corners, six a corner.
///
/// The gradient is evaluated with 24 slopes at once. Turned about fixed axes one after the other, rotations do not
/// commute; the symmetric part is the second derivative in rotation vectors.                              (T-SHT.18)
#include "math/jet.hpp"
#include "mechanics/flexible_sheet/plate_element.hpp"

namespace reeve::mechanics {

using Mat24 = Eigen::Matrix<double, 24, 24>;

struct PlateTangent {
  Mat24 stiffness;  ///< d2U
  Mat24 material;   ///< B^T K B: what damping acts through
};

/// Corners whose slopes are the 24 freedoms.
inline PlateCorners<math::Jet<24>> seeded(const PlateCorners<double>& at) {
  PlateCorners<math::Jet<24>> jets;
  for (int i = 0; i < 4; ++i) {
    for (int c = 0; c < 3; ++c) {
      jets.r[i][c].v = at.r[i][c];
      jets.r[i][c].d[6 * i + c] = 1;
    }
    const auto seed_axis = [&](const Vec3<double>& axis, Vec3<math::Jet<24>>& jet) {  // turns by phi x axis
      for (int c = 0; c < 3; ++c) jet[c].v = axis[c];
      const int phi = 6 * i + 3;
      jet[0].d[phi + 1] = axis[2], jet[0].d[phi + 2] = -axis[1];
      jet[1].d[phi + 2] = axis[0], jet[1].d[phi] = -axis[2];
      jet[2].d[phi] = axis[1], jet[2].d[phi + 1] = -axis[0];
    };
    seed_axis(at.x[i], jets.x[i]);
    seed_axis(at.y[i], jets.y[i]);
    seed_axis(at.z[i], jets.z[i]);
  }
  return jets;
}

/// B^T K B alone, from the rates of the freedoms for 24 unit motions.
template <class Plate>
void plate_material(const Plate& plate, const PlateMatrix<double>& K, Mat24& out) {
  constexpr int kColumns = std::remove_cvref_t<decltype(plate.freedoms())>::ColsAtCompileTime;
  std::array<Eigen::Matrix<double, 12, 24>, kColumns> B;
  std::array<Vec3<double>, 4> v, w;
  for (auto* motion : {&v, &w}) motion->fill(Vec3<double>::Zero());
  for (int f = 0; f < 24; ++f) {
    double& moved = (f % 6 < 3 ? v : w)[f / 6][f % 3];
    moved = 1;
    const auto rates = plate.rates(v, w);
    for (int c = 0; c < kColumns; ++c) B[c].col(f) = rates.col(c);
    moved = 0;
  }
  out.setZero();
  for (int c = 0; c < kColumns; ++c) {
    Eigen::Matrix<double, 12, 24> KB;
    KB.noalias() = K.lazyProduct(B[c]);
    out.noalias() += B[c].transpose().lazyProduct(KB);
  }
}

/// Plate is an element with slopes.
template <class Plate>
void plate_tangent(const PlateCorners<double>& at, const PlateMatrix<double>& K, PlateTangent& out) {
  using Jet = math::Jet<24>;
  const PlateCorners<Jet> jets = seeded(at);
  const Plate plate(jets);
  const auto& u = plate.freedoms();
  constexpr int kColumns = std::remove_cvref_t<decltype(u)>::ColsAtCompileTime;
  Eigen::Matrix<Jet, 12, kColumns> P;
  out.material.setZero();
  for (int c = 0; c < kColumns; ++c) {
    Eigen::Matrix<double, 12, 24, Eigen::RowMajor> B, KB;
    Eigen::Matrix<double, 12, 1> value;
    for (int k = 0; k < 12; ++k) {
      B.row(k) = u(k, c).d.matrix().transpose();
      value[k] = u(k, c).v;
    }
    KB.noalias() = K.lazyProduct(B);
    out.material.noalias() += B.transpose().lazyProduct(KB);
    const Eigen::Matrix<double, 12, 1> force = K.lazyProduct(value);
    for (int k = 0; k < 12; ++k) P(k, c) = Jet(force[k], KB.row(k).transpose().array());
  }
  const auto gradient = plate.gradient(P);
  for (int i = 0; i < 4; ++i) {
    for (int c = 0; c < 3; ++c) {
      out.stiffness.row(6 * i + c) = gradient.force[i][c].d.matrix().transpose();
      out.stiffness.row(6 * i + 3 + c) = gradient.moment[i][c].d.matrix().transpose();
    }
  }
  for (int i = 0; i < 24; ++i) {
    for (int j = 0; j < i; ++j) {
      out.stiffness(i, j) = out.stiffness(j, i) = 0.5 * (out.stiffness(i, j) + out.stiffness(j, i));
    }
  }
}

}  // namespace reeve::mechanics
