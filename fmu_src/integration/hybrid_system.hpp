#pragma once
/// A hybrid system: what every model is to the loop, and all it is. Between events it is a pure function of time and states;
/// modes (stick or slip, held or sliding, the phase of a ride, samples) change in update() only, memory of what has passed
/// (hysteresis, messages said once) in accepted() only. Parameters, inputs of any time and modes are behind the interface.
///
/// Co-simulation is the loop over it (loop.hpp); an importer with a solver of its own would use it as it is.
#include <limits>
#include <span>
#include <string>

#include "integration/second_order.hpp"
#include "integration/step_hooks.hpp"

namespace reeve::integration {

/// As `solver.method` of every model. Automatic: the model chooses what measures fastest for its values.
enum class Method { automatic = 1, explicit_method = 2, implicit_method = 3 };

struct Solver {
  Method method{Method::explicit_method};  ///< never automatic here
  double tolerance{1e-6};
  double largest_step{std::numeric_limits<double>::infinity()};  ///< [s]
};

class HybridSystem {
 public:
  HybridSystem() = default;
  virtual ~HybridSystem() = default;
  HybridSystem(const HybridSystem&) = delete;
  HybridSystem& operator=(const HybridSystem&) = delete;

  virtual Solver solver() const = 0;
  virtual std::size_t size() const = 0;                  ///< of x
  virtual std::span<const double> nominals() const = 0;  ///< size of each state below which its errors count absolutely
  virtual void derivatives(double t, std::span<const double> x, std::span<double> dx) = 0;
  /// What else is wrong with a step from x at t to next at t1, 1 = as much as allowed: for limits that only the model knows.
  virtual double defect(double /*t*/, std::span<const double> /*x*/, double /*t1*/, std::span<const double> /*next*/) {
    return 0;
  }

  // --- events ---
  virtual std::size_t indicator_count() const { return 0; }
  /// Each is positive inside its mode; the event is where it is positive no more.
  virtual void indicators(double /*t*/, std::span<const double> /*x*/, std::span<double> /*z*/) {}
  /// The next time at which something happens by the clock [s]; it may lie at or before t.
  virtual double next_event(double /*t*/) const { return std::numeric_limits<double>::infinity(); }
  /// Decides the modes anew at t, from states and inputs; may set states. True: something changed, ask again.
  virtual bool update(double /*t*/, std::span<double> /*x*/) { return false; }
  /// An internal step has ended at t, or an input has jumped there: the only place where memory changes. Throws StepFailure where the
  /// model ends.
  virtual void accepted(double /*t*/, std::span<const double> /*x*/, StepHooks& /*hooks*/) {}

  /// The same system as M q'' = f(q, v), if that is how it is to be integrated.
  virtual SecondOrder* second_order() { return nullptr; }

  // --- a linearised solve, for implicit methods ---
  /// dx and, for solve(), the system's matrix A ~ d(dx)/dx at the start of a step.
  virtual void linearise(double t, std::span<const double> x, std::span<double> dx) { derivatives(t, x, dx); }
  virtual bool factor(double /*h_gamma*/) { return false; }  ///< of 1/(h gamma) - A; false: it is singular
  virtual void solve(std::span<const double> /*F*/, std::span<double> /*k*/) {}
  /// Rates at a stage of a step. What derivatives() reads in closed form is read from x here: stages lag behind time, and stiff
  /// parts must not see one of their ends ahead of the other.
  virtual void stage(double t, std::span<const double> x, std::span<double> dx) { derivatives(t, x, dx); }
  /// Of the estimated error e of states that became x: 1 = as large as allowed. Each against its nominal, unless overridden.
  virtual double error(std::span<const double> e, std::span<const double> x) const;
  /// A step was refused: true if A was that of an earlier point and has been taken anew, so that the same step may be tried.
  virtual bool renewed() { return false; }
  /// A is kept over steps of one size: sizes that differ little from the last one are not worth a new factorisation.
  virtual bool keeps_matrix() const { return false; }
};

}  // namespace reeve::integration
