// Natural frequencies of small motions about the present pose.
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "models/flexible_sheet/model.hpp"

namespace reeve::models::flexible_sheet {

using Twist = mechanics::Twist<double>;

std::vector<double> Model::frequencies(const Values<double>& u, const State& state) {
  constexpr int kModes = 10, kSubspace = 2 * kModes;
  if (!matrix_) matrix_.emplace(*tree_);
  matrix_number_ = 0;
  std::vector<double> still(state.x), unused(3 * structure_.nodes());
  std::fill(still.begin() + static_cast<std::ptrdiff_t>(places_->rates()), still.end(), 0.0);
  mechanics::Wrench<double> on_root;
  posed_->take(*places_, still);
  posed_->sheet.find_loads(false);
  posed_->sheet.generalized(unused, on_root);
  matrix_->linearise(posed_->sheet, true);
  add_nips(state.modes.base.speed);  // the matrix of motions without damping has nothing of their speed
  const double shift =
      tree_->clamped ? 0.0 : std::pow(1e-3 * fastest(u), 2);  // a free sheet has modes without stiffness
  if (!matrix_->factor(0, shift)) return {};
  const int m = std::min(kSubspace, 3 * (tree_->nodes() - tree_->nodes_width));
  std::vector<double> out = lowest_modes(std::min(kModes, m), m);
  for (double& value : out) value = std::sqrt(std::max(0.0, value - shift)) / (2 * std::numbers::pi);
  return out;
}

/// The smallest `count` eigenvalues of the factorised matrix K + s M against M, by inverse iteration of a subspace: (K + s M) X' = M X, then the
/// small problem in the span of X'.
std::vector<double> Model::lowest_modes(int count, int subspace) {
  const std::size_t coordinates = 3 * structure_.nodes();
  const int n = static_cast<int>(coordinates);
  // Rows 0 .. 5: the root of a free sheet.
  Eigen::MatrixXd X(6 + n, subspace), MX(6 + n, subspace);
  for (int k = 0; k < subspace; ++k) {
    for (int i = 0; i < 6 + n; ++i) X(i, k) = i < 6 && tree_->clamped ? 0.0 : std::cos(1.0 + i * (k + 1.7) + 0.3 * k);
  }
  const std::vector<double> zero(coordinates, 0.0);
  const auto times_mass = [&] {
    for (int k = 0; k < subspace; ++k) {
      Twist root, out;
      root.linear = X.col(k).head<3>();
      root.angular = X.col(k).segment<3>(3);
      matrix_->times({X.col(k).data() + 6, coordinates}, root, zero, {}, {MX.col(k).data() + 6, coordinates}, out);
      MX.col(k).head<6>() << out.linear, out.angular;
      if (tree_->clamped) MX.col(k).head<6>().setZero();
    }
  };
  times_mass();
  Eigen::VectorXd values = Eigen::VectorXd::Zero(subspace), before = values;
  for (int iteration = 0; iteration < 200; ++iteration) {
    const Eigen::MatrixXd old = MX;
    for (int k = 0; k < subspace; ++k) {
      Twist root;
      X.col(k) = old.col(k);
      root.linear = X.col(k).head<3>();
      root.angular = X.col(k).segment<3>(3);
      matrix_->solve({X.col(k).data() + 6, coordinates}, root);
      X.col(k).head<6>() << root.linear, root.angular;
    }
    times_mass();
    const Eigen::MatrixXd H = X.transpose() * old, M = X.transpose() * MX;
    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> small(0.5 * (H + H.transpose()),
                                                                          0.5 * (M + M.transpose()));
    X *= small.eigenvectors();
    MX *= small.eigenvectors();
    values = small.eigenvalues();
    const double change = ((values - before).head(count).array() / values.head(count).array()).abs().maxCoeff();
    before = values;
    if (change < 1e-12) break;
  }
  return {values.data(), values.data() + count};
}

}  // namespace reeve::models::flexible_sheet
