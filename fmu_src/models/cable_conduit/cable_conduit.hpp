#pragma once
/// A cable in a conduit (Bowden cable, tendon sheath) between an actuator and a load.
///
///   proximal end   displacement p (positive pulls) or tension
///   distal end     spring k, prescribed displacement q (positive pulls the cable out there) or prescribed tension
///   m d'' = T_out - F     with a load mass, d = -q:                                                         (T-CON.18)
///                         F = T0 + k d + c d' on a spring, F = distal_tension + c d' with a prescribed tension
///
/// Without a load mass everything is algebra on the profile that the past has left: the state is the profile of the
/// last accepted step, and outputs() takes one more step from there to the present inputs.
#include <span>
#include <string>
#include <vector>

#include "integration/dopri5.hpp"
#include "integration/step_hooks.hpp"
#include "math/dual.hpp"
#include "mechanics/cable_conduit.hpp"

namespace reeve::models {

class CableConduit {
 public:
  struct Structure {
    std::size_t segments{40};
    bool radius_varies{false};    ///< one radius a segment
    bool friction_varies{false};  ///< one friction coefficient a segment
  };
  static constexpr std::size_t kMostSegments = 1000;

  enum InputMode { kByDisplacement = 1, kByTension = 2 };
  enum LoadMode { kSpring = 1, kPrescribedDisplacement = 2, kPrescribedTension = 3 };

  /// What an importer sees.
  template <class S>
  struct Values {
    struct Conduit {
      int model{1};                    ///< ConduitModel
      S length{1.0};                   ///< L [m]
      std::vector<S> radius{S(0.25)};  ///< R [m], one or one a segment
      S stiffness{0.0};                ///< axial rigidity [N], 0 = rigid
    } conduit;
    struct Friction {
      std::vector<S> mu{S(0.1)};  ///< one or one a segment
    } friction;
    struct Cable {
      S stiffness{2e4};  ///< EA [N]
    } cable;
    S pretension{20.0};  ///< T0 [N]
    struct Input {
      int mode{kByDisplacement};
    } input;
    struct Load {
      int mode{kSpring};
      S stiffness{1e4};  ///< k [N/m]
      S mass{0.0};       ///< m [kg], 0 = none
      S damping{0.0};    ///< c [N s/m], with a mass
    } load;
    struct Solver {
      double tolerance{1e-8};
    } solver;

    S proximal_displacement{0.0};  ///< p [m]
    S proximal_tension{20.0};      ///< [N]
    S distal_displacement{0.0};    ///< q [m]
    S distal_tension{20.0};        ///< [N]

    S input_tension{}, output_tension{};  ///< [N]
    S output_displacement{};              ///< d = -q [m]
    S front_position{};                   ///< from the proximal end [m]
    S slack_length{};                     ///< [m]
    S moving_fraction{};
    S dissipated_energy{};   ///< [J]
    std::vector<S> tension;  ///< at the nodes [N]
  };

  struct State {
    std::vector<double> x;  ///< tension, turn of both ends [n + 1 each], p, q, loss, d, d'
    std::array<mechanics::Motion, 2> motion{};
    std::array<bool, 2> active{};        ///< ends that moved in the last communication step in which one did
    std::vector<double> load;            ///< [d, d'] while they are integrated
    integration::Dopri5::Memory memory;  ///< of the stepper
    bool runs_away{};                    ///< two prescribed tensions that friction cannot hold
    bool looked_at_inputs{}, warned_of_strain{}, warned_of_runaway{};
    template <class Archive>
    void fields(Archive& archive) {
      archive(x, motion, active, load, runs_away, looked_at_inputs, warned_of_strain, warned_of_runaway);
      memory.fields(archive);
    }
  };

  explicit CableConduit(Structure structure);

  const Structure& structure() const { return structure_; }
  template <class S>
  Values<S> defaults() const {
    Values<S> values;
    if (structure_.radius_varies) values.conduit.radius.assign(structure_.segments, S(0.25));
    if (structure_.friction_varies) values.friction.mu.assign(structure_.segments, S(0.1));
    values.tension.assign(structure_.segments + 1, S(0));
    return values;
  }
  State blank_state();

  void check(const Values<double>& p, std::vector<std::string>& findings) const;
  void initialise(double t0, const Values<double>& p, State& state);
  static void inputs_jumped(State& state) { state.memory.slope_valid = false; }
  static void restored(const Values<double>&, const State&) {}
  double advance(double t, const Values<double>& p, State& state, integration::StepHooks& hooks);
  std::vector<double> rate(double t, const State& state, const Values<double>& p);

  template <class S>
  std::vector<S> start(const Values<S>& p, const State& state);
  template <class S>
  void outputs(S t, std::span<const S> x, const State& state, Values<S>& values);

 private:
  template <class S>
  struct Scratch {
    explicit Scratch(std::size_t segments) : course(segments), cable(segments), trial(segments) {}
    mechanics::ConduitCourse<S> course;
    mechanics::ConduitCable<S> cable;
    mechanics::ConduitTrial<S> trial;
    mechanics::CableInConduit<S> rig(const Values<S>& p) { return {course, cable, trial, p.pretension}; }
  };
  class OneStep;

  std::size_t nodes() const { return structure_.segments + 1; }
  std::size_t size() const { return 3 * nodes() + 5; }
  enum Tail : std::size_t { kP, kQ, kLoss, kD, kV };  ///< behind the profiles
  std::size_t at(Tail tail) const { return 3 * nodes() + tail; }

  template <class S>
  static bool has_mass(const Values<S>& p) {
    return math::value(p.load.mass) > 0 && p.load.mode != kPrescribedDisplacement;
  }
  template <class S>
  static void lay(mechanics::ConduitCourse<S>& course, const Values<S>& p);
  template <class S>
  static mechanics::ConduitDrive<S> drive(const Values<S>& p);
  template <class S>
  void unpack(std::span<const S> x, const State& state, mechanics::ConduitCable<S>& cable) const;
  template <class S>
  void pack(const mechanics::ConduitCable<S>& cable, std::span<S> x) const;

  static void check_load(const Values<double>& p, double dx, std::vector<std::string>& findings);
  bool pull_to_load(const Values<double>& p, double d);
  void commit(const Values<double>& p, State& state, bool& any_moved);
  double load_acceleration(const Values<double>& p, const State& state, double d, double v);
  double step_with_mass(double t, const Values<double>& p, State& state, integration::StepHooks& hooks);
  bool is_straight(double t, double t1, const Values<double>& p, const State& state, integration::StepHooks& hooks);
  template <class StepTo>
  double to_standstill(double t, double t1, State& state, const StepTo& step_to);
  void look_at_inputs(const Values<double>& p, State& state, integration::StepHooks& hooks) const;
  void warn_of_runaway(double t, const Values<double>& p, State& state, integration::StepHooks& hooks) const;
  void warn_of_strain(double t, const Values<double>& p, State& state, integration::StepHooks& hooks) const;

  Structure structure_;
  Scratch<double> scratch_;
  integration::Dopri5 solver_;
  std::vector<double> scale_{1e-4, 1e-3};  ///< 0.1 mm, 1 mm/s: below these, errors of the load count absolutely
  std::vector<double> before_;             ///< load at the start of an internal step
  integration::Dopri5::Memory before_memory_;
};

// ------------------------------------------------------------------------------------------------------------------

template <class S>
void CableConduit::lay(mechanics::ConduitCourse<S>& course, const Values<S>& p) {
  S give = 1.0 / p.cable.stiffness;
  if (math::value(p.conduit.stiffness) > 0) give += 1.0 / p.conduit.stiffness;  // (T-CON.1)
  course.lay(static_cast<mechanics::ConduitModel>(p.conduit.model), p.conduit.length, p.conduit.radius, p.friction.mu,
             1.0 / give);
}

template <class S>
mechanics::ConduitDrive<S> CableConduit::drive(const Values<S>& p) {
  using Drive = mechanics::ConduitDrive<S>;
  const bool tension = p.load.mode == kPrescribedTension;
  return {.by_tension = p.input.mode == kByTension,
          .proximal = p.input.mode == kByTension ? p.proximal_tension : p.proximal_displacement,
          .distal = static_cast<typename Drive::Distal>(p.load.mode),
          .load = tension ? p.distal_tension : p.distal_displacement,
          .spring_give = 1.0 / p.load.stiffness,
          .pretension = p.pretension};
}

template <class S>
void CableConduit::unpack(std::span<const S> x, const State& state, mechanics::ConduitCable<S>& cable) const {
  std::size_t next = 0;
  for (auto* nodal : {&cable.tension, &cable.turn[0], &cable.turn[1]}) {
    for (S& tension : *nodal) tension = x[next++];
  }
  cable.displacement = {x[at(kP)], x[at(kQ)]};
  cable.loss = x[at(kLoss)];
  cable.motion = state.motion;
}

template <class S>
void CableConduit::pack(const mechanics::ConduitCable<S>& cable, std::span<S> x) const {
  std::size_t next = 0;
  for (const auto* nodal : {&cable.tension, &cable.turn[0], &cable.turn[1]}) {
    for (const S& tension : *nodal) x[next++] = tension;
  }
  x[at(kP)] = cable.displacement[0];
  x[at(kQ)] = cable.displacement[1];
  x[at(kLoss)] = cable.loss;
}

/// At rest under the inputs of the start. Without a mass the profile is the one as laid, and outputs() goes on from
/// there; with a mass the load is put where it stands still.
template <class S>
std::vector<S> CableConduit::start(const Values<S>& p, const State&) {
  std::vector<S> x(size(), S(0));
  Scratch<S> here(structure_.segments);
  here.cable.rest(p.pretension);
  if (has_mass(p)) {
    lay(here.course, p);
    here.rig(p).advance(drive(p));
    x[at(kD)] = -here.cable.displacement[mechanics::kDistal];
  }
  pack(here.cable, std::span<S>(x));
  return x;
}

template <class S>
void CableConduit::outputs(S /*t*/, std::span<const S> x, const State& state, Values<S>& v) {
  const auto evaluate = [&](Scratch<S>& here) {
    lay(here.course, v);
    unpack(x, state, here.cable);
    auto cable = here.rig(v);
    auto to = drive(v);
    if (has_mass(v)) {
      to.distal = mechanics::ConduitDrive<S>::Distal::displacement;
      to.load = -x[at(kD)];
      cable.advance(to, v.solver.tolerance);
    } else {
      cable.advance(to);
    }
    v.input_tension = here.cable.tension.front();
    v.output_tension = here.cable.tension.back();
    v.output_displacement = S(0) - here.cable.displacement[mechanics::kDistal];  // 0, where minus would make it -0
    v.front_position = cable.front(mechanics::kProximal);
    v.slack_length = cable.slack();
    const auto& moved = here.cable.moved;
    v.moving_fraction = cable.moving_fraction(moved[0] || moved[1] ? moved : state.active);
    v.dissipated_energy = here.cable.loss;
    std::copy(here.cable.tension.begin(), here.cable.tension.end(), v.tension.begin());
  };
  if constexpr (std::is_same_v<S, double>) {
    evaluate(scratch_);
  } else {
    Scratch<S> here(structure_.segments);
    evaluate(here);
  }
}

}  // namespace reeve::models
