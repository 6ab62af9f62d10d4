#include "models/spatial/equations.hpp"

#include <algorithm>

namespace reeve::models::spatial {

using mechanics::r_of;

template <class S>
Equations<S>::Equations(const Topology& topology) : topology_(topology) {
  const int m = topology.boundary;
  joint_.resize(topology.bodies);
  body_.resize(topology.bodies);
  frame_.resize(topology.bodies);
  anchor_at_.resize(topology.anchors);
  span_.resize(topology.span_count());
  state_.resize(topology.span_count());
  springs_.resize(topology.supports.size());
  rate_.assign(m, S(0.0));
  wheels_.reserve(topology.sheaves + 1);
  force_.assign(m + 1, S(0.0));
  reduced_force_.assign(m + 1, S(0.0));
  mass_.assign((m + 1) * (m + 1), S(0.0));
  system_.resize(m, topology.axes(), m);
  for (int k = 0; k < topology.span_count(); ++k) {
    const auto& rope = topology.nodes[topology.spans[k].rope];
    for (int end = 0; end < 2; ++end) {
      const int i = topology.spans[k].node[end];
      if (rope[i].grip != Node::Grip::drive || (i != 0 && i + 1 != static_cast<int>(rope.size()))) continue;
      drums_.push_back({k, end, end == 0 ? rope[i].direction : -rope[i].direction, S(0.0)});
    }
  }
}

template <class S>
void Equations<S>::prepare(const Values& v) {
  valid_ = false;
  prepare_bodies(v);
  prepare_spans(v);
  last_.assign(2 * n_ + topology_.turning.size() + 9 + v.payload.size(), S(0.0));
}

namespace {

/// Every number that a point consists of, in turn.
template <class S, class Visit>
void for_point(const Point<S>& at, int n, std::size_t turning, const std::vector<S>& payload, Visit visit) {
  for (int i = 0; i < n; ++i) visit(at.q[i]);
  for (int i = 0; i < n; ++i) visit(at.v[i]);
  for (std::size_t i = 0; i < turning; ++i) visit(at.scalar[i]);
  for (const auto* vector : {&at.sway.a, &at.sway.rate, &at.sway.acceleration})
    for (int i = 0; i < 3; ++i) visit((*vector)[i]);
  for (const S& load : payload) visit(load);
}

}  // namespace

template <class S>
bool Equations<S>::remembers(const Point<S>& at, const Values& v) const {
  if constexpr (!std::is_same_v<S, double>) return false;  // equal values may have other derivatives
  bool same = valid_;
  std::size_t i = 0;
  for_point(at, n_, topology_.turning.size(), v.payload, [&](const S& x) { same = same && last_[i++] == x; });
  return same;
}

template <class S>
void Equations<S>::remember(const Point<S>& at, const Values& v) {
  std::size_t i = 0;
  for_point(at, n_, topology_.turning.size(), v.payload, [&](const S& x) { last_[i++] = x; });
  valid_ = true;
  reduced_ = false;
}

template <class S>
Vec3<S> Equations<S>::spot(const Values& v, const Spot& at) const {
  switch (at.of) {
    case Spot::Of::anchor:
      return vector(v.anchor[at.index].at);
    case Spot::Of::sheave:
      return vector(v.sheave[at.index].at);
    case Spot::Of::drive:
      return vector(v.drive.at);
  }
  return Vec3<S>::Zero();
}

template <class S>
void Equations<S>::prepare_bodies(const Values& v) {
  for (int b = 0; b < topology_.bodies; ++b) {
    joint_[b].kind = topology_.kind[b];
    joint_[b].first = topology_.joint[b];
    joint_[b].origin = vector(v.body[b].position);
    joint_[b].axis = vector(v.body[b].axis);
    body_[b] = {v.body[b].mass, vector(v.body[b].centre), vector(v.body[b].inertia)};
  }
  for (int a = 0; a < topology_.anchors; ++a) anchor_at_[a] = vector(v.anchor[a].at);
  shape_ = {v.sway.height, v.sway.exponent};
  prepare_wheels(v);
}

/// Unstretched lengths are the straight distances at the described places.
template <class S>
void Equations<S>::prepare_spans(const Values& v) {
  std::vector<S> q(topology_.boundary, S(0.0)), still(topology_.boundary, S(0.0)),
      scalar(topology_.turning.size(), S(1.0));
  n_ = topology_.boundary;
  described_position(v, q.data(), scalar.data());
  place_bodies({q.data(), still.data(), scalar.data(), {}});
  for (int r = 0; r < topology_.ropes; ++r) {
    const auto& modes = v.rope[r].modes;
    S s = 0.0;
    for (int k = topology_.first_span[r]; k < topology_.first_span[r + 1]; ++k) {
      SpanAt<S>& at = span_[k];
      at.element = mechanics::spatial_element<S>({{modes[0], modes[1], modes[2]}, v.rope[r].vertical_shapes == 2});
      at.rope = {v.rope[r].EA, v.rope[r].density, v.rope[r].damping, v.gravity, v.rope[r].transverse_damping,
                 v.rope[r].EI};
      at.modes_at = n_;
      n_ += at.element.shapes.total;
      Vec3<S> place[2];
      for (int end = 0; end < 2; ++end) {
        const Node& node = topology_.node(topology_.spans[k], end);
        at.end[end] = {node.body, node.r, spot(v, node.spot(end)), node.s, 1, S(0.0)};
        place[end] = point_of(node.body, at.end[end].u, {}).r;
        const double flux = node.grip != Node::Grip::end && v.sheaves_flux ? 1 : 0;
        at.rope.momentum_flux[end] = flux;
        at.rope.elastic_flux[end] = node.grip == Node::Grip::end ? 1.0 : flux;
      }
      const S length = mechanics::length_of(Vec3<S>(place[1] - place[0]));
      for (int end = 0; end < 2; ++end) {
        const Node& node = topology_.node(topology_.spans[k], end);
        if (end == 1) s += length;
        if (node.grip == Node::Grip::drive) at.end[end].sign = node.direction;
        if (node.grip != Node::Grip::sheave) at.end[end].origin = s;
      }
    }
  }
  for (auto& drum : drums_) {
    span_[drum.span].rope.elastic_flux[drum.end] = 0.0;
    drum.rho = span_[drum.span].rope.rho;
  }
  for (std::size_t i = 0; i < springs_.size(); ++i) {
    const Support& support = topology_.supports[i];
    springs_[i].stiffness = support.anchor >= 0 ? v.anchor[support.anchor].stiffness : v.body[support.body].stiffness;
    springs_[i].damping = support.rope >= 0 ? S(v.rope[support.rope].damping * springs_[i].stiffness) : S(0.0);
  }
}

template <class S>
void Equations<S>::described_position(const Values& v, S* q, S* scalar) const {
  for (int i = 0; i < n_; ++i) q[i] = 0.0;
  for (std::size_t i = 0; i < topology_.turning.size(); ++i) scalar[i] = 1.0;
  for (int b = 0; b < topology_.bodies; ++b) {
    if (joint_[b].kind != mechanics::JointKind::point && joint_[b].kind != mechanics::JointKind::free) continue;
    for (int i = 0; i < 3; ++i) q[topology_.joint[b] + i] = v.body[b].position[i];
  }
  for (int a = 0; a < topology_.anchors; ++a) {
    if (topology_.anchor_node[a] < 0) continue;
    const auto place = point_of(topology_.anchor_body[a], vector(v.anchor[a].at), {}).r;
    for (int i = 0; i < 3; ++i) q[topology_.anchor_node[a] + i] = place[i];
  }
  for (int r = 0; r < topology_.ropes; ++r) {
    S s = 0.0;
    for (int k = topology_.first_span[r]; k < topology_.first_span[r + 1]; ++k) {
      Vec3<S> place[2];
      for (int end = 0; end < 2; ++end) {
        const Node& node = topology_.node(topology_.spans[k], end);
        place[end] = point_of(node.body, spot(v, node.spot(end)), {}).r;
      }
      s += mechanics::length_of(Vec3<S>(place[1] - place[0]));
      const Node& node = topology_.node(topology_.spans[k], 1);
      if (node.grip == Node::Grip::sheave) q[node.s] = s;
    }
  }
}

template <class S>
void Equations<S>::evaluate(const Point<S>& at, const Values& v) {
  if (remembers(at, v)) {
    for (std::size_t k = 0; k < span_.size(); ++k) aim(k, at);
    return;
  }
  remember(at, v);
  ++evaluations_;
  place_bodies(at);
  std::fill(mass_.begin(), mass_.end(), S(0.0));
  std::fill(force_.begin(), force_.end(), S(0.0));
  losses_ = 0.0;
  phi_ = at.q[topology_.phi()];
  phi_rate_ = at.v[topology_.phi()];
  std::copy(at.v, at.v + topology_.boundary, rate_.begin());
  add_wheels();
  add_bodies(v);
  add_springs(at);
  for (int k = 0; k < topology_.span_count(); ++k) {
    place_span(k, at);
    mechanics::spatial_terms(span_[k].element, span_[k].rope, state_[k].motion, state_[k].terms);
    losses_ += state_[k].terms.loss;
  }
  add_limit_weights(v);
  add_wound_rope(v);
}

/// The weight of the limits, rho g z e_s, cancels where rope arrives and leaves in one point. Where the two points of a wheel differ in
/// height, running rope lifts its own weight.                                                             (T-SPA.27)
template <class S>
void Equations<S>::add_limit_weights(const Values& v) {
  for (std::size_t k = 0; k + 1 < span_.size(); ++k) {
    const auto& arrives = span_[k].end[1];
    if (topology_.spans[k].rope != topology_.spans[k + 1].rope || arrives.s < 0) continue;
    const S lift = state_[k + 1].motion.r[0][2] - state_[k].motion.r[1][2];
    force_[arrives.s] += arrives.sign * span_[k].rope.rho * v.gravity * lift;
  }
}

template <class S>
S Equations<S>::mass_of(int body, const Values& v) const {
  const int load = topology_.load_of[body];
  return load >= 0 ? S(v.body[body].mass + v.payload[load]) : v.body[body].mass;
}

template <class S>
void Equations<S>::add_bodies(const Values& v) {
  for (int b = 0; b < topology_.bodies; ++b) {
    auto body = body_[b];
    body.mass = mass_of(b, v);
    add_rigid_body(
        body, frame_[b], v.gravity, [this](int i, int j, const S& m) { mass(i, j) += m; },
        [this](int i, const S& f) { force_[i] += f; });
  }
}

template <class S>
void Equations<S>::add_springs(const Point<S>& at) {
  for (std::size_t i = 0; i < springs_.size(); ++i) {
    const Support& support = topology_.supports[i];
    Spring& spring = springs_[i];
    spring.B.count = 0;
    spring.given.setZero();
    const int c = support.coordinate;
    if (support.body >= 0) {
      spring.B.of(c)[0] = 1.0;
      spring.stretch = {at.q[c], S(0.0), S(0.0)};
      spring.rate = {at.v[c], S(0.0), S(0.0)};
    } else {
      const int body = topology_.anchor_body[support.anchor];
      const Vec3<S> u = anchor_at_[support.anchor];
      const auto foot = point_of(body, u, at.sway);
      for (int k = 0; k < 3; ++k) {
        spring.B.of(c + k)[k] = 1.0;
        spring.stretch[k] = at.q[c + k] - foot.r[k];
        spring.rate[k] = at.v[c + k] - foot.v[k];
      }
      spring.given = foot.given;
      if (body >= 0) {
        const Vec3<S> arm = frame_[body].A * u;
        for (int j = 0; j < frame_[body].columns; ++j) {
          const Vec3<S> column = frame_[body].column(j, arm);
          S* const to = spring.B.of(frame_[body].coordinate[j]);
          for (int k = 0; k < 3; ++k) to[k] -= column[k];
        }
      }
    }
    const Vec3<S> pull = spring.stretch * S(-spring.stiffness) - spring.rate * spring.damping;
    S f[kSpatialEnds] = {pull[0], pull[1], pull[2], S(0.0), S(0.0), S(0.0), S(0.0), S(0.0)};
    spring.B.add_transposed(f, force_.data());
    losses_ += spring.damping * spring.rate.dot(spring.rate);
  }
}

/// Rope on a drum turns and travels with it: T = rho w (V.V + phi'^2)/2, w = sign phi.                    (T-SPA.24)
template <class S>
void Equations<S>::add_wound_rope(const Values& v) {
  const int phi = topology_.phi();
  for (const auto& drum : drums_) {
    const auto& at = span_[drum.span].end[drum.end];
    const auto& state = state_[drum.span];
    const S wound = drum.sign * phi_, rate = drum.sign * phi_rate_;
    Vec3<S> V, a;
    for (int i = 0; i < 3; ++i) {
      V[i] = state.motion.rd[drum.end][i];
      a[i] = state.acceleration[r_of(drum.end, i)];
    }
    mass(phi, phi) += drum.rho * wound;
    force_[phi] += drum.rho * (0.5 * drum.sign * (V.dot(V) + phi_rate_ * phi_rate_) - rate * phi_rate_);
    if (at.body < 0) continue;
    const auto& frame = frame_[at.body];
    const Vec3<S> arm = frame.A * at.u;
    const Vec3<S> pull = (a + Vec3<S>::UnitZ() * v.gravity) * S(drum.rho * wound) + V * S(drum.rho * rate);
    for (int i = 0; i < frame.columns; ++i) {
      const Vec3<S> column = frame.column(i, arm);
      force_[frame.coordinate[i]] -= column.dot(pull);
      for (int j = i; j < frame.columns; ++j)
        mass(frame.coordinate[i], frame.coordinate[j]) += drum.rho * wound * column.dot(frame.column(j, arm));
    }
  }
}

template class Equations<double>;
template class Equations<math::Dual>;

}  // namespace reeve::models::spatial
