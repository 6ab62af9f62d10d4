#include "models/spatial/dynamics.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace reeve::models::spatial {

using math::Dual;
using mechanics::Quaternion;

template <class S>
mechanics::Sway<S> building_motion(const S& t, const S* x, const Layout& at, const Values<S>& u) {
  using std::cos;
  using std::sin;
  mechanics::Sway<S> sway;
  if (!at.sways) return sway;
  const S w = 2 * std::numbers::pi * u.sway.frequency, angle = w * t + u.sway.phase;
  const Vec3<S> along = vector(u.sway.direction) * u.sway.amplitude;
  sway.a = along * S(sin(angle));
  sway.rate = along * S(w * cos(angle));
  sway.acceleration = along * S(-(w * w * sin(angle)));
  const S b = u.sway.bandwidth;
  const S target[2] = {u.sway_x, u.sway_y};
  for (int i = 0; i < 2; ++i) {
    const S& a = x[at.sway(i)];
    const S& rate = x[at.sway(2 + i)];
    sway.a[i] += a;
    sway.rate[i] += rate;
    sway.acceleration[i] += b * (b * (target[i] - a) - 2.0 * rate);
  }
  return sway;
}

template <class S>
AxisCommand<S> axis_command(int a, const Topology& topology, const Values<S>& u) {
  AxisCommand<S> command{u.axis_force[a], S(0.0), u.axis_speed[a], u.axis[a].bandwidth, u.axis[a].jerk};
  if (a + 1 < topology.axes()) return command;
  const S closed = math::value(u.brake) < 0 ? S(0.0) : math::value(u.brake) > 1 ? S(1.0) : u.brake;
  command.motor = u.axis_force[a] / u.drive.radius;
  command.speed = u.drive.radius * u.axis_speed[a];
  command.brake = closed * u.brake_torque / u.drive.radius;
  return command;
}

template <class S>
void Motion<S>::resize(const Layout& at) {
  for (auto* list : {&q, &v, &a}) list->assign(at.n, S(0.0));
  scalar.assign(at.turning, S(1.0));
  axis.assign(at.axes, {S(0.0), S(0.0), S(0.0)});
  for (auto* list : {&driven, &motor, &jerk, &force}) list->assign(at.axes, S(0.0));
  locked = std::make_unique<bool[]>(at.axes);
}

template <class S>
void take_point(const S* x, const Layout& at, const Topology& topology, Motion<S>& m) {
  std::copy(x, x + at.n, m.q.begin());
  std::copy(x + at.n, x + 2 * at.n, m.v.begin());
  for (int i = 0; i < at.turning; ++i) m.scalar[i] = x[at.scalar(i)];
  for (int a = 0; a < at.axes; ++a) {
    m.q[topology.first_driven() + a] = m.axis[a].position;
    m.v[topology.first_driven() + a] = m.axis[a].velocity;
  }
}

template <class S>
void accelerate(Equations<S>& equations, const Topology& topology, const std::vector<Axis>& axis, const Modes& modes,
                const Values<S>& u, Motion<S>& m) {
  m.brake = 0.0;
  equations.evaluate({m.q.data(), m.v.data(), m.scalar.data(), m.sway}, u);
  equations.reduce();
  auto& system = equations.driven();
  const int axes = topology.axes(), first = topology.first_driven();
  for (int a = 0; a < axes; ++a) {
    const auto command = axis_command(a, topology, u);
    m.force[a] = system.force(a);
    m.locked[a] = modes.axis[a].is_locked();
    m.jerk[a] = axis[a].jerk(modes.axis[a], command, m.axis[a]);
    m.driven[a] = m.axis[a].acceleration;
    m.motor[a] = command.motor;
    if (m.locked[a]) continue;
    const S brake = modes.axis[a].direction * command.brake;
    if (a + 1 == axes) m.brake = brake;
    system.r[first + a] += command.motor - brake;
  }
  system.solve_driven(m.locked.get(), m.driven.data());
  for (int a = 0; a < axes; ++a) {
    if (!m.locked[a] || modes.axis[a].regime == Regime::held) continue;
    m.motor[a] = -m.force[a];
    for (int b = 0; b < axes; ++b) m.motor[a] += system.mass(a, b) * m.driven[b];
  }
  equations.finish(m.driven.data(), m.a.data());
}

template <class S>
void fill_rates(const Equations<S>& equations, const Layout& at, const Values<S>& u, const S* x, const Motion<S>& m,
                S* dx) {
  const Topology& topology = equations.topology();
  std::copy(m.v.begin(), m.v.end(), dx);
  std::copy(m.a.begin(), m.a.end(), dx + at.n);
  for (int i = 0; i < at.turning; ++i) {
    const int place = topology.joint[topology.turning[i]] + 3;
    const Quaternion<S> p{m.scalar[i], Eigen::Map<const Vec3<S>>(m.q.data() + place)};
    const auto rate = p.rate(Eigen::Map<const Vec3<S>>(m.v.data() + place));
    for (int k = 0; k < 3; ++k) dx[place + k] = rate.vector[k];
    dx[at.scalar(i)] = rate.scalar;
  }
  for (int a = 0; a < at.axes; ++a) {
    dx[at.acceleration(a)] = m.jerk[a];
    dx[at.work(a)] = m.motor[a] * m.axis[a].velocity;
  }
  dx[at.extra(kLosses)] = equations.losses() + m.brake * m.axis[at.axes - 1].velocity;
  dx[at.extra(kPayloadWork)] = 0.0;
  for (std::size_t i = 0; i < topology.loadable.size(); ++i)
    dx[at.extra(kPayloadWork)] += equations.payload_power(static_cast<int>(i), m.a.data(), u);
  dx[at.extra(kWoundEnergy)] = equations.wound_power();
  dx[at.extra(kSwayWork)] = at.sways ? equations.sway_power(m.a.data(), u) : S(0.0);
  if (!at.sways) return;
  const S b = u.sway.bandwidth;
  const S target[2] = {u.sway_x, u.sway_y};
  for (int i = 0; i < 2; ++i) {
    const S& rate = x[at.sway(2 + i)];
    dx[at.sway(i)] = rate;
    dx[at.sway(2 + i)] = b * (b * (target[i] - x[at.sway(i)]) - 2.0 * rate);
  }
}

template mechanics::Sway<double> building_motion(const double&, const double*, const Layout&, const Values<double>&);
template mechanics::Sway<Dual> building_motion(const Dual&, const Dual*, const Layout&, const Values<Dual>&);
template AxisCommand<double> axis_command(int, const Topology&, const Values<double>&);
template AxisCommand<Dual> axis_command(int, const Topology&, const Values<Dual>&);
template struct Motion<double>;
template struct Motion<Dual>;
template void take_point(const double*, const Layout&, const Topology&, Motion<double>&);
template void take_point(const Dual*, const Layout&, const Topology&, Motion<Dual>&);
template void accelerate(Equations<double>&, const Topology&, const std::vector<Axis>&, const Modes&,
                         const Values<double>&, Motion<double>&);
template void accelerate(Equations<Dual>&, const Topology&, const std::vector<Axis>&, const Modes&, const Values<Dual>&,
                         Motion<Dual>&);
template void fill_rates(const Equations<double>&, const Layout&, const Values<double>&, const double*,
                         const Motion<double>&, double*);
template void fill_rates(const Equations<Dual>&, const Layout&, const Values<Dual>&, const Dual*, const Motion<Dual>&,
                         Dual*);

}  // namespace reeve::models::spatial
