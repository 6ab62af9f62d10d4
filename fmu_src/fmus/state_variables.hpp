#pragma once
/// States, their derivatives and event indicators as variables of an FMU, from the model's list of its states.
#include <string>
#include <vector>

#include "fmi/variable_table.hpp"
#include "variables/states.hpp"

namespace reeve::fmus {

class StateVariables {
 public:
  StateVariables() = default;
  /// Marks the rows that show a state.
  StateVariables(const variables::States& states, std::vector<variables::Variable>& rows, std::size_t indicators);
  /// Adds what no row shows yet.
  void declare(fmi::VariableTable& table);

  std::vector<double> x, dx, z;             ///< as an importer reads them
  std::vector<double> nominal;              ///< of x
  std::vector<variables::Storage> storage;  ///< of the rows added

 private:
  std::vector<variables::Variable> added_;  ///< states without a row, then derivatives, then indicators
};

}  // namespace reeve::fmus
