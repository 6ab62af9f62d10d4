#pragma once
/// The sheet's equations of motion as the implicit solver asks for them.
///
///   A ~ [0 I; -M^-1 K  -M^-1 C],  with g = h gamma:  (M/g^2 + C/g + K) k_q = M (F_v + F_q/g) + C F_q,  k_v = k_q/g - F_q
///                                                                                                       (T-SHT.23)
/// The matrix may be that of an earlier point: the method keeps its order with any.
#include "models/flexible_sheet/flexible_sheet.hpp"

namespace reeve::models {

struct FlexibleSheet::Motion {
  explicit Motion(FlexibleSheet& of) : model{of}, a(of.coordinates()) {}

  FlexibleSheet& model;
  const Values<double>* values{};  ///< with the inputs of the moment
  integration::StepHooks* hooks{};
  std::vector<double> a;  ///< scratch
  double g{};             ///< h gamma [s]

  void inputs_at(double t) {
    if (hooks) hooks->inputs_at(t);
  }
  /// Of the clamp: height and angle.                                                                     (T-SHT.21)
  double height_acceleration(const double* x) const;
  double angle_acceleration(const double* x) const;

  void rate(double t, const double* x, double* out);
  void linearise(double t, const double* x, double* out) { rate(t, x, out); }
  bool factor(double) const { return true; }  // done by take_matrix
  void solve(const double* F, double* k);
  double error(const double* e, const double* x) const;

 private:
  void solve_clamp(const double* F, double* k) const;
};

}  // namespace reeve::models
