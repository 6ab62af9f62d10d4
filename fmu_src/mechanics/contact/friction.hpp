#pragma once
/// Friction laws. Derivations and limits: theory/friction.md.
#include <cmath>

namespace reeve::mechanics {

/// Smooth six-parameter friction coefficient over sliding speed (Stribeck, Coulomb and viscous parts).
///   f(v) = g1 (tanh g2 v - tanh g3 v) + g4 tanh g5 v + g6 v                                  (T-FRI.1)
/// Odd in v and zero at v = 0: it cannot hold a load, a loaded contact creeps.
template <class S>
struct SmoothFriction {
  S g1{};  ///< Stribeck peak (upper bound of its height)   [1]
  S g2{};  ///< rise of the Stribeck peak                   [s/m]
  S g3{};  ///< decay of the Stribeck peak, g3 <= g2        [s/m]
  S g4{};  ///< Coulomb coefficient                         [1]
  S g5{};  ///< rise of the Coulomb part                    [s/m]
  S g6{};  ///< viscous coefficient                         [s/m]

  /// Friction coefficient at sliding speed v [m/s].
  template <class T>
  auto coefficient(const T& v) const {
    using std::tanh;
    return g1 * (tanh(g2 * v) - tanh(g3 * v)) + g4 * tanh(g5 * v) + g6 * v;
  }

  /// With non-negative coefficients, v f(v) >= 0 for every v if and only if g2 >= g3 (or g1 = 0)  (T-FRI.2)
  bool is_passive() const { return g1 == S(0) || g2 >= g3; }
};

}  // namespace reeve::mechanics
