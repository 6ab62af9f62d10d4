#pragma once
/// A method that makes single steps of a hybrid system: sizes, landing and events are the loop's affair.
#include <span>

#include "integration/hybrid_system.hpp"
#include "integration/memory.hpp"

namespace reeve::integration {

class OneStep {
 public:
  OneStep() = default;
  virtual ~OneStep() = default;
  OneStep(const OneStep&) = delete;
  OneStep& operator=(const OneStep&) = delete;

  virtual const char* name() const = 0;    ///< as in messages
  virtual double error_order() const = 0;  ///< of the estimated error in the step size
  virtual void resize(std::size_t size) = 0;
  /// Slopes at the start of a step; several sizes may be tried from there.
  virtual std::span<const double> begin(HybridSystem& system, double t, std::span<const double> x, Memory& memory) = 0;
  /// Tries a step of size h. Returns its error over what is allowed, infinite if the step is impossible.
  virtual double attempt(HybridSystem& system, double t, std::span<const double> x, double h, const Memory& memory) = 0;
  virtual std::span<const double> next() const = 0;  ///< x at the end of the last attempt
  /// The last attempt is taken.
  virtual void take(HybridSystem& system, std::span<double> x, Memory& memory) = 0;

  /// Steps are made no shorter than this [s]; one that is refused even so is taken if it is acceptable. 0: there is no such step.
  virtual double shortest() const { return 0; }
  virtual bool acceptable() const { return false; }  ///< the last attempt, though refused
};

}  // namespace reeve::integration
