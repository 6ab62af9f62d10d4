// The spans of a reeving: computed in groups, gathered from and added to the coordinates.
#include <algorithm>

#include "models/reeving/equations.hpp"

namespace reeve::models::reeving {

using mechanics::RopeSpan;
using mechanics::s_of;
using mechanics::z_of;

/// Neighbouring spans of one rope share their kind.
template <class S>
void Equations<S>::group_spans() {
  groups_.clear();
  for (int r = 0; r < topology_.ropes; ++r) {
    const int end = topology_.first_span[r + 1];
    for (int k = topology_.first_span[r]; k < end; k += Lane::kCount) {
      SpanGroup& g = groups_.emplace_back();
      g.used = std::min(Lane::kCount, end - k);
      const SpanAt& first = spans_[k];
      const bool cubic = first.kernel.cubic;
      g.kernel = cubic ? mechanics::cubic_kernel<Group>() : mechanics::sine_kernel<Group>(first.kernel.modes);
      g.rope.strain = first.rope.strain;
      for (int lane = 0; lane < Lane::kCount; ++lane) {
        const int span = lane < g.used ? k + lane : k;
        g.span[lane] = span;
        if (lane < g.used) group_of_[span] = static_cast<int>(groups_.size()) - 1, lane_of_[span] = lane;
        const SpanAt& at = spans_[span];
        g.places.set(lane, at.ends, at.modes_at, boundary_system_.stride(), lane < g.used);
        for (int i = 0; i < kEnds; ++i) Lane::set(g.origin[i], lane, at.origin[i]);
        const RopeSpan<S>& rope = at.rope;
        Lane::set(g.rope.EA, lane, rope.EA);
        Lane::set(g.rope.rho, lane, rope.rho);
        Lane::set(g.rope.beta, lane, rope.beta);
        Lane::set(g.rope.gravity, lane, rope.gravity);
        Lane::set(g.rope.sigma, lane, rope.sigma);
        for (int e = 0; e < 2; ++e) {
          Lane::set(g.rope.momentum_flux[e], lane, rope.momentum_flux[e]);
          Lane::set(g.rope.elastic_flux[e], lane, rope.elastic_flux[e]);
        }
      }
    }
  }
}

template <class S>
mechanics::SpanMatrix<S> Equations<S>::mass(int k) const {
  const SpanGroup& g = groups_[group_of_[k]];
  return of_lane<S>(g.terms.M, g.kernel.modes, lane_of_[k]);
}

template <class S>
void Equations<S>::add_spans(const S* q, const S* v, bool tangent) {
  for (SpanGroup& g : groups_) {
    Group place[kEnds], rate[kEnds];
    g.places.gather(y_.data(), place);
    g.places.gather(yd_.data(), rate);
    for (int i = 0; i < kEnds; ++i) place[i] += g.origin[i];
    g.places.gather_modes(q, g.kernel.modes, g.q);
    g.places.gather_modes(v, g.kernel.modes, g.qd);
    for (int lane = 0; lane < g.used; ++lane) {
      auto& own = kinematics_[g.span[lane]];
      for (int end = 0; end < 2; ++end) {
        own.z[end] = Lane::get(place[z_of(end)], lane), own.zd[end] = Lane::get(rate[z_of(end)], lane);
        own.s[end] = Lane::get(place[s_of(end)], lane), own.sd[end] = Lane::get(rate[s_of(end)], lane);
      }
      own.q = q + spans_[g.span[lane]].modes_at;
      own.qd = v + spans_[g.span[lane]].modes_at;
    }
    mechanics::SpanKinematics<Group> at;
    for (int end = 0; end < 2; ++end) {
      at.z[end] = place[z_of(end)], at.zd[end] = rate[z_of(end)];
      at.s[end] = place[s_of(end)], at.sd[end] = rate[s_of(end)];
    }
    at.q = g.q;
    at.qd = g.qd;
    g.kernel.terms(g.rope, at, g.terms, tangent ? &g.tangent : nullptr);
    for (int lane = 0; lane < g.used; ++lane) losses_ += Lane::get(g.terms.loss, lane);
  }
}

template <class S>
void Equations<S>::forces(S* out) {
  const int m = topology_.boundary;
  auto& boundary = all_forces_;
  std::copy(force_.begin(), force_.end(), boundary.begin());
  for (const SpanGroup& g : groups_) {
    g.places.scatter(g.terms.hb, boundary.data());
    g.places.scatter_modes(g.terms.hq, g.kernel.modes, out);
  }
  std::copy(boundary.begin(), boundary.begin() + m, out);
}

template <class S>
void Equations<S>::add_dense(const SpanAt& at, const mechanics::SpanMatrix<S>& A, S* full) const {
  const int m = topology_.boundary;
  const auto& place = at.ends.place;
  const auto& sign = at.ends.sign;
  for (int i = 0; i < kEnds; ++i) {
    if (place[i] == m) continue;
    for (int j = 0; j < kEnds; ++j) {
      if (place[j] < m) full[place[i] * n_ + place[j]] += sign[i] * sign[j] * A.bb[i][j];
    }
    for (int l = 0; l < at.kernel.modes; ++l) {
      full[place[i] * n_ + at.modes_at + l] += sign[i] * A.qb[l][i];
      full[(at.modes_at + l) * n_ + place[i]] += sign[i] * A.qb[l][i];
    }
  }
  for (int l = 0; l < at.kernel.modes; ++l) full[(at.modes_at + l) * (n_ + 1)] += A.qq[l];
}

template void Equations<double>::group_spans();
template void Equations<math::Dual>::group_spans();
template mechanics::SpanMatrix<double> Equations<double>::mass(int) const;
template mechanics::SpanMatrix<math::Dual> Equations<math::Dual>::mass(int) const;
template void Equations<double>::add_spans(const double*, const double*, bool);
template void Equations<math::Dual>::add_spans(const math::Dual*, const math::Dual*, bool);
template void Equations<double>::forces(double*);
template void Equations<math::Dual>::forces(math::Dual*);
template void Equations<double>::add_dense(const SpanAt&, const mechanics::SpanMatrix<double>&, double*) const;
template void Equations<math::Dual>::add_dense(const SpanAt&, const mechanics::SpanMatrix<math::Dual>&,
                                               math::Dual*) const;

}  // namespace reeve::models::reeving
