// Output equations: everything follows from the state, nothing directly from an input.
#include <algorithm>
#include <cmath>

#include "models/rope_pulley/rope_pulley.hpp"

namespace reeve::models {

using math::Dual;
using math::value;

namespace {

double arctangent(double y, double x) { return std::atan2(y, x); }
Dual arctangent(const Dual& y, const Dual& x) {
  const double square = x.v * x.v + y.v * y.v;
  return {std::atan2(y.v, x.v), (x.v * y.d - y.v * x.d) / square};
}

/// Clockwise from the leftmost point of a pulley, within half a turn of the middle of the arc.
template <class S>
S rim_angle(const mechanics::Pulley<S>& pulley, double middle, const S& x, const S& y) {
  const S ax = x - pulley.x, ay = y - pulley.y;
  const double c = std::cos(middle), s = std::sin(middle);
  return middle + arctangent(S(s * ax + c * ay), S(s * ay - c * ax));
}

/// The pulley whose rim is nearest.
template <class S>
int nearest_pulley(const RopeEquations<S>& eq, double x, double y) {
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
void RopePulley::outputs(const S&, std::span<const S> x, const State& state, Values<S>& v) {
  RopeEquations<S>* eq;
  if constexpr (std::is_same_v<S, double>) {
    prepare(v);
    eq = &equations_;
  } else {
    dual_->prepare(v);
    eq = dual_.get();
  }
  eq->set_masses(S(state.mass[0]), S(state.mass[1]));  // of the last step: an input acts from the next one on
  const S *q = x.data(), *u = x.data() + at_v();
  Grip<S> grip;
  grip.z = x.data() + at_z(), grip.pulley = state.pulley.data(), grip.slips = state.slips.data();
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
  v.energy_residual = eq->energy(q, u) - x[at(kStartEnergy)] - x[at(kWork)];
  v.unconverged_steps = state.unconverged;
  if (structure_.closed) return spans(x, *eq, v);

  const int right = 4 * (structure_.nodes() - 1);
  v.left_tension = eq->end_tension(q, u, false);
  v.right_tension = eq->end_tension(q, u, true);
  v.rope_displacement = 0.5 * ((q[1] - x[at(kLeftStart)]) - (q[right + 1] - x[at(kRightStart)]));
  v.slip_distance = v.wheel[0].radius * q[eq->wheel(0)] - v.rope_displacement;
  const S round_trip = 2.0 * v.motion.stroke;
  v.slip_number = v.slip_distance / (x[at(kWay)] > round_trip ? x[at(kWay)] : round_trip);
}

template <class S>
void RopePulley::contact_outputs(std::span<const S> x, RopeEquations<S>& eq, Values<S>& v) const {
  v.friction_sum = v.normal_sum = S(0.0);
  std::fill(v.slip_arc.begin(), v.slip_arc.end(), S(0.0));
  for (int j = 0; j < points(); ++j) {
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
      if (c.slips) v.slip_arc[c.pulley] += eq.point_length(j) / eq.pulley(c.pulley).radius;
    }
    v.contact_normal[j] = N, v.contact_friction[j] = F, v.contact_angle[j] = angle, v.contact_velocity[j] = vr;
    v.normal_sum += N, v.friction_sum += F;
  }
}

/// Angles at which the rope comes within the radius of the first pulley, and leaves it: between the outermost contact
/// point and its neighbour, in proportion to their distances from the rim.
template <class S>
void RopePulley::wrap(std::span<const S> x, const RopeEquations<S>& eq, Values<S>& v) const {
  v.wrap_start = v.wrap_end = S(middle_[0]);
  const int n = eq.points();
  const auto edge = [&](int inside, int outside) {
    S xi, yi, xo, yo;
    eq.point_position(x.data(), inside, xi, yi);
    eq.point_position(x.data(), outside, xo, yo);
    using std::sqrt;
    const auto& pulley = eq.pulley(0);
    const auto off = [&](const S& a, const S& b) -> S {
      return sqrt((a - pulley.x) * (a - pulley.x) + (b - pulley.y) * (b - pulley.y)) - pulley.radius;
    };
    const S gi = off(xi, yi), go = off(xo, yo), part = gi / (gi - go);
    return rim_angle(pulley, middle_[0], S(xi + part * (xo - xi)), S(yi + part * (yo - yi)));
  };
  const auto on = [&](int j) { return eq.contact((j + n) % n).pulley == 0; };
  for (int j = 0; j < n; ++j) {
    if (!on(j) || (!structure_.closed && (j == 0 || j == n - 1))) continue;
    if (!on(j - 1)) {
      v.wrap_start = edge(j, (j - 1 + n) % n);
      break;
    }
  }
  for (int j = n - 1; j >= 0; --j) {
    if (!on(j) || (!structure_.closed && (j == 0 || j == n - 1))) continue;
    if (!on(j + 1)) {
      v.wrap_end = edge(j, (j + 1) % n);
      break;
    }
  }
}

/// Tension between neighbouring pulleys: the mean over the elements near the middle of the span, weighted so that an
/// element that comes or goes makes no step.
template <class S>
void RopePulley::spans(std::span<const S> x, const RopeEquations<S>& eq, Values<S>& v) const {
  const S *q = x.data(), *u = x.data() + at_v();
  const int P = eq.wheels();
  for (int p = 0; p < P; ++p) {
    const auto &a = eq.pulley(p), &b = eq.pulley((p + 1) % P);
    const S dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
    S sum = 0.0, weights = 0.0;
    for (int e = 0; e < structure_.elements; ++e) {
      const int k = eq.second(e);
      const S mx = 0.5 * (q[4 * e] + q[4 * k]) - a.x, my = 0.5 * (q[4 * e + 1] + q[4 * k + 1]) - a.y;
      const S along = (mx * dx + my * dy) / square;
      if (!(value(my * dx - mx * dy) > 0) || !(value(along) > 0.25 && value(along) < 0.75)) continue;
      const S off = 4.0 * (along - 0.5), weight = (1.0 - off * off) * (1.0 - off * off);
      sum += weight * eq.element_tension(q, u, e);
      weights += weight;
    }
    v.span_tension[p] = value(weights) > 0 ? S(sum / weights) : S(0.0);
  }
}

/// Rates of the continuous state. Bristles are followed by the way of the rope and not by its velocity, which on a curved
/// way differ by the square of a step's angle: their rate is that of the last step.
std::vector<double> RopePulley::rate(double, const State& state, const Values<double>& v) {
  const int n = coordinates();
  std::vector<double> rate(state.x.size(), 0.0);
  for (int i = 0; i < n; ++i) rate[i] = state.x[n + i], rate[n + i] = state.qdd[i];
  std::copy(state.z_rate.begin(), state.z_rate.end(), rate.begin() + at_z());
  rate[at(kWay)] = std::abs(state.x[n + equations_.wheel(0)]) * v.wheel[0].radius;
  return rate;
}

template void RopePulley::outputs<double>(const double&, std::span<const double>, const State&, Values<double>&);
template void RopePulley::outputs<Dual>(const Dual&, std::span<const Dual>, const State&, Values<Dual>&);

}  // namespace reeve::models
