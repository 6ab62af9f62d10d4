#pragma once
/// A cable in a conduit (Bowden cable, tendon sheath) between an actuator and a load.
///
///   proximal end   displacement p (positive pulls) or tension
///   distal end     spring k, prescribed displacement q (positive pulls the cable out there) or prescribed tension
///   m d'' = T_out - F     with a load mass, d = -q:                                                         (T-CON.18)
///                         F = T0 + k d + c d' on a spring, F = distal_tension + c d' with a prescribed tension
///
/// The rooms are those of models/hybrid.hpp. The cable as the last accepted step left it is memory: its past is in its profile, and
/// derivatives and outputs take it one straight way further, to the load and the inputs of the moment. x = [d, d'] with a load mass;
/// without one nothing is integrated. The one event is where the load stands still, for there the cable turns round.
#include <array>

#include "mechanics/conduit/cable_in_conduit.hpp"
#include "models/cable_conduit/values.hpp"
#include "models/hybrid.hpp"

namespace reeve::models::cable_conduit {

struct Modes {
  mechanics::ConduitCable<double> cable;  ///< as the last accepted step left it
  bool at_start{true};                    ///< that is still the start's
  int direction{};                        ///< in which the load moves: sign of d', 0 = from standstill
  std::array<bool, 2> active{};           ///< ends that moved in the last motion
  bool new_motion{};                      ///< an input has jumped since
  bool runs_away{};                       ///< two prescribed tensions that friction cannot hold
  bool looked_at_inputs{}, warned_of_strain{}, warned_of_runaway{};

  template <class Archive>
  void fields(Archive& archive) {
    archive(cable.tension, cable.turn[0], cable.turn[1], cable.displacement, cable.loss, cable.direction, cable.moved,
            at_start, direction, active, new_motion, runs_away, looked_at_inputs, warned_of_strain, warned_of_runaway);
  }
};

/// The cable of the start: outputs in initialisation are differentiated through it.
template <class S>
struct Start {
  mechanics::ConduitCable<S> cable;

  Start() = default;
  template <class T>
  explicit Start(const Start<T>& other) {
    mechanics::convert(other.cable, cable);
  }
  template <class Archive>
  void fields(Archive& archive) {
    archive(cable.tension, cable.turn[0], cable.turn[1], cable.displacement, cable.loss, cable.direction, cable.moved);
  }
};

class Model {
 public:
  using Structure = cable_conduit::Structure;
  template <class S>
  using Values = cable_conduit::Values<S>;
  using Modes = cable_conduit::Modes;
  template <class S>
  using Start = cable_conduit::Start<S>;
  using State = integration::State<Modes, Start<double>>;
  using Span = std::span<const double>;

  // structure
  explicit Model(Structure structure) : structure_{structure}, scratch_{structure.segments} {}

  // values
  template <class S>
  Values<S> defaults() const {
    return cable_conduit::defaults<S>(structure_);
  }
  template <class S>
  void fields(Values<S>& v, variables::List& list) const {
    cable_conduit::fields(v, structure_, list);
  }
  void blank(Modes& m, Start<double>& start) const {
    m.cable = start.cable = mechanics::ConduitCable<double>(structure_.segments);
  }

  // dynamics
  enum { kD, kV, kStates };
  void prepare(const Values<double>& u, const Start<double>&);
  std::size_t size() const { return has_mass_ ? kStates : 0; }
  Span nominals() const { return Span(kNominal).first(size()); }
  static integration::Solver solver(const Values<double>& u) { return {.tolerance = u.solver.tolerance}; }
  void derivatives(double t, Span x, const Modes& m, const Values<double>& u, std::span<double> dx);
  /// Of the step from x at t to next at t1: how far the way of the cable's ends is from straight, over what is allowed.
  using At = std::function<const Values<double>&(double)>;
  double defect(double t, Span x, double t1, Span next, const Modes& m, const At& values_at);

  // events
  static std::size_t indicator_count() { return 1; }
  static void indicators(double t, Span x, const Modes& m, const Values<double>& u, std::span<double> z);
  static double next_event(double, const Modes&, const Values<double>&) { return kNever; }
  bool update(double t, std::span<double> x, Modes& m, const Values<double>& u);

  // statics
  void initialise(double t0, const Values<double>& u, State& state);
  template <class S>
  void start(const Values<S>& u, const State&, std::vector<S>& x, Start<S>& start) const;

  // outputs
  template <class S>
  void outputs(const S& t, std::span<const S> x, const Modes& m, const Start<S>& start, Values<S>& v);

  // limits
  void check(const Values<double>& u, std::vector<std::string>& findings) const;
  void accepted(double t, Span x, Modes& m, const Values<double>& u, integration::StepHooks& hooks);

 private:
  template <class S>
  struct Scratch {
    explicit Scratch(std::size_t segments) : course(segments), cable(segments), trial(segments) {}
    mechanics::ConduitCourse<S> course;
    mechanics::ConduitCable<S> cable;
    mechanics::ConduitTrial<S> trial;
    mechanics::CableInConduit<S> rig(const Values<S>& u) { return {course, cable, trial, u.pretension}; }
  };
  template <class S>
  static bool has_mass(const Values<S>& u) {
    return math::value(u.load.mass) > 0 && u.load.mode != kPrescribedDisplacement;
  }
  template <class S>
  static void lay(mechanics::ConduitCourse<S>& course, const Values<S>& u);
  template <class S>
  static mechanics::ConduitDrive<S> drive(const Values<S>& u);
  template <class S>
  static bool pull(Scratch<S>& here, const Values<S>& u, std::span<const S> x);

  void follow(const Values<double>& u);
  void commit(Span x, Modes& m, const Values<double>& u);
  static void check_load(const Values<double>& u, double dx, std::vector<std::string>& findings);

  static constexpr std::array<double, kStates> kNominal{1e-4, 1e-3};  ///< 0.1 mm, 1 mm/s
  Structure structure_;
  bool has_mass_{};
  Scratch<double> scratch_;
  std::vector<double> laid_friction_;  ///< for which scratch_ has its course
};

}  // namespace reeve::models::cable_conduit
