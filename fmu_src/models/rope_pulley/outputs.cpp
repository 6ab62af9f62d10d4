// Output equations: everything follows from the state, nothing directly from an input.
#include <algorithm>
#include <cmath>

#include "models/rope_pulley/model.hpp"
#include "models/rope_pulley/rim.hpp"

namespace reeve::models::rope_pulley {

using math::Dual;
using math::value;

namespace {

/// The pulley whose rim is nearest.
template <class S>
int nearest_pulley(const Equations<S>& eq, double x, double y) {
  int best = 0;
  double least = 0;
  for (int p = 0; p < eq.wheels(); ++p) {
    const auto& pulley = eq.pulley(p);
    const double gap = std::hypot(x - value(pulley.x), y - value(pulley.y)) - value(pulley.radius);
    if (p == 0 || gap < least) best = p, least = gap;
  }
  return best;
}

}  // namespace

template <class S>
void Model::outputs(const S&, std::span<const S> x, const Modes& m, const Start<S>& start, Values<S>& v) {
  Equations<S>* eq;
  if constexpr (std::is_same_v<S, double>) {
    equations_.prepare(v);
    mass_in_band_ = false;
    eq = &equations_;
  } else {
    dual_->prepare(v);
    eq = dual_.get();
  }
  eq->set_masses(S(m.mass[0]), S(m.mass[1]));  // of the last step: an input acts from the next one on
  const S *q = x.data(), *u = x.data() + at_v();
  Grip<S> grip;
  grip.z = x.data() + at_z(), grip.pulley = m.pulley.data(), grip.slips = m.slips.data();
  if constexpr (std::is_same_v<S, double>) {
    eq->evaluate(q, u, grip, f_.data());
  } else {
    std::vector<S> f(coordinates());
    eq->evaluate(q, u, grip, f.data());
  }

  contact_outputs(x, *eq, v);
  wrap(x, *eq, v);
  for (int i = 0; i < structure_.nodes(); ++i) v.node_x[i] = q[4 * i], v.node_y[i] = q[4 * i + 1];
  for (int p = 0; p < eq->wheels(); ++p) {
    v.wheel[p].speed = u[eq->wheel(p)];
    v.wheel[p].torque = eq->wheel_friction(p) * v.wheel[p].radius;
  }
  v.energy_residual = eq->energy(q, u) - start.energy - x[at_work()];
  v.unconverged_steps = m.unconverged;
  if (structure_.closed) {
    slip_arcs(x, *eq, v);
    spans(x, *eq, v);
    return;
  }

  const int right = 4 * (structure_.nodes() - 1);
  v.left_tension = eq->end_tension(q, u, false);
  v.right_tension = eq->end_tension(q, u, true);
  v.rope_displacement = 0.5 * ((q[1] - start.left) - (q[right + 1] - start.right));
  v.slip_distance = v.wheel[0].radius * q[eq->wheel(0)] - v.rope_displacement;
  const S round_trip = 2.0 * v.motion.stroke;
  v.slip_number = v.slip_distance / (x[at_way()] > round_trip ? x[at_way()] : round_trip);
}

template <class S>
void Model::contact_outputs(std::span<const S> x, Equations<S>& eq, Values<S>& v) const {
  v.friction_sum = v.normal_sum = S(0.0);
  for (int j = 0; j < structure_.most_points(); ++j) {
    S N = 0.0, F = 0.0, angle = 0.0, vr = 0.0;
    if (j < eq.points()) {
      S px, py;
      eq.point_position(x.data(), j, px, py);
      const int nearest = nearest_pulley(eq, value(px), value(py));
      angle = rim_angle(eq.pulley(nearest), middle_[nearest], px, py);
    }
    if (j < eq.points() && eq.contact(j).pulley >= 0) {
      const auto& c = eq.contact(j);
      N = c.N, F = c.F, vr = c.vr;
    }
    v.contact_normal[j] = N, v.contact_friction[j] = F, v.contact_angle[j] = angle, v.contact_velocity[j] = vr;
    v.normal_sum += N, v.friction_sum += F;
  }
}

template void Model::outputs<double>(const double&, Span, const Modes&, const Start<double>&, Values<double>&);
template void Model::outputs<Dual>(const Dual&, std::span<const Dual>, const Modes&, const Start<Dual>&, Values<Dual>&);

}  // namespace reeve::models::rope_pulley
