#include "integration/rosenbrock.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace reeve::integration {
namespace {

constexpr auto& T = kRos34pw2;
using Row = RosenbrockTableau<4>::Row;

/// sum = base + weight_0 k_0 + .. + weight_(Terms-1) k_(Terms-1), in one pass; without a base from zero.
template <int Terms>
void combine(const double* base, const Row& weight, const std::array<std::vector<double>, kRos34pw2.kStages>& k,
             std::vector<double>& sum) {
  const std::size_t n = sum.size();
  double* const __restrict to = sum.data();
  std::array<const double*, Terms> from;
  for (int j = 0; j < Terms; ++j) from[j] = k[j].data();
  for (std::size_t l = 0; l < n; ++l) {
    double value = base ? base[l] : 0.0;
#pragma GCC unroll 4
    for (int j = 0; j < Terms; ++j) value += weight[j] * from[j][l];
    to[l] = value;
  }
}

}  // namespace

void Rosenbrock::resize(std::size_t size) {
  for (auto& k : k_) k.assign(size, 0.0);
  for (auto* v : {&f_, &sum_, &next_}) v->assign(size, 0.0);
}

std::span<const double> Rosenbrock::begin(HybridSystem& system, double t, std::span<const double> x, Memory&) {
  system.linearise(t, x, f_);
  return f_;
}

/// k_I of the tableau's equation.
template <int I>
void Rosenbrock::stage(HybridSystem& system, double t, std::span<const double> x, double h) {
  if constexpr (I == 0) {
    system.solve(f_, k_[0]);
  } else {
    combine<I>(x.data(), T.a[I], k_, sum_);
    system.stage(t + T.alpha[I] * h, sum_, k_[I]);
    auto weight = T.c[I];
    for (double& w : weight) w /= h;
    combine<I>(k_[I].data(), weight, k_, sum_);
    system.solve(sum_, k_[I]);
  }
}

double Rosenbrock::attempt(HybridSystem& system, double t, std::span<const double> x, double h, const Memory&) {
  if (!system.factor(h * T.gamma)) return std::numeric_limits<double>::infinity();
  stage<0>(system, t, x, h);
  stage<1>(system, t, x, h);
  stage<2>(system, t, x, h);
  stage<3>(system, t, x, h);
  combine<kStages>(x.data(), T.m, k_, next_);
  combine<kStages>(nullptr, T.e, k_, sum_);
  const double error = system.error(sum_, next_);
  return std::isfinite(error) ? error : std::numeric_limits<double>::infinity();
}

void Rosenbrock::take(HybridSystem&, std::span<double> x, Memory& memory) {
  std::copy(next_.begin(), next_.end(), x.begin());
  memory.slope_valid = false;  // of the explicit method
}

}  // namespace reeve::integration
