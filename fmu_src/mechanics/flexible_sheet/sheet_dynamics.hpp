#pragma once
/// Accelerations of the sheet in O(n), by articulated bodies.
///
///   backward   U = I S, D = S^T U, u = -S^T p,  I <- I - U D^-1 U^T,  p <- p + I bias + U D^-1 u, both passed to the parent
///   forward    q'' = D^-1 (u - U^T a'),  a' = X a_parent + bias                                            (T-SHT.16)
///
/// A template over its scalar, so that accelerations can be differentiated.
#include "mechanics/flexible_sheet/sheet.hpp"

namespace reeve::mechanics {

/// Linear and angular part of a velocity, acceleration or displacement of a frame.
template <class S>
struct Twist {
  Vec3<S> linear{Vec3<S>::Constant(S(0.0))}, angular{Vec3<S>::Constant(S(0.0))};
};

template <class S>
class SheetDynamics {
 public:
  explicit SheetDynamics(const SheetTree& tree) : body_(tree.nodes()), acceleration_(tree.nodes()) {}

  /// The sheet has been moved with `rates` and its loads found. A clamped root has the given acceleration; a free one gets it.
  void accelerate(const Sheet<S>& sheet, std::span<const S> rates, Twist<S>& root, std::span<S> out);
  /// What is left of the loads when the inertia forces of the last accelerations are taken off; on the sheet's loads.
  void take_off_inertia(Sheet<S>& sheet) const;
  const Twist<S>& acceleration(int node) const { return acceleration_[node]; }

 private:
  struct Body {
    Mat3<S> M, H, J;  ///< articulated inertia [M H; H^T J]
    Vec3<S> pl, pa;   ///< articulated bias force
    Mat3<S> Ul, Ua;   ///< I S
    Mat3<S> D;        ///< (S^T I S)^-1
    Vec3<S> u;
    Vec3<S> bl, ba;  ///< bias acceleration
  };
  void set_inertia(const Sheet<S>& sheet, int i);
  static void bias(const Sheet<S>& sheet, int i, const S* rate, Vec3<S>& linear, Vec3<S>& angular);
  void pass_to_parent(const Sheet<S>& sheet, int i);

  std::vector<Body> body_;
  std::vector<Twist<S>> acceleration_;
};

extern template class SheetDynamics<double>;
extern template class SheetDynamics<math::Dual>;

}  // namespace reeve::mechanics
