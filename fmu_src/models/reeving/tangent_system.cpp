#include "models/reeving/tangent_system.hpp"

#include <algorithm>

namespace reeve::models::reeving {

using mechanics::Blend;

TangentSystem::TangentSystem(const Topology& topology)
    : topology_(topology),
      locked_{std::make_unique<bool[]>(topology.driven())},
      friction_{topology},
      law_(topology.contacts.size()),
      ratio_(topology.contacts.size()) {
  const int m = topology.boundary;
  for (int i = 0; i < topology.driven(); ++i) locked_[i] = topology.locked_at_rest(first_driven() + i);
  system_.resize(m, topology.driven(), topology.joined());
  for (auto* v : {&added_mass_, &u_, &w_}) v->assign(m + 1, 0.0);
  given_.assign(topology.driven(), 0.0);
  for (auto* v : {&added_damping_, &added_stiffness_}) v->assign(m + 1, 0.0);
}

void TangentSystem::resize(const Equations<double>& equations) {
  equations_ = &equations;
  n_ = equations.coordinates();
  parts_.resize(equations.groups().size());
  for (auto* v : {&rate_, &whole_rate_, &diagonal_mass_, &diagonal_stiffness_, &unit_}) v->assign(n_ + 1, 0.0);
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
      const auto& place = at.ends.place;
      for (int i = 0; i < kEnds; ++i) {
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
  std::fill(added_damping_.begin(), added_damping_.end(), 0.0);
  std::fill(added_stiffness_.begin(), added_stiffness_.end(), 0.0);
  for (int i = 0; i < topology_.buffers; ++i) {
    const int body = topology_.buffer_body[i];
    added_damping_[body] += equations.buffers()[i].force_per_rate();
    added_stiffness_[body] += equations.buffers()[i].force_per_compression();
    diagonal_stiffness_[body] += equations.buffers()[i].force_per_compression();
  }
  if (equations.massless()) projected_ = equations.massless_solver();
  law_ = equations.contacts().system.law;
  ratio_ = equations.contacts().ratios();
}

int TangentSystem::factor(const Blend& blend) {
  has_columns_ = false;
  if (equations_->massless()) return factor_projected(blend);
  const int m = topology_.boundary, stride = system_.stride();
  auto& A = system_.A;
  std::fill(A.begin(), A.end(), 0.0);
  for (int i = 0; i < m; ++i) A[i * stride + i] = added(blend, i);
  for (const auto& spring : equations_->springs()) {
    const double c = blend.stiffness * spring.stiffness + blend.damping * spring.damping;
    A[spring.a * stride + spring.a] += c;
    A[spring.b * stride + spring.b] += c;
    A[spring.a * stride + spring.b] -= c;
    A[spring.b * stride + spring.a] -= c;
  }
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const auto& g = equations_->groups()[p];
    Part& part = parts_[p];
    g.kernel.combine(blend, part.M, g.tangent, part.sum);
    g.kernel.condense(part.sum, part.condensed);
    g.places.scatter(part.condensed.C, A.data());
  }
  return system_.eliminate();
}

void TangentSystem::solve_at_rest(double* b) {
  if (equations_->massless()) return solve_projected(b, true);
  const int m = topology_.boundary;
  std::copy(b, b + m, system_.r.begin());
  std::copy(b + first_driven(), b + m, given_.begin());
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const auto& g = equations_->groups()[p];
    Part& part = parts_[p];
    g.places.gather_modes(b, g.kernel.modes, part.rhs);
    Pack c[kEnds];
    const Pack none[kEnds];
    g.kernel.condense_force(part.sum, part.condensed, part.rhs, none, c);
    g.places.scatter(c, system_.r.data());
  }
  system_.eliminate_rhs();
  system_.solve_driven(locked_.get(), given_.data());
  back_substitute(given_.data(), true, b);
}

void TangentSystem::solve_projected(double* b, bool drive_locked) {
  const int ni = projected_.independent();
  const auto& T = projected_.T();
  auto& system = projected_.system;
  std::copy(b + first_driven(), b + topology_.boundary, given_.begin());
  for (int j = 0; j < ni; ++j) {
    system.r[j] = 0;
    for (int i = 0; i < n_; ++i) system.r[j] += T[i * ni + j] * b[i];
  }
  system.eliminate_rhs();
  system.solve_driven(&drive_locked, given_.data());
  system.back_substitute(given_.data());
  for (int i = 0; i < n_; ++i) {
    b[i] = 0;
    for (int j = 0; j < ni; ++j) b[i] += T[i * ni + j] * system.x[j];
  }
}

/// From the condensed right-hand side, that of the modes in parts_ and the driven coordinates to all unknowns; without `forced`
/// both right-hand sides count as zero.
void TangentSystem::back_substitute(const double* driven, bool forced, double* x) {
  system_.back_substitute(driven, forced);
  std::copy(system_.x.begin(), system_.x.begin() + topology_.boundary, x);
  static const Pack none[mechanics::kMaxModes]{};
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const auto& g = equations_->groups()[p];
    Pack ends[kEnds], modes[mechanics::kMaxModes];
    g.places.gather(system_.x.data(), ends);
    g.kernel.expand(parts_[p].sum, parts_[p].condensed, forced ? parts_[p].rhs : none, ends, modes);
    g.places.scatter_modes(modes, g.kernel.modes, x);
  }
}

void TangentSystem::solve_step(const Blend& c, const double* u, const double* w, const double* driven_rates, double* x,
                               bool drive_locked) {
  if (equations_->massless()) return solve_step_projected(c, u, w, driven_rates, x, drive_locked);
  const int m = topology_.boundary;
  std::copy(u, u + m, u_.begin());
  std::copy(w, w + m, w_.begin());
  for (int i = 0; i < topology_.driven(); ++i) rate_[first_driven() + i] = c.damping * driven_rates[i];
  auto& r = system_.r;
  for (int i = 0; i < m; ++i) r[i] = c.mass * added_mass_[i] * u[i] + c.stiffness * added_stiffness_[i] * w[i];
  for (const auto& s : equations_->springs()) {
    const double pull = c.stiffness * s.stiffness * (w_[s.a] - w_[s.b]);
    r[s.a] += pull;
    r[s.b] -= pull;
  }
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const auto& g = equations_->groups()[p];
    Part& part = parts_[p];
    mechanics::StepInput<Pack> in{c.mass, c.stiffness, {}, {}, nullptr, nullptr, {}};
    Pack uq[mechanics::kMaxModes], wq[mechanics::kMaxModes];
    g.places.gather(u_.data(), in.ub);
    g.places.gather(w_.data(), in.wb);
    g.places.gather(rate_.data(), in.rate);
    g.places.gather_modes(u, g.kernel.modes, uq);
    g.places.gather_modes(w, g.kernel.modes, wq);
    in.uq = uq;
    in.wq = wq;
    Pack ends[kEnds];
    g.kernel.step_rhs(part.M, g.tangent, part.sum, part.condensed, in, part.rhs, ends);
    g.places.scatter(ends, r.data());
  }
  system_.eliminate_rhs();
  solve_driven(c, u, w, drive_locked);
  back_substitute(given_.data(), true, x);
}

/// The driven coordinates, by the law of the contacts and, unless it is locked, the drive's own inertia.
void TangentSystem::solve_driven(const Blend& c, const double* u, const double* w, bool drive_locked) {
  for (int k = 0; k < topology_.contact_count(); ++k) {
    friction_.law[k] = law_[k];
    friction_.law[k].drift = 0;
    if (drive_locked && topology_.contacts[k].sheave < 0) friction_.law[k].kappa = 0;
  }
  if (friction_.any_slips()) {
    find_columns();
    std::fill(given_.begin(), given_.end(), 0.0);
    back_substitute(given_.data(), true, unit_.data());
    for (int k = 0; k < topology_.contact_count(); ++k) {
      if (!friction_.slips(k)) continue;
      const int high = ratio_[k].high;
      const auto rest = [&](int side) { return side_row(k, side, unit_.data()) - side_rhs(k, side, c, u, w); };
      friction_.row_rest[k] = rest(high) - ratio_[k].ratio * rest(1 - high);
    }
  }
  const auto load = friction_.solve(system_);
  friction_.values(drive_locked ? 0.0 : load.force / load.mass, given_.data());
}

/// What each driven coordinate does to the ratio of tensions at the contacts that slip.
void TangentSystem::find_columns() {
  if (has_columns_) return;
  has_columns_ = true;
  for (int j = 0; j < topology_.driven(); ++j) {
    std::fill(given_.begin(), given_.end(), 0.0);
    given_[j] = 1;
    back_substitute(given_.data(), false, unit_.data());
    for (int k = 0; k < topology_.contact_count(); ++k) {
      const int high = ratio_[k].high;
      friction_.row[k * topology_.driven() + j] =
          side_row(k, high, unit_.data()) - ratio_[k].ratio * side_row(k, 1 - high, unit_.data());
    }
  }
}

/// Tension on one side of an arc, as far as the blend of matrices gives it for x.
double TangentSystem::side_row(int k, int side, const double* x) const {
  const Contact& contact = topology_.contacts[k];
  const int span = contact.span[side];
  const double own = ratio_[k].inner_mass[side] * x[contact.s];
  return equations_->end_row(span, 1 - side, parts_[equations_->group_of(span)].sum, x) + (side == 0 ? -own : own);
}

/// The same of the step's right-hand side.
double TangentSystem::side_rhs(int k, int side, const Blend& c, const double* u, const double* w) const {
  const Contact& contact = topology_.contacts[k];
  const int span = contact.span[side], group = equations_->group_of(span);
  const auto& [K, D] = equations_->groups()[group].tangent;
  const auto row = [&](const mechanics::SpanMatrix<Pack>& A, const double* x) {
    return equations_->end_row(span, 1 - side, A, x);
  };
  const double own = c.mass * ratio_[k].inner_mass[side] * u[contact.s];
  return c.mass * row(parts_[group].M, u) + c.stiffness * row(K, w) + row(D, rate_.data()) + (side == 0 ? -own : own);
}

/// The same with dense matrices; damping acts on the whole motion that the driven rates bring about.
void TangentSystem::solve_step_projected(const Blend& c, const double* u, const double* w, const double* driven_rates,
                                         double* x, bool drive_locked) {
  std::fill(whole_rate_.begin(), whole_rate_.end(), 0.0);
  std::copy(driven_rates, driven_rates + topology_.driven(), whole_rate_.begin() + first_driven());
  complete(whole_rate_.data());
  std::fill(x, x + n_, 0.0);
  const auto add = [&](const Blend& blend, const double* vector) {
    assemble(blend, dense_.data());
    for (int i = 0; i < n_; ++i) {
      for (int j = 0; j < n_; ++j) x[i] += dense_[i * n_ + j] * vector[j];
    }
  };
  add({c.mass, 0, 0}, u);
  add({0, 0, c.stiffness}, w);
  if (c.damping != 0) add({0, c.damping, 0}, whole_rate_.data());
  if (drive_locked) x[topology_.phi()] = 0;  // no equation of its own
  solve_projected(x, drive_locked);
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
  for (int i = 0; i < m; ++i) full[i * n_ + i] = added(blend, i);
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
      equations_->add_dense(equations_->spans()[g.span[lane]], of_lane<double>(parts_[p].sum, g.kernel.modes, lane),
                            full);
    }
  }
}

int TangentSystem::factor_projected(const Blend& blend) {
  assemble(blend, projected_.full.data());
  projected_.project();
  const int loose = projected_.system.eliminate();
  return loose < 0 ? -1 : projected_.free()[loose];
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

}  // namespace reeve::models::reeving
