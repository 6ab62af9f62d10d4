// Static equilibrium by Newton's method, its derivatives, and small motions about it.
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "math/text.hpp"
#include "mechanics/flexible_sheet/elastica.hpp"
#include "models/flexible_sheet/motion.hpp"

namespace reeve::models {

using math::Dual;
using math::text;
using mechanics::JointKind;
using mechanics::Twist;
using mechanics::Wrench;

/// The strip of the same bending rigidity, cut into the sheet's joints.
void FlexibleSheet::first_guess(const Values<double>& p, std::vector<double>& x) const {
  const auto& s = p.sheet;
  const int segments = structure_.nodes_length - 1, finer = std::max(1, 200 / segments);
  const double D = s.E * s.thickness * s.thickness * s.thickness / (12 * (1 - s.nu * s.nu));
  const auto theta = mechanics::heavy_elastica(D, s.density * p.gravity * s.thickness, s.length, p.clamp_angle, segments * finer);
  if (theta.empty()) return;  // Newton may still find its way from the flat sheet
  const double l = sheet_->pitch(0);
  for (int i = 0; i < tree_->nodes(); ++i) {
    const auto& joint = tree_->joint[i];
    if (joint.locked || joint.axis != 0) continue;
    const int at = tree_->along_length(i) * finer;
    const double turn = theta[at] - theta[at - finer];
    const bool chord = s.joint == static_cast<int>(JointKind::chord);
    x[kQ + 3 * i] = chord ? 0.5 * turn * l : l * std::tan(0.5 * turn);
    x[kQ + 3 * i + 1] = joint.reversed ? -turn : turn;
  }
}

/// The matrix is exact, so convergence is quadratic, and near the end one matrix serves for the steps that are left: it is kept
/// while it cuts each to a tenth. Where it is not definite, mass is added: a step in time rather than to the end of it.
void FlexibleSheet::equilibrium(const Values<double>& p, State& state) {
  constexpr int kMostIterations = 200;
  constexpr double kLongestStep = 0.5, kNear = 1e-5;  // [rad]
  first_guess(p, state.x);
  const std::size_t n = coordinates();
  std::vector<double> step(n);
  Wrench<double> on_root;
  double last = 0, inertia = 0;
  bool definite = true, serves = false;
  for (iterations_ = 0;; ++iterations_) {
    pose<double>(*sheet_, state.x, false);
    sheet_->find_loads(false);
    sheet_->generalized(step, on_root);
    if (!serves) {
      matrix_->linearise(*sheet_, true);
      definite = matrix_->factor(0, inertia);
    }
    for (int i = 0; !definite && i < 20; ++i) {
      inertia = inertia > 0 ? 10 * inertia : 1;
      definite = matrix_->factor(0, inertia);
    }
    Twist none;
    matrix_->solve(step, none);
    double largest = 0;
    for (std::size_t k = 0; k < n; ++k) {
      const double pitch = k % 3 == 0 ? sheet_->pitch(tree_->joint[k / 3].axis) : 1;
      largest = std::max(largest, std::abs(step[k]) / pitch);
    }
    if (!definite || !std::isfinite(largest) || iterations_ == kMostIterations) {
      throw NoSheetEquilibrium("there is no stable equilibrium: after " + std::to_string(iterations_) +
                               " iterations a joint still turns by " + text(largest) +
                               " rad; begin with start = 1 (flat), make the sheet stiffer (sheet.thickness, sheet.E), or describe more nodes");
    }
    if (inertia == 0 && (largest < 1e-14 || (largest < 1e-9 && largest > 0.5 * last))) break;  // the rest is rounding
    serves = inertia == 0 && largest < kNear && largest < 0.1 * last;
    last = largest;
    const double part = largest > kLongestStep ? kLongestStep / largest : 1;
    for (std::size_t k = 0; k < n; ++k) state.x[kQ + k] += part * step[k];
    if (inertia > 0) inertia = largest < 0.1 ? 0 : 0.1 * inertia;
  }
  matrix_taken_ = false;
}

template <>
std::vector<double> FlexibleSheet::start<double>(const Values<double>&, const State& solved) {
  return solved.x;
}

template <>
std::vector<Dual> FlexibleSheet::start<Dual>(const Values<Dual>& p, const State& solved) {
  std::vector<Dual> x(solved.x.begin(), solved.x.end());
  x[kHeight] = p.clamp_height;
  x[kAngle] = p.clamp_angle;
  if (!tree_->clamped) {
    x[kPosition + 1] = p.clamp_height;
    x[kTurn] = cos(Dual(0.5) * p.clamp_angle);
    x[kTurn + 3] = sin(Dual(0.5) * p.clamp_angle);
  }
  if (p.start != kEquilibrium) return x;
  // K dq = d(generalized forces)
  const std::size_t n = coordinates();
  dual_->set(properties(p));
  pose<Dual>(*dual_, x, false);
  dual_->find_loads(false);
  std::vector<Dual> forces(n);
  Wrench<Dual> dual_root;
  dual_->generalized(forces, dual_root);
  std::vector<double> dq(n), unused(n);
  for (std::size_t k = 0; k < n; ++k) dq[k] = forces[k].d;
  Wrench<double> on_root;
  pose<double>(*sheet_, solved.x, false);
  sheet_->find_loads(false);
  sheet_->generalized(unused, on_root);
  matrix_->linearise(*sheet_, true);
  matrix_->factor(0, 0);
  matrix_taken_ = false;
  Twist none;
  matrix_->solve(dq, none);
  for (std::size_t k = 0; k < n; ++k) x[kQ + k].d += dq[k];
  return x;
}

/// The lowest modes by inverse iteration of a subspace: (K + s M) X' = M X, then the small problem in the span of X'.
std::vector<double> FlexibleSheet::frequencies(const State& state, const Values<double>& p) {
  constexpr int kModes = 10, kSubspace = 2 * kModes;
  if (!prepared_) prepare(p);
  if (!matrix_) matrix_.emplace(*tree_);
  const int n = static_cast<int>(coordinates()), m = std::min(kSubspace, 3 * (tree_->nodes() - tree_->nodes_width));
  const int count = std::min(kModes, m);
  std::vector<double> still(state.x);
  std::fill(still.begin() + static_cast<std::ptrdiff_t>(rates()), still.end(), 0.0);
  std::vector<double> unused(coordinates());
  Wrench<double> on_root;
  pose<double>(*sheet_, still, true);
  sheet_->find_loads(false);
  sheet_->generalized(unused, on_root);
  matrix_->linearise(*sheet_, true);
  add_nips(p, state.matrix.speed);  // the matrix of motions without damping has nothing of their speed
  matrix_taken_ = false;
  const double shift = tree_->clamped ? 0.0 : std::pow(1e-3 * fastest(p), 2);  // a free sheet has modes without stiffness
  if (!matrix_->factor(0, shift)) return {};

  // Rows 0 .. 5: the root of a free sheet.
  Eigen::MatrixXd X(6 + n, m), MX(6 + n, m);
  for (int k = 0; k < m; ++k) {
    for (int i = 0; i < 6 + n; ++i) X(i, k) = i < 6 && tree_->clamped ? 0.0 : std::cos(1.0 + i * (k + 1.7) + 0.3 * k);
  }
  const auto times_mass = [&] {
    const std::vector<double> zero(coordinates(), 0.0);
    for (int k = 0; k < m; ++k) {
      Twist root, out;
      root.linear = X.col(k).head<3>();
      root.angular = X.col(k).segment<3>(3);
      matrix_->times({X.col(k).data() + 6, coordinates()}, root, zero, {}, {MX.col(k).data() + 6, coordinates()}, out);
      MX.col(k).head<6>() << out.linear, out.angular;
      if (tree_->clamped) MX.col(k).head<6>().setZero();
    }
  };
  times_mass();
  Eigen::VectorXd values = Eigen::VectorXd::Zero(m), before = values;
  for (int iteration = 0; iteration < 200; ++iteration) {
    const Eigen::MatrixXd old = MX;
    for (int k = 0; k < m; ++k) {
      Twist root;
      X.col(k) = old.col(k);
      root.linear = X.col(k).head<3>();
      root.angular = X.col(k).segment<3>(3);
      matrix_->solve({X.col(k).data() + 6, coordinates()}, root);
      X.col(k).head<6>() << root.linear, root.angular;
    }
    times_mass();
    const Eigen::MatrixXd H = X.transpose() * old, M = X.transpose() * MX;
    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> small(0.5 * (H + H.transpose()), 0.5 * (M + M.transpose()));
    X *= small.eigenvectors();
    MX *= small.eigenvectors();
    values = small.eigenvalues();
    const double change = ((values - before).head(count).array() / values.head(count).array()).abs().maxCoeff();
    before = values;
    if (change < 1e-12) break;
  }
  std::vector<double> out;
  for (int k = 0; k < count; ++k) out.push_back(std::sqrt(std::max(0.0, values[k] - shift)) / (2 * std::numbers::pi));
  return out;
}

}  // namespace reeve::models
