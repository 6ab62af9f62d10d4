#pragma once
/// Any elevator or hoist: bodies on a vertical axis, sheaves, anchors and ropes as paths, one drive.
///
/// The rooms are those of models/hybrid.hpp. Theory: mechanics/theory/ale.md.
#include <memory>

#include "models/hybrid.hpp"
#include "models/reeving/dynamics.hpp"
#include "models/reeving/states.hpp"

namespace reeve::models::reeving {

/// What the start fixes, and outputs refer to.
template <class S>
struct Start {
  S energy{0.0}, phi{0.0};  ///< without the payload's [J], [m]
  std::vector<S> height;    ///< of the bodies [m]
  std::vector<S> material;  ///< of the rope at its contacts [m]
  double ride_begin{};      ///< [s]

  Start() = default;
  template <class T>
  explicit Start(const Start<T>& from)
      : energy(from.energy),
        phi(from.phi),
        height(from.height.begin(), from.height.end()),
        material(from.material.begin(), from.material.end()),
        ride_begin(from.ride_begin) {}
  template <class Archive>
  void fields(Archive& archive) {
    archive(energy, phi, height, material, ride_begin);
  }
};

class Model {
 public:
  using Structure = reeving::Structure;
  template <class S>
  using Values = reeving::Values<S>;
  using Modes = reeving::Modes;
  template <class S>
  using Start = reeving::Start<S>;
  using State = integration::State<Modes, Start<double>>;
  using Span = std::span<const double>;
  using Hooks = integration::StepHooks;

  // structure; throws StructureError
  explicit Model(Structure structure);
  const Structure& structure() const { return structure_; }
  const Topology& topology() const { return made_->topology; }  ///< of the prepared values

  // values
  template <class S>
  Values<S> defaults() const;
  template <class S>
  void fields(Values<S>& v, variables::List& list) const {
    reeving::fields(v, structure_, make_of(v).topology, list);
  }
  void blank(Modes& modes, Start<double>& start) const;
  /// How long the default experiment should last: the ride and a moment to calm down [s].
  double duration(const Values<double>& u) const;
  /// A drive at rest, whatever mode was chosen: a ride of no length.
  static void hold(Values<double>& u) {
    u.drive.mode = static_cast<int>(DriveMode::ride);
    u.ride_distance = 0;
  }

  // dynamics
  void states(const Values<double>& u, variables::States& list) const {
    StateNames(structure_, make_of(u).topology, u).list(list);
  }
  void prepare(const Values<double>& u, const Start<double>& start);
  std::size_t size() const { return dynamics().size(); }
  Span nominals() const { return dynamics().nominals(); }
  integration::Solver solver(const Values<double>& u) const;
  void derivatives(double t, Span x, const Modes& m, const Values<double>& u, std::span<double> dx) {
    dynamics().derivatives(t, x, m, u, dx);
  }
  /// The same for dual numbers.
  void rates(const math::Dual& t, std::span<const math::Dual> x, const Modes& m, const Start<math::Dual>& start,
             const Values<math::Dual>& u, std::span<math::Dual> dx);
  void linearise(double t, Span x, const Modes& m, const Values<double>& u, std::span<double> dx) {
    dynamics().linearise(t, x, m, u, dx);
  }
  bool factor(double h_gamma, const Modes&) { return dynamics().factor(h_gamma); }
  void solve(Span F, const Modes& m, const Values<double>& u, std::span<double> k) { dynamics().solve(F, m, u, k); }
  void stage(double t, Span x, const Modes& m, const Values<double>& u, std::span<double> dx) {
    dynamics().stage(t, x, m, u, dx);
  }
  double error(Span e, Span, const Values<double>& u) const { return dynamics().error(e, u); }
  int degrees_of_freedom() const { return dynamics().equations().freedoms(); }  ///< drive locked; for prepared values
  long evaluations() const { return dynamics().equations().evaluations(); }

  // events
  std::size_t indicator_count() const { return 1 + 2 * contact_count() + static_cast<std::size_t>(topology().buffers); }
  void indicators(double t, Span x, const Modes& m, const Values<double>& u, std::span<double> z);
  double next_event(double, const Modes& m, const Values<double>&) const { return dynamics().axis.next_corner(m); }
  bool update(double t, std::span<double> x, Modes& m, const Values<double>& u);

  // statics
  void initialise(double t0, const Values<double>& u, State& state);
  /// By implicit differentiation of the equilibrium.
  template <class S>
  void start(const Values<S>& u, const State& state, std::vector<S>& x, Start<S>& start);
  /// Natural frequencies [Hz] of small undamped motion about the present point with the drive locked, ascending.
  std::vector<double> frequencies(const Values<double>& u, const State& state);

  // outputs
  template <class S>
  void outputs(const S& t, std::span<const S> x, const Modes& m, const Start<S>& start, Values<S>& v);

  /// Of each rope at rest: stiffness, mass, largest tension; safety factor and D/d where its strength and diameter are described.
  struct Figure {
    std::string name;
    double value;
    std::string_view unit;
  };
  std::vector<Figure> figures(const Values<double>& v) const;

  // limits
  void check(const Values<double>& u, std::vector<std::string>& findings) const;
  /// Of values with the outputs at the start: what is allowed, but that no machine has.
  void plausibility(const Values<double>& v, std::vector<std::string>& warnings) const;
  void accepted(double t, Span x, Modes& m, const Values<double>& u, Hooks& hooks);

 private:
  void set_default_ride();
  double longest_ride(double direction, bool within_described) const;
  double default_brake();
  double holding_torque(Values<double> u);
  double gear() const {
    return 1.0 / topology().travel[topology().side[0]];
  }  ///< rope at the drive per travel of the first side
  bool decide_brake(std::span<double> x, Modes& m, const Values<double>& u);
  bool decide_buffers(Span x, Modes& m, const Values<double>& u) const;
  mechanics::Buffer<double> buffer(int i, Span x, const Modes& m, const Values<double>& u) const;
  bool follow_ride(double t, std::span<double> x, Modes& m) const;
  bool decide_contact(int k, double t, std::span<double> x, Modes& m, const Values<double>& u);
  bool decide_side(int k, double t, Span x, Modes& m, const Values<double>& u);
  void note_slip(int k, double t, Span x, Modes& m) const;
  const Contacts<double>& evaluated(double t, Span x, const Modes& m, const Values<double>& u);
  const double* accelerations() const { return rate_.data() + dynamics().coordinates(); }  ///< where last evaluated
  double required_force(Span x, const Modes& m, const Values<double>& u);

  /// The equations evaluated at a point, up to all accelerations.
  template <class S>
  struct Motion {
    Equations<S>& equations;
    DrivePoint<S> drive;
    DriveForces<S> forces;
    const S *q, *qd, *a;
  };
  template <class S>
  Motion<S> motion(const S& t, std::span<const S> x, const Modes& m, const Start<S>& start, const Values<S>& u);

  void equilibrium(const Values<double>& u, State& state);
  void require_ropes_to_pull(const Values<double>& u, const State& state);
  [[noreturn]] void explain_loose(int coordinate) const;

  void check_friction(const Values<double>& u, std::vector<std::string>& findings) const;
  void check_room(const Values<double>& u, std::vector<std::string>& findings) const;
  void check_chains(const Values<double>& u, std::vector<std::string>& findings) const;
  void check_buffers(const Values<double>& u, std::vector<std::string>& findings) const;
  void doubt_pit(const Values<double>& v, std::vector<std::string>& warnings) const;
  std::string standing(const Values<double>& u, const State& state) const;
  void refuse_short_spans(double t, Span x) const;
  void refuse_taut_chains(double t, Span x, const Values<double>& u) const;
  void warn_slack_and_traction(double t, Span x, Modes& m, const Values<double>& u, Hooks& hooks);
  void report_slip(Modes& m, Hooks& hooks) const;
  static void warn_ignored(const Values<double>& u, Modes& m, Hooks& hooks);
  std::string span_name(int k) const;

  /// The machine with ropes tied to the drive, or held by friction.
  struct Make {
    Make(const Structure& structure, Grip grip) : topology{structure, grip}, dynamics{topology}, dual{topology} {}
    const Topology topology;
    Dynamics dynamics;
    Equations<math::Dual> dual;
  };
  /// Which of the two these values ask for.
  template <class S>
  Make& make_of(const Values<S>& u) const {
    return u.drive.contact == static_cast<int>(ContactKind::tied) ? *tied_ : *gripped_;
  }
  std::size_t contact_count() const { return topology().grip_places.size(); }  ///< whether friction holds them or not
  Dynamics& dynamics() { return made_->dynamics; }
  const Dynamics& dynamics() const { return made_->dynamics; }

  Structure structure_;
  std::unique_ptr<Make> tied_, gripped_;
  Make* made_;  ///< that of the prepared values
  Values<double> defaults_;
  std::vector<double> rate_;
  std::vector<math::Dual> dual_rate_;
};

}  // namespace reeve::models::reeving
