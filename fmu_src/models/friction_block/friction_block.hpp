#pragma once
/// A block on a moving plate, optionally held by a spring, with smooth six-parameter friction.
///
///   w = V - v                    sliding speed of the plate under the block   [m/s]
///   m v' = N f(w) - k (x - x0)   k = 0: a free block                          (T-FRI.5)
///   D'   = N f(w) w >= 0         energy lost in the contact                   (T-FRI.6)
#include <span>
#include <string>
#include <vector>

#include "integration/dopri5.hpp"
#include "integration/step_hooks.hpp"
#include "math/dual.hpp"
#include "mechanics/friction.hpp"

namespace reeve::models {

class FrictionBlock {
 public:
  /// The interface never changes its size: nothing to describe.
  struct Structure {};

  /// What an importer sees.
  template <class S>
  struct Values {
    struct Block {
      S mass{1.0};  ///< [kg]
    } block;
    struct Spring {
      S stiffness{100.0};  ///< k  [N/m]
      S rest{0.0};         ///< x0 [m]
    } spring;
    mechanics::SmoothFriction<S> friction{0.25, 100.0, 10.0, 0.1, 100.0, 0.01};
    struct Start {
      S position{0.0};  ///< [m]
      S velocity{0.0};  ///< [m/s]
    } start;
    struct Solver {
      double tolerance{1e-8};
    } solver;

    S plate_velocity{0.0};  ///< V [m/s]
    S normal_force{9.81};   ///< N [N]

    S block_position{};        ///< x [m]
    S block_velocity{};        ///< v [m/s]
    S friction_force{};        ///< N f(w) [N]
    S friction_coefficient{};  ///< f(w)   [1]
    S dissipated_energy{};     ///< D [J]
  };

  enum { kPosition, kVelocity, kLoss, kNumStates };

  struct State {
    std::vector<double> x;               ///< [x, v, D]
    integration::Dopri5::Memory memory;  ///< of the stepper
    template <class Archive>
    void fields(Archive& archive) {
      archive(x);
      memory.fields(archive);
    }
  };

  explicit FrictionBlock(Structure) {}

  template <class S>
  static Values<S> defaults() { return {}; }
  State blank_state();

  static void check(const Values<double>& p, std::vector<std::string>& findings);
  static void initialise(double t0, const Values<double>& p, State& state);
  static void inputs_jumped(State& state) { state.memory.slope_valid = false; }
  static void restored(const Values<double>&, const State&) {}
  double advance(double t, const Values<double>& p, State& state, integration::StepHooks& hooks);

  static std::vector<double> rate(double t, const State& state, const Values<double>& p);

  template <class S>
  static std::vector<S> start(const Values<S>& p, const State&) {
    return {p.start.position, p.start.velocity, S(0)};
  }

  template <class S>
  static void outputs(S /*t*/, std::span<const S> x, const State&, Values<S>& v) {
    const S w = v.plate_velocity - x[kVelocity];
    v.block_position = x[kPosition];
    v.block_velocity = x[kVelocity];
    v.friction_coefficient = v.friction.coefficient(w);
    v.friction_force = v.normal_force * v.friction_coefficient;
    v.dissipated_energy = x[kLoss];
  }

 private:
  integration::Dopri5 solver_;
  std::vector<double> scale_{1e-3, 1e-3, 1e-3};  ///< 1 mm, 1 mm/s, 1 mJ: below these, errors count absolutely
};

}  // namespace reeve::models
