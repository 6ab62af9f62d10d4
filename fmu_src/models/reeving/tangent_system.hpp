#pragma once
/// Linear systems with a blend of mass, damping and stiffness at the point where the equations were last evaluated with
/// their tangent: for static equilibrium and for implicit steps.
///
/// The same elimination as in Equations: modes within their span, then the boundary, phi last.              (T-ALE.17)
#include <vector>

#include "models/reeving/equations.hpp"

namespace reeve::models {

class TangentSystem {
 public:
  explicit TangentSystem(const Topology& topology);
  void resize(const Equations<double>& equations);

  /// Keeps a copy of the matrices of `equations`.
  void capture(const Equations<double>& equations);
  /// Factorises the blend. Returns the coordinate that nothing holds in place, or -1.
  int factor(const mechanics::Blend& blend);
  /// b <- blend^-1 b. With phi_free false, phi keeps the value b[phi] and its column is on the left-hand side.
  void solve(double* b, bool phi_free);

  void add_mass_times(double factor, const double* x, double* y) const;
  void add_stiffness_times(double factor, const double* x, double* y) const;
  void add_damping_column(double factor, double* y) const;  ///< column of phi
  /// x^T (diagonal of M) x and x^T (diagonal of K) x, for error norms [J].
  double mass_norm(const double* x) const;
  double stiffness_norm(const double* x) const;

 private:
  struct Part {
    mechanics::SpanMatrix<double> M, sum;
    mechanics::SpanTangent<double> tangent;
    mechanics::Condensed<double> condensed;
  };
  template <class Select>
  void multiply(Select select, double factor, const double* x, double* y) const;
  int factor_projected(const mechanics::Blend& blend);

  const Topology& topology_;
  const Equations<double>* equations_{};
  int n_{};
  std::vector<Part> parts_;
  std::vector<double> added_mass_;
  std::vector<double> A_, inverse_, r_, mode_force_;
  std::vector<double> diagonal_mass_, diagonal_stiffness_;
  MasslessSheaves<double> projected_;
};

}  // namespace reeve::models
