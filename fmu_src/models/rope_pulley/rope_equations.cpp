#include "models/rope_pulley/rope_equations.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "math/gauss.hpp"

namespace reeve::models {

using math::BorderedBlockBand;
using math::Dual;
using math::value;
using namespace mechanics;

namespace {
constexpr double kWeak = 1e-5;  ///< of the bristles' stiffness: more than a rope's weight needs to slide off, little else
constexpr double kReach = 1.3;  ///< lengths of an element beyond which its points cannot touch
}  // namespace

template <class S>
RopeEquations<S>::RopeEquations(const RopeStructure& structure) : structure_{structure} {
  const auto P = static_cast<std::size_t>(wheels());
  pulley_.resize(P), inertia_.resize(P), bearing_damping_.resize(P), load_.assign(P, S(0.0)), wheel_friction_.resize(P);
  place_.resize(structure_.most_points()), contact_.resize(structure_.most_points());
  for (const auto& wheel : structure_.pulley) border_.push_back(wheel.follows() ? 4 * nodes() + free_wheels_++ : -1);
}

template <class S>
void RopeEquations<S>::prepare(const RopeValues<S>& v) {
  const S A = std::numbers::pi / 4 * v.rope.diameter * v.rope.diameter, I = A * A / (4 * std::numbers::pi);
  l_ = v.rope.length / static_cast<double>(structure_.elements);
  section_ = {v.rope.E_axial * A,   v.rope.E_bending * I,      v.rope.density * A, v.rope.damping,
              v.rope.prestrain,     v.rope.natural_curvature,  l_,                 static_cast<CableStrain>(v.rope.strain)};
  friction_ = {static_cast<FrictionLaw>(v.friction.law), v.friction.mu, v.friction.epsilon, v.friction.stiffness,
               v.friction.damping, {v.friction.g1, v.friction.g2, v.friction.g3, v.friction.mu, 1.0 / v.friction.epsilon, v.friction.g6}};
  for (int p = 0; p < wheels(); ++p) {
    const auto& wheel = v.wheel[p];
    pulley_[p] = {wheel.x, wheel.y, wheel.radius, wheel.stiffness, wheel.damping};
    inertia_[p] = wheel.inertia;
    bearing_damping_[p] = wheel.bearing_damping;
  }
  guide_stiffness_ = v.guide.stiffness, guide_damping_ = v.guide.damping;
  guide_x_[0] = pulley_.front().x - pulley_.front().radius, guide_x_[1] = pulley_.back().x + pulley_.back().radius;
  gravity_ = v.gravity, reference_length_ = v.contact.reference_length;
  const auto method = static_cast<ContactMethod>(v.contact.method);
  if (points_ > 0 && method == method_) return;
  method_ = method;
  points_ = 0;
  if (nodal()) {
    for (int i = 0; i < nodes(); ++i) {
      const bool last = i >= structure_.elements, end = !structure_.closed && (i == 0 || last);
      place_[points_++] = {last ? i - 1 : i, last ? 1.0 : 0.0, end ? 0.5 : 1.0, Hermite::at(last ? 1.0 : 0.0).N};
    }
  } else {
    const auto gauss = math::gauss_legendre(structure_.contact_points);
    for (int e = 0; e < structure_.elements; ++e) {
      for (auto point = gauss.rbegin(); point != gauss.rend(); ++point) {
        const double xi = 1 - point->x;  // ascending whichever way the rule is listed
        place_[points_++] = {e, xi, point->weight, Hermite::at(xi).N};
      }
    }
    for (int e = 0; e < structure_.elements; ++e) {
      std::sort(place_.begin() + e * structure_.contact_points, place_.begin() + (e + 1) * structure_.contact_points,
                [](const Place& a, const Place& b) { return a.xi < b.xi; });
    }
  }
}

template <class S>
void RopeEquations<S>::set_inputs(const RopeValues<S>& v) {
  mass_[0] = v.left_mass, mass_[1] = v.right_mass;
}

template <class S>
void RopeEquations<S>::resize(BorderedBlockBand& band) const {
  const int blocks = structure_.closed ? nodes() - 1 : nodes();
  band.resize(blocks, unknowns() - 4 * blocks);
}

template <class S>
template <bool with_tangent>
bool RopeEquations<S>::point_force(int j, const S r[2], const S v[2], const S* r0, const S* q, const S* vq, const Grip<S>& grip,
                                   const S* node_force, double gamma, S force[2], PointTangent& D) {
  const S w = place_[j].length * l_ / reference_length_;
  for (int p = 0; p < wheels(); ++p) {
    const Pulley<S>& pulley = pulley_[p];
    const Touch<S> touch(pulley, w, r[0], r[1], v[0], v[1]);
    if (!touch.near) continue;
    const S nx = touch.nx, ny = touch.ny, tx = ny, ty = -nx;
    const S vr = touch.vt - pulley.radius * vq[wheel(p)];
    PointContact<S>& c = contact_[j];
    c.pulley = p, c.N = touch.N, c.vr = vr;
    const bool bristles = friction_.law == FrictionLaw::bristle || statics_;
    FrictionForce<S> friction;
    double part = 1;  // of the step that the point was in contact
    S along = 0.0, turn = 0.0;  // du/dr = along t + turn n
    if (grip.kind == Grip<S>::Kind::weak) {
      const RimTravel<S> way(r0[0] - pulley.x, r0[1] - pulley.y, r[0] - pulley.x, r[1] - pulley.y, touch.d);
      const S k = kWeak * w * friction_.stiffness;
      friction.F = -k * way.travel, friction.by_u = -value(k);
      along = way.mean / touch.d, turn = 0.5 * way.angle;
      c.z = S(0.0);
    } else if (bristles && grip.kind == Grip<S>::Kind::step) {
      const S x0 = r0[0] - pulley.x, y0 = r0[1] - pulley.y;
      const RimTravel<S> way(x0, y0, r[0] - pulley.x, r[1] - pulley.y, touch.d);
      S u = way.travel - pulley.radius * (q[wheel(p)] - grip.q0[wheel(p)]);
      if (grip.pulley[j] != p) {  // ran on within the step
        const double d0 = std::sqrt(value(x0 * x0 + y0 * y0)), R = value(pulley.radius);
        if (d0 > R) part = (R - value(touch.d)) / (d0 - value(touch.d));
        u = part * u;
      } else {
        u += grip.z[j];
      }
      along = part * way.mean / touch.d, turn = 0.5 * part * way.angle;
      friction = bristle(friction_, w, touch.N, u, vr);
      c.z = friction.slips ? S(-friction.F / (w * friction_.stiffness)) : u;
    } else if (bristles) {
      friction = bristle(friction_, w, touch.N, grip.z[j], vr);
      if (grip.slips[j]) {
        friction.F = grip.z[j] > 0.0 ? S(-friction_.mu * touch.N) : S(friction_.mu * touch.N);
        friction.slips = true;
      }
      c.z = grip.z[j];
    } else if (friction_.law == FrictionLaw::smooth) {
      friction = smooth(friction_, touch.N, vr);
    } else if (friction_.law == FrictionLaw::quinn && node_force) {
      friction = quinn(friction_, touch.N, vr, S(tx * node_force[0] + ty * node_force[1]));
    } else {
      friction = coulomb(friction_, touch.N, vr);
    }
    c.F = friction.F, c.slips = friction.slips;
    force[0] = touch.N * nx + friction.F * tx;
    force[1] = touch.N * ny + friction.F * ty;
    if constexpr (with_tangent) {
      const double d = touch.d, vn = touch.vn, vt = touch.vt, R = pulley.radius;
      double gN[2]{}, gF[2];
      if (touch.N > 0) {
        const double by_n = -w * (pulley.stiffness + pulley.damping * gamma), by_t = -w * pulley.damping * vt / d;
        gN[0] = by_n * nx + by_t * tx, gN[1] = by_n * ny + by_t * ty;
      }
      double by_t = friction.by_u * along + friction.by_v * (gamma - vn / d);
      if (node_force) by_t -= friction.by_h * (nx * node_force[0] + ny * node_force[1]) / d;  // dt = -n (t.dr)/d
      const double by_n = friction.by_u * turn;
      const double n[2] = {nx, ny}, t[2] = {tx, ty};
      for (int b = 0; b < 2; ++b) gF[b] = friction.by_N * gN[b] + by_t * t[b] + by_n * n[b];
      for (int a = 0; a < 2; ++a) {
        for (int b = 0; b < 2; ++b) {
          D.K[a][b] = -(n[a] * gN[b] + touch.N * t[a] * t[b] / d + t[a] * gF[b] - friction.F * n[a] * t[b] / d);
        }
        D.h[a] = t[a] * friction.by_h;
      }
      const double by_wheel = -R * (part * friction.by_u + gamma * friction.by_v);
      for (int a = 0; a < 2; ++a) D.by_wheel[a] = -t[a] * by_wheel, D.wheel_by_r[a] = R * gF[a];
      D.wheel_by_wheel = R * by_wheel;
    }
    return true;
  }
  return false;
}

template <class S>
template <bool with_tangent>
void RopeEquations<S>::gauss_contact(int e, const S* q, const S* v, const Grip<S>& grip, S* f, double gamma,
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
    const auto& N = place_[j].N;
    const auto at = [&N](const S* A, const S* B, int i) -> S { return N[0] * A[i] + N[1] * A[2 + i] + N[2] * B[i] + N[3] * B[2 + i]; };
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
void RopeEquations<S>::nodal_contact(const S* q, const S* v, const Grip<S>& grip, S* f, double gamma, BorderedBlockBand* band) {
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

template <class S>
template <bool with_tangent>
void RopeEquations<S>::all_forces(const S* q, const S* v, const Grip<S>& grip, S* f, double gamma, BorderedBlockBand* band) {
  const int n = nodes();
  std::fill(f, f + coordinates(), S(0.0));
  std::fill(wheel_friction_.begin(), wheel_friction_.end(), S(0.0));
  power_ = S(0.0);
  const S weight = section_.rhoA * gravity_ * l_;
  for (int e = 0; e < structure_.elements; ++e) {
    const int a = e, b = second(e);
    const S *qa = q + 4 * a, *qb = q + 4 * b, *va = v + 4 * a, *vb = v + 4 * b;
    S *fa = f + 4 * a, *fb = f + 4 * b;
    fa[1] -= kCableLoad[0] * weight, fa[3] -= kCableLoad[1] * weight;
    fb[1] -= kCableLoad[2] * weight, fb[3] -= kCableLoad[3] * weight;
    CableTangent tangent;
    if constexpr (with_tangent) {
      cable_force_and_tangent(section_, qa, qb, va, vb, gamma, fa, fb, tangent);
    } else {
      subtract_cable_force(section_, qa, qb, va, vb, fa, fb);
    }
    if (!nodal()) gauss_contact<with_tangent>(e, q, v, grip, f, gamma, band, tangent);
    if constexpr (with_tangent) {
      band->add(a, a, tangent.topLeftCorner<4, 4>());
      band->add(a, b, tangent.topRightCorner<4, 4>());
      band->add(b, a, tangent.bottomLeftCorner<4, 4>());
      band->add(b, b, tangent.bottomRightCorner<4, 4>());
    }
  }
  if (!structure_.closed) {
    for (const int end : {0, 1}) {
      const int i = end == 0 ? 0 : n - 1;
      f[4 * i + 1] -= mass_[end] * gravity_;
      f[4 * i] -= guide_stiffness_ * (q[4 * i] - guide_x_[end]) + guide_damping_ * v[4 * i];
      power_ -= guide_damping_ * v[4 * i] * v[4 * i];
      if constexpr (with_tangent) {
        Eigen::Matrix4d K = Eigen::Matrix4d::Zero();
        K(0, 0) = guide_stiffness_ + gamma * guide_damping_;
        band->add(i, i, K);
      }
    }
  }
  if (nodal()) nodal_contact<with_tangent>(q, v, grip, f, gamma, band);
  for (int p = 0; p < wheels(); ++p) {
    if (border_[p] < 0) continue;
    const S omega = v[wheel(p)];
    const S torque = -load_[p] - bearing_damping_[p] * omega - pulley_[p].radius * wheel_friction_[p];
    f[wheel(p)] = torque;
    power_ += torque * omega;
    if constexpr (with_tangent) band->at(border_[p], border_[p]) += gamma * bearing_damping_[p];
  }
}

template <class S>
void RopeEquations<S>::evaluate(const S* q, const S* v, const Grip<S>& grip, S* f) {
  all_forces<false>(q, v, grip, f, 0, nullptr);
}

template <class S>
void RopeEquations<S>::evaluate(const double* q, const double* v, const Grip<double>& grip, double* f, double gamma,
                                BorderedBlockBand& band) {
  if constexpr (std::is_same_v<S, double>) {
    band.clear();
    all_forces<true>(q, v, grip, f, gamma, &band);
  }
}

template class RopeEquations<double>;
template class RopeEquations<Dual>;

}  // namespace reeve::models
