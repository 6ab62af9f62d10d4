#pragma once
/// Generalized-alpha for M q'' = f(q, v), in the form of Arnold and Bruels: the equation of motion holds at the end of the
/// step, and only an auxiliary acceleration a is averaged.
///
///   q1 = q + h v + h^2 ((1/2 - beta) a + beta a1),   v1 = v + h ((1 - gamma) a + gamma a1)
///   (1 - am) a1 + am a = (1 - af) q''1 + af q''                                                     (T-ROP.16)
///
/// Newton's method solves for q1; its tangent is kept while the residual falls fast. Where not even the shortest step converges
/// or keeps the tolerance, it is taken all the same if its residual is small: contacts may flutter, and time has to go on.
#include <vector>

#include "integration/one_step.hpp"

namespace reeve::integration {

struct AlphaCoefficients {
  double am{}, af{}, beta{}, gamma{};

  /// `radius`: of the amplification of infinitely fast modes, 0 .. 1.
  explicit AlphaCoefficients(double radius)
      : am{(2 * radius - 1) / (radius + 1)}, af{radius / (radius + 1)}, gamma{0.5 + af - am} {
    beta = 0.25 * (gamma + 0.5) * (gamma + 0.5);
  }

  double acceleration_by_position(double h) const { return (1 - am) / (h * h * beta * (1 - af)); }
  double velocity_by_position(double h) const { return gamma / (h * beta); }
  double auxiliary(double qdd1, double qdd, double a) const { return ((1 - af) * qdd1 + af * qdd - am * a) / (1 - am); }
};

class GeneralizedAlpha final : public OneStep {
 public:
  const char* name() const override { return "implicit"; }
  double error_order() const override { return 3; }
  double shortest() const override { return 1e-7; }
  bool acceptable() const override { return acceptable_; }
  void resize(std::size_t size) override;
  std::span<const double> begin(HybridSystem& system, double t, std::span<const double> x, Memory& memory) override;
  double attempt(HybridSystem& system, double t, std::span<const double> x, double h, const Memory& memory) override;
  std::span<const double> next() const override { return next_; }
  void take(HybridSystem& system, std::span<double> x, Memory& memory) override;

 private:
  Trial trial();
  void predict(std::span<const double> x, const Memory& memory);
  bool newton(SecondOrder& motion, std::span<const double> x, double limit);
  double error(const SecondOrder& motion, const Memory& memory);

  AlphaCoefficients c_{0};
  double h_{};
  std::size_t n_{};
  bool settled_{}, acceptable_{};
  std::vector<double> next_, qdd_, r_;  ///< next_ = [q1, v1]
};

}  // namespace reeve::integration
