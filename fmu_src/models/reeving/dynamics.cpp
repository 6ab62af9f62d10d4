#include "models/reeving/dynamics.hpp"

#include <algorithm>
#include <cmath>

namespace reeve::models::reeving {

Dynamics::Dynamics(const Topology& topology) : topology_(topology), equations_(topology), tangent_(topology) {}

void Dynamics::prepare(const Values<double>& u) {
  equations_.prepare(u);
  tangent_.resize(equations_);
  n_ = equations_.coordinates();
  point_.assign(2 * n_, 0.0);
  w_.assign(n_, 0.0);
  u_.assign(n_, 0.0);
  given_rate_.assign(topology_.driven(), 0.0);
  double mass = 0;
  for (const auto& body : u.body) mass += body.mass;
  scale_ = 1 / std::sqrt(mass);
  nominal_.assign(size(), 1e3);
  for (int i = 0; i < n_; ++i) {
    const bool is_mode = i >= topology_.boundary;
    nominal_[i] = is_mode ? 1e-5 : 1e-3;  // 1 mm; modes are small
    nominal_[n_ + i] = is_mode ? 1e-3 : 0.1;
  }
  for (int k = 0; k < topology_.contact_count(); ++k) {
    for (const PerContact path : {kSlipDistance, kSlipPath, kCreepDistance})
      nominal_[at(contact_extra(k, path))] = 1e-3;
  }
}

/// The equations at the point where the drive, ropes that stick, and massless sheaves really are. Returns q', behind which q
/// stands.
const double* Dynamics::evaluate(const DrivePoint<double>& drive, Span x, const Modes& m, const Values<double>& u,
                                 bool tangent) {
  const double* q = x.data();
  if (equations_.massless() || !topology_.contacts.empty() || drive.position != x[at_phi()] ||
      drive.velocity != x[at_phi_rate()]) {
    std::copy(x.begin(), x.begin() + 2 * n_, point_.begin());
    point_[at_phi()] = drive.position;
    point_[at_phi_rate()] = drive.velocity;
    equations_.constrain(point_.data(), point_.data() + n_);
    equations_.slave(point_.data(), point_.data() + n_, m);
    q = point_.data();
  }
  equations_.evaluate(q, q + n_, m, u, tangent);
  equations_.reduce();
  return q + n_;
}

void Dynamics::derivatives(double t, Span x, const Modes& m, const Values<double>& u, std::span<double> dx,
                           bool tangent) {
  rates(axis.point<double>(t, m, start_phi, states(x)), x, m, u, dx, tangent);
}

void Dynamics::stage(double t, Span x, const Modes& m, const Values<double>& u, std::span<double> dx) {
  rates(m.regime == Regime::ride ? states(x) : axis.point<double>(t, m, start_phi, states(x)), x, m, u, dx, false);
}

void Dynamics::rates(const DrivePoint<double>& at, Span x, const Modes& m, const Values<double>& u,
                     std::span<double> dx, bool tangent) {
  const double* const v = evaluate(at, x, m, u, tangent);
  double* const a = dx.data() + n_;
  const auto drive = accelerate<double>(equations_, axis, at, m, u, a);
  fill_rates(equations_, at, drive, u, v, a, dx.data());
}

double Dynamics::holding(Span x, const Modes& m, const Values<double>& u) {
  evaluate({x[at_phi()], 0, 0}, x, m, u, false);
  equations_.grip(m, u);
  return -equations_.load().force;
}

double Dynamics::slaved_rate(int contact, Span x, const Modes& m) {
  std::copy(x.begin(), x.begin() + 2 * n_, point_.begin());
  return equations_.contacts().slaved_rate(equations_, contact, point_.data(), m, point_.data() + n_);
}

void Dynamics::linearise(double t, Span x, const Modes& m, const Values<double>& u, std::span<double> dx) {
  derivatives(t, x, m, u, dx, true);
  tangent_.capture(equations_);
}

bool Dynamics::factor(double h_gamma) {
  h_gamma_ = h_gamma;
  return tangent_.factor({1, h_gamma, h_gamma * h_gamma}) < 0;
}

/// (1/(h gamma) - A) k = F with A from mass, damping and stiffness:
///   k_q = h gamma (F_q + k_v),   (M + h gamma D + (h gamma)^2 K) k_v = h gamma (M F_v - h gamma K F_q)     (T-ALE.24)
/// A given motion, of the drive or of a rope that sticks to it, acts with its own k through the columns of M, D and K.
void Dynamics::solve(Span F, const Modes& m, const Values<double>& u, std::span<double> k) {
  const double g = h_gamma_;
  const int phi = topology_.phi(), first = topology_.first_driven();
  const double *Fq = F.data(), *Fv = Fq + n_, *Fe = Fv + n_;
  double *kq = k.data(), *kv = kq + n_, *ke = kv + n_;
  for (int i = 0; i < extras_of(topology_); ++i) ke[i] = g * Fe[i];
  const bool locked = DriveAxis::is_locked(m);
  const auto given =
      locked ? DriveAxis::implicit(m, u, g, {Fq[phi], Fv[phi], Fe[kPhiAcceleration]}) : DrivePoint<double>{};
  const double *along_v = Fv, *along_q = Fq;
  if (locked || !topology_.contacts.empty()) {
    std::copy(Fv, Fv + n_, u_.begin());
    std::copy(Fq, Fq + n_, w_.begin());
    along_v = u_.data(), along_q = w_.data();
  }
  if (locked) {
    u_[phi] = -given.acceleration;
    w_[phi] = given.position / g;
    given_rate_[phi - first] = given.velocity;
    tangent_.complete(u_.data());
    tangent_.complete(w_.data());
  }
  for (int c = 0; c < topology_.contact_count(); ++c) {
    if (m.slip[c] != 0) continue;
    const auto& contact = topology_.contacts[c];
    const double kappa = tangent_.kappa(c);
    u_[contact.s] = kappa * (locked && contact.sheave < 0 ? -given.acceleration : Fv[contact.wheel]);
    if (!locked || contact.sheave >= 0) continue;
    given_rate_[contact.s - first] = kappa * given.velocity;
    w_[contact.s] = Fq[contact.s] + kappa * given.velocity;
  }
  tangent_.solve_step({g, -g, -g * g}, along_v, along_q, given_rate_.data(), kv, locked);
  for (int i = 0; i < n_; ++i) kq[i] = g * (Fq[i] + kv[i]);
  for (int c = 0; c < topology_.contact_count(); ++c) {  // the rate in x of a rope that sticks only follows
    const int s = topology_.contacts[c].s;
    if (m.slip[c] != 0) continue;
    kq[s] += g * given_rate_[s - first];
    kv[s] = g * Fv[s];
  }
  std::fill(given_rate_.begin(), given_rate_.end(), 0.0);
  if (!locked) return;
  kq[phi] = given.position;
  kv[phi] = given.velocity;
  ke[kPhiAcceleration] = given.acceleration;
}

/// Size of an error as a speed of all bodies together, against the tolerance in m/s: its kinetic and elastic energy. (T-ALE.25)
double Dynamics::error(Span e, const Values<double>& u) const {
  const double energy = tangent_.mass_norm(e.data() + n_) + tangent_.stiffness_norm(e.data());
  return std::sqrt(energy) * scale_ / u.solver_tolerance;
}

}  // namespace reeve::models::reeving
