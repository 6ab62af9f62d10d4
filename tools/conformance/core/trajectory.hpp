#pragma once

/// Short simulations and the comparison of what came out.

#include <functional>
#include <random>
#include <string>
#include <vector>

#include "fmu.hpp"

namespace conformance {

/// What a run is judged by: all numbers among the outputs and locals that can be read while stepping.
class Observer {
 public:
  explicit Observer(const Description& description);
  /// Fails the check if the FMU refuses to tell.
  std::vector<double> read(Instance& instance) const;
  const std::string& name(std::size_t i) const { return names_[i]; }
  std::size_t size() const { return names_.size(); }
  /// Whether number i is a continuous float, where errors of an integrator may show.
  bool continuous(std::size_t i) const { return continuous_[i]; }
  /// Whether number i can be judged by a tolerance: continuous, but neither the derivative of a state, which a stiffness
  /// lifts above any tolerance of the states, nor an event indicator.
  bool judged(std::size_t i) const { return judged_[i]; }
  /// A size for judging errors of number i: its nominal value, else 1.
  double scale(std::size_t i) const { return scales_[i]; }

 private:
  std::vector<const Variable*> others_;
  std::vector<ValueReference> reals_;
  std::size_t real_count_ = 0;
  std::vector<std::string> names_;
  std::vector<bool> continuous_, judged_;
  std::vector<double> scales_;
};

/// Moves the continuous inputs gently around their start values, inside their limits, as a function of time alone.
class Excitation {
 public:
  /// `amplitude` in parts of the nominal value.
  explicit Excitation(const Fmu& fmu, double amplitude = 0.1);
  void apply(Instance& instance, double time) const;
  bool empty() const { return inputs_.empty(); }

 private:
  struct Input {
    ValueReference reference;
    double start, amplitude, min, max, frequency;
  };
  std::vector<Input> inputs_;
};

struct Trajectory {
  std::vector<double> times;
  std::vector<std::vector<double>> values;  ///< one row per time, columns as the observer has them
};

using Points = std::vector<double>;
Points uniform_points(double start, double step, std::size_t count);
/// Unequal steps between 0.2 and 1.8 times `step`; the same for the same seed.
Points random_points(double start, double step, double stop, unsigned seed);

enum class Inputs { held, moving };

/// Steps an initialised instance through the points and records after each; fails the check if a step fails.
/// Ends early, without complaint, if the FMU asks for the end of the simulation.
Trajectory simulate(const Fmu& fmu, Instance& instance, const Points& points, Inputs inputs = Inputs::moving);
/// One step, which has to succeed; returns whether the simulation may go on.
bool advance(Instance& instance, double from, double to);

/// The same bits, number by number.
void expect_identical(const Fmu& fmu, const Trajectory& found, const Trajectory& expected, const std::string& what);

/// A run that most checks use: 40 steps of a suitable size with moving inputs from the start of the experiment.
Points usual_points(const Fmu& fmu, std::size_t steps = 40);
Trajectory usual_run(const LoadedFmu& fmu, std::size_t steps = 40);

}  // namespace conformance
