#pragma once
/// The strain of a span in space, projected on the strain functions: pointwise strain would lock, because a transverse mode i
/// stretches the rope with cos(2 i pi x), which only an axial mode 2 i could take away.
///
///   r_x = d + sum_i S_i' Q_i,  tau = r_x/|r_x|,  d = r2 - r1                                               (T-SPA.2)
///   eps_k = c_k int (|r_x|/L - 1) psi_k dx,      eps(x) = sum_k eps_k psi_k(x)                             (T-SPA.4)
#include <cmath>

#include "mechanics/rope/spatial_shapes.hpp"

namespace reeve::mechanics {

/// Where a span is and how it moves; modes axis by axis as SpatialShapes stores them.
template <class S>
struct SpatialKinematics {
  Vec3<S> r[2], rd[2];  ///< ends [m], [m/s]
  S s[2], sd[2];        ///< material coordinates there
  const S* q{};         ///< modes [m]
  const S* qd{};        ///< [m/s]

  S length() const { return s[1] - s[0]; }
  S length_rate() const { return sd[1] - sd[0]; }
  S gamma(double x) const { return (1 - x) * sd[0] + x * sd[1]; }  ///< speed of rope through the place x
};

/// d + sum_i S_i' Q_i at a place, for any end difference d and modes.
template <class S>
Vec3<S> slope_at(const SpatialShapes& t, int point, const Vec3<S>& d, const S* q) {
  Vec3<S> slope = d;
  for (int axis = 0; axis < kAxes; ++axis) {
    const double* const chi = t.slope[axis][point];
    const S* const mine = q + t.first[axis];
    for (int i = 0; i < t.modes.along[axis]; ++i) slope[axis] += chi[i] * mine[i];
  }
  return slope;
}

/// The same at an end, x = 0 or 1.
template <class S>
Vec3<S> end_slope(const SpatialShapes& t, int end, const Vec3<S>& d, const S* q) {
  Vec3<S> slope = d;
  for (int axis = 0; axis < kAxes; ++axis) {
    for (int i = 0; i < t.modes.along[axis]; ++i) slope[axis] += t.end_slope[end][axis][i] * q[t.first[axis] + i];
  }
  return slope;
}

template <class S>
struct SpatialStrain {
  S L{};                           ///< unstretched length [m]
  S stretch[kMostStrainPoints]{};  ///< |r_x| [m]
  Vec3<S> tau[kMostStrainPoints];  ///< unit tangents, along growing s
  S eps[kMostStrains]{};           ///< eps_k

  S lambda(int k) const { return k == 0 ? S(eps[0] + 1.0) : eps[k]; }  ///< of the stretch |r_x|/L
  S at(const double* psi, int strains) const {
    S sum = eps[0];
    for (int k = 1; k < strains; ++k) sum += psi[k] * eps[k];
    return sum;
  }
  /// sum_k eps_k^2/c_k = int eps^2.
  S square(const SpatialShapes& t) const {
    S sum = 0.0;
    for (int k = 0; k < t.strains; ++k) sum += eps[k] * eps[k] * (1 / t.norm[k]);
    return sum;
  }
};

template <class S>
void project_strain(const SpatialShapes& t, const SpatialKinematics<S>& m, SpatialStrain<S>& out) {
  const Vec3<S> d = m.r[1] - m.r[0];
  out.L = m.length();
  const S inverse = 1.0 / out.L;
  for (int k = 0; k < t.strains; ++k) out.eps[k] = 0.0;
  for (int g = 0; g < t.points; ++g) {
    const Vec3<S> slope = slope_at(t, g, d, m.q);
    const S length = length_of(slope);
    out.stretch[g] = length;
    out.tau[g] = slope / length;
    const S eps = t.weight[g] * ((length - out.L) * inverse);
    for (int k = 0; k < t.strains; ++k) out.eps[k] += t.norm[k] * t.strain[g][k] * eps;
  }
}

/// Rates of eps_k at fixed places, and the material rate R = sum_k eps_k' psi_k + gamma Z/L at the places, where
/// Z = -sum_k eps_k psi_k' and rope runs over the places with gamma.                                       (T-SPA.6)
template <class S>
struct SpatialStrainRate {
  S R[kMostStrainPoints]{}, Z[kMostStrainPoints]{};
};

template <class S>
void strain_rate(const SpatialShapes& t, const SpatialKinematics<S>& m, const SpatialStrain<S>& strain,
                 SpatialStrainRate<S>& out) {
  const Vec3<S> dd = m.rd[1] - m.rd[0];
  const S inverse = 1.0 / strain.L, shrink = m.length_rate() * inverse;
  S rate[kMostStrains];
  for (int k = 0; k < t.strains; ++k) rate[k] = -(strain.lambda(k) * shrink);
  for (int g = 0; g < t.points; ++g) {
    const S along = t.weight[g] * inverse * strain.tau[g].dot(slope_at(t, g, dd, m.qd));
    for (int k = 0; k < t.strains; ++k) rate[k] += t.norm[k] * t.strain[g][k] * along;
  }
  for (int g = 0; g < t.points; ++g) {
    out.Z[g] = 0.0;
    out.R[g] = 0.0;
    for (int k = 0; k < t.strains; ++k) {
      out.Z[g] -= t.strain_slope[g][k] * strain.eps[k];
      out.R[g] += t.strain[g][k] * rate[k];
    }
    out.R[g] += m.gamma(t.x[g]) * inverse * out.Z[g];
  }
}

}  // namespace reeve::mechanics
