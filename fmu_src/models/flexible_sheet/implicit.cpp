// The linearised solve of implicit steps, with a matrix that is kept while it serves.
//
//   A ~ [0 I; -M^-1 K  -M^-1 C],  with g = h gamma:  (M/g^2 + C/g + K) k_q = M (F_v + F_q/g) + C F_q,  k_v = k_q/g - F_q
//                                                                                                       (T-SHT.23)
// The matrix may be that of an earlier point: the method keeps its order with any.
#include <algorithm>
#include <cmath>

#include "models/flexible_sheet/model.hpp"

namespace reeve::models::flexible_sheet {

using Twist = mechanics::Twist<double>;
using mechanics::Vec3;

void Model::linearise(double t, Span x, Modes& m, const Values<double>& u, std::span<double> dx) {
  derivatives(t, x, m, u, dx);
  std::copy(x.begin(), x.end(), here_.x.begin());
  if (places_->clamped()) {
    here_.height_acceleration = dx[Places::kHeightRate];
    here_.angle_acceleration = dx[Places::kAngleRate];
  }
  for (std::size_t i = 0; i < u.nip.size(); ++i) here_.speed[i] = u.nip[i].speed;
}

/// The matrix is to be that of the point at which the present step begins.
void Model::renew(MatrixBase& base) const {
  const double gamma_step = base.gamma_step;
  base = here_;
  base.gamma_step = gamma_step;
}

/// An old matrix is the first suspect.
bool Model::renewed(Modes& m) {
  if (m.base.age == 0) return false;
  renew(m.base);
  return true;
}

/// Stiffness and damping of the nips, where the sheet's matrix was taken.                                    (T-SHT.30)
void Model::add_nips(const std::vector<double>& speed) {
  mechanics::NipTangent tangent;
  for (std::size_t i = 0; i < roller_.size(); ++i) {
    const mechanics::Nip<double> nip(roller_[i], speed[i]);
    for (int k = 0; k < structure_.nodes_width; ++k) {
      if (nip.tangent(posed_->sheet, k, tangent))
        matrix_->add_between(tangent.first, tangent.second, tangent.K, tangent.C);
    }
  }
}

void Model::take_matrix(const MatrixBase& base) {
  auto& sheet = posed_->sheet;
  posed_->take(*places_, {base.x.data(), size()});
  sheet.find_loads(true);
  for (std::size_t i = 0; i < roller_.size(); ++i) mechanics::Nip<double>(roller_[i], base.speed[i]).load(sheet);
  Twist root;
  root.linear[1] = base.height_acceleration;
  root.angular[2] = base.angle_acceleration;
  posed_->dynamics.accelerate(sheet, posed_->rates, root, a_);
  posed_->dynamics.take_off_inertia(sheet);
  mechanics::Wrench<double> on_root;
  sheet.generalized(a_, on_root);
  matrix_->linearise(sheet, false);
  add_nips(base.speed);
  if (places_->clamped()) return;
  const double* const q = &base.x[Places::kTurn];
  const double size = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (int c = 0; c < 4; ++c) root_turn_[c] = q[c] / size;
}

bool Model::factor(double h_gamma, Modes& m) {
  constexpr int kOldest = 20;
  constexpr double kRounding = 1e-9;  // steps that differ by no more share a matrix
  MatrixBase& base = m.base;
  if (base.gamma_step == 0 || base.age >= kOldest) renew(base);
  if (!(std::abs(base.gamma_step / h_gamma - 1) < kRounding)) base.gamma_step = h_gamma;
  const bool taken = matrix_number_ != 0 && base.number == matrix_number_;
  if (taken && factored_ == base.gamma_step) return true;
  if (!taken) {
    take_matrix(base);
    base.number = matrix_number_ = ++matrices_;
  }
  ++factorisations_;
  const bool definite = matrix_->factor(1 / base.gamma_step, 1 / (base.gamma_step * base.gamma_step));
  factored_ = definite ? base.gamma_step : 0;
  return definite;
}

/// The clamp's own equations, exactly.
void Model::solve_clamp(Span F, std::span<double> k) const {
  const double w = bandwidth_, gi = 1 / factored_;
  const double H = gi * gi + 2 * w * gi + w * w;
  for (const auto& [place, speed] :
       {std::pair{Places::kHeight, Places::kHeightRate}, std::pair{Places::kAngle, Places::kAngleRate}}) {
    k[place] = (F[speed] + (gi + 2 * w) * F[place]) / H;
    k[speed] = k[place] * gi - F[place];
  }
}

void Model::solve(Span F, const Modes&, const Values<double>&, std::span<double> k) {
  const auto& at = *places_;
  const double g = factored_, gi = 1 / g;
  const auto vector = [&](std::size_t place) { return Vec3<double>(F[place], F[place + 1], F[place + 2]); };
  const double* const q = root_turn_.data();
  Twist root_a, root_b, out;
  double along = 0;
  if (at.clamped()) {
    solve_clamp(F, k);
  } else {  // the change of the quaternion as a spin, and the rest along it
    const double* const d = &F[Places::kTurn];
    along = d[0] * q[0] + d[1] * q[1] + d[2] * q[2] + d[3] * q[3];
    root_b.linear = vector(Places::kPosition);
    root_b.angular = 2 * Vec3<double>(d[1] * q[0] - d[0] * q[1] - d[2] * q[3] + d[3] * q[2],
                                      d[2] * q[0] - d[0] * q[2] - d[3] * q[1] + d[1] * q[3],
                                      d[3] * q[0] - d[0] * q[3] - d[1] * q[2] + d[2] * q[1]);
    root_a.linear = vector(Places::kVelocity) + gi * root_b.linear;
    root_a.angular = vector(Places::kSpin) + gi * root_b.angular;
  }
  const Span F_q = F.subspan(at.q(), at.joints()), F_v = F.subspan(at.rates(), at.joints());
  const auto k_q = k.subspan(at.q(), at.joints()), k_v = k.subspan(at.rates(), at.joints());
  for (std::size_t i = 0; i < at.joints(); ++i) k_v[i] = F_v[i] + gi * F_q[i];
  at.spread<double>(k_v, a_);
  at.spread<double>(F_q, b_);
  matrix_->times(a_, root_a, b_, root_b, c_, out);
  matrix_->solve(c_, out);
  at.gather<double>(c_, k_q);
  for (std::size_t i = 0; i < at.joints(); ++i) k_v[i] = gi * k_q[i] - F_q[i];
  for (std::size_t i = at.works(); i < at.size(); ++i) k[i] = g * F[i];  // nothing depends on the works
  if (at.clamped()) return;
  for (int c = 0; c < 3; ++c) {
    k[Places::kPosition + c] = out.linear[c];
    k[Places::kVelocity + c] = gi * out.linear[c] - root_b.linear[c];
    k[Places::kSpin + c] = gi * out.angular[c] - root_b.angular[c];
  }
  const auto turned = quaternion_rate(out.angular.data(), q);
  for (int c = 0; c < 4; ++c) k[Places::kTurn + c] = turned[c] + g * along * q[c];
}

}  // namespace reeve::models::flexible_sheet
