#pragma once
/// Bending stiffness of a rectangular plate with twelve freedoms (Adini, Clough, Melosh): (w, w,x, w,z) at four corners.
///
///   corners (0,0), (l,0), (l,d), (0,d);   U = 1/2 u^T K u                                                    (T-SHT.9)
///   kappa = (w,xx, w,zz, 2 w,xz),  K = int B^T Db B dx dz,  Db = D [1 nu 0; nu 1 0; 0 0 (1-nu)/2]           (T-SHT.10)
///
/// Three Gauss points each way integrate it exactly. Rectangles of this kind pass the bending patch test.
#include <Eigen/Core>
#include <array>
#include <cmath>

namespace reeve::mechanics {

template <class S>
using PlateMatrix = Eigen::Matrix<S, 12, 12>;

/// D: bending rigidity [N m], nu: Poisson's ratio, l, d: sides [m].
template <class S>
PlateMatrix<S> plate_bending(const S& D, const S& nu, const S& l, const S& d) {
  static constexpr std::array<double, 4> kXi{-1, 1, 1, -1}, kEta{-1, -1, 1, 1};
  const std::array<double, 3> point{-std::sqrt(0.6), 0.0, std::sqrt(0.6)}, weight{5.0 / 9, 8.0 / 9, 5.0 / 9};
  const S a = l / S(2.0), b = d / S(2.0);
  PlateMatrix<S> K = PlateMatrix<S>::Constant(S(0.0));
  for (int g = 0; g < 9; ++g) {
    const double xi = point[g % 3], eta = point[g / 3];
    std::array<S, 12> xx, zz, xz;  // curvatures of the twelve shapes
    for (int i = 0; i < 4; ++i) {
      const double X = xi * kXi[i], Y = eta * kEta[i];
      xx[3 * i] = S(-0.75 * X * (1 + Y)) / (a * a);
      zz[3 * i] = S(-0.75 * Y * (1 + X)) / (b * b);
      xz[3 * i] = S(0.25 * kXi[i] * kEta[i] * (4 - 3 * X * X - 3 * Y * Y)) / (a * b);
      xx[3 * i + 1] = S(0.125 * kXi[i] * (6 * X + 2) * (1 + Y)) / a;
      zz[3 * i + 1] = S(0.0);
      xz[3 * i + 1] = S(0.25 * kEta[i] * (3 * X * X + 2 * X - 1)) / b;
      xx[3 * i + 2] = S(0.0);
      zz[3 * i + 2] = S(0.125 * kEta[i] * (6 * Y + 2) * (1 + X)) / b;
      xz[3 * i + 2] = S(0.25 * kXi[i] * (3 * Y * Y + 2 * Y - 1)) / a;
    }
    const S factor = D * a * b * S(weight[g % 3] * weight[g / 3]), shear = (S(1.0) - nu) / S(2.0);
    for (int i = 0; i < 12; ++i) {
      for (int j = 0; j < 12; ++j) {
        K(i, j) += factor * (xx[i] * (xx[j] + nu * zz[j]) + zz[i] * (zz[j] + nu * xx[j]) + shear * xz[i] * xz[j]);
      }
    }
  }
  return K;
}

}  // namespace reeve::mechanics
