#include "models/reeving/tangent_system.hpp"

#include <algorithm>

namespace reeve::models {

using mechanics::Blend;
using mechanics::SpanMatrix;

TangentSystem::TangentSystem(const Topology& topology) : topology_(topology), parts_(topology.spans.size()) {
  const int m = topology.boundary;
  added_mass_.assign(m + 1, 0.0);
  A_.assign((m + 1) * (m + 1), 0.0);
  inverse_.assign(m + 1, 0.0);
  r_.assign(m + 1, 0.0);
}

void TangentSystem::resize(const Equations<double>& equations) {
  equations_ = &equations;
  n_ = equations.coordinates();
  mode_force_.assign(n_, 0.0);
  diagonal_mass_.assign(n_ + 1, 0.0);
  diagonal_stiffness_.assign(n_ + 1, 0.0);
  if (equations.massless()) projected_.resize(equations);
}

void TangentSystem::capture(const Equations<double>& equations) {
  const int m = topology_.boundary;
  std::fill(diagonal_stiffness_.begin(), diagonal_stiffness_.end(), 0.0);
  for (int i = 0; i < m; ++i) added_mass_[i] = diagonal_mass_[i] = equations.added_mass()[i];
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    const auto& at = equations.spans()[k];
    Part& part = parts_[k];
    part.M = equations.work()[k].terms.M;
    part.tangent = equations.work()[k].tangent;
    const int place[4] = {at.z[0], at.z[1], at.s[0], at.s[1]};
    for (int i = 0; i < 4; ++i) {
      if (place[i] == m) continue;
      diagonal_mass_[place[i]] += part.M.bb[i][i];
      diagonal_stiffness_[place[i]] += part.tangent.K.bb[i][i];
    }
    for (int i = 0; i < at.kernel.modes; ++i) {
      diagonal_mass_[at.modes_at + i] = part.M.qq[i];
      diagonal_stiffness_[at.modes_at + i] = part.tangent.K.qq[i];
    }
  }
  for (const auto& spring : equations.springs()) {
    diagonal_stiffness_[spring.a] += spring.stiffness;
    if (spring.b < m) diagonal_stiffness_[spring.b] += spring.stiffness;
  }
  if (equations.massless()) projected_ = const_cast<Equations<double>&>(equations).massless_solver();
}

int TangentSystem::factor(const Blend& blend) {
  if (equations_->massless()) return factor_projected(blend);
  const int m = topology_.boundary, stride = m + 1;
  std::fill(A_.begin(), A_.end(), 0.0);
  for (int i = 0; i < m; ++i) A_[i * stride + i] = blend.mass * added_mass_[i];
  for (const auto& spring : equations_->springs()) {
    const double c = blend.stiffness * spring.stiffness + blend.damping * spring.damping;
    A_[spring.a * stride + spring.a] += c;
    A_[spring.b * stride + spring.b] += c;
    A_[spring.a * stride + spring.b] -= c;
    A_[spring.b * stride + spring.a] -= c;
  }
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    const auto& at = equations_->spans()[k];
    Part& part = parts_[k];
    at.kernel.combine(blend, part.M, part.tangent, part.sum);
    at.kernel.condense(part.sum, part.condensed);
    const int place[4] = {at.z[0], at.z[1], at.s[0], at.s[1]};
    const double sign[4] = {1, 1, at.direction[0], at.direction[1]};
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < 4; ++j) A_[place[i] * stride + place[j]] += sign[i] * sign[j] * part.condensed.C[i][j];
    }
  }
  const int loose = math::ldlt_factor(A_.data(), m, stride, inverse_.data());
  return loose == m - 1 ? -1 : loose;  // phi may be loose: a locked drive does not need its own stiffness
}

void TangentSystem::solve(double* b, bool phi_free) {
  const int m = topology_.boundary, stride = m + 1;
  if (equations_->massless()) {
    const int ni = projected_.independent();
    const auto& T = projected_.T();
    auto& f = projected_.force;
    for (int j = 0; j < ni; ++j) {
      f[j] = 0;
      for (int i = 0; i < n_; ++i) f[j] += T[i * ni + j] * b[i];
    }
    const double phi = b[topology_.phi()];
    math::ldlt_forward(projected_.reduced.data(), phi_free ? ni : ni - 1, ni, projected_.inverse.data(), f.data());
    if (!phi_free) f[ni - 1] = phi;
    math::ldlt_backward(projected_.reduced.data(), ni, ni, projected_.inverse.data(), f.data(), phi_free ? ni : ni - 1);
    for (int i = 0; i < n_; ++i) {
      b[i] = 0;
      for (int j = 0; j < ni; ++j) b[i] += T[i * ni + j] * f[j];
    }
    return;
  }
  std::copy(b, b + m, r_.begin());
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    const auto& at = equations_->spans()[k];
    if (at.kernel.modes == 0) continue;
    double c[4] = {0, 0, 0, 0};
    const double none[4] = {0, 0, 0, 0};
    at.kernel.condense_force(parts_[k].sum, parts_[k].condensed, b + at.modes_at, none, c);
    r_[at.z[0]] += c[0];
    r_[at.z[1]] += c[1];
    r_[at.s[0]] += at.direction[0] * c[2];
    r_[at.s[1]] += at.direction[1] * c[3];
  }
  const int active = phi_free ? m : m - 1;
  math::ldlt_forward(A_.data(), active, stride, inverse_.data(), r_.data());
  if (!phi_free) r_[m - 1] = b[m - 1];
  math::ldlt_backward(A_.data(), m, stride, inverse_.data(), r_.data(), active);
  r_[m] = 0;
  std::copy(r_.begin(), r_.begin() + m, b);
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    const auto& at = equations_->spans()[k];
    const double ends[4] = {r_[at.z[0]], r_[at.z[1]], at.direction[0] * r_[at.s[0]], at.direction[1] * r_[at.s[1]]};
    at.kernel.expand(parts_[k].sum, parts_[k].condensed, b + at.modes_at, ends, b + at.modes_at);
  }
}

int TangentSystem::factor_projected(const Blend& blend) {
  auto& full = projected_.full;
  std::fill(full.begin(), full.end(), 0.0);
  const int m = topology_.boundary;
  for (int i = 0; i < m; ++i) full[i * n_ + i] = blend.mass * added_mass_[i];
  for (const auto& spring : equations_->springs()) {
    const double c = blend.stiffness * spring.stiffness + blend.damping * spring.damping;
    full[spring.a * n_ + spring.a] += c;
    if (spring.b == m) continue;
    full[spring.b * n_ + spring.b] += c;
    full[spring.a * n_ + spring.b] -= c;
    full[spring.b * n_ + spring.a] -= c;
  }
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    const auto& at = equations_->spans()[k];
    at.kernel.combine(blend, parts_[k].M, parts_[k].tangent, parts_[k].sum);
    equations_->add_dense(at, parts_[k].sum, full.data());
  }
  projected_.project(n_);
  const int ni = projected_.independent();
  const int loose = math::ldlt_factor(projected_.reduced.data(), ni, ni, projected_.inverse.data());
  return loose < 0 || loose == ni - 1 ? -1 : projected_.free()[loose];
}

template <class Select>
void TangentSystem::multiply(Select select, double factor, const double* x, double* y) const {
  const int m = topology_.boundary;
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    const auto& at = equations_->spans()[k];
    double xb[4], yb[4] = {0, 0, 0, 0};
    const int place[4] = {at.z[0], at.z[1], at.s[0], at.s[1]};
    const double sign[4] = {1, 1, at.direction[0], at.direction[1]};
    for (int i = 0; i < 4; ++i) xb[i] = place[i] < m ? sign[i] * x[place[i]] : 0.0;
    at.kernel.multiply_add(select(parts_[k]), factor, xb, x + at.modes_at, yb, y + at.modes_at);
    for (int i = 0; i < 4; ++i) {
      if (place[i] < m) y[place[i]] += sign[i] * yb[i];
    }
  }
}

void TangentSystem::add_mass_times(double factor, const double* x, double* y) const {
  for (int i = 0; i < topology_.boundary; ++i) y[i] += factor * added_mass_[i] * x[i];
  multiply([](const Part& p) -> const SpanMatrix<double>& { return p.M; }, factor, x, y);
}

void TangentSystem::add_stiffness_times(double factor, const double* x, double* y) const {
  const int m = topology_.boundary;
  for (const auto& s : equations_->springs()) {
    const double pull = factor * s.stiffness * (x[s.a] - (s.b < m ? x[s.b] : 0.0));
    y[s.a] += pull;
    if (s.b < m) y[s.b] -= pull;
  }
  multiply([](const Part& p) -> const SpanMatrix<double>& { return p.tangent.K; }, factor, x, y);
}

void TangentSystem::add_damping_column(double factor, double* y) const {
  const int m = topology_.boundary;
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    const auto& at = equations_->spans()[k];
    const auto& D = parts_[k].tangent.D;
    for (int end = 0; end < 2; ++end) {
      if (at.s[end] != m - 1) continue;
      const double x = factor * at.direction[end];
      for (int i = 0; i < 2; ++i) {
        if (at.z[i] < m) y[at.z[i]] += D.bb[i][2 + end] * x;
        if (at.s[i] < m) y[at.s[i]] += at.direction[i] * D.bb[2 + i][2 + end] * x;
      }
      for (int i = 0; i < at.kernel.modes; ++i) y[at.modes_at + i] += D.qb[i][2 + end] * x;
    }
  }
}

double TangentSystem::mass_norm(const double* x) const {
  double sum = 0;
  for (int i = 0; i < n_; ++i) sum += diagonal_mass_[i] * x[i] * x[i];
  return sum;
}

double TangentSystem::stiffness_norm(const double* x) const {
  double sum = 0;
  for (int i = 0; i < n_; ++i) sum += diagonal_stiffness_[i] * x[i] * x[i];
  return sum;
}

}  // namespace reeve::models
