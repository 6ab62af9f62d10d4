#include <algorithm>

#include "models/spatial/model.hpp"

namespace reeve::models::spatial {

using math::Dual;

namespace {

template <class S>
void set(Triple<S>& to, const Vec3<S>& from) {
  for (int i = 0; i < 3; ++i) to[i] = from[i];
}

}  // namespace

template <class S>
void Model::outputs(const S& t, std::span<const S> x, const Modes& m, const Start<S>& start, Values<S>& v) {
  const auto [eq, motion] = evaluated<S>(t, x.data(), m, start, v);
  const S* const a = motion.a.data();
  const Layout& at = layout();
  for (int b = 0; b < topology_.bodies; ++b) {
    auto& out = v.motion[b];
    set(out.position, eq.frames()[b].r);
    set(out.velocity, eq.frames()[b].v);
    set(out.acceleration, eq.acceleration(b, a));
    const bool single =
        topology_.kind[b] == mechanics::JointKind::line || topology_.kind[b] == mechanics::JointKind::hinge;
    if (single) out.travel = motion.q[topology_.joint[b]], out.travel_rate = motion.v[topology_.joint[b]];
  }
  v.slack = 0;
  for (int k = 0; k < topology_.span_count(); ++k) {
    v.span_tension_start[k] = eq.tension(k, 0, a);
    v.span_tension_end[k] = eq.tension(k, 1, a);
    v.span_length[k] = eq.length(k);
    v.span_sway[k] = eq.sway(k);
    if (!(v.span_tension_start[k] > 0.0) || !(v.span_tension_end[k] > 0.0)) v.slack = 1;
  }
  for (std::size_t i = 0; i < topology_.side.size(); ++i) {
    v.side_tension[i] = 0.0;
    for (const auto& [k, end] : topology_.side_ends[i])
      v.side_tension[i] += end == 0 ? v.span_tension_start[k] : v.span_tension_end[k];
  }
  for (int k = 0; k < topology_.sheaves; ++k)
    v.sheave_speed[k] = motion.v[topology_.sheave_node[k]] / v.sheave[k].radius;
  const int last = drive();
  v.drive_angle = (motion.axis[last].position - start.axis[last]) / v.drive.radius;
  v.drive_rate = motion.axis[last].velocity / v.drive.radius;
  v.axis_required = motion.motor;
  v.axis_required[last] = v.drive.radius * motion.motor[last];
  v.holding_torque = -motion.force[last];
  for (int b = 0; b < last; ++b) v.holding_torque += eq.driven().mass(last, b) * motion.driven[b];
  v.holding_torque *= v.drive.radius;

  v.drive_work = 0.0;
  for (int axis = 0; axis < at.axes; ++axis) v.drive_work += x[at.work(axis)];
  v.total_energy = eq.energy(v) + x[at.extra(kWoundEnergy)];
  v.energy_residual = v.total_energy - start.energy - v.drive_work - x[at.extra(kPayloadWork)] -
                      x[at.extra(kSwayWork)] + x[at.extra(kLosses)];
  for (std::size_t i = 0; i < topology_.loadable.size(); ++i)
    v.energy_residual -= eq.payload_energy(static_cast<int>(i), v);
}

template void Model::outputs<double>(const double&, std::span<const double>, const Modes&, const Start<double>&,
                                     Values<double>&);
template void Model::outputs<Dual>(const Dual&, std::span<const Dual>, const Modes&, const Start<Dual>&, Values<Dual>&);

}  // namespace reeve::models::spatial
