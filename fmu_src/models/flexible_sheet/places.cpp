#include "models/flexible_sheet/places.hpp"

#include <cmath>

namespace reeve::models::flexible_sheet {

using mechanics::SheetRoot;
using mechanics::Vec3;

namespace {

template <class S>
SheetRoot<S> clamped_root(std::span<const S> x) {
  using std::cos;
  using std::sin;
  const S zero(0.0), c = cos(x[Places::kAngle]), s = sin(x[Places::kAngle]);
  SheetRoot<S> out;
  out.r = {zero, x[Places::kHeight], zero};
  out.A << c, -s, zero, s, c, zero, zero, zero, S(1.0);
  out.v = {zero, x[Places::kHeightRate], zero};
  out.w = {zero, zero, x[Places::kAngleRate]};
  return out;
}

template <class S>
SheetRoot<S> free_root(std::span<const S> x) {
  using std::sqrt;
  const auto vector = [&](std::size_t at) { return Vec3<S>(x[at], x[at + 1], x[at + 2]); };
  const S* const q = &x[Places::kTurn];
  const S size = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  const S w = q[0] / size;
  const Vec3<S> u(q[1] / size, q[2] / size, q[3] / size);
  SheetRoot<S> out;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) out.A(r, c) = S(2.0) * u[r] * u[c] + (r == c ? S(2.0) * w * w - S(1.0) : S(0.0));
  }
  const Vec3<S> wu = S(2.0) * w * u;
  out.A(0, 1) -= wu[2], out.A(1, 0) += wu[2];
  out.A(0, 2) += wu[1], out.A(2, 0) -= wu[1];
  out.A(1, 2) -= wu[0], out.A(2, 1) += wu[0];
  out.r = vector(Places::kPosition);
  out.v = vector(Places::kVelocity);
  out.w = vector(Places::kSpin);
  return out;
}

}  // namespace

Places::Places(const mechanics::SheetTree& tree, bool with_nips) : clamped_{tree.clamped}, with_nips_{with_nips} {
  for (int i = 0; i < tree.nodes_length; ++i) {
    for (int k = 0; k < tree.nodes_width; ++k) {
      const int node = tree.id(i, k);
      if (node != tree.root && !tree.joint[node].locked) moving_.push_back(node);
    }
  }
}

template <class S>
SheetRoot<S> Places::root(std::span<const S> x) const {
  return clamped_ ? clamped_root(x) : free_root(x);
}
template SheetRoot<double> Places::root(std::span<const double>) const;
template SheetRoot<math::Dual> Places::root(std::span<const math::Dual>) const;

}  // namespace reeve::models::flexible_sheet
