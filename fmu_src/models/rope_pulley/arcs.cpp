// Where the rope lies on its pulleys, where it slips there, and what pulls between them.
#include <algorithm>
#include <cmath>

#include "models/rope_pulley/model.hpp"
#include "models/rope_pulley/rim.hpp"

namespace reeve::models::rope_pulley {

using math::Dual;
using math::value;

namespace {

/// From one contact point to a neighbour.
template <class S>
struct Step {
  S x, y, dx, dy;
  Step(std::span<const S> state, const Equations<S>& eq, int from, int to) {
    eq.point_position(state.data(), from, x, y);
    eq.point_position(state.data(), to, dx, dy);
    dx -= x, dy -= y;
  }
  S length() const {
    using std::sqrt;
    return sqrt(dx * dx + dy * dy);
  }
  /// The part that lies within the radius, in proportion to the distances of both ends from the rim.
  S inside(const mechanics::Pulley<S>& pulley) const {
    using std::sqrt;
    const auto off = [&](const S& a, const S& b) -> S {
      return sqrt((a - pulley.x) * (a - pulley.x) + (b - pulley.y) * (b - pulley.y)) - pulley.radius;
    };
    const S here = off(x, y), there = off(S(x + dx), S(y + dy));
    return here / (here - there);
  }
};

}  // namespace

/// Angles at which the rope comes within the radius of the first pulley, and leaves it: between the outermost contact
/// point and its neighbour.
template <class S>
void Model::wrap(std::span<const S> x, const Equations<S>& eq, Values<S>& v) const {
  v.wrap_start = v.wrap_end = S(middle_[0]);
  const int n = eq.points();
  const auto edge = [&](int inside, int outside) {
    const Step<S> step(x, eq, inside, outside);
    const S part = step.inside(eq.pulley(0));
    return rim_angle(eq.pulley(0), middle_[0], S(step.x + part * step.dx), S(step.y + part * step.dy));
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

/// Arcs on which friction takes kSlips of its limit or more: where its excess, linear between contact points, is positive. At
/// the edge of the contact it vanishes; of the last piece counts as much as its point is past kSlips.     (T-ROP.21)
template <class S>
void Model::slip_arcs(std::span<const S> x, const Equations<S>& eq, Values<S>& v) const {
  constexpr double kSlips = 0.8;
  std::fill(v.slip_arc.begin(), v.slip_arc.end(), S(0.0));
  const auto excess = [&](int j) -> S { return eq.contact(j).N * (eq.friction_use(j) - kSlips); };
  const auto share_between = [](const S& a, const S& b) -> S {
    if (a > 0.0 && b > 0.0) return 1.0;
    return a > 0.0 ? S(a / (a - b)) : b > 0.0 ? S(b / (b - a)) : S(0.0);
  };
  const int n = eq.points();
  for (int j = structure_.closed ? 0 : 1; j < n; ++j) {
    const int i = (j - 1 + n) % n;
    const int on = eq.contact(i).pulley >= 0 ? i : j, p = eq.contact(on).pulley;
    if (p < 0) continue;
    const Step<S> step(x, eq, on, i + j - on);
    S share = 0.0;
    if (eq.contact(i).pulley == eq.contact(j).pulley) {
      share = share_between(excess(i), excess(j));
    } else if (const S past = (eq.friction_use(on) - kSlips) / (1.0 - kSlips); past > 0.0) {
      share = past * step.inside(eq.pulley(p));
    }
    v.slip_arc[p] += share * step.length() / eq.pulley(p).radius;
  }
}

/// Tension between neighbouring pulleys: the mean over the elements near the middle of the span, weighted so that an
/// element that comes or goes makes no step.
template <class S>
void Model::spans(std::span<const S> x, const Equations<S>& eq, Values<S>& v) const {
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

template void Model::wrap(Span, const Equations<double>&, Values<double>&) const;
template void Model::wrap(std::span<const Dual>, const Equations<Dual>&, Values<Dual>&) const;
template void Model::slip_arcs(Span, const Equations<double>&, Values<double>&) const;
template void Model::slip_arcs(std::span<const Dual>, const Equations<Dual>&, Values<Dual>&) const;
template void Model::spans(Span, const Equations<double>&, Values<double>&) const;
template void Model::spans(std::span<const Dual>, const Equations<Dual>&, Values<Dual>&) const;

}  // namespace reeve::models::rope_pulley
