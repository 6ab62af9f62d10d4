#pragma once
/// A free chain of cable elements with dense matrices: slow, plain, and good enough to test the element.
#include <Eigen/Dense>
#include <functional>
#include <vector>

#include "mechanics/rope/ancf_cable.hpp"

namespace reeve::test {

struct Chain {
  using Vector = Eigen::VectorXd;
  using Matrix = Eigen::MatrixXd;

  int n;
  mechanics::CableSection<double> section;
  Vector q, v;
  std::vector<int> fixed;                     ///< coordinates that do not move
  std::function<Vector(const Vector&)> load;  ///< external forces at q

  Chain(int elements, double length, mechanics::CableSection<double> given) : n{elements}, section{given} {
    section.length = length / n;
    q = v = Vector::Zero(4 * (n + 1));
    for (int i = 0; i <= n; ++i) q[4 * i] = section.length * i, q[4 * i + 2] = section.length;
    load = [size = q.size()](const Vector&) { return Vector::Zero(size); };
  }
  int last() const { return 4 * n; }  ///< first coordinate of the last node

  Vector weight(double g) const {
    Vector f = Vector::Zero(q.size());
    for (int e = 0; e < n; ++e) {
      for (int a = 0; a < 4; ++a)
        f[4 * (e + a / 2) + 2 * (a % 2) + 1] -= section.rhoA * section.length * g * mechanics::kCableLoad[a];
    }
    return f;
  }
  Matrix mass() const {
    Matrix M = Matrix::Zero(q.size(), q.size());
    for (int e = 0; e < n; ++e) {
      for (int a = 0; a < 4; ++a) {
        for (int b = 0; b < 4; ++b) {
          for (int c = 0; c < 2; ++c) {
            M(4 * (e + a / 2) + 2 * (a % 2) + c, 4 * (e + b / 2) + 2 * (b % 2) + c) +=
                section.rhoA * section.length * mechanics::kCableMass[a][b];
          }
        }
      }
    }
    return M;
  }
  Vector force(Matrix* K = nullptr) const {
    Vector f = load(q);
    if (K) *K = Matrix::Zero(q.size(), q.size());
    for (int e = 0; e < n; ++e) {
      mechanics::CableTangent tangent;
      mechanics::cable_force_and_tangent(section, &q[4 * e], &q[4 * e + 4], &v[4 * e], &v[4 * e + 4], 0, &f[4 * e],
                                         &f[4 * e + 4], tangent);
      if (K) K->block<8, 8>(4 * e, 4 * e) += tangent;
    }
    return f;
  }

  /// Newton's method; returns the residual left [N].
  double settle(int iterations = 60) {
    double norm = 0;
    for (int i = 0; i < iterations; ++i) {
      Matrix K;
      Vector f = force(&K);
      for (const int k : fixed) K.row(k).setZero(), K.col(k).setZero(), K(k, k) = 1, f[k] = 0;
      norm = f.lpNorm<Eigen::Infinity>();
      if (norm < 1e-11) break;
      const Vector step = K.partialPivLu().solve(f);
      const double longest = step.lpNorm<Eigen::Infinity>(), most = 2 * section.length;
      q += step * (longest > most ? most / longest : 1.0);
    }
    return norm;
  }

  /// Circular frequencies of small motion about q, ascending [rad/s].
  Vector frequencies() const {
    Matrix K;
    force(&K);
    Matrix M = mass();
    std::vector<int> moving;
    for (int k = 0; k < q.size(); ++k) {
      if (std::find(fixed.begin(), fixed.end(), k) == fixed.end()) moving.push_back(k);
    }
    const Matrix Kf = K(moving, moving), Mf = M(moving, moving);
    const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> solver(0.5 * (Kf + Kf.transpose()), Mf);
    return solver.eigenvalues().cwiseMax(0.0).cwiseSqrt();
  }
};

}  // namespace reeve::test
