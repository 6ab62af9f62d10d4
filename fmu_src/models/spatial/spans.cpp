// From the spans to the equations of the boundary, and back.
#include "models/spatial/equations.hpp"

namespace reeve::models::spatial {

using mechanics::r_of;

template <class S>
void Equations<S>::forces(S* h) const {
  std::copy(force_.begin(), force_.begin() + topology_.boundary, h);
  for (std::size_t k = 0; k < span_.size(); ++k) {
    const auto& state = state_[k];
    const auto& M = state.terms.M;
    S f[kSpatialEnds];
    for (int i = 0; i < kSpatialEnds; ++i) {
      f[i] = state.terms.hb[i];
      for (int j = 0; j < kSpatialEnds; ++j) f[i] -= M.bb[i][j] * state.acceleration[j];
    }
    state.B.add_transposed(f, h);
    for (int i = 0; i < span_[k].element.shapes.total; ++i) {
      S& to = h[span_[k].modes_at + i];
      to = state.terms.hq[i];
      for (int j = 0; j < kSpatialEnds; ++j) to -= M.qb[i][j] * state.acceleration[j];
    }
  }
}

/// Adds the span to the boundary's system, its modes eliminated: their mass is diagonal.                 (T-SPA.15)
template <class S>
void Equations<S>::condense(int k) {
  SpanState<S>& state = state_[k];
  const auto& M = state.terms.M;
  S C[kSpatialEnds][kSpatialEnds], f[kSpatialEnds];
  for (int i = 0; i < kSpatialEnds; ++i) {
    f[i] = state.terms.hb[i];
    for (int j = 0; j < kSpatialEnds; ++j) C[i][j] = M.bb[i][j], f[i] -= M.bb[i][j] * state.acceleration[j];
  }
  for (int n = 0; n < span_[k].element.shapes.total; ++n) {
    state.inverse[n] = 1.0 / M.qq[n];
    state.fq[n] = state.terms.hq[n];
    for (int j = 0; j < kSpatialEnds; ++j) state.fq[n] -= M.qb[n][j] * state.acceleration[j];
    const S force = state.fq[n] * state.inverse[n];
    for (int i = 0; i < kSpatialEnds; ++i) {
      const S scaled = M.qb[n][i] * state.inverse[n];
      f[i] -= M.qb[n][i] * force;
      for (int j = 0; j < kSpatialEnds; ++j) C[i][j] -= scaled * M.qb[n][j];
    }
  }
  state.B.add_transposed(f, system_.r.data());
  state.B.add_square(C, system_.A.data(), stride());
}

template <class S>
int Equations<S>::reduce() {
  if (reduced_) {
    system_.r = reduced_force_;
    return loose_;
  }
  system_.A = mass_;
  system_.r = force_;
  for (int k = 0; k < topology_.span_count(); ++k) condense(k);
  loose_ = system_.eliminate();
  if (loose_ < 0) system_.eliminate_rhs();
  reduced_force_ = system_.r;
  reduced_ = true;
  return loose_;
}

template <class S>
void Equations<S>::finish(const S* driven, S* a) {
  system_.back_substitute(driven);
  std::copy(system_.x.begin(), system_.x.begin() + topology_.boundary, a);
  for (std::size_t k = 0; k < span_.size(); ++k) {
    const auto& state = state_[k];
    S ends[kSpatialEnds];
    state.B.product(a, ends);
    for (int n = 0; n < span_[k].element.shapes.total; ++n) {
      S sum = state.fq[n];
      for (int j = 0; j < kSpatialEnds; ++j) sum -= state.terms.M.qb[n][j] * ends[j];
      a[span_[k].modes_at + n] = sum * state.inverse[n];
    }
  }
}

namespace {

/// Force of what holds a span's end on it, without what is momentum flux: M e'' - h.
template <class S>
Vec3<S> end_force(const SpanAt<S>& span, const SpanState<S>& state, int end, const S* a) {
  const auto& M = state.terms.M;
  S ends[kSpatialEnds];
  state.B.product(a, ends);
  for (int j = 0; j < kSpatialEnds; ++j) ends[j] += state.acceleration[j];
  Vec3<S> f;
  for (int i = 0; i < 3; ++i) {
    const int row = r_of(end, i);
    f[i] = state.terms.flux[end][i] - state.terms.hb[row];
    for (int j = 0; j < kSpatialEnds; ++j) f[i] += M.bb[row][j] * ends[j];
    for (int n = 0; n < span.element.shapes.total; ++n) f[i] += M.qb[n][row] * a[span.modes_at + n];
  }
  return f;
}

}  // namespace

template <class S>
S Equations<S>::tension(int k, int end, const S* a) const {
  const auto& m = state_[k].motion;
  const Vec3<S> slope = mechanics::end_slope(span_[k].element.shapes, end, Vec3<S>(m.r[1] - m.r[0]), m.q);
  const S along = end_force(span_[k], state_[k], end, a).dot(slope) / mechanics::length_of(slope);
  return end == 0 ? S(-along) : along;
}

template <class S>
S Equations<S>::sway_power(const S* a, const Values& v) const {
  S power = 0.0;
  for (std::size_t k = 0; k < span_.size(); ++k) {
    for (int end = 0; end < 2; ++end) {
      const Vec3<S> force = end_force(span_[k], state_[k], end, a) - state_[k].terms.flux[end];
      for (int i = 0; i < 3; ++i) power += force[i] * state_[k].given[r_of(end, i)];
    }
  }
  for (int b = 0; b < topology_.bodies; ++b) {
    if (topology_.guided[b]) power += mass_of(b, v) * acceleration(b, a).dot(frame_[b].given);
  }
  for (const auto& spring : springs_)
    power -= (spring.stretch * spring.stiffness + spring.rate * spring.damping).dot(spring.given);
  return power;
}

template void Equations<double>::forces(double*) const;
template void Equations<math::Dual>::forces(math::Dual*) const;
template int Equations<double>::reduce();
template int Equations<math::Dual>::reduce();
template void Equations<double>::finish(const double*, double*);
template void Equations<math::Dual>::finish(const math::Dual*, math::Dual*);
template double Equations<double>::tension(int, int, const double*) const;
template math::Dual Equations<math::Dual>::tension(int, int, const math::Dual*) const;
template double Equations<double>::sway_power(const double*, const spatial::Values<double>&) const;
template math::Dual Equations<math::Dual>::sway_power(const math::Dual*, const spatial::Values<math::Dual>&) const;

}  // namespace reeve::models::spatial
