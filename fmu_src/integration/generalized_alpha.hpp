#pragma once
/// Generalized-alpha for M q'' = f(q, v), in the form of Arnold and Bruels: the equation of motion holds at the end of the
/// step, and only an auxiliary acceleration a is averaged.
///
///   q1 = q + h v + h^2 ((1/2 - beta) a + beta a1),   v1 = v + h ((1 - gamma) a + gamma a1)
///   (1 - am) a1 + am a = (1 - af) q''1 + af q''                                                     (T-ROP.16)
namespace reeve::integration {

struct GeneralizedAlpha {
  double am{}, af{}, beta{}, gamma{};

  /// `radius`: of the amplification of infinitely fast modes, 0 .. 1.
  explicit GeneralizedAlpha(double radius)
      : am{(2 * radius - 1) / (radius + 1)}, af{radius / (radius + 1)}, gamma{0.5 + af - am} {
    beta = 0.25 * (gamma + 0.5) * (gamma + 0.5);
  }

  double acceleration_by_position(double h) const { return (1 - am) / (h * h * beta * (1 - af)); }
  double velocity_by_position(double h) const { return gamma / (h * beta); }
  double auxiliary(double qdd1, double qdd, double a) const { return ((1 - af) * qdd1 + af * qdd - am * a) / (1 - am); }
};

}  // namespace reeve::integration
