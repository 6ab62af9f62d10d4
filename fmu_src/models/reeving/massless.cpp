#include "models/reeving/massless.hpp"

#include <algorithm>

#include "models/reeving/equations.hpp"

namespace reeve::models::reeving {

using mechanics::s_of;
using mechanics::z_of;

namespace {

/// sigma r_x at an end of a span, for positions or (with rates) for its rate.
template <class S>
S end_rx(const Equations<S>& eq, int k, int end, const S* x, bool with_constant) {
  const auto& at = eq.spans()[k];
  const int m = eq.topology().boundary;
  const auto height = [&](int i) {
    const int z = at.ends.place[z_of(i)];
    return (z < m ? x[z] : S(0.0)) + (with_constant ? at.origin[z_of(i)] : S(0.0));
  };
  S sum = height(1) - height(0);
  for (int i = 0; i < at.kernel.modes; ++i) sum += at.kernel.end_slope[end][i] * x[at.modes_at + i];
  return at.rope.sigma * sum;
}

template <class S>
S material(const Equations<S>& eq, int k, int end, const S* x, bool with_constant) {
  const auto& at = eq.spans()[k];
  const int s = at.ends.place[s_of(end)];
  const S moving = s < eq.topology().boundary ? S(at.ends.sign[s_of(end)] * x[s]) : S(0.0);
  return with_constant ? S(at.origin[s_of(end)] + moving) : moving;
}

}  // namespace

template <class S>
void MasslessSheaves<S>::resize(const Equations<S>& eq) {
  const auto& t = eq.topology();
  series_.clear();
  for (int r = 0; r < t.ropes; ++r) {
    Series run;
    for (int k = t.first_span[r]; k < t.first_span[r + 1]; ++k) {
      run.spans.push_back(k);
      const Node& node = t.node(t.spans[k], 1);
      if (node.grip == Node::Grip::sheave) {
        run.coordinates.push_back(node.s);
      } else {
        if (!run.coordinates.empty()) series_.push_back(run);
        run = {};
      }
    }
  }
  n_ = eq.coordinates();
  free_.clear();
  const auto& dependent = eq.sheave_coordinates();
  const auto is_driven = [&](int i) { return i >= t.boundary - t.driven() && i < t.boundary; };
  for (int i = 0; i < n_; ++i) {
    if (!is_driven(i) && std::find(dependent.begin(), dependent.end(), i) == dependent.end()) free_.push_back(i);
  }
  for (int i = t.boundary - t.driven(); i < t.boundary; ++i) free_.push_back(i);
  const std::size_t ni = free_.size();
  T_.assign(n_ * ni, S(0.0));
  full.assign(n_ * n_, S(0.0));
  product_.assign(n_ * ni, S(0.0));
  for (auto* v : {&drift_, &unit_, &scratch}) v->assign(n_, S(0.0));
  system.resize(static_cast<int>(ni), t.driven(), static_cast<int>(ni));
  upper_.assign(t.spans.size(), S(0.0));
  rhs_.assign(t.spans.size(), S(0.0));
}

template <class S>
void MasslessSheaves<S>::constrain(const Equations<S>& eq, S* q, S* v) {
  for (const auto& run : series_) {
    const int first = run.spans.front(), last = run.spans.back();
    const S begin = material(eq, first, 0, q, true), end = material(eq, last, 1, q, true);
    S weight = 1.0, sum = 1.0;
    std::vector<S>& weights = rhs_;
    weights[0] = weight;
    for (std::size_t i = 1; i < run.spans.size(); ++i) {
      weight = weight * end_rx(eq, run.spans[i], 0, q, true) / end_rx(eq, run.spans[i - 1], 1, q, true);
      weights[i] = weight;
      sum += weight;
    }
    S s = begin;
    for (std::size_t i = 0; i < run.coordinates.size(); ++i) {
      s += weights[i] / sum * (end - begin);
      q[run.coordinates[i]] = s;
    }
    rates(eq, run, q, v, nullptr, v);
  }
}

/// Rates of the dependent points from the bilinear form; with `also` (the velocities) its second-order terms instead of
/// first-order ones, for accelerations. A tridiagonal system, solved from the first sheave to the last.
template <class S>
void MasslessSheaves<S>::rates(const Equations<S>& eq, const Series& run, const S* q, const S* v, const S* also,
                               S* out) {
  const std::size_t count = run.coordinates.size();
  for (std::size_t j = 0; j < count; ++j) {
    const int k = run.spans[j], l = run.spans[j + 1];
    const S A = end_rx(eq, k, 1, q, true), B = end_rx(eq, l, 0, q, true);
    const S Lk = material(eq, k, 1, q, true) - material(eq, k, 0, q, true);
    const S Ll = material(eq, l, 1, q, true) - material(eq, l, 0, q, true);
    S rhs = end_rx(eq, l, 0, v, false) * Lk - end_rx(eq, k, 1, v, false) * Ll;
    if (also) {
      const S Lkd = material(eq, k, 1, also, false) - material(eq, k, 0, also, false);
      const S Lld = material(eq, l, 1, also, false) - material(eq, l, 0, also, false);
      rhs += 2.0 * (end_rx(eq, l, 0, also, false) * Lkd - end_rx(eq, k, 1, also, false) * Lld);
    }
    // A s_{j+1} - (A + B) s_j + B s_{j-1} = rhs
    if (j + 1 == count) rhs -= A * material(eq, l, 1, v, false);
    if (j == 0) rhs -= B * material(eq, k, 0, v, false);
    S pivot = -(A + B);
    if (j > 0) {
      pivot -= B * upper_[j - 1];
      rhs -= B * rhs_[j - 1];
    }
    upper_[j] = A / pivot;
    rhs_[j] = rhs / pivot;
  }
  for (std::size_t j = count; j-- > 0;) {
    if (j + 1 < count) rhs_[j] -= upper_[j] * rhs_[j + 1];
    out[run.coordinates[j]] = rhs_[j];
  }
}

template <class S>
void MasslessSheaves<S>::projection(const Equations<S>& eq, const S* q, const S* v) {
  const int n = eq.coordinates(), ni = independent();
  std::fill(T_.begin(), T_.end(), S(0.0));
  for (int c = 0; c < ni; ++c) {
    std::fill(unit_.begin(), unit_.end(), S(0.0));
    unit_[free_[c]] = 1.0;
    for (const auto& run : series_) rates(eq, run, q, unit_.data(), nullptr, unit_.data());
    for (int i = 0; i < n; ++i) T_[i * ni + c] = unit_[i];
  }
  std::fill(drift_.begin(), drift_.end(), S(0.0));
  std::fill(unit_.begin(), unit_.end(), S(0.0));
  for (const auto& run : series_) rates(eq, run, q, unit_.data(), v, drift_.data());
}

template <class S>
void MasslessSheaves<S>::project() {
  const int ni = independent(), n = n_;
  for (int i = 0; i < n; ++i) {
    for (int c = 0; c < ni; ++c) {
      S sum = 0.0;
      for (int j = 0; j < n; ++j) sum += full[i * n + j] * T_[j * ni + c];
      product_[i * ni + c] = sum;
    }
  }
  for (int r = 0; r < ni; ++r) {
    for (int c = r; c < ni; ++c) {
      S sum = 0.0;
      for (int i = 0; i < n; ++i) sum += T_[i * ni + r] * product_[i * ni + c];
      system.A[r * system.stride() + c] = sum;
    }
  }
}

template <class S>
int MasslessSheaves<S>::reduce() {
  const int ni = independent();
  project();
  for (int i = 0; i < n_; ++i) {
    for (int j = 0; j < n_; ++j) scratch[i] -= full[i * n_ + j] * drift_[j];
  }
  for (int j = 0; j < ni; ++j) {
    S sum = 0.0;
    for (int i = 0; i < n_; ++i) sum += T_[i * ni + j] * scratch[i];
    system.r[j] = sum;
  }
  const int loose = system.eliminate();
  if (loose >= 0) return free_[loose];
  system.eliminate_rhs();
  return -1;
}

template <class S>
void MasslessSheaves<S>::expand(const S* driven_accelerations, S* a) {
  const int ni = independent();
  system.back_substitute(driven_accelerations);
  for (int i = 0; i < n_; ++i) {
    S sum = drift_[i];
    for (int j = 0; j < ni; ++j) sum += T_[i * ni + j] * system.x[j];
    a[i] = sum;
  }
}

template class MasslessSheaves<double>;
template class MasslessSheaves<math::Dual>;

}  // namespace reeve::models::reeving
