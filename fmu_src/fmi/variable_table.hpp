#pragma once
/// The one declaration of a model's variables. Getters, setters, both modelDescription.xml, the documentation and the
/// command line all read from this table. It is a run-time value, because a description may decide how many there are.
///
/// Value references are explicit and never renumbered: group base + index. Groups lie 2^16 apart; an array at reference r
/// with n elements owns r .. r + n - 1 (FMI 2.0 sees n scalars name[1] .. name[n], FMI 3.0 one array). An array may have several
/// dimensions, the last index running fastest, and FMI 2.0 may name only a part of its elements.
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "fmi/units.hpp"

namespace reeve::fmi {

enum class Type { real, integer, boolean };
enum class Causality { parameter, input, output, local, independent };
enum class Variability { fixed, tunable, discrete, continuous };

/// Where a variable's values live: the first of `Variable::size()` neighbours.
using Storage = std::variant<double*, int*, bool*>;

struct Variable {
  std::uint32_t reference{};
  std::string name;
  Type type{Type::real};
  Causality causality{Causality::local};
  Variability variability{Variability::continuous};
  const Unit* unit{&unit::none};
  std::string description;  ///< says the sign convention
  double min{-std::numeric_limits<double>::infinity()};
  double max{std::numeric_limits<double>::infinity()};
  bool above_min{false};  ///< min itself is excluded
  double nominal{0.0};             ///< typical size; 0 = not stated
  bool is_array{false};
  std::uint32_t elements{1};
  std::vector<std::uint32_t> shape;   ///< of an array with several dimensions; empty: one
  std::vector<std::uint32_t> listed;  ///< elements that FMI 2.0 names, rising; empty: all
  bool takes_tolerance{false};                  ///< the importer's tolerance goes here unless the user set it
  std::vector<std::string> depends;             ///< inputs an output depends on directly, while stepping
  std::vector<std::string> depends_initially;   ///< inputs and parameters it depends on in initialisation

  bool allows(double value) const { return (above_min ? value > min : value >= min) && value <= max; }
  bool is_settable() const { return causality == Causality::parameter || causality == Causality::input; }
  bool is_computed() const { return causality == Causality::output || causality == Causality::local; }
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
  Row& takes_tolerance() { return v_.takes_tolerance = true, *this; }
  /// Direct dependence on inputs while stepping; none is the default.
  Row& depends(std::vector<std::string> inputs) { return v_.depends = std::move(inputs), *this; }
  /// Dependence on inputs and parameters at the end of initialisation.
  Row& initially(std::vector<std::string> knowns) { return v_.depends_initially = std::move(knowns), *this; }

 private:
  Variable& v_;
};

struct Experiment {
  double start{0.0}, stop{1.0}, step{1e-3}, tolerance{1e-6};  ///< [s], tolerance relative
};

/// Variables that meet at one physical connector, for graphical tools.
struct Terminal {
  std::string name, description;
  std::vector<std::string> members;
};

/// What surrounds the variables in a modelDescription.xml.
struct Identity {
  std::string identifier;   ///< modelIdentifier: a C identifier, the name of the library file
  std::string description;  ///< one sentence
  Experiment experiment;
  std::vector<Terminal> terminals;
  std::string theory;  ///< theory page, without ".md"
  std::string sketch;  ///< drawing, without ".svg"
};

class VariableTable {
 public:
  static constexpr std::uint32_t kGroup = 1u << 16;  ///< distance of groups of value references

  VariableTable();  ///< holds the independent variable `time` at reference 0

  Row add(Variable variable);

  const std::vector<Variable>& rows() const { return rows_; }
  const Variable* find(std::string_view name) const;
  std::size_t index_of(std::string_view name) const;  ///< throws with a suggestion if there is none

  /// Row and element that a value reference names; nullptr if none.
  struct Element {
    std::uint32_t reference, row, element;
    bool listed;  ///< FMI 2.0 names it
  };
  const Element* locate(std::uint32_t reference, std::size_t& hint) const {
    // Importers read the same list at every step: the element behind the last one is usually the right one.
    if (hint + 1 < elements_.size() && elements_[hint + 1].reference == reference) return &elements_[++hint];
    return search(reference, hint);
  }

  /// Throws std::logic_error with the first broken rule: the model's author sees it in every test.
  void finish();

 private:
  const Element* search(std::uint32_t reference, std::size_t& hint) const;

  std::vector<Variable> rows_;
  std::vector<Element> elements_;  ///< sorted by reference
};

/// name, name[i] or name[i,k], as FMI 2.0 spells an element (counted from 0, last index fastest) of a variable
std::string scalar_name(const Variable& variable, std::uint32_t element);
/// Nothing, [n] or [n,m]
std::string size_text(const Variable& variable);
/// Sizes of an array's dimensions; none for a scalar.
std::vector<std::uint32_t> dimensions(const Variable& variable);
/// Elements that FMI 2.0 names.
std::vector<std::uint32_t> listed_elements(const Variable& variable);

}  // namespace reeve::fmi
