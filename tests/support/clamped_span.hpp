#pragma once
/// A span between two fixed points of its rope: only its modes move. For strings, chains and sag.
#include "support/spatial_sample.hpp"

namespace reeve::test {

struct ClampedSpan {
  mechanics::SpatialElement<double> element;
  mechanics::SpatialSpan<double> span;
  SpanPoint<double> at;

  ClampedSpan(const mechanics::ModeNumbers& modes, const mechanics::SpatialSpan<double>& rope,
              const Eigen::Vector3d& from, const Eigen::Vector3d& to, double L)
      : element{mechanics::spatial_element<double>(modes)}, span{rope} {
    at.e.assign(kSpatialEnds + count(), 0.0);
    at.v = at.e;
    for (int axis = 0; axis < 3; ++axis) at.e[axis] = from[axis], at.e[3 + axis] = to[axis];
    at.e[7] = L;
  }
  int count() const { return element.shapes.total; }
  double& q(int axis, int i) { return at.e[kSpatialEnds + element.shapes.first[axis] + i - 1]; }

  mechanics::SpatialTerms<double> terms() const { return terms_at(element, span, at); }
  mechanics::SpatialTangent tangent() const {
    mechanics::SpatialTangent t;
    mechanics::spatial_tangent(element, span, at.kinematics(), terms(), t);
    return t;
  }
  /// Newton's method for the modes; the step is halved while it does not reduce the force.
  void settle() {
    for (int iteration = 0; iteration < 100; ++iteration) {
      const auto force = modal_force();
      if (force.norm() < 1e-9 * (1 + span.EA * 1e-6)) return;
      const Eigen::VectorXd step = tangent().K.qq.ldlt().solve(force);
      const auto before = at.e;
      for (double share = 1; share > 1e-3; share /= 2) {
        for (int i = 0; i < count(); ++i) at.e[kSpatialEnds + i] = before[kSpatialEnds + i] + share * step[i];
        if (modal_force().norm() < force.norm()) break;
      }
    }
  }
  Eigen::VectorXd modal_force() const {
    const auto t = terms();
    return Eigen::Map<const Eigen::VectorXd>(t.hq, count());
  }
  /// Circular frequencies of small motion [rad/s], ascending.
  Eigen::VectorXd frequencies() const {
    const auto t = terms();
    const Eigen::VectorXd root = Eigen::Map<const Eigen::VectorXd>(t.M.qq, count()).cwiseSqrt().cwiseInverse();
    const Eigen::MatrixXd A = root.asDiagonal() * Eigen::MatrixXd(tangent().K.qq) * root.asDiagonal();
    return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(A).eigenvalues().cwiseMax(0).cwiseSqrt();
  }
};

}  // namespace reeve::test
