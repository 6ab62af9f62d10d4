#include "integration/dopri5.hpp"

#include <algorithm>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>

#include "integration/error_norm.hpp"

namespace reeve::integration {

using Vector = std::vector<double>;

struct Dopri5::Stepper {
  boost::numeric::odeint::runge_kutta_dopri5<Vector> odeint;
};

Dopri5::Dopri5() : stepper_{std::make_unique<Stepper>()} {}
Dopri5::~Dopri5() = default;

void Dopri5::resize(std::size_t size) {
  for (Vector* v : {&start_, &next_, &next_slope_, &error_}) v->assign(size, 0.0);
  stepper_->odeint.adjust_size(next_);
}

std::span<const double> Dopri5::begin(HybridSystem& system, double t, std::span<const double> x, Memory& memory) {
  std::copy(x.begin(), x.end(), start_.begin());
  if (!memory.slope_valid) system.derivatives(t, x, memory.slope);
  memory.slope_valid = true;
  return memory.slope;
}

double Dopri5::attempt(HybridSystem& system, double t, std::span<const double> x, double h, const Memory& memory) {
  const auto rates = [&](const Vector& at, Vector& slope, double time) { system.derivatives(time, at, slope); };
  stepper_->odeint.do_step(rates, start_, memory.slope, t, next_, next_slope_, h, error_);
  return largest_error(system, error_, x, next_);
}

void Dopri5::take(HybridSystem&, std::span<double> x, Memory& memory) {
  std::copy(next_.begin(), next_.end(), x.begin());
  memory.slope.swap(next_slope_);
}

}  // namespace reeve::integration
