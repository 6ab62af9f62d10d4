#pragma once
/// Linear systems with a blend of mass, damping and stiffness at the point where the equations were last evaluated with
/// their tangent: for static equilibrium and for implicit steps.
///
/// The same elimination as in Equations: modes within their span, then the boundary, phi last.              (T-ALE.17)
#include <vector>

#include "math/pack.hpp"
#include "models/reeving/equations.hpp"

namespace reeve::models {

class TangentSystem {
 public:
  explicit TangentSystem(const Topology& topology);
  void resize(const Equations<double>& equations);

  /// Takes the matrices of `equations` at their present point; stiffness and damping stay there and must not be evaluated
  /// elsewhere until the last solve.
  void capture(const Equations<double>& equations);
  /// Factorises the blend. Returns the coordinate that nothing holds in place, or -1.
  int factor(const mechanics::Blend& blend);
  /// b <- blend^-1 b. With phi_free false, phi keeps the value b[phi] and its column is on the left-hand side.
  void solve(double* b, bool phi_free);
  /// x = blend^-1 (mass M u + stiffness K w + damping D (column of phi)); with phi_free false x[phi] = 0.
  void solve_step(const mechanics::Blend& factors, const double* u, const double* w, double* x, bool phi_free);
  /// With massless sheaves: sets the dependent entries of a rate from the others.
  void complete(double* rate) const;

  /// x^T (diagonal of M) x and x^T (diagonal of K) x, for error norms [J].
  double mass_norm(const double* x) const;
  double stiffness_norm(const double* x) const;

 private:
  using Pack = math::Pack;
  using Lane = math::Lanes<double>;
  struct Part {  // one per group of spans
    mechanics::SpanMatrix<Pack> M, sum;
    mechanics::Condensed<Pack> condensed;
    Pack rhs[mechanics::kMaxModes];
  };
  int factor_projected(const mechanics::Blend& blend);
  void assemble(const mechanics::Blend& blend, double* full);
  void solve_step_projected(const mechanics::Blend& factors, const double* u, const double* w, double* x, bool phi_free);
  void back_substitute(double* x, bool phi_free, double phi);
  mechanics::SpanMatrix<double> of_lane(const mechanics::SpanMatrix<Pack>& from, int modes, int lane) const;

  const Topology& topology_;
  const Equations<double>* equations_{};
  int n_{};
  std::vector<Part> parts_;
  std::vector<double> added_mass_;
  std::vector<double> A_, inverse_, r_, mode_force_, dense_;
  std::vector<double> diagonal_mass_, diagonal_stiffness_;
  MasslessSheaves<double> projected_;
};

}  // namespace reeve::models
