// Output equations for any scalar.
#include <algorithm>
#include <cmath>

#include "models/reeving/model.hpp"

namespace reeve::models::reeving {

using math::Dual;
using math::value;

namespace {

/// Rope and anchor forces at the present point.
template <class S>
void tensions(Equations<S>& eq, const S* a, const Topology& t, Values<S>& v) {
  v.slack = 0;
  for (int k = 0; k < t.span_count(); ++k) {
    v.span_length[k] = eq.length(k);
    v.span_tension_start_constitutive[k] = eq.constitutive_tension(k, 0);
    v.span_tension_end_constitutive[k] = eq.constitutive_tension(k, 1);
    v.span_tension_start[k] = eq.recovered_tension(k, 0, a);
    v.span_tension_end[k] = eq.recovered_tension(k, 1, a);
    if (!(value(v.span_tension_start[k]) > 0 && value(v.span_tension_end[k]) > 0)) v.slack = 1;
    for (int end = 0; end < 2; ++end) {
      const Node& node = t.node(t.spans[k], end);
      if (node.place.of == Place::Of::anchor) {
        v.anchor_tension[node.place.index] = end == 0 ? v.span_tension_start[k] : v.span_tension_end[k];
      }
    }
  }
  for (const auto& spring : eq.springs()) {
    if (spring.anchor < 0) continue;
    for (int k = 0; k < t.span_count(); ++k) {
      for (int end = 0; end < 2; ++end) {
        const Node& node = t.node(t.spans[k], end);
        if (node.place.of != Place::Of::anchor || node.place.index != spring.anchor) continue;
        const double away = end == 0 ? t.spans[k].sigma : -t.spans[k].sigma;  // direction in which the rope leaves
        v.anchor_tension[spring.anchor] = away * eq.spring_force(spring);
      }
    }
  }
}

template <class S>
void traction(const Equations<S>& eq, const S* a, Values<S>& v) {
  using std::exp;
  using std::log;
  const Topology& t = eq.topology();
  S constitutive[2] = {S(0.0), S(0.0)};
  for (std::size_t i = 0; i < t.side.size(); ++i) {
    v.side_tension[i] = 0.0;
    for (const auto [k, end] : t.side_ends[i]) {
      v.side_tension[i] += end == 0 ? v.span_tension_start[k] : v.span_tension_end[k];
      constitutive[i] += end == 0 ? v.span_tension_start_constitutive[k] : v.span_tension_end_constitutive[k];
    }
  }
  v.motor_torque_from_tensions = v.drive.radius * (constitutive[0] - constitutive[1]);
  v.traction_ratio = 1.0;
  S friction = v.drive.friction;
  const auto consider = [&](const S& ratio) {
    const bool nearer = value(ratio) >= value(v.traction_ratio);
    if (nearer) v.traction_ratio = ratio;
    return nearer;
  };
  if (t.contacts.empty()) {
    for (const auto& ends : t.grips) {
      S T[2];
      for (int i = 0; i < 2; ++i)
        T[i] = ends[i].end == 0 ? v.span_tension_start[ends[i].span] : v.span_tension_end[ends[i].span];
      consider(mechanics::tension_ratio(T[0], T[1]));
    }
  }
  for (int k = 0; k < t.contact_count(); ++k) {
    if (t.contacts[k].sheave >= 0) continue;
    S tau[2];
    eq.contacts().tensions(eq, k, a, tau);
    if (consider(mechanics::tension_ratio(tau[0], tau[1]))) friction = eq.contacts().static_factor(k);
  }
  const S grip = friction * v.drive.wrap;
  v.traction_limit = exp(grip);
  v.traction_utilisation = log(v.traction_ratio) / grip;
}

template <class S>
void slip_and_creep(const Equations<S>& eq, const S& drive_acceleration, const S* extras, Values<S>& v) {
  const auto& contacts = eq.contacts();
  v.slip_power = v.creep = v.slip_energy = v.creep_energy = 0.0;
  for (auto& grip : v.grip) grip = {};
  for (int k = eq.topology().contact_count() - 1; k >= 0; --k) {
    const auto& p = contacts.point(k);
    const double d = eq.topology().contacts[k].d;
    auto& grip = v.grip[k];
    if (contacts.system.law[k].slip != 0) grip.slip_velocity = contacts.slip_velocity(k);
    grip.slip_distance = extras[contact_extra(k, kSlipDistance)];
    grip.slip_path = extras[contact_extra(k, kSlipPath)];
    grip.creep_distance = extras[contact_extra(k, kCreepDistance)];
    v.slip_energy = extras[kSlipEnergy];
    v.creep_energy = extras[kCreepEnergy];
    if (eq.topology().contacts[k].sheave >= 0) continue;
    v.creep = d * (p.strain[0] - p.strain[1]) / (1.0 + p.running());
    v.slip_power += contacts.system.friction(k, drive_acceleration) * grip.slip_velocity;
  }
}

}  // namespace

template <class S>
Model::Motion<S> Model::motion(const S& t, std::span<const S> x, const Modes& m, const Start<S>& start,
                               const Values<S>& u) {
  constexpr bool kDouble = std::is_same_v<S, double>;
  auto& eq = [this]() -> Equations<S>& {
    if constexpr (kDouble)
      return dynamics().equations();
    else
      return made_->dual;
  }();
  auto& work = [this]() -> std::vector<S>& {
    if constexpr (kDouble)
      return rate_;
    else
      return dual_rate_;
  }();
  if constexpr (!kDouble) eq.prepare(u);
  const int n = eq.coordinates(), phi = topology().phi();
  if (work.size() < static_cast<std::size_t>(3 * n)) work.resize(3 * n);
  S *const q = work.data(), *const qd = q + n, *const a = qd + n;
  std::copy(x.begin(), x.begin() + 2 * n, q);
  const auto drive = dynamics().axis.point<S>(t, m, start.phi, {x[phi], x[n + phi], x[2 * n + kPhiAcceleration]});
  q[phi] = drive.position;
  qd[phi] = drive.velocity;
  eq.constrain(q, qd);
  eq.slave(q, qd, m);
  eq.evaluate(q, qd, m, u, kDouble);  // the next step begins here and wants the tangent
  eq.reduce();
  const auto forces = accelerate<S>(eq, dynamics().axis, drive, m, u, a);
  return {eq, drive, forces, q, qd, a};
}

void Model::rates(const Dual& t, std::span<const Dual> x, const Modes& m, const Start<Dual>& start,
                  const Values<Dual>& u, std::span<Dual> dx) {
  const auto at = motion<Dual>(t, x, m, start, u);
  fill_rates(at.equations, at.drive, at.forces, u, at.qd, at.a, dx.data());
}

template <class S>
void Model::outputs(const S& t, std::span<const S> x, const Modes& m, const Start<S>& start, Values<S>& v) {
  const auto [eq, drive, forces, q, qd, a] = motion<S>(t, x, m, start, v);
  const int phi = topology().phi();
  const S* const extras = x.data() + 2 * eq.coordinates();

  const Topology& topo = topology();
  for (int b = 0; b < topo.bodies; ++b) {
    v.body_position[b] = q[b];
    v.body_velocity[b] = qd[b];
    v.body_acceleration[b] = a[b];
  }
  const S turned = q[phi] - start.phi;
  S carried = turned;  // rope, by the drive
  for (int k = topo.contact_count() - 1; k >= 0; --k) {
    const Contact& contact = topo.contacts[k];
    if (contact.sheave < 0) carried = contact.d * (start.material[k] - q[contact.s]);
  }
  for (std::size_t i = 0; i < topo.side.size(); ++i) {
    const int b = topo.side[i];
    v.side_vibration[i] = q[b] - start.height[b] - topo.travel[b] * carried;
  }
  v.rope_drift = turned - carried;
  v.encoder_error = q[topo.side[0]] - start.height[topo.side[0]] - topo.travel[topo.side[0]] * turned;
  v.motor_torque = forces.motor_torque;
  v.holding_torque = -(v.drive.radius * eq.load().force);
  v.drive_angle = turned / v.drive.radius;
  v.drive_rate = qd[phi] / v.drive.radius;
  for (int k = 0; k < topo.sheaves; ++k) {
    const int c = topo.sheave_node_s[k];
    const S surface = topo.is_surface(c) ? S(qd[c]) : S(topo.sheave_sign[k] * qd[c]);
    v.sheave_speed[k] = surface / v.sheave[k].radius + 0.0;  // a zero without sign
  }
  for (int i = 0; i < topo.buffers; ++i) v.buffer_force[i] = eq.buffers()[i].force();
  tensions(eq, a, topo, v);
  traction(eq, a, v);
  slip_and_creep(eq, forces.acceleration, extras, v);

  v.total_energy = eq.energy(q, qd, v).sum() + extras[kWoundEnergy];
  v.drive_work = extras[kDriveWork];
  S own = v.total_energy;  // without the payload, whose weight and inertia count as a force on the body
  for (std::size_t i = 0; i < topo.loadable.size(); ++i) {
    const int b = topo.loadable[i];
    own -= v.payload[i] * (0.5 * qd[b] * qd[b] + v.gravity * q[b]);
  }
  v.energy_residual =
      own - start.energy - extras[kDriveWork] - extras[kPayloadWork] + extras[kLosses] + v.slip_energy + v.creep_energy;
}

template void Model::outputs<double>(const double&, std::span<const double>, const Modes&, const Start<double>&,
                                     Values<double>&);
template void Model::outputs<Dual>(const Dual&, std::span<const Dual>, const Modes&, const Start<Dual>&, Values<Dual>&);

}  // namespace reeve::models::reeving
