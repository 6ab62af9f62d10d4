#pragma once
/// Explicit Runge-Kutta 5(4) of Dormand and Prince, for systems that are not stiff. The last stage of a step is the first of
/// the next.
#include <memory>
#include <vector>

#include "integration/one_step.hpp"

namespace reeve::integration {

class Dopri5 final : public OneStep {
 public:
  Dopri5();
  ~Dopri5() override;

  const char* name() const override { return "explicit"; }
  double error_order() const override { return 5; }
  void resize(std::size_t size) override;
  std::span<const double> begin(HybridSystem& system, double t, std::span<const double> x, Memory& memory) override;
  double attempt(HybridSystem& system, double t, std::span<const double> x, double h, const Memory& memory) override;
  std::span<const double> next() const override { return next_; }
  void take(HybridSystem& system, std::span<double> x, Memory& memory) override;

 private:
  struct Stepper;  ///< Boost.Odeint's
  std::unique_ptr<Stepper> stepper_;
  std::vector<double> start_, next_, next_slope_, error_;
};

}  // namespace reeve::integration
