#pragma once
/// Outputs of models as rows of text.
#include <string>
#include <utility>
#include <vector>

#include "csv/cells.hpp"
#include "fmi/model.hpp"
#include "math/text.hpp"

namespace reeve::cli {

class Recorder {
 public:
  /// Adds the outputs of a model, before the first row; `prefix` stands in front of their names.
  void add(fmi::Model& model, const std::string& prefix = {}) {
    const auto& rows = model.table().rows();
    for (std::size_t row = 1; row < rows.size(); ++row) {
      if (rows[row].causality != fmi::Causality::output) continue;
      for (std::uint32_t e = 0; e < rows[row].elements; ++e)
        text_ += "," + csv::cell(prefix + variables::scalar_name(rows[row], e));
      columns_.push_back({model.storage(row), rows[row].elements});
    }
  }

  void record(double t) {
    text_ += "\n" + math::text(t);
    for (const auto& [storage, elements] : columns_) {
      std::visit(
          [&, n = elements](const auto* values) {
            for (std::uint32_t e = 0; e < n; ++e) text_ += "," + math::text(static_cast<double>(values[e]));
          },
          storage);
    }
  }

  std::string text() const { return text_ + "\n"; }

 private:
  std::string text_{"time"};
  std::vector<std::pair<fmi::Storage, std::uint32_t>> columns_;
};

}  // namespace reeve::cli
