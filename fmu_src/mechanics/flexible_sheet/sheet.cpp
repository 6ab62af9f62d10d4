#include "mechanics/flexible_sheet/sheet.hpp"

#include <algorithm>

namespace reeve::mechanics {
namespace {

using math::Dual;
using std::cos;
using std::sin;
using std::sqrt;

template <class S>
struct Turn {
  S c, s;
  explicit Turn(const S& angle) : c(cos(angle)), s(sin(angle)) {}
};

}  // namespace

template <class S>
void Sheet<S>::set(const SheetProperties<S>& properties) {
  properties_ = properties;
  const auto& p = properties_;
  l_ = p.length / S(tree_->nodes_length - 1.0);
  d_ = p.width / S(tree_->nodes_width - 1.0);
  const S D = p.E * p.thickness * p.thickness * p.thickness / (S(12.0) * (S(1.0) - p.nu * p.nu));
  plate_ = plate_bending<S>(D, p.nu, l_, d_);
  for (int k = 0; k < plate_.size(); ++k) group_plate_(k) = Group(plate_(k));
  const S membrane = p.loop * p.E * p.thickness;
  spring_along_ = membrane * d_ / l_;
  spring_across_ = membrane * l_ / d_;
  const S m = p.density * p.thickness * l_ * d_, tt = p.thickness * p.thickness;  // (T-SHT.8)
  const Vec3<S> J(m / S(12.0) * (tt + d_ * d_), m / S(12.0) * (l_ * l_ + d_ * d_), m / S(12.0) * (tt + l_ * l_));
  for (int i = 0; i < tree_->nodes(); ++i) {
    const int along = tree_->along_length(i), across = tree_->along_width(i);
    double part = 1;
    if (along == 0 || along == tree_->nodes_length - 1) part /= 2;
    if (across == 0 || across == tree_->nodes_width - 1) part /= 2;
    mass_[i] = {S(part) * m, S(part) * J};
  }
}

template <class S>
S Sheet<S>::spring(const OpenEdge& edge) const {
  return (edge.along_length ? spring_along_ : spring_across_) * S(edge.at_border ? 0.5 : 1.0);
}

template <class S>
void Sheet<S>::along(int i, const S& a, const S& z, const S& x, Vec3<S>& linear, Vec3<S>& angular) const {
  const auto& n = node_[i];
  if (!tree_->joint[i].reversed) {
    linear = n.p * a;
    angular = n.uz * z + n.ux * x;
  } else {
    angular = -(n.uz * z + n.ux * x);
    linear = angular.cross(n.d) - n.p * a;
  }
}

template <class S>
Vec3<S> Sheet<S>::onto(int i, const Vec3<S>& force, const Vec3<S>& moment) const {
  const auto& n = node_[i];
  if (!tree_->joint[i].reversed) return {n.p.dot(force), n.uz.dot(moment), n.ux.dot(moment)};
  const Vec3<S> at_parent = moment + n.d.cross(force);
  return {-n.p.dot(force), -n.uz.dot(at_parent), -n.ux.dot(at_parent)};
}

template <class S>
void Sheet<S>::move_node(int i, const S* q, const S* rate) {
  const auto& joint = tree_->joint[i];
  const auto& j = node_[joint.parent];
  auto& n = node_[i];
  const Turn<S> z(q[1]), x(q[2]);
  const S h = pitch(joint.axis), side = S(joint.sign);
  S forward = side * h, up = q[0], forward_slope = S(0.0), up_slope = S(1.0);  // o and o'
  if (properties_.joint == JointKind::chord) {
    const Turn<S> lift(q[0] / h);
    forward = side * h * lift.c;
    up = h * lift.s;
    forward_slope = -side * lift.s;
    up_slope = lift.c;
  }
  const Vec3<S> X = j.A.col(0), Y = j.A.col(1), Z = j.A.col(2);
  if (!joint.reversed) {
    const Vec3<S> y = z.c * Y - z.s * X;
    n.A.col(0) = z.c * X + z.s * Y;
    n.A.col(1) = x.c * y + x.s * Z;
    n.A.col(2) = x.c * Z - x.s * y;
    n.d = j.A.col(joint.axis) * forward + Y * up;
    n.p = j.A.col(joint.axis) * forward_slope + Y * up_slope;
    n.uz = Z;
    n.ux = n.A.col(0);
  } else {
    const Vec3<S> y = x.c * Y - x.s * Z;
    n.A.col(2) = x.s * Y + x.c * Z;
    n.A.col(0) = z.c * X - z.s * y;
    n.A.col(1) = z.s * X + z.c * y;
    n.d = -(n.A.col(joint.axis) * forward + n.A.col(1) * up);
    n.p = n.A.col(joint.axis) * forward_slope + n.A.col(1) * up_slope;
    n.uz = n.A.col(2);
    n.ux = X;
  }
  n.r = j.r + n.d;
  if (!rate) return;
  Vec3<S> linear, angular;
  along(i, rate[0], rate[1], rate[2], linear, angular);
  n.v = j.v + j.w.cross(n.d) + linear;
  n.w = j.w + angular;
}

template <class S>
void Sheet<S>::move(const SheetRoot<S>& root, std::span<const S> q, std::span<const S> rates) {
  auto& first = node_[tree_->root];
  first.r = root.r;
  first.A = root.A;
  first.v = root.v;
  first.w = root.w;
  first.d = first.p = first.uz = first.ux = Vec3<S>::Constant(S(0.0));
  const bool moving_too = !rates.empty();
  for (std::size_t k = 1; k < tree_->order.size(); ++k) {
    const int i = tree_->order[k];
    move_node(i, &q[3 * i], moving_too ? &rates[3 * i] : nullptr);
  }
}

template <class S>
PlateCorners<S> Sheet<S>::corners(const std::array<int, 4>& cell) const {
  PlateCorners<S> out;
  for (int i = 0; i < 4; ++i) {
    const auto& n = node_[cell[i]];
    out.r[i] = n.r;
    out.x[i] = n.A.col(0);
    out.y[i] = n.A.col(1);
    out.z[i] = n.A.col(2);
  }
  return out;
}

/// Doubles two cells at a time: a plate's arithmetic is the same for every cell.
template <class S>
template <template <class> class Plate>
void Sheet<S>::load_plates(bool with_rates) {
  const auto& cells = tree_->cell;
  const Group beta(properties_.damping);
  PlateCorners<Group> at;
  std::array<Vec3<Group>, 4> v, w;
  for (std::size_t first = 0; first < cells.size(); first += Lanes::kCount) {
    const int count = static_cast<int>(std::min<std::size_t>(Lanes::kCount, cells.size() - first));
    for (int lane = 0; lane < Lanes::kCount; ++lane) {  // an odd cell out is computed twice and counted once
      const auto& cell = cells[first + (lane < count ? lane : 0)];
      const auto copy = [lane](const auto& from, Vec3<Group>& to) {
        for (int c = 0; c < 3; ++c) Lanes::set(to[c], lane, from[c]);
      };
      for (int i = 0; i < 4; ++i) {
        const auto& n = node_[cell[i]];
        copy(n.r, at.r[i]);
        copy(n.A.col(1), at.y[i]);
        if constexpr (Plate<Group>::kUsesTangents) {
          copy(n.A.col(0), at.x[i]);
          copy(n.A.col(2), at.z[i]);
        }
        if (with_rates) {
          copy(n.v, v[i]);
          copy(n.w, w[i]);
        }
      }
    }
    const Plate<Group> plate(at);
    auto u = plate.freedoms();
    if (with_rates) u += beta * plate.rates(v, w);  // P = K (u + beta u')
    decltype(u) P;
    P.noalias() = group_plate_.lazyProduct(u);
    const PlateGradient<Group> g = plate.gradient(P);
    for (int lane = 0; lane < count; ++lane) {
      const auto& cell = cells[first + lane];
      for (int i = 0; i < 4; ++i) {
        auto& load = load_[cell[i]];
        for (int c = 0; c < 3; ++c) {
          load.force[c] -= Lanes::get(g.force[i][c], lane);
          load.moment[c] -= Lanes::get(g.moment[i][c], lane);
        }
      }
    }
  }
}

/// (T-SHT.15)
template <class S>
void Sheet<S>::load_springs(bool with_rates) {
  if (std::is_same_v<S, double> && !(math::value(properties_.loop) > 0)) return;
  for (const auto& edge : tree_->open) {
    const auto &a = node_[edge.first], &b = node_[edge.second];
    const Vec3<S> between = b.r - a.r;
    const S length = sqrt(between.dot(between)), rest = edge.along_length ? l_ : d_;
    S stretch = length - rest;
    if (with_rates) stretch += properties_.damping * between.dot(b.v - a.v) / length;
    const Vec3<S> pull = (spring(edge) * stretch / length) * between;
    load_[edge.first].force += pull;
    load_[edge.second].force -= pull;
  }
}

template <class S>
void Sheet<S>::find_loads(bool with_rates) {
  for (int i = 0; i < tree_->nodes(); ++i) {
    load_[i].force = Vec3<S>(S(0.0), -mass_[i].m * properties_.gravity, S(0.0));
    load_[i].moment = Vec3<S>::Constant(S(0.0));
  }
  // No damping may still have a derivative.
  if (std::is_same_v<S, double> && !(math::value(properties_.damping) > 0)) with_rates = false;
  if (properties_.plate == PlateKind::corotational)
    load_plates<CorotationalPlate>(with_rates);
  else
    load_plates<VectorPlate>(with_rates);
  load_springs(with_rates);
}

template <class S>
void Sheet<S>::generalized(std::span<S> out, Wrench<S>& on_root) {
  for (std::size_t k = tree_->order.size() - 1; k > 0; --k) {
    const int i = tree_->order[k];
    const auto& n = node_[i];
    const auto& f = load_[i];
    const Vec3<S> g = onto(i, f.force, f.moment);
    for (int c = 0; c < 3; ++c) out[3 * i + c] = tree_->joint[i].locked ? S(0.0) : g[c];
    auto& parent = load_[tree_->joint[i].parent];
    parent.moment += f.moment + n.d.cross(f.force);
    parent.force += f.force;
  }
  for (int c = 0; c < 3; ++c) out[3 * tree_->root + c] = S(0.0);
  on_root = load_[tree_->root];
}

template <class S>
S Sheet<S>::elastic_energy() {
  S twice = S(0.0);
  for (const auto& cell : tree_->cell) {
    const PlateCorners<S> at = corners(cell);
    if (properties_.plate == PlateKind::corotational) {
      const PlateFreedoms<S> u = CorotationalPlate<S>(at).freedoms();
      twice += u.dot(PlateFreedoms<S>(plate_ * u));
    } else {
      const typename VectorPlate<S>::Freedoms u = VectorPlate<S>(at).freedoms();
      const typename VectorPlate<S>::Freedoms P = plate_ * u;
      for (int k = 0; k < u.size(); ++k) twice += u(k) * P(k);
    }
  }
  if (!std::is_same_v<S, double> || math::value(properties_.loop) > 0) {
    for (const auto& edge : tree_->open) {
      const Vec3<S> between = node_[edge.second].r - node_[edge.first].r;
      const S stretch = sqrt(between.dot(between)) - (edge.along_length ? l_ : d_);
      twice += spring(edge) * stretch * stretch;
    }
  }
  return S(0.5) * twice;
}

template <class S>
S Sheet<S>::gravity_energy() const {
  S sum = S(0.0);
  for (int i = 0; i < tree_->nodes(); ++i) sum += mass_[i].m * properties_.gravity * node_[i].r[1];
  return sum;
}

template <class S>
S Sheet<S>::kinetic_energy() const {
  S twice = S(0.0);
  for (int i = 0; i < tree_->nodes(); ++i) {
    const auto& n = node_[i];
    const Vec3<S> w = n.A.transpose() * n.w;  // in the node's axes
    twice += mass_[i].m * n.v.dot(n.v);
    for (int c = 0; c < 3; ++c) twice += mass_[i].J[c] * w[c] * w[c];
  }
  return S(0.5) * twice;
}

template class Sheet<double>;
template class Sheet<Dual>;

}  // namespace reeve::mechanics
