/// Plate matrix and plate elements alone.
#include <Eigen/SparseCholesky>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "mechanics/flexible_sheet/plate_tangent.hpp"

namespace {

using namespace reeve;
using namespace reeve::mechanics;
using math::Dual;

constexpr double kL = 0.02, kW = 0.03, kD = 1.7e-4, kNu = 0.2;

Mat3<double> turn(const Vec3<double>& v) { return Eigen::AngleAxisd(v.norm(), v.normalized()).toRotationMatrix(); }

PlateCorners<double> corners(const std::array<Vec3<double>, 4>& r, const std::array<Mat3<double>, 4>& A) {
  PlateCorners<double> out;
  out.r = r;
  for (int i = 0; i < 4; ++i) {
    out.x[i] = A[i].col(0);
    out.y[i] = A[i].col(1);
    out.z[i] = A[i].col(2);
  }
  return out;
}

struct Bent {
  std::array<Vec3<double>, 4> r{Vec3<double>{0, 0, 0}, {kL, 0, 0}, {kL, 0, kW}, {0, 0, kW}};
  std::array<Mat3<double>, 4> A;
  explicit Bent(double size, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> some(0, size);
    for (int i = 0; i < 4; ++i) {
      r[i] += kL * Vec3<double>(some(random), some(random), some(random));
      A[i] = turn({some(random), some(random), some(random) + 1e-9});
    }
  }
};

/// Energy moved along one of the 24 freedoms.
template <template <class> class Plate>
Dual energy(const Bent& at, const PlateMatrix<double>& K, int freedom) {
  PlateCorners<Dual> duals;
  for (int i = 0; i < 4; ++i) {
    Vec3<double> phi(0, 0, 0);
    if (i == freedom / 6 && freedom % 6 >= 3) phi[freedom % 3] = 1;
    Mat3<double> dA;
    for (int c = 0; c < 3; ++c) dA.col(c) = phi.cross(at.A[i].col(c));
    for (int c = 0; c < 3; ++c) {
      duals.r[i][c] = Dual(at.r[i][c], i == freedom / 6 && freedom % 6 == c);
      duals.x[i][c] = Dual(at.A[i](c, 0), dA(c, 0));
      duals.y[i][c] = Dual(at.A[i](c, 1), dA(c, 1));
      duals.z[i][c] = Dual(at.A[i](c, 2), dA(c, 2));
    }
  }
  const auto u = Plate<Dual>(duals).freedoms();
  Dual twice = 0;
  for (int c = 0; c < u.cols(); ++c) {
    for (int i = 0; i < 12; ++i) {
      for (int j = 0; j < 12; ++j) twice += u(i, c) * Dual(K(i, j)) * u(j, c);
    }
  }
  return 0.5 * twice;
}

template <template <class> class Plate>
PlateGradient<double> gradient(const PlateCorners<double>& at, const PlateMatrix<double>& K) {
  const Plate<double> plate(at);
  auto P = plate.freedoms();
  P = K * plate.freedoms();
  return plate.gradient(P);
}

template <template <class> class Plate>
void check_gradient(double size) {
  const auto K = plate_bending(kD, kNu, kL, kW);
  for (unsigned seed = 1; seed < 6; ++seed) {
    const Bent at(size, seed);
    const auto g = gradient<Plate>(corners(at.r, at.A), K);
    for (int f = 0; f < 24; ++f) {
      const auto& part = f % 6 < 3 ? g.force[f / 6] : g.moment[f / 6];
      const double scale = f % 6 < 3 ? kD / kL : kD;  // sizes of forces and moments of a plate bent by a radian
      CHECK(std::abs(part[f % 3] - energy<Plate>(at, K, f).d) < 1e-12 * scale);  // rounding
    }
  }
}

TEST_CASE("The gradient of both plate elements is that of their energy, bent a little and a lot", "[unit]") {
  for (const double size : {1e-3, 0.03, 0.3}) {
    check_gradient<CorotationalPlate>(size);
    check_gradient<VectorPlate>(size);
  }
}

TEST_CASE("The tangent of both plate elements is the difference of their gradients, symmetrised", "[unit]") {
  const auto K = plate_bending(kD, kNu, kL, kW);
  const auto compare = [&]<template <class> class Plate>(std::type_identity<Plate<double>>) {
    const Bent at(0.2, 3);
    const auto here = corners(at.r, at.A);
    PlateTangent tangent;
    plate_tangent<Plate<math::Jet<24>>>(here, K, tangent);
    Mat24 material;
    plate_material(Plate<double>(here), K, material);
    CHECK((tangent.material - material).cwiseAbs().maxCoeff() <
          1e-13 * material.cwiseAbs().maxCoeff());  // two ways, rounding
    constexpr double h = 1e-6;
    Mat24 differences;
    for (int f = 0; f < 24; ++f) {
      std::array<PlateGradient<double>, 2> g;
      const double step = f % 6 < 3 ? h * kL : h;
      for (const int side : {0, 1}) {
        Bent moved = at;
        const Vec3<double> along = (side ? step : -step) * Vec3<double>::Unit(f % 3);
        if (f % 6 < 3)
          moved.r[f / 6] += along;
        else
          moved.A[f / 6] = turn(along) * moved.A[f / 6];
        g[side] = gradient<Plate>(corners(moved.r, moved.A), K);
      }
      for (int i = 0; i < 4; ++i) {
        differences.block<3, 1>(6 * i, f) = (g[1].force[i] - g[0].force[i]) / (2 * step);
        differences.block<3, 1>(6 * i + 3, f) = (g[1].moment[i] - g[0].moment[i]) / (2 * step);
      }
    }
    const Mat24 symmetric = 0.5 * (differences + differences.transpose());
    // differences of second order: relative 1e-8 of the largest entry, D/l^2
    CHECK((tangent.stiffness - symmetric).cwiseAbs().maxCoeff() < 1e-8 * tangent.stiffness.cwiseAbs().maxCoeff());
  };
  compare(std::type_identity<CorotationalPlate<double>>{});
  compare(std::type_identity<VectorPlate<double>>{});
}

TEST_CASE("A rigid motion of a plate costs no energy and no force", "[unit]") {
  const auto K = plate_bending(kD, kNu, kL, kW);
  Bent at(0, 1);
  const Mat3<double> R = turn({0.7, -1.1, 2.0});
  for (int i = 0; i < 4; ++i) {
    at.r[i] = R * at.r[i] + Vec3<double>(0.1, -0.2, 0.3);
    at.A[i] = R;
  }
  const auto check = [&](const PlateGradient<double>& g) {
    for (int i = 0; i < 4; ++i) {
      CHECK(g.force[i].norm() < 1e-12 * kD / kL);  // rounding of K times unit vectors
      CHECK(g.moment[i].norm() < 1e-12 * kD);
    }
  };
  check(gradient<CorotationalPlate>(corners(at.r, at.A), K));
  check(gradient<VectorPlate>(corners(at.r, at.A), K));
}

TEST_CASE("A cylinder of curvature kappa carries the moment D kappa per width, with the exact angle", "[unit]") {
  const auto K = plate_bending(kD, kNu, kL, kW);
  const double angle = 0.8;
  Bent at(0, 1);
  for (const int i : {0, 3}) at.A[i] = turn({0, 0, -angle / 2});
  for (const int i : {1, 2}) at.A[i] = turn({0, 0, angle / 2});
  const auto g = gradient<CorotationalPlate>(corners(at.r, at.A), K);
  // kappa by the element is the angle over the chord; the anticlastic moment is held by the corners
  const double expected = kD * angle / kL * kW;
  CHECK(g.moment[1][2] + g.moment[2][2] == Approx(expected).epsilon(1e-12));  // rounding
  CHECK(g.moment[0][2] + g.moment[3][2] == Approx(-expected).epsilon(1e-12));
}

TEST_CASE("A twisted plate has the energy D (1 - nu) tau^2 of its area", "[unit]") {
  const auto K = plate_bending(kD, kNu, kL, kW);
  const double tau = 0.1;  // w = tau x z, small slopes of at most 0.003
  Bent at(0, 1);
  for (int i = 0; i < 4; ++i) {
    const double x = at.r[i][0], z = at.r[i][2];
    at.r[i][1] = tau * x * z;
    at.A[i] = turn({std::atan(tau * x) + 1e-30, 0, std::atan(tau * z)});
    at.A[i].col(1) = Vec3<double>(-tau * z, 1, -tau * x).normalized();
  }
  const double expected = kD * (1 - kNu) * tau * tau * kL * kW;
  CHECK(energy<CorotationalPlate>(at, K, 0).v == Approx(expected).epsilon(2e-5));  // slopes squared are left out
}

/// Deflection of the centre of a square plate under pressure, times D/(p a^4).
double centre_deflection(int cells, bool clamped) {
  const double h = 1.0 / cells;
  const auto K = plate_bending(1.0, 0.3, h, h);
  const int n = cells + 1;
  std::vector<int> number(3 * n * n, -1);
  int unknowns = 0;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n; ++k) {
      const bool ends = i == 0 || i == cells, sides = k == 0 || k == cells;
      for (int c = 0; c < 3; ++c) {
        const bool held = c == 0 ? ends || sides : clamped ? ends || sides : c == 1 ? sides : ends;
        if (!held) number[3 * (i * n + k) + c] = unknowns++;
      }
    }
  }
  std::vector<Eigen::Triplet<double>> entries;
  Eigen::VectorXd load = Eigen::VectorXd::Zero(unknowns);
  for (int i = 0; i < cells; ++i) {
    for (int k = 0; k < cells; ++k) {
      const int node[4] = {i * n + k, (i + 1) * n + k, (i + 1) * n + k + 1, i * n + k + 1};
      for (int a = 0; a < 12; ++a) {
        const int row = number[3 * node[a / 3] + a % 3];
        if (row < 0) continue;
        if (a % 3 == 0) load[row] += h * h / 4;
        for (int b = 0; b < 12; ++b) {
          const int column = number[3 * node[b / 3] + b % 3];
          if (column >= 0) entries.emplace_back(row, column, K(a, b));
        }
      }
    }
  }
  Eigen::SparseMatrix<double> matrix(unknowns, unknowns);
  matrix.setFromTriplets(entries.begin(), entries.end());
  const Eigen::VectorXd w = Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>>(matrix).solve(load);
  return w[number[3 * ((cells / 2) * n + cells / 2)]];
}

TEST_CASE("Square plates under pressure deflect as Timoshenko's tables say", "[unit]") {
  CHECK(centre_deflection(24, false) == Approx(0.0040624).epsilon(1.5e-3));  // series; h^2 error of 24 cells
  CHECK(centre_deflection(24, true) == Approx(0.0012653).epsilon(5e-3));     // series; h^2 error, larger when clamped
  const auto limit = [](bool clamped) {
    return (4 * centre_deflection(24, clamped) - centre_deflection(12, clamped)) / 3;
  };
  CHECK(limit(false) == Approx(0.0040624).epsilon(1e-4));  // what is left after the h^2 term
  CHECK(limit(true) == Approx(0.0012653).epsilon(5e-4));
}

}  // namespace
