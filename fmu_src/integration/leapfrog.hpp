#pragma once
/// Leapfrog for M q'' = f(q, v): v1 = v + h M^-1 f(q, v), q1 = q + h v1. Its steps are as long as the system's largest, which
/// has to be below what the fastest vibration allows: it estimates no error.
#include <vector>

#include "integration/one_step.hpp"

namespace reeve::integration {

class Leapfrog final : public OneStep {
 public:
  const char* name() const override { return "explicit"; }
  double error_order() const override { return 3; }
  void resize(std::size_t size) override;
  std::span<const double> begin(HybridSystem& system, double t, std::span<const double> x, Memory& memory) override;
  double attempt(HybridSystem& system, double t, std::span<const double> x, double h, const Memory& memory) override;
  std::span<const double> next() const override { return next_; }
  void take(HybridSystem& system, std::span<double> x, Memory& memory) override;

 private:
  double h_{};
  std::size_t n_{};
  std::vector<double> next_, qdd_, f_;  ///< next_ = [q1, v1]
};

}  // namespace reeve::integration
