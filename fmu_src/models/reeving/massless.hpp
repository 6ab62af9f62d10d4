#pragma once
/// Deviation sheaves without inertia: the rope slides until both sides pull equally.
///
///   A_k L_{k+1} = B_{k+1} L_k   at the sheave between spans k and k+1,  A = sigma r_x at the end, B at the start   (T-ALE.21)
///
/// Any number of such sheaves in series has a closed form: the lengths stand in the ratios B/A and fill the rope between the
/// two fixed points. Velocities and accelerations follow from the bilinear form; the equations of motion are projected on
/// the remaining coordinates, dense, because this variant need not be the fastest.
#include <vector>

#include "models/reeving/driven_system.hpp"

namespace reeve::models::reeving {

template <class S>
class Equations;

template <class S>
class MasslessSheaves {
 public:
  void resize(const Equations<S>& equations);
  /// Sets the dependent material points in q and their rates in v.
  void constrain(const Equations<S>& equations, S* q, S* v);
  /// T with full rates = T * independent rates; remaining acceleration terms in `drift` (full).
  void projection(const Equations<S>& equations, const S* q, const S* v);

  int independent() const { return static_cast<int>(free_.size()); }
  const std::vector<int>& free() const {
    return free_;
  }                                               ///< full index of each independent coordinate, the driven ones last
  const std::vector<S>& T() const { return T_; }  ///< row-major, full x independent
  const std::vector<S>& drift() const { return drift_; }

  /// system.A = T^T full T.
  void project();
  /// The whole: from the mass matrix in `full` and the forces in `scratch` to the driven coordinates. Returns the coordinate that
  /// nothing holds in place, or -1.
  int reduce();
  void expand(const S* driven_accelerations, S* a);
  DrivenSystem<S> system;        ///< projected, the driven coordinates last
  std::vector<S> full, scratch;  ///< over all coordinates

 private:
  struct Series {
    std::vector<int> spans;        ///< spans between two points of known material coordinate
    std::vector<int> coordinates;  ///< the dependent coordinates between them
  };
  void rates(const Equations<S>& equations, const Series& series, const S* q, const S* v, const S* also, S* out);

  std::vector<Series> series_;
  std::vector<int> free_;
  std::vector<S> T_, drift_, unit_, product_;
  std::vector<S> upper_, rhs_;
  int n_{};
};

}  // namespace reeve::models::reeving
