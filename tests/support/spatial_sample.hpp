#pragma once
/// One span in space with all its coordinates in one vector: e = [r1 r2 s1 s2 | modes].
#include <Eigen/Dense>
#include <random>
#include <vector>

#include "mechanics/rope/spatial_tangent.hpp"

namespace reeve::test {

using mechanics::kSpatialEnds;

template <class S>
struct SpanPoint {
  std::vector<S> e, v;

  mechanics::SpatialKinematics<S> kinematics() const {
    mechanics::SpatialKinematics<S> m;
    for (int end = 0; end < 2; ++end) {
      for (int axis = 0; axis < 3; ++axis) {
        m.r[end][axis] = e[mechanics::r_of(end, axis)];
        m.rd[end][axis] = v[mechanics::r_of(end, axis)];
      }
      m.s[end] = e[mechanics::material_of(end)];
      m.sd[end] = v[mechanics::material_of(end)];
    }
    m.q = e.data() + kSpatialEnds;
    m.qd = v.data() + kSpatialEnds;
    return m;
  }
  template <class T>
  SpanPoint<T> as() const {
    return {std::vector<T>(e.begin(), e.end()), std::vector<T>(v.begin(), v.end())};
  }
};

/// A span of some 12 m in the given direction, its modes and rates at random: slopes up to 0.1.
inline SpanPoint<double> random_point(int modes, const Eigen::Vector3d& direction, std::mt19937& random) {
  std::uniform_real_distribution<double> unit(-1, 1);
  SpanPoint<double> c{std::vector<double>(kSpatialEnds + modes), std::vector<double>(kSpatialEnds + modes)};
  const double L = 12 + 5 * unit(random);
  for (int axis = 0; axis < 3; ++axis) {
    c.e[axis] = 3 + unit(random);
    c.e[3 + axis] = c.e[axis] + L * (1 + 0.01 * unit(random)) * direction[axis];
  }
  c.e[6] = 5 + unit(random);
  c.e[7] = c.e[6] + L;
  for (int k = 0; k < kSpatialEnds; ++k) c.v[k] = 5 * unit(random);
  for (int i = 0; i < modes; ++i) c.e[kSpatialEnds + i] = 0.02 * unit(random), c.v[kSpatialEnds + i] = unit(random);
  return c;
}

template <class S>
mechanics::SpatialTerms<S> terms_at(const mechanics::SpatialElement<S>& element, const mechanics::SpatialSpan<S>& span,
                                    const SpanPoint<S>& at) {
  mechanics::SpatialTerms<S> out;
  mechanics::spatial_terms(element, span, at.kinematics(), out);
  return out;
}

/// h over all of e.
template <class S>
std::vector<S> forces_of(const mechanics::SpatialTerms<S>& terms, int modes) {
  std::vector<S> h(terms.hb, terms.hb + kSpatialEnds);
  h.insert(h.end(), terms.hq, terms.hq + modes);
  return h;
}

/// M over all of e.
inline Eigen::MatrixXd mass_of(const mechanics::SpatialTerms<double>& terms, int modes) {
  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(kSpatialEnds + modes, kSpatialEnds + modes);
  for (int i = 0; i < kSpatialEnds; ++i) {
    for (int j = 0; j < kSpatialEnds; ++j) M(i, j) = terms.M.bb[i][j];
    for (int k = 0; k < modes; ++k) M(i, kSpatialEnds + k) = M(kSpatialEnds + k, i) = terms.M.qb[k][i];
  }
  for (int k = 0; k < modes; ++k) M(kSpatialEnds + k, kSpatialEnds + k) = terms.M.qq[k];
  return M;
}

inline Eigen::MatrixXd dense(const mechanics::SpatialMatrix& A) {
  const auto modes = A.qq.rows();
  Eigen::MatrixXd full(kSpatialEnds + modes, kSpatialEnds + modes);
  full << A.bb, A.qb.transpose(), A.qb, A.qq;
  return full;
}

}  // namespace reeve::test
