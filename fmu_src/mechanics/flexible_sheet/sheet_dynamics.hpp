#pragma once
/// Accelerations of the sheet in O(n), by articulated bodies.
///
///   backward   U = I S, D = S^T U, u = -S^T p,  I <- I - U D^-1 U^T,  p <- p + I bias + U D^-1 u, both passed to the parent
///   forward    q'' = D^-1 (u - U^T a'),  a' = X a_parent + bias                                            (T-SHT.16)
#include "mechanics/flexible_sheet/sheet.hpp"

namespace reeve::mechanics {

/// Linear and angular part of a velocity, acceleration or displacement of a frame.
struct Twist {
  Vec3<double> linear{0, 0, 0}, angular{0, 0, 0};
};

class SheetDynamics {
 public:
  explicit SheetDynamics(const SheetTree& tree) : body_(tree.nodes()), acceleration_(tree.nodes()) {}

  /// The sheet has been moved with `rates` and its loads found. A clamped root has the given acceleration; a free one gets it.
  void accelerate(const Sheet<double>& sheet, std::span<const double> rates, Twist& root, std::span<double> out);
  /// What is left of the loads when the inertia forces of the last accelerations are taken off; on the sheet's loads.
  void take_off_inertia(Sheet<double>& sheet) const;
  const Twist& acceleration(int node) const { return acceleration_[node]; }

 private:
  struct Body {
    Mat3<double> M, H, J;    ///< articulated inertia [M H; H^T J]
    Vec3<double> pl, pa;     ///< articulated bias force
    Mat3<double> Ul, Ua;     ///< I S
    Mat3<double> D;          ///< (S^T I S)^-1
    Vec3<double> u;
    Vec3<double> bl, ba;     ///< bias acceleration
  };
  void set_inertia(const Sheet<double>& sheet, int i);
  static void bias(const Sheet<double>& sheet, int i, const double* rate, Vec3<double>& linear, Vec3<double>& angular);
  void pass_to_parent(const Sheet<double>& sheet, int i);

  std::vector<Body> body_;
  std::vector<Twist> acceleration_;
};

}  // namespace reeve::mechanics
