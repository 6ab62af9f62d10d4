#pragma once
/// A symmetric system of which the last unknowns are driven: each of these is either locked, its value given, or free.
///
///   [A_ff A_fd] [x_f]   [r_f]
///   [A_df A_dd] [x_d] = [r_d]      eliminating x_f leaves  (A_dd - A_df A_ff^-1 A_fd) x_d = r_d - A_df A_ff^-1 r_f        (T-ALE.17)
///
/// One elimination then serves any set of locks: the free motion, a given motion, and the forces that hold it.
#include <algorithm>
#include <vector>

#include "math/ldlt.hpp"

namespace reeve::models::reeving {

template <class S>
class DrivenSystem {
 public:
  /// Of the unknowns only the first `joined` stand in equations with others; at least all that are not driven.
  void resize(int size, int driven, int joined) {
    n_ = size;
    joined_ = joined;
    free_ = size - driven;
    A.assign((size + 1) * (size + 1), S(0.0));
    r.assign(size + 1, S(0.0));
    x.assign(size + 1, S(0.0));
    inverse_.assign(size + 1, S(0.0));
    block_.assign(driven * driven, S(0.0));
    rest_.assign(driven, S(0.0));
    unlocked_.reserve(driven);
  }
  int stride() const { return n_ + 1; }
  int driven() const { return n_ - free_; }
  void clear() {
    std::fill(A.begin(), A.end(), S(0.0));
    std::fill(r.begin(), r.end(), S(0.0));
  }
  std::vector<S> A;  ///< with one row and column more, for what is fixed to the building
  std::vector<S> r;
  std::vector<S> x;  ///< the solution

  /// Eliminates all unknowns that are not driven. Returns the first one that nothing determines, or -1.
  int eliminate() { return math::ldlt_factor(A.data(), joined_, free_, stride(), inverse_.data()); }
  void eliminate_rhs() { math::ldlt_forward(A.data(), joined_, free_, stride(), inverse_.data(), r.data()); }

  /// What is left for the driven unknowns.
  const S& mass(int i, int j) const { return A[(free_ + std::min(i, j)) * stride() + free_ + std::max(i, j)]; }
  const S& force(int i) const { return r[free_ + i]; }

  /// Values of the driven unknowns: those of the locked ones are given and stay, the others are solved for. False: one of them is
  /// not determined.
  bool solve_driven(const bool* locked, S* values) {
    if (driven() == 1) {
      if (!locked[0]) values[0] = force(0) / mass(0, 0);
      return locked[0] || math::value(mass(0, 0)) > 0;
    }
    unlocked_.clear();
    for (int i = 0; i < driven(); ++i) {
      if (!locked[i]) unlocked_.push_back(i);
    }
    const int count = static_cast<int>(unlocked_.size());
    for (int a = 0; a < count; ++a) {
      rest_[a] = force(unlocked_[a]);
      for (int i = 0; i < driven(); ++i) {
        if (locked[i]) rest_[a] -= mass(unlocked_[a], i) * values[i];
      }
      for (int b = a; b < count; ++b) block_[a * count + b] = mass(unlocked_[a], unlocked_[b]);
    }
    if (math::ldlt_factor(block_.data(), count, count, count, inverse_.data() + free_) >= 0) return false;
    math::ldlt_forward(block_.data(), count, count, count, inverse_.data() + free_, rest_.data());
    math::ldlt_backward(block_.data(), count, count, count, inverse_.data() + free_, rest_.data());
    for (int a = 0; a < count; ++a) values[unlocked_[a]] = rest_[a];
    return true;
  }
  /// All unknowns, into x, from those of the driven ones; the slot of the building is zero. Without `forced`, r counts as zero.
  void back_substitute(const S* driven_values, bool forced = true) {
    if (forced)
      std::copy(r.begin(), r.begin() + free_, x.begin());
    else
      std::fill(x.begin(), x.begin() + free_, S(0.0));
    std::copy(driven_values, driven_values + driven(), x.begin() + free_);
    math::ldlt_backward(A.data(), joined_, free_, stride(), inverse_.data(), x.data());
  }

 private:
  int n_{}, joined_{}, free_{};
  std::vector<S> inverse_;
  std::vector<S> block_, rest_;  ///< of the driven unknowns that are not locked
  std::vector<int> unlocked_;
};

}  // namespace reeve::models::reeving
