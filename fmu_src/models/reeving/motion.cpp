#include "models/reeving/motion.hpp"

#include <algorithm>
#include <cmath>

namespace reeve::models {

Motion::Motion(const Topology& topology) : topology_(topology), equations_(topology), tangent_(topology) {}

void Motion::prepare(const ReevingValues<double>& values) {
  values_ = &values;
  equations_.prepare(values);
  tangent_.resize(equations_);
  n_ = equations_.coordinates();
  point_.assign(2 * n_, 0.0);
  w_.assign(n_, 0.0);
  u_.assign(n_, 0.0);
  double mass = 0;
  for (const double m : values.body_mass) mass += m;
  scale_ = 1 / std::sqrt(mass);
}

void Motion::linearise(double t, const double* x, double* f) {
  if (hooks_) hooks_->inputs_at(t);
  rate_at(x, f, true);
  tangent_.capture(equations_);
}

void Motion::rate(double t, const double* x, double* f) {
  if (hooks_ && t == t) hooks_->inputs_at(t);
  rate_at(x, f, false);
}

void Motion::rate_at(const double* x, double* f, bool tangent) {
  ++evaluations_;
  const double *q = x, *v = x + n_;
  if (equations_.massless()) {
    std::copy(x, x + 2 * n_, point_.begin());
    equations_.constrain(point_.data(), point_.data() + n_);
    q = point_.data(), v = point_.data() + n_;
  }
  const auto& in = *values_;
  const int phi = topology_.phi();
  equations_.evaluate(q, v, in, tangent);
  equations_.reduce();
  holding_ = equations_.drive_holding();
  double acceleration = 0, motor = 0, brake = 0, jerk = 0;
  switch (regime_) {
    case Regime::free:
      motor = in.drive_torque / in.drive_radius;
      brake = slide_direction_ * in.brake * in.brake_torque / in.drive_radius;
      acceleration = equations_.drive_acceleration(motor - brake);
      break;
    case Regime::held: break;
    case Regime::ride:
      jerk = jerk_;
      acceleration = x[extra(kPhiAcceleration)];
      motor = equations_.drive_force(acceleration);
      break;
    case Regime::speed: {
      const double w = in.drive_bandwidth;
      acceleration = x[extra(kPhiAcceleration)];
      jerk = w * (w * (in.drive_radius * in.drive_speed - v[phi]) - 2 * acceleration);
      motor = equations_.drive_force(acceleration);
      break;
    }
  }
  double* const a = f + n_;
  equations_.finish(acceleration, a);
  std::copy(v, v + n_, f);
  if (regime_ == Regime::held) f[phi] = 0;
  double* const extras = f + 2 * n_;
  extras[kPhiAcceleration] = jerk;
  extras[kDriveWork] = motor * v[phi];
  extras[kLosses] = equations_.losses() + brake * v[phi];
  extras[kPayloadWork] = 0;
  for (std::size_t i = 0; i < topology_.loadable.size(); ++i) {
    const int b = topology_.loadable[i];
    extras[kPayloadWork] -= in.payload[i] * (a[b] + in.gravity) * v[b];
  }
  extras[kWoundEnergy] = equations_.wound_power();
}

bool Motion::factor(double h_gamma) {
  h_gamma_ = h_gamma;
  return tangent_.factor({1, h_gamma, h_gamma * h_gamma}) < 0;
}

/// (1/(h gamma) - A) k = F with A from mass, damping and stiffness:
///   k_q = h gamma (F_q + k_v),   (M + h gamma D + (h gamma)^2 K) k_v = h gamma (M F_v - h gamma K F_q)     (T-ALE.24)
/// A given drive motion enters with its own k through the columns of M, D and K.
void Motion::solve(const double* F, double* k) {
  const double g = h_gamma_;
  const int phi = topology_.phi();
  const double *Fq = F, *Fv = F + n_, *Fe = F + 2 * n_;
  double *kq = k, *kv = k + n_, *ke = k + 2 * n_;
  for (int i = 0; i < kExtras; ++i) ke[i] = g * Fe[i];
  const bool free = regime_ == Regime::free;
  double phi_k[3] = {0, 0, 0};  // of phi, phi', phi''
  if (regime_ == Regime::ride || regime_ == Regime::speed) {
    double& last = phi_k[2];
    last = g * Fe[kPhiAcceleration];
    if (regime_ == Regime::speed) {
      const double w = values_->drive_bandwidth;
      last = (last - g * g * w * w * Fv[phi]) / (1 + 2 * w * g + w * w * g * g);
    }
    phi_k[1] = g * (Fv[phi] + last);
    phi_k[0] = g * (Fq[phi] + phi_k[1]);
    ke[kPhiAcceleration] = last;
  }
  const double *u = Fv, *w = Fq;
  if (!free) {
    std::copy(Fv, Fv + n_, u_.begin());
    std::copy(Fq, Fq + n_, w_.begin());
    u_[phi] = -phi_k[2];
    w_[phi] = phi_k[0] / g;
    tangent_.complete(u_.data());
    tangent_.complete(w_.data());
    u = u_.data(), w = w_.data();
  }
  tangent_.solve_step({g, -g * phi_k[1], -g * g}, u, w, kv, free);
  for (int i = 0; i < n_; ++i) kq[i] = g * (Fq[i] + kv[i]);
  if (!free) {
    kq[phi] = phi_k[0];
    kv[phi] = phi_k[1];
  }
}

/// Size of an error as a speed of all bodies together, against the tolerance in m/s: its kinetic and elastic energy. (T-ALE.25)
double Motion::error(const double* e, const double*) const {
  const double energy = tangent_.mass_norm(e + n_) + tangent_.stiffness_norm(e);
  return std::sqrt(energy) * scale_ / values_->solver_tolerance;
}

}  // namespace reeve::models
