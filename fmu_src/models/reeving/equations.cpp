#include "models/reeving/equations.hpp"

#include <algorithm>

namespace reeve::models::reeving {

using mechanics::RopeSpan;
using mechanics::s_of;
using mechanics::z_of;

namespace {

template <class S>
S height_of(const Topology& t, const Values<S>& v, Place place) {
  switch (place.of) {
    case Place::Of::body:
      return v.body[place.index].height;
    case Place::Of::anchor:
      return t.anchor_body[place.index] >= 0 ? v.body[t.anchor_body[place.index]].height : v.anchor[place.index].height;
    case Place::Of::sheave:
      return t.sheave_body[place.index] >= 0 ? v.body[t.sheave_body[place.index]].height : v.sheave[place.index].height;
    case Place::Of::drive:
      return t.drive_body >= 0 ? v.body[t.drive_body].height : v.drive.height;
  }
  return S(0.0);
}

}  // namespace

template <class S>
Equations<S>::Equations(const Topology& topology) : topology_(topology), contacts_(topology) {
  const int m = topology.boundary;
  spans_.resize(topology.span_count());
  kinematics_.resize(topology.span_count());
  group_of_.resize(topology.span_count());
  lane_of_.resize(topology.span_count());
  groups_.reserve(topology.span_count());
  y_.assign(m + 1, S(0.0));
  yd_.assign(m + 1, S(0.0));
  added_mass_.assign(m + 1, S(0.0));
  sheave_mass_.assign(m + 1, S(0.0));
  force_.assign(m + 1, S(0.0));
  all_forces_.assign(m + 1, S(0.0));
  boundary_system_.resize(m, topology.driven(), topology.joined());
  last_q_.assign(most_coordinates(), S(0.0));
  last_v_.assign(most_coordinates(), S(0.0));
  last_payload_.assign(topology.loadable.size(), S(0.0));
  for (auto* list : {&last_driven_, &driven_, &driven_scratch_}) list->assign(topology.driven(), S(0.0));
  last_a_.assign(most_coordinates(), S(0.0));
  springs_.reserve(topology.supports.size());
  buffers_.resize(topology.buffers);
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
  massless_ = v.massless() && !sheave_coordinates_.empty() && topology_.contacts.empty();
  n_ = m;
  for (int r = 0; r < topology_.ropes; ++r) {
    S s = 0.0;
    const bool ancf = v.rope[r].formulation == static_cast<int>(Formulation::ale_ancf);
    for (int k = topology_.first_span[r]; k < topology_.first_span[r + 1]; ++k) {
      const Span& span = topology_.spans[k];
      SpanAt& at = spans_[k];
      at.kernel = ancf ? mechanics::cubic_kernel<S>() : mechanics::sine_kernel<S>(v.rope[r].axial_modes);
      at.modes_at = n_;
      n_ += at.kernel.modes;
      at.rope = RopeSpan<S>{v.rope[r].EA, v.rope[r].density, v.rope[r].damping,
                            v.gravity,    S(span.sigma),     static_cast<mechanics::Strain>(v.rope[r].strain),
                            {0.0, 0.0},   {1.0, 1.0}};
      S height[2];
      for (int end = 0; end < 2; ++end) {
        const Node& node = topology_.node(span, end);
        height[end] = height_of(topology_, v, node.place);
        at.ends.place[z_of(end)] = node.z >= 0 ? node.z : m;
        at.ends.place[s_of(end)] = node.s >= 0 ? node.s : m;
        at.ends.sign[z_of(end)] = 1;
        at.ends.sign[s_of(end)] = node.follows_drive() ? node.direction : 1;
        at.origin[z_of(end)] = node.z >= 0 ? S(0.0) : height[end];
        if (node.grip != Node::Grip::end) {
          at.rope.momentum_flux[end] = v.sheaves_flux ? 1.0 : 0.0;
          at.rope.elastic_flux[end] = v.sheaves_flux ? 1.0 : 0.0;
        }
      }
      for (int end = 0; end < 2; ++end) {
        const Node& node = topology_.node(span, end);
        if (end == 1) s += span.sigma * (height[1] - height[0]);
        at.origin[s_of(end)] = node.has_material() ? S(0.0) : s;
      }
    }
  }
  for (auto& drum : drums_) {
    spans_[drum.span].rope.elastic_flux[drum.end] = 0.0;
    drum.rho = spans_[drum.span].rope.rho;
  }
  std::fill(sheave_mass_.begin(), sheave_mass_.end(), S(0.0));
  const bool heavy = !v.massless();  // also those that turn with the drive
  for (int k = 0; heavy && k < topology_.sheaves; ++k) {
    sheave_mass_[topology_.sheave_node_s[k]] += v.sheave[k].inertia / (v.sheave[k].radius * v.sheave[k].radius);
  }
  sheave_mass_[topology_.phi()] += v.drive.inertia / (v.drive.radius * v.drive.radius);
  springs_.clear();
  for (const auto& support : topology_.supports) {
    const S k = support.body >= 0 ? v.body[support.body].stiffness : v.anchor[support.anchor].stiffness;
    const S damping = support.rope >= 0 ? S(v.rope[support.rope].damping * k) : S(0.0);
    const S rest = support.body >= 0      ? v.body[support.body].height
                   : support.against >= 0 ? S(0.0)
                                          : v.anchor[support.anchor].height;
    springs_.push_back(
        {support.coordinate, support.against >= 0 ? support.against : m, k, damping, rest, support.anchor});
  }
  group_spans();
  if (massless_) massless_solver_.resize(*this);
  contacts_.prepare(*this, v);
}

template <class S>
int Equations<S>::freedoms() const {
  int locked = massless_ ? static_cast<int>(sheave_coordinates_.size()) : 0;
  for (int i = topology_.first_driven(); i < topology_.boundary; ++i) locked += topology_.locked_at_rest(i);
  return n_ - locked;
}

template <class S>
void Equations<S>::rigid_position(const S& phi, const Values& v, S* q) const {
  const int m = topology_.boundary;
  for (int i = 0; i < n_; ++i) q[i] = 0.0;
  for (int b = 0; b < topology_.bodies; ++b) q[b] = v.body[b].height;
  for (int a = 0; a < topology_.anchors; ++a) {
    if (topology_.anchor_node_z[a] >= 0)
      q[topology_.anchor_node_z[a]] = height_of(topology_, v, {Place::Of::anchor, a});
  }
  for (int r = 0; r < topology_.ropes; ++r) {
    S s = 0.0;
    for (int k = topology_.first_span[r]; k < topology_.first_span[r + 1]; ++k) {
      const Span& span = topology_.spans[k];
      const Node& node = topology_.node(span, 1);
      s += span.sigma * (height_of(topology_, v, node.place) - height_of(topology_, v, topology_.node(span, 0).place));
      if (node.has_material()) q[node.s] = s;
    }
  }
  for (int i = 0; i < m; ++i) q[i] += topology_.travel[i] * phi;
}

template <class S>
bool Equations<S>::remembers(const S* q, const S* v, const Modes& m, const Values& values, bool tangent) const {
  if constexpr (!std::is_same_v<S, double>) return false;  // equal values may have other derivatives
  if (massless_ || !valid_ || (tangent && !with_tangent_)) return false;
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    if (buffers_[i].phase != m.buffer[i]) return false;
  }
  return std::equal(q, q + n_, last_q_.begin()) && std::equal(v, v + n_, last_v_.begin()) &&
         std::equal(values.payload.begin(), values.payload.end(), last_payload_.begin());
}

template <class S>
void Equations<S>::evaluate(const S* q, const S* v, const Modes& modes, const Values& values, bool tangent) {
  if (remembers(q, v, modes, values, tangent)) return;
  ++evaluations_;
  const int m = topology_.boundary;
  std::copy(q, q + n_, last_q_.begin());
  std::copy(v, v + n_, last_v_.begin());
  std::copy(values.payload.begin(), values.payload.end(), last_payload_.begin());
  valid_ = true;
  with_tangent_ = tangent;
  reduced_ = finished_ = false;
  std::copy(q, q + m, y_.begin());
  std::copy(v, v + m, yd_.begin());
  losses_ = 0.0;
  add_bodies(values);
  add_springs();
  add_buffers(modes, values);
  if (topology_.chains > 0) add_chains(values);
  if (!drums_.empty()) add_wound_rope(values);
  add_spans(q, v, tangent);
  contacts_.locate(*this);
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
    added_mass_[b] = values.body[b].mass;
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

template <class S>
void Equations<S>::add_buffers(const Modes& m, const Values& values) {
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    const int b = topology_.buffer_body[i];
    buffers_[i] = values.buffer[i].under(y_[b], yd_[b], m.buffer[i]);
    force_[b] += buffers_[i].force();
    losses_ += buffers_[i].loss();
  }
}

/// A loop that hangs between two bodies; each carries the weight of its own part                      (T-ALE.22)
template <class S>
void Equations<S>::add_chains(const Values& values) {
  for (int c = 0; c < topology_.chains; ++c) {
    const int one = topology_.chain_bodies[c][0], two = topology_.chain_bodies[c][1];
    const S rho = values.chain[c].density;
    const S l1 = 0.5 * (values.chain[c].length + y_[one] - y_[two]), l2 = values.chain[c].length - l1;
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
    const int z = spans_[drum.span].ends.place[z_of(drum.end)];
    const S wound = drum.sign * y_[phi], rate = drum.sign * yd_[phi];
    added_mass_[phi] += drum.rho * wound;
    force_[phi] += drum.rho * (0.5 * drum.sign * (yd_[z] * yd_[z] + yd_[phi] * yd_[phi]) - rate * yd_[phi]);
    added_mass_[z] += drum.rho * wound;
    force_[z] -= drum.rho * (rate * yd_[z] + values.gravity * wound);
  }
}

template class Equations<double>;
template class Equations<math::Dual>;

}  // namespace reeve::models::reeving
