#include "reeve/input_table.hpp"

#include <charconv>
#include <cmath>
#include <stdexcept>

#include "csv/cells.hpp"
#include "description/document.hpp"
#include "reeve/catalogue.hpp"
#include "variables/ranges.hpp"

namespace reeve::cli {

namespace {

fmi::Storage element_of(fmi::Storage first, std::uint32_t element) {
  return std::visit([element](auto* values) -> fmi::Storage { return values + element; }, first);
}

/// Where the input lives, and its row in the model's table.
std::pair<fmi::Storage, std::size_t> input_named(fmi::Model& model, std::string_view name, const std::string& where) {
  std::vector<std::string> inputs;
  const auto& rows = model.table().rows();
  for (std::size_t row = 1; row < rows.size(); ++row) {
    if (rows[row].causality != fmi::Causality::input) continue;
    for (std::uint32_t e = 0; e < rows[row].elements; ++e) {
      inputs.push_back(variables::scalar_name(rows[row], e));
      if (inputs.back() == name) return {element_of(model.storage(row), e), row};
    }
  }
  const std::string near = description::nearest(name, inputs);
  throw std::invalid_argument(where + ": \"" + std::string(name) + "\" is no input" +
                              (near.empty() ? "; `reeve info` lists them" : "; did you mean \"" + near + "\"?"));
}

double finite_number(const std::string& cell, const std::string& name, const std::string& where) {
  double value{};
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (error != std::errc{} || end != cell.data() + cell.size() || !std::isfinite(value)) {
    throw std::invalid_argument(where + ": " + name + " = \"" + cell + "\": expected a finite number");
  }
  return value;
}

}  // namespace

InputTable::InputTable(const std::filesystem::path& file, fmi::Model& model) {
  const auto rows = csv::rows(read_file(file));
  const std::string at_head = file.string() + ":1";
  if (rows.empty() || rows[0].empty() || rows[0][0] != "time")
    throw std::invalid_argument(at_head + ": expected the first column to be \"time\"");
  const auto& header = rows[0];
  std::vector<const fmi::Variable*> inputs{nullptr};  // by column
  for (std::size_t i = 1; i < header.size(); ++i) {
    const auto [storage, row] = input_named(model, header[i], at_head);
    columns_.push_back({storage, row, {}});
    inputs.push_back(&model.table().rows()[row]);
  }
  for (std::size_t number = 1; number < rows.size(); ++number) {
    const auto& cells = rows[number];
    if (cells.empty()) continue;
    const std::string where = file.string() + ":" + std::to_string(number + 1);
    if (cells.size() != header.size()) {
      throw std::invalid_argument(where + ": " + std::to_string(cells.size()) + " values for " +
                                  std::to_string(header.size()) + " columns");
    }
    const double time = finite_number(cells[0], header[0], where);
    if (!time_.empty() && time <= time_.back()) throw std::invalid_argument(where + ": time must grow from row to row");
    time_.push_back(time);
    for (std::size_t i = 1; i < cells.size(); ++i) {
      const double value = finite_number(cells[i], header[i], where);
      if (!inputs[i]->allows(value)) {
        throw std::invalid_argument(where + ": " + header[i] + " = " + variables::with_unit(value, *inputs[i]) +
                                    ": expected " + variables::range_of(*inputs[i]));
      }
      columns_[i - 1].values.push_back(value);
    }
  }
  if (time_.empty()) throw std::invalid_argument(file.string() + ": no rows below the header");
}

/// The last row at or before t; the first one before the table begins.
std::size_t InputTable::row_at(double t) const {
  const auto after = std::upper_bound(time_.begin(), time_.end(), t);
  return after == time_.begin() ? 0 : static_cast<std::size_t>(after - time_.begin()) - 1;
}

double InputTable::next_row(double t) const {
  const auto after = std::upper_bound(time_.begin(), time_.end(), t);
  return after == time_.end() ? std::numeric_limits<double>::infinity() : *after;
}

double InputTable::value_at(const Column& column, double t) const {
  const std::size_t row = row_at(t);
  const double held = column.values[row];
  if (!(t > time_[row]) || row + 1 == time_.size()) return held;
  return held + (t - time_[row]) / (time_[row + 1] - time_[row]) * (column.values[row + 1] - held);
}

bool InputTable::begin(double t) {
  if (begun_ && !std::binary_search(time_.begin(), time_.end(), t)) return false;
  begun_ = true;
  bool switched = false;
  const auto set = [&switched](auto& to, auto value) {
    switched = switched || to != value;
    to = value;
  };
  for (auto& column : columns_) {
    const double held = column.values[row_at(t)];
    if (auto* const real = std::get_if<double*>(&column.storage))
      **real = value_at(column, t);
    else if (auto* const whole = std::get_if<int*>(&column.storage))
      set(**whole, static_cast<int>(std::lround(held)));
    else
      set(*std::get<bool*>(column.storage), held != 0);
  }
  return switched;
}

std::span<const fmi::Model::Ramp> InputTable::ramps(double t) {
  ramps_.clear();
  const std::size_t row = row_at(t);
  const bool moves = t >= time_[row] && row + 1 < time_.size();
  for (const auto& column : columns_) {
    auto* const* real = std::get_if<double*>(&column.storage);
    if (!moves || !real) continue;
    const auto [least, most] = std::minmax(column.values[row], column.values[row + 1]);
    ramps_.push_back({column.row, least, most, **real,
                      (column.values[row + 1] - column.values[row]) / (time_[row + 1] - time_[row])});
  }
  return ramps_;
}

void InputTable::move(double since) {
  for (const auto& ramp : ramps_) {
    for (auto& column : columns_) {
      if (column.row == ramp.row) **std::get_if<double*>(&column.storage) = ramp.at(since);
    }
  }
}

}  // namespace reeve::cli
