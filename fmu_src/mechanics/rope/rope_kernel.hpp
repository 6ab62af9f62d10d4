#pragma once
/// The element chosen once per span, by formulation and number of modes, and called through plain function pointers; and
/// the elimination of a span's modes, which touch nothing but their own span's ends.
#include "mechanics/rope/rope_span.hpp"

namespace reeve::mechanics {

/// A span matrix with its modes eliminated: C = A_bb - A_bq A_qq^-1 A_qb                              (T-ALE.17)
template <class S>
struct Condensed {
  S C[kSpanEnds][kSpanEnds];
  S inverse[kMaxModes];  ///< 1 / A_qq
};

template <int N, class S>
void condense(const SpanMatrix<S>& A, Condensed<S>& out) {
  for (int i = 0; i < N; ++i) out.inverse[i] = 1.0 / A.qq[i];
  for (int k = 0; k < kSpanEnds; ++k) {
    for (int j = k; j < kSpanEnds; ++j) {
      S sum = A.bb[k][j];
      for (int i = 0; i < N; ++i) sum -= A.qb[i][k] * (A.qb[i][j] * out.inverse[i]);
      out.C[k][j] = sum;
    }
  }
  for (int k = 1; k < kSpanEnds; ++k) {
    for (int j = 0; j < k; ++j) out.C[k][j] = out.C[j][k];
  }
}

/// Forces on the ends once the modes are eliminated: b - A_bq A_qq^-1 f.
template <int N, class S>
void condense_force(const SpanMatrix<S>& A, const Condensed<S>& c, const S* f, const S* b, S* out) {
  for (int k = 0; k < kSpanEnds; ++k) out[k] = b[k];
  for (int i = 0; i < N; ++i) {
    const S scaled = f[i] * c.inverse[i];
    for (int k = 0; k < kSpanEnds; ++k) out[k] -= A.qb[i][k] * scaled;
  }
}

/// The modes once the ends are known: A_qq^-1 (f - A_qb x).
template <int N, class S>
void expand(const SpanMatrix<S>& A, const Condensed<S>& c, const S* f, const S* x, S* modes) {
  for (int i = 0; i < N; ++i) {
    S sum = f[i];
    for (int k = 0; k < kSpanEnds; ++k) sum -= A.qb[i][k] * x[k];
    modes[i] = sum * c.inverse[i];
  }
}

/// How much mass, damping and stiffness a combined matrix holds.
struct Blend {
  double mass{}, damping{}, stiffness{};
};

template <int N, class S>
void combine(const Blend& c, const SpanMatrix<S>& M, const SpanTangent<S>& t, SpanMatrix<S>& sum) {
  for (int k = 0; k < kSpanEnds; ++k) {
    for (int j = 0; j < kSpanEnds; ++j)
      sum.bb[k][j] = c.mass * M.bb[k][j] + c.damping * t.D.bb[k][j] + c.stiffness * t.K.bb[k][j];
  }
  for (int i = 0; i < N; ++i) {
    for (int k = 0; k < kSpanEnds; ++k)
      sum.qb[i][k] = c.mass * M.qb[i][k] + c.damping * t.D.qb[i][k] + c.stiffness * t.K.qb[i][k];
    sum.qq[i] = c.mass * M.qq[i] + c.damping * t.D.qq[i] + c.stiffness * t.K.qq[i];
  }
}

/// What an implicit step asks of a span: rhs = m M u + k K w + d D (rates of s1, s2), its modes already eliminated from the
/// ends' part.
template <class S>
struct StepInput {
  double mass, stiffness;
  S ub[kSpanEnds], wb[kSpanEnds];  ///< ends
  const S *uq, *wq;                ///< modes
  S rate[kSpanEnds];               ///< d times the given rates of the ends; only material points are driven
};

template <int N, class S>
void step_rhs(const SpanMatrix<S>& M, const SpanTangent<S>& t, const SpanMatrix<S>& sum, const Condensed<S>& c,
              const StepInput<S>& in, S* modes, S* ends) {
  S mu[kSpanEnds], kw[kSpanEnds];
  for (int k = 0; k < kSpanEnds; ++k) mu[k] = in.mass * in.ub[k], kw[k] = in.stiffness * in.wb[k];
  const S& d0 = in.rate[s_of(0)];
  const S& d1 = in.rate[s_of(1)];
  for (int k = 0; k < kSpanEnds; ++k) {
    ends[k] = M.bb[k][0] * mu[0] + M.bb[k][1] * mu[1] + M.bb[k][2] * mu[2] + M.bb[k][3] * mu[3];
    ends[k] += t.K.bb[k][0] * kw[0] + t.K.bb[k][1] * kw[1] + t.K.bb[k][2] * kw[2] + t.K.bb[k][3] * kw[3];
    ends[k] += t.D.bb[k][2] * d0 + t.D.bb[k][3] * d1;
  }
  for (int i = 0; i < N; ++i) {
    const S u = in.mass * in.uq[i], w = in.stiffness * in.wq[i];
    S rhs = M.qq[i] * u + t.K.qq[i] * w + t.D.qb[i][2] * d0 + t.D.qb[i][3] * d1;
    for (int k = 0; k < kSpanEnds; ++k) rhs += M.qb[i][k] * mu[k];
    rhs += t.K.qb[i][2] * kw[2] + t.K.qb[i][3] * kw[3];
    modes[i] = rhs;
    const S scaled = rhs * c.inverse[i];
    for (int k = 0; k < kSpanEnds; ++k) ends[k] += M.qb[i][k] * u - sum.qb[i][k] * scaled;
    ends[2] += t.K.qb[i][2] * w;
    ends[3] += t.K.qb[i][3] * w;
  }
}

template <int N, class S>
void copy(const SpanMatrix<S>& from, SpanMatrix<S>& to) {
  for (int k = 0; k < kSpanEnds; ++k) {
    for (int j = 0; j < kSpanEnds; ++j) to.bb[k][j] = from.bb[k][j];
  }
  for (int i = 0; i < N; ++i) {
    for (int k = 0; k < kSpanEnds; ++k) to.qb[i][k] = from.qb[i][k];
    to.qq[i] = from.qq[i];
  }
}

template <class S>
struct RopeKernel {
  int modes{};
  bool cubic{};  ///< ALE-ANCF
  void (*terms)(const RopeSpan<S>&, const SpanKinematics<S>&, SpanTerms<S>&, SpanTangent<S>*){};
  EndStrain<S> (*end)(const RopeSpan<S>&, const SpanKinematics<S>&, int){};
  SpanEnergy<S> (*energy)(const RopeSpan<S>&, const SpanKinematics<S>&, const SpanMatrix<S>&){};
  void (*condense)(const SpanMatrix<S>&, Condensed<S>&){};
  void (*condense_force)(const SpanMatrix<S>&, const Condensed<S>&, const S*, const S*, S*){};
  void (*expand)(const SpanMatrix<S>&, const Condensed<S>&, const S*, const S*, S*){};
  void (*step_rhs)(const SpanMatrix<S>&, const SpanTangent<S>&, const SpanMatrix<S>&, const Condensed<S>&,
                   const StepInput<S>&, S*, S*){};
  void (*copy)(const SpanMatrix<S>&, SpanMatrix<S>&){};
  void (*combine)(const Blend&, const SpanMatrix<S>&, const SpanTangent<S>&, SpanMatrix<S>&){};
  double end_slope[2][kMaxModes]{};  ///< of the modes, at both ends
};

namespace detail {

template <int N, class S, class Table>
RopeKernel<S> make_kernel() {
  RopeKernel<S> k;
  k.modes = N;
  k.terms = [](const RopeSpan<S>& p, const SpanKinematics<S>& m, SpanTerms<S>& out, SpanTangent<S>* tangent) {
    span_terms<N>(Table::get(), p, m, out, tangent);
  };
  k.end = [](const RopeSpan<S>& p, const SpanKinematics<S>& m, int end) {
    return end_strain<N>(Table::get(), p, m, end);
  };
  k.energy = [](const RopeSpan<S>& p, const SpanKinematics<S>& m, const SpanMatrix<S>& M) {
    return span_energy<N>(Table::get(), p, m, M);
  };
  k.condense = &condense<N, S>;
  k.condense_force = &condense_force<N, S>;
  k.expand = &expand<N, S>;
  k.step_rhs = &step_rhs<N, S>;
  k.copy = &copy<N, S>;
  k.combine = &combine<N, S>;
  for (int end = 0; end < 2; ++end) {
    for (int i = 0; i < N; ++i) k.end_slope[end][i] = Table::get().end_slope[end][Order<N>::place(i + 1)];
  }
  return k;
}

template <int N>
struct SineTable {
  static const Shapes<N>& get() { return sine_shapes<N>(); }
};
struct CubicTable {
  static const Shapes<2>& get() { return cubic_shapes(); }
};

}  // namespace detail

template <class S>
RopeKernel<S> sine_kernel(int modes) {
  using namespace detail;
  switch (modes) {
    case 0:
      return make_kernel<0, S, SineTable<0>>();
    case 1:
      return make_kernel<1, S, SineTable<1>>();
    case 2:
      return make_kernel<2, S, SineTable<2>>();
    case 3:
      return make_kernel<3, S, SineTable<3>>();
    case 4:
      return make_kernel<4, S, SineTable<4>>();
    case 5:
      return make_kernel<5, S, SineTable<5>>();
    case 6:
      return make_kernel<6, S, SineTable<6>>();
    case 7:
      return make_kernel<7, S, SineTable<7>>();
    default:
      return make_kernel<8, S, SineTable<8>>();
  }
}

template <class S>
RopeKernel<S> cubic_kernel() {
  auto kernel = detail::make_kernel<2, S, detail::CubicTable>();
  kernel.cubic = true;
  return kernel;
}

}  // namespace reeve::mechanics
