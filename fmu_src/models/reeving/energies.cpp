// Energies, losses and tensions at the point where the equations were last evaluated.
#include "models/reeving/equations.hpp"

namespace reeve::models::reeving {

using mechanics::z_of;

template <class S>
typename Equations<S>::Energy Equations<S>::energy(const S* q, const S* v, const Values& values) const {
  Energy e;
  const int m = topology_.boundary;
  for (int i = 0; i < m; ++i) e.kinetic += 0.5 * added_mass_[i] * v[i] * v[i];
  for (int b = 0; b < topology_.bodies; ++b) {
    S mass = values.body[b].mass;
    if (topology_.load_of[b] >= 0) mass += values.payload[topology_.load_of[b]];
    e.potential += mass * values.gravity * q[b];
  }
  for (const auto& k : springs_) {
    const S stretch = y_[k.a] - y_[k.b] - k.rest;
    e.elastic += 0.5 * k.stiffness * stretch * stretch;
  }
  for (const auto& buffer : buffers_) e.elastic += buffer.energy();
  for (int c = 0; c < topology_.chains; ++c) {
    const S z1 = q[topology_.chain_bodies[c][0]], z2 = q[topology_.chain_bodies[c][1]];
    const S l1 = 0.5 * (values.chain[c].length + z1 - z2), l2 = values.chain[c].length - l1;
    e.potential += values.chain[c].density * values.gravity * (l1 * (z1 - 0.5 * l1) + l2 * (z2 - 0.5 * l2));
  }
  for (const auto& drum : drums_) {
    const S z = kinematics_[drum.span].z[drum.end];
    e.potential += drum.rho * values.gravity * drum.sign * y_[topology_.phi()] * z;
  }
  for (std::size_t k = 0; k < spans_.size(); ++k) {
    const auto part = spans_[k].kernel.energy(spans_[k].rope, kinematics_[k], mass(static_cast<int>(k)));
    e.kinetic += part.kinetic;
    e.potential += part.potential;
    e.elastic += part.elastic;
  }
  return e;
}

template <class S>
S Equations<S>::wound_power() const {
  S power = 0.0;
  for (const auto& drum : drums_) {
    const auto end = spans_[drum.span].kernel.end(spans_[drum.span].rope, kinematics_[drum.span], drum.end);
    power += 0.5 * spans_[drum.span].rope.EA * end.eps * end.eps * drum.sign * yd_[topology_.phi()];
  }
  return power;
}

template <class S>
S Equations<S>::end_force(int k, int end) const {
  const auto& terms = groups_[group_of_[k]].terms;
  const int lane = lane_of_[k];
  return (end == 0 ? -1.0 : 1.0) * spans_[k].rope.sigma *
         (Lane::get(terms.flux_z[end], lane) - Lane::get(terms.hb[z_of(end)], lane));
}

template <class S>
S Equations<S>::end_row(int k, int end, const mechanics::SpanMatrix<Group>& A, const S* x) const {
  const SpanAt& at = spans_[k];
  const int lane = lane_of_[k], m = topology_.boundary;
  const auto& place = at.ends.place;
  const auto& sign = at.ends.sign;
  S f = 0.0;
  for (int j = 0; j < kEnds; ++j) {
    if (place[j] < m) f += Lane::get(A.bb[z_of(end)][j], lane) * (sign[j] * x[place[j]]);
  }
  for (int i = 0; i < at.kernel.modes; ++i) f += Lane::get(A.qb[i][z_of(end)], lane) * x[at.modes_at + i];
  return (end == 0 ? -1.0 : 1.0) * at.rope.sigma * f;
}

template <class S>
S Equations<S>::constitutive_tension(int k, int end) const {
  const SpanAt& at = spans_[k];
  const auto e = at.kernel.end(at.rope, kinematics_[k], end);
  const S N = at.rope.EA * (e.eps + at.rope.beta * e.eps_rate);
  return at.rope.strain == mechanics::Strain::green ? S(N * at.rope.sigma * e.slope) : N;
}

template typename Equations<double>::Energy Equations<double>::energy(const double*, const double*,
                                                                      const reeving::Values<double>&) const;
template typename Equations<math::Dual>::Energy Equations<math::Dual>::energy(const math::Dual*, const math::Dual*,
                                                                              const reeving::Values<math::Dual>&) const;
template double Equations<double>::wound_power() const;
template math::Dual Equations<math::Dual>::wound_power() const;
template double Equations<double>::end_force(int, int) const;
template math::Dual Equations<math::Dual>::end_force(int, int) const;
template double Equations<double>::end_row(int, int, const mechanics::SpanMatrix<Group>&, const double*) const;
template math::Dual Equations<math::Dual>::end_row(int, int, const mechanics::SpanMatrix<Group>&,
                                                   const math::Dual*) const;
template double Equations<double>::constitutive_tension(int, int) const;
template math::Dual Equations<math::Dual>::constitutive_tension(int, int) const;

}  // namespace reeve::models::reeving
