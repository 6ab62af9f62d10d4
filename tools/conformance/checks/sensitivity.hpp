#pragma once

/// Unknowns, knowns and the steps to vary them by: shared by the checks of derivatives and of dependencies.

#include "core/fmu.hpp"
#include "core/outcome.hpp"

namespace conformance {

/// Derivatives are given exactly; differences of an iterated equilibrium carry the tolerance of its solver.
inline constexpr double relative_slack = 1e-5;

/// A second look at what bends within the usual step.
inline constexpr double closer_look = 1e-3;

/// Size of a variable where its present value says little: its nominal value.
double size_of(const Variable& variable);

/// What rounding leaves of a difference over 2 h: an equilibrium is exact to about 1e-10 of its largest force (heights of
/// 500 m, rounded, beside a support of 2e8 N/m), and a small output beside large ones carries their rounding.
double rounding(const Variable& unknown, double h);

/// Continuous scalar outputs, as ModelStructure lists them.
std::vector<const Variable*> running_unknowns(const Description& description);
/// Continuous scalar inputs.
std::vector<const Variable*> running_knowns(const Description& description);
std::vector<const Variable*> initial_unknowns(const Description& description);
/// Floating-point inputs and parameters, at most sixty.
std::vector<const Variable*> initial_knowns(const Description& description);
std::vector<ValueReference> references(const std::vector<const Variable*>& variables);

/// A step for differences, and a point that has room for it on both sides.
struct Stencil {
  double at, h;
};
Stencil stencil(const Variable& variable, double value);

/// Derivatives of all unknowns with respect to one known; fails the check if the FMU refuses.
std::vector<double> column(Instance& instance, const std::vector<ValueReference>& unknowns, ValueReference known);

}  // namespace conformance
