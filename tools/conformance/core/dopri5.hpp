#pragma once

/// One step of the embedded Runge-Kutta pair of Dormand and Prince (order 5, error estimate of order 4, dense output of
/// order 4): Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.5 and II.6.

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace conformance {

class Dopri5 {
 public:
  using Vector = std::vector<double>;

  /// Tries [t, t+h] from x with slope dx there. `f(t, x, dx)` says whether the point could be evaluated; false if one
  /// could not, and then nothing else of this object has a meaning.
  template <class Function>
  bool step(Function&& f, double t, double h, const Vector& x, const Vector& dx) {
    start_ = x;
    h_ = h;
    k_[0] = dx;
    for (std::size_t stage = 1; stage < 7; ++stage) {
      end_ = x;
      for (std::size_t j = 0; j < stage; ++j) add(end_, h * weights[stage - 1][j], k_[j]);
      k_[stage].resize(x.size());
      if (!f(t + nodes[stage - 1] * h, end_, k_[stage])) return false;
    }
    return true;  // the last stage is at the end of the step
  }

  const Vector& end() const { return end_; }
  const Vector& end_slope() const { return k_[6]; }

  /// Largest error of a component against tolerance * max(nominal, |x|); the step is good if it is at most 1.
  double error(double tolerance, const Vector& nominals) const {
    double worst = 0;
    for (std::size_t i = 0; i < end_.size(); ++i) {
      const double scale = tolerance * std::max({nominals[i], std::abs(start_[i]), std::abs(end_[i])});
      double e = 0;
      for (std::size_t j = 0; j < 7; ++j) e += errors[j] * k_[j][i];
      const double ratio = std::abs(h_ * e) / scale;
      worst = ratio <= worst ? worst : ratio;  // a NaN wins
    }
    return worst;
  }

  /// The state at t + s h for s in [0, 1].
  Vector at(double s) const {
    Vector out(start_.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
      const double difference = end_[i] - start_[i], bend = h_ * k_[0][i] - difference;
      double last = 0;
      for (std::size_t j = 0; j < 7; ++j) last += dense[j] * k_[j][i];
      out[i] = start_[i] +
               s * (difference + (1 - s) * (bend + s * (difference - h_ * k_[6][i] - bend + (1 - s) * h_ * last)));
    }
    return out;
  }

 private:
  static void add(Vector& to, double factor, const Vector& v) {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += factor * v[i];
  }

  static constexpr std::array<double, 6> nodes{0.2, 0.3, 0.8, 8.0 / 9, 1, 1};
  static constexpr double weights[6][6] = {{0.2},
                                           {3.0 / 40, 9.0 / 40},
                                           {44.0 / 45, -56.0 / 15, 32.0 / 9},
                                           {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
                                           {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
                                           {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
  static constexpr std::array<double, 7> errors{71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                                                -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
  static constexpr std::array<double, 7> dense{-12715105075.0 / 11282082432,  0,
                                               87487479700.0 / 32700410799,   -10690763975.0 / 1880347072,
                                               701980252875.0 / 199316789632, -1453857185.0 / 822651844,
                                               69997945.0 / 29380423};
  double h_ = 0;
  Vector start_, end_;
  std::array<Vector, 7> k_;
};

}  // namespace conformance
