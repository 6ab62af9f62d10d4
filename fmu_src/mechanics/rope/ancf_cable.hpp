#pragma once
/// Planar cable element in absolute nodal coordinates: cubic Hermite position, axial strain, curvature.
///
///   node q = (x, y, l x', l y')  [m]      ' = d/ds, s: reference arc length, l: reference length of an element
///   r(xi) = sum N_a(xi) q_a,  xi = s/l in [0, 1]                                                     (T-ROP.1)
///
/// With the slopes times l all coordinates are lengths and all generalised forces are newtons. The functions are
/// templates over their scalar for derivatives by dual numbers; the tangent is for double only.
#include <Eigen/Core>
#include <array>
#include <cmath>

#include "math/dual.hpp"

namespace reeve::mechanics {

enum class CableStrain { engineering = 1, green = 2 };

/// N1 .. N4 and derivatives by xi; the slopes' functions without the factor l.
struct Hermite {
  std::array<double, 4> N, N1, N2;
  static constexpr Hermite at(double x) {
    return {{1 - 3 * x * x + 2 * x * x * x, x - 2 * x * x + x * x * x, 3 * x * x - 2 * x * x * x, x * x * x - x * x},
            {6 * x * x - 6 * x, 1 - 4 * x + 3 * x * x, 6 * x - 6 * x * x, 3 * x * x - 2 * x},
            {12 * x - 6, 6 * x - 4, 6 - 12 * x, 6 * x - 2}};
  }
};

template <class S>
struct CableSection {
  S EA{};         ///< [N]
  S EI{};         ///< [N m2]
  S rhoA{};       ///< [kg/m]
  S damping{};    ///< beta: axial stress = E (eps + beta eps')  [s]
  S prestrain{};  ///< strain of the unloaded reference [1]
  S curvature{};  ///< natural curvature, positive to the left of s [1/m]
  S length{};     ///< l of one element [m]
  CableStrain strain{CableStrain::green};
};

/// Three Gauss points serve both parts: five independent deformations, six measures, no mode without energy.
inline constexpr int kCablePoints = 3;
struct CablePoint {
  double weight;
  Hermite shape;
};
inline const std::array<CablePoint, kCablePoints>& cable_points() {
  static constexpr double offset = 0.38729833462074168852;  // sqrt(3/5)/2
  static constexpr std::array<CablePoint, kCablePoints> points{
      {{5.0 / 18, Hermite::at(0.5 - offset)}, {8.0 / 18, Hermite::at(0.5)}, {5.0 / 18, Hermite::at(0.5 + offset)}}};
  return points;
}

/// Consistent mass of an element over rhoA l, between the shape functions of (T-ROP.1).              (T-ROP.2)
inline constexpr double kCableMass[4][4] = {{13.0 / 35, 11.0 / 210, 9.0 / 70, -13.0 / 420},
                                            {11.0 / 210, 1.0 / 105, 13.0 / 420, -1.0 / 140},
                                            {9.0 / 70, 13.0 / 420, 13.0 / 35, -11.0 / 210},
                                            {-13.0 / 420, -1.0 / 140, -11.0 / 210, 1.0 / 105}};
/// Integrals of the shape functions over l: how a uniform load acts on the nodes.                  (T-ROP.7)
inline constexpr double kCableLoad[4] = {1.0 / 2, 1.0 / 12, 1.0 / 2, -1.0 / 12};

/// r' and r'' of an element at one point; x of shape a is q[a < 2 ? 0 : 1][2 (a % 2)].
template <class S>
struct CableSlopes {
  S x1, y1, x2, y2;
  CableSlopes(const Hermite& shape, const S* qa, const S* qb, const S& l) {
    const auto& A = shape.N1;
    const auto& B = shape.N2;
    x1 = (A[0] * qa[0] + A[1] * qa[2] + A[2] * qb[0] + A[3] * qb[2]) / l;
    y1 = (A[0] * qa[1] + A[1] * qa[3] + A[2] * qb[1] + A[3] * qb[3]) / l;
    x2 = (B[0] * qa[0] + B[1] * qa[2] + B[2] * qb[0] + B[3] * qb[2]) / (l * l);
    y2 = (B[0] * qa[1] + B[1] * qa[3] + B[2] * qb[1] + B[3] * qb[3]) / (l * l);
  }
};

/// Axial force of the section at one point: N for engineering strain, second Piola-Kirchhoff for Green's.  (T-ROP.3)
///   P = g r': what acts on r'
template <class S>
struct AxialForce {
  S N{};  ///< tension |P| with sign [N]
  S Px{}, Py{};
  S stretch{};  ///< |r'|
  AxialForce(const CableSection<S>& section, const CableSlopes<S>& at, const S& vx1, const S& vy1) {
    using std::sqrt;
    const S g = at.x1 * at.x1 + at.y1 * at.y1;
    stretch = sqrt(g);
    const S rate = at.x1 * vx1 + at.y1 * vy1;
    if (section.strain == CableStrain::green) {
      const S stress = section.EA * (0.5 * (g - 1.0) + section.prestrain + section.damping * rate);
      Px = stress * at.x1, Py = stress * at.y1;
      N = stress * stretch;
    } else {
      N = section.EA * (stretch - 1.0 + section.prestrain + section.damping * rate / stretch);
      Px = N * at.x1 / stretch, Py = N * at.y1 / stretch;
    }
  }
};

/// Curvature and its first derivatives by w = (x', y', x'', y'').                                   (T-ROP.4)
///   kappa = c g^(-3/2),  c = x' y'' - y' x'',  g = r'.r'
template <class S>
struct Curvature {
  S kappa, c, g, power;  ///< power = g^(-3/2)
  S d[4];
  explicit Curvature(const CableSlopes<S>& at) {
    using std::sqrt;
    g = at.x1 * at.x1 + at.y1 * at.y1;
    c = at.x1 * at.y2 - at.y1 * at.x2;
    power = 1.0 / (g * sqrt(g));
    kappa = c * power;
    const S stretch = -3.0 * kappa / g;
    d[0] = power * at.y2 + stretch * at.x1;
    d[1] = -power * at.x2 + stretch * at.y1;
    d[2] = -power * at.y1;
    d[3] = power * at.x1;
  }
};

/// Elastic and damping force that resists, subtracted from the nodes' forces fa and fb (4 each).     (T-ROP.5)
template <class S>
void subtract_cable_force(const CableSection<S>& section, const S* qa, const S* qb, const S* va, const S* vb, S* fa,
                          S* fb) {
  const S& l = section.length;
  for (const auto& point : cable_points()) {
    const CableSlopes<S> at(point.shape, qa, qb, l), rate(point.shape, va, vb, l);
    const AxialForce<S> axial(section, at, rate.x1, rate.y1);
    const Curvature<S> bend(at);
    const S moment = section.EI * (bend.kappa - section.curvature);
    const S Gx1 = point.weight * (axial.Px + moment * bend.d[0]), Gy1 = point.weight * (axial.Py + moment * bend.d[1]);
    const S Gx2 = point.weight * moment * bend.d[2] / l, Gy2 = point.weight * moment * bend.d[3] / l;
    const auto& A = point.shape.N1;
    const auto& B = point.shape.N2;
    fa[0] -= A[0] * Gx1 + B[0] * Gx2, fa[1] -= A[0] * Gy1 + B[0] * Gy2;
    fa[2] -= A[1] * Gx1 + B[1] * Gx2, fa[3] -= A[1] * Gy1 + B[1] * Gy2;
    fb[0] -= A[2] * Gx1 + B[2] * Gx2, fb[1] -= A[2] * Gy1 + B[2] * Gy2;
    fb[2] -= A[3] * Gx1 + B[3] * Gx2, fb[3] -= A[3] * Gy1 + B[3] * Gy2;
  }
}

/// Elastic energy of an element [J].
template <class S>
S cable_energy(const CableSection<S>& section, const S* qa, const S* qb) {
  S energy = 0.0;
  for (const auto& point : cable_points()) {
    const CableSlopes<S> at(point.shape, qa, qb, section.length);
    const Curvature<S> bend(at);
    using std::sqrt;
    const S eps =
        (section.strain == CableStrain::green ? S(0.5 * (bend.g - 1.0)) : S(sqrt(bend.g) - 1.0)) + section.prestrain;
    const S k = bend.kappa - section.curvature;
    energy += 0.5 * point.weight * section.length * (section.EA * eps * eps + section.EI * k * k);
  }
  return energy;
}

/// Mean tension of an element [N]; right where the element is straight.
template <class S>
S cable_tension(const CableSection<S>& section, const S* qa, const S* qb, const S* va, const S* vb) {
  S sum = 0.0;
  for (const auto& point : cable_points()) {
    const CableSlopes<S> at(point.shape, qa, qb, section.length), rate(point.shape, va, vb, section.length);
    sum += point.weight * AxialForce<S>(section, at, rate.x1, rate.y1).N;
  }
  return sum;
}

/// Power lost to the material's damping in an element [W].
template <class S>
S damping_power(const CableSection<S>& section, const S* qa, const S* qb, const S* va, const S* vb) {
  S sum = 0.0;
  for (const auto& point : cable_points()) {
    const CableSlopes<S> at(point.shape, qa, qb, section.length), rate(point.shape, va, vb, section.length);
    const S along = at.x1 * rate.x1 + at.y1 * rate.y1;
    const S square = section.strain == CableStrain::green ? S(1.0) : S(at.x1 * at.x1 + at.y1 * at.y1);
    sum += point.weight * section.length * section.EA * section.damping * along * along / square;
  }
  return sum;
}

/// The 2x2 blocks of a tangent, as 8 x 8.
using CableTangent = Eigen::Matrix<double, 8, 8, Eigen::RowMajor>;

/// d(resisting force)/dq + gamma d(resisting force)/dv, and the force itself subtracted as above.    (T-ROP.6)
void cable_force_and_tangent(const CableSection<double>& section, const double* qa, const double* qb, const double* va,
                             const double* vb, double gamma, double* fa, double* fb, CableTangent& tangent);

}  // namespace reeve::mechanics
