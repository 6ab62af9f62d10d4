#pragma once
/// What is said of a variable once, for everyone: name, unit, range, meaning, sign, what it depends on. It knows neither FMI nor
/// ropes; a model lists its variables in these words (list.hpp).
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "variables/units.hpp"

namespace reeve::variables {

inline constexpr std::uint32_t kGroup = 1u << 16;  ///< distance of groups of value references

using Names = std::vector<std::string>;
inline Names operator+(Names a, const Names& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// Those that are not there yet.
void add_missing(Names& names, const Names& more);

enum class Type { real, integer, boolean, enumeration };
enum class Causality { parameter, input, output, local, independent };
enum class Variability { fixed, tunable, discrete, continuous };

/// The choices of a selector, counted from 1.
struct Enumeration {
  struct Item {
    std::string_view name, description;
  };
  std::string_view name;  ///< of its type
  std::vector<Item> items;

  /// "1 torque, 2 ride, 3 speed"
  std::string text() const;
};

/// Where a variable's values live: the first of its neighbours. Enumerations are kept as int.
using Storage = std::variant<double*, int*, bool*>;

struct Variable {
  std::uint32_t reference{};
  std::string name;
  Type type{Type::real};
  Causality causality{Causality::local};
  Variability variability{Variability::continuous};
  const Unit* unit{&unit::none};
  const Enumeration* choices{};  ///< of an enumeration
  std::string description;       ///< says the sign convention
  double min{-std::numeric_limits<double>::infinity()};
  double max{std::numeric_limits<double>::infinity()};
  bool above_min{false};  ///< min itself is excluded
  double nominal{0.0};    ///< typical size; 0 = not stated
  bool is_array{false};
  std::uint32_t elements{1};
  std::vector<std::uint32_t> shape;   ///< of an array with several dimensions; empty: one
  std::vector<std::uint32_t> listed;  ///< elements that FMI 2.0 names, rising; empty: all
  bool by_element{false};             ///< each element follows those of its number, in arrays as long as its own
  bool only_in_motion{false};         ///< has no effect at rest
  bool described{false};              ///< a key of the description gives it, not only [start]
  bool required{false};               ///< and has to
  bool takes_tolerance{false};        ///< the importer's tolerance goes here unless the user set it
  std::vector<std::string> depends;   ///< inputs an output depends on directly, while stepping
  std::vector<std::string> follows;   ///< states, time and tunable parameters it depends on between events
  std::vector<std::string> depends_initially;  ///< inputs and parameters it depends on in initialisation

  // Model exchange: the place in x of a state, or of the state that this is the derivative of
  enum class Role { none, state, derivative, indicator } role{Role::none};
  std::uint32_t place{};     ///< of its first element in x, or among the indicators
  bool reinit{false};        ///< an event may set the state
  bool sizes_states{false};  ///< decides how many states there are

  bool allows(double value) const { return (above_min ? value > min : value >= min) && value <= max; }
  bool is_settable() const { return causality == Causality::parameter || causality == Causality::input; }
  bool is_computed() const { return causality == Causality::output || causality == Causality::local; }
  bool is_state() const { return role == Role::state; }
  bool is_rate() const { return role == Role::derivative || role == Role::indicator; }
  /// May be read (and, an input, set) while a step runs: FMI 3.0's intermediateUpdate.
  bool is_intermediate() const {
    return type == Type::real && variability == Variability::continuous &&
           (causality == Causality::input || causality == Causality::output);
  }
};

/// Attributes beyond the necessary ones, chained behind a declaration.
class Row {
 public:
  explicit Row(Variable& variable) : v_{variable} {}
  Row& min(double bound) { return v_.min = bound, *this; }
  Row& max(double bound) { return v_.max = bound, *this; }
  Row& range(double low, double high) { return min(low).max(high); }
  Row& positive() { return v_.above_min = true, min(0); }
  Row& nominal(double size) { return v_.nominal = size, *this; }
  Row& tunable() { return v_.variability = Variability::tunable, *this; }
  Row& discrete() { return v_.variability = Variability::discrete, *this; }
  Row& shape(std::vector<std::uint32_t> sizes) { return v_.shape = std::move(sizes), *this; }
  /// A large array lists only these elements as scalars of FMI 2.0; the description says which.
  Row& listed(std::vector<std::uint32_t> elements) { return v_.listed = std::move(elements), *this; }
  Row& only_in_motion() { return v_.only_in_motion = true, *this; }
  Row& described() { return v_.described = true, *this; }
  Row& required() { return v_.required = true, described(); }
  Row& takes_tolerance() { return v_.takes_tolerance = true, *this; }
  /// Direct dependence on inputs while stepping; none is the default.
  Row& depends(std::vector<std::string> inputs) { return v_.depends = std::move(inputs), *this; }
  /// Dependence on states, time and tunable parameters between events.
  Row& follows(std::vector<std::string> knowns) { return v_.follows = std::move(knowns), *this; }
  Row& sizes_states() { return v_.sizes_states = true, *this; }
  /// Dependence on inputs and parameters at the end of initialisation.
  Row& initially(std::vector<std::string> knowns) { return v_.depends_initially = std::move(knowns), *this; }

 private:
  Variable& v_;
};

/// name, name[i] or name[i,k], as FMI 2.0 spells an element (counted from 0, last index fastest) of a variable
std::string scalar_name(const Variable& variable, std::uint32_t element);
/// Nothing, [n] or [n,m]
std::string size_text(const Variable& variable);
/// Sizes of an array's dimensions; none for a scalar.
std::vector<std::uint32_t> dimensions(const Variable& variable);
/// Elements that FMI 2.0 names.
std::vector<std::uint32_t> listed_elements(const Variable& variable);

}  // namespace reeve::variables
