#include "sensitivity.hpp"

#include <algorithm>
#include <cmath>

namespace conformance {

namespace {

bool scalar_real(const Variable& v) { return v.type == Type::float64 && !v.is_array() && !v.clocked; }

}  // namespace

double size_of(const Variable& v) { return v.nominal && *v.nominal != 0 ? std::abs(*v.nominal) : 1; }

/// Derivatives at rest are small differences of large forces: positions rounded, times stiffness over mass.
double rounding(const Variable& unknown, double h) {
  return (unknown.derivative_of ? 1e-6 : 1e-10) * size_of(unknown) / h;
}

std::vector<const Variable*> running_unknowns(const Description& d) {
  std::vector<const Variable*> out;
  for (const auto* u : d.unknowns_in("Output"))
    if (u->resolved && scalar_real(d.variables[u->position]) && d.variables[u->position].continuous_float())
      out.push_back(&d.variables[u->position]);
  return out;
}

std::vector<const Variable*> running_knowns(const Description& d) {
  std::vector<const Variable*> out;
  for (const auto& v : d.variables)
    if (v.is_input() && scalar_real(v) && v.continuous_float() && !v.alias && !v.start_values.empty())
      out.push_back(&v);
  return out;
}

std::vector<ValueReference> references(const std::vector<const Variable*>& variables) {
  std::vector<ValueReference> out;
  for (const auto* v : variables) out.push_back(v->reference);
  return out;
}

std::vector<const Variable*> initial_unknowns(const Description& d) {
  std::vector<const Variable*> out;
  for (const auto* u : d.unknowns_in("InitialUnknown"))
    if (u->resolved && scalar_real(d.variables[u->position])) out.push_back(&d.variables[u->position]);
  return out;
}

std::vector<const Variable*> initial_knowns(const Description& d) {
  std::vector<const Variable*> out;
  for (const auto& v : d.variables)
    if ((v.is_input() || v.is_parameter()) && scalar_real(v) && !v.alias && !v.start_values.empty() && out.size() < 60)
      out.push_back(&v);
  return out;
}

Stencil stencil(const Variable& v, double value) {
  const double scale = v.nominal && *v.nominal != 0 ? std::abs(*v.nominal) : value != 0 ? std::abs(value) : 1;
  const double h = 1e-4 * std::max(scale, std::abs(value));
  double at = value;
  if (v.max) at = std::min(at, *v.max - 2 * h);
  if (v.min) at = std::max(at, *v.min + 2 * h);
  return {at, h};
}

std::vector<double> column(Instance& instance, const std::vector<ValueReference>& unknowns, ValueReference known) {
  std::vector<double> out(unknowns.size());
  const double one = 1;
  const auto status = instance.directional_derivative(unknowns, {&known, 1}, {&one, 1}, out);
  expect(good(status), "the directional derivative for value reference ", known, " returned ", name(status), ": ",
         instance.environment().log());
  return out;
}

}  // namespace conformance
