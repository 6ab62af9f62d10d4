#include "models/reeving/tangent_system.hpp"

#include <algorithm>

namespace reeve::models {

using mechanics::Blend;

TangentSystem::TangentSystem(const Topology& topology) : topology_(topology) {
  const int m = topology.boundary;
  added_mass_.assign(m + 1, 0.0);
  A_.assign((m + 1) * (m + 1), 0.0);
  inverse_.assign(m + 1, 0.0);
  r_.assign(m + 1, 0.0);
}

void TangentSystem::resize(const Equations<double>& equations) {
  equations_ = &equations;
  n_ = equations.coordinates();
  parts_.resize(equations.groups().size());
  mode_force_.assign(n_, 0.0);
  diagonal_mass_.assign(n_ + 1, 0.0);
  diagonal_stiffness_.assign(n_ + 1, 0.0);
  if (equations.massless()) {
    projected_.resize(equations);
    dense_.assign(n_ * n_, 0.0);
  }
}

void TangentSystem::capture(const Equations<double>& equations) {
  const int m = topology_.boundary;
  std::fill(diagonal_stiffness_.begin(), diagonal_stiffness_.end(), 0.0);
  for (int i = 0; i < m; ++i) added_mass_[i] = diagonal_mass_[i] = equations.added_mass()[i];
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const auto& g = equations.groups()[p];
    g.kernel.copy(g.terms.M, parts_[p].M);
    for (int lane = 0; lane < g.used; ++lane) {
      const auto& at = equations.spans()[g.span[lane]];
      const int place[4] = {at.z[0], at.z[1], at.s[0], at.s[1]};
      for (int i = 0; i < 4; ++i) {
        if (place[i] == m) continue;
        diagonal_mass_[place[i]] += Lane::get(g.terms.M.bb[i][i], lane);
        diagonal_stiffness_[place[i]] += Lane::get(g.tangent.K.bb[i][i], lane);
      }
      for (int i = 0; i < g.kernel.modes; ++i) {
        diagonal_mass_[at.modes_at + i] = Lane::get(g.terms.M.qq[i], lane);
        diagonal_stiffness_[at.modes_at + i] = Lane::get(g.tangent.K.qq[i], lane);
      }
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
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const auto& g = equations_->groups()[p];
    Part& part = parts_[p];
    g.kernel.combine(blend, part.M, g.tangent, part.sum);
    g.kernel.condense(part.sum, part.condensed);
    for (int lane = 0; lane < g.used; ++lane) {
      const auto& at = equations_->spans()[g.span[lane]];
      const int place[4] = {at.z[0], at.z[1], at.s[0], at.s[1]};
      const double sign[4] = {1, 1, at.direction[0], at.direction[1]};
      for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < 4; ++j) {
          A_[place[i] * stride + place[j]] += sign[i] * sign[j] * Lane::get(part.condensed.C[i][j], lane);
        }
      }
    }
  }
  const int loose = math::ldlt_factor(A_.data(), m, stride, inverse_.data());
  return loose == m - 1 ? -1 : loose;  // phi may be loose: a locked drive does not need its own stiffness
}

void TangentSystem::solve(double* b, bool phi_free) {
  const int m = topology_.boundary;
  const double phi = b[m - 1];
  if (equations_->massless()) {
    const int ni = projected_.independent();
    const auto& T = projected_.T();
    auto& f = projected_.force;
    for (int j = 0; j < ni; ++j) {
      f[j] = 0;
      for (int i = 0; i < n_; ++i) f[j] += T[i * ni + j] * b[i];
    }
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
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const auto& g = equations_->groups()[p];
    Part& part = parts_[p];
    for (int lane = 0; lane < Lane::kCount; ++lane) {
      const double* const own = b + equations_->spans()[g.span[lane]].modes_at;
      for (int i = 0; i < g.kernel.modes; ++i) Lane::set(part.rhs[i], lane, own[i]);
    }
    Pack c[4];
    const Pack none[4];
    g.kernel.condense_force(part.sum, part.condensed, part.rhs, none, c);
    for (int lane = 0; lane < g.used; ++lane) {
      const auto& at = equations_->spans()[g.span[lane]];
      for (int end = 0; end < 2; ++end) {
        r_[at.z[end]] += Lane::get(c[end], lane);
        r_[at.s[end]] += at.direction[end] * Lane::get(c[2 + end], lane);
      }
    }
  }
  back_substitute(b, phi_free, phi);
}

/// From the condensed right-hand side in r_ and that of the modes in parts_ to all unknowns.
void TangentSystem::back_substitute(double* x, bool phi_free, double phi) {
  const int m = topology_.boundary, stride = m + 1, active = phi_free ? m : m - 1;
  math::ldlt_forward(A_.data(), active, stride, inverse_.data(), r_.data());
  if (!phi_free) r_[m - 1] = phi;
  math::ldlt_backward(A_.data(), m, stride, inverse_.data(), r_.data(), active);
  r_[m] = 0;
  std::copy(r_.begin(), r_.begin() + m, x);
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const auto& g = equations_->groups()[p];
    Pack ends[4], modes[mechanics::kMaxModes];
    for (int lane = 0; lane < Lane::kCount; ++lane) {
      const auto& at = equations_->spans()[g.span[lane]];
      for (int end = 0; end < 2; ++end) {
        Lane::set(ends[end], lane, r_[at.z[end]]);
        Lane::set(ends[2 + end], lane, at.direction[end] * r_[at.s[end]]);
      }
    }
    g.kernel.expand(parts_[p].sum, parts_[p].condensed, parts_[p].rhs, ends, modes);
    for (int lane = 0; lane < g.used; ++lane) {
      double* const out = x + equations_->spans()[g.span[lane]].modes_at;
      for (int i = 0; i < g.kernel.modes; ++i) out[i] = Lane::get(modes[i], lane);
    }
  }
}

void TangentSystem::solve_step(const Blend& c, const double* u, const double* w, double* x, bool phi_free) {
  if (equations_->massless()) return solve_step_projected(c, u, w, x, phi_free);
  const int m = topology_.boundary;
  for (int i = 0; i < m; ++i) r_[i] = c.mass * added_mass_[i] * u[i];
  for (const auto& s : equations_->springs()) {
    const double pull = c.stiffness * s.stiffness * (w[s.a] - (s.b < m ? w[s.b] : 0.0));
    r_[s.a] += pull;
    r_[s.b] -= pull;
  }
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const auto& g = equations_->groups()[p];
    Part& part = parts_[p];
    mechanics::StepInput<Pack> in{c.mass, c.stiffness, {}, {}, nullptr, nullptr, {}};
    Pack uq[mechanics::kMaxModes], wq[mechanics::kMaxModes];
    for (int lane = 0; lane < Lane::kCount; ++lane) {
      const auto& at = equations_->spans()[g.span[lane]];
      for (int end = 0; end < 2; ++end) {
        const int z = at.z[end], s = at.s[end];
        Lane::set(in.ub[end], lane, z < m ? u[z] : 0.0);
        Lane::set(in.wb[end], lane, z < m ? w[z] : 0.0);
        Lane::set(in.ub[2 + end], lane, s < m ? at.direction[end] * u[s] : 0.0);
        Lane::set(in.wb[2 + end], lane, s < m ? at.direction[end] * w[s] : 0.0);
        Lane::set(in.drive[end], lane, s == m - 1 ? c.damping * at.direction[end] : 0.0);
      }
      for (int i = 0; i < g.kernel.modes; ++i) {
        Lane::set(uq[i], lane, u[at.modes_at + i]);
        Lane::set(wq[i], lane, w[at.modes_at + i]);
      }
    }
    in.uq = uq;
    in.wq = wq;
    Pack ends[4];
    g.kernel.step_rhs(part.M, g.tangent, part.sum, part.condensed, in, part.rhs, ends);
    for (int lane = 0; lane < g.used; ++lane) {
      const auto& at = equations_->spans()[g.span[lane]];
      for (int end = 0; end < 2; ++end) {
        r_[at.z[end]] += Lane::get(ends[end], lane);
        r_[at.s[end]] += at.direction[end] * Lane::get(ends[2 + end], lane);
      }
    }
  }
  back_substitute(x, phi_free, 0.0);
}

/// The same with dense matrices; damping acts on the whole motion that a rate of phi brings about.
void TangentSystem::solve_step_projected(const Blend& c, const double* u, const double* w, double* x, bool phi_free) {
  const int phi = topology_.phi();
  std::fill(mode_force_.begin(), mode_force_.end(), 0.0);
  mode_force_[phi] = 1;
  complete(mode_force_.data());
  std::fill(x, x + n_, 0.0);
  const auto add = [&](const Blend& blend, const double* vector) {
    assemble(blend, dense_.data());
    for (int i = 0; i < n_; ++i) {
      for (int j = 0; j < n_; ++j) x[i] += dense_[i * n_ + j] * vector[j];
    }
  };
  add({c.mass, 0, 0}, u);
  add({0, 0, c.stiffness}, w);
  if (c.damping != 0) add({0, c.damping, 0}, mode_force_.data());
  if (!phi_free) x[phi] = 0;  // no equation of its own
  solve(x, phi_free);
}

void TangentSystem::complete(double* rate) const {
  if (!equations_->massless()) return;
  const int ni = projected_.independent();
  const auto& T = projected_.T();
  for (const int i : equations_->sheave_coordinates()) {
    double sum = 0;
    for (int j = 0; j < ni; ++j) sum += T[i * ni + j] * rate[projected_.free()[j]];
    rate[i] = sum;
  }
}

void TangentSystem::assemble(const Blend& blend, double* full) {
  std::fill(full, full + n_ * n_, 0.0);
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
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const auto& g = equations_->groups()[p];
    g.kernel.combine(blend, parts_[p].M, g.tangent, parts_[p].sum);
    for (int lane = 0; lane < g.used; ++lane) {
      equations_->add_dense(equations_->spans()[g.span[lane]], of_lane(parts_[p].sum, g.kernel.modes, lane), full);
    }
  }
}

mechanics::SpanMatrix<double> TangentSystem::of_lane(const mechanics::SpanMatrix<Pack>& from, int modes, int lane) const {
  mechanics::SpanMatrix<double> to;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) to.bb[i][j] = Lane::get(from.bb[i][j], lane);
  }
  for (int i = 0; i < modes; ++i) {
    for (int j = 0; j < 4; ++j) to.qb[i][j] = Lane::get(from.qb[i][j], lane);
    to.qq[i] = Lane::get(from.qq[i], lane);
  }
  return to;
}

int TangentSystem::factor_projected(const Blend& blend) {
  assemble(blend, projected_.full.data());
  projected_.project(n_);
  const int ni = projected_.independent();
  const int loose = math::ldlt_factor(projected_.reduced.data(), ni, ni, projected_.inverse.data());
  return loose < 0 || loose == ni - 1 ? -1 : projected_.free()[loose];
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
