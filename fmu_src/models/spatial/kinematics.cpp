// Where bodies and the ends of spans are, how they move, and which coordinates move them.
#include "models/spatial/equations.hpp"

namespace reeve::models::spatial {

using mechanics::Frame;
using mechanics::material_of;
using mechanics::PointMotion;
using mechanics::r_of;

template <class S>
S* EndColumns<S>::of(int at) {
  for (int j = 0; j < count; ++j) {
    if (coordinate[j] == at) return column[j];
  }
  coordinate[count] = at;
  std::fill(column[count], column[count] + kSpatialEnds, S(0.0));
  return column[count++];
}

template <class S>
void EndColumns<S>::product(const S* x, S* ends) const {
  std::fill(ends, ends + kSpatialEnds, S(0.0));
  for (int j = 0; j < count; ++j) {
    for (int i = 0; i < kSpatialEnds; ++i) ends[i] += column[j][i] * x[coordinate[j]];
  }
}

template <class S>
void EndColumns<S>::add_transposed(const S* f, S* y) const {
  for (int j = 0; j < count; ++j) {
    S sum = 0.0;
    for (int i = 0; i < kSpatialEnds; ++i) sum += column[j][i] * f[i];
    y[coordinate[j]] += sum;
  }
}

template <class S>
void EndColumns<S>::add_square(const S (*C)[kSpatialEnds], S* A, int stride) const {
  for (int j = 0; j < count; ++j) {
    S product[kSpatialEnds];
    for (int i = 0; i < kSpatialEnds; ++i) {
      product[i] = 0.0;
      for (int k = 0; k < kSpatialEnds; ++k) product[i] += C[i][k] * column[j][k];
    }
    for (int i = 0; i <= j; ++i) {
      S sum = 0.0;
      for (int k = 0; k < kSpatialEnds; ++k) sum += column[i][k] * product[k];
      const int a = std::min(coordinate[i], coordinate[j]), b = std::max(coordinate[i], coordinate[j]);
      A[a * stride + b] += sum;
    }
  }
}

template <class S>
void Equations<S>::place_bodies(const Point<S>& at) {
  const Frame<S> ground;
  for (const int b : topology_.order) {
    const int c = topology_.carrier[b], first = topology_.joint[b];
    mechanics::JointPoint<S> joint;
    if (first >= 0) joint.y = at.q + first, joint.yd = at.v + first;
    for (std::size_t i = 0; i < topology_.turning.size(); ++i) {
      if (topology_.turning[i] == b) joint.scalar = at.scalar[i];
    }
    frame_[b] = place_body(joint_[b], c >= 0 ? frame_[c] : ground, joint);
    if (topology_.guided[b]) sway_guided(shape_, at.sway, S(frame_[b].r[2]), S(frame_[b].v[2]), frame_[b]);
  }
}

template <class S>
PointMotion<S> Equations<S>::point_of(int body, const Vec3<S>& u, const mechanics::Sway<S>& sway) const {
  return body >= 0 ? frame_[body].point(u) : building_point(shape_, sway, u);
}

template <class S>
void Equations<S>::place_span(int k, const Point<S>& at) {
  const SpanAt<S>& span = span_[k];
  SpanState<S>& state = state_[k];
  auto& m = state.motion;
  state.B.count = 0;
  for (int end = 0; end < 2; ++end) {
    const auto& to = span.end[end];
    PointMotion<S> p;
    if (to.r >= 0) {
      p = {Eigen::Map<const Vec3<S>>(at.q + to.r), Eigen::Map<const Vec3<S>>(at.v + to.r), Vec3<S>::Zero(),
           Vec3<S>::Zero()};
      for (int i = 0; i < 3; ++i) state.B.of(to.r + i)[r_of(end, i)] = 1.0;
    } else {
      p = point_of(to.body, to.u, at.sway);
    }
    if (to.r < 0 && to.body >= 0) {
      const auto& frame = frame_[to.body];
      const Vec3<S> arm = frame.A * to.u;
      for (int j = 0; j < frame.columns; ++j) {
        const Vec3<S> column = frame.column(j, arm);
        S* const place = state.B.of(frame.coordinate[j]);
        for (int i = 0; i < 3; ++i) place[r_of(end, i)] += column[i];
      }
    }
    m.r[end] = p.r;
    m.rd[end] = p.v;
    for (int i = 0; i < 3; ++i) {
      state.given[r_of(end, i)] = p.given[i];
      state.acceleration[r_of(end, i)] = p.a[i];
    }
    state.given[material_of(end)] = state.acceleration[material_of(end)] = 0.0;
    m.s[end] = to.s >= 0 ? S(to.origin + to.sign * at.q[to.s]) : to.origin;
    m.sd[end] = to.s >= 0 ? S(to.sign * at.v[to.s]) : S(0.0);
    if (to.s >= 0) state.B.of(to.s)[material_of(end)] = to.sign;
  }
  aim(static_cast<std::size_t>(k), at);
}

template struct EndColumns<double>;
template struct EndColumns<math::Dual>;
template void Equations<double>::place_bodies(const Point<double>&);
template void Equations<math::Dual>::place_bodies(const Point<math::Dual>&);
template PointMotion<double> Equations<double>::point_of(int, const Vec3<double>&,
                                                         const mechanics::Sway<double>&) const;
template PointMotion<math::Dual> Equations<math::Dual>::point_of(int, const Vec3<math::Dual>&,
                                                                 const mechanics::Sway<math::Dual>&) const;
template void Equations<double>::place_span(int, const Point<double>&);
template void Equations<math::Dual>::place_span(int, const Point<math::Dual>&);

}  // namespace reeve::models::spatial
