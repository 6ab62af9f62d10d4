#include "integration/generalized_alpha.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace reeve::integration {
namespace {

constexpr int kMostIterations = 16;
constexpr double kKeepTangent = 0.15;  ///< residual over the one before, up to which the tangent is good enough
constexpr double kNewtonShare = 1e-2;  ///< of the tolerance, for the residual over the typical force
constexpr double kAtRest = 1e-3;       ///< of the residual allowed: a prediction this good is taken, rest stays rest
constexpr double kLastResort = 1e-2;   ///< residual over typical force beyond which not even the shortest step is taken
constexpr double kDiverged = 1e12;     ///< likewise, beyond which the iteration is given up
constexpr double kUnsettled = 5.8;     ///< error that halves a step: for one that did not converge

}  // namespace

void GeneralizedAlpha::resize(std::size_t size) {
  for (auto* v : {&next_, &qdd_, &r_}) v->assign(size, 0.0);
}

std::span<const double> GeneralizedAlpha::begin(HybridSystem& system, double t, std::span<const double> x,
                                                Memory& memory) {
  const SecondOrder& motion = *system.second_order();
  n_ = motion.coordinates();
  c_ = AlphaCoefficients(motion.radius());
  if (!memory.motion_valid) {
    system.derivatives(t, x, next_);
    std::copy_n(next_.begin() + static_cast<std::ptrdiff_t>(n_), n_, memory.acceleration.begin());
    memory.average = memory.acceleration;
    memory.motion_valid = true;
  }
  std::copy(x.begin(), x.end(), next_.begin());
  return {};
}

/// As if q'' stayed.
void GeneralizedAlpha::predict(std::span<const double> x, const Memory& memory) {
  const double *const q = x.data(), *const v = q + n_, *const acceleration = memory.acceleration.data(),
                      *const average = memory.average.data();
  double *const q1 = next_.data(), *const v1 = q1 + n_, *const qdd1 = qdd_.data();
  for (std::size_t i = 0; i < n_; ++i) {
    const double a = average[i], qdd = acceleration[i], a1 = c_.auxiliary(qdd, qdd, a);
    qdd1[i] = qdd;
    q1[i] = q[i] + h_ * v[i] + h_ * h_ * ((0.5 - c_.beta) * a + c_.beta * a1);
    v1[i] = v[i] + h_ * ((1 - c_.gamma) * a + c_.gamma * a1);
  }
}

double GeneralizedAlpha::attempt(HybridSystem& system, double t, std::span<const double> x, double h,
                                 const Memory& memory) {
  SecondOrder& motion = *system.second_order();
  h_ = h;
  predict(x, memory);
  motion.prescribe(t, x, h, trial());
  const double tolerance = system.solver().tolerance;
  const bool converged = newton(motion, x, kNewtonShare * tolerance);
  const double estimate = acceptable_ ? error(motion, memory) : std::numeric_limits<double>::infinity();
  settled_ = converged && estimate <= 1;
  acceptable_ = acceptable_ && std::isfinite(estimate);
  return converged ? estimate : kUnsettled;
}

/// Solves the step's equations from the prediction. Friction is a function of the unknowns, so that a small residual also
/// means that stick and slip of every point have settled. However it ends, forces and contacts are those of the trial.
bool GeneralizedAlpha::newton(SecondOrder& motion, std::span<const double> x, double limit) {
  const double by_a = c_.acceleration_by_position(h_), by_v = c_.velocity_by_position(h_);
  const std::span<double> r(r_.data(), n_);
  double before = 0;
  for (int i = 0;; ++i) {
    double norm = 0;
    bool fresh = true;
    if (i > 0) {
      norm = motion.residual(x, trial(), r);
      acceptable_ = norm <= kLastResort;
      if (norm <= limit) return true;
      if (i == kMostIterations || !(norm < kDiverged)) return false;
      fresh = !(norm < kKeepTangent * before);
    }
    if (fresh) {
      norm = motion.linearise(x, trial(), by_v, r);
      acceptable_ = norm <= kLastResort;
      if (i == 0 && norm <= kAtRest * limit) return true;
      if (!motion.factor(by_a)) return false;
    }
    before = norm;
    motion.solve(r);
    double *const q1 = next_.data(), *const v1 = q1 + n_, *const qdd1 = qdd_.data();
    for (std::size_t k = 0; k < n_; ++k) {
      q1[k] += r[k];
      v1[k] += by_v * r[k];
      qdd1[k] += by_a * r[k];
    }
  }
}

/// h^2 (beta - 1/6)(a1 - a)                                                                          (T-ROP.19)
double GeneralizedAlpha::error(const SecondOrder& motion, const Memory& memory) {
  const double factor = h_ * h_ * (c_.beta - 1.0 / 6);
  for (std::size_t i = 0; i < n_; ++i) {
    r_[i] = factor * (c_.auxiliary(qdd_[i], memory.acceleration[i], memory.average[i]) - memory.average[i]);
  }
  return motion.error({r_.data(), n_});
}

void GeneralizedAlpha::take(HybridSystem& system, std::span<double> x, Memory& memory) {
  for (std::size_t i = 0; i < n_; ++i) {
    memory.average[i] = c_.auxiliary(qdd_[i], memory.acceleration[i], memory.average[i]);
    memory.acceleration[i] = qdd_[i];
  }
  system.second_order()->take(h_, trial(), settled_, x);
  memory.slope_valid = false;  // of the explicit method
}

Trial GeneralizedAlpha::trial() { return {{next_.data(), n_}, {next_.data() + n_, n_}, {qdd_.data(), n_}}; }

}  // namespace reeve::integration
