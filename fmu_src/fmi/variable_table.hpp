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

#include "variables/variable.hpp"

namespace reeve::fmi {

using variables::Causality;
using variables::Enumeration;
using variables::kSiBase;
using variables::Names;
using variables::Row;
using variables::Storage;
using variables::Type;
using variables::Unit;
using variables::Variability;
using variables::Variable;
namespace unit = variables::unit;

struct Experiment {
  double start{0.0}, stop{1.0}, step{1e-3}, tolerance{1e-6};  ///< [s], tolerance relative
};

/// Variables that meet at one physical connector, for graphical tools.
struct Terminal {
  std::string name, description;
  std::vector<std::string> members;
};

/// Whose an FMU is; what is empty is not said.
struct Owner {
  std::string author, copyright, license, version;
};

/// What surrounds the variables in a modelDescription.xml.
struct Identity {
  std::string identifier;   ///< modelIdentifier: a C identifier, the name of the library file
  std::string description;  ///< one sentence
  Owner owner;
  Experiment experiment;
  std::vector<Terminal> terminals;
  std::string theory;        ///< theory page, without ".md"
  std::string sketch;        ///< drawing, without ".svg"
  bool returns_early{true};  ///< a communication step has internal ones, after which an importer may end it (FMI 3.0)
};

class VariableTable {
 public:
  static constexpr std::uint32_t kGroup = variables::kGroup;

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

}  // namespace reeve::fmi
