#pragma once
/// dx' = A dx + B du, dy = C dx + D du about one point x, u, y of a run, with names, and the files it can be written to.
#include <Eigen/Core>
#include <string>
#include <vector>

#include "fmi/model.hpp"

namespace reeve::cli {

struct LinearSystem {
  double time{};  ///< [s]
  std::vector<std::string> states, inputs, outputs;
  Eigen::VectorXd x, u, y;  ///< the point itself
  Eigen::MatrixXd A, B, C, D;
};

/// About the model's present state, exact by dual numbers; real scalars only. The modes stay as they are.
LinearSystem linearise(fmi::Model& model, double t);

std::string to_json(const LinearSystem& system);
std::string to_csv(const LinearSystem& system);  ///< one table: rows x' and y, columns x and u
std::string to_mat(
    const LinearSystem& system);  ///< MATLAB's level 4: A, B, C, D, x, u, y and the names as character matrices

}  // namespace reeve::cli
