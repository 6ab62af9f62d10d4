#pragma once
/// The element chosen once per span, by formulation and number of modes, and called through plain function pointers; and
/// the elimination of a span's modes, which touch nothing but their own span's ends.
#include "mechanics/rope_span.hpp"

namespace reeve::mechanics {

/// A span matrix with its modes eliminated: C = A_bb - A_bq A_qq^-1 A_qb                              (T-ALE.17)
template <class S>
struct Condensed {
  S C[4][4];
  S inverse[kMaxModes];  ///< 1 / A_qq
};

template <int N, class S>
void condense(const SpanMatrix<S>& A, Condensed<S>& out) {
  for (int i = 0; i < N; ++i) out.inverse[i] = 1.0 / A.qq[i];
  for (int k = 0; k < 4; ++k) {
    for (int j = k; j < 4; ++j) {
      S sum = A.bb[k][j];
      for (int i = 0; i < N; ++i) sum -= A.qb[i][k] * (A.qb[i][j] * out.inverse[i]);
      out.C[k][j] = sum;
    }
  }
  for (int k = 1; k < 4; ++k) {
    for (int j = 0; j < k; ++j) out.C[k][j] = out.C[j][k];
  }
}

/// Forces on the ends once the modes are eliminated: b - A_bq A_qq^-1 f.
template <int N, class S>
void condense_force(const SpanMatrix<S>& A, const Condensed<S>& c, const S* f, const S* b, S* out) {
  for (int k = 0; k < 4; ++k) out[k] = b[k];
  for (int i = 0; i < N; ++i) {
    const S scaled = f[i] * c.inverse[i];
    for (int k = 0; k < 4; ++k) out[k] -= A.qb[i][k] * scaled;
  }
}

/// The modes once the ends are known: A_qq^-1 (f - A_qb x).
template <int N, class S>
void expand(const SpanMatrix<S>& A, const Condensed<S>& c, const S* f, const S* x, S* modes) {
  for (int i = 0; i < N; ++i) {
    S sum = f[i];
    for (int k = 0; k < 4; ++k) sum -= A.qb[i][k] * x[k];
    modes[i] = sum * c.inverse[i];
  }
}

/// y += A x on ends and modes.
template <int N, class S>
void multiply_add(const SpanMatrix<S>& A, double factor, const S* xb, const S* xq, S* yb, S* yq) {
  for (int k = 0; k < 4; ++k) {
    yb[k] += factor * (A.bb[k][0] * xb[0] + A.bb[k][1] * xb[1] + A.bb[k][2] * xb[2] + A.bb[k][3] * xb[3]);
  }
  for (int i = 0; i < N; ++i) {
    const S x = factor * xq[i];
    S sum = A.qq[i] * x;
    for (int k = 0; k < 4; ++k) {
      yb[k] += A.qb[i][k] * x;
      sum += A.qb[i][k] * (factor * xb[k]);
    }
    yq[i] += sum;
  }
}

/// How much mass, damping and stiffness a combined matrix holds.
struct Blend {
  double mass{}, damping{}, stiffness{};
};

template <int N, class S>
void combine(const Blend& c, const SpanMatrix<S>& M, const SpanTangent<S>& t, SpanMatrix<S>& sum) {
  for (int k = 0; k < 4; ++k) {
    for (int j = 0; j < 4; ++j) sum.bb[k][j] = c.mass * M.bb[k][j] + c.damping * t.D.bb[k][j] + c.stiffness * t.K.bb[k][j];
  }
  for (int i = 0; i < N; ++i) {
    for (int k = 0; k < 4; ++k) sum.qb[i][k] = c.mass * M.qb[i][k] + c.damping * t.D.qb[i][k] + c.stiffness * t.K.qb[i][k];
    sum.qq[i] = c.mass * M.qq[i] + c.damping * t.D.qq[i] + c.stiffness * t.K.qq[i];
  }
}

template <class S>
struct RopeKernel {
  int modes{};
  void (*terms)(const RopeSpan<S>&, const SpanMotion<S>&, SpanTerms<S>&, SpanTangent<S>*){};
  EndStrain<S> (*end)(const RopeSpan<S>&, const SpanMotion<S>&, int){};
  SpanEnergy<S> (*energy)(const RopeSpan<S>&, const SpanMotion<S>&, const SpanMatrix<S>&){};
  void (*condense)(const SpanMatrix<S>&, Condensed<S>&){};
  void (*condense_force)(const SpanMatrix<S>&, const Condensed<S>&, const S*, const S*, S*){};
  void (*expand)(const SpanMatrix<S>&, const Condensed<S>&, const S*, const S*, S*){};
  void (*multiply_add)(const SpanMatrix<S>&, double, const S*, const S*, S*, S*){};
  void (*combine)(const Blend&, const SpanMatrix<S>&, const SpanTangent<S>&, SpanMatrix<S>&){};
  double end_slope[2][kMaxModes]{};  ///< of the modes, at both ends
};

namespace detail {

template <int N, class S, class Table>
RopeKernel<S> make_kernel() {
  RopeKernel<S> k;
  k.modes = N;
  k.terms = [](const RopeSpan<S>& p, const SpanMotion<S>& m, SpanTerms<S>& out, SpanTangent<S>* tangent) {
    span_terms<N>(Table::get(), p, m, out, tangent);
  };
  k.end = [](const RopeSpan<S>& p, const SpanMotion<S>& m, int end) { return end_strain<N>(Table::get(), p, m, end); };
  k.energy = [](const RopeSpan<S>& p, const SpanMotion<S>& m, const SpanMatrix<S>& M) {
    return span_energy<N>(Table::get(), p, m, M);
  };
  k.condense = &condense<N, S>;
  k.condense_force = &condense_force<N, S>;
  k.expand = &expand<N, S>;
  k.multiply_add = &multiply_add<N, S>;
  k.combine = &combine<N, S>;
  for (int end = 0; end < 2; ++end) {
    for (int i = 0; i < N; ++i) k.end_slope[end][i] = Table::get().end_slope[end][Order<N>::place(i + 1)];
  }
  return k;
}

template <int N>
struct SineTable {
  static const Shapes<N>& get() {
    static const Shapes<N>& table = sine_shapes<N>();
    return table;
  }
};
struct CubicTable {
  static const Shapes<2>& get() {
    static const Shapes<2>& table = cubic_shapes();
    return table;
  }
};

}  // namespace detail

template <class S>
RopeKernel<S> sine_kernel(int modes) {
  using namespace detail;
  switch (modes) {
    case 0: return make_kernel<0, S, SineTable<0>>();
    case 1: return make_kernel<1, S, SineTable<1>>();
    case 2: return make_kernel<2, S, SineTable<2>>();
    case 3: return make_kernel<3, S, SineTable<3>>();
    case 4: return make_kernel<4, S, SineTable<4>>();
    case 5: return make_kernel<5, S, SineTable<5>>();
    case 6: return make_kernel<6, S, SineTable<6>>();
    case 7: return make_kernel<7, S, SineTable<7>>();
    default: return make_kernel<8, S, SineTable<8>>();
  }
}

template <class S>
RopeKernel<S> cubic_kernel() { return detail::make_kernel<2, S, detail::CubicTable>(); }

}  // namespace reeve::mechanics
