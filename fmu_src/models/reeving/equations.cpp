#include "models/reeving/equations.hpp"

#include <algorithm>

namespace reeve::models {

using mechanics::RopeSpan;

namespace {

template <class S>
S height_of(const Topology& t, const ReevingValues<S>& v, Place place) {
  switch (place.of) {
    case Place::Of::body: return v.body_height[place.index];
    case Place::Of::anchor:
      return t.anchor_body[place.index] >= 0 ? v.body_height[t.anchor_body[place.index]] : v.anchor_height[place.index];
    case Place::Of::sheave:
      return t.sheave_body[place.index] >= 0 ? v.body_height[t.sheave_body[place.index]] : v.sheave_height[place.index];
    case Place::Of::drive: return t.drive_body >= 0 ? v.body_height[t.drive_body] : v.drive_height;
  }
  return S(0.0);
}

}  // namespace

template <class S>
Equations<S>::Equations(const Topology& topology) : topology_(topology) {
  const int m = topology.boundary;
  spans_.resize(topology.span_count());
  motion_.resize(topology.span_count());
  group_of_.resize(topology.span_count());
  lane_of_.resize(topology.span_count());
  groups_.reserve(topology.span_count());
  y_.assign(m + 1, S(0.0));
  yd_.assign(m + 1, S(0.0));
  added_mass_.assign(m + 1, S(0.0));
  sheave_mass_.assign(m + 1, S(0.0));
  force_.assign(m + 1, S(0.0));
  A_.assign((m + 1) * (m + 1), S(0.0));
  inverse_.assign(m + 1, S(0.0));
  r_.assign(m + 1, S(0.0));
  solution_.assign(m + 1, S(0.0));
  last_q_.assign(most_coordinates(), S(0.0));
  last_v_.assign(most_coordinates(), S(0.0));
  last_payload_.assign(topology.loadable.size(), S(0.0));
  springs_.reserve(topology.supports.size());
  for (int r = 0; r < topology.ropes; ++r) {
    for (const auto& node : topology.nodes[r]) {
      if (node.grip == Node::Grip::sheave) sheave_coordinates_.push_back(node.s);
    }
    for (int k = topology.first_span[r]; k < topology.first_span[r + 1]; ++k) {
      const int last = static_cast<int>(topology.nodes[r].size()) - 1;
      for (int end = 0; end < 2; ++end) {
        const int i = topology.spans[k].node[end];
        const Node& node = topology.nodes[r][i];
        if (node.grip == Node::Grip::drive && (i == 0 || i == last)) {
          drums_.push_back({k, end, S(0.0), end == 0 ? node.direction : -node.direction});
        }
      }
    }
  }
}

template <class S>
void Equations<S>::prepare(const Values& v) {
  valid_ = false;
  const int m = topology_.boundary;
  massless_ = v.sheaves_model == static_cast<int>(SheaveModel::massless) && !sheave_coordinates_.empty();
  n_ = m;
  for (int r = 0; r < topology_.ropes; ++r) {
    S s = 0.0;
    const bool ancf = v.rope_formulation[r] == static_cast<int>(Formulation::ale_ancf);
    for (int k = topology_.first_span[r]; k < topology_.first_span[r + 1]; ++k) {
      const Span& span = topology_.spans[k];
      SpanAt& at = spans_[k];
      at.kernel = ancf ? mechanics::cubic_kernel<S>() : mechanics::sine_kernel<S>(v.rope_axial_modes[r]);
      at.modes_at = n_;
      n_ += at.kernel.modes;
      at.rope = RopeSpan<S>{v.rope_EA[r], v.rope_density[r], v.rope_damping[r], v.gravity, S(span.sigma),
                            static_cast<mechanics::Strain>(v.rope_strain[r]), {0.0, 0.0}, {1.0, 1.0}};
      S height[2];
      for (int end = 0; end < 2; ++end) {
        const Node& node = topology_.node(span, end);
        height[end] = height_of(topology_, v, node.place);
        at.z[end] = node.z >= 0 ? node.z : m;
        at.z0[end] = node.z >= 0 ? S(0.0) : height[end];
        at.s[end] = node.s >= 0 ? node.s : m;
        at.direction[end] = node.grip == Node::Grip::drive ? node.direction : 1.0;
        if (node.grip != Node::Grip::end) {
          at.rope.momentum_flux[end] = v.sheaves_flux ? 1.0 : 0.0;
          at.rope.elastic_flux[end] = v.sheaves_flux ? 1.0 : 0.0;
        }
      }
      for (int end = 0; end < 2; ++end) {
        const Node& node = topology_.node(span, end);
        if (end == 1) s += span.sigma * (height[1] - height[0]);
        at.s0[end] = node.grip == Node::Grip::sheave ? S(0.0) : s;
      }
    }
  }
  for (auto& drum : drums_) {
    spans_[drum.span].rope.elastic_flux[drum.end] = 0.0;
    drum.rho = spans_[drum.span].rope.rho;
  }
  std::fill(sheave_mass_.begin(), sheave_mass_.end(), S(0.0));
  const bool heavy = v.sheaves_model == static_cast<int>(SheaveModel::rotary_inertia);  // also those that turn with the drive
  for (int k = 0; heavy && k < topology_.sheaves; ++k) {
    sheave_mass_[topology_.sheave_node_s[k]] += v.sheave_inertia[k] / (v.sheave_radius[k] * v.sheave_radius[k]);
  }
  sheave_mass_[topology_.phi()] += v.drive_inertia / (v.drive_radius * v.drive_radius);
  springs_.clear();
  for (const auto& support : topology_.supports) {
    const S k = support.body >= 0 ? v.body_stiffness[support.body] : v.anchor_stiffness[support.anchor];
    const S damping = support.rope >= 0 ? S(v.rope_damping[support.rope] * k) : S(0.0);
    const S rest = support.body >= 0      ? v.body_height[support.body]
                   : support.against >= 0 ? S(0.0)
                                          : v.anchor_height[support.anchor];
    springs_.push_back({support.coordinate, support.against >= 0 ? support.against : m, k, damping, rest, support.anchor});
  }
  group_spans();
  if (massless_) massless_solver_.resize(*this);
}


/// Neighbouring spans of one rope share their kind.
template <class S>
void Equations<S>::group_spans() {
  groups_.clear();
  for (int r = 0; r < topology_.ropes; ++r) {
    const int end = topology_.first_span[r + 1];
    for (int k = topology_.first_span[r]; k < end; k += Lane::kCount) {
      SpanGroup& g = groups_.emplace_back();
      g.used = std::min(Lane::kCount, end - k);
      const SpanAt& first = spans_[k];
      const bool cubic = first.kernel.cubic;
      g.kernel = cubic ? mechanics::cubic_kernel<Group>() : mechanics::sine_kernel<Group>(first.kernel.modes);
      g.rope.strain = first.rope.strain;
      for (int lane = 0; lane < Lane::kCount; ++lane) {
        const int span = lane < g.used ? k + lane : k;
        g.span[lane] = span;
        if (lane < g.used) group_of_[span] = static_cast<int>(groups_.size()) - 1, lane_of_[span] = lane;
        const RopeSpan<S>& rope = spans_[span].rope;
        Lane::set(g.rope.EA, lane, rope.EA);
        Lane::set(g.rope.rho, lane, rope.rho);
        Lane::set(g.rope.beta, lane, rope.beta);
        Lane::set(g.rope.gravity, lane, rope.gravity);
        Lane::set(g.rope.sigma, lane, rope.sigma);
        for (int e = 0; e < 2; ++e) {
          Lane::set(g.rope.momentum_flux[e], lane, rope.momentum_flux[e]);
          Lane::set(g.rope.elastic_flux[e], lane, rope.elastic_flux[e]);
        }
      }
    }
  }
}

template <class S>
template <class Pick>
mechanics::SpanMatrix<S> Equations<S>::matrix(int k, Pick pick) const {
  const SpanGroup& g = groups_[group_of_[k]];
  const int lane = lane_of_[k];
  const auto& from = pick(g);
  mechanics::SpanMatrix<S> to;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) to.bb[i][j] = Lane::get(from.bb[i][j], lane);
  }
  for (int i = 0; i < g.kernel.modes; ++i) {
    for (int j = 0; j < 4; ++j) to.qb[i][j] = Lane::get(from.qb[i][j], lane);
    to.qq[i] = Lane::get(from.qq[i], lane);
  }
  return to;
}

template <class S>
mechanics::SpanMatrix<S> Equations<S>::mass(int k) const {
  return matrix(k, [](const SpanGroup& g) -> const mechanics::SpanMatrix<Group>& { return g.terms.M; });
}

template <class S>
void Equations<S>::rigid_position(const S& phi, const Values& v, S* q) const {
  const int m = topology_.boundary;
  for (int i = 0; i < n_; ++i) q[i] = 0.0;
  for (int b = 0; b < topology_.bodies; ++b) q[b] = v.body_height[b];
  for (int a = 0; a < topology_.anchors; ++a) {
    if (topology_.anchor_node_z[a] >= 0) q[topology_.anchor_node_z[a]] = height_of(topology_, v, {Place::Of::anchor, a});
  }
  for (int r = 0; r < topology_.ropes; ++r) {
    S s = 0.0;
    for (int k = topology_.first_span[r]; k < topology_.first_span[r + 1]; ++k) {
      const Span& span = topology_.spans[k];
      const Node& node = topology_.node(span, 1);
      s += span.sigma * (height_of(topology_, v, node.place) - height_of(topology_, v, topology_.node(span, 0).place));
      if (node.grip == Node::Grip::sheave) q[node.s] = s;
    }
  }
  for (int i = 0; i + 1 < m; ++i) q[i] += topology_.travel[i] * phi;
  q[topology_.phi()] = phi;
}

template <class S>
bool Equations<S>::remembers(const S* q, const S* v, const Values& values, bool tangent) const {
  if constexpr (!std::is_same_v<S, double>) return false;  // equal values may have other derivatives
  if (massless_ || !valid_ || (tangent && !with_tangent_)) return false;
  return std::equal(q, q + n_, last_q_.begin()) && std::equal(v, v + n_, last_v_.begin()) &&
         std::equal(values.payload.begin(), values.payload.end(), last_payload_.begin());
}

template <class S>
void Equations<S>::evaluate(const S* q, const S* v, const Values& values, bool tangent) {
  if (remembers(q, v, values, tangent)) return;
  const int m = topology_.boundary;
  std::copy(q, q + n_, last_q_.begin());
  std::copy(v, v + n_, last_v_.begin());
  std::copy(values.payload.begin(), values.payload.end(), last_payload_.begin());
  valid_ = true;
  with_tangent_ = tangent;
  reduced_ = false;
  std::copy(q, q + m, y_.begin());
  std::copy(v, v + m, yd_.begin());
  losses_ = 0.0;
  add_bodies(values);
  add_springs();
  if (topology_.chains > 0) add_chains(values);
  if (!drums_.empty()) add_wound_rope(values);
  add_spans(q, v, tangent);
  if (massless_) massless_solver_.projection(*this, q, v);
}

template <class S>
void Equations<S>::add_bodies(const Values& values) {
  const int m = topology_.boundary;
  for (int i = 0; i <= m; ++i) {
    added_mass_[i] = sheave_mass_[i];
    force_[i] = 0.0;
  }
  for (int b = 0; b < topology_.bodies; ++b) {
    added_mass_[b] = values.body_mass[b];
    if (topology_.load_of[b] >= 0) added_mass_[b] += values.payload[topology_.load_of[b]];
    force_[b] = -(added_mass_[b] * values.gravity);
  }
}

template <class S>
S Equations<S>::spring_force(const Spring& k) const {
  return k.stiffness * (y_[k.a] - y_[k.b] - k.rest) + k.damping * (yd_[k.a] - yd_[k.b]);
}

template <class S>
void Equations<S>::add_springs() {
  for (const auto& spring : springs_) {
    const S pull = spring_force(spring);
    const S rate = yd_[spring.a] - yd_[spring.b];
    force_[spring.a] -= pull;
    force_[spring.b] += pull;
    losses_ += spring.damping * rate * rate;
  }
}

/// A loop that hangs between two bodies; each carries the weight of its own part                      (T-ALE.22)
template <class S>
void Equations<S>::add_chains(const Values& values) {
  for (int c = 0; c < topology_.chains; ++c) {
    const int one = topology_.chain_bodies[c][0], two = topology_.chain_bodies[c][1];
    const S rho = values.chain_density[c];
    const S l1 = 0.5 * (values.chain_length[c] + y_[one] - y_[two]), l2 = values.chain_length[c] - l1;
    const S rate = 0.5 * (yd_[one] - yd_[two]);
    const S swing = 0.25 * rho * (yd_[one] * yd_[one] - yd_[two] * yd_[two]);
    added_mass_[one] += rho * l1;
    added_mass_[two] += rho * l2;
    force_[one] += swing - rho * (rate * yd_[one] + values.gravity * l1);
    force_[two] += -swing + rho * (rate * yd_[two] - values.gravity * l2);
  }
}

/// Rope on the drum turns and travels with it                                                         (T-ALE.23)
template <class S>
void Equations<S>::add_wound_rope(const Values& values) {
  const int phi = topology_.phi();
  for (const auto& drum : drums_) {
    const int z = spans_[drum.span].z[drum.end];
    const S wound = drum.sign * y_[phi], rate = drum.sign * yd_[phi];
    added_mass_[phi] += drum.rho * wound;
    force_[phi] += drum.rho * (0.5 * drum.sign * (yd_[z] * yd_[z] + yd_[phi] * yd_[phi]) - rate * yd_[phi]);
    added_mass_[z] += drum.rho * wound;
    force_[z] -= drum.rho * (rate * yd_[z] + values.gravity * wound);
  }
}

template <class S>
void Equations<S>::add_spans(const S* q, const S* v, bool tangent) {
  for (SpanGroup& g : groups_) {
    mechanics::SpanMotion<Group> motion;
    motion.q = g.q;
    motion.qd = g.qd;
    for (int lane = 0; lane < Lane::kCount; ++lane) {
      const SpanAt& at = spans_[g.span[lane]];
      auto& own = motion_[g.span[lane]];
      for (int end = 0; end < 2; ++end) {
        own.z[end] = at.z0[end] + y_[at.z[end]];
        own.zd[end] = yd_[at.z[end]];
        own.s[end] = at.s0[end] + at.direction[end] * y_[at.s[end]];
        own.sd[end] = at.direction[end] * yd_[at.s[end]];
        Lane::set(motion.z[end], lane, own.z[end]);
        Lane::set(motion.zd[end], lane, own.zd[end]);
        Lane::set(motion.s[end], lane, own.s[end]);
        Lane::set(motion.sd[end], lane, own.sd[end]);
      }
      own.q = q + at.modes_at;
      own.qd = v + at.modes_at;
      for (int i = 0; i < g.kernel.modes; ++i) {
        Lane::set(g.q[i], lane, own.q[i]);
        Lane::set(g.qd[i], lane, own.qd[i]);
      }
    }
    g.kernel.terms(g.rope, motion, g.terms, tangent ? &g.tangent : nullptr);
    for (int lane = 0; lane < g.used; ++lane) losses_ += Lane::get(g.terms.loss, lane);
  }
}

template <class S>
int Equations<S>::reduce() {
  if (massless_) return reduce_massless();
  if (reduced_) return -1;
  const int m = topology_.boundary, stride = m + 1;
  std::fill(A_.begin(), A_.end(), S(0.0));
  for (int i = 0; i < m; ++i) {
    A_[i * stride + i] = added_mass_[i];
    r_[i] = force_[i];
  }
  for (SpanGroup& g : groups_) {
    g.kernel.condense(g.terms.M, g.condensed);
    Group c[4];
    g.kernel.condense_force(g.terms.M, g.condensed, g.terms.hq, g.terms.hb, c);
    for (int lane = 0; lane < g.used; ++lane) {
      const SpanAt& at = spans_[g.span[lane]];
      const int place[4] = {at.z[0], at.z[1], at.s[0], at.s[1]};
      const double sign[4] = {1, 1, at.direction[0], at.direction[1]};
      for (int i = 0; i < 4; ++i) {
        r_[place[i]] += sign[i] * Lane::get(c[i], lane);
        for (int j = 0; j < 4; ++j) {
          A_[place[i] * stride + place[j]] += sign[i] * sign[j] * Lane::get(g.condensed.C[i][j], lane);
        }
      }
    }
  }
  const int loose = math::ldlt_factor(A_.data(), m, stride, inverse_.data());
  if (loose >= 0) return loose;
  math::ldlt_forward(A_.data(), m, stride, inverse_.data(), r_.data());
  reduced_mass_ = A_[(m - 1) * stride + m - 1];
  reduced_force_ = r_[m - 1];
  reduced_ = true;
  return -1;
}

template <class S>
void Equations<S>::finish(const S& phi_acceleration, S* a) {
  if (massless_) {
    auto& p = massless_solver_;
    const int ni = p.independent();
    p.force[ni - 1] = phi_acceleration;
    math::ldlt_backward(p.reduced.data(), ni, ni, p.inverse.data(), p.force.data(), ni - 1);
    for (int i = 0; i < n_; ++i) {
      S sum = p.drift()[i];
      for (int j = 0; j < ni; ++j) sum += p.T()[i * ni + j] * p.force[j];
      a[i] = sum;
    }
    return;
  }
  const int m = topology_.boundary;
  std::copy(r_.begin(), r_.begin() + m, solution_.begin());
  solution_[m - 1] = phi_acceleration;
  math::ldlt_backward(A_.data(), m, m + 1, inverse_.data(), solution_.data(), m - 1);
  solution_[m] = 0.0;
  std::copy(solution_.begin(), solution_.begin() + m, a);
  for (const SpanGroup& g : groups_) {
    Group ends[4], modes[mechanics::kMaxModes];
    for (int lane = 0; lane < Lane::kCount; ++lane) {
      const SpanAt& at = spans_[g.span[lane]];
      for (int end = 0; end < 2; ++end) {
        Lane::set(ends[end], lane, solution_[at.z[end]]);
        Lane::set(ends[2 + end], lane, at.direction[end] * solution_[at.s[end]]);
      }
    }
    g.kernel.expand(g.terms.M, g.condensed, g.terms.hq, ends, modes);
    for (int lane = 0; lane < g.used; ++lane) {
      S* const out = a + spans_[g.span[lane]].modes_at;
      for (int i = 0; i < g.kernel.modes; ++i) out[i] = Lane::get(modes[i], lane);
    }
  }
}

template <class S>
void Equations<S>::forces(S* out) const {
  const int m = topology_.boundary;
  std::copy(force_.begin(), force_.begin() + m, out);
  for (std::size_t k = 0; k < spans_.size(); ++k) {
    const SpanAt& at = spans_[k];
    const auto& terms = groups_[group_of_[k]].terms;
    const int lane = lane_of_[k];
    for (int end = 0; end < 2; ++end) {
      if (at.z[end] < m) out[at.z[end]] += Lane::get(terms.hb[end], lane);
      if (at.s[end] < m) out[at.s[end]] += at.direction[end] * Lane::get(terms.hb[2 + end], lane);
    }
    for (int i = 0; i < at.kernel.modes; ++i) out[at.modes_at + i] = Lane::get(terms.hq[i], lane);
  }
}

template <class S>
void Equations<S>::add_dense(const SpanAt& at, const mechanics::SpanMatrix<S>& A, S* full) const {
  const int m = topology_.boundary;
  const int place[4] = {at.z[0], at.z[1], at.s[0], at.s[1]};
  const double sign[4] = {1, 1, at.direction[0], at.direction[1]};
  for (int i = 0; i < 4; ++i) {
    if (place[i] == m) continue;
    for (int j = 0; j < 4; ++j) {
      if (place[j] < m) full[place[i] * n_ + place[j]] += sign[i] * sign[j] * A.bb[i][j];
    }
    for (int l = 0; l < at.kernel.modes; ++l) {
      full[place[i] * n_ + at.modes_at + l] += sign[i] * A.qb[l][i];
      full[(at.modes_at + l) * n_ + place[i]] += sign[i] * A.qb[l][i];
    }
  }
  for (int l = 0; l < at.kernel.modes; ++l) full[(at.modes_at + l) * (n_ + 1)] += A.qq[l];
}

template <class S>
int Equations<S>::reduce_massless() {
  auto& p = massless_solver_;
  const int ni = p.independent(), m = topology_.boundary;
  std::vector<S>& M = p.full;
  std::fill(M.begin(), M.end(), S(0.0));
  for (int i = 0; i < m; ++i) M[i * n_ + i] = added_mass_[i];
  for (std::size_t k = 0; k < spans_.size(); ++k) add_dense(spans_[k], mass(static_cast<int>(k)), M.data());
  p.project(n_);
  std::vector<S>& h = p.scratch;
  forces(h.data());
  for (int i = 0; i < n_; ++i) {
    for (int j = 0; j < n_; ++j) h[i] -= M[i * n_ + j] * p.drift()[j];
  }
  for (int j = 0; j < ni; ++j) {
    S sum = 0.0;
    for (int i = 0; i < n_; ++i) sum += p.T()[i * ni + j] * h[i];
    p.force[j] = sum;
  }
  const int loose = math::ldlt_factor(p.reduced.data(), ni, ni, p.inverse.data());
  if (loose >= 0) return p.free()[loose];
  math::ldlt_forward(p.reduced.data(), ni, ni, p.inverse.data(), p.force.data());
  reduced_mass_ = p.reduced[(ni - 1) * ni + ni - 1];
  reduced_force_ = p.force[ni - 1];
  return -1;
}

template <class S>
typename Equations<S>::Energy Equations<S>::energy(const S* q, const S* v, const Values& values) const {
  Energy e;
  const int m = topology_.boundary;
  for (int i = 0; i < m; ++i) e.kinetic += 0.5 * added_mass_[i] * v[i] * v[i];
  for (int b = 0; b < topology_.bodies; ++b) {
    S mass = values.body_mass[b];
    if (topology_.load_of[b] >= 0) mass += values.payload[topology_.load_of[b]];
    e.potential += mass * values.gravity * q[b];
  }
  for (const auto& k : springs_) {
    const S stretch = y_[k.a] - y_[k.b] - k.rest;
    e.elastic += 0.5 * k.stiffness * stretch * stretch;
  }
  for (int c = 0; c < topology_.chains; ++c) {
    const S z1 = q[topology_.chain_bodies[c][0]], z2 = q[topology_.chain_bodies[c][1]];
    const S l1 = 0.5 * (values.chain_length[c] + z1 - z2), l2 = values.chain_length[c] - l1;
    e.potential += values.chain_density[c] * values.gravity * (l1 * (z1 - 0.5 * l1) + l2 * (z2 - 0.5 * l2));
  }
  for (const auto& drum : drums_) {
    const S z = motion_[drum.span].z[drum.end];
    e.potential += drum.rho * values.gravity * drum.sign * y_[topology_.phi()] * z;
  }
  for (std::size_t k = 0; k < spans_.size(); ++k) {
    const auto part = spans_[k].kernel.energy(spans_[k].rope, motion_[k], mass(static_cast<int>(k)));
    e.kinetic += part.kinetic;
    e.potential += part.potential;
    e.elastic += part.elastic;
  }
  return e;
}

template <class S>
S Equations<S>::wound_power() const {
  S power = 0.0;
  for (const auto& drum : drums_) {
    const auto end = spans_[drum.span].kernel.end(spans_[drum.span].rope, motion_[drum.span], drum.end);
    power += 0.5 * spans_[drum.span].rope.EA * end.eps * end.eps * drum.sign * yd_[topology_.phi()];
  }
  return power;
}

template <class S>
S Equations<S>::recovered_tension(int k, int end, const S* a) const {
  const SpanAt& at = spans_[k];
  const auto& terms = groups_[group_of_[k]].terms;
  const int lane = lane_of_[k], m = topology_.boundary;
  const auto acceleration = [&](int c) { return c < m ? a[c] : S(0.0); };
  S f = Lane::get(terms.flux_z[end], lane) - Lane::get(terms.hb[end], lane);
  for (int j = 0; j < 2; ++j) {
    f += Lane::get(terms.M.bb[end][j], lane) * acceleration(at.z[j]);
    f += Lane::get(terms.M.bb[end][2 + j], lane) * (at.direction[j] * acceleration(at.s[j]));
  }
  for (int i = 0; i < at.kernel.modes; ++i) f += Lane::get(terms.M.qb[i][end], lane) * a[at.modes_at + i];
  return (end == 0 ? -1.0 : 1.0) * at.rope.sigma * f;
}

template <class S>
S Equations<S>::constitutive_tension(int k, int end) const {
  const SpanAt& at = spans_[k];
  const auto e = at.kernel.end(at.rope, motion_[k], end);
  const S N = at.rope.EA * (e.eps + at.rope.beta * e.eps_rate);
  return at.rope.strain == mechanics::Strain::green ? S(N * at.rope.sigma * e.slope) : N;
}

template class Equations<double>;
template class Equations<math::Dual>;

}  // namespace reeve::models
