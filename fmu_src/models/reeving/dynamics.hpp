#pragma once
/// The reeving as a first-order system under one regime of its drive.
///
///   x = [q | q' | phi'' of a given motion, drive work, losses, payload work, wound energy
///        | where ropes grip by friction: heat of slip and of creep, then slip distance, slip path and creep of each contact]
///
/// Whatever the regime, the drive's travel, speed and acceleration have their places in x. Where something else determines them (a
/// closed form, the brake, a rope that sticks to its wheel, equal tensions at massless sheaves) the equations read that, and x
/// only follows.
#include <vector>

#include "integration/hybrid_system.hpp"
#include "models/reeving/drive_axis.hpp"
#include "models/reeving/tangent_system.hpp"

namespace reeve::models::reeving {

/// Places after the coordinates and their rates.
enum Extra : int { kPhiAcceleration, kDriveWork, kLosses, kPayloadWork, kWoundEnergy, kExtras };
/// And after these, where there are contacts.
enum ContactExtra : int { kSlipEnergy = kExtras, kCreepEnergy, kContactExtras };
enum PerContact : int { kSlipDistance, kSlipPath, kCreepDistance, kPerContact };
inline int contact_extra(int contact, PerContact which) { return kContactExtras + kPerContact * contact + which; }
inline int extras_of(const Topology& topology) {
  return topology.contacts.empty() ? static_cast<int>(kExtras) : contact_extra(topology.contact_count(), kSlipDistance);
}

/// All accelerations a, from the law of the drive and what it carries.
template <class S>
DriveForces<S> accelerate(Equations<S>& equations, const DriveAxis& axis, const DrivePoint<S>& at, const Modes& m,
                          const Values<S>& u, S* a) {
  equations.grip(m, u);
  for (;;) {
    const auto drive = axis.forces<S>(m, u, at, equations.load());
    equations.finish(drive.acceleration, a);
    if (!equations.clamp(drive.acceleration)) return drive;
  }
}

/// dx from what the equations give: velocities v, accelerations a, and the drive's forces at its point.
template <class S>
void fill_rates(const Equations<S>& equations, const DrivePoint<S>& at, const DriveForces<S>& drive, const Values<S>& u,
                const S* v, const S* a, S* dx) {
  const Topology& topology = equations.topology();
  const int n = equations.coordinates();
  std::copy(v, v + n, dx);
  if (a != dx + n) std::copy(a, a + n, dx + n);
  S* const extras = dx + 2 * n;
  extras[kPhiAcceleration] = drive.jerk;
  extras[kDriveWork] = drive.motor * at.velocity;
  extras[kLosses] = equations.losses() + drive.brake * at.velocity;
  extras[kPayloadWork] = 0.0;
  for (std::size_t i = 0; i < topology.loadable.size(); ++i) {
    const int b = topology.loadable[i];
    extras[kPayloadWork] -= u.payload[i] * (a[b] + u.gravity) * v[b];
  }
  extras[kWoundEnergy] = equations.wound_power();
  if (topology.contacts.empty()) return;
  const Contacts<S>& contacts = equations.contacts();
  extras[kSlipEnergy] = extras[kCreepEnergy] = 0.0;
  for (int k = 0; k < topology.contact_count(); ++k) {
    const S friction = contacts.system.friction(k, drive.acceleration);
    const S slip = contacts.system.law[k].slip == 0 ? S(0.0) : contacts.slip_velocity(k);
    extras[kSlipEnergy] += friction * slip;
    extras[kCreepEnergy] += contacts.creep_power(k, friction);
    extras[contact_extra(k, kSlipDistance)] = slip;
    extras[contact_extra(k, kSlipPath)] = math::value(slip) < 0 ? S(-slip) : slip;
    extras[contact_extra(k, kCreepDistance)] = contacts.creep_rate(k);
  }
}

class Dynamics {
 public:
  using Span = std::span<const double>;

  explicit Dynamics(const Topology& topology);
  void prepare(const Values<double>& u);

  int coordinates() const { return n_; }
  std::size_t size() const { return static_cast<std::size_t>(2 * n_ + extras_of(topology_)); }
  Span nominals() const { return nominal_; }
  int at_phi() const { return topology_.phi(); }
  int at_phi_rate() const { return n_ + topology_.phi(); }
  int at(int extra) const { return 2 * n_ + extra; }
  int at_rate(int coordinate) const { return n_ + coordinate; }

  void derivatives(double t, Span x, const Modes& m, const Values<double>& u, std::span<double> dx,
                   bool tangent = false);
  /// Force on phi that would hold the drive there [N].
  double holding(Span x, const Modes& m, const Values<double>& u);
  /// The speed of a rope that sticks, for what x says of its wheel [m/s].
  double slaved_rate(int contact, Span x, const Modes& m);

  // for implicit methods
  void linearise(double t, Span x, const Modes& m, const Values<double>& u, std::span<double> dx);
  bool factor(double h_gamma);
  void solve(Span F, const Modes& m, const Values<double>& u, std::span<double> k);
  void stage(double t, Span x, const Modes& m, const Values<double>& u, std::span<double> dx);
  double error(Span e, const Values<double>& u) const;

  Equations<double>& equations() { return equations_; }
  const Equations<double>& equations() const { return equations_; }
  TangentSystem& tangent() { return tangent_; }
  DriveAxis axis;
  double start_phi{};  ///< from which a ride counts [m]

 private:
  DrivePoint<double> states(Span x) const { return {x[at_phi()], x[at_phi_rate()], x[at(kPhiAcceleration)]}; }
  const double* evaluate(const DrivePoint<double>& drive, Span x, const Modes& m, const Values<double>& u,
                         bool tangent);
  void rates(const DrivePoint<double>& drive, Span x, const Modes& m, const Values<double>& u, std::span<double> dx,
             bool tangent);

  const Topology& topology_;
  Equations<double> equations_;
  TangentSystem tangent_;
  int n_{};
  double h_gamma_{}, scale_{1};
  std::vector<double> point_;  ///< q and q' as the equations read them
  std::vector<double> w_, u_, given_rate_;
  std::vector<double> nominal_;
};

}  // namespace reeve::models::reeving
