// The dynamics in steps: derivatives, and the linearised solve of implicit methods.
#include <algorithm>
#include <cmath>

#include "models/spatial/dynamics.hpp"

namespace reeve::models::spatial {

using mechanics::Quaternion;

Dynamics::Dynamics(const Topology& topology, bool sways)
    : axis(topology.axes()), start(topology.axes()), topology_(topology), equations_(topology), tangent_(topology) {
  layout_.axes = topology.axes();
  layout_.turning = static_cast<int>(topology.turning.size());
  layout_.sways = sways;
}

void Dynamics::prepare(const Values<double>& u) {
  equations_.prepare(u);
  layout_.n = equations_.coordinates();
  tangent_.resize(equations_);
  motion_.resize(layout_);
  for (auto* v : {&u_, &w_, &rate_}) v->assign(layout_.n, 0.0);
  quaternion_.assign(4 * layout_.turning, 0.0);
  held_.axis.resize(layout_.axes);
  double mass = 0;
  for (const auto& body : u.body) mass += body.mass;
  scale_ = 1 / std::sqrt(std::max(mass, 1.0));
  nominal_.assign(layout_.size(), 1e3);
  for (int i = 0; i < layout_.n; ++i) {
    const bool is_mode = i >= topology_.boundary;
    nominal_[i] = is_mode ? 1e-4 : 1e-2;  // 1 cm; modes are small
    nominal_[layout_.n + i] = is_mode ? 1e-3 : 0.1;
  }
  for (int i = 0; i < layout_.turning; ++i) nominal_[layout_.scalar(i)] = 1e-2;
  for (int i = 0; layout_.sways && i < kSwayStates; ++i) nominal_[layout_.sway(i)] = 1e-2;
}

void Dynamics::rates(double t, Span x, const Modes& m, const Values<double>& u, bool closed_form,
                     std::span<double> dx) {
  for (int a = 0; a < layout_.axes; ++a) {
    const int c = topology_.first_driven() + a;
    const AxisPoint<double> states{x[c], x[layout_.n + c], x[layout_.acceleration(a)]};
    const bool as_states = !closed_form && m.axis[a].regime == Regime::ride;
    motion_.axis[a] = as_states ? states : axis[a].point<double>(t, m.axis[a], start[a], states);
  }
  motion_.sway = building_motion(t, x.data(), layout_, u);
  take_point(x.data(), layout_, topology_, motion_);
  accelerate(equations_, topology_, axis, m, u, motion_);
  fill_rates(equations_, layout_, u, x.data(), motion_, dx.data());
}

void Dynamics::derivatives(double t, Span x, const Modes& m, const Values<double>& u, std::span<double> dx) {
  rates(t, x, m, u, true, dx);
}

void Dynamics::stage(double t, Span x, const Modes& m, const Values<double>& u, std::span<double> dx) {
  rates(t, x, m, u, false, dx);
}

double Dynamics::holding(double t, Span x, const Modes& m, const Values<double>& u) {
  for (int a = 0; a < layout_.axes; ++a) {
    const int c = topology_.first_driven() + a;
    const AxisPoint<double> states{x[c], x[layout_.n + c], x[layout_.acceleration(a)]};
    motion_.axis[a] = axis[a].point<double>(t, m.axis[a], start[a], states);
  }
  motion_.axis.back() = {motion_.axis.back().position, 0, 0};
  held_.axis = m.axis;
  held_.axis.back().regime = Regime::held;
  motion_.sway = building_motion(t, x.data(), layout_, u);
  take_point(x.data(), layout_, topology_, motion_);
  accelerate(equations_, topology_, axis, held_, u, motion_);
  const int last = layout_.axes - 1;
  double force = motion_.force[last];
  for (int b = 0; b < last; ++b) force -= equations_.driven().mass(last, b) * motion_.driven[b];
  return -force;
}

void Dynamics::linearise(double t, Span x, const Modes& m, const Values<double>& u, std::span<double> dx) {
  rates(t, x, m, u, true, dx);
  tangent_.capture(equations_);
  for (int i = 0; i < layout_.turning; ++i) {
    const int place = topology_.joint[topology_.turning[i]] + 3;
    quaternion_[4 * i] = motion_.scalar[i];
    std::copy(motion_.q.begin() + place, motion_.q.begin() + place + 3, quaternion_.begin() + 4 * i + 1);
  }
}

bool Dynamics::factor(double h_gamma) {
  h_gamma_ = h_gamma;
  return tangent_.factor({1, h_gamma, h_gamma * h_gamma});
}

/// Rates of a quaternion as turns in the body's axes, in place of its vector.
void Dynamics::turn_to_rates(const double* F, double* w) const {
  for (int i = 0; i < layout_.turning; ++i) {
    const int place = topology_.joint[topology_.turning[i]] + 3;
    const Quaternion<double> p{quaternion_[4 * i], Eigen::Map<const Vec3<double>>(&quaternion_[4 * i + 1])};
    Eigen::Map<Vec3<double>>(w + place) = p.turn({F[layout_.scalar(i)], Eigen::Map<const Vec3<double>>(F + place)});
  }
}

/// k_p = g (F_p + p k_w/2)
void Dynamics::rates_to_turn(const double* F, const double* kv, double g, double* k) const {
  for (int i = 0; i < layout_.turning; ++i) {
    const int place = topology_.joint[topology_.turning[i]] + 3;
    const Quaternion<double> p{quaternion_[4 * i], Eigen::Map<const Vec3<double>>(&quaternion_[4 * i + 1])};
    const auto rate = p.rate(Eigen::Map<const Vec3<double>>(kv + place));
    for (int j = 0; j < 3; ++j) k[place + j] = g * (F[place + j] + rate.vector[j]);
    k[layout_.scalar(i)] = g * (F[layout_.scalar(i)] + rate.scalar);
  }
}

/// (1/(h gamma) - A) k = F as in (T-ALE.24); a given motion acts with its own k through the columns of M, D and K.
void Dynamics::solve(Span F, const Modes& m, const Values<double>& u, std::span<double> k) {
  const double g = h_gamma_;
  const int n = layout_.n, first = topology_.first_driven();
  for (std::size_t i = 2 * n; i < F.size(); ++i) k[i] = g * F[i];
  std::copy(F.begin(), F.begin() + n, w_.begin());
  std::copy(F.begin() + n, F.begin() + 2 * n, u_.begin());
  std::fill(rate_.begin(), rate_.end(), 0.0);
  turn_to_rates(F.data(), w_.data());
  for (int a = 0; a < layout_.axes; ++a) {
    const int c = first + a;
    motion_.locked[a] = m.axis[a].is_locked();
    if (!motion_.locked[a]) continue;
    motion_.axis[a] = Axis::implicit(m.axis[a], u.axis[a].bandwidth, g, {F[c], F[n + c], F[layout_.acceleration(a)]});
    u_[c] = -motion_.axis[a].acceleration;
    w_[c] = motion_.axis[a].position / g;
    rate_[c] = motion_.axis[a].velocity;
  }
  tangent_.solve_step({g, -g, -g * g}, u_.data(), w_.data(), rate_.data(), motion_.locked.get(), k.data() + n);
  for (int i = 0; i < n; ++i) k[i] = g * (F[i] + k[n + i]);
  rates_to_turn(F.data(), k.data() + n, g, k.data());
  for (int a = 0; a < layout_.axes; ++a) {
    if (!motion_.locked[a]) continue;
    k[first + a] = motion_.axis[a].position;
    k[n + first + a] = motion_.axis[a].velocity;
    k[layout_.acceleration(a)] = motion_.axis[a].acceleration;
  }
  for (int i = 0; layout_.sways && i < 2; ++i) {
    const double b = u.sway.bandwidth;
    double &a = k[layout_.sway(i)], &rate = k[layout_.sway(2 + i)];
    rate = g * (F[layout_.sway(2 + i)] - b * b * g * F[layout_.sway(i)]) / (1 + 2 * b * g + b * b * g * g);
    a = g * (F[layout_.sway(i)] + rate);
  }
}

/// Size of an error as a speed of all bodies together, against the tolerance in m/s.                     (T-ALE.25)
double Dynamics::error(Span e, const Values<double>& u) const {
  const double energy = tangent_.mass_norm(e.data() + layout_.n) + tangent_.stiffness_norm(e.data());
  return std::sqrt(energy) * scale_ / u.solver_tolerance;
}

}  // namespace reeve::models::spatial
