#include "fmi/variable_table.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "description/document.hpp"

namespace reeve::fmi {
namespace {

void require(bool holds, const Variable& variable, const char* rule) {
  if (!holds) throw std::logic_error("variable table: " + variable.name + ": " + rule);
}

void check_row(const Variable& v) {
  const bool real = v.type == Type::real;
  require(!v.description.empty(), v, "has no description");
  require(v.elements >= 1 && v.elements <= VariableTable::kGroup, v, "array size out of range");
  std::uint64_t product = 1;
  for (const auto size : v.shape) product *= size;
  require(v.shape.empty() || (v.is_array && product == v.elements), v, "its shape does not hold its elements");
  require(std::adjacent_find(v.listed.begin(), v.listed.end(), std::greater_equal<>()) == v.listed.end() &&
              (v.listed.empty() || v.listed.back() < v.elements),
          v, "lists elements twice, out of order or out of range");
  require(v.min <= v.max, v, "min > max");
  require(v.nominal >= 0, v, "nominal must be positive");
  require(real || v.variability != Variability::continuous, v, "only reals are continuous");
  switch (v.causality) {
    case Causality::parameter:
      require(v.variability == Variability::fixed || v.variability == Variability::tunable, v,
              "a parameter is fixed or tunable");
      break;
    case Causality::input:
      require(v.variability == Variability::continuous || v.variability == Variability::discrete, v,
              "an input is continuous or discrete");
      require(!v.is_array, v, "coupling signals are scalars in both FMI versions");
      break;
    default:
      require(v.variability == Variability::continuous || v.variability == Variability::discrete, v,
              "a computed variable is continuous or discrete");
  }
}

}  // namespace

VariableTable::VariableTable() {
  Variable time;
  time.name = "time";
  time.causality = Causality::independent;
  time.unit = &unit::second;
  time.description = "Simulation time";
  rows_.push_back(time);
}

Row VariableTable::add(Variable variable) {
  rows_.push_back(std::move(variable));
  return Row(rows_.back());
}

const Variable* VariableTable::find(std::string_view name) const {
  const auto row = std::find_if(rows_.begin(), rows_.end(), [name](const Variable& v) { return v.name == name; });
  return row == rows_.end() ? nullptr : &*row;
}

std::size_t VariableTable::index_of(std::string_view name) const {
  if (const Variable* row = find(name)) return static_cast<std::size_t>(row - rows_.data());
  std::vector<std::string> names;
  for (const auto& v : rows_) names.push_back(v.name);
  const std::string near = description::nearest(name, names);
  throw std::invalid_argument("no variable \"" + std::string(name) + "\"" +
                              (near.empty() ? "" : "; did you mean \"" + near + "\"?"));
}

const VariableTable::Element* VariableTable::search(std::uint32_t reference, std::size_t& hint) const {
  const auto element = std::lower_bound(elements_.begin(), elements_.end(), reference,
                                        [](const Element& e, std::uint32_t wanted) { return e.reference < wanted; });
  if (element == elements_.end() || element->reference != reference) return nullptr;
  hint = static_cast<std::size_t>(element - elements_.begin());
  return &*element;
}

void VariableTable::finish() {
  std::set<std::string> names;
  for (std::uint32_t row = 0; row < rows_.size(); ++row) {
    const Variable& v = rows_[row];
    check_row(v);
    require(names.insert(v.name).second, v, "declared twice");
    for (std::uint32_t e = 0; e < v.elements; ++e) {
      const bool listed = v.listed.empty() || std::binary_search(v.listed.begin(), v.listed.end(), e);
      elements_.push_back({v.reference + e, row, e, listed});
    }
  }
  std::sort(elements_.begin(), elements_.end(),
            [](const Element& a, const Element& b) { return a.reference < b.reference; });
  for (std::size_t i = 1; i < elements_.size(); ++i) {
    require(elements_[i - 1].reference != elements_[i].reference, rows_[elements_[i].row],
            "its value reference is taken by another variable");
  }
  for (const auto& v : rows_) {
    for (const auto& name : v.depends) {
      const Variable* known = find(name);
      require(known && known->causality == Causality::input, v, "depends on something that is no input");
    }
    for (const auto& name : v.follows) {
      const Variable* known = find(name);
      require(known && (known->is_state() || known->causality == Causality::independent ||
                        known->variability == Variability::tunable),
              v, "follows something that is no state, no time and no tunable parameter");
      require(!v.by_element || known->elements == v.elements, v, "follows element by element an array of another size");
    }
    for (const auto& name : v.depends_initially) {
      const Variable* known = find(name);
      require(known && known->is_settable(), v, "depends initially on something that cannot be set");
    }
  }
}

}  // namespace reeve::fmi
