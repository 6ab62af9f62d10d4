#pragma once
/// Ropes on wheels at the point where the equations are evaluated: strain at the tangent points, creep, slip and the tensions that
/// friction has to bear.
///
///   Q = -s'            flow of unstretched rope along its path, q = d Q along the wheel                     (T-TRA.1)
///   e_1, e_2           strain where the rope comes to the arc and where it leaves it                        (T-TRA.2)
///   u = V - q (1+e_on) slip velocity; `on` is the side on which the rope runs on                            (T-TRA.5)
///   tau = T - rho Q^2 (1+e)  tension that presses the rope on the wheel
#include <vector>

#include "mechanics/contact/traction.hpp"
#include "models/reeving/contact_system.hpp"
#include "models/reeving/modes.hpp"
#include "models/reeving/values.hpp"

namespace reeve::models::reeving {

template <class S>
class Equations;

/// Of a contact that slips: on which side the rope pulls harder, how many times, and sheaves between arc and span.
template <class S>
struct SlipRatio {
  int high{};
  S ratio{1.0};
  S inner_mass[2]{};  ///< [kg]
};

template <class S>
class Contacts {
 public:
  explicit Contacts(const Topology& topology);
  void prepare(const Equations<S>& equations, const Values<S>& u);

  /// The rope that sticks moves as its wheel does: sets s' in v.                                           (T-TRA.8)
  void slave(const Equations<S>& equations, const S* q, const Modes& m, S* v) const;
  S slaved_rate(const Equations<S>& equations, int k, const S* q, const Modes& m, const S* v) const;
  /// Takes kinematics at the point where the equations stand.
  void locate(const Equations<S>& equations);
  /// What every contact asks of the accelerations there; the equations are reduced.
  void state_laws(Equations<S>& equations, const Modes& m, const Values<S>& u);
  ContactSystem<S> system;

  const std::vector<SlipRatio<S>>& ratios() const { return ratio_; }

  struct Point {
    S strain[2], strain_rate[2];  ///< e, and its rate at the place [1/s]
    S Q, V;                       ///< flow of rope, speed of the wheel's surface [m/s]
    int on;                       ///< side on which the rope runs on: 0, 1; only events change it
    const S& running() const { return strain[on]; }
    S mean() const { return 0.5 * (strain[0] + strain[1]); }
  };
  const Point& point(int k) const { return points_[k]; }
  S slip_velocity(int k) const;
  S slip_acceleration(int k, const S* a) const;
  S static_factor(int k) const;   ///< f_s now
  S sliding_factor(int k) const;  ///< f_k now
  S wrap(int k) const { return sides_[k].friction.wrap; }
  /// Tensions tau on the two sides of the arc, for these accelerations [N].
  void tensions(const Equations<S>& equations, int k, const S* a, S* tau) const;
  /// ln(larger / smaller tension) over what friction bears; large where a side does not pull.
  S utilisation(const Equations<S>& equations, int k, const S* a) const;
  /// Power lost in creep [W].
  S creep_power(int k, const S& friction) const;
  /// Rate at which rope migrates towards the first span [m/s].
  S creep_rate(int k) const;

  /// d(tau)/d(accelerations) times these, and the part of sheaves between arc and span.
  S inertia_of_side(const Equations<S>& equations, int k, int side, const S* a) const;

 private:
  struct Sides {
    S weight_strain[2];  ///< strain per length that the modes leave out of the rope's own weight, signed  [1/m]
    S rho;
    mechanics::RopeFriction<S> friction;
  };
  S strain(const Equations<S>& equations, int k, int side, const S* q) const;
  void take_friction(const Values<S>& u);

  const Topology& topology_;
  std::vector<Sides> sides_;
  std::vector<Point> points_;
  std::vector<SlipRatio<S>> ratio_;
  bool flux_{true};
  std::vector<S> rest_, unit_;  ///< accelerations with the driven coordinates at rest, and with one of them moving
};

extern template class Contacts<double>;
extern template class Contacts<math::Dual>;

}  // namespace reeve::models::reeving
