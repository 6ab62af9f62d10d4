#pragma once
/// One free rope span as one element whose ends may slide along the rope (arbitrary Lagrangian-Eulerian).
///
///   coordinates   e = [z1 z2 s1 s2 | q_1 .. q_N]   z: heights of the ends [m], s: material coordinates there [m]
///   L = s2 - s1,  x = (s - s1) / L,  r' = r_x / L,  eps = sigma r' - 1 or (r'^2 - 1) / 2                (T-ALE.3)
///   M e'' = h + reactions                                                                              (T-ALE.10)
///
/// All integrals over the span are polynomials in e with tabulated constants (rope_shapes.hpp), so that one evaluation is
/// a dozen products with (N+1) x (N+1) matrices. Only Green strain is summed over quadrature points.
#include "math/pack.hpp"
#include "mechanics/rope/rope_shapes.hpp"

namespace reeve::mechanics {

enum class Strain { engineering = 1, green = 2 };

/// End coordinates of a span, in this order: z1 z2 s1 s2.
inline constexpr int kSpanEnds = 4;
constexpr int z_of(int end) { return end; }
constexpr int s_of(int end) { return 2 + end; }

/// What a span is made of. Flux: momentum and energy that pass the end with the rope (T-ALE.14); a rope end that does
/// not move along the rope has none, a drum keeps the strain of what it winds up and so has no elastic flux.
template <class S>
struct RopeSpan {
  S EA{};        ///< axial stiffness                     [N]
  S rho{};       ///< mass per unstretched length         [kg/m]
  S beta{};      ///< Kelvin-Voigt time                   [s]
  S gravity{};   ///<                                     [m/s2]
  S sigma{1.0};  ///< +1 if s grows upwards, -1 downwards
  Strain strain{Strain::engineering};
  S momentum_flux[2]{1.0, 1.0};  ///< 1 or 0 per end
  S elastic_flux[2]{1.0, 1.0};
};

/// Where the span is and how it moves.
template <class S>
struct SpanKinematics {
  S z[2], s[2];    ///< ends
  S zd[2], sd[2];  ///< their rates
  const S* q{};    ///< modes [m]
  const S* qd{};   ///< [m/s]
};

/// A symmetric matrix over e in blocks; the block of the modes is diagonal. Boundary order: z1 z2 s1 s2.
template <class S>
struct SpanMatrix {
  S bb[kSpanEnds][kSpanEnds];
  S qb[kMaxModes][kSpanEnds];
  S qq[kMaxModes];
};

template <class S>
struct SpanTerms {
  SpanMatrix<S> M;  ///< mass
  S hb[kSpanEnds];  ///< generalized force on the ends
  S hq[kMaxModes];  ///< and on the modes
  S flux_z[2];      ///< part of hb[0], hb[1] that is momentum flux: no force of the rope
  S loss;           ///< power lost in the rope [W]
};

/// Matrices for an implicit solver: stiffness (second derivative of the elastic energy) and damping.
template <class S>
struct SpanTangent {
  SpanMatrix<S> K, D;
};

/// Below this length the modes' own inertia is raised so that their frequencies stop growing        (T-ALE.20)
inline constexpr double kFadeLength = 5.0;
/// Below this length the element is refused
inline constexpr double kShortestSpan = 0.5;

namespace detail {

template <int P, class S>
using Vec = std::array<S, P>;

template <int Rows, int Columns, class S>
inline void add_block(const std::array<std::array<double, Rows>, Columns>& block, const S* x, S* y) {
  for (int j = 0; j < Columns; ++j) {
    for (int i = 0; i < Rows; ++i) y[i] += block[j][i] * x[j];
  }
}

template <int N, class S>
inline Vec<N + 1, S> product(const Straight<N>& m, const Vec<N + 1, S>& x) {
  constexpr int E = Order<N>::E, O = Order<N>::O;
  Vec<N + 1, S> y{};
  add_block<E, E>(m.ee, x.data(), y.data());
  add_block<O, O>(m.oo, x.data() + E, y.data() + E);
  return y;
}

template <int N, class S>
inline Vec<N + 1, S> product(const Crossed<N>& m, const Vec<N + 1, S>& x) {
  constexpr int E = Order<N>::E, O = Order<N>::O;
  Vec<N + 1, S> y{};
  add_block<E, O>(m.eo, x.data() + E, y.data());
  add_block<O, E>(m.oe, x.data(), y.data() + E);
  return y;
}

template <int P, class S, class T>
inline S dot(const std::array<T, P>& a, const Vec<P, S>& b) {
  S sum = a[0] * b[0];
  for (int i = 1; i < P; ++i) sum += a[i] * b[i];
  return sum;
}

/// Row of chi_0 times x; the matrices with two chi are symmetric, so it is their first column.
template <int N, class S>
inline S first_row(const Straight<N>& m, const Vec<N + 1, S>& x) {
  S sum = m.ee[0][0] * x[0];
  for (int i = 1; i < Order<N>::E; ++i) sum += m.ee[0][i] * x[i];
  return sum;
}
template <int N, class S>
inline S first_row(const Crossed<N>& m, const Vec<N + 1, S>& x) {
  S sum = 0.0;
  for (int i = 0; i < Order<N>::O; ++i) sum += m.oe[0][i] * x[Order<N>::E + i];
  return sum;
}

/// Damping matrix D = (EA beta / L) int J_x J_x^T dx, J = dr/de                                        (T-ALE.13)
template <int N, class S>
inline void damping_matrix(const Shapes<N>& t, const S& EA_beta, const S& inverse, const Vec<N + 1, S>& eta, const S* X,
                           SpanMatrix<S>& D) {
  const S c = EA_beta * inverse, c1 = 0.5 * c * inverse, c2 = 0.5 * c1 * inverse;
  D.bb[0][0] = D.bb[1][1] = c;
  D.bb[0][1] = D.bb[1][0] = -c;
  const auto g0 = product<N>(t.G0, eta), g1 = product<N>(t.G1, eta);
  const S first = c1 * (g0[0] + g1[0]), second = c1 * (g0[0] - g1[0]);
  D.bb[0][2] = D.bb[2][0] = first;
  D.bb[1][2] = D.bb[2][1] = -first;
  D.bb[0][3] = D.bb[3][0] = second;
  D.bb[1][3] = D.bb[3][1] = -second;
  for (int i = 0; i < N; ++i) {
    const int p = Order<N>::place(i + 1);
    D.qb[i][0] = D.qb[i][1] = 0.0;
    D.qb[i][2] = -(c1 * (g0[p] + g1[p]));
    D.qb[i][3] = -(c1 * (g0[p] - g1[p]));
    D.qq[i] = c * t.stiffness[p];
  }
  S pp = 0.0;
  for (int p = 1; p <= N; ++p) pp += t.F0[p] * eta[p] * eta[p];
  const S x0 = X[0] * X[0], x1 = X[1] * X[1];
  const S pr = dot<N + 1>(eta, product<N>(t.F1, eta)) - x1 + x0;
  const S rr = dot<N + 1>(eta, product<N>(t.F2, eta)) + 2.0 * (x0 + x1);
  D.bb[2][2] = c2 * (pp + 2.0 * pr + rr);
  D.bb[2][3] = D.bb[3][2] = c2 * (pp - rr);
  D.bb[3][3] = c2 * (pp - 2.0 * pr + rr);
}

/// Second derivatives of U = EA/2 [(d^2 + sum k_i q_i^2)/L - 2 sigma d + L]                            (T-ALE.12)
template <int N, class S>
inline void stiffness_matrix(const Shapes<N>& t, const S& EA, const S& inverse, const Vec<N + 1, S>& eta,
                             SpanMatrix<S>& K) {
  const S c = EA * inverse, c1 = c * inverse;
  S square = eta[0] * eta[0];
  for (int i = 0; i < N; ++i) {
    const int p = Order<N>::place(i + 1);
    const S kq = t.stiffness[p] * eta[p];
    square += kq * eta[p];
    K.qq[i] = c * t.stiffness[p];
    K.qb[i][0] = K.qb[i][1] = 0.0;
    K.qb[i][2] = c1 * kq;
    K.qb[i][3] = -(c1 * kq);
  }
  const S dL = -(c1 * eta[0]), LL = c1 * inverse * square;
  K.bb[0][0] = K.bb[1][1] = c;
  K.bb[0][1] = K.bb[1][0] = -c;
  K.bb[0][2] = K.bb[2][0] = K.bb[1][3] = K.bb[3][1] = dL;
  K.bb[0][3] = K.bb[3][0] = K.bb[1][2] = K.bb[2][1] = -dL;
  K.bb[2][2] = K.bb[3][3] = LL;
  K.bb[2][3] = K.bb[3][2] = -LL;
}

/// Elastic and damping forces for Green strain, summed over points                                     (T-ALE.16)
template <int N, class S>
inline void green_forces(const Shapes<N>& t, const RopeSpan<S>& p, const SpanKinematics<S>& m, const S& inverse,
                         const Vec<N + 1, S>& eta, const Vec<N + 1, S>& etad, SpanTerms<S>& out) {
  const S Ld = m.sd[1] - m.sd[0];
  for (const auto& at : t.points) {
    const S rx = dot<N + 1>(at.slope, eta), rxx = dot<N + 1>(at.curvature, eta);
    const S slope = rx * inverse;
    const S gamma = (1 - at.x) * m.sd[0] + at.x * m.sd[1];
    const S stretch = dot<N + 1>(at.slope, etad) - (gamma * rxx + Ld * rx) * inverse;  // d(velocity)/dx
    const S force = p.EA * 0.5 * (slope * slope - 1.0) * slope;
    const S viscous = p.EA * p.beta * slope * slope * stretch * inverse;
    const S total = at.weight * (force + viscous);
    out.hb[0] += total;
    out.hb[1] -= total;
    for (int i = 0; i < N; ++i) out.hq[i] -= total * at.slope[Order<N>::place(i + 1)];
    const S carried = total * inverse;
    out.hb[2] += carried * ((1 - at.x) * rxx - rx);
    out.hb[3] += carried * (at.x * rxx + rx);
    out.loss += at.weight * viscous * stretch;
  }
}

/// Forces -D e' and the power they take.
template <int N, class S>
inline void add_damping(const SpanMatrix<S>& D, const SpanKinematics<S>& m, SpanTerms<S>& out) {
  const S zd = m.zd[1] - m.zd[0], u = m.sd[0], w = m.sd[1];
  const S pull = D.bb[1][1] * zd + D.bb[1][2] * u + D.bb[1][3] * w;  // the rows of z1 and z2 differ in sign only
  S first = D.bb[2][1] * zd + D.bb[2][2] * u + D.bb[2][3] * w;
  S second = D.bb[3][1] * zd + D.bb[3][2] * u + D.bb[3][3] * w;
  out.hb[0] += pull;
  out.hb[1] -= pull;
  out.loss = pull * zd;
  for (int i = 0; i < N; ++i) {
    const S force = D.qq[i] * m.qd[i] + D.qb[i][2] * u + D.qb[i][3] * w;
    first += D.qb[i][2] * m.qd[i];
    second += D.qb[i][3] * m.qd[i];
    out.hq[i] -= force;
    out.loss += force * m.qd[i];
  }
  out.hb[2] -= first;
  out.hb[3] -= second;
  out.loss += first * u + second * w;
}

}  // namespace detail

/// Strain at an end, and its rate, as the constitutive law sees it                                     (T-ALE.4)
template <class S>
struct EndStrain {
  S slope;  ///< r'
  S eps, eps_rate;
};

template <int N, class S>
EndStrain<S> end_strain(const Shapes<N>& t, const RopeSpan<S>& p, const SpanKinematics<S>& m, int end) {
  const S L = m.s[1] - m.s[0], Ld = m.sd[1] - m.sd[0];
  S rx = m.z[1] - m.z[0], rxx = 0.0, rxd = m.zd[1] - m.zd[0];
  for (int i = 0; i < N; ++i) {
    const int p_i = Order<N>::place(i + 1);
    rx += t.end_slope[end][p_i] * m.q[i];
    rxx += t.end_curvature[end][p_i] * m.q[i];
    rxd += t.end_slope[end][p_i] * m.qd[i];
  }
  const S slope = rx / L;
  const S slope_rate = (rxd - (m.sd[end] * rxx + Ld * rx) / L) / L;
  if (p.strain == Strain::green) return {slope, 0.5 * (slope * slope - 1.0), slope * slope_rate};
  return {slope, p.sigma * slope - 1.0, p.sigma * slope_rate};
}

/// Mass matrix and generalized forces of the span; with `tangent` also the matrices for an implicit step.
template <int N, class S>
void span_terms(const Shapes<N>& t, const RopeSpan<S>& p, const SpanKinematics<S>& m, SpanTerms<S>& out,
                SpanTangent<S>* tangent) {
  using namespace detail;
  constexpr int P = N + 1;
  const S L = m.s[1] - m.s[0], Ld = m.sd[1] - m.sd[0], inverse = 1.0 / L;
  Vec<P, S> eta, etad;  // d and the modes, in storage order
  eta[0] = m.z[1] - m.z[0];
  etad[0] = m.zd[1] - m.zd[0];
  for (int i = 0; i < N; ++i) {
    eta[Order<N>::place(i + 1)] = m.q[i];
    etad[Order<N>::place(i + 1)] = m.qd[i];
  }

  // Moments of the slope: Y_k = int xi^k chi r_x,  Q_k = int xi^k r_x^2                               (T-ALE.6)
  Vec<P, S> Y0;
  for (int i = 0; i < P; ++i) Y0[i] = t.stiffness[i] * eta[i];
  const Vec<P, S> Y1 = product<N>(t.B1, eta), Y2 = product<N>(t.B2, eta);
  const Vec<P, S> a0 = product<N>(t.A0, eta), a1 = product<N>(t.A1, eta);
  const S Q0 = dot<P>(eta, Y0), Q1 = dot<P>(eta, Y1), Q2 = dot<P>(eta, Y2);
  const S X[2] = {dot<P>(t.end_slope[0], eta), dot<P>(t.end_slope[1], eta)};

  // Mass matrix                                                                                       (T-ALE.8)
  const S rhoL = p.rho * L, rate = p.rho * inverse, quarter = 0.25 * p.rho, half = 0.5 * p.rho;
  auto& M = out.M;
  M.bb[0][0] = M.bb[1][1] = rhoL * (1.0 / 3.0);
  M.bb[0][1] = M.bb[1][0] = rhoL * (1.0 / 6.0);
  M.bb[0][2] = M.bb[2][0] = -(quarter * (Y0[0] + 2.0 * Y1[0] + Y2[0]));
  M.bb[1][3] = M.bb[3][1] = -(quarter * (Y0[0] - 2.0 * Y1[0] + Y2[0]));
  M.bb[0][3] = M.bb[3][0] = M.bb[1][2] = M.bb[2][1] = -(quarter * (Y0[0] - Y2[0]));
  M.bb[2][2] = 0.25 * rate * (Q0 + 2.0 * Q1 + Q2);
  M.bb[3][3] = 0.25 * rate * (Q0 - 2.0 * Q1 + Q2);
  M.bb[2][3] = M.bb[3][2] = 0.25 * rate * (Q0 - Q2);
  const S faded = rhoL * math::at_least(S(kFadeLength * kFadeLength * inverse * inverse), 1.0);  // (T-ALE.20)
  for (int i = 0; i < N; ++i) {
    const int k = Order<N>::place(i + 1);
    M.qb[i][0] = rhoL * t.moment[0][k];
    M.qb[i][1] = rhoL * t.moment[1][k];
    M.qb[i][2] = -(half * (a0[k] + a1[k]));
    M.qb[i][3] = -(half * (a0[k] - a1[k]));
    M.qq[i] = faded * t.square[k];
  }

  // Convective acceleration and weight; gamma = c + xi b is the speed of the rope through the element (T-ALE.7, T-ALE.9)
  const S u = m.sd[0], w = m.sd[1];
  const S c = 0.5 * (u + w), b = 0.5 * (u - w);
  const S cc = c * c, cb = 2.0 * c * b, bb = b * b;
  Vec<P, S> flow;  // int chi gamma^2 r_x
  for (int i = 0; i < P; ++i) flow[i] = cc * Y0[i] + cb * Y1[i] + bb * Y2[i];
  const S C0 = etad[0], C1 = first_row<N>(t.B1, etad), C2 = first_row<N>(t.B2, etad);  // int xi^k d(r_x)/dt
  const S P0 = dot<P>(etad, Y0), P1 = dot<P>(etad, Y1), P2 = dot<P>(etad, Y2);         // int xi^k r_x d(r_x)/dt
  const Vec<P, S> a0d = product<N>(t.A0, etad), a1d = product<N>(t.A1, etad);
  const S weight = rhoL * p.gravity;
  const S same = c * C0 + b * C1, other = c * C1 + b * C2;  // int gamma d(r_x)/dt, int gamma xi d(r_x)/dt
  out.hb[0] = -rate * (-(u * u * X[0]) + flow[0] - L * (same + other)) - 0.5 * weight;
  out.hb[1] = -rate * (w * w * X[1] - flow[0] - L * (same - other)) - 0.5 * weight;
  for (int i = 0; i < N; ++i) {
    const int k = Order<N>::place(i + 1);
    out.hq[i] = rate * (flow[k] + 2.0 * L * (c * a0d[k] + b * a1d[k])) - weight * t.mean[k];
  }
  const S through = 0.5 * dot<P>(eta, flow), rate2 = rate * inverse;
  const S run = 0.5 * Ld * (c * Q0 + b * Q1) - L * (c * P0 + b * P1);
  const S lean = 0.5 * Ld * (c * Q1 + b * Q2) - L * (c * P1 + b * P2);
  const S level = half * p.gravity;
  out.hb[2] = rate2 * (through - 0.5 * (u * u * X[0] * X[0]) + run + lean) + level * (eta[0] + Y1[0]);
  out.hb[3] = rate2 * (0.5 * (w * w * X[1] * X[1]) - through + run - lean) + level * (eta[0] - Y1[0]);

  // Elastic forces, as the derivative of the stored energy: the elastic flux is then included         (T-ALE.11)
  out.loss = 0.0;
  S eps[2];
  const S slope[2] = {X[0] * inverse, X[1] * inverse};
  if (p.strain == Strain::engineering) {
    for (int end = 0; end < 2; ++end) eps[end] = p.sigma * slope[end] - 1.0;
    const S pull = p.EA * ((eta[0] - p.sigma * L) * inverse);
    const S stiff = p.EA * inverse;
    for (int i = 0; i < N; ++i) out.hq[i] -= stiff * Y0[Order<N>::place(i + 1)];
    const S UL = 0.5 * p.EA * (1.0 - Q0 * inverse * inverse);
    out.hb[0] += pull;
    out.hb[1] -= pull;
    out.hb[2] += UL;
    out.hb[3] -= UL;
  } else {
    for (int end = 0; end < 2; ++end) eps[end] = 0.5 * (slope[end] * slope[end] - 1.0);
    green_forces<N>(t, p, m, inverse, eta, etad, out);
    out.hb[2] += 0.5 * p.EA * eps[0] * eps[0];  // the sum over points is the open element: add the flux
    out.hb[3] -= 0.5 * p.EA * eps[1] * eps[1];
  }

  // What the rope carries over its ends                                                               (T-ALE.14)
  for (int end = 0; end < 2; ++end) {
    const double sign = end == 0 ? 1 : -1;
    const S v = m.zd[end] - slope[end] * m.sd[end];
    const S passing = sign * p.momentum_flux[end];
    const S momentum = passing * p.rho * m.sd[end] * v;
    out.flux_z[end] = momentum;
    out.hb[end] += momentum;
    out.hb[2 + end] -= momentum * slope[end] + passing * half * v * v;
    out.hb[2 + end] -= sign * (1.0 - p.elastic_flux[end]) * (0.5 * p.EA * eps[end] * eps[end]);
  }

  if (math::any_positive(p.beta) && (p.strain == Strain::engineering || tangent)) {
    SpanMatrix<S> local;
    SpanMatrix<S>& D = tangent ? tangent->D : local;
    damping_matrix<N>(t, S(p.EA * p.beta), inverse, eta, X, D);
    if (p.strain == Strain::engineering) add_damping<N>(D, m, out);
  } else if (tangent) {
    tangent->D = SpanMatrix<S>{};
  }
  if (tangent) stiffness_matrix<N>(t, p.EA, inverse, eta, tangent->K);
}

/// Energies of the span [J]                                                                          (T-ALE.15)
template <class S>
struct SpanEnergy {
  S kinetic, elastic, potential;
};

template <int N, class S>
SpanEnergy<S> span_energy(const Shapes<N>& t, const RopeSpan<S>& p, const SpanKinematics<S>& m,
                          const SpanMatrix<S>& M) {
  const S L = m.s[1] - m.s[0];
  SpanEnergy<S> e{0.0, 0.0, 0.0};
  const S rates[kSpanEnds] = {m.zd[0], m.zd[1], m.sd[0], m.sd[1]};
  for (int k = 0; k < kSpanEnds; ++k) {
    for (int j = 0; j < kSpanEnds; ++j) e.kinetic += 0.5 * rates[k] * M.bb[k][j] * rates[j];
    for (int i = 0; i < N; ++i) e.kinetic += rates[k] * M.qb[i][k] * m.qd[i];
  }
  S mean = 0.5 * (m.z[0] + m.z[1]);
  const S d = m.z[1] - m.z[0];
  S square = 0.0;
  for (int i = 0; i < N; ++i) {
    e.kinetic += 0.5 * M.qq[i] * m.qd[i] * m.qd[i];
    mean += t.mean[Order<N>::place(i + 1)] * m.q[i];
    square += t.stiffness[Order<N>::place(i + 1)] * m.q[i] * m.q[i];
  }
  e.potential = p.rho * p.gravity * L * mean;
  if (p.strain == Strain::engineering) {
    const S over = d - p.sigma * L;
    e.elastic = 0.5 * p.EA * (over * over + square) / L;
  } else {
    for (const auto& at : t.points) {
      S rx = d;
      for (int i = 0; i < N; ++i) rx += at.slope[Order<N>::place(i + 1)] * m.q[i];
      const S eps = 0.5 * (rx * rx / (L * L) - 1.0);
      e.elastic += 0.5 * p.EA * L * at.weight * eps * eps;
    }
  }
  return e;
}

}  // namespace reeve::mechanics
