#pragma once
/// Any elevator or hoist: bodies on a vertical axis, sheaves, anchors and ropes as paths, one drive.
///
/// Life: Reeving(structure) -> values set -> check -> initialise (static equilibrium, drive locked) -> { values set, advance,
/// outputs } ... A State is plain data; copying it back and advancing again gives the same bits.
/// Theory: mechanics/theory/ale.md.
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "integration/dopri5.hpp"
#include "integration/rosenbrock.hpp"
#include "integration/step_hooks.hpp"
#include "mechanics/ride_profile.hpp"
#include "models/reeving/motion.hpp"
#include "models/reeving/structure.hpp"
#include "models/reeving/topology.hpp"
#include "models/reeving/values.hpp"

namespace reeve::models {

/// No equilibrium, or the parameters do not describe a machine; the message says why and what to change.
class NoEquilibrium : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Reeving {
 public:
  using Structure = models::Structure;
  template <class S>
  using Values = ReevingValues<S>;

  struct State {
    /// [q | q' | extras], the rest of the largest variant's size unused; at the end the start values that outputs refer to:
    /// constants, but differentiable in the parameters like the start itself
    std::vector<double> x;
    double step{};                          ///< the implicit solver's next step [s]; 0 = choose one
    double jump_step{};                     ///< what would have been right after the last jump of an input [s]; 0 = unknown
    bool after_jump{};
    integration::Dopri5::Memory memory;     ///< of the explicit solver
    int regime{};                           ///< models::Regime
    double slide_direction{};               ///< against which the brake slides, closed or not: +1, -1, 0 = none
    double ride_begin{};                    ///< [s]
    bool warned_slack{}, warned_traction{}, warned_ignored{};

    template <class Archive>
    void fields(Archive& archive) {
      archive(x, step, jump_step, after_jump);
      memory.fields(archive);
      archive(regime, slide_direction, ride_begin, warned_slack, warned_traction, warned_ignored);
    }
  };

  /// Throws StructureError.
  explicit Reeving(Structure structure);

  State blank_state();
  template <class S>
  Values<S> defaults() const;

  void check(const Values<double>& values, std::vector<std::string>& findings) const;
  /// Throws std::runtime_error when there is no equilibrium, with the reason.
  void initialise(double t0, Values<double>& values, State& state);
  void inputs_jumped(State& state);
  void restored(const Values<double>& values, const State& state) { prepare(values, state); }
  /// To hooks.end or until the caller stops it; returns the time reached.
  double advance(double t, Values<double>& values, State& state, integration::StepHooks& hooks);

  template <class S>
  void outputs(const S& t, std::span<const S> x, const State& state, Values<S>& values);
  /// Continuous start state with its derivatives, by implicit differentiation of the equilibrium.
  template <class S>
  std::vector<S> start(const Values<S>& values, const State& solved);
  std::vector<double> rate(double t, const State& state, Values<double>& values);

  /// Natural frequencies [Hz] of small undamped motion about the present point with the drive locked, ascending.
  std::vector<double> frequencies(const State& state, const Values<double>& values);
  int degrees_of_freedom() const { return motion_->equations().freedoms(); }  ///< drive locked; after initialise
  long evaluations() const { return motion_->evaluations(); }

  const Structure& structure() const { return structure_; }
  const Topology& topology() const { return *topology_; }

 private:
  void prepare(const Values<double>& values, const State& state);
  void choose_brake();
  void check_room(const Values<double>& values, std::vector<std::string>& findings) const;
  void equilibrium(const Values<double>& values, State& state);
  [[noreturn]] void explain_loose(int coordinate) const;
  void residual(const Values<math::Dual>& values, std::span<math::Dual> q, std::vector<math::Dual>& out);
  void stiffness(const Values<math::Dual>& values, std::span<const double> q, std::vector<double>& out);

  void decide_regime(double t, const Values<double>& values, State& state);
  double segment_end(double t, const Values<double>& values, double end) const;
  void pin_ride(double t, const Values<double>& values, State& state) const;
  double implicit_step(double t, double end, const Values<double>& values, State& state, integration::StepHooks& hooks);
  double explicit_step(double t, double end, const Values<double>& values, State& state, integration::StepHooks& hooks);
  template <class AdvanceTo>
  double locate(double t, double h, const AdvanceTo& advance_to, const Values<double>& values, State& state,
                integration::StepHooks& hooks);
  bool brake_acts(double t, double h, const Values<double>& values, const State& state, integration::StepHooks& hooks) const;
  double event_value(const Values<double>& values, const State& state);
  double required_force(const Values<double>& values, const State& state);
  void watch(double t, const double* f, const Values<double>& values, State& state, integration::StepHooks& hooks);
  void refuse_short_spans(double t, const State& state) const;
  void refuse_taut_chains(double t, const Values<double>& values, const State& state) const;
  void warn_ignored(const Values<double>& values, State& state, integration::StepHooks& hooks);
  std::string span_name(int k) const;
  /// Places of the start values, counted from the end of x: energy, phi, heights of the bodies.
  enum FromEnd : int { kStartEnergy = 1, kStartPhi = 2, kStartHeights = 3 };
  int start_values() const { return kStartHeights - 1 + topology_->bodies; }
  template <class X>
  static auto& start_value(X& x, int from_end) { return x[x.size() - static_cast<std::size_t>(from_end)]; }

  /// The described shaft's longest ride upwards, in whole metres where there are some; at most the ride of the paper.
  double default_distance() const;
  double ride_gear() const { return 1.0 / topology_->travel[topology_->side[0]]; }

  Structure structure_;
  std::unique_ptr<const Topology> topology_;
  std::unique_ptr<Motion> motion_;
  std::unique_ptr<Equations<math::Dual>> dual_;
  integration::Rosenbrock<4> implicit_{integration::kRos34pw2};
  integration::Dopri5 explicit_;
  mechanics::RideProfile<double> ride_;
  bool prepared_{};
  double default_brake_{};  ///< start value of brake.torque [N m]
  std::vector<double> rate_, scale_;
  std::vector<math::Dual> dual_work_;
  State before_;
};

}  // namespace reeve::models
