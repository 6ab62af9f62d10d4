#pragma once
/// Linear systems with a blend of mass, damping and stiffness at the point where the equations were last evaluated with
/// their tangent: for static equilibrium and for implicit steps.
///
/// The same elimination as in Equations: modes within their span, then the boundary, the driven coordinates last.  (T-ALE.17)
#include <memory>
#include <vector>

#include "math/pack.hpp"
#include "models/reeving/equations.hpp"

namespace reeve::models::reeving {

class TangentSystem {
 public:
  explicit TangentSystem(const Topology& topology);
  void resize(const Equations<double>& equations);

  /// Takes the matrices of `equations` at their present point; stiffness and damping stay there and must not be evaluated
  /// elsewhere until the last solve.
  void capture(const Equations<double>& equations);
  /// Factorises the blend. Returns the coordinate that nothing holds in place, or -1.
  int factor(const mechanics::Blend& blend);
  /// b <- blend^-1 b at rest. A coordinate that is locked there keeps its value in b, and its column is on the left-hand side.
  void solve_at_rest(double* b);
  /// x = blend^-1 (mass M u + stiffness K w + damping D (rates of the driven coordinates)), friction included; what is given by a
  /// locked drive becomes 0.                                                                               (T-TRA.11)
  void solve_step(const mechanics::Blend& factors, const double* u, const double* w, const double* driven_rates,
                  double* x, bool drive_locked);
  double kappa(int contact) const { return law_[contact].kappa; }
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
  void solve_step_projected(const mechanics::Blend& factors, const double* u, const double* w,
                            const double* driven_rates, double* x, bool drive_locked);
  void solve_projected(double* b, bool drive_locked);
  void back_substitute(const double* driven, bool forced, double* x);
  void solve_driven(const mechanics::Blend& factors, const double* u, const double* w, bool drive_locked);
  void find_columns();
  double side_row(int contact, int side, const double* x) const;
  double side_rhs(int contact, int side, const mechanics::Blend& factors, const double* u, const double* w) const;
  int first_driven() const { return topology_.first_driven(); }
  double added(const mechanics::Blend& blend, int i) const {
    return blend.mass * added_mass_[i] + blend.damping * added_damping_[i] + blend.stiffness * added_stiffness_[i];
  }

  const Topology& topology_;
  const Equations<double>* equations_{};
  int n_{};
  std::vector<Part> parts_;
  std::vector<double> added_mass_, added_damping_, added_stiffness_;  ///< diagonal: what is not in spans and springs
  DrivenSystem<double> system_;
  std::vector<double> u_, w_;       ///< over the boundary, with the slot of the building
  std::vector<double> rate_;        ///< of the driven coordinates, zero for all others
  std::vector<double> given_;       ///< values of the driven coordinates
  std::unique_ptr<bool[]> locked_;  ///< which of them are at rest
  ContactSystem<double> friction_;
  std::vector<ContactLaw<double>> law_;  ///< at the point of the matrices
  std::vector<SlipRatio<double>> ratio_;
  bool has_columns_{};  ///< friction_.row is that of the present factors
  std::vector<double> unit_;
  std::vector<double> whole_rate_, dense_;
  std::vector<double> diagonal_mass_, diagonal_stiffness_;
  MasslessSheaves<double> projected_;
};

}  // namespace reeve::models::reeving
