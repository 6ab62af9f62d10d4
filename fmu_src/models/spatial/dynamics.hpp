#pragma once
/// The reeving in space as a first-order system.
///
///   x = [q | q' | per axis: phi'' of a given motion and work | losses, payload work, wound energy, work of the building
///        | scalars of quaternions | filtered sway of the building and its rate]
///
/// q' stands for velocities: of a free body, r' and the rates in its own axes. Whatever the regime of an axis, its travel, speed and
/// acceleration have their places in x; where a closed form determines them, the equations read that, and x only follows.
#include <memory>

#include "integration/hybrid_system.hpp"
#include "models/spatial/modes.hpp"
#include "models/spatial/tangent_system.hpp"

namespace reeve::models::spatial {

enum Extra : int { kLosses, kPayloadWork, kWoundEnergy, kSwayWork, kExtras };
inline constexpr int kPerAxis = 2, kSwayStates = 4;

/// Places in x, for n coordinates.
struct Layout {
  int n{}, axes{}, turning{};
  bool sways{};

  int acceleration(int axis) const { return 2 * n + kPerAxis * axis; }
  int work(int axis) const { return acceleration(axis) + 1; }
  int extra(Extra which) const { return 2 * n + kPerAxis * axes + which; }
  int scalar(int i) const { return extra(kExtras) + i; }
  int sway(int i) const { return scalar(turning) + i; }  ///< 0, 1: displacement; 2, 3: rate
  std::size_t size() const { return static_cast<std::size_t>(sway(sways ? kSwayStates : 0)); }
};

/// Motion of the building's top: the internal source and the filtered inputs.
template <class S>
mechanics::Sway<S> building_motion(const S& t, const S* x, const Layout& at, const Values<S>& u);

/// What is asked of an axis, along its coordinate.
template <class S>
AxisCommand<S> axis_command(int axis, const Topology& topology, const Values<S>& u);

/// The equations evaluated at a point, up to all accelerations.
template <class S>
struct Motion {
  std::vector<S> q, v, a, scalar;
  std::vector<AxisPoint<S>> axis;
  std::vector<S> driven;  ///< accelerations of the axes
  std::vector<S> motor;   ///< force along each axis
  std::vector<S> jerk;    ///< of given motions
  std::vector<S> force;   ///< on each axis, everything else following, accelerations of the axes zero
  S brake{0.0};           ///< against the drive's axis
  mechanics::Sway<S> sway;
  std::unique_ptr<bool[]> locked;

  void resize(const Layout& at);
};

/// The point in x, driven coordinates as the axes say.
template <class S>
void take_point(const S* x, const Layout& at, const Topology& topology, Motion<S>& m);
/// All accelerations there.
template <class S>
void accelerate(Equations<S>& equations, const Topology& topology, const std::vector<Axis>& axis, const Modes& modes,
                const Values<S>& u, Motion<S>& m);
/// dx from them.
template <class S>
void fill_rates(const Equations<S>& equations, const Layout& at, const Values<S>& u, const S* x, const Motion<S>& m,
                S* dx);

class Dynamics {
 public:
  using Span = std::span<const double>;

  explicit Dynamics(const Topology& topology, bool sways);
  void prepare(const Values<double>& u);

  const Layout& layout() const { return layout_; }
  int coordinates() const { return layout_.n; }
  Span nominals() const { return nominal_; }

  void derivatives(double t, Span x, const Modes& m, const Values<double>& u, std::span<double> dx);
  /// The motion as last evaluated.
  Motion<double>& motion() { return motion_; }
  /// Force along the drive's axis that would hold it there.
  double holding(double t, Span x, const Modes& m, const Values<double>& u);

  // for implicit methods
  void linearise(double t, Span x, const Modes& m, const Values<double>& u, std::span<double> dx);
  bool factor(double h_gamma);
  void solve(Span F, const Modes& m, const Values<double>& u, std::span<double> k);
  void stage(double t, Span x, const Modes& m, const Values<double>& u, std::span<double> dx);
  double error(Span e, const Values<double>& u) const;

  Equations<double>& equations() { return equations_; }
  const Equations<double>& equations() const { return equations_; }
  std::vector<Axis> axis;
  std::vector<double> start;  ///< of each axis, from which its ride counts

 private:
  void rates(double t, Span x, const Modes& m, const Values<double>& u, bool closed_form, std::span<double> dx);
  void turn_to_rates(const double* F, double* w) const;
  void rates_to_turn(const double* F, const double* kv, double g, double* k) const;

  const Topology& topology_;
  Layout layout_;
  Equations<double> equations_;
  TangentSystem tangent_;
  Motion<double> motion_;
  Modes held_;  ///< the drive held, for the force that this takes
  double h_gamma_{}, scale_{1};
  std::vector<double> u_, w_, rate_;
  std::vector<double> quaternion_;  ///< of free bodies where the matrix was taken
  std::vector<double> nominal_;
};

}  // namespace reeve::models::spatial
