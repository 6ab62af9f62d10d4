#pragma once
/// Blends of mass, damping and stiffness of the whole reeving, linearised at one point: for implicit steps.
///
/// Each span's modes are eliminated (T-SPA.15), then what is not driven. Left out: the change of columns B with the coordinates, and
/// gyroscopic terms, slow against what is stiff here.                                                    (T-SPA.25)
#include "mechanics/rope/spatial_tangent.hpp"
#include "models/spatial/equations.hpp"

namespace reeve::models::spatial {

class TangentSystem {
 public:
  explicit TangentSystem(const Topology& topology);
  void resize(const Equations<double>& equations);
  /// Takes the matrices at the point where the equations were evaluated last.
  void capture(const Equations<double>& equations);
  /// Of c.mass M + c.damping D + c.stiffness K. Returns false if it is not positive definite.
  bool factor(const mechanics::Blend& c);
  /// (factored blend) x = c.mass M u + c.stiffness K w + c.damping D rate; driven coordinates that are locked get x = 0.
  void solve_step(const mechanics::Blend& c, const double* u, const double* w, const double* rate, const bool* locked,
                  double* x);
  /// With the diagonals of M and K.
  double mass_norm(const double* v) const;
  double stiffness_norm(const double* q) const;

 private:
  struct Part {
    EndColumns<double> B;
    mechanics::SpatialMass<double> M;
    mechanics::SpatialTangent tangent;
    mechanics::CondensedSpan condensed;
    mechanics::ModeVector modes;
  };
  void add_diagonals(const Part& part, int modes_at);

  const Topology& topology_;
  const Equations<double>* equations_{};
  int n_{};
  std::vector<Part> parts_;
  std::vector<double> mass_;  ///< of bodies and wheels, upper triangle
  std::vector<Equations<double>::Spring> springs_;
  std::vector<double> diagonal_mass_, diagonal_stiffness_;
  std::vector<double> given_;
  reeving::DrivenSystem<double> system_;
};

}  // namespace reeve::models::spatial
