#pragma once
/// One free rope span as one element whose ends may slide along the rope (arbitrary Lagrangian-Eulerian).
///
///   coordinates   e = [z1 z2 s1 s2 | q_1 .. q_N]   z: heights of the ends [m], s: material coordinates there [m]
///   L = s2 - s1,  x = (s - s1) / L,  r' = r_x / L,  eps = sigma r' - 1 or (r'^2 - 1) / 2                (T-ALE.3)
///   M e'' = h + reactions                                                                              (T-ALE.10)
///
/// All integrals over the span are polynomials in e with tabulated constants (rope_shapes.hpp), so that one evaluation is
/// a dozen products with (N+1) x (N+1) matrices. Only Green strain is summed over quadrature points.
#include "mechanics/rope_shapes.hpp"

namespace reeve::mechanics {

enum class Strain { engineering = 1, green = 2 };

/// What a span is made of. Flux: momentum and energy that pass the end with the rope (T-ALE.14); a rope end that does
/// not move along the rope has none, a drum keeps the strain of what it winds up and so has no elastic flux.
template <class S>
struct RopeSpan {
  S EA{};                             ///< axial stiffness                     [N]
  S rho{};                            ///< mass per unstretched length         [kg/m]
  S beta{};                           ///< Kelvin-Voigt time                   [s]
  S gravity{};                        ///<                                     [m/s2]
  double sigma{1};                    ///< +1 if s grows upwards, -1 downwards
  Strain strain{Strain::engineering};
  bool momentum_flux[2]{true, true};
  bool elastic_flux[2]{true, true};
};

/// Where the span is and how it moves.
template <class S>
struct SpanMotion {
  S z[2], s[2];    ///< ends
  S zd[2], sd[2];  ///< their rates
  const S* q{};    ///< modes [m]
  const S* qd{};   ///< [m/s]
};

/// A symmetric matrix over e in blocks; the block of the modes is diagonal. Boundary order: z1 z2 s1 s2.
template <class S>
struct SpanMatrix {
  S bb[4][4];
  S qb[kMaxModes][4];
  S qq[kMaxModes];
};

template <class S>
struct SpanTerms {
  SpanMatrix<S> M;    ///< mass
  S hb[4];            ///< generalized force on the ends
  S hq[kMaxModes];    ///< and on the modes
  S flux_z[2];        ///< part of hb[0], hb[1] that is momentum flux: no force of the rope
  S loss;             ///< power lost in the rope [W]
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

template <int P, class S>
inline Vec<P, S> product(const std::array<std::array<double, P>, P>& columns, const Vec<P, S>& x) {
  Vec<P, S> y;
  for (int i = 0; i < P; ++i) y[i] = columns[0][i] * x[0];
  for (int j = 1; j < P; ++j) {
    for (int i = 0; i < P; ++i) y[i] += columns[j][i] * x[j];
  }
  return y;
}

template <int P, class S, class T>
inline S dot(const std::array<T, P>& a, const Vec<P, S>& b) {
  S sum = a[0] * b[0];
  for (int i = 1; i < P; ++i) sum += a[i] * b[i];
  return sum;
}

/// First row of a matrix stored by columns, times x.
template <int P, class S>
inline S first_row(const std::array<std::array<double, P>, P>& columns, const Vec<P, S>& x) {
  S sum = columns[0][0] * x[0];
  for (int j = 1; j < P; ++j) sum += columns[j][0] * x[j];
  return sum;
}

/// Damping matrix D = (EA beta / L) int J_x J_x^T dx, J = dr/de                                        (T-ALE.13)
template <int N, class S>
inline void damping_matrix(const Shapes<N>& t, const S& EA_beta, const S& L, const Vec<N + 1, S>& eta, SpanMatrix<S>& D) {
  constexpr int P = N + 1;
  const S c = EA_beta / L, c1 = c / L, c2 = c1 / L;
  D.bb[0][0] = D.bb[1][1] = c;
  D.bb[0][1] = D.bb[1][0] = -c;
  for (int a = 0; a < 2; ++a) {
    const auto g = product<P>(t.G[a], eta);
    D.bb[0][2 + a] = D.bb[2 + a][0] = c1 * g[0];
    D.bb[1][2 + a] = D.bb[2 + a][1] = -(c1 * g[0]);
    for (int i = 0; i < N; ++i) D.qb[i][2 + a] = -(c1 * g[i + 1]);
  }
  for (int i = 0; i < N; ++i) {
    D.qb[i][0] = D.qb[i][1] = 0.0;
    D.qq[i] = c * t.stiffness[i + 1];
  }
  D.bb[2][2] = c2 * dot<P>(eta, product<P>(t.F[0], eta));
  D.bb[2][3] = D.bb[3][2] = c2 * dot<P>(eta, product<P>(t.F[1], eta));
  D.bb[3][3] = c2 * dot<P>(eta, product<P>(t.F[2], eta));
}

/// Second derivatives of U = EA/2 [(d^2 + sum k_i q_i^2)/L - 2 sigma d + L]                            (T-ALE.12)
template <int N, class S>
inline void stiffness_matrix(const Shapes<N>& t, const S& EA, const S& L, const Vec<N + 1, S>& eta, SpanMatrix<S>& K) {
  const S c = EA / L, c1 = c / L;
  S square = eta[0] * eta[0];
  for (int i = 0; i < N; ++i) {
    const S kq = t.stiffness[i + 1] * eta[i + 1];
    square += kq * eta[i + 1];
    K.qq[i] = c * t.stiffness[i + 1];
    K.qb[i][0] = K.qb[i][1] = 0.0;
    K.qb[i][2] = c1 * kq;
    K.qb[i][3] = -(c1 * kq);
  }
  const S dL = -(c1 * eta[0]), LL = c1 / L * square;
  constexpr double kSign[2] = {-1, 1};
  for (int a = 0; a < 2; ++a) {
    for (int b = 0; b < 2; ++b) {
      const double sign = kSign[a] * kSign[b];
      K.bb[a][b] = sign * c;
      K.bb[a][2 + b] = K.bb[2 + b][a] = sign * dL;
      K.bb[2 + a][2 + b] = sign * LL;
    }
  }
}

/// Elastic and damping forces for Green strain, summed over points                                     (T-ALE.16)
template <int N, class S>
inline void green_forces(const Shapes<N>& t, const RopeSpan<S>& p, const SpanMotion<S>& m, const S& L,
                         const Vec<N + 1, S>& eta, const Vec<N + 1, S>& etad, SpanTerms<S>& out) {
  const S Ld = m.sd[1] - m.sd[0], inverse = 1.0 / L;
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
    for (int i = 0; i < N; ++i) out.hq[i] -= total * at.slope[i + 1];
    const S carried = total * inverse;
    out.hb[2] += carried * ((1 - at.x) * rxx - rx);
    out.hb[3] += carried * (at.x * rxx + rx);
    out.loss += at.weight * viscous * stretch;
  }
}

}  // namespace detail

/// Strain at an end, and its rate, as the constitutive law sees it                                     (T-ALE.4)
template <class S>
struct EndStrain {
  S slope;  ///< r'
  S eps, eps_rate;
};

template <int N, class S>
EndStrain<S> end_strain(const Shapes<N>& t, const RopeSpan<S>& p, const SpanMotion<S>& m, int end) {
  const S L = m.s[1] - m.s[0], Ld = m.sd[1] - m.sd[0];
  S rx = m.z[1] - m.z[0], rxx = 0.0, rxd = m.zd[1] - m.zd[0];
  for (int i = 0; i < N; ++i) {
    rx += t.end_slope[end][i + 1] * m.q[i];
    rxx += t.end_curvature[end][i + 1] * m.q[i];
    rxd += t.end_slope[end][i + 1] * m.qd[i];
  }
  const S slope = rx / L;
  const S slope_rate = (rxd - (m.sd[end] * rxx + Ld * rx) / L) / L;
  if (p.strain == Strain::green) return {slope, 0.5 * (slope * slope - 1.0), slope * slope_rate};
  return {slope, p.sigma * slope - 1.0, p.sigma * slope_rate};
}

/// Mass matrix and generalized forces of the span; with `tangent` also the matrices for an implicit step.
template <int N, class S>
void span_terms(const Shapes<N>& t, const RopeSpan<S>& p, const SpanMotion<S>& m, SpanTerms<S>& out,
                SpanTangent<S>* tangent) {
  using namespace detail;
  constexpr int P = N + 1;
  const S L = m.s[1] - m.s[0], Ld = m.sd[1] - m.sd[0], inverse = 1.0 / L;
  Vec<P, S> eta, etad;
  eta[0] = m.z[1] - m.z[0];
  etad[0] = m.zd[1] - m.zd[0];
  for (int i = 0; i < N; ++i) eta[i + 1] = m.q[i], etad[i + 1] = m.qd[i];

  // Moments of the slope: y_ab = int psi_a psi_b chi r_x,  a_b = int S psi_b r_x                      (T-ALE.6)
  const Vec<P, S> y[3] = {product<P>(t.B[0], eta), product<P>(t.B[1], eta), product<P>(t.B[2], eta)};
  const Vec<P, S> a[2] = {product<P>(t.A[0], eta), product<P>(t.A[1], eta)};
  const S yy[3] = {dot<P>(eta, y[0]), dot<P>(eta, y[1]), dot<P>(eta, y[2])};

  // Mass matrix                                                                                       (T-ALE.8)
  const S rhoL = p.rho * L;
  auto& M = out.M;
  M.bb[0][0] = M.bb[1][1] = rhoL / 3.0;
  M.bb[0][1] = M.bb[1][0] = rhoL / 6.0;
  for (int i = 0; i < 2; ++i) {
    for (int b = 0; b < 2; ++b) {
      M.bb[i][2 + b] = M.bb[2 + b][i] = -(p.rho * y[i + b][0]);
      M.bb[2 + i][2 + b] = p.rho * inverse * yy[i + b];
    }
  }
  const S faded = L < kFadeLength ? rhoL * (kFadeLength * kFadeLength) * inverse * inverse : rhoL;   // (T-ALE.20)
  for (int i = 0; i < N; ++i) {
    M.qb[i][0] = rhoL * t.value_moment[0][i + 1];
    M.qb[i][1] = rhoL * t.value_moment[1][i + 1];
    M.qb[i][2] = -(p.rho * a[0][i + 1]);
    M.qb[i][3] = -(p.rho * a[1][i + 1]);
    M.qq[i] = faded * t.square[i + 1];
  }

  // Convective acceleration and weight                                                          (T-ALE.7, T-ALE.9)
  const S u = m.sd[0], w = m.sd[1];
  const S uu = u * u, uw = u * w, ww = w * w;
  Vec<P, S> flow;  // int chi gamma^2 r_x
  for (int i = 0; i < P; ++i) flow[i] = uu * y[0][i] + 2.0 * (uw * y[1][i]) + ww * y[2][i];
  const S X[2] = {dot<P>(t.end_slope[0], eta), dot<P>(t.end_slope[1], eta)};
  const S c[3] = {first_row<P>(t.B[0], etad), first_row<P>(t.B[1], etad), first_row<P>(t.B[2], etad)};
  const S yd[3] = {dot<P>(etad, y[0]), dot<P>(etad, y[1]), dot<P>(etad, y[2])};
  Vec<P, S> mixed;  // int S gamma d(r_x)/dt
  {
    Vec<P, S> scaled_u, scaled_w;
    for (int j = 0; j < P; ++j) scaled_u[j] = u * etad[j], scaled_w[j] = w * etad[j];
    mixed = product<P>(t.A[0], scaled_u);
    const Vec<P, S> second = product<P>(t.A[1], scaled_w);
    for (int i = 0; i < P; ++i) mixed[i] += second[i];
  }
  const S rate = p.rho * inverse;
  const S weight = rhoL * p.gravity;
  out.hb[0] = -rate * (-(uu * X[0]) + flow[0] - 2.0 * L * (u * c[0] + w * c[1])) - 0.5 * weight;
  out.hb[1] = -rate * (ww * X[1] - flow[0] - 2.0 * L * (u * c[1] + w * c[2])) - 0.5 * weight;
  for (int i = 0; i < N; ++i) {
    out.hq[i] = rate * (flow[i + 1] + 2.0 * L * mixed[i + 1]) -
                weight * (t.value_moment[0][i + 1] + t.value_moment[1][i + 1]);
  }
  const S through = 0.5 * dot<P>(eta, flow), rate2 = rate * inverse;
  const S lean = p.rho * p.gravity;
  out.hb[2] = rate2 * (-0.5 * (uu * X[0] * X[0]) + through + Ld * (u * yy[0] + w * yy[1]) -
                       2.0 * L * (u * yd[0] + w * yd[1])) + lean * a[0][0];
  out.hb[3] = rate2 * (0.5 * (ww * X[1] * X[1]) - through + Ld * (u * yy[1] + w * yy[2]) -
                       2.0 * L * (u * yd[1] + w * yd[2])) + lean * a[1][0];

  // Elastic forces, as the derivative of the stored energy: the elastic flux is then included         (T-ALE.11)
  out.loss = 0.0;
  S eps[2];
  const S slope[2] = {X[0] * inverse, X[1] * inverse};
  if (p.strain == Strain::engineering) {
    for (int end = 0; end < 2; ++end) eps[end] = p.sigma * slope[end] - 1.0;
    const S pull = p.EA * ((eta[0] - p.sigma * L) * inverse);
    S square = eta[0] * eta[0];
    const S c0 = p.EA * inverse;
    for (int i = 0; i < N; ++i) {
      const S kq = t.stiffness[i + 1] * eta[i + 1];
      square += kq * eta[i + 1];
      out.hq[i] -= c0 * kq;
    }
    const S UL = 0.5 * p.EA * (1.0 - square * inverse * inverse);
    out.hb[0] += pull;
    out.hb[1] -= pull;
    out.hb[2] += UL;
    out.hb[3] -= UL;
  } else {
    for (int end = 0; end < 2; ++end) eps[end] = 0.5 * (slope[end] * slope[end] - 1.0);
    green_forces<N>(t, p, m, L, eta, etad, out);
    out.hb[2] += 0.5 * p.EA * eps[0] * eps[0];  // the sum over points is the open element: add the flux
    out.hb[3] -= 0.5 * p.EA * eps[1] * eps[1];
  }

  // What the rope carries over its ends                                                               (T-ALE.14)
  for (int end = 0; end < 2; ++end) {
    const double sign = end == 0 ? 1 : -1;
    out.flux_z[end] = 0.0;
    if (p.momentum_flux[end]) {
      const S v = m.zd[end] - slope[end] * m.sd[end];
      const S momentum = p.rho * m.sd[end] * v;
      out.flux_z[end] = sign * momentum;
      out.hb[end] += out.flux_z[end];
      out.hb[2 + end] -= sign * (momentum * slope[end] + 0.5 * p.rho * v * v);
    }
    if (!p.elastic_flux[end]) out.hb[2 + end] -= sign * (0.5 * p.EA * eps[end] * eps[end]);
  }

  if (p.beta > 0.0 && (p.strain == Strain::engineering || tangent)) {
    SpanMatrix<S> local;
    SpanMatrix<S>& D = tangent ? tangent->D : local;
    damping_matrix<N>(t, p.EA * p.beta, L, eta, D);
    if (p.strain == Strain::engineering) {
      const S rates[4] = {m.zd[0], m.zd[1], m.sd[0], m.sd[1]};
      for (int k = 0; k < 4; ++k) {
        S force = D.bb[k][0] * rates[0] + D.bb[k][1] * rates[1] + D.bb[k][2] * rates[2] + D.bb[k][3] * rates[3];
        if (k >= 2) {
          for (int i = 0; i < N; ++i) force += D.qb[i][k] * m.qd[i];
        }
        out.hb[k] -= force;
        out.loss += force * rates[k];
      }
      for (int i = 0; i < N; ++i) {
        const S force = D.qq[i] * m.qd[i] + D.qb[i][2] * rates[2] + D.qb[i][3] * rates[3];
        out.hq[i] -= force;
        out.loss += force * m.qd[i];
      }
    }
  } else if (tangent) {
    tangent->D = SpanMatrix<S>{};
  }
  if (tangent) stiffness_matrix<N>(t, p.EA, L, eta, tangent->K);
}

/// Energies of the span [J]                                                                          (T-ALE.15)
template <class S>
struct SpanEnergy {
  S kinetic, elastic, potential;
};

template <int N, class S>
SpanEnergy<S> span_energy(const Shapes<N>& t, const RopeSpan<S>& p, const SpanMotion<S>& m, const SpanMatrix<S>& M) {
  const S L = m.s[1] - m.s[0];
  SpanEnergy<S> e{0.0, 0.0, 0.0};
  const S rates[4] = {m.zd[0], m.zd[1], m.sd[0], m.sd[1]};
  for (int k = 0; k < 4; ++k) {
    for (int j = 0; j < 4; ++j) e.kinetic += 0.5 * rates[k] * M.bb[k][j] * rates[j];
    for (int i = 0; i < N; ++i) e.kinetic += rates[k] * M.qb[i][k] * m.qd[i];
  }
  S mean = 0.5 * (m.z[0] + m.z[1]);
  const S d = m.z[1] - m.z[0];
  S square = 0.0;
  for (int i = 0; i < N; ++i) {
    e.kinetic += 0.5 * M.qq[i] * m.qd[i] * m.qd[i];
    mean += (t.value_moment[0][i + 1] + t.value_moment[1][i + 1]) * m.q[i];
    square += t.stiffness[i + 1] * m.q[i] * m.q[i];
  }
  e.potential = p.rho * p.gravity * L * mean;
  if (p.strain == Strain::engineering) {
    const S over = d - p.sigma * L;
    e.elastic = 0.5 * p.EA * (over * over + square) / L;
  } else {
    for (const auto& at : t.points) {
      S rx = d;
      for (int i = 0; i < N; ++i) rx += at.slope[i + 1] * m.q[i];
      const S eps = 0.5 * (rx * rx / (L * L) - 1.0);
      e.elastic += 0.5 * p.EA * L * at.weight * eps * eps;
    }
  }
  return e;
}

}  // namespace reeve::mechanics
