#include "mechanics/flexible_sheet/nip.hpp"

#include <algorithm>

#include "math/root.hpp"

namespace reeve::mechanics {
namespace {

using math::Dual;
using math::value;
using std::cos;
using std::sin;
using std::sqrt;

template <class S>
using Weights = Eigen::Matrix<S, 4, 1>;

/// Cubic Hermite weights and their derivatives.                                                             (T-SHT.25)
template <class S>
Weights<S> hermite(const S& x) {
  return {S(1.0) + x * x * (S(2.0) * x - S(3.0)), x * (S(1.0) + x * (x - S(2.0))), x * x * (S(3.0) - S(2.0) * x),
          x * x * (x - S(1.0))};
}
template <class S>
Weights<S> hermite_slope(const S& x) {
  return {S(6.0) * x * (x - S(1.0)), S(1.0) + x * (S(3.0) * x - S(4.0)), S(6.0) * x * (S(1.0) - x),
          x * (S(3.0) * x - S(2.0))};
}
template <class S>
Weights<S> hermite_curvature(const S& x) {
  return {S(12.0) * x - S(6.0), S(6.0) * x - S(4.0), S(6.0) - S(12.0) * x, S(6.0) * x - S(2.0)};
}

/// A segment's way towards the nip, against the feed.
struct WayToNip final : math::Function {
  const Weights<double>& s;
  explicit WayToNip(const Weights<double>& coefficients) : s{coefficients} {}
  double operator()(double x) override { return -hermite(x).dot(s); }
};

/// Where the cubic with these coefficients, not positive at 0 and positive at 1, is zero.
double root_of(const Weights<double>& s) {
  constexpr double kRounding = 1e-15;
  if (s[0] == 0) return 0;
  WayToNip way(s);
  return math::first_zero(way, 0, 1, -s[0], -s[2], kRounding);
}

/// 0 up to 0, 1 from 1 on, smooth between.
template <class S>
S ramp(const S& x) {
  if (value(x) <= 0) return S(0.0);
  if (value(x) >= 1) return S(1.0);
  return x * x * (S(3.0) - S(2.0) * x);
}

}  // namespace

template <class S>
Nip<S>::Nip(const NipProperties<S>& properties, const S& speed)
    : p_{properties},
      speed_{speed},
      centre_{properties.x, properties.height, properties.z},
      e_{cos(properties.angle), S(0.0), -sin(properties.angle)},
      a_{sin(properties.angle), S(0.0), cos(properties.angle)} {}

/// Part of the nip that the strip of material around line k takes.                                         (T-SHT.26)
template <class S>
S Nip<S>::overlap(const Sheet<S>& sheet, int k, const S& along_axis) const {
  const S half = S(0.5) * sheet.pitch(2), end = S(0.5) * p_.width;
  const S from = k > 0 ? along_axis - half : along_axis,
          to = k + 1 < sheet.tree().nodes_width ? along_axis + half : along_axis;
  return std::max(S(0.0), std::min(to, end) - std::max(from, -end)) / std::min(p_.width, sheet.properties().width);
}

template <class S>
bool Nip<S>::meet(const Sheet<S>& sheet, int k, Crossing& out) const {
  const auto& tree = sheet.tree();
  const auto s = [&](int i) { return e_.dot(sheet.node(tree.id(i, k)).r - centre_); };
  int i = 0;  // the first segment, from the trailing edge, that passes in the direction of feed
  S here = s(0), next = S(0.0);
  for (;; ++i, here = next) {
    if (i + 1 == tree.nodes_length) return false;
    next = s(i + 1);
    if (value(here) <= 0 && value(next) > 0) break;
  }
  out.first = tree.id(i, k);
  out.second = tree.id(i + 1, k);
  const auto &m = sheet.node(out.first), &n = sheet.node(out.second);
  const S l = sheet.pitch(0);
  const Vec3<S> tm = l * m.A.col(0), tn = l * n.A.col(0);
  const Weights<S> along(here, e_.dot(tm), next, e_.dot(tn));
  S xi(root_of({value(along[0]), value(along[1]), value(along[2]), value(along[3])}));
  // s(xi) stays 0, with the true slope: what is bounded below is no derivative
  if constexpr (!std::is_same_v<S, double>) xi.d = -hermite(xi).dot(along).d / hermite_slope(xi).dot(along).v;
  constexpr double kSteepest =
      0.05;  // of the pitch: a line that stands nearly upright in the nip is treated as leaning by 3 degrees
  const S advance = std::max(S(hermite_slope(xi).dot(along)), S(kSteepest) * l);

  const auto point = [](const Weights<S>& h, const Vec3<S>& r0, const Vec3<S>& t0, const Vec3<S>& r1,
                        const Vec3<S>& t1) { return Vec3<S>(h[0] * r0 + h[1] * t0 + h[2] * r1 + h[3] * t1); };
  out.H = hermite(xi);
  out.dH = hermite_slope(xi);
  const Vec3<S> r = point(out.H, m.r, tm, n.r, tn), r1 = point(out.dH, m.r, tm, n.r, tn);
  const Vec3<S> tm_rate = m.w.cross(tm), tn_rate = n.w.cross(tn);
  const Vec3<S> v = point(out.H, m.v, tm_rate, n.v, tn_rate);

  out.eta = r[1] - p_.height;
  const S behind = (S(i) + xi) * l, ahead = S(tree.nodes_length - 1.0 - i) * l - xi * l;
  const S inside = S(2.0) * (S(1.0) - (value(out.eta) < 0 ? -out.eta : out.eta) / p_.opening);
  out.weight = overlap(sheet, k, a_.dot(r - centre_)) * ramp<S>(behind / p_.length) * ramp<S>(ahead / p_.length) *
               ramp<S>(inside);
  if (value(out.weight) == 0) return false;

  out.normal = -(r1[1] / advance) * e_;  // (T-SHT.28)
  out.normal[1] += S(1.0);
  out.eta_rate = out.normal.dot(v);
  out.sigma = r1[1] / l;
  out.turning = point(hermite_curvature(xi), m.r, tm, n.r, tn)[1] / (l * advance);
  out.u = v - speed_ * e_;
  out.u[1] = S(0.0);
  out.size = sqrt(out.u.dot(out.u) + p_.slip_speed * p_.slip_speed);
  return true;
}

template <class S>
template <class Put>
NipAction<S> Nip<S>::gather(const Sheet<S>& sheet, Put&& put) const {
  NipAction<S> sum;
  S weights(0.0);
  Crossing c;
  for (int k = 0; k < sheet.tree().nodes_width; ++k) {
    if (!meet(sheet, k, c)) continue;
    const S stiffness = p_.stiffness * c.weight, slope_stiffness = stiffness * p_.length * p_.length / S(12.0);
    const S press = p_.pressing_force * c.weight;
    const Vec3<S> friction = -(p_.friction * press / c.size) * c.u;  // (T-SHT.29)
    const S P = stiffness * (c.eta + p_.damping * c.eta_rate), Q = slope_stiffness * c.sigma;
    const S drive = e_.dot(friction);
    put(c, Vec3<S>(friction - P * c.normal + Q * c.turning * e_), Q);
    sum.normal += press;
    sum.drive += drive;
    sum.power += drive * speed_;
    sum.loss -= friction.dot(c.u);
    sum.energy += S(0.5) * (stiffness * c.eta * c.eta + slope_stiffness * c.sigma * c.sigma);
    sum.slip -= c.weight * e_.dot(c.u);
    weights += c.weight;
  }
  if (value(weights) > 0) sum.slip /= weights;
  return sum;
}

template <class S>
NipAction<S> Nip<S>::load(Sheet<S>& sheet) const {
  const S l = sheet.pitch(0);
  return gather(sheet, [&](const Crossing& c, const Vec3<S>& F, const S& Q) {
    const auto load_node = [&](int node, const S& h, const S& dh, const S& ht, const S& dht) {
      const Vec3<S> t = sheet.node(node).A.col(0);
      auto& to = sheet.load(node);
      to.force += h * F;
      to.force[1] -= dh * Q / l;
      Vec3<S> on_tangent = l * ht * F;
      on_tangent[1] -= dht * Q;
      to.moment += t.cross(on_tangent);
    };
    load_node(c.first, c.H[0], c.dH[0], c.H[1], c.dH[1]);
    load_node(c.second, c.H[2], c.dH[2], c.H[3], c.dH[3]);
  });
}

template <class S>
NipAction<S> Nip<S>::action(const Sheet<S>& sheet) const {
  return gather(sheet, [](const Crossing&, const Vec3<S>&, const S&) {});
}

template <class S>
bool Nip<S>::tangent(const Sheet<S>& sheet, int k, NipTangent& out) const requires std::is_same_v<S, double> {
  Crossing c;
  if (!meet(sheet, k, c)) return false;
  out.first = c.first;
  out.second = c.second;
  const double l = sheet.pitch(0);
  Eigen::Matrix<double, 3, 12> J, J1;  // of r and dr/dxi
  for (int n = 0; n < 2; ++n) {
    const Vec3<double> t = l * sheet.node(n == 0 ? c.first : c.second).A.col(0);
    Mat3<double> turn;  // phi x t
    turn << 0, t[2], -t[1], -t[2], 0, t[0], t[1], -t[0], 0;
    J.middleCols<3>(6 * n) = c.H[2 * n] * Mat3<double>::Identity();
    J1.middleCols<3>(6 * n) = c.dH[2 * n] * Mat3<double>::Identity();
    J.middleCols<3>(6 * n + 3) = c.H[2 * n + 1] * turn;
    J1.middleCols<3>(6 * n + 3) = c.dH[2 * n + 1] * turn;
  }
  const Eigen::Matrix<double, 1, 12> eta = c.normal.transpose() * J,
                                     sigma = J1.row(1) / l - c.turning * e_.transpose() * J;
  const NipTangent::Mat12 hold = p_.stiffness * c.weight * eta.transpose() * eta;
  out.K = hold + p_.stiffness * c.weight * p_.length * p_.length / 12 * sigma.transpose() * sigma;
  Mat3<double> rub = Mat3<double>::Identity() - c.u * c.u.transpose() / (c.size * c.size);
  rub(1, 1) = 0;
  out.C = p_.damping * hold + p_.friction * p_.pressing_force * c.weight / c.size * J.transpose() * rub * J;
  return true;
}

template class Nip<double>;
template class Nip<Dual>;

}  // namespace reeve::mechanics
