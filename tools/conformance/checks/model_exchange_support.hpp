#pragma once

/// What the checks of model exchange share: a look at everything an FMU says at a point, and short runs that are the same
/// each time.

#include "core/oracle.hpp"
#include "core/outcome.hpp"
#include "saved_state.hpp"

namespace conformance {

/// All that can be read at a point without changing anything.
struct View {
  Vector dx, z, values;  ///< values: outputs and locals
};
View look(Model& model, const Observer& observer);
/// Fails with the first number that is not the same to the bit.
void expect_same(const Model& model, const Observer& observer, const View& found, const View& expected,
                 const std::string& what);

/// A point of a run: where, and with which inputs.
struct Point {
  double time = 0;
  Vector x;
};

/// A step that Euler's method can take without growing: half of what a careful run of 200 steps needs.
double stable_step(const LoadedFmu& loaded);

/// The points of a run, at most `count` of them, spread over its steps.
std::vector<Point> points_of_a_run(const LoadedFmu& loaded, std::size_t count);

/// Everything along a run: time, states, derivatives, indicators, next event; one row per step.
using Trace = std::vector<Vector>;
/// Goes on from continuous-time mode with Euler steps and passes events where they come, without locating them. The same
/// calls give the same bits.
struct Walk {
  double time = 0, step = 0, next = 0;
  std::size_t steps = 30;
  std::size_t completed = 1;  ///< calls of CompletedIntegratorStep per step
};
Trace walk(Model& model, const Walk& how);
/// From a started model at the start of the experiment.
Trace walk_from_start(Model& model, double step, std::size_t steps = 30);
void expect_same(const Trace& found, const Trace& expected, const std::string& what);

/// Runs with all three habits; `look` is told of each run's plan before it starts.
void with_every_habit(const LoadedFmu& loaded, const std::function<void(Model&, Plan&)>& prepare);
const char* name(Habit habit);

/// The run in which most event indicators pass zero: the usual one, one with inputs as large as their nominal values, or one with
/// another item of an enumeration among the parameters as well. `otherwise` if none does in any; without it the check does
/// not apply.
Plan plan_with_state_events(const LoadedFmu& loaded, const std::optional<Plan>& otherwise = {});

double next_or_never(const DiscreteUpdate& update);

}  // namespace conformance
