#pragma once
/// A rope or belt over pulleys: bending and stretching cable, contact with stick and slip, driven and free pulleys.
///
/// Life: RopePulley(structure) -> values set -> check -> initialise (at rest: without friction under equal weights, then the
/// heavier side is loaded and friction holds what it can) -> { values set, advance, outputs } ...
/// Theory: mechanics/theory/rope-pulley.md.
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "integration/generalized_alpha.hpp"
#include "integration/step_hooks.hpp"
#include "models/rope_pulley/motion.hpp"
#include "models/rope_pulley/rope_equations.hpp"
#include "models/rope_pulley/rope_path.hpp"

namespace reeve::models {

class RopePulley {
 public:
  using Structure = RopeStructure;
  template <class S>
  using Values = RopeValues<S>;

  struct State {
    std::vector<double> x;           ///< q, v, z, start heights of the ends, way of the pulley, work, start energy
    std::vector<double> qdd, a;      ///< accelerations, and those that generalized-alpha averages
    std::vector<int> pulley, slips;  ///< of every contact point
    std::vector<double> z_rate;      ///< of every bristle over the last step [m/s]
    std::vector<double> load;        ///< on every pulley at the last step, positive brakes [N m]
    double step{};                   ///< next internal step [s]
    double begin{};                  ///< start of the simulation [s]
    double scale{};                  ///< typical tension [N]
    double power{};                  ///< of the forces without potential at the last step [W]
    double mass[2]{};                ///< end masses of the last step [kg]
    double held{1};                  ///< part of the difference of weights that friction holds at the start
    bool no_rest{};                  ///< at the start no equilibrium with friction was found, though friction could hold
    int unconverged{};
    bool warned_unconverged{}, warned_held{}, warned_ignored{};
    template <class Archive>
    void fields(Archive& archive) {
      archive(x, qdd, a, pulley, slips, z_rate, load, step, begin, scale, power, mass[0], mass[1], held, no_rest, unconverged,
              warned_unconverged, warned_held, warned_ignored);
    }
  };

  /// No equilibrium; the message says why and what to change.
  class NoEquilibrium : public std::runtime_error {
   public:
    using std::runtime_error::runtime_error;
  };

  explicit RopePulley(Structure structure);

  const Structure& structure() const { return structure_; }
  template <class S>
  Values<S> defaults() const;
  State blank_state();

  void check(const Values<double>& values, std::vector<std::string>& findings) const;
  void initialise(double t0, const Values<double>& values, State& state);
  static void inputs_jumped(State&) {}  ///< advance() compares inputs with those of the last step
  void restored(const Values<double>& values, const State&) { prepare(values); }
  double advance(double t, const Values<double>& values, State& state, integration::StepHooks& hooks);
  std::vector<double> rate(double t, const State& state, const Values<double>& values);
  template <class S>
  std::vector<S> start(const Values<S>& values, const State& state);
  template <class S>
  void outputs(const S& t, std::span<const S> x, const State& state, Values<S>& values);

  /// For tests and benchmarks.
  RopeEquations<double>& equations() { return equations_; }
  void limit_iterations(int most) { most_iterations_ = most; }  ///< of Newton's method in a step, at least 1

  // Places in x
  int coordinates() const { return equations_.coordinates(); }
  int points() const { return structure_.most_points(); }
  int at_v() const { return coordinates(); }
  int at_z() const { return 2 * coordinates(); }
  enum Extra { kLeftStart, kRightStart, kWay, kWork, kStartEnergy, kExtras };
  int at(Extra extra) const { return 2 * coordinates() + points() + extra; }

 private:
  void prepare(const Values<double>& values);
  template <class Tracker>
  void equilibrium(const Values<double>& values, State& state, Tracker& track);
  bool settle(const Grip<double>& grip, double scale, bool locked, std::vector<double>& q);
  bool settle_from(double tau, const Grip<double>& grip, double scale, bool locked, std::vector<double>& q);
  std::vector<double> drawn(const Values<double>& values) const;
  std::string passed_from_inside(const std::vector<RopePath::Circle>& circles, const RopePath& path) const;
  struct Plain;
  struct Tracked;

  void drive(double t, double h, const Values<double>& values, const State& state);
  double command(int wheel, double t, const Values<double>& values, const State& state) const;
  double segment_end(double t, const Values<double>& values, const State& state, double end) const;
  double implicit_step(double t, double end, const Values<double>& values, State& state, integration::StepHooks& hooks);
  double leapfrog(double t, double end, const Values<double>& values, State& state, integration::StepHooks& hooks);
  bool newton(double h, const State& state, double limit, bool& acceptable);
  double error_of(double h, const State& state, const Values<double>& values) const;
  void accept(double h, State& state, const Values<double>& values);
  void accelerate(const Values<double>& values, State& state);
  void adopt_inputs(double t, const Values<double>& values, State& state);
  void refuse_run_off(double t, const State& state) const;
  void warn(double t, const Values<double>& values, State& state, integration::StepHooks& hooks) const;
  double residual();
  Grip<double> grip_of(const State& state, Grip<double>::Kind kind) const;
  template <class S>
  void contact_outputs(std::span<const S> x, RopeEquations<S>& eq, Values<S>& values) const;
  template <class S>
  void wrap(std::span<const S> x, const RopeEquations<S>& eq, Values<S>& values) const;
  template <class S>
  void spans(std::span<const S> x, const RopeEquations<S>& eq, Values<S>& values) const;

  Structure structure_;
  RopeEquations<double> equations_;
  std::unique_ptr<RopeEquations<math::Dual>> dual_;
  std::vector<double> middle_;  ///< of the arc on every pulley as described, clockwise from its leftmost point [rad]
  math::BorderedBlockBand band_;
  integration::GeneralizedAlpha method_{0.3};
  std::vector<double> q1_, v1_, qdd1_, f_, r_, delta_, zero_;
  int most_iterations_{16};
};

}  // namespace reeve::models
