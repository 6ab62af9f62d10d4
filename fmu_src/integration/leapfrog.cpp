#include "integration/leapfrog.hpp"

#include <algorithm>
#include <limits>

#include "math/finite.hpp"

namespace reeve::integration {

void Leapfrog::resize(std::size_t size) {
  for (auto* v : {&next_, &qdd_, &f_}) v->assign(size, 0.0);
}

std::span<const double> Leapfrog::begin(HybridSystem& system, double t, std::span<const double> x, Memory& memory) {
  n_ = system.second_order()->coordinates();
  system.derivatives(t, x, memory.slope);
  std::copy(x.begin(), x.end(), next_.begin());
  return memory.slope;
}

double Leapfrog::attempt(HybridSystem& system, double t, std::span<const double> x, double h, const Memory& memory) {
  h_ = h;
  for (std::size_t i = 0; i < n_; ++i) {
    qdd_[i] = memory.slope[n_ + i];
    next_[n_ + i] = x[n_ + i] + h * qdd_[i];
    next_[i] = x[i] + h * next_[n_ + i];
  }
  SecondOrder& motion = *system.second_order();
  const Trial trial{{next_.data(), n_}, {next_.data() + n_, n_}, {qdd_.data(), n_}};
  motion.prescribe(t, x, h, trial);
  motion.forces(x, trial, {f_.data(), n_});
  return math::all_finite({f_.data(), n_}) ? 0 : std::numeric_limits<double>::infinity();
}

void Leapfrog::take(HybridSystem& system, std::span<double> x, Memory& memory) {
  system.second_order()->take(h_, {{next_.data(), n_}, {next_.data() + n_, n_}, {qdd_.data(), n_}}, true, x);
  memory.motion_valid = memory.slope_valid = false;
}

}  // namespace reeve::integration
