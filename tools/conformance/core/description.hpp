#pragma once

/// modelDescription.xml as values that do not depend on the version of FMI. Reading is tolerant: what is wrong in the
/// file stays visible, so that a check can name it.

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "value.hpp"

namespace conformance {

using ValueReference = std::uint32_t;

struct Variable {
  std::string name, description;
  ValueReference reference = 0;
  std::string element;  ///< name of the XML element: Real, Float64, Enumeration ...
  Type type = Type::float64;
  std::string causality, variability, initial;  ///< with the standard's defaults filled in
  bool initial_written = false;
  std::optional<std::string> start;  ///< as written
  Values start_values;               ///< empty if there is none or it does not parse
  std::optional<double> min, max, nominal;
  std::string unit, display_unit, declared_type;
  std::vector<std::uint64_t> fixed_dimensions;           ///< FMI 3.0: as written, 0 where a variable gives the size
  std::vector<std::optional<ValueReference>> size_from;  ///< FMI 3.0: structural parameter of each dimension
  std::size_t elements = 1;                              ///< number of values with the structural start values
  std::optional<std::uint32_t> derivative_of;            ///< FMI 2.0: index from 1; FMI 3.0: value reference
  bool intermediate_update = false, clocked = false, reinit = false;
  std::vector<std::int64_t> items;  ///< values of the declared type, if the variable is an enumeration
  bool alias = false;  ///< an <Alias> of FMI 3.0; or in FMI 2.0 a later variable with a value reference seen before

  bool is_array() const { return !fixed_dimensions.empty(); }
  bool is_enumeration() const { return element == "Enumeration"; }
  bool is_input() const { return causality == "input"; }
  bool is_output() const { return causality == "output"; }
  bool is_parameter() const { return causality == "parameter"; }
  bool continuous_float() const { return is_float(type) && variability == "continuous"; }
};

/// One entry of ModelStructure; dependencies are value references in both versions.
struct Unknown {
  std::string list;  ///< Output, Derivative, InitialUnknown, EventIndicator, ClockedState
  ValueReference reference = 0;
  bool resolved = true;                                     ///< the index or reference names a variable
  std::size_t position = 0;                                 ///< index into Description::variables if resolved
  std::optional<std::vector<ValueReference>> dependencies;  ///< absent: depends on all knowns
  std::vector<std::string> kinds;
  bool kinds_written = false;
  std::vector<std::string> unresolved;  ///< dependencies that name no variable
};

struct DisplayUnit {
  std::string name;
  double factor = 1, offset = 0;
  bool inverse = false;
};

struct Unit {
  std::string name;
  bool has_base = false;
  std::map<std::string, int> exponents;  ///< of the base units that are not 0
  std::vector<DisplayUnit> display_units;
};

struct DefaultExperiment {
  bool present = false;
  std::optional<double> start, stop, tolerance, step;
};

struct TypeDefinition {
  std::string element, unit, display_unit;
  std::vector<std::pair<std::string, std::int64_t>> items;  ///< of an enumeration

  bool is_enumeration() const { return element.starts_with("Enumeration"); }  ///< FMI 3.0: EnumerationType
};

struct Description {
  int version = 0;  ///< 2 or 3
  std::string fmi_version, model_name, token, identifier, naming, generation_tool, author;
  std::string generation_date;
  bool has_co_simulation = false, has_model_exchange = false;
  std::map<std::string, std::string> flags;                 ///< attributes of <CoSimulation>
  std::map<std::string, std::string> model_exchange_flags;  ///< attributes of <ModelExchange>
  std::optional<std::size_t> indicators_written;            ///< FMI 2.0: numberOfEventIndicators
  std::vector<Variable> variables;
  std::vector<Unit> units;
  std::map<std::string, TypeDefinition> types;
  std::vector<std::string> log_categories;
  DefaultExperiment experiment;
  std::vector<Unknown> unknowns;

  bool flag(const std::string& name) const;
  bool model_exchange_flag(const std::string& name) const;
  unsigned number_flag(const std::string& name) const;
  bool can_copy_state() const { return flag(version == 2 ? "canGetAndSetFMUstate" : "canGetAndSetFMUState"); }
  bool can_serialize_state() const { return flag(version == 2 ? "canSerializeFMUstate" : "canSerializeFMUState"); }
  bool has_directional_derivatives() const {
    return flag(version == 2 ? "providesDirectionalDerivative" : "providesDirectionalDerivatives");
  }

  const Variable* find(ValueReference reference, Type type) const;
  const Variable* find(ValueReference reference) const;
  const Variable* named(const std::string& name) const;
  /// Value references of any type in use, to find one that is not.
  std::set<ValueReference> used_references() const;
  ValueReference unused_reference() const;
  std::vector<const Unknown*> unknowns_in(const std::string& list) const;
  /// The variable that a derivative is the derivative of; nullptr if it is none or names no variable.
  const Variable* state_of(const Variable& derivative) const;
};

/// Throws std::runtime_error with the place if the file is missing or not well-formed.
Description read_description(const std::filesystem::path& xml_file);

}  // namespace conformance
