// Elimination with any set of locked coordinates, against a dense solve.
#include "models/reeving/driven_system.hpp"

#include <Eigen/Dense>
#include <random>

#include "catch2/catch.hpp"
#include "support/near.hpp"

using namespace reeve;
using reeve::test::near;

TEST_CASE("driven system: every set of locks gives what a dense solve gives", "[unit][reeving]") {
  constexpr int kSize = 7, kDriven = 3;
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  Eigen::MatrixXd root(kSize, kSize);
  Eigen::VectorXd rhs(kSize), given(kSize);
  for (int i = 0; i < kSize; ++i) {
    rhs[i] = normal(random), given[i] = normal(random);
    for (int j = 0; j < kSize; ++j) root(i, j) = normal(random);
  }
  const Eigen::MatrixXd joined = root * root.transpose() + Eigen::MatrixXd::Identity(kSize, kSize);
  Eigen::MatrixXd alone = joined;  // the last unknown
  alone.row(kSize - 1).setZero();
  alone.col(kSize - 1).setZero();
  alone(kSize - 1, kSize - 1) = joined(kSize - 1, kSize - 1);
  for (int set = 0; set < 2 << kDriven; ++set) {
    const bool one_alone = set >> kDriven & 1;
    const Eigen::MatrixXd& matrix = one_alone ? alone : joined;
    bool locked[kDriven];
    double x[kDriven];
    Eigen::MatrixXd dense = matrix;
    Eigen::VectorXd right = rhs;
    for (int i = 0; i < kDriven; ++i) {
      const int row = kSize - kDriven + i;
      locked[i] = set >> i & 1;
      x[i] = given[row];
      if (!locked[i]) continue;
      dense.row(row).setZero();
      dense(row, row) = 1;
      right[row] = given[row];
    }
    models::reeving::DrivenSystem<double> system;
    system.resize(kSize, kDriven, one_alone ? kSize - 1 : kSize);
    for (int i = 0; i < kSize; ++i) {
      system.r[i] = rhs[i];
      for (int j = 0; j < kSize; ++j) system.A[i * system.stride() + j] = matrix(i, j);
    }
    REQUIRE(system.eliminate() == -1);
    system.eliminate_rhs();
    REQUIRE(system.solve_driven(locked, x));
    system.back_substitute(x);
    const Eigen::VectorXd expected = dense.partialPivLu().solve(right);
    CAPTURE(set);
    for (int i = 0; i < kSize; ++i)
      CHECK(system.x[i] == near(expected[i], 1e-11));  // rounding times the condition of some hundred
  }
}
