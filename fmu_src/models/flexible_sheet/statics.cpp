// Static equilibrium by Newton's method, and its derivatives.
#include <algorithm>
#include <cmath>

#include "math/text.hpp"
#include "mechanics/flexible_sheet/elastica.hpp"
#include "models/flexible_sheet/model.hpp"

namespace reeve::models::flexible_sheet {

using math::Dual;
using math::text;
using mechanics::JointKind;
using Twist = mechanics::Twist<double>;
using mechanics::Wrench;

/// The clamp, or the free root, where the inputs say.
template <class S>
void Model::put_root(const Values<S>& u, std::span<S> x) const {
  using std::cos;
  using std::sin;
  if (places_->clamped()) {
    x[Places::kHeight] = u.clamp_height;
    x[Places::kAngle] = u.clamp_angle;
    return;
  }
  x[Places::kPosition + 1] = u.clamp_height;
  x[Places::kTurn] = cos(S(0.5) * u.clamp_angle);
  x[Places::kTurn + 3] = sin(S(0.5) * u.clamp_angle);
}

void Model::initialise(double, const Values<double>& u, State& state) {
  std::fill(state.x.begin(), state.x.end(), 0.0);
  put_root<double>(u, state.x);
  if (u.start == kEquilibrium) equilibrium(u, state.x);
}

/// The strip of the same bending rigidity, cut into the sheet's joints.
void Model::first_guess(const Values<double>& u, std::vector<double>& q) const {
  const auto& s = u.sheet;
  const int segments = structure_.nodes_length - 1, finer = std::max(1, 200 / segments);
  const double D = s.E * s.thickness * s.thickness * s.thickness / (12 * (1 - s.nu * s.nu));
  const auto theta =
      mechanics::heavy_elastica(D, s.density * u.gravity * s.thickness, s.length, u.clamp_angle, segments * finer);
  if (theta.empty()) return;  // Newton may still find its way from the flat sheet
  const double l = posed_->sheet.pitch(0);
  for (const int i : places_->moving()) {
    const auto& joint = tree_->joint[i];
    if (joint.axis != 0) continue;
    const int at = tree_->along_length(i) * finer;
    const double turn = theta[at] - theta[at - finer];
    const bool chord = s.joint == static_cast<int>(JointKind::chord);
    q[3 * i] = chord ? 0.5 * turn * l : l * std::tan(0.5 * turn);
    q[3 * i + 1] = joint.reversed ? -turn : turn;
  }
}

/// The matrix is exact, so convergence is quadratic, and near the end one matrix serves for the steps that are left: it is kept
/// while it cuts each to a tenth. Where it is not definite, mass is added: a step in time rather than to the end of it.
void Model::equilibrium(const Values<double>& u, std::vector<double>& x) {
  constexpr int kMostIterations = 200;
  constexpr double kLongestStep = 0.5, kNear = 1e-5;  // [rad]
  matrix_number_ = 0;
  auto& sheet = posed_->sheet;
  std::vector<double> q(3 * structure_.nodes(), 0.0), step(q);
  first_guess(u, q);
  const auto root = places_->root<double>(x);
  Wrench<double> on_root;
  double last = 0, inertia = 0;
  bool definite = true, serves = false;
  for (iterations_ = 0;; ++iterations_) {
    sheet.move(root, q, {});
    sheet.find_loads(false);
    sheet.generalized(step, on_root);
    if (!serves) {
      matrix_->linearise(sheet, true);
      definite = matrix_->factor(0, inertia);
    }
    for (int i = 0; !definite && i < 20; ++i) {
      inertia = inertia > 0 ? 10 * inertia : 1;
      definite = matrix_->factor(0, inertia);
    }
    Twist none;
    matrix_->solve(step, none);
    double largest = 0;
    for (std::size_t k = 0; k < q.size(); ++k) {
      const double pitch = k % 3 == 0 ? sheet.pitch(tree_->joint[k / 3].axis) : 1;
      largest = std::max(largest, std::abs(step[k]) / pitch);
    }
    if (!definite || !std::isfinite(largest) || iterations_ == kMostIterations) {
      throw NoEquilibrium("there is no stable equilibrium: after " + std::to_string(iterations_) +
                          " iterations a joint still turns by " + text(largest) +
                          " rad; begin with start = 1 (flat), make the sheet stiffer (sheet.thickness, sheet.E), or "
                          "describe more nodes");
    }
    if (inertia == 0 && (largest < 1e-14 || (largest < 1e-9 && largest > 0.5 * last))) break;  // the rest is rounding
    serves = inertia == 0 && largest < kNear && largest < 0.1 * last;
    last = largest;
    const double part = largest > kLongestStep ? kLongestStep / largest : 1;
    for (std::size_t k = 0; k < q.size(); ++k) q[k] += part * step[k];
    if (inertia > 0) inertia = largest < 0.1 ? 0 : 0.1 * inertia;
  }
  places_->gather<double>(q, std::span(x).subspan(places_->q(), places_->joints()));
}

template <>
void Model::start<double>(const Values<double>&, const State& solved, std::vector<double>& x, Start<double>&) {
  x = solved.x;
}

/// K dq = d(generalized forces)
template <>
void Model::start<Dual>(const Values<Dual>& u, const State& solved, std::vector<Dual>& x, Start<Dual>&) {
  x.assign(solved.x.begin(), solved.x.end());
  put_root<Dual>(u, x);
  if (u.start != kEquilibrium) return;
  const auto& at = *places_;
  std::vector<Dual> forces(3 * structure_.nodes());
  Wrench<Dual> dual_root;
  dual_->sheet.set(properties(u));
  dual_->take_at_rest(at, x);
  dual_->sheet.find_loads(false);
  dual_->sheet.generalized(forces, dual_root);
  std::vector<double> dq(forces.size()), unused(forces.size());
  for (std::size_t k = 0; k < dq.size(); ++k) dq[k] = forces[k].d;
  Wrench<double> on_root;
  posed_->take_at_rest(at, solved.x);
  posed_->sheet.find_loads(false);
  posed_->sheet.generalized(unused, on_root);
  matrix_number_ = 0;
  matrix_->linearise(posed_->sheet, true);
  matrix_->factor(0, 0);
  Twist none;
  matrix_->solve(dq, none);
  for (std::size_t k = 0; k < at.moving().size(); ++k) {
    for (std::size_t c = 0; c < 3; ++c)
      x[at.q() + at.coordinate(k, c)].d += dq[3 * static_cast<std::size_t>(at.moving()[k]) + c];
  }
}

}  // namespace reeve::models::flexible_sheet
