#pragma once
/// Coefficients of linearly implicit Runge-Kutta steps (Rosenbrock methods).
///
///   (1/(h gamma) - A) k_i = f(t + alpha_i h, x + sum_j a_ij k_j) + sum_j c_ij/h k_j,   A ~ df/dx
///   x_new = x + sum_i m_i k_i,   error = sum_i e_i k_i
///
/// W-methods keep their order with any A; a close one gives them their stability.
#include <array>

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

}  // namespace reeve::integration
