#pragma once
/// Inputs over time from a CSV file: a column `time` [s] and one column per input; linear in between, held outside.
#include <filesystem>
#include <vector>

#include "fmi/model.hpp"

namespace reeve::cli {

class InputTable {
 public:
  /// Throws with file, line and column for what cannot be read, and with a suggestion for a name that is no input.
  InputTable(const std::filesystem::path& file, fmi::Model& model);

  /// Writes the inputs at time t into the model. Whole numbers and switches keep their last value.
  void apply(double t);

 private:
  struct Column {
    fmi::Storage storage;  ///< of the one element
    std::vector<double> values;
  };
  std::vector<double> time_;
  std::vector<Column> columns_;
  std::size_t row_{};  ///< where the last lookup ended
};

}  // namespace reeve::cli
