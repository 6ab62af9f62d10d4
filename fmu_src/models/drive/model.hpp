#pragma once
/// The drive of an elevator: a sampled controller, a motor with lag, ripple and losses, a brake that opens and closes.
///
///   T tau' = c(t) - tau        motor torque; c moves on a line from sample to sample       (T-DRV.1), (T-DRV.2)
///   E' = P                     energies: from the grid, of the shaft, lost                 (T-DRV.7)
///
/// The rooms are those of models/hybrid.hpp. Samples are events by the clock, at which the controller sees the inputs: no
/// output depends on an input directly.
#include "models/drive/controller.hpp"
#include "models/hybrid.hpp"
#include "variables/states.hpp"

namespace reeve::models::drive {

/// Where the cabin stands until the first sample [m].
template <class S>
struct Start {
  S height{};
  Start() = default;
  template <class T>
  explicit Start(const Start<T>& o) : height{o.height} {}
  template <class Archive>
  void fields(Archive& archive) {
    archive(height);
  }
};

class Model {
 public:
  using Structure = drive::Structure;
  template <class S>
  using Values = drive::Values<S>;
  using Modes = drive::Modes;
  template <class S>
  using Start = drive::Start<S>;
  using State = integration::State<Modes, Start<double>>;
  using Span = std::span<const double>;

  // structure
  explicit Model(Structure structure) : structure_{structure} {}

  // values
  template <class S>
  Values<S> defaults() const {
    return drive::defaults<S>(structure_);
  }
  template <class S>
  static void fields(Values<S>& v, variables::List& list) {
    drive::fields(v, list);
  }

  // dynamics: x = [motor torque, energy from the grid, work of the shaft, losses]
  enum { kTorque, kElectrical, kMechanical, kLoss, kStates };
  static void states(const Values<double>& u, variables::States& list);
  static void prepare(const Values<double>&, const Start<double>&) {}
  static std::size_t size() { return kStates; }
  static Span nominals() { return kNominal; }
  static integration::Solver solver(const Values<double>&) { return {.tolerance = 1e-9}; }
  static void derivatives(double t, Span x, const Modes& m, const Values<double>& u, std::span<double> dx) {
    rates_of<double>(t, x, m, u, dx);
  }
  static void rates(const math::Dual& t, std::span<const math::Dual> x, const Modes& m, const Start<math::Dual>&,
                    const Values<math::Dual>& u, std::span<math::Dual> dx) {
    rates_of<math::Dual>(t, x, m, u, dx);
  }

  // events
  static std::size_t indicator_count() { return 0; }
  static void indicators(double, Span, const Modes&, const Values<double>&, std::span<double>) {}
  static double next_event(double t, const Modes& m, const Values<double>& u);
  static bool update(double t, std::span<double> x, Modes& m, const Values<double>& u);

  // statics
  static void initialise(double t0, const Values<double>& u, State& state);
  template <class S>
  static void start(const Values<S>& u, const State& state, std::vector<S>& x, Start<S>& start);

  // outputs
  template <class S>
  static void outputs(const S& t, std::span<const S> x, const Modes& m, const Start<S>& start, Values<S>& v);

  // limits
  static void check(const Values<double>& u, std::vector<std::string>& findings);
  static void accepted(double t, Span x, Modes& m, const Values<double>& u, integration::StepHooks& hooks);

 private:
  template <class S>
  static void rates_of(const S& t, std::span<const S> x, const Modes& m, const Values<S>& u, std::span<S> dx);
  template <class S>
  static mechanics::Motor<S> motor(const Values<S>& u) {
    return {u.motor, u.power, u.ripple.order, u.ripple.amplitude};
  }
  /// On a line from the last sample, which may lie ahead by a rounding, to the next one.
  template <class S>
  static S since(const S& t, const Modes& m) {
    return math::value(t) > m.sampled_at ? S(t - m.sampled_at) : S(0);
  }

  static constexpr std::array<double, kStates> kNominal{1, 1, 1, 1};  ///< 1 N m, 1 J
  Structure structure_;
};

}  // namespace reeve::models::drive
