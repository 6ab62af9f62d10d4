// The equations of a step of M q'' = f(q, v), and what it changes when it is taken.
#include <algorithm>
#include <cmath>

#include "models/rope_pulley/model.hpp"

namespace reeve::models::rope_pulley {

using Kind = Grip<double>::Kind;

void Model::prescribe(double t, Span x, double h, const Modes&, const Values<double>& u, const Trial& trial) {
  equations_.set_masses(u.left_mass, u.right_mass);
  mass_in_band_ = mass_in_band_ && mass_ == std::array{u.left_mass, u.right_mass};
  for (int p = 0; p < equations_.wheels(); ++p) {
    const double now = command(p, t + h, u);
    const int i = equations_.wheel(p);
    if (structure_.pulley[p].drive == PulleyDrive::torque) equations_.set_load(p, now);
    if (structure_.pulley[p].follows()) continue;
    const double before = x[at_v() + i];
    trial.q[i] = x[i] + turn(p, t, h, 0.5 * (before + now), u);
    trial.v[i] = now;
    trial.qdd[i] = (now - before) / h;
  }
}

void Model::forces(Span x, const Modes& m, const Trial& trial, std::span<double> f) {
  equations_.evaluate(trial.q.data(), trial.v.data(), grip(x, m, Kind::step), f.data());
}

double Model::residual(Span x, const Modes& m, const Trial& trial, std::span<double> r) {
  forces(x, m, trial, r);
  return without_inertia(trial, r);
}

double Model::tangent(Span x, const Modes& m, const Trial& trial, double by_v, std::span<double> r) {
  equations_.evaluate(trial.q.data(), trial.v.data(), grip(x, m, Kind::step), r.data(), by_v, band_);
  mass_in_band_ = false;
  return without_inertia(trial, r);
}

/// From forces to f - M q''; returns the largest, torques over the radius, over the typical tension.
double Model::without_inertia(const Trial& trial, std::span<double> r) {
  equations_.mass_times(trial.qdd.data(), inertial_.data());
  const int n = 4 * structure_.nodes();
  double norm = 0;
  for (int i = 0; i < n; ++i) r[i] -= inertial_[i], norm = std::max(norm, std::abs(r[i]));
  for (int p = 0; p < equations_.wheels(); ++p) {
    const int i = equations_.wheel(p);
    r[i] = structure_.pulley[p].follows() ? r[i] - inertial_[i] : 0;
    norm = std::max(norm, std::abs(r[i]) / equations_.pulley(p).radius);
  }
  return norm / start_.scale;
}

bool Model::factor(double by_a) {
  equations_.add_mass(band_, by_a);
  return band_.factor();
}

/// The band leaves driven pulleys out.
void Model::solve(std::span<double> r) {
  for (int p = 0; p < equations_.wheels(); ++p) {
    if (equations_.unknown(p) >= 0) r[equations_.unknown(p)] = r[equations_.wheel(p)];
  }
  band_.solve(r.data());
  for (int p = equations_.wheels() - 1; p >= 0; --p) {
    r[equations_.wheel(p)] = equations_.unknown(p) >= 0 ? r[equations_.unknown(p)] : 0;
  }
}

/// Root mean square over the nodes, over the tolerated.                                               (T-ROP.19)
double Model::error(Span e, const Values<double>& u) const {
  double sum = 0;
  for (int i = 0; i < structure_.nodes(); ++i) sum += e[4 * i] * e[4 * i] + e[4 * i + 1] * e[4 * i + 1];
  return std::sqrt(sum / structure_.nodes()) / (u.solver.tolerance * u.wheel[0].radius);
}

void Model::take(double h, const Trial& trial, bool settled, std::span<double> x, Modes& m, const Values<double>& u) {
  const auto [q, v, qdd] = trial;
  const double power = equations_.power() - equations_.material_loss(q.data(), v.data());
  x[at_work()] += 0.5 * h * (m.power + power) + brought(x, trial, m, u);
  m.power = power;
  m.mass = {u.left_mass, u.right_mass};
  if (!settled) ++m.unconverged;
  const int driver = equations_.wheel(0);
  x[at_way()] += std::abs(q[driver] - x[driver]) * u.wheel[0].radius;
  std::copy(q.begin(), q.end(), x.begin());
  std::copy(v.begin(), v.end(), x.begin() + at_v());
  for (int p = 0; p < equations_.wheels(); ++p)
    m.load[p] = equations_.load(p), m.turn_rate[p] = qdd[equations_.wheel(p)];
  for (int j = 0; j < equations_.points(); ++j) {
    const auto& c = equations_.contact(j);
    const bool touches = c.pulley >= 0;
    double& z = x[at_z() + j];
    const double now = touches ? c.z : 0;
    m.z_rate[j] = touches && c.pulley == m.pulley[j] ? (now - z) / h : 0;
    m.pulley[j] = c.pulley, m.slips[j] = touches && c.slips;
    z = now;
  }
}

/// Weight that came or went within the step brings its energy along [J].
double Model::brought(Span x, const Trial& trial, const Modes& m, const Values<double>& u) const {
  const auto specific = [&](double height, double vx, double vy) {
    return u.gravity * height + 0.5 * (vx * vx + vy * vy);
  };
  const double* v = x.data() + at_v();
  double sum = 0;
  for (const int end : {0, 1}) {
    const int i = end == 0 ? 0 : 4 * (structure_.nodes() - 1);
    const double change = (end == 0 ? u.left_mass : u.right_mass) - m.mass[end];
    sum += 0.5 * change * (specific(x[i + 1], v[i], v[i + 1]) + specific(trial.q[i + 1], trial.v[i], trial.v[i + 1]));
  }
  return sum;
}

}  // namespace reeve::models::rope_pulley
