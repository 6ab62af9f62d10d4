// Mass, energies and tensions of the rope: what needs no contact.
#include <algorithm>

#include "models/rope_pulley/equations.hpp"

namespace reeve::models::rope_pulley {

using math::BorderedBlockBand;
using math::Dual;
using namespace mechanics;

template <class S>
void Equations<S>::add_mass(BorderedBlockBand& band, double factor) const {
  if constexpr (std::is_same_v<S, double>) {
    const double m = section_.rhoA * l_ * factor;
    Eigen::Matrix4d aa = Eigen::Matrix4d::Zero(), ab = aa, bb = aa;
    for (int i = 0; i < 2; ++i) {
      for (int j = 0; j < 2; ++j) {
        for (int c = 0; c < 2; ++c) {
          aa(2 * i + c, 2 * j + c) = m * kCableMass[i][j];
          ab(2 * i + c, 2 * j + c) = m * kCableMass[i][2 + j];
          bb(2 * i + c, 2 * j + c) = m * kCableMass[2 + i][2 + j];
        }
      }
    }
    const Eigen::Matrix4d ba = ab.transpose();
    for (int e = 0; e < structure_.elements; ++e) {
      const int a = e, b = second(e);
      band.add(a, a, aa), band.add(a, b, ab), band.add(b, a, ba), band.add(b, b, bb);
    }
    for (const int end : {0, 1}) {
      if (structure_.closed) break;
      Eigen::Matrix4d M = Eigen::Matrix4d::Zero();
      M(0, 0) = M(1, 1) = factor * mass_[end];
      const int i = end == 0 ? 0 : nodes() - 1;
      band.add(i, i, M);
    }
    for (int p = 0; p < wheels(); ++p) {
      if (border_[p] >= 0) band.at(border_[p], border_[p]) += factor * inertia_[p];
    }
  }
}

template <class S>
void Equations<S>::mass_times(const S* x, S* y) const {
  std::fill(y, y + coordinates(), S(0.0));
  const S m = section_.rhoA * l_;
  for (int e = 0; e < structure_.elements; ++e) {
    const int b = second(e);
    const S* const from[4] = {x + 4 * e, x + 4 * e + 2, x + 4 * b, x + 4 * b + 2};
    S* const to[4] = {y + 4 * e, y + 4 * e + 2, y + 4 * b, y + 4 * b + 2};
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < 4; ++j) {
        const S factor = m * kCableMass[i][j];
        to[i][0] += factor * from[j][0], to[i][1] += factor * from[j][1];
      }
    }
  }
  for (const int end : {0, 1}) {
    if (structure_.closed) break;
    const int i = end == 0 ? 0 : nodes() - 1;
    y[4 * i] += mass_[end] * x[4 * i], y[4 * i + 1] += mass_[end] * x[4 * i + 1];
  }
  for (int p = 0; p < wheels(); ++p) {
    if (border_[p] >= 0) y[wheel(p)] = inertia_[p] * x[wheel(p)];
  }
}

template <class S>
S Equations<S>::energy(const S* q, const S* v) {
  S sum = 0.0;
  const S weight = section_.rhoA * gravity_ * l_, m = section_.rhoA * l_;
  for (int e = 0; e < structure_.elements; ++e) {
    const int b = second(e);
    const S *qa = q + 4 * e, *qb = q + 4 * b;
    sum += cable_energy(section_, qa, qb);
    sum += weight * (kCableLoad[0] * qa[1] + kCableLoad[1] * qa[3] + kCableLoad[2] * qb[1] + kCableLoad[3] * qb[3]);
    const S* const at[4] = {v + 4 * e, v + 4 * e + 2, v + 4 * b, v + 4 * b + 2};
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < 4; ++j) sum += 0.5 * m * kCableMass[i][j] * (at[i][0] * at[j][0] + at[i][1] * at[j][1]);
    }
  }
  for (const int end : {0, 1}) {
    if (structure_.closed) break;
    const int i = end == 0 ? 0 : nodes() - 1;
    const S *x = q + 4 * i, *u = v + 4 * i, off = x[0] - guide_x_[end];
    sum += mass_[end] * (gravity_ * x[1] + 0.5 * (u[0] * u[0] + u[1] * u[1])) + 0.5 * guide_stiffness_ * off * off;
  }
  for (int p = 0; p < wheels(); ++p) {
    if (border_[p] >= 0) sum += 0.5 * inertia_[p] * v[wheel(p)] * v[wheel(p)];
  }
  return sum;
}

template <class S>
S Equations<S>::material_loss(const S* q, const S* v) const {
  S sum = 0.0;
  for (int e = 0; e < structure_.elements; ++e) {
    const int b = second(e);
    sum += damping_power(section_, q + 4 * e, q + 4 * b, v + 4 * e, v + 4 * b);
  }
  return sum;
}

/// The end node's share of the last element's force and of its weight; in statics exactly the weight of the end mass.
template <class S>
S Equations<S>::end_tension(const S* q, const S* v, bool right) const {
  const int e = right ? structure_.elements - 1 : 0, b = second(e);
  S fa[4]{}, fb[4]{};
  subtract_cable_force(section_, q + 4 * e, q + 4 * b, v + 4 * e, v + 4 * b, fa, fb);
  const S own = kCableLoad[0] * section_.rhoA * gravity_ * l_;
  return (right ? fb[1] : fa[1]) - own;
}

template <class S>
S Equations<S>::element_tension(const S* q, const S* v, int e) const {
  const int b = second(e);
  return cable_tension(section_, q + 4 * e, q + 4 * b, v + 4 * e, v + 4 * b);
}

template <class S>
void Equations<S>::point_position(const S* q, int j, S& x, S& y) const {
  const int a = point_[j].element, b = second(a);
  const auto& N = point_[j].N;
  x = N[0] * q[4 * a] + N[1] * q[4 * a + 2] + N[2] * q[4 * b] + N[3] * q[4 * b + 2];
  y = N[0] * q[4 * a + 1] + N[1] * q[4 * a + 3] + N[2] * q[4 * b + 1] + N[3] * q[4 * b + 3];
}

template void Equations<double>::add_mass(BorderedBlockBand&, double) const;
template void Equations<double>::mass_times(const double*, double*) const;
template double Equations<double>::energy(const double*, const double*);
template double Equations<double>::material_loss(const double*, const double*) const;
template double Equations<double>::end_tension(const double*, const double*, bool) const;
template double Equations<double>::element_tension(const double*, const double*, int) const;
template void Equations<double>::point_position(const double*, int, double&, double&) const;
template void Equations<Dual>::add_mass(BorderedBlockBand&, double) const;
template void Equations<Dual>::mass_times(const Dual*, Dual*) const;
template Dual Equations<Dual>::energy(const Dual*, const Dual*);
template Dual Equations<Dual>::material_loss(const Dual*, const Dual*) const;
template Dual Equations<Dual>::end_tension(const Dual*, const Dual*, bool) const;
template Dual Equations<Dual>::element_tension(const Dual*, const Dual*, int) const;
template void Equations<Dual>::point_position(const Dual*, int, Dual&, Dual&) const;

}  // namespace reeve::models::rope_pulley
