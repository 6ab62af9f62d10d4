// Energies and powers at the point where the equations were last evaluated.
#include <numbers>

#include "models/spatial/equations.hpp"

namespace reeve::models::spatial {

using mechanics::r_of;

template <class S>
Vec3<S> Equations<S>::acceleration(int body, const S* a) const {
  Vec3<S> sum = frame_[body].a;
  for (int j = 0; j < frame_[body].columns; ++j) sum += frame_[body].along[j] * a[frame_[body].coordinate[j]];
  return sum;
}

template <class S>
S Equations<S>::energy(const Values& v) const {
  S sum = 0.0;
  for (int b = 0; b < topology_.bodies; ++b) {
    const auto& frame = frame_[b];
    const auto centre = frame.point(body_[b].centre);
    const Vec3<S> w = frame.A.transpose() * frame.w;
    const S mass = mass_of(b, v);
    sum += 0.5 * mass * centre.v.dot(centre.v) + mass * v.gravity * centre.r[2];
    for (int i = 0; i < 3; ++i) sum += 0.5 * body_[b].inertia[i] * w[i] * w[i];
  }
  for (std::size_t k = 0; k < span_.size(); ++k) {
    const auto& state = state_[k];
    const auto part = spatial_energy(span_[k].element, span_[k].rope, state.motion, state.terms);
    sum += part.kinetic + part.elastic + part.potential;
  }
  sum += wheel_energy();
  for (const auto& spring : springs_) sum += 0.5 * spring.stiffness * spring.stretch.dot(spring.stretch);
  for (const auto& drum : drums_) {
    const auto& m = state_[drum.span].motion;
    const Vec3<S>& V = m.rd[drum.end];
    const S wound = drum.rho * drum.sign * phi_;
    sum += wound * (0.5 * (V.dot(V) + phi_rate_ * phi_rate_) + v.gravity * m.r[drum.end][2]);
  }
  return sum;
}

template <class S>
S Equations<S>::wound_power() const {
  S power = 0.0;
  for (const auto& drum : drums_) {
    const auto& t = span_[drum.span].element.shapes;
    const S eps = state_[drum.span].terms.strain.at(t.end_strain[drum.end], t.strains);
    power += 0.5 * span_[drum.span].rope.EA * eps * eps * drum.sign * phi_rate_;
  }
  return power;
}

template <class S>
S Equations<S>::payload_power(int i, const S* a, const Values& v) const {
  const int b = topology_.loadable[i];
  const auto& frame = frame_[b];
  const Vec3<S> arm = frame.A * body_[b].centre;
  const auto centre = frame.point(body_[b].centre);
  Vec3<S> sum = centre.a + Vec3<S>::UnitZ() * v.gravity;
  for (int j = 0; j < frame.columns; ++j) sum += frame.column(j, arm) * a[frame.coordinate[j]];
  return -(v.payload[i] * sum.dot(centre.v));
}

template <class S>
S Equations<S>::payload_energy(int i, const Values& v) const {
  const auto centre = frame_[topology_.loadable[i]].point(body_[topology_.loadable[i]].centre);
  return v.payload[i] * (0.5 * centre.v.dot(centre.v) + v.gravity * centre.r[2]);
}

/// At places a twentieth of the span apart.
template <class S>
S Equations<S>::sway(int k) const {
  constexpr int kPlaces = 20;
  const auto& t = span_[k].element.shapes;
  const auto& m = state_[k].motion;
  const Vec3<S> d = m.r[1] - m.r[0], along = d / mechanics::length_of(d);
  S most = 0.0;
  for (int g = 1; g < kPlaces; ++g) {
    const double x = static_cast<double>(g) / kPlaces;
    Vec3<S> off = Vec3<S>::Zero();
    for (int axis = 0; axis < mechanics::kAxes; ++axis) {
      for (int i = 0; i < t.modes.along[axis]; ++i) {
        const double shape = t.has_sines(axis) ? std::sin((i + 1) * std::numbers::pi * x)
                             : i == 0          ? x * (1 - x)
                                               : x * (1 - x) * (1 - 2 * x);
        off[axis] += shape * m.q[t.first[axis] + i];
      }
    }
    const Vec3<S> across = off - along * along.dot(off);
    const S square = across.dot(across);
    if (math::value(square) > math::value(most)) most = square;
  }
  using std::sqrt;
  return math::value(most) > 0 ? S(sqrt(most)) : S(0.0);
}

template Vec3<double> Equations<double>::acceleration(int, const double*) const;
template Vec3<math::Dual> Equations<math::Dual>::acceleration(int, const math::Dual*) const;
template double Equations<double>::energy(const spatial::Values<double>&) const;
template math::Dual Equations<math::Dual>::energy(const spatial::Values<math::Dual>&) const;
template double Equations<double>::wound_power() const;
template math::Dual Equations<math::Dual>::wound_power() const;
template double Equations<double>::payload_power(int, const double*, const spatial::Values<double>&) const;
template math::Dual Equations<math::Dual>::payload_power(int, const math::Dual*,
                                                         const spatial::Values<math::Dual>&) const;
template double Equations<double>::payload_energy(int, const spatial::Values<double>&) const;
template math::Dual Equations<math::Dual>::payload_energy(int, const spatial::Values<math::Dual>&) const;
template double Equations<double>::sway(int) const;
template math::Dual Equations<math::Dual>::sway(int) const;

}  // namespace reeve::models::spatial
