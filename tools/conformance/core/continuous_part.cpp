#include "continuous_part.hpp"

#include <cmath>

#include "text.hpp"

namespace conformance {

std::string StateElement::name() const {
  return state->is_array() ? text(state->name, '[', element + 1, ']') : state->name;
}

double StateElement::nominal() const { return std::abs(state->nominal.value_or(1)); }

std::vector<const Variable*> ContinuousPart::state_variables() const {
  std::vector<const Variable*> out;
  for (const auto& s : states)
    if (s.element == 0) out.push_back(s.state);
  return out;
}

std::vector<const Variable*> ContinuousPart::derivative_variables() const {
  std::vector<const Variable*> out;
  for (const auto& s : states)
    if (s.element == 0) out.push_back(s.derivative);
  return out;
}

ContinuousPart continuous_part(const Description& d) {
  ContinuousPart part;
  for (const auto* u : d.unknowns_in("Derivative")) {
    const auto* derivative = u->resolved ? &d.variables[u->position] : nullptr;
    const auto* state = derivative ? d.state_of(*derivative) : nullptr;
    if (!state) continue;
    for (std::size_t i = 0; i < state->elements; ++i) part.states.push_back({state, derivative, i});
  }
  part.indicators = d.indicators_written.value_or(0);
  if (d.version == 3)
    for (const auto* u : d.unknowns_in("EventIndicator"))
      if (u->resolved) part.indicators += d.variables[u->position].elements;
  return part;
}

namespace {

std::set<ValueReference> references_in(const Description& d, const char* list) {
  std::set<ValueReference> out;
  for (const auto* u : d.unknowns_in(list))
    if (u->resolved) out.insert(u->reference);
  return out;
}

}  // namespace

std::set<ValueReference> state_references(const Description& d) {
  std::set<ValueReference> out;
  for (const auto& s : continuous_part(d).states) out.insert(s.state->reference);
  return out;
}

std::set<ValueReference> derivative_references(const Description& d) { return references_in(d, "Derivative"); }
std::set<ValueReference> indicator_references(const Description& d) { return references_in(d, "EventIndicator"); }

}  // namespace conformance
