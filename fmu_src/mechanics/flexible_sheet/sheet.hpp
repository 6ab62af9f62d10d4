#pragma once
/// The sheet: poses and velocities of its nodes from relative coordinates, masses, elastic and gravity forces, energies.
///
///   x along the length (n1 nodes, pitch l), y normal, z along the width (n2 nodes, pitch d); gravity along -y
///   child i of parent j, coordinates (a, theta_z, theta_x):
///     A_i = A_j Rz(theta_z) Rx(theta_x),   r_i = r_j + A_j o(a)                                               (T-SHT.1)
///     o = s + e_y a (the paper's joint)  or  s cos(a/h) + e_y h sin(a/h), h = |s| (chord-preserving)   (T-SHT.2, T-SHT.3)
///     A_i = A_j (Rz Rx)^T,  r_i = r_j - A_i o(a)  for a joint that is traversed backwards                    (T-SHT.6)
///
/// Everything is a template over its scalar, so that outputs and equilibria can be differentiated.
#include <span>

#include "mechanics/flexible_sheet/plate_element.hpp"
#include "mechanics/flexible_sheet/sheet_tree.hpp"

namespace reeve::mechanics {

enum class JointKind { paper = 1, chord = 2 };

template <class S>
struct SheetProperties {
  S length{}, width{}, thickness{};  ///< L, W, t [m]
  S E{}, nu{}, density{};            ///< [Pa], 1, [kg/m3]
  S loop{};                          ///< loop springs, as a part of the membrane stiffness E t
  S damping{};                       ///< beta [s]: stress = E (eps + beta eps')
  S gravity{};                       ///< [m/s2]
  JointKind joint{JointKind::chord};
  PlateKind plate{PlateKind::corotational};
  bool operator==(const SheetProperties&) const = default;
};

template <class S>
struct SheetRoot {
  Vec3<S> r;  ///< [m]
  Mat3<S> A;
  Vec3<S> v{Vec3<S>::Constant(S(0.0))}, w{Vec3<S>::Constant(S(0.0))};  ///< [m/s], [rad/s], fixed axes
};

/// Kinematics of one node; d, p, uz, ux are what its joint moves along, in fixed axes.
template <class S>
struct SheetNode {
  Vec3<S> r, v, w;
  Mat3<S> A;
  Vec3<S> d;       ///< r_i - r_j
  Vec3<S> p;       ///< A o'(a)
  Vec3<S> uz, ux;  ///< axes of theta_z, theta_x
};

template <class S>
struct Wrench {
  Vec3<S> force, moment;  ///< [N], [N m]
};

template <class S>
class Sheet {
 public:
  explicit Sheet(const SheetTree& tree) : tree_{&tree}, node_(tree.nodes()), load_(tree.nodes()), mass_(tree.nodes()) {}

  void set(const SheetProperties<S>& properties);
  const SheetProperties<S>& properties() const { return properties_; }
  const SheetTree& tree() const { return *tree_; }
  const PlateMatrix<S>& plate() const { return plate_; }
  S pitch(int axis) const { return axis == 0 ? l_ : d_; }
  S spring(const OpenEdge& edge) const;  ///< [N/m]

  /// Poses, and velocities if `rates` are given; coordinates and rates three a node.                  (T-SHT.1, T-SHT.4)
  void move(const SheetRoot<S>& root, std::span<const S> q, std::span<const S> rates);
  /// Elastic and gravity wrench on every node, damping included if the sheet was moved with rates.
  void find_loads(bool with_rates);
  /// Generalized forces of the loads on the coordinates, -dV/dq.                                            (T-SHT.14)
  void generalized(std::span<S> out, Wrench<S>& on_root);

  S elastic_energy();
  S gravity_energy() const;
  S kinetic_energy() const;

  const SheetNode<S>& node(int i) const { return node_[i]; }
  const Wrench<S>& load(int i) const { return load_[i]; }
  Wrench<S>& load(int i) { return load_[i]; }
  struct Mass {
    S m;        ///< [kg]
    Vec3<S> J;  ///< principal, in the node's axes [kg m2]
  };
  const Mass& mass(int i) const { return mass_[i]; }

  /// Second derivative of the offset over minus the offset: 1/h^2 for the chord-preserving joint, else 0 [1/m2].
  S offset_curvature(const SheetJoint& joint) const {
    const S h = pitch(joint.axis);
    return properties_.joint == JointKind::chord ? S(1.0) / (h * h) : S(0.0);
  }
  /// S q of joint i.                                                                                       (T-SHT.5)
  void along(int i, const S& a, const S& z, const S& x, Vec3<S>& linear, Vec3<S>& angular) const;
  /// S^T (force, moment) of joint i.
  Vec3<S> onto(int i, const Vec3<S>& force, const Vec3<S>& moment) const;

  PlateCorners<S> corners(const std::array<int, 4>& cell) const;

 private:
  using Lanes = math::Lanes<S>;  ///< plates are evaluated in groups of this size
  using Group = typename Lanes::Type;
  void move_node(int i, const S* q, const S* rate);
  template <template <class> class Plate>
  void load_plates(bool with_rates);
  void load_springs(bool with_rates);

  const SheetTree* tree_;
  SheetProperties<S> properties_;
  S l_{}, d_{};
  S spring_along_{}, spring_across_{};  ///< inside the sheet, of open edges along the length and the width [N/m]
  PlateMatrix<S> plate_;
  PlateMatrix<Group> group_plate_;
  std::vector<SheetNode<S>> node_;
  std::vector<Wrench<S>> load_;
  std::vector<Mass> mass_;
};

extern template class Sheet<double>;
extern template class Sheet<math::Dual>;

}  // namespace reeve::mechanics
