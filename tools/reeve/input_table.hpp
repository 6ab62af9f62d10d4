#pragma once
/// Inputs over time from a CSV file: a column `time` [s] and one column per input; linear in between, held outside.
#include <filesystem>
#include <span>
#include <vector>

#include "fmi/model.hpp"

namespace reeve::cli {

class InputTable {
 public:
  /// Throws with file, line and column for what cannot be read, and with a suggestion for a name that is no input.
  InputTable(const std::filesystem::path& file, fmi::Model& model);

  /// A step begins at t: writes the inputs into the model where the table has news, at the first time and at its rows. Whole
  /// numbers and switches keep their last value. True: one of these changed.
  bool begin(double t);
  /// How the real inputs move from t on, up to the next row: from the values that they have.
  std::span<const fmi::Model::Ramp> ramps(double t);
  void move(double since);          ///< to the values at the end of such a step
  double next_row(double t) const;  ///< time of the first row after t; infinite if there is none

 private:
  struct Column {
    fmi::Storage storage;  ///< of the one element
    std::size_t row;       ///< of the model's table
    std::vector<double> values;
  };
  std::size_t row_at(double t) const;
  double value_at(const Column& column, double t) const;

  std::vector<double> time_;
  std::vector<Column> columns_;
  std::vector<fmi::Model::Ramp> ramps_;
  bool begun_{};
};

}  // namespace reeve::cli
