#include "fmus/state_variables.hpp"

#include <algorithm>
#include <stdexcept>

namespace reeve::fmus {

using variables::Causality;
using variables::StateBlock;
using variables::Variable;

namespace {

/// Far behind the groups of any model, below 2^31: some importers take references for signed numbers.
enum : std::uint32_t {
  kStates = 0x1000 * variables::kGroup,
  kDerivatives = 0x1001 * variables::kGroup,
  kIndicators = 0x1002 * variables::kGroup
};

constexpr double kTypicalRate = 10;  ///< [1/s]: of the slow motions of such machines

Variable local(std::uint32_t reference, std::string name, const variables::Unit& unit, std::string description) {
  Variable v;
  v.reference = reference;
  v.name = std::move(name);
  v.causality = Causality::local;
  v.unit = &unit;
  v.description = std::move(description);
  return v;
}

Variable state_of(const StateBlock& block, std::uint32_t place) {
  Variable v = local(kStates + place, block.name, *block.unit, block.description);
  v.is_array = block.is_array;
  v.elements = block.elements;
  v.nominal = block.nominal;
  v.follows = {block.name};
  v.depends_initially = block.initially;
  return v;
}

Variable derivative_of(const Variable& state, const StateBlock& block) {
  Variable v =
      local(kDerivatives + state.place, "der(" + state.name + ")", rate_of(*state.unit), "Derivative of " + state.name);
  v.role = Variable::Role::derivative;
  v.place = state.place;
  v.is_array = state.is_array;
  v.elements = state.elements;
  v.shape = state.shape;
  v.by_element = block.by_element;
  v.nominal = kTypicalRate * (state.nominal > 0 ? state.nominal : 1.0);
  v.depends = block.rate_depends;
  v.follows = block.rate_follows;
  v.depends_initially = block.rate_initially;
  return v;
}

Variable indicators_of(const variables::States& states, std::size_t count) {
  Variable v = local(kIndicators, "event_indicators", variables::unit::none,
                     "Positive inside a mode: an event is where one of them is positive no more");
  v.role = Variable::Role::indicator;
  v.is_array = true;
  v.elements = static_cast<std::uint32_t>(count);
  v.depends = states.indicators_depend;
  v.follows = states.indicators_follow;
  return v;
}

}  // namespace

StateVariables::StateVariables(const variables::States& states, std::vector<Variable>& rows, std::size_t indicators) {
  std::vector<Variable> derivatives;
  std::uint32_t place = 0;
  for (const StateBlock& block : states.blocks) {
    Variable own;
    Variable* row = &own;
    if (block.unit) {
      own = state_of(block, place);
    } else {
      const auto shown =
          std::find_if(rows.begin(), rows.end(), [&](const Variable& v) { return v.name == block.name; });
      if (shown == rows.end()) throw std::logic_error("no variable shows the state " + block.name);
      row = &*shown;
    }
    row->role = Variable::Role::state;
    row->place = place;
    row->reinit = block.reinit;
    derivatives.push_back(derivative_of(*row, block));
    nominal.insert(nominal.end(), row->elements, row->nominal > 0 ? row->nominal : 1.0);
    place += row->elements;
    if (block.unit) added_.push_back(std::move(own));
  }
  added_.insert(added_.end(), derivatives.begin(), derivatives.end());
  if (indicators > 0) added_.push_back(indicators_of(states, indicators));
  x.assign(place, 0.0);
  dx.assign(place, 0.0);
  z.assign(indicators, 0.0);
}

void StateVariables::declare(fmi::VariableTable& table) {
  for (const Variable& v : added_) {
    std::vector<double>& values = v.is_state() ? x : v.role == Variable::Role::derivative ? dx : z;
    storage.push_back(values.data() + v.place);
    table.add(v);
  }
}

}  // namespace reeve::fmus
