#pragma once
/// The one loop that advances any hybrid system: step sizes, landing on communication points, events, jumps of inputs.
///
///   advance(t .. hooks.end):
///     decide the modes, if an input jumped
///     until the end is reached:
///       decide the modes, if an event by the clock is due
///       a step up to the next event by the clock at the most, as long as the method's error allows
///       if an indicator is positive no more at its end: the step that ends where it ceased to be
///       the system is told (accepted), the caller is asked (hooks.accepted)
///       decide the modes, if an indicator said so or the caller changed an input
///
/// An event by the clock that falls on the end belongs to the step that begins there, with the inputs of that step.
#include <memory>
#include <vector>

#include "integration/hybrid_system.hpp"
#include "integration/memory.hpp"
#include "integration/one_step.hpp"
#include "integration/step_size.hpp"

namespace reeve::integration {

class Loop {
 public:
  Loop();
  /// For systems of this size; allocates, which advance() never does.
  void resize(HybridSystem& system);
  /// From t to hooks.end; returns the time reached, earlier only if the caller asked to stop. If it throws, x and memory are
  /// those of the last accepted step.
  double advance(HybridSystem& system, double t, std::span<double> x, Memory& memory, bool inputs_jumped,
                 StepHooks& hooks);
  /// Decides the modes at t, again and again until nothing changes.
  static void resolve(HybridSystem& system, double t, std::span<double> x, Memory& memory);

 private:
  /// A step from t, of a size yet to be found.
  struct Attempt {
    HybridSystem& system;
    OneStep& method;
    double t;
    std::span<double> x;
    Memory& memory;
  };
  struct Step {
    double reached;
    bool event;
  };
  /// An event after tau of a step, and the error of the attempt that ends there.
  struct Located {
    double tau, error;
  };
  class Crossing;
  Step step(const Attempt& attempt, double end);
  StepSize::Proposal sized(const Attempt& attempt, double end) const;
  Located locate(const Attempt& attempt, double h);
  static double attempted(const Attempt& attempt, double h);
  OneStep& method(HybridSystem& system) const;

  std::unique_ptr<OneStep> explicit_, implicit_, leapfrog_, alpha_;
  std::vector<double> before_, after_;  ///< indicators at the two ends of a step
};

}  // namespace reeve::integration
