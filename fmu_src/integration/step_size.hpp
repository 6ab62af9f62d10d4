#pragma once
/// The one rule by which steps get longer and shorter, and land on the points where they have to end.
#include <algorithm>
#include <cmath>

#include "integration/memory.hpp"
#include "math/step_growth.hpp"

namespace reeve::integration {

class StepSize {
 public:
  /// `order`: of the error in the step size. `dead_band`: changes smaller than a sixth are not made.
  StepSize(Memory& memory, double order, double largest, bool dead_band)
      : memory_{memory}, order_{order}, largest_{largest}, dead_band_{dead_band} {}

  struct Proposal {
    double h;
    bool lands;
  };
  /// Equal steps lead to the end. The last few may be a tenth longer than wanted: the control of the error aims at 0.9 of what it
  /// may take, so that most of those pass, too. Where a matrix is kept, one that does not pass would cost more than it gains.
  Proposal propose(double left) const {
    double steps = std::ceil(left / memory_.step - kRounding);
    if (!dead_band_) {
      const double stretched = std::ceil(left / (1.1 * memory_.step));
      steps = stretched <= 3 ? stretched : std::ceil(left / memory_.step - 0.1);
    }
    steps = std::max({1.0, steps, std::ceil(left / largest_ - kRounding)});
    return {left / steps, steps == 1};
  }

  void refused(double h, double error) { memory_.step = h * math::step_growth(error, order_); }

  void accepted(double h, double error) {
    const double factor = math::step_growth(error, order_);
    const bool serves = dead_band_ && factor > 0.85 && factor < 1.3;  // the present size does, whatever h it led to
    const double proposed = std::min(largest_, serves ? memory_.step : h * factor);
    if (memory_.after_jump) memory_.jump_step = proposed;
    memory_.after_jump = false;
    const bool cut = h < 0.5 * std::min(memory_.step, largest_);  // a cut step says little about the next
    memory_.step = cut ? std::max(memory_.step, proposed) : proposed;
  }

 private:
  static constexpr double kRounding = 1e-9;
  Memory& memory_;
  double order_, largest_;
  bool dead_band_;
};

}  // namespace reeve::integration
