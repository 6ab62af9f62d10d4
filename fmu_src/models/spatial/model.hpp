#pragma once
/// Reevings in space: cranes, and elevators in buildings that sway. Bodies on lines, hinges, rails or free, sheaves, anchors and ropes as
/// paths, one drive and driven joints.
///
/// The rooms are those of models/hybrid.hpp. Theory: mechanics/theory/spatial.md.
#include "models/hybrid.hpp"
#include "models/spatial/dynamics.hpp"
#include "variables/states.hpp"

namespace reeve::models::spatial {

/// What the start fixes, and outputs refer to.
template <class S>
struct Start {
  S energy{0.0};                   ///< without the payload's [J]
  std::vector<S> axis;             ///< travel of each axis
  std::vector<double> ride_begin;  ///< of each axis [s]

  Start() = default;
  template <class T>
  explicit Start(const Start<T>& from)
      : energy(from.energy), axis(from.axis.begin(), from.axis.end()), ride_begin(from.ride_begin) {}
  template <class Archive>
  void fields(Archive& archive) {
    archive(energy, axis, ride_begin);
  }
};

class Model {
 public:
  using Structure = spatial::Structure;
  template <class S>
  using Values = spatial::Values<S>;
  using Modes = spatial::Modes;
  template <class S>
  using Start = spatial::Start<S>;
  using State = integration::State<Modes, Start<double>>;
  using Span = std::span<const double>;
  using Hooks = integration::StepHooks;

  // structure; throws StructureError
  explicit Model(Structure structure);
  const Structure& structure() const { return structure_; }
  const Topology& topology() const { return topology_; }

  // values
  template <class S>
  Values<S> defaults() const;
  template <class S>
  void fields(Values<S>& v, variables::List& list) const {
    spatial::fields(v, structure_, topology_, list);
  }
  void blank(Modes& modes, Start<double>& start) const;

  // dynamics
  void states(const Values<double>& u, variables::States& list) const;
  void prepare(const Values<double>& u, const Start<double>& start);
  std::size_t size() const { return dynamics_.layout().size(); }
  Span nominals() const { return dynamics_.nominals(); }
  integration::Solver solver(const Values<double>& u) const;
  void derivatives(double t, Span x, const Modes& m, const Values<double>& u, std::span<double> dx) {
    dynamics_.derivatives(t, x, m, u, dx);
  }
  /// The same for dual numbers.
  void rates(const math::Dual& t, std::span<const math::Dual> x, const Modes& m, const Start<math::Dual>& start,
             const Values<math::Dual>& u, std::span<math::Dual> dx);
  void linearise(double t, Span x, const Modes& m, const Values<double>& u, std::span<double> dx) {
    dynamics_.linearise(t, x, m, u, dx);
  }
  bool factor(double h_gamma, const Modes&) { return dynamics_.factor(h_gamma); }
  void solve(Span F, const Modes& m, const Values<double>& u, std::span<double> k) { dynamics_.solve(F, m, u, k); }
  void stage(double t, Span x, const Modes& m, const Values<double>& u, std::span<double> dx) {
    dynamics_.stage(t, x, m, u, dx);
  }
  double error(Span e, Span, const Values<double>& u) const { return dynamics_.error(e, u); }
  const Layout& layout() const { return dynamics_.layout(); }  ///< for prepared values
  long evaluations() const { return dynamics_.equations().evaluations(); }

  // events
  std::size_t indicator_count() const { return 1; }
  void indicators(double t, Span x, const Modes& m, const Values<double>& u, std::span<double> z);
  double next_event(double t, const Modes& m, const Values<double>& u) const;
  bool update(double t, std::span<double> x, Modes& m, const Values<double>& u);

  // statics
  void initialise(double t0, const Values<double>& u, State& state);
  /// By implicit differentiation of the equilibrium.
  template <class S>
  void start(const Values<S>& u, const State& state, std::vector<S>& x, Start<S>& start);
  /// Natural frequencies [Hz] of small undamped motion about the present point with all drives locked, ascending.
  std::vector<double> frequencies(const Values<double>& u, const State& state);

  // outputs
  template <class S>
  void outputs(const S& t, std::span<const S> x, const Modes& m, const Start<S>& start, Values<S>& v);

  // limits
  void check(const Values<double>& u, std::vector<std::string>& findings) const;
  void accepted(double t, Span x, Modes& m, const Values<double>& u, Hooks& hooks);

 private:
  int drive() const { return topology_.axes() - 1; }  ///< the drive's axis
  double gear(int axis) const { return axis == drive() ? topology_.falls : 1.0; }
  double capacity(const Values<double>& u) const { return axis_command(drive(), topology_, u).brake; }
  double required_force(double t, Span x, const Modes& m, const Values<double>& u);
  bool follow_ride(int axis, double t, std::span<double> x, Modes& m) const;

  template <class S>
  struct Evaluated {
    Equations<S>& equations;
    Motion<S>& motion;
  };
  template <class S>
  Evaluated<S> evaluated(const S& t, const S* x, const Modes& m, const Start<S>& start, const Values<S>& u);

  void equilibrium(double t0, const Values<double>& u, State& state);
  void require_sound_start(double t0, const Values<double>& u, const State& state);
  void prepare_axes(const Values<double>& u, const Start<double>& start);
  void check_blocks(const Values<double>& u, std::vector<std::string>& findings) const;
  void warn_ignored(const Values<double>& u, Modes& m, Hooks& hooks) const;
  std::string span_name(int k) const;

  Structure structure_;
  Topology topology_;
  Dynamics dynamics_;
  Equations<math::Dual> dual_;
  Motion<math::Dual> dual_motion_;
  std::vector<double> rate_;
};

}  // namespace reeve::models::spatial
