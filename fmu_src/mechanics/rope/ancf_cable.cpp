#include "mechanics/rope/ancf_cable.hpp"

namespace reeve::mechanics {
namespace {

/// dP/dr' + gamma dP/dr'_dot as a 2x2 matrix (a b; c d).
struct AxialTangent {
  double a, b, c, d;
  AxialTangent(const CableSection<double>& section, const CableSlopes<double>& at, const CableSlopes<double>& rate,
               const AxialForce<double>& force, double gamma) {
    const double x = at.x1, y = at.y1, EA = section.EA, beta = section.damping;
    if (section.strain == CableStrain::green) {
      const double stress = force.N / force.stretch, along = EA * (1 + beta * gamma);
      a = stress + along * x * x + EA * beta * x * rate.x1;
      b = along * x * y + EA * beta * x * rate.y1;
      c = along * x * y + EA * beta * y * rate.x1;
      d = stress + along * y * y + EA * beta * y * rate.y1;
      return;
    }
    const double nx = x / force.stretch, ny = y / force.stretch, across = force.N / force.stretch;
    const double stiff = EA * (1 + beta * gamma) - across;
    const double turning = EA * beta / force.stretch * (nx * rate.y1 - ny * rate.x1);  // along (-ny, nx)
    a = across + stiff * nx * nx - turning * nx * ny;
    b = stiff * nx * ny + turning * nx * nx;
    c = stiff * nx * ny - turning * ny * ny;
    d = across + stiff * ny * ny + turning * nx * ny;
  }
};

/// Hessian of (EI/2)(kappa - kappa0)^2 by w, symmetric 4x4.
void bending_hessian(const CableSection<double>& section, const CableSlopes<double>& at, const Curvature<double>& k,
                     double H[4][4]) {
  const double m = 1.5, moment = section.EI * (k.kappa - section.curvature);
  const double dc[4] = {at.y2, -at.x2, -at.y1, at.x1}, dg[2] = {2 * at.x1, 2 * at.y1};
  const double p1 = -m * k.power / k.g, p2 = m * (m + 1) * k.c * k.power / (k.g * k.g);
  for (int i = 0; i < 4; ++i) {
    for (int j = i; j < 4; ++j) {
      double second = 0;
      if (i < 2) second += p1 * dg[i] * dc[j];
      if (j < 2) second += p1 * dc[i] * dg[j];
      if (i < 2 && j < 2) second += p2 * dg[i] * dg[j];
      if (i == j && i < 2) second += p1 * k.c * 2;
      if (i == 0 && j == 3) second += k.power;
      if (i == 1 && j == 2) second -= k.power;
      H[i][j] = H[j][i] = section.EI * k.d[i] * k.d[j] + moment * second;
    }
  }
}

}  // namespace

void cable_force_and_tangent(const CableSection<double>& section, const double* qa, const double* qb, const double* va,
                             const double* vb, double gamma, double* fa, double* fb, CableTangent& tangent) {
  const double l = section.length;
  tangent.setZero();
  for (const auto& point : cable_points()) {
    const CableSlopes<double> at(point.shape, qa, qb, l), rate(point.shape, va, vb, l);
    const AxialForce<double> axial(section, at, rate.x1, rate.y1);
    const Curvature<double> bend(at);
    const double moment = section.EI * (bend.kappa - section.curvature), w = point.weight;
    const double G[4] = {w * (axial.Px + moment * bend.d[0]), w * (axial.Py + moment * bend.d[1]),
                         w * moment * bend.d[2] / l, w * moment * bend.d[3] / l};
    const auto& A = point.shape.N1;
    const auto& B = point.shape.N2;
    for (int n = 0; n < 4; ++n) {
      double* const f = n < 2 ? fa + 2 * n : fb + 2 * (n - 2);
      f[0] -= A[n] * G[0] + B[n] * G[2];
      f[1] -= A[n] * G[1] + B[n] * G[3];
    }
    double H[4][4];
    bending_hessian(section, at, bend, H);
    const AxialTangent P(section, at, rate, axial, gamma);
    H[0][0] += P.a, H[0][1] += P.b, H[1][0] += P.c, H[1][1] += P.d;
    const double s11 = w / l, s12 = w / (l * l), s22 = w / (l * l * l);  // of x'x', x'x'', x''x''
    for (int n = 0; n < 4; ++n) {
      const double a1 = A[n] * s11, b1 = B[n] * s12, a2 = A[n] * s12, b2 = B[n] * s22;
      double T[4][2];  // column pair n of H B
      for (int c = 0; c < 2; ++c) {
        T[0][c] = a1 * H[0][c] + b1 * H[0][2 + c];
        T[1][c] = a1 * H[1][c] + b1 * H[1][2 + c];
        T[2][c] = a2 * H[2][c] + b2 * H[2][2 + c];
        T[3][c] = a2 * H[3][c] + b2 * H[3][2 + c];
      }
      for (int m = 0; m < 4; ++m) {
        for (int c = 0; c < 2; ++c) {
          tangent(2 * m, 2 * n + c) += A[m] * T[0][c] + B[m] * T[2][c];
          tangent(2 * m + 1, 2 * n + c) += A[m] * T[1][c] + B[m] * T[3][c];
        }
      }
    }
  }
}

}  // namespace reeve::mechanics
