#include "models/spatial/tangent_system.hpp"

#include <algorithm>
#include <cmath>

namespace reeve::models::spatial {

using mechanics::Blend;
using mechanics::EndMatrix;
using mechanics::EndVector;
using mechanics::ModeVector;

namespace {

using Rows = Eigen::Matrix<double, kSpatialEnds, kSpatialEnds, Eigen::RowMajor>;

/// B^T C B into an upper triangle.
void add_square(const EndColumns<double>& B, const EndMatrix& C, double* A, int stride) {
  const Rows rows = C;
  double C_rows[kSpatialEnds][kSpatialEnds];
  std::copy(rows.data(), rows.data() + rows.size(), &C_rows[0][0]);
  B.add_square(C_rows, A, stride);
}

EndVector ends_of(const EndColumns<double>& B, const double* x) {
  EndVector ends;
  B.product(x, ends.data());
  return ends;
}

}  // namespace

TangentSystem::TangentSystem(const Topology& topology) : topology_(topology) {
  system_.resize(topology.boundary, topology.axes(), topology.boundary);
  given_.assign(topology.axes(), 0.0);
}

void TangentSystem::resize(const Equations<double>& equations) {
  equations_ = &equations;
  n_ = equations.coordinates();
  parts_.resize(equations.spans().size());
  springs_ = equations.springs();
  mass_ = equations.body_mass();
  diagonal_mass_.assign(n_, 0.0);
  diagonal_stiffness_.assign(n_, 0.0);
}

void TangentSystem::capture(const Equations<double>& equations) {
  const int m = topology_.boundary, stride = system_.stride();
  std::copy(equations.body_mass().begin(), equations.body_mass().end(), mass_.begin());
  std::copy(equations.springs().begin(), equations.springs().end(), springs_.begin());
  std::fill(diagonal_mass_.begin(), diagonal_mass_.end(), 0.0);
  std::fill(diagonal_stiffness_.begin(), diagonal_stiffness_.end(), 0.0);
  for (int i = 0; i < m; ++i) diagonal_mass_[i] = mass_[i * stride + i];
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    const auto& at = equations.spans()[k];
    const auto& state = equations.states()[k];
    Part& part = parts_[k];
    part.B = state.B;
    part.M = state.terms.M;
    mechanics::spatial_tangent(at.element, at.rope, state.motion, state.terms, part.tangent);
    add_diagonals(part, at.modes_at);
  }
  for (const auto& spring : springs_) {
    for (int j = 0; j < spring.B.count; ++j) {
      double square = 0;
      for (int i = 0; i < 3; ++i) square += spring.B.column[j][i] * spring.B.column[j][i];
      diagonal_stiffness_[spring.B.coordinate[j]] += spring.stiffness * square;
    }
  }
}

void TangentSystem::add_diagonals(const Part& part, int modes_at) {
  for (int j = 0; j < part.B.count; ++j) {
    const Eigen::Map<const EndVector> column(part.B.column[j]);
    const Eigen::Map<const Rows> Mbb(&part.M.bb[0][0]);
    diagonal_mass_[part.B.coordinate[j]] += column.dot(Mbb * column);
    diagonal_stiffness_[part.B.coordinate[j]] += column.dot(part.tangent.K.bb * column);
  }
  for (Eigen::Index i = 0; i < part.tangent.K.qq.rows(); ++i) {
    diagonal_mass_[modes_at + i] = part.M.qq[i];
    diagonal_stiffness_[modes_at + i] = part.tangent.K.qq(i, i);
  }
}

bool TangentSystem::factor(const Blend& c) {
  const int stride = system_.stride();
  for (std::size_t i = 0; i < mass_.size(); ++i) system_.A[i] = c.mass * mass_[i];
  for (const auto& spring : springs_) {
    EndMatrix k = EndMatrix::Zero();
    k.diagonal().head<3>().setConstant(c.stiffness * spring.stiffness + c.damping * spring.damping);
    add_square(spring.B, k, system_.A.data(), stride);
  }
  for (auto& part : parts_) {
    if (!part.condensed.factor(c, part.M, part.tangent)) return false;
    add_square(part.B, part.condensed.matrix(), system_.A.data(), stride);
  }
  return system_.eliminate() < 0;
}

void TangentSystem::solve_step(const Blend& c, const double* u, const double* w, const double* rate, const bool* locked,
                               double* x) {
  const int m = topology_.boundary, stride = system_.stride();
  auto& r = system_.r;
  std::fill(r.begin(), r.end(), 0.0);
  for (int i = 0; i < m; ++i) {
    r[i] += c.mass * mass_[i * stride + i] * u[i];
    for (int j = i + 1; j < m; ++j) {
      r[i] += c.mass * mass_[i * stride + j] * u[j];
      r[j] += c.mass * mass_[i * stride + j] * u[i];
    }
  }
  for (const auto& spring : springs_) {
    const EndVector pull =
        c.stiffness * spring.stiffness * ends_of(spring.B, w) + c.damping * spring.damping * ends_of(spring.B, rate);
    spring.B.add_transposed(pull.data(), r.data());
  }
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    Part& part = parts_[k];
    const auto modes = part.tangent.K.qq.rows();
    const int at = equations_->spans()[k].modes_at;
    const Eigen::Map<const Rows> Mbb(&part.M.bb[0][0]);
    const Eigen::Map<const Eigen::Matrix<double, mechanics::kMostModes, kSpatialEnds, Eigen::RowMajor>> Mqb(
        &part.M.qb[0][0]);
    const Eigen::Map<const Eigen::VectorXd> uq(u + at, modes), wq(w + at, modes), rq(rate + at, modes),
        Mqq(part.M.qq, modes);
    const EndVector ub = c.mass * ends_of(part.B, u), wb = c.stiffness * ends_of(part.B, w),
                    rb = c.damping * ends_of(part.B, rate);
    const auto& [K, D] = part.tangent;
    EndVector b = Mbb * ub + K.bb * wb + D.bb * rb;
    b.noalias() += Mqb.topRows(modes).transpose() * (c.mass * uq);
    b.noalias() += K.qb.transpose() * (c.stiffness * wq);
    b.noalias() += D.qb.transpose() * (c.damping * rq);
    part.modes = c.mass * Mqq.cwiseProduct(uq);
    part.modes.noalias() += Mqb.topRows(modes) * ub;
    part.modes.noalias() += K.qb * wb;
    part.modes.noalias() += D.qb * rb;
    part.modes.noalias() += K.qq * (c.stiffness * wq);
    part.modes.noalias() += D.qq * (c.damping * rq);
    const EndVector left = part.condensed.condense(part.modes, b);
    part.B.add_transposed(left.data(), r.data());
  }
  system_.eliminate_rhs();
  std::fill(given_.begin(), given_.end(), 0.0);
  system_.solve_driven(locked, given_.data());
  system_.back_substitute(given_.data());
  std::copy(system_.x.begin(), system_.x.begin() + m, x);
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    Part& part = parts_[k];
    part.condensed.expand(part.modes, ends_of(part.B, x));
    std::copy(part.modes.data(), part.modes.data() + part.modes.size(), x + equations_->spans()[k].modes_at);
  }
}

double TangentSystem::mass_norm(const double* v) const {
  double sum = 0;
  for (int i = 0; i < n_; ++i) sum += diagonal_mass_[i] * v[i] * v[i];
  return sum;
}

double TangentSystem::stiffness_norm(const double* q) const {
  double sum = 0;
  for (int i = 0; i < n_; ++i) sum += std::abs(diagonal_stiffness_[i]) * q[i] * q[i];
  return sum;
}

}  // namespace reeve::models::spatial
