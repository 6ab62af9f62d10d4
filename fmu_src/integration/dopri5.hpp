#pragma once
/// Explicit Runge-Kutta 5(4) of Dormand and Prince with error control, for models that are not stiff.
///
/// The stepper keeps its own step size over communication points: a step cut short to land on `end` does not shrink the
/// next one. What has to survive a save and restore is in Memory; the rest is scratch.
#include <algorithm>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "integration/step_hooks.hpp"
#include "math/text.hpp"

namespace reeve::integration {

class Dopri5 {
 public:
  using Vector = std::vector<double>;

  struct Memory {
    double step{};        ///< size to try next [s]; 0 = choose one
    bool slope_valid{};   ///< slope = f(t, x) at the present point and inputs
    Vector slope;         ///< kept last stage
    template <class Archive>
    void fields(Archive& archive) { archive(step, slope_valid, slope); }
  };

  struct Tolerance {
    double relative{1e-6};
    double largest_step{std::numeric_limits<double>::infinity()};  ///< [s]
  };

  Memory resize(std::size_t n) {
    next_.assign(n, 0.0);
    next_slope_.assign(n, 0.0);
    error_.assign(n, 0.0);
    stepper_.adjust_size(next_);
    Memory memory;
    memory.slope.assign(n, 0.0);
    return memory;
  }

  /// Advances x from t to hooks.end and returns the time reached (earlier only if the caller asked to stop).
  ///   rhs(x, dxdt, t)  the equations;  scale[i] > 0  the size of x[i] against which errors are measured.
  template <class Rhs>
  double advance(Rhs&& rhs, double t, Vector& x, Memory& memory, const Vector& scale, const Tolerance& tolerance,
                 StepHooks& hooks) {
    const auto system = [&](const Vector& at, Vector& slope, double time) {
      hooks.inputs_at(time);
      rhs(at, slope, time);
    };
    while (t < hooks.end) {
      if (!memory.slope_valid) {
        system(x, memory.slope, t);
        require_finite(memory.slope, t);
        memory.slope_valid = true;
      }
      if (!(memory.step > 0)) memory.step = first_step(x, memory.slope, scale, tolerance);
      t = accepted_step(system, t, x, memory, scale, tolerance, hooks);
      const Verdict verdict = hooks.accepted(t);
      if (verdict.inputs_changed) memory.slope_valid = false;
      if (verdict.stop) break;
    }
    return t;
  }

 private:
  static constexpr double kSafety = 0.9, kShrinkMost = 0.2, kGrowMost = 5.0;
  static constexpr double kSliver = 1e-9;  ///< a rest shorter than this part of a step is joined to it
  static constexpr double kResolution = 1e-14;  ///< of time, as part of the larger of t and end: some fifty roundings

  template <class System>
  double accepted_step(System& system, double t, Vector& x, Memory& memory, const Vector& scale,
                       const Tolerance& tolerance, const StepHooks& hooks) {
    for (;;) {
      const double wanted = std::min(memory.step, tolerance.largest_step);
      const double left = hooks.end - t;
      const bool lands = wanted * (1 + kSliver) >= left;
      const double h = lands ? left : wanted;
      stepper_.do_step(system, x, memory.slope, t, next_, next_slope_, h, error_);
      const double error = norm(x, scale, tolerance);
      if (error <= 1) {
        x.swap(next_);
        memory.slope.swap(next_slope_);
        const double proposed = h * growth(error);
        memory.step = lands ? std::max(memory.step, proposed) : proposed;  // a cut step says little about the next
        memory.step = std::min(memory.step, tolerance.largest_step);
        return lands ? hooks.end : t + h;
      }
      memory.step = h * growth(error);
      if (memory.step < kResolution * std::max(std::abs(t), std::abs(hooks.end))) {
        throw StepFailure("the explicit solver needs steps of " + math::text(memory.step) + " s at t = " + math::text(t) +
                          " s, below the resolution of time: the equations are too stiff or an input is out of all proportion");
      }
    }
  }

  static double growth(double error) {
    if (!std::isfinite(error)) return kShrinkMost;
    if (error <= 0) return kGrowMost;
    return std::clamp(kSafety * std::pow(error, -0.2), kShrinkMost, kGrowMost);
  }

  /// Largest error component over its allowance; infinite if anything is not a number.
  double norm(const Vector& x, const Vector& scale, const Tolerance& tolerance) const {
    double worst = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double allowance = tolerance.relative * (scale[i] + std::max(std::abs(x[i]), std::abs(next_[i])));
      const double ratio = std::abs(error_[i]) / allowance;
      if (!(ratio <= std::numeric_limits<double>::max()) || !std::isfinite(next_[i])) {
        return std::numeric_limits<double>::infinity();
      }
      worst = std::max(worst, ratio);
    }
    return worst;
  }

  /// A step over which the slope moves no component by more than a hundredth of its size.
  static double first_step(const Vector& x, const Vector& slope, const Vector& scale, const Tolerance& tolerance) {
    double h = std::min(1e-3, tolerance.largest_step);
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (slope[i] != 0) h = std::min(h, 0.01 * (scale[i] + std::abs(x[i])) / std::abs(slope[i]));
    }
    return std::max(h, 1e-12);
  }

  static void require_finite(const Vector& slope, double t) {
    for (const double s : slope) {
      if (!std::isfinite(s)) throw StepFailure("a rate of change is not finite at t = " + math::text(t) + " s");
    }
  }

  boost::numeric::odeint::runge_kutta_dopri5<Vector> stepper_;
  Vector next_, next_slope_, error_;
};

}  // namespace reeve::integration
