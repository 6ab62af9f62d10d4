#pragma once
/// A rope or belt over pulleys: bending and stretching cable, contact with stick and slip, driven and free pulleys.
///
///   M q'' = f(q, v, z)     q: nodes and angles of the pulleys; z: bristles of the contact points      (T-ROP.1 .. T-ROP.13)
///
/// The rooms are those of models/hybrid.hpp. Contact remembers which points touch, and bristles move by the rope's way between
/// the ends of a step: this memory changes with accepted steps, and there are no events but those of inputs and the clock.
/// Theory: mechanics/theory/rope-pulley.md.
#include <memory>

#include "models/hybrid.hpp"
#include "models/rope_pulley/equations.hpp"
#include "models/rope_pulley/modes.hpp"
#include "models/rope_pulley/path.hpp"
#include "models/rope_pulley/prescribed_motion.hpp"
#include "models/rope_pulley/rest.hpp"

namespace reeve::models::rope_pulley {

class Model {
 public:
  using Structure = rope_pulley::Structure;
  template <class S>
  using Values = rope_pulley::Values<S>;
  using Modes = rope_pulley::Modes;
  template <class S>
  using Start = rope_pulley::Start<S>;
  using State = integration::State<Modes, Start<double>>;
  using Span = std::span<const double>;
  using Trial = integration::Trial;

  // structure
  explicit Model(Structure structure);

  // values
  template <class S>
  Values<S> defaults() const {
    return rope_pulley::defaults<S>(structure_);
  }
  template <class S>
  void fields(Values<S>& v, variables::List& list) const {
    rope_pulley::fields(v, structure_, list);
  }
  void blank(Modes& modes, Start<double>&) const {
    modes.resize(static_cast<std::size_t>(structure_.most_points()), structure_.pulley.size());
  }

  // dynamics: x = [q, v, z, way, work]
  int at_v() const { return equations_.coordinates(); }
  int at_z() const { return 2 * equations_.coordinates(); }
  int at_way() const { return at_z() + equations_.points(); }  ///< of the first pulley's rim, to and fro added up [m]
  int at_work() const {
    return at_way() + 1;
  }  ///< of forces without potential, and energy that weights bring along [J]
  void prepare(const Values<double>& u, const Start<double>& start);
  std::size_t size() const { return static_cast<std::size_t>(at_work() + 1); }
  Span nominals() const { return nominal_; }
  integration::Solver solver(const Values<double>& u) const;
  void derivatives(double t, Span x, const Modes& m, const Values<double>& u, std::span<double> dx);

  std::size_t coordinates() const { return static_cast<std::size_t>(equations_.coordinates()); }
  double radius(const Values<double>& u) const { return u.solver.radius; }
  void prescribe(double t, Span x, double h, const Modes& m, const Values<double>& u, const Trial& trial);
  void forces(Span x, const Modes& m, const Trial& trial, std::span<double> f);
  double residual(Span x, const Modes& m, const Trial& trial, std::span<double> r);
  double tangent(Span x, const Modes& m, const Trial& trial, double by_v, std::span<double> r);
  bool factor(double by_a);
  void solve(std::span<double> r);
  double error(Span e, const Values<double>& u) const;
  void take(double h, const Trial& trial, bool settled, std::span<double> x, Modes& m, const Values<double>& u);

  // events
  static std::size_t indicator_count() { return 0; }
  static void indicators(double, Span, const Modes&, const Values<double>&, std::span<double>) {}
  double next_event(double t, const Modes& m, const Values<double>& u) const;
  bool update(double t, std::span<double> x, Modes& m, const Values<double>& u);

  // statics
  void initialise(double t0, const Values<double>& u, State& state);
  template <class S>
  void start(const Values<S>& u, const State& state, std::vector<S>& x, Start<S>& start);

  // outputs
  template <class S>
  void outputs(const S& t, std::span<const S> x, const Modes& m, const Start<S>& start, Values<S>& v);

  // limits
  void check(const Values<double>& u, std::vector<std::string>& findings) const;
  void accepted(double t, Span x, Modes& m, const Values<double>& u, integration::StepHooks& hooks);

  /// For tests and benchmarks.
  Equations<double>& equations() { return equations_; }

 private:
  std::size_t points() const { return static_cast<std::size_t>(equations_.points()); }  ///< for the prepared values
  Grip<double> grip(Span x, const Modes& m, Grip<double>::Kind kind) const {
    return {kind, x.data(), x.data() + at_z(), m.pulley.data(), m.slips.data()};
  }
  double command(int wheel, double t, const Values<double>& u) const;
  double turn(int wheel, double t, double h, double mean_speed, const Values<double>& u) const;
  void set_forces(const std::array<double, 2>& mass, std::span<const double> load);
  double without_inertia(const Trial& trial, std::span<double> r);
  double brought(Span x, const Trial& trial, const Modes& m, const Values<double>& u) const;

  Rest laid_down(const Values<double>& u, State& state);
  bool rests_without_friction(const Values<double>& u, const State& state, Rest& rest);
  void remember(const Values<double>& u, Modes& m, Rest& rest) const;
  void load(const Values<double>& u, State& state, Rest& rest, Follower& follower);
  void equilibrium(const Values<double>& u, State& state, Follower& follower);
  Grip<double> grip(const Rest& rest, const Modes& m, Grip<double>::Kind kind) const;
  bool settle(const Grip<double>& grip, double scale, bool locked, std::vector<double>& q);
  bool settle_from(double tau, const Grip<double>& grip, double scale, bool locked, std::vector<double>& q);
  std::vector<double> drawn(const Values<double>& u) const;
  std::vector<math::Dual> drawn_along(const Values<math::Dual>& u);
  Values<double> along(const Values<math::Dual>& u, double by) const;
  struct Tracked;

  std::string passed_from_inside(const std::vector<Path::Circle>& circles, const Path& path) const;
  void refuse_run_off(double t, const Modes& m) const;
  void warn(double t, Modes& m, const Values<double>& u, integration::StepHooks& hooks) const;

  template <class S>
  void contact_outputs(std::span<const S> x, Equations<S>& eq, Values<S>& v) const;
  template <class S>
  void wrap(std::span<const S> x, const Equations<S>& eq, Values<S>& v) const;
  template <class S>
  void slip_arcs(std::span<const S> x, const Equations<S>& eq, Values<S>& v) const;
  template <class S>
  void spans(std::span<const S> x, const Equations<S>& eq, Values<S>& v) const;

  Structure structure_;
  Equations<double> equations_;
  std::unique_ptr<Equations<math::Dual>> dual_;
  Start<double> start_;         ///< as prepared
  std::vector<double> middle_;  ///< of the arc on every pulley as described, clockwise from its leftmost point [rad]
  std::vector<double> nominal_;
  math::BorderedBlockBand band_;
  bool mass_in_band_{};  ///< factorised, for these end masses
  std::array<double, 2> mass_{};
  std::vector<double> f_, inertial_, delta_, zero_;
};

template <>
void Model::start(const Values<math::Dual>& u, const State& state, std::vector<math::Dual>& x,
                  Start<math::Dual>& start);

}  // namespace reeve::models::rope_pulley
