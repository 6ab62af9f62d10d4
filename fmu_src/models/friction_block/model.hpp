#pragma once
/// A block on a moving plate, optionally held by a spring, with smooth six-parameter friction.
///
///   w = V - v                    sliding speed of the plate under the block   [m/s]
///   m v' = N f(w) - k (x - x0)   k = 0: a free block                          (T-FRI.5)
///   D'   = N f(w) w >= 0         energy lost in the contact                   (T-FRI.6)
///
/// The rooms are those of models/hybrid.hpp. Friction is smooth: there are no modes and no events.
#include <array>

#include "models/friction_block/values.hpp"
#include "models/hybrid.hpp"
#include "variables/states.hpp"

namespace reeve::models::friction_block {

class Model {
 public:
  using Structure = friction_block::Structure;
  template <class S>
  using Values = friction_block::Values<S>;
  using Span = std::span<const double>;

  // structure
  explicit Model(Structure) {}

  // values
  template <class S>
  static Values<S> defaults() {
    return {};
  }
  template <class S>
  static void fields(Values<S>& v, variables::List& list) {
    friction_block::fields(v, list);
  }

  // dynamics: x = [x, v, D]
  enum { kPosition, kVelocity, kLoss, kStates };
  template <class S>
  using Start = NothingFixed;
  static void states(const Values<double>& u, variables::States& list);
  static void prepare(const Values<double>&, const Start<double>&) {}
  static std::size_t size() { return kStates; }
  static Span nominals() { return kNominal; }
  static integration::Solver solver(const Values<double>& u) { return {.tolerance = u.solver.tolerance}; }
  static void derivatives(double, Span x, const NoModes&, const Values<double>& u, std::span<double> dx) {
    rates_of<double>(x, u, dx);
  }
  static void rates(const math::Dual&, std::span<const math::Dual> x, const NoModes&, const Start<math::Dual>&,
                    const Values<math::Dual>& u, std::span<math::Dual> dx) {
    rates_of<math::Dual>(x, u, dx);
  }

  // events
  using Modes = NoModes;
  static std::size_t indicator_count() { return 0; }
  static void indicators(double, Span, const Modes&, const Values<double>&, std::span<double>) {}
  static double next_event(double, const Modes&, const Values<double>&) { return kNever; }
  static bool update(double, std::span<double>, Modes&, const Values<double>&) { return false; }

  // statics
  using State = integration::State<Modes, Start<double>>;
  static void initialise(double t0, const Values<double>& u, State& state);
  template <class S>
  static void start(const Values<S>& u, const State& state, std::vector<S>& x, Start<S>& start);

  // outputs
  template <class S>
  static void outputs(const S& t, std::span<const S> x, const Modes& m, const Start<S>& start, Values<S>& v);

  // limits
  static void check(const Values<double>& u, std::vector<std::string>& findings);
  static void accepted(double, Span, Modes&, const Values<double>&, integration::StepHooks&) {}

 private:
  template <class S>
  static void rates_of(std::span<const S> x, const Values<S>& u, std::span<S> dx);

  static constexpr std::array<double, kStates> kNominal{1e-3, 1e-3, 1e-3};  ///< 1 mm, 1 mm/s, 1 mJ
};

}  // namespace reeve::models::friction_block
