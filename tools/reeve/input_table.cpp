#include "reeve/input_table.hpp"

#include <charconv>
#include <cmath>
#include <stdexcept>

#include "description/document.hpp"
#include "fmi/ranges.hpp"
#include "reeve/catalogue.hpp"

namespace reeve::cli {

namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0;;) {
    const auto end = text.find(separator, begin);
    std::string_view part = text.substr(begin, end - begin);
    while (!part.empty() && (part.front() == ' ' || part.front() == '"')) part.remove_prefix(1);
    while (!part.empty() && (part.back() == ' ' || part.back() == '"' || part.back() == '\r')) part.remove_suffix(1);
    parts.push_back(part);
    if (end == std::string_view::npos) return parts;
    begin = end + 1;
  }
}

fmi::Storage element_of(fmi::Storage first, std::uint32_t element) {
  return std::visit([element](auto* values) -> fmi::Storage { return values + element; }, first);
}

/// Where the input lives, and its row in the table.
std::pair<fmi::Storage, const fmi::Variable*> input_named(fmi::Model& model, std::string_view name, const std::string& where) {
  std::vector<std::string> inputs;
  const auto& rows = model.table().rows();
  for (std::size_t row = 1; row < rows.size(); ++row) {
    if (rows[row].causality != fmi::Causality::input) continue;
    for (std::uint32_t e = 0; e < rows[row].elements; ++e) {
      inputs.push_back(fmi::scalar_name(rows[row], e));
      if (inputs.back() == name) return {element_of(model.storage(row), e), &rows[row]};
    }
  }
  const std::string near = description::nearest(name, inputs);
  throw std::invalid_argument(where + ": \"" + std::string(name) + "\" is no input" +
                              (near.empty() ? "; `reeve info` lists them" : "; did you mean \"" + near + "\"?"));
}

}  // namespace

InputTable::InputTable(const std::filesystem::path& file, fmi::Model& model) {
  const std::string text = read_file(file);
  const auto lines = split(text, '\n');
  const auto header = split(lines[0], ',');
  const std::string at_head = file.string() + ":1";
  if (header[0] != "time") throw std::invalid_argument(at_head + ": expected the first column to be \"time\"");
  std::vector<const fmi::Variable*> inputs{nullptr};  // by column
  for (std::size_t i = 1; i < header.size(); ++i) {
    const auto [storage, variable] = input_named(model, header[i], at_head);
    columns_.push_back({storage, {}});
    inputs.push_back(variable);
  }
  for (std::size_t number = 1; number < lines.size(); ++number) {
    if (lines[number].empty()) continue;
    const std::string where = file.string() + ":" + std::to_string(number + 1);
    const auto cells = split(lines[number], ',');
    if (cells.size() != header.size()) {
      throw std::invalid_argument(where + ": " + std::to_string(cells.size()) + " values for " + std::to_string(header.size()) + " columns");
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
      double value{};
      const auto [end, error] = std::from_chars(cells[i].data(), cells[i].data() + cells[i].size(), value);
      if (error != std::errc{} || end != cells[i].data() + cells[i].size() || !std::isfinite(value)) {
        throw std::invalid_argument(where + ": " + std::string(header[i]) + " = \"" + std::string(cells[i]) + "\": expected a finite number");
      }
      if (i > 0 && !inputs[i]->allows(value)) {
        throw std::invalid_argument(where + ": " + std::string(header[i]) + " = " + fmi::with_unit(value, *inputs[i]) + ": expected " + fmi::range_of(*inputs[i]));
      }
      if (i > 0) columns_[i - 1].values.push_back(value);
      else if (!time_.empty() && value <= time_.back()) throw std::invalid_argument(where + ": time must grow from row to row");
      else time_.push_back(value);
    }
  }
  if (time_.empty()) throw std::invalid_argument(file.string() + ": no rows below the header");
}

void InputTable::apply(double t) {
  if (t < time_[row_]) row_ = 0;  // a solver may look back
  while (row_ + 1 < time_.size() && time_[row_ + 1] <= t) ++row_;
  const bool between = t > time_[row_] && row_ + 1 < time_.size();
  const double u = between ? (t - time_[row_]) / (time_[row_ + 1] - time_[row_]) : 0.0;
  for (auto& column : columns_) {
    const double held = column.values[row_];
    if (auto* const real = std::get_if<double*>(&column.storage)) {
      **real = between ? held + u * (column.values[row_ + 1] - held) : held;
    } else if (auto* const whole = std::get_if<int*>(&column.storage)) {
      **whole = static_cast<int>(std::lround(held));
    } else {
      *std::get<bool*>(column.storage) = held != 0;
    }
  }
}

}  // namespace reeve::cli
