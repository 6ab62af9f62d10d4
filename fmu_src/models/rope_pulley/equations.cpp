#include "models/rope_pulley/equations.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "math/gauss.hpp"

namespace reeve::models::rope_pulley {

using math::BorderedBlockBand;
using math::Dual;
using math::value;
using namespace mechanics;

template <class S>
Equations<S>::Equations(const Structure& structure) : structure_{structure} {
  const auto P = static_cast<std::size_t>(wheels());
  pulley_.resize(P), inertia_.resize(P), bearing_damping_.resize(P), load_.assign(P, S(0.0)), wheel_friction_.resize(P);
  point_.resize(structure_.most_points()), contact_.resize(structure_.most_points());
  for (const auto& wheel : structure_.pulley) border_.push_back(wheel.follows() ? 4 * nodes() + free_wheels_++ : -1);
}

template <class S>
void Equations<S>::prepare(const Values<S>& u) {
  const S A = std::numbers::pi / 4 * u.rope.diameter * u.rope.diameter, I = A * A / (4 * std::numbers::pi);
  l_ = u.rope.length / static_cast<double>(structure_.elements);
  section_ = {u.rope.E_axial * A,
              u.rope.E_bending * I,
              u.rope.density * A,
              u.rope.damping,
              u.rope.prestrain,
              u.rope.natural_curvature,
              l_,
              static_cast<CableStrain>(u.rope.strain)};
  friction_ = {static_cast<FrictionLaw>(u.friction.law),
               u.friction.mu,
               u.friction.epsilon,
               u.friction.stiffness,
               u.friction.damping,
               {u.friction.g1, u.friction.g2, u.friction.g3, u.friction.mu, 1.0 / u.friction.epsilon, u.friction.g6}};
  for (int p = 0; p < wheels(); ++p) {
    const auto& wheel = u.wheel[p];
    pulley_[p] = {wheel.x, wheel.y, wheel.radius, wheel.stiffness, wheel.damping};
    inertia_[p] = wheel.inertia;
    bearing_damping_[p] = wheel.bearing_damping;
  }
  guide_stiffness_ = u.guide.stiffness, guide_damping_ = u.guide.damping;
  guide_x_[0] = pulley_.front().x - pulley_.front().radius, guide_x_[1] = pulley_.back().x + pulley_.back().radius;
  gravity_ = u.gravity, reference_length_ = u.contact.reference_length;
  const auto method = static_cast<ContactMethod>(u.contact.method);
  if (points_ > 0 && method == method_) return;
  method_ = method;
  points_ = 0;
  if (nodal()) {
    for (int i = 0; i < nodes(); ++i) {
      const bool last = i >= structure_.elements, end = !structure_.closed && (i == 0 || last);
      point_[points_++] = {last ? i - 1 : i, last ? 1.0 : 0.0, end ? 0.5 : 1.0, Hermite::at(last ? 1.0 : 0.0).N};
    }
  } else {
    const auto gauss = math::gauss_legendre(structure_.contact_points);
    for (int e = 0; e < structure_.elements; ++e) {
      for (auto point = gauss.rbegin(); point != gauss.rend(); ++point) {
        const double xi = 1 - point->x;  // ascending whichever way the rule is listed
        point_[points_++] = {e, xi, point->weight, Hermite::at(xi).N};
      }
    }
    for (int e = 0; e < structure_.elements; ++e) {
      std::sort(point_.begin() + e * structure_.contact_points, point_.begin() + (e + 1) * structure_.contact_points,
                [](const PointOnElement& a, const PointOnElement& b) { return a.xi < b.xi; });
    }
  }
}

template <class S>
void Equations<S>::set_inputs(const Values<S>& u) {
  mass_[0] = u.left_mass, mass_[1] = u.right_mass;
}

template <class S>
void Equations<S>::resize(BorderedBlockBand& band) const {
  const int blocks = structure_.closed ? nodes() - 1 : nodes();
  band.resize(blocks, unknowns() - 4 * blocks);
}

template <class S>
template <bool with_tangent>
void Equations<S>::all_forces(const S* q, const S* v, const Grip<S>& grip, S* f, double gamma,
                              BorderedBlockBand* band) {
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
void Equations<S>::evaluate(const S* q, const S* v, const Grip<S>& grip, S* f) {
  all_forces<false>(q, v, grip, f, 0, nullptr);
}

template <class S>
void Equations<S>::evaluate(const double* q, const double* v, const Grip<double>& grip, double* f, double gamma,
                            BorderedBlockBand& band) {
  if constexpr (std::is_same_v<S, double>) {
    band.clear();
    all_forces<true>(q, v, grip, f, gamma, &band);
  }
}

template <class S>
S Equations<S>::friction_use(int j) const {
  const PointContact<S>& c = contact_[j];
  const bool by_speed = friction_.law == FrictionLaw::smooth;
  const S part = by_speed ? c.vr : c.F, whole = by_speed ? friction_.epsilon : S(friction_.mu * c.N);
  if (c.slips || !(whole > 0.0)) return S(c.slips ? 1.0 : 0.0);
  return (part < 0.0 ? S(-part) : part) / whole;
}

template class Equations<double>;
template class Equations<Dual>;

}  // namespace reeve::models::rope_pulley
