#pragma once
/// Stiffness and damping matrix of a span in space, for statics, vibration and implicit steps, and the elimination of its modes.
///
///   K = EA L sum_k G_k G_k^T/c_k + int (N/|r_x|)(1 - tau tau^T) S_i' S_j' dx + weight and bending,  G_k = d eps_k/de   (T-SPA.13)
///   D = EA beta L int R_e R_e^T dx + drag of the transverse modes,                                R_e = dR/de'         (T-SPA.14)
#include <Eigen/Dense>

#include "mechanics/rope/spatial_span.hpp"

namespace reeve::mechanics {

using EndVector = Eigen::Matrix<double, kSpatialEnds, 1>;
using EndMatrix = Eigen::Matrix<double, kSpatialEnds, kSpatialEnds>;
using ModeVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kMostModes, 1>;
using ModeMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kMostModes, kMostModes>;
using ModeEndMatrix = Eigen::Matrix<double, Eigen::Dynamic, kSpatialEnds, 0, kMostModes, kSpatialEnds>;

/// A symmetric matrix over e in blocks.
struct SpatialMatrix {
  EndMatrix bb;
  ModeEndMatrix qb;
  ModeMatrix qq;

  void set_zero(int modes);
};

struct SpatialTangent {
  SpatialMatrix K, D;
};

/// At the point where `terms` were found.
void spatial_tangent(const SpatialElement<double>& e, const SpatialSpan<double>& p, const SpatialKinematics<double>& m,
                     const SpatialTerms<double>& terms, SpatialTangent& out);

/// A blend of mass, damping and stiffness with the modes eliminated: C = A_bb - A_bq A_qq^-1 A_qb          (T-SPA.15)
class CondensedSpan {
 public:
  /// False if the modes' block is not positive definite.
  bool factor(const Blend& blend, const SpatialMass<double>& M, const SpatialTangent& t);
  const EndMatrix& matrix() const { return C_; }
  const SpatialMatrix& blend() const { return A_; }
  /// Forces on the ends once the modes are eliminated: b - A_bq A_qq^-1 f. `f` becomes A_qq^-1 f.
  EndVector condense(ModeVector& f, const EndVector& b) const;
  /// The modes once the ends are known, from what condense() left in f.
  void expand(ModeVector& f, const EndVector& ends) const;

 private:
  SpatialMatrix A_;
  Eigen::LLT<ModeMatrix> qq_;
  ModeEndMatrix ratio_;  ///< A_qq^-1 A_qb
  EndMatrix C_;
};

}  // namespace reeve::mechanics
