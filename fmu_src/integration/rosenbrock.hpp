#pragma once
/// Linearly implicit Runge-Kutta steps (Rosenbrock methods): one matrix per step, a few solves with it, no iteration.
///
///   (1/(h gamma) - A) k_i = f(t + alpha_i h, x + sum_j a_ij k_j) + sum_j c_ij/h k_j,   A ~ df/dx
///   x_new = x + sum_i m_i k_i,   error = sum_i e_i k_i
///
/// W-methods keep their order with any A; a close one gives them their stability. The System offers
///   int  size() const
///   void linearise(double t, const double* x, double* f)   f and A at the start of a step
///   bool factor(double h_gamma)                            false: the matrix is singular
///   void rate(double t, const double* x, double* f)
///   void solve(const double* F, double* k)
///   double error(const double* e, const double* x)         1 = as large as allowed
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace reeve::integration {

template <int Stages>
struct RosenbrockTableau {
  static constexpr int kStages = Stages;
  using Row = std::array<double, Stages>;
  using Matrix = std::array<Row, Stages>;
  double gamma{};
  int error_order{};  ///< of the embedded solution plus one
  Matrix a{}, c{};
  Row m{}, e{}, alpha{};
};

/// From the usual coefficients (alpha_ij, gamma_ij, b, b of the embedded method) to those above.
template <int Stages>
constexpr RosenbrockTableau<Stages> transformed(const std::array<std::array<double, Stages>, Stages>& alpha,
                                                const std::array<std::array<double, Stages>, Stages>& gamma,
                                                const std::array<double, Stages>& b,
                                                const std::array<double, Stages>& embedded, int error_order) {
  RosenbrockTableau<Stages> t;
  typename RosenbrockTableau<Stages>::Matrix inverse{};
  for (int j = 0; j < Stages; ++j) {
    for (int i = j; i < Stages; ++i) {
      double sum = i == j ? 1.0 : 0.0;
      for (int k = j; k < i; ++k) sum -= gamma[i][k] * inverse[k][j];
      inverse[i][j] = sum / gamma[i][i];
    }
  }
  t.gamma = gamma[0][0];
  t.error_order = error_order;
  for (int i = 0; i < Stages; ++i) {
    for (int j = 0; j < Stages; ++j) {
      for (int k = j; k < Stages; ++k) t.a[i][j] += alpha[i][k] * inverse[k][j];
      t.c[i][j] = i == j ? 0.0 : -inverse[i][j];
      t.alpha[i] += alpha[i][j];
    }
    for (int k = i; k < Stages; ++k) {
      t.m[i] += b[k] * inverse[k][i];
      t.e[i] += (b[k] - embedded[k]) * inverse[k][i];
    }
  }
  return t;
}

/// ROS34PW2: four stages, third order with any A, L-stable, stiffly accurate.
/// J. Rang, L. Angermann, New Rosenbrock W-methods of order 3 for partial differential algebraic equations of index 1,
/// BIT 45 (2005).
inline constexpr RosenbrockTableau<4> kRos34pw2 = [] {
  constexpr double g = 4.3586652150845900e-01;
  return transformed<4>({{{0, 0, 0, 0},
                          {8.7173304301691801e-01, 0, 0, 0},
                          {8.4457060015369423e-01, -1.1299064236484185e-01, 0, 0},
                          {0, 0, 1, 0}}},
                        {{{g, 0, 0, 0},
                          {-8.7173304301691801e-01, g, 0, 0},
                          {-9.0338057013044082e-01, 5.4180672388095326e-02, g, 0},
                          {2.4212380706095346e-01, -1.2232505839045147e+00, 5.4526025533510214e-01, g}}},
                        {2.4212380706095346e-01, -1.2232505839045147e+00, 1.5452602553351020e+00, g},
                        {3.7810903145819369e-01, -9.6042292212423178e-02, 0.5, 2.1793326075422950e-01}, 3);
}();

/// Single steps; scratch only, nothing of it has to survive a restore.
template <int Stages>
class Rosenbrock {
 public:
  explicit Rosenbrock(const RosenbrockTableau<Stages>& tableau) : tableau_(tableau) {}

  void resize(std::size_t n) {
    for (auto& k : k_) k.assign(n, 0.0);
    f_.assign(n, 0.0);
    stage_.assign(n, 0.0);
    next_.assign(n, 0.0);
  }

  /// Takes f and A at the start of a step; several sizes may be tried from there.
  template <class System>
  void begin(System& system, double t, const double* x) { system.linearise(t, x, f_.data()); }

  /// Tries a step of size h from x; the result is in next(). Returns the error, infinite if the step is impossible.
  template <class System>
  double attempt(System& system, double t, const double* x, double h) {
    const auto& T = tableau_;
    const int n = static_cast<int>(f_.size());
    if (!system.factor(h * T.gamma)) return std::numeric_limits<double>::infinity();
    for (int i = 0; i < Stages; ++i) {
      double* const k = k_[i].data();
      const double* f = f_.data();
      if (i > 0) {
        combine(x, T.a[i], i, n, stage_.data());
        system.rate(t + T.alpha[i] * h, stage_.data(), k);
        f = k;
      }
      for (int l = 0; l < n; ++l) stage_[l] = f[l];
      for (int j = 0; j < i; ++j) {
        const double c = T.c[i][j] / h;
        if (c == 0) continue;
        const double* const earlier = k_[j].data();
        for (int l = 0; l < n; ++l) stage_[l] += c * earlier[l];
      }
      system.solve(stage_.data(), k);
    }
    combine(x, T.m, Stages, n, next_.data());
    for (int l = 0; l < n; ++l) stage_[l] = 0;
    for (int j = 0; j < Stages; ++j) {
      if (T.e[j] == 0) continue;
      for (int l = 0; l < n; ++l) stage_[l] += T.e[j] * k_[j][l];
    }
    const double error = system.error(stage_.data(), next_.data());
    return std::isfinite(error) ? error : std::numeric_limits<double>::infinity();
  }

  /// Factor by which the next step may differ.
  double growth(double error) const {
    if (!std::isfinite(error)) return 0.2;
    if (error <= 0) return 3.0;
    return std::clamp(0.9 * std::pow(error, -1.0 / tableau_.error_order), 0.2, 3.0);
  }
  const std::vector<double>& next() const { return next_; }
  const std::vector<double>& slope() const { return f_; }  ///< f at the start of the step

 private:
  void combine(const double* x, const std::array<double, Stages>& weights, int count, int n, double* out) const {
    for (int l = 0; l < n; ++l) out[l] = x[l];
    for (int j = 0; j < count; ++j) {
      const double w = weights[j];
      if (w == 0) continue;
      const double* const k = k_[j].data();
      for (int l = 0; l < n; ++l) out[l] += w * k[l];
    }
  }

  RosenbrockTableau<Stages> tableau_;
  std::array<std::vector<double>, Stages> k_;
  std::vector<double> f_, stage_, next_;
};

}  // namespace reeve::integration
