#pragma once

/// Integrates an FMU for model exchange as a careful importer does, or as two careless ones do.
///
/// Careful: Runge-Kutta steps with error control; steps end exactly on announced events and on changes of inputs; a change
/// of an event indicator's domain (z > 0 or z <= 0) is located by bisection, and the event is entered at the right end of
/// the bracket, where the FMU sees the new domain.

#include "model.hpp"
#include "trajectory.hpp"

namespace conformance {

enum class Habit {
  careful,
  open_modelica,  ///< careful, but with one update per event, and with completed steps at every trial point
  rust_fmi,       ///< Euler steps, no location of events, an event too many at the start and after each event
};

struct Event {
  double time = 0;
  bool initial = false, by_state = false, by_time = false, by_step = false, by_input = false;
  double left = 0;            ///< by_state: the time just before the indicator changed its domain
  Vector x_left, z_left;      ///< by_state: the states and indicators then
  Vector x, z;                ///< before the event
  std::size_t indicator = 0;  ///< by_state: the first that changed its domain
  DiscreteUpdate update;      ///< what the FMU said
};

struct Plan {
  double start = 0, stop = 1;
  double tolerance = 1e-6;  ///< relative to the larger of state and nominal value
  Points input_changes;     ///< when inputs get new values, which then hold; ascending, none: they stay as they are
  double amplitude = 0.1;   ///< of those changes, in parts of the nominal values
  Points records;           ///< when to note the observed values, just before an event there
  Habit habit = Habit::careful;
  double euler_step = 0;                                    ///< of the habit rust_fmi
  double patience = 2;                                      ///< about so many seconds; the run then ends where it is
  std::size_t most_events = 2000, most_steps = 10'000'000;  ///< likewise
  bool may_leave_range = false;  ///< states are moved by hand, perhaps to where no machine is: a Discard ends the run
  std::function<void(Model&)> prepare;  ///< before initialisation, e.g. to set parameters
  /// In continuous-time mode, both. The first may move the states on, as an importer that comes late.
  std::function<void(Model&, const Event&)> before_event, after_event;
  /// After each completed step; after each that ends without an event, where the handler may pass one.
  std::function<void(Model&, double time, const Vector&x)> on_step, on_quiet_step;
};

struct Run {
  double reached = 0;  ///< less than the stop time if patience ran out or the FMU ended the simulation
  bool ended = false;  ///< by the FMU, or because Euler's method has left where it can be evaluated
  std::vector<Event> events;
  Trajectory observed;
  Vector x;
  std::size_t steps = 0, evaluations = 0;
  double mean_step() const;
};

/// Starts the model and integrates it; fails the check if a call is refused that must not be.
Run integrate(Model& model, const Plan& plan);

/// The plan of most checks: two seconds or twenty communication steps, inputs that change ten times.
Plan usual_plan(const Fmu& fmu);
Points equal_parts(double start, double stop, std::size_t parts);  ///< without the start

}  // namespace conformance
