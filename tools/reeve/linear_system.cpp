#include "reeve/linear_system.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>

#include "csv/cells.hpp"
#include "math/text.hpp"

namespace reeve::cli {
namespace {

using fmi::Model;
using fmi::Variable;
using Matrix = Eigen::MatrixXd;
using Names = std::vector<std::string>;

struct Scalars {
  std::vector<Model::Scalar> scalars;
  Names names;
};

/// Elements of the rows that `wanted` picks; states and derivatives in the order of x.
template <class Wanted>
Scalars scalars(const fmi::VariableTable& table, const Wanted& wanted, bool by_place = false) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 1; row < table.rows().size(); ++row) {
    if (table.rows()[row].type == variables::Type::real && wanted(table.rows()[row])) rows.push_back(row);
  }
  if (by_place)
    std::sort(rows.begin(), rows.end(),
              [&](std::size_t a, std::size_t b) { return table.rows()[a].place < table.rows()[b].place; });
  Scalars out;
  for (const std::size_t row : rows) {
    const Variable& v = table.rows()[row];
    for (std::uint32_t e = 0; e < v.elements; ++e) {
      out.scalars.push_back({row, e});
      out.names.push_back(scalar_name(v, e));
    }
  }
  return out;
}

/// d(unknowns)/d(knowns), a column per known.
Matrix jacobian(Model& model, double t, const Scalars& unknowns, const Scalars& knowns) {
  Matrix J(unknowns.scalars.size(), knowns.scalars.size());
  for (std::size_t k = 0; k < knowns.scalars.size(); ++k) {
    const Model::Seed seed{knowns.scalars[k].row, knowns.scalars[k].element, 1.0};
    model.directional(t, false, {&seed, 1}, unknowns.scalars,
                      {J.col(static_cast<Eigen::Index>(k)).data(), unknowns.scalars.size()});
  }
  return J;
}

Eigen::VectorXd values(Model& model, const Scalars& of) {
  Eigen::VectorXd out(of.scalars.size());
  for (std::size_t k = 0; k < of.scalars.size(); ++k) {
    const auto& [row, element] = of.scalars[k];
    out[static_cast<Eigen::Index>(k)] = std::get<double*>(model.storage(row))[element];
  }
  return out;
}

std::vector<std::vector<double>> rows_of(const Matrix& m) {
  std::vector<std::vector<double>> rows;
  for (Eigen::Index i = 0; i < m.rows(); ++i) {
    auto& row = rows.emplace_back();
    for (Eigen::Index j = 0; j < m.cols(); ++j) row.push_back(m(i, j));
  }
  return rows;
}

/// One matrix of a level 4 MAT file: five numbers, the name, the values column by column.
void append_mat(std::string& file, const std::string& name, const Matrix& values, bool is_text) {
  const std::int32_t header[] = {is_text ? 1 : 0, static_cast<std::int32_t>(values.rows()),
                                 static_cast<std::int32_t>(values.cols()), 0,
                                 static_cast<std::int32_t>(name.size() + 1)};
  file.append(reinterpret_cast<const char*>(header), sizeof header);
  file.append(name.c_str(), name.size() + 1);
  file.append(reinterpret_cast<const char*>(values.data()), sizeof(double) * static_cast<std::size_t>(values.size()));
}

/// A name per row, filled up with spaces.
Matrix characters(const Names& names) {
  std::size_t width = 0;
  for (const auto& name : names) width = std::max(width, name.size());
  Matrix out = Matrix::Constant(static_cast<Eigen::Index>(names.size()), static_cast<Eigen::Index>(width), ' ');
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (std::size_t j = 0; j < names[i].size(); ++j)
      out(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = names[i][j];
  }
  return out;
}

}  // namespace

LinearSystem linearise(Model& model, double t) {
  const auto& table = model.table();
  const Scalars x = scalars(
      table, [](const Variable& v) { return v.is_state(); }, true);
  const Scalars dx = scalars(
      table, [](const Variable& v) { return v.role == Variable::Role::derivative; }, true);
  const Scalars u = scalars(table, [](const Variable& v) { return v.causality == variables::Causality::input; });
  const Scalars y = scalars(table, [](const Variable& v) { return v.causality == variables::Causality::output; });
  model.outputs(t);
  return {t,
          x.names,
          u.names,
          y.names,
          values(model, x),
          values(model, u),
          values(model, y),
          jacobian(model, t, dx, x),
          jacobian(model, t, dx, u),
          jacobian(model, t, y, x),
          jacobian(model, t, y, u)};
}

std::string to_json(const LinearSystem& s) {
  const auto list = [](const Eigen::VectorXd& v) { return std::vector<double>(v.begin(), v.end()); };
  const nlohmann::ordered_json json{{"time", s.time},       {"states", s.states}, {"inputs", s.inputs},
                                    {"outputs", s.outputs}, {"x", list(s.x)},     {"u", list(s.u)},
                                    {"y", list(s.y)},       {"A", rows_of(s.A)},  {"B", rows_of(s.B)},
                                    {"C", rows_of(s.C)},    {"D", rows_of(s.D)}};
  return json.dump(1) + "\n";
}

std::string to_csv(const LinearSystem& s) {
  std::string table = "row";
  for (const Names* names : {&s.states, &s.inputs}) {
    for (const auto& name : *names) table += "," + csv::cell(name);
  }
  const auto append = [&](const Names& names, bool rates, const Matrix& left, const Matrix& right) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      table += "\n" + csv::cell(rates ? "der(" + names[i] + ")" : names[i]);
      for (const Matrix* m : {&left, &right}) {
        for (Eigen::Index j = 0; j < m->cols(); ++j) table += "," + math::text((*m)(static_cast<Eigen::Index>(i), j));
      }
    }
  };
  append(s.states, true, s.A, s.B);
  append(s.outputs, false, s.C, s.D);
  return table + "\n";
}

std::string to_mat(const LinearSystem& s) {
  std::string file;
  append_mat(file, "time", Matrix::Constant(1, 1, s.time), false);
  append_mat(file, "x", s.x, false);
  append_mat(file, "u", s.u, false);
  append_mat(file, "y", s.y, false);
  append_mat(file, "A", s.A, false);
  append_mat(file, "B", s.B, false);
  append_mat(file, "C", s.C, false);
  append_mat(file, "D", s.D, false);
  append_mat(file, "states", characters(s.states), true);
  append_mat(file, "inputs", characters(s.inputs), true);
  append_mat(file, "outputs", characters(s.outputs), true);
  return file;
}

}  // namespace reeve::cli
