#pragma once
/// The reeving as a first-order system for the solvers, under one regime of its drive.
///
///   x = [q | q' | phi'' , drive work, losses, payload work, wound energy]
///
/// With a given drive motion phi, phi', phi'' are states too (phi''' = jerk of the ride, or the filter of the speed
/// command), so that the system does not depend on time within one phase of a ride.
#include <vector>

#include "integration/step_hooks.hpp"
#include "models/reeving/tangent_system.hpp"

namespace reeve::models {

/// How the drive's coordinate moves.
enum class Regime : int {
  free = 0,   ///< torque and, while it turns, brake friction
  held = 1,   ///< the brake holds it
  ride = 2,   ///< given by the ride profile
  speed = 3   ///< follows the commanded speed through its filter
};

/// Places after the coordinates and their rates.
enum Extra : int { kPhiAcceleration, kDriveWork, kLosses, kPayloadWork, kWoundEnergy, kExtras };

class Motion {
 public:
  explicit Motion(const Topology& topology);
  void prepare(const ReevingValues<double>& values);

  int coordinates() const { return n_; }
  int size() const { return 2 * n_ + kExtras; }
  int most() const { return 2 * equations_.most_coordinates() + kExtras; }
  int extra(Extra which) const { return 2 * n_ + which; }

  /// The regime and what belongs to it; valid until changed.
  void set_regime(Regime regime, double jerk, double slide_direction) {
    regime_ = regime;
    jerk_ = jerk;
    slide_direction_ = slide_direction;
  }

  void set_values(const ReevingValues<double>& values) { values_ = &values; }  ///< where inputs are read
  Regime regime() const { return regime_; }
  /// Where inputs come from during a step; nullptr: the values as they are.
  void set_hooks(integration::StepHooks* hooks) { hooks_ = hooks; }

  // What integration::Rosenbrock asks for. Inputs are read from the values given to prepare().
  void linearise(double t, const double* x, double* f);
  bool factor(double h_gamma);
  void rate(double t, const double* x, double* f);  ///< t not a number: the inputs are already set
  void solve(const double* F, double* k);
  double error(const double* e, const double* x) const;

  /// Force on phi that would hold the drive at the point of the last rate() [N].
  double holding() const { return holding_; }
  Equations<double>& equations() { return equations_; }
  TangentSystem& tangent() { return tangent_; }
  const Topology& topology() const { return topology_; }
  /// Sets dependent coordinates of x (massless sheaves).
  void settle(double* x) { equations_.constrain(x, x + n_); }
  long evaluations() const { return evaluations_; }

 private:
  void rate_at(const double* x, double* f, bool tangent);

  const Topology& topology_;
  const ReevingValues<double>* values_{};
  integration::StepHooks* hooks_{};
  Equations<double> equations_;
  TangentSystem tangent_;
  int n_{};
  Regime regime_{Regime::held};
  double jerk_{}, slide_direction_{}, h_gamma_{}, holding_{}, scale_{1};
  long evaluations_{};
  std::vector<double> point_, w_, u_;
};

}  // namespace reeve::models
