#pragma once
/// Systems that move by M q'' = f(q, v): what methods that know of positions and velocities ask beyond a hybrid system.
///
///   x = [q, v, ...]    n coordinates, their velocities, and what only an accepted step moves
///
/// Some coordinates may follow commands: the system puts them where they are at the end of a step, with residual 0. Forces may
/// have a memory (contacts, bristles): while a step is tried it is that of the step's start, x.
#include <span>

namespace reeve::integration {

/// A step as tried: where it ends.
struct Trial {
  std::span<double> q, v, qdd;
};

class SecondOrder {
 public:
  SecondOrder() = default;
  virtual ~SecondOrder() = default;
  SecondOrder(const SecondOrder&) = delete;
  SecondOrder& operator=(const SecondOrder&) = delete;
  using Span = std::span<const double>;

  virtual std::size_t coordinates() const = 0;  ///< n
  virtual double radius() const = 0;            ///< of the amplification of infinitely fast modes, 0 .. 1

  /// From x at t a step of size h is tried: takes the inputs of its end, and puts coordinates that follow a command there.
  virtual void prescribe(double t, Span x, double h, const Trial& trial) = 0;
  /// f at the end of the step; moves the memory of the forces along.
  virtual void forces(Span x, const Trial& trial, std::span<double> f) = 0;
  /// r = f - M q'' at the end of the step; returns its largest component over the typical force.
  virtual double residual(Span x, const Trial& trial, std::span<double> r) = 0;
  /// The same, and K + by_v C = -df/dq - by_v df/dv for factor().
  virtual double linearise(Span x, const Trial& trial, double by_v, std::span<double> r) = 0;
  virtual bool factor(double by_a) = 0;         ///< of by_a M + by_v C + K; false: it is singular
  virtual void solve(std::span<double> r) = 0;  ///< in place: the change of q that takes the residual away
  virtual double error(Span e) const = 0;       ///< of an error of the coordinates; 1 = as large as allowed
  /// The trial evaluated last is taken: x and memory move to its end. `settled`: it converged and keeps its tolerance.
  virtual void take(double h, const Trial& trial, bool settled, std::span<double> x) = 0;
};

}  // namespace reeve::integration
