// Contact points of the rope: normal force, friction by one of four laws, and their derivatives.
#include <cmath>

#include "models/rope_pulley/equations.hpp"

namespace reeve::models::rope_pulley {

using math::BorderedBlockBand;
using math::Dual;
using math::value;
using namespace mechanics;

namespace {
constexpr double kWeak =
    1e-5;  ///< of the bristles' stiffness: more than a rope's weight needs to slide off, little else
constexpr double kReach = 1.3;  ///< lengths of an element beyond which its points cannot touch
}  // namespace

template <class S>
struct Equations<S>::Rub {
  FrictionForce<S> friction;
  double part{1};             ///< of the step that the point was in contact
  S along = 0.0, turn = 0.0;  ///< du/dr = along t + turn n
};

/// Friction of point j on pulley p; its bristle follows.
template <class S>
template <bool with_tangent>
inline void Equations<S>::rub(int j, int p, const Touch<S>& touch, const S& w, const S r[2], const S* r0, const S* q,
                              const Grip<S>& grip, const S* node_force, Rub& out) {
  const Pulley<S>& pulley = pulley_[p];
  PointContact<S>& c = contact_[j];
  const bool bristles = friction_.law == FrictionLaw::bristle || statics_;
  if (grip.kind == Grip<S>::Kind::weak) {
    const RimTravel<S> way(r0[0] - pulley.x, r0[1] - pulley.y, r[0] - pulley.x, r[1] - pulley.y, touch.d);
    const S k = kWeak * w * friction_.stiffness;
    out.friction.F = -k * way.travel, out.friction.by_u = -value(k);
    if constexpr (with_tangent) out.along = way.mean / touch.d, out.turn = 0.5 * way.angle;
    c.z = S(0.0);
  } else if (bristles && grip.kind == Grip<S>::Kind::step) {
    const S x0 = r0[0] - pulley.x, y0 = r0[1] - pulley.y;
    const RimTravel<S> way(x0, y0, r[0] - pulley.x, r[1] - pulley.y, touch.d);
    S u = way.travel - pulley.radius * (q[wheel(p)] - grip.q0[wheel(p)]);
    if (grip.pulley[j] != p) {  // ran on within the step
      const double d0 = std::sqrt(value(x0 * x0 + y0 * y0)), R = value(pulley.radius);
      if (d0 > R) out.part = (R - value(touch.d)) / (d0 - value(touch.d));
      u = out.part * u;
    } else {
      u += grip.z[j];
    }
    if constexpr (with_tangent) out.along = out.part * way.mean / touch.d, out.turn = 0.5 * out.part * way.angle;
    out.friction = bristle(friction_, w, touch.N, u, c.vr);
    c.z = out.friction.slips ? S(-out.friction.F / (w * friction_.stiffness)) : u;
  } else if (bristles) {
    out.friction = bristle(friction_, w, touch.N, grip.z[j], c.vr);
    if (grip.slips[j]) {
      out.friction.F = grip.z[j] > 0.0 ? S(-friction_.mu * touch.N) : S(friction_.mu * touch.N);
      out.friction.slips = true;
    }
    c.z = grip.z[j];
  } else if (friction_.law == FrictionLaw::smooth) {
    out.friction = smooth(friction_, touch.N, c.vr);
  } else if (friction_.law == FrictionLaw::quinn && node_force) {
    out.friction = quinn(friction_, touch.N, c.vr, S(touch.ny * node_force[0] - touch.nx * node_force[1]));
  } else {
    out.friction = coulomb(friction_, touch.N, c.vr);
  }
}

template <class S>
inline void Equations<S>::point_tangent(const Pulley<S>& pulley, const Touch<S>& touch, double w, const Rub& rub,
                                        const S* node_force, double gamma, PointTangent& D) {
  if constexpr (std::is_same_v<S, double>) {
    const auto& friction = rub.friction;
    const double n[2] = {touch.nx, touch.ny}, t[2] = {touch.ny, -touch.nx}, d = touch.d, R = pulley.radius;
    double gN[2]{}, gF[2];
    if (touch.N > 0) {
      const double by_n = -w * (pulley.stiffness + pulley.damping * gamma), by_t = -w * pulley.damping * touch.vt / d;
      for (int b = 0; b < 2; ++b) gN[b] = by_n * n[b] + by_t * t[b];
    }
    double by_t = friction.by_u * rub.along + friction.by_v * (gamma - touch.vn / d);
    if (node_force) by_t -= friction.by_h * (n[0] * node_force[0] + n[1] * node_force[1]) / d;  // dt = -n (t.dr)/d
    const double by_n = friction.by_u * rub.turn;
    for (int b = 0; b < 2; ++b) gF[b] = friction.by_N * gN[b] + by_t * t[b] + by_n * n[b];
    for (int a = 0; a < 2; ++a) {
      for (int b = 0; b < 2; ++b) {
        D.K[a][b] = -(n[a] * gN[b] + touch.N * t[a] * t[b] / d + t[a] * gF[b] - friction.F * n[a] * t[b] / d);
      }
      D.h[a] = t[a] * friction.by_h;
    }
    const double by_wheel = -R * (rub.part * friction.by_u + gamma * friction.by_v);
    for (int a = 0; a < 2; ++a) D.by_wheel[a] = -t[a] * by_wheel, D.wheel_by_r[a] = R * gF[a];
    D.wheel_by_wheel = R * by_wheel;
  }
}

template <class S>
template <bool with_tangent>
inline bool Equations<S>::point_force(int j, const S r[2], const S v[2], const S* r0, const S* q, const S* vq,
                                      const Grip<S>& grip, const S* node_force, double gamma, S force[2],
                                      PointTangent& D) {
  const S w = point_[j].length * l_ / reference_length_;
  for (int p = 0; p < wheels(); ++p) {
    const Pulley<S>& pulley = pulley_[p];
    const Touch<S> touch(pulley, w, r[0], r[1], v[0], v[1]);
    if (!touch.near) continue;
    PointContact<S>& c = contact_[j];
    c.pulley = p, c.N = touch.N, c.vr = touch.vt - pulley.radius * vq[wheel(p)];
    Rub rubbed;
    rub<with_tangent>(j, p, touch, w, r, r0, q, grip, node_force, rubbed);
    c.F = rubbed.friction.F, c.slips = rubbed.friction.slips;
    force[0] = touch.N * touch.nx + c.F * touch.ny;
    force[1] = touch.N * touch.ny - c.F * touch.nx;
    if constexpr (with_tangent) point_tangent(pulley, touch, w, rubbed, node_force, gamma, D);
    return true;
  }
  return false;
}

template <class S>
template <bool with_tangent>
void Equations<S>::gauss_contact(int e, const S* q, const S* v, const Grip<S>& grip, S* f, double gamma,
                                 BorderedBlockBand* band, CableTangent& tangent) {
  const int a = e, b = second(e), per = structure_.contact_points;
  const S *qa = q + 4 * a, *qb = q + 4 * b, *va = v + 4 * a, *vb = v + 4 * b;
  bool reach = false;
  for (int p = 0; p < wheels(); ++p) {
    const double x = value(qa[0]) - value(pulley_[p].x), y = value(qa[1]) - value(pulley_[p].y);
    const double R = value(pulley_[p].radius) + kReach * value(l_);
    reach = reach || x * x + y * y < R * R;
  }
  for (int g = 0; g < per; ++g) {
    const int j = e * per + g;
    contact_[j].pulley = -1;
    if (!reach) continue;
    const auto& N = point_[j].N;
    const auto at = [&N](const S* A, const S* B, int i) -> S {
      return N[0] * A[i] + N[1] * A[2 + i] + N[2] * B[i] + N[3] * B[2 + i];
    };
    const S r[2] = {at(qa, qb, 0), at(qa, qb, 1)}, rate[2] = {at(va, vb, 0), at(va, vb, 1)};
    S r0[2] = {r[0], r[1]}, force[2];
    if (grip.q0) r0[0] = at(grip.q0 + 4 * a, grip.q0 + 4 * b, 0), r0[1] = at(grip.q0 + 4 * a, grip.q0 + 4 * b, 1);
    PointTangent D;
    if (!point_force<with_tangent>(j, r, rate, r0, q, v, grip, nullptr, gamma, force, D)) continue;
    add_point_work(j, rate, force);
    S* const node[4] = {f + 4 * a, f + 4 * a + 2, f + 4 * b, f + 4 * b + 2};
    for (int n = 0; n < 4; ++n) node[n][0] += N[n] * force[0], node[n][1] += N[n] * force[1];
    if constexpr (with_tangent) {
      for (int m = 0; m < 4; ++m) {
        for (int n = 0; n < 4; ++n) {
          const double weight = N[m] * N[n];
          for (int i = 0; i < 2; ++i) {
            for (int k = 0; k < 2; ++k) tangent(2 * m + i, 2 * n + k) += weight * D.K[i][k];
          }
        }
      }
      const int w = border_[contact_[j].pulley];
      if (w < 0) continue;
      for (int n = 0; n < 4; ++n) {
        const int row = (n < 2 ? 4 * a : 4 * b) + 2 * (n % 2);
        for (int i = 0; i < 2; ++i) {
          band->at(row + i, w) += N[n] * D.by_wheel[i];
          band->at(w, row + i) += N[n] * D.wheel_by_r[i];
        }
      }
      band->at(w, w) += D.wheel_by_wheel;
    }
  }
}

/// Contact of nodes only. With Quinn's law the force on the node before contact, and its derivative, are those assembled
/// so far.
template <class S>
template <bool with_tangent>
void Equations<S>::nodal_contact(const S* q, const S* v, const Grip<S>& grip, S* f, double gamma,
                                 BorderedBlockBand* band) {
  for (int i = 0; i < nodes(); ++i) {
    contact_[i].pulley = -1;
    const S node_force[2] = {f[4 * i], f[4 * i + 1]};
    S force[2];
    PointTangent D;
    const S* r0 = grip.q0 ? grip.q0 + 4 * i : q + 4 * i;
    if (!point_force<with_tangent>(i, q + 4 * i, v + 4 * i, r0, q, v, grip, node_force, gamma, force, D)) continue;
    add_point_work(i, v + 4 * i, force);
    f[4 * i] += force[0], f[4 * i + 1] += force[1];
    if constexpr (with_tangent) {
      const int w = border_[contact_[i].pulley];
      if (D.h[0] != 0 || D.h[1] != 0) {  // F = -h + ...: the rows of the node's own force come in once more
        const double tx = -D.h[0], ty = -D.h[1], R = pulley_[contact_[i].pulley].radius;
        band->for_row_pair(i, [&](int column, double& x, double& y) {
          const double along = tx * x + ty * y;
          x -= tx * along, y -= ty * along;
          if (w >= 0) band->at(w, column) += R * along;
        });
      }
      Eigen::Matrix4d K = Eigen::Matrix4d::Zero();
      for (int a = 0; a < 2; ++a) {
        for (int b = 0; b < 2; ++b) K(a, b) = D.K[a][b];
      }
      band->add(i, i, K);
      if (w < 0) continue;
      for (int a = 0; a < 2; ++a) {
        band->at(4 * i + a, w) += D.by_wheel[a];
        band->at(w, 4 * i + a) += D.wheel_by_r[a];
      }
      band->at(w, w) += D.wheel_by_wheel;
    }
  }
}

using Band = BorderedBlockBand;
template void Equations<double>::gauss_contact<false>(int, const double*, const double*, const Grip<double>&, double*,
                                                      double, Band*, CableTangent&);
template void Equations<double>::gauss_contact<true>(int, const double*, const double*, const Grip<double>&, double*,
                                                     double, Band*, CableTangent&);
template void Equations<Dual>::gauss_contact<false>(int, const Dual*, const Dual*, const Grip<Dual>&, Dual*, double,
                                                    Band*, CableTangent&);
template void Equations<double>::nodal_contact<false>(const double*, const double*, const Grip<double>&, double*,
                                                      double, Band*);
template void Equations<double>::nodal_contact<true>(const double*, const double*, const Grip<double>&, double*, double,
                                                     Band*);
template void Equations<Dual>::nodal_contact<false>(const Dual*, const Dual*, const Grip<Dual>&, Dual*, double, Band*);

}  // namespace reeve::models::rope_pulley
