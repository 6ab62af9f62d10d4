#pragma once
/// One free rope span in space as one element whose ends may slide along the rope.
///
///   coordinates   e = [r1 r2 s1 s2 | modes]     r: places of the ends [m], s: material coordinates there [m]
///   r(x) = (1-x) r1 + x r2 + sum_i S_i(x) Q_i   in inertial axes: no frame of the element, so nothing to turn     (T-SPA.1)
///   M e'' = h + reactions                                                                                        (T-SPA.8)
///
/// Kinetic energy and weight are sums over the axes, and each summand is that of a vertical span (T-ALE.8, T-ALE.9, T-ALE.14)
/// that shares s1 and s2: the vertical element without stiffness serves for all three. Strain joins the axes; it is projected
/// (spatial_strain.hpp).
#include "mechanics/rope/rope_kernel.hpp"
#include "mechanics/rope/spatial_strain.hpp"

namespace reeve::mechanics {

/// End coordinates of a span in space, in this order: r1 r2 s1 s2.
inline constexpr int kSpatialEnds = 8;
constexpr int r_of(int end, int axis) { return kAxes * end + axis; }
constexpr int material_of(int end) { return 2 * kAxes + end; }

template <class S>
struct SpatialSpan {
  S EA{};                        ///< axial stiffness                                             [N]
  S rho{};                       ///< mass per unstretched length                                 [kg/m]
  S beta{};                      ///< Kelvin-Voigt time                                           [s]
  S gravity{};                   ///< along -z                                                    [m/s2]
  S transverse_damping{0.0};     ///< damping ratio of every transverse mode                      [1]
  S EI{0.0};                     ///< bending stiffness                                           [N m2]
  S momentum_flux[2]{1.0, 1.0};  ///< 1 or 0 per end
  S elastic_flux[2]{1.0, 1.0};   ///< 0 on a drum, which keeps the strain of what it winds up
};

/// Mass matrix; the block of the modes is diagonal and the only blocks that change with the shape are those of s.
template <class S>
struct SpatialMass {
  S bb[kSpatialEnds][kSpatialEnds];
  S qb[kMostModes][kSpatialEnds];
  S qq[kMostModes];
};

template <class S>
struct SpatialTerms {
  SpatialMass<S> M;
  S hb[kSpatialEnds];  ///< generalized force on the ends
  S hq[kMostModes];    ///< and on the modes
  Vec3<S> flux[2];     ///< part of hb at the ends that is momentum flux: no force of the rope
  S loss;              ///< power lost in the rope [W]
  SpatialStrain<S> strain;
};

/// The element of a span: shapes for the strain, and for every axis the vertical element.
template <class S>
struct SpatialElement {
  SpatialShapes shapes;
  RopeKernel<S> axis[kAxes];
};

template <class S>
SpatialElement<S> spatial_element(const ModeNumbers& modes) {
  SpatialElement<S> e{spatial_shapes(modes), {}};
  for (int axis = 0; axis < kAxes; ++axis)
    e.axis[axis] = e.shapes.has_sines(axis) ? sine_kernel<S>(modes.along[axis]) : cubic_kernel<S>();
  return e;
}

namespace detail {

/// Inertia, weight and momentum flux, axis by axis.                                              (T-SPA.8, T-SPA.10)
template <class S>
void add_inertia(const SpatialElement<S>& e, const SpatialSpan<S>& p, const SpatialKinematics<S>& m,
                 SpatialTerms<S>& out) {
  const auto& t = e.shapes;
  for (auto& row : out.M.bb)
    for (S& entry : row) entry = 0.0;
  for (S& force : out.hb) force = 0.0;
  SpanTerms<S> part;
  for (int axis = 0; axis < kAxes; ++axis) {
    RopeSpan<S> span{S(0.0), p.rho, S(0.0), axis == kVertical ? p.gravity : S(0.0)};
    for (int end = 0; end < 2; ++end) span.momentum_flux[end] = p.momentum_flux[end];
    const int first = t.first[axis];
    const SpanKinematics<S> at{{m.r[0][axis], m.r[1][axis]}, {m.s[0], m.s[1]}, {m.rd[0][axis], m.rd[1][axis]},
                               {m.sd[0], m.sd[1]},           m.q + first,      m.qd + first};
    e.axis[axis].terms(span, at, part, nullptr);
    const int place[kSpanEnds] = {r_of(0, axis), r_of(1, axis), material_of(0), material_of(1)};
    for (int i = 0; i < kSpanEnds; ++i) {
      out.hb[place[i]] += part.hb[i];
      for (int j = 0; j < kSpanEnds; ++j) out.M.bb[place[i]][place[j]] += part.M.bb[i][j];
    }
    for (int i = 0; i < t.modes.along[axis]; ++i) {
      for (S& entry : out.M.qb[first + i]) entry = 0.0;
      for (int j = 0; j < kSpanEnds; ++j) out.M.qb[first + i][place[j]] = part.M.qb[i][j];
      out.M.qq[first + i] = part.M.qq[i];
      out.hq[first + i] = part.hq[i];
    }
    for (int end = 0; end < 2; ++end) out.flux[end][axis] = part.flux_z[end];
  }
}

/// A tension T(x) that does virtual work on the slope: force int T tau dx between the ends, and on the modes.   (T-SPA.5)
template <class S>
void add_tension(const SpatialShapes& t, int point, const Vec3<S>& pull, SpatialTerms<S>& out) {
  for (int axis = 0; axis < kAxes; ++axis) {
    out.hb[r_of(0, axis)] += pull[axis];
    out.hb[r_of(1, axis)] -= pull[axis];
    const double* const chi = t.slope[axis][point];
    for (int i = 0; i < t.modes.along[axis]; ++i) out.hq[t.first[axis] + i] -= pull[axis] * chi[i];
  }
}

template <class S>
void add_along_rope(const S& first, const S& second, SpatialTerms<S>& out) {
  out.hb[material_of(0)] += first;
  out.hb[material_of(1)] += second;
}

/// -dU/de of U = (EA L/2) sum_k eps_k^2/c_k; what a drum keeps of it is taken off again.                (T-SPA.5)
template <class S>
void add_elastic(const SpatialShapes& t, const SpatialSpan<S>& p, SpatialTerms<S>& out) {
  const auto& strain = out.strain;
  for (int g = 0; g < t.points; ++g) {
    const S N = p.EA * strain.at(t.strain[g], t.strains);
    add_tension(t, g, Vec3<S>(strain.tau[g] * S(t.weight[g] * N)), out);
  }
  const S along = p.EA * (strain.eps[0] + 0.5 * strain.square(t));
  add_along_rope(S(-along), along, out);
  for (int end = 0; end < 2; ++end) {
    const S eps = strain.at(t.end_strain[end], t.strains);
    const S kept = (1.0 - p.elastic_flux[end]) * 0.5 * p.EA * eps * eps;
    out.hb[material_of(end)] += end == 0 ? S(-kept) : kept;
  }
}

/// Stress EA beta times the material rate of strain.                                                    (T-SPA.6)
template <class S>
void add_damping(const SpatialShapes& t, const SpatialSpan<S>& p, const SpatialKinematics<S>& m, SpatialTerms<S>& out) {
  SpatialStrainRate<S> rate;
  strain_rate(t, m, out.strain, rate);
  const auto& strain = out.strain;
  S D[kMostStrains];
  for (S& one : D) one = 0.0;
  S both = 0.0, first = 0.0, second = 0.0;
  for (int g = 0; g < t.points; ++g) {
    const S stress = t.weight[g] * p.EA * p.beta * rate.R[g];
    out.loss += strain.L * stress * rate.R[g];
    first -= (1 - t.x[g]) * stress * rate.Z[g];
    second -= t.x[g] * stress * rate.Z[g];
    for (int k = 0; k < t.strains; ++k) D[k] += t.norm[k] * t.strain[g][k] * stress;
  }
  for (int g = 0; g < t.points; ++g) {
    S stress = 0.0;
    for (int k = 0; k < t.strains; ++k) stress += t.strain[g][k] * D[k];
    add_tension(t, g, Vec3<S>(strain.tau[g] * S(t.weight[g] * stress)), out);
  }
  for (int k = 0; k < t.strains; ++k) both += D[k] * strain.lambda(k) * (1 / t.norm[k]);
  add_along_rope(S(first - both), S(second + both), out);
}

/// The rope's resistance to bending, with hinged ends: U_b = sum_i EI (i pi)^4/(4 L^3) |Q_i|^2.            (T-SPA.11)
template <class S>
S bending_energy(const SpatialShapes& t, const SpatialSpan<S>& p, const SpatialKinematics<S>& m) {
  const S L = m.length(), factor = p.EI / (4.0 * L * L * L);
  S energy = 0.0;
  for (int axis = 0; axis < kAxes; ++axis) {
    if (!t.has_sines(axis)) continue;
    for (int i = 0; i < t.modes.along[axis]; ++i) {
      const double k = (i + 1) * std::numbers::pi;
      const S& q = m.q[t.first[axis] + i];
      energy += factor * (k * k * k * k) * q * q;
    }
  }
  return energy;
}

template <class S>
void add_bending(const SpatialShapes& t, const SpatialSpan<S>& p, const SpatialKinematics<S>& m, SpatialTerms<S>& out) {
  const S L = m.length(), factor = p.EI / (2.0 * L * L * L);
  for (int axis = 0; axis < kAxes; ++axis) {
    if (!t.has_sines(axis)) continue;
    for (int i = 0; i < t.modes.along[axis]; ++i) {
      const double k = (i + 1) * std::numbers::pi;
      out.hq[t.first[axis] + i] -= factor * (k * k * k * k) * m.q[t.first[axis] + i];
    }
  }
  const S along = 3.0 * bending_energy(t, p, m) / L;
  add_along_rope(S(-along), along, out);
}

}  // namespace detail

/// Damping of the transverse modes: what mode i gets per rate across the chord, zeta rho L w_i [N s/m], w_i that of a taut
/// string between the ends. Zero for a slack span.                                                     (T-SPA.7)
template <class S>
S transverse_drag(const SpatialSpan<S>& p, const S& L, const S& chord, const S& tension, int i) {
  using std::sqrt;
  if (!(math::value(tension) > 0)) return S(0.0);
  return p.transverse_damping * i * std::numbers::pi * sqrt(p.rho * L * tension / chord);
}

namespace detail {

template <class S>
void add_transverse_damping(const SpatialShapes& t, const SpatialSpan<S>& p, const SpatialKinematics<S>& m,
                            SpatialTerms<S>& out) {
  const Vec3<S> d = m.r[1] - m.r[0];
  const S chord = length_of(d), tension = p.EA * out.strain.eps[0];
  const Vec3<S> along = d / chord;
  for (int i = 0; i < t.most_sines(); ++i) {
    Vec3<S> rate = Vec3<S>::Zero();
    for (int axis = 0; axis < kAxes; ++axis) {
      if (t.has_sines(axis) && i < t.modes.along[axis]) rate[axis] = m.qd[t.first[axis] + i];
    }
    const S drag = transverse_drag(p, out.strain.L, chord, tension, i + 1);
    const Vec3<S> force = drag * (rate - along * along.dot(rate));
    out.loss += force.dot(rate);
    for (int axis = 0; axis < kAxes; ++axis) {
      if (t.has_sines(axis) && i < t.modes.along[axis]) out.hq[t.first[axis] + i] -= force[axis];
    }
  }
}

}  // namespace detail

/// Mass matrix and generalized forces of the span.
template <class S>
void spatial_terms(const SpatialElement<S>& e, const SpatialSpan<S>& p, const SpatialKinematics<S>& m,
                   SpatialTerms<S>& out) {
  const auto& t = e.shapes;
  out.loss = 0.0;
  project_strain(t, m, out.strain);
  detail::add_inertia(e, p, m, out);
  detail::add_elastic(t, p, out);
  if (math::any_positive(p.beta)) detail::add_damping(t, p, m, out);
  if (math::any_positive(p.transverse_damping)) detail::add_transverse_damping(t, p, m, out);
  if (math::any_positive(p.EI)) detail::add_bending(t, p, m, out);
}

/// e'^T M e'/2, U and rho g int z ds of the span [J].                                                    (T-SPA.12)
template <class S>
SpanEnergy<S> spatial_energy(const SpatialElement<S>& e, const SpatialSpan<S>& p, const SpatialKinematics<S>& m,
                             const SpatialTerms<S>& terms) {
  const auto& t = e.shapes;
  const S L = m.length();
  S rates[kSpatialEnds];
  for (int end = 0; end < 2; ++end) {
    for (int axis = 0; axis < kAxes; ++axis) rates[r_of(end, axis)] = m.rd[end][axis];
    rates[material_of(end)] = m.sd[end];
  }
  SpanEnergy<S> energy{0.0, 0.0, 0.0};
  for (int i = 0; i < kSpatialEnds; ++i) {
    for (int j = 0; j < kSpatialEnds; ++j) energy.kinetic += 0.5 * rates[i] * terms.M.bb[i][j] * rates[j];
    for (int k = 0; k < t.total; ++k) energy.kinetic += rates[i] * terms.M.qb[k][i] * m.qd[k];
  }
  for (int k = 0; k < t.total; ++k) energy.kinetic += 0.5 * terms.M.qq[k] * m.qd[k] * m.qd[k];
  energy.elastic = 0.5 * p.EA * L * terms.strain.square(t) + detail::bending_energy(t, p, m);
  S height = 0.5 * (m.r[0][kVertical] + m.r[1][kVertical]);
  for (int i = 0; i < t.modes.along[kVertical]; ++i) height += t.mean[kVertical][i] * m.q[t.first[kVertical] + i];
  energy.potential = p.rho * p.gravity * L * height;
  return energy;
}

}  // namespace reeve::mechanics
