// Output equations for any scalar.
#include <algorithm>
#include <cmath>

#include "models/reeving/reeving.hpp"

namespace reeve::models {

using math::Dual;
using math::value;

namespace {

/// Rope and anchor forces at the present point.
template <class S>
void tensions(Equations<S>& eq, const S* a, const Topology& t, ReevingValues<S>& v) {
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
void traction(const Topology& t, ReevingValues<S>& v) {
  using std::exp;
  using std::log;
  S constitutive[2] = {S(0.0), S(0.0)};
  for (std::size_t i = 0; i < t.side.size(); ++i) {
    v.side_tension[i] = 0.0;
    for (const auto [k, end] : t.side_ends[i]) {
      v.side_tension[i] += end == 0 ? v.span_tension_start[k] : v.span_tension_end[k];
      constitutive[i] += end == 0 ? v.span_tension_start_constitutive[k] : v.span_tension_end_constitutive[k];
    }
  }
  v.motor_torque_from_tensions = v.drive_radius * (constitutive[0] - constitutive[1]);
  const S grip = v.drive_friction * v.drive_wrap;
  v.traction_limit = exp(grip);
  v.traction_ratio = 1.0;
  constexpr double kSlackRatio = 1e6;  // a slack side has no ratio
  for (const auto& ends : t.grips) {   // the rope nearest to slipping counts
    S T[2];
    for (int i = 0; i < 2; ++i) T[i] = ends[i].end == 0 ? v.span_tension_start[ends[i].span] : v.span_tension_end[ends[i].span];
    const bool first = value(T[0]) >= value(T[1]);
    const S &larger = T[first ? 0 : 1], &smaller = T[first ? 1 : 0];
    const S ratio = value(smaller) * kSlackRatio > value(larger) ? S(larger / smaller) : S(kSlackRatio);
    if (value(ratio) >= value(v.traction_ratio)) v.traction_ratio = ratio;
  }
  v.traction_utilisation = log(v.traction_ratio) / grip;
}

}  // namespace

template <class S>
void Reeving::outputs(const S&, std::span<const S> x, const State& state, Values<S>& v) {
  Equations<S>* equations;
  if constexpr (std::is_same_v<S, double>) {
    if (!prepared_) prepare(v, state);
    equations = &motion_->equations();
  } else {
    dual_->prepare(v);
    equations = dual_.get();
  }
  Equations<S>& eq = *equations;
  const Topology& t = *topology_;
  const int n = eq.coordinates(), phi = t.phi();
  std::vector<S>* work;
  if constexpr (std::is_same_v<S, double>) work = &rate_; else work = &dual_work_;
  if (work->size() < static_cast<std::size_t>(3 * n)) work->resize(3 * n);
  S* const a = work->data() + 2 * n;
  const S *q = x.data(), *qd = x.data() + n, *extras = x.data() + 2 * n;
  if (eq.massless()) {
    std::copy(x.begin(), x.begin() + 2 * n, work->begin());
    eq.constrain(work->data(), work->data() + n);
    q = work->data(), qd = work->data() + n;
  }
  eq.evaluate(q, qd, v, std::is_same_v<S, double>);  // the next step begins here and wants the tangent
  eq.reduce();
  const S radius = v.drive_radius;
  v.holding_torque = radius * eq.drive_holding();
  S acceleration = 0.0;
  switch (static_cast<Regime>(state.regime)) {
    case Regime::free:
      v.motor_torque = v.drive_torque;
      acceleration = eq.drive_acceleration((v.drive_torque - state.slide_direction * v.brake * v.brake_torque) / radius);
      break;
    case Regime::held: v.motor_torque = v.drive_torque; break;
    case Regime::ride:
    case Regime::speed:
      acceleration = extras[kPhiAcceleration];
      v.motor_torque = radius * eq.drive_force(acceleration);
      break;
  }
  eq.finish(acceleration, a);

  for (int b = 0; b < t.bodies; ++b) {
    v.body_position[b] = q[b];
    v.body_velocity[b] = qd[b];
    v.body_acceleration[b] = a[b];
  }
  const S turned = q[phi] - start_value(x, kStartPhi);
  for (std::size_t i = 0; i < t.side.size(); ++i) {
    const int b = t.side[i];
    v.side_vibration[i] = q[b] - start_value(x, kStartHeights + b) - t.travel[b] * turned;
  }
  v.drive_angle = turned / radius;
  v.drive_rate = qd[phi] / radius;
  for (int k = 0; k < t.sheaves; ++k) {
    const int c = t.sheave_node_s[k];
    v.sheave_speed[k] = (c == phi ? S(qd[phi]) : S(t.sheave_sign[k] * qd[c])) / v.sheave_radius[k];
  }
  tensions(eq, a, t, v);
  traction(t, v);

  v.total_energy = eq.energy(q, qd, v).sum() + extras[kWoundEnergy];
  v.drive_work = extras[kDriveWork];
  S own = v.total_energy;  // without the payload, whose weight and inertia count as a force on the body
  for (std::size_t i = 0; i < t.loadable.size(); ++i) {
    const int b = t.loadable[i];
    own -= v.payload[i] * (0.5 * qd[b] * qd[b] + v.gravity * q[b]);
  }
  v.energy_residual = own - start_value(x, kStartEnergy) - extras[kDriveWork] - extras[kPayloadWork] + extras[kLosses];
}

template void Reeving::outputs<double>(const double&, std::span<const double>, const State&, Values<double>&);
template void Reeving::outputs<Dual>(const Dual&, std::span<const Dual>, const State&, Values<Dual>&);

}  // namespace reeve::models
