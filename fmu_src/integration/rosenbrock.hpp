#pragma once
/// Linearly implicit Runge-Kutta steps for stiff systems: one matrix per step, a few solves with it, no iteration.
#include <array>
#include <vector>

#include "integration/one_step.hpp"
#include "integration/rosenbrock_tableau.hpp"

namespace reeve::integration {

class Rosenbrock final : public OneStep {
 public:
  const char* name() const override { return "implicit"; }
  double error_order() const override { return kRos34pw2.error_order; }
  void resize(std::size_t size) override;
  std::span<const double> begin(HybridSystem& system, double t, std::span<const double> x, Memory& memory) override;
  double attempt(HybridSystem& system, double t, std::span<const double> x, double h, const Memory& memory) override;
  std::span<const double> next() const override { return next_; }
  void take(HybridSystem& system, std::span<double> x, Memory& memory) override;

 private:
  static constexpr int kStages = kRos34pw2.kStages;
  template <int I>
  void stage(HybridSystem& system, double t, std::span<const double> x, double h);

  std::array<std::vector<double>, kStages> k_;
  std::vector<double> f_, sum_, next_;
};

}  // namespace reeve::integration
