#pragma once
/// Forces on a rope and its pulleys, M q'' = f(q, v), and their tangent.
///
///   q = (x, y, l x', l y') of every node, then the angle of every pulley, clockwise [m] [rad]
///
/// Bristles have a memory: a Grip says where they stood. Nothing here allocates after prepare().
#include <span>
#include <vector>

#include "math/block_band.hpp"
#include "models/rope_pulley/values.hpp"

namespace reeve::models::rope_pulley {

/// Memory of the bristles.
template <class S>
struct Grip {
  enum class Kind {
    step,  ///< they stood at z when the rope was at q0; what they do until q follows from the way between
    held,  ///< they stand at z, and `slips` says which ones do: outputs
    weak,  ///< almost none, never slip: only to fix the place of a rope without friction
  };
  Kind kind{Kind::held};
  const S* q0{};
  const S* z{};         ///< [m], one per contact point
  const int* pulley{};  ///< on which pulley the point was, -1 = none
  const int* slips{};   ///< 1 = slips (held)
};

/// A contact point as evaluated.
template <class S>
struct PointContact {
  int pulley{-1};
  int slips{};
  S N{}, F{};  ///< [N]
  S z{};       ///< deflection of the bristle after slipping [m]
  S vr{};      ///< speed over the rim, clockwise [m/s]
};

template <class S>
class Equations {
 public:
  explicit Equations(const Structure& structure);

  void prepare(const Values<S>& u);                                     ///< after parameters changed
  void set_inputs(const Values<S>& u);                                  ///< masses
  void set_load(int wheel, const S& torque) { load_[wheel] = torque; }  ///< positive brakes [N m]
  const S& load(int wheel) const { return load_[wheel]; }
  void set_masses(const S& left, const S& right) { mass_[0] = left, mass_[1] = right; }
  void set_bristles_for_all_laws(bool on) { statics_ = on; }  ///< at rest every law holds

  int nodes() const { return structure_.nodes(); }
  int wheels() const { return structure_.wheels(); }
  int coordinates() const { return 4 * nodes() + wheels(); }
  int points() const { return points_; }
  int wheel(int p) const { return 4 * nodes() + p; }  ///< its place in q

  /// f = forces at (q, v); contact() and power() follow.
  void evaluate(const S* q, const S* v, const Grip<S>& grip, S* f);
  /// The same, and K + gamma C of -f into the band.
  void evaluate(const double* q, const double* v, const Grip<double>& grip, double* f, double gamma,
                math::BorderedBlockBand& band);
  void resize(math::BorderedBlockBand& band) const;
  void add_mass(math::BorderedBlockBand& band, double factor) const;
  void mass_times(const S* x, S* y) const;  ///< y = M x; prescribed pulleys: 0
  /// From all coordinates to those the band knows (prescribed pulleys are left out), and back.
  int unknowns() const { return 4 * nodes() + free_wheels_; }
  int unknown(int wheel) const { return border_[wheel]; }  ///< -1: prescribed

  const PointContact<S>& contact(int j) const { return contact_[j]; }
  const S& power() const { return power_; }  ///< of contact, guides' dampers and pulleys on rope and free pulleys [W]
  S material_loss(const S* q, const S* v) const;                       ///< [W]
  const S& wheel_friction(int p) const { return wheel_friction_[p]; }  ///< sum of F on one pulley [N]
  /// Friction over the most that can be, of a point in contact; the smooth law, which knows no most, counts the speed instead.
  S friction_use(int j) const;
  const mechanics::Pulley<S>& pulley(int p) const { return pulley_[p]; }
  const mechanics::CableSection<S>& section() const { return section_; }
  const S& reference_length() const { return reference_length_; }  ///< rope for which contact is given [m]

  S energy(const S* q, const S* v);                         ///< kinetic, elastic, of position and of the guides [J]
  S end_tension(const S* q, const S* v, bool right) const;  ///< pull of the rope on an end mass [N]
  S element_tension(const S* q, const S* v, int e) const;
  /// Position of a contact point.
  void point_position(const S* q, int j, S& x, S& y) const;
  int second(int e) const { return e + 1 == nodes() ? 0 : e + 1; }  ///< node behind element e

 private:
  /// Where a contact point lies on the rope.
  struct PointOnElement {
    int element{};
    double xi{}, length{};  ///< length over l
    std::array<double, 4> N{};
  };
  template <bool with_tangent>
  void all_forces(const S* q, const S* v, const Grip<S>& grip, S* f, double gamma, math::BorderedBlockBand* band);
  template <bool with_tangent>
  void gauss_contact(int e, const S* q, const S* v, const Grip<S>& grip, S* f, double gamma,
                     math::BorderedBlockBand* band, mechanics::CableTangent& tangent);
  template <bool with_tangent>
  void nodal_contact(const S* q, const S* v, const Grip<S>& grip, S* f, double gamma, math::BorderedBlockBand* band);
  /// Forces at one contact point; derivatives by its position in `D` if wanted.
  struct PointTangent {
    double K[2][2]{};        ///< -df/dr
    double by_wheel[2]{};    ///< -df/dphi
    double wheel_by_r[2]{};  ///< -df_phi/dr
    double wheel_by_wheel{};
    double h[2]{};  ///< t dF/dh
  };
  struct Rub;  ///< friction of a point, and how it depends on the way
  template <bool with_tangent>
  void rub(int j, int p, const mechanics::Touch<S>& touch, const S& w, const S r[2], const S* r0, const S* q,
           const Grip<S>& grip, const S* node_force, Rub& out);
  static void point_tangent(const mechanics::Pulley<S>& pulley, const mechanics::Touch<S>& touch, double w,
                            const Rub& rub, const S* node_force, double gamma, PointTangent& D);
  template <bool with_tangent>
  bool point_force(int j, const S r[2], const S v[2], const S* r0, const S* q, const S* vq, const Grip<S>& grip,
                   const S* node_force, double gamma, S force[2], PointTangent& D);
  void add_point_work(int j, const S v[2], const S force[2]) {
    power_ += force[0] * v[0] + force[1] * v[1];
    wheel_friction_[contact_[j].pulley] += contact_[j].F;
  }
  bool nodal() const { return method_ == ContactMethod::nodal; }

  Structure structure_;
  mechanics::CableSection<S> section_;
  mechanics::RopeFriction<S> friction_;
  std::vector<mechanics::Pulley<S>> pulley_;
  std::vector<S> inertia_, bearing_damping_, load_;
  S mass_[2]{};
  S guide_stiffness_{}, guide_damping_{}, guide_x_[2]{};
  S gravity_{}, reference_length_{}, l_{};
  ContactMethod method_{ContactMethod::gauss};
  bool statics_{};
  std::vector<PointOnElement> point_;
  int points_{};
  std::vector<PointContact<S>> contact_;
  std::vector<S> wheel_friction_;
  std::vector<int> border_;
  int free_wheels_{};
  S power_{};
};

}  // namespace reeve::models::rope_pulley
