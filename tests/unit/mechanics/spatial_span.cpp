// Properties of the rope span in space, checked against a Lagrangian that knows nothing of its closed forms.
#include "mechanics/rope/spatial_span.hpp"

#include <cmath>
#include <functional>
#include <numbers>

#include "catch2/catch.hpp"
#include "math/gauss.hpp"
#include "support/near.hpp"
#include "support/spatial_sample.hpp"

using reeve::test::near;
using namespace reeve::mechanics;
using namespace reeve::test;
using Real = long double;
using Coords = std::vector<Real>;

namespace {

constexpr Real pi = std::numbers::pi_v<Real>;

/// Shapes written down once more.
struct Family {
  ModeNumbers modes;
  Real value(int axis, int i, Real x) const {
    if (modes.cubics && axis == 2) return i == 1 ? x * (1 - x) : x * (1 - x) * (1 - 2 * x);
    return std::sin(i * pi * x);
  }
  Real slope(int axis, int i, Real x) const {
    if (modes.cubics && axis == 2) return i == 1 ? 1 - 2 * x : 1 - 6 * x + 6 * x * x;
    return i * pi * std::cos(i * pi * x);
  }
  Real strain(int k, Real x) const {
    const Real u = 2 * x - 1;
    if (modes.cubics) return k == 0 ? 1 : k == 1 ? u : (3 * u * u - 1) / 2;
    return std::cos(k * pi * x);
  }
  Real norm(int k) const { return modes.cubics ? 2 * k + 1 : k == 0 ? 1 : 2; }
};

/// Kinetic minus stored energy of the rope between its present ends, by quadrature.
struct Lagrangian {
  Family family;
  SpatialSpan<double> p;
  std::vector<reeve::math::GaussPoint> points = reeve::math::gauss_legendre(40);

  struct Point {
    std::array<Real, 3> r{}, slope{}, velocity{};
  };
  Point at(const Coords& e, const Coords& v, Real x) const {
    const Real L = e[7] - e[6], gamma = (1 - x) * v[6] + x * v[7];
    Point c;
    int mode = 8;
    for (int axis = 0; axis < 3; ++axis) {
      Real r = (1 - x) * e[axis] + x * e[3 + axis], rx = e[3 + axis] - e[axis],
           rate = (1 - x) * v[axis] + x * v[3 + axis];
      for (int i = 1; i <= family.modes.along[axis]; ++i, ++mode) {
        r += family.value(axis, i, x) * e[mode];
        rx += family.slope(axis, i, x) * e[mode];
        rate += family.value(axis, i, x) * v[mode];
      }
      c.r[axis] = r, c.slope[axis] = rx / L, c.velocity[axis] = rate - gamma * rx / L;
    }
    return c;
  }
  static Real square(const std::array<Real, 3>& a) { return a[0] * a[0] + a[1] * a[1] + a[2] * a[2]; }
  Real kinetic(const Coords& e, const Coords& v) const {
    Real sum = 0;
    for (const auto& [x, w] : points) sum += w * (e[7] - e[6]) * p.rho * square(at(e, v, x).velocity) / 2;
    return sum;
  }
  std::vector<Real> strains(const Coords& e) const {
    std::vector<Real> eps(1 + family.modes.along[2]);
    for (const auto& [x, w] : points) {
      const Real stretch = std::sqrt(square(at(e, Coords(e.size()), x).slope)) - 1;
      for (std::size_t k = 0; k < eps.size(); ++k)
        eps[k] += family.norm(int(k)) * w * stretch * family.strain(int(k), x);
    }
    return eps;
  }
  Real stored(const Coords& e) const {
    const Real L = e[7] - e[6];
    const auto eps = strains(e);
    Real sum = 0;
    for (std::size_t k = 0; k < eps.size(); ++k) sum += p.EA * L * eps[k] * eps[k] / (2 * family.norm(int(k)));
    for (const auto& [x, w] : points) sum += w * L * p.rho * p.gravity * at(e, Coords(e.size()), x).r[2];
    int mode = 8;
    for (int axis = 0; axis < 3; ++axis) {
      for (int i = 1; i <= family.modes.along[axis]; ++i, ++mode) {
        if (family.modes.cubics && axis == 2) continue;
        sum += p.EI * std::pow(i * pi, Real(4)) * e[mode] * e[mode] / (4 * L * L * L);
      }
    }
    return sum;
  }
  /// Rate of the projected strain at a fixed rope point, which is now at the place x.
  Real strain_rate(const Coords& e, const Coords& v, Real x) const;
};

Real derivative(const std::function<Real(Real)>& f, Real h) {
  return (8 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h);
}

Coords moved(const Coords& e, const Coords& v, Real tau) {
  Coords c = e;
  for (std::size_t i = 0; i < e.size(); ++i) c[i] += tau * v[i];
  return c;
}

Coords shifted(const Coords& e, std::size_t k, Real by) {
  Coords c = e;
  c[k] += by;
  return c;
}

Real Lagrangian::strain_rate(const Coords& e, const Coords& v, Real x) const {
  const Real s = (1 - x) * e[6] + x * e[7];
  return derivative(
      [&](Real tau) {
        const Coords c = moved(e, v, tau);
        const auto eps = strains(c);
        const Real place = (s - c[6]) / (c[7] - c[6]);
        Real sum = 0;
        for (std::size_t k = 0; k < eps.size(); ++k) sum += eps[k] * family.strain(int(k), place);
        return sum;
      },
      1e-4L);
}

/// h = dT/de - d(dT/de')/de e' - dV/de, the Lagrange equations with moving limits; weight counted from the ends, so that its limit
/// term, which cancels between spans, is left out.
Coords lagrange_force(const Lagrangian& lag, const Coords& e, const Coords& v) {
  Coords h(e.size());
  for (std::size_t k = 0; k < e.size(); ++k) {
    const Real step = k < 8 ? 1e-3L : 1e-4L;
    const Real dT = derivative([&](Real d) { return lag.kinetic(shifted(e, k, d), v); }, step);
    const Real dV = derivative([&](Real d) { return lag.stored(shifted(e, k, d)); }, step);
    const Real momentum_rate = derivative(
        [&](Real tau) {
          const Coords c = moved(e, v, tau);
          return derivative([&](Real d) { return lag.kinetic(c, shifted(v, k, d)); }, 1e-1L);
        },
        1e-4L);
    h[k] = dT - dV - momentum_rate;
  }
  h[6] += -lag.p.rho * lag.p.gravity * e[2];
  h[7] += lag.p.rho * lag.p.gravity * e[5];
  return h;
}

const ModeNumbers kNumbers[] = {
    ModeNumbers::equal(0), ModeNumbers::equal(1), ModeNumbers::equal(3), {{2, 3, 1}, false}, {{3, 2, 2}, true}};

Eigen::Vector3d direction_for(const ModeNumbers& modes, int trial) {
  if (modes.along[0] != modes.along[2] || modes.cubics)
    return Eigen::Vector3d(0.1, -0.05, trial % 2 ? 1 : -1).normalized();
  return Eigen::Vector3d(trial - 1.0, 0.7, 0.4 * trial).normalized();
}

SpatialSpan<double> crane_rope() {
  SpatialSpan<double> p;
  p.EA = 4e5, p.rho = 1.3, p.gravity = 9.81;  // soft, so that all parts of h are of one size
  return p;
}

Coords coords(const std::vector<double>& a) { return {a.begin(), a.end()}; }

}  // namespace

TEST_CASE("spatial span: forces are those of Lagrange's equations with moving limits", "[unit][spatial]") {
  std::mt19937 random(1);
  for (const auto& modes : kNumbers) {
    for (const double EI : {0.0, 300.0}) {
      const auto element = spatial_element<double>(modes);
      const int n = element.shapes.total;
      Lagrangian lag{{modes}, crane_rope()};
      lag.p.EI = EI;
      for (int trial = 0; trial < 3; ++trial) {
        const auto c = random_point(n, direction_for(modes, trial), random);
        const auto h = forces_of(terms_at(element, lag.p, c), n);
        const auto exact = lagrange_force(lag, coords(c.e), coords(c.v));
        Real scale = 0;
        for (const Real f : exact) scale = std::max(scale, std::abs(f));
        for (std::size_t k = 0; k < h.size(); ++k) {
          CAPTURE(n, EI, trial, k, double(scale));
          // Differences in long double are good to 1e-10; 2 n + 8 points leave 1e-9 of the quadrature.
          CHECK(h[k] == near(double(exact[k]), 1e-8 * double(scale)));
        }
      }
    }
  }
}

TEST_CASE("spatial span: the mass matrix is that of the kinetic energy", "[unit][spatial]") {
  std::mt19937 random(2);
  for (const auto& modes : kNumbers) {
    const auto element = spatial_element<double>(modes);
    const int n = element.shapes.total;
    const Lagrangian lag{{modes}, crane_rope()};
    const auto c = random_point(n, direction_for(modes, 2), random);
    const auto M = mass_of(terms_at(element, lag.p, c), n);
    for (int i = 0; i < M.rows(); ++i) {
      for (int j = 0; j <= i; ++j) {
        Coords sum(M.rows()), difference(M.rows());
        sum[i] += 1, sum[j] += 1, difference[i] += 1, difference[j] -= 1;
        const Real exact = (lag.kinetic(coords(c.e), sum) - lag.kinetic(coords(c.e), difference)) / 2;
        CAPTURE(n, i, j);
        CHECK(M(i, j) ==
              near(double(exact), 1e-12 * M.diagonal().maxCoeff()));  // rounding: T is quadratic in the rates
        CHECK(M(i, j) == M(j, i));
      }
    }
  }
}

TEST_CASE("spatial span: damping is Rayleigh's, with the strain rate of rope points", "[unit][spatial]") {
  std::mt19937 random(3);
  for (const auto& modes : kNumbers) {
    const auto element = spatial_element<double>(modes);
    const int n = element.shapes.total;
    Lagrangian lag{{modes}, crane_rope()};
    const auto c = random_point(n, direction_for(modes, 0), random);
    const auto undamped = forces_of(terms_at(element, lag.p, c), n);
    lag.p.beta = 2e-3;
    const auto terms = terms_at(element, lag.p, c);
    const auto damped = forces_of(terms, n);
    const auto half_loss = [&](const Coords& v) {
      Real sum = 0;
      for (const auto& [x, w] : reeve::math::gauss_legendre(20)) {
        const Real R = lag.strain_rate(coords(c.e), v, x);
        sum += w * (c.e[7] - c.e[6]) * lag.p.EA * lag.p.beta * R * R / 2;
      }
      return sum;
    };
    CHECK(terms.loss == Approx(double(2 * half_loss(coords(c.v)))).epsilon(1e-8));  // differences in time
    double scale = 0;
    for (std::size_t k = 0; k < damped.size(); ++k) scale = std::max(scale, std::abs(damped[k] - undamped[k]));
    for (std::size_t k = 0; k < damped.size(); ++k) {
      const Real exact = -derivative([&](Real d) { return half_loss(shifted(coords(c.v), k, d)); }, 1e-1L);
      CAPTURE(n, k);
      CHECK(damped[k] - undamped[k] == near(double(exact), 1e-8 * scale));
    }
  }
}

TEST_CASE("spatial span: a straight vertical span is the vertical element", "[unit][spatial]") {
  std::mt19937 random(4);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (int n = 0; n <= 3; ++n) {
    for (const double sigma : {1.0, -1.0}) {
      const auto element = spatial_element<double>(ModeNumbers::equal(n));
      const auto kernel = sine_kernel<double>(n);
      SpatialSpan<double> p{5e7, 5, 1e-3, 9.81};
      p.elastic_flux[1] = 0;
      RopeSpan<double> vertical{5e7, 5, 1e-3, 9.81, sigma};
      vertical.elastic_flux[1] = 0;
      auto c = random_point(3 * n, {0, 0, sigma}, random);
      for (int axis = 0; axis < 2; ++axis) {
        for (const int end : {0, 1}) c.e[r_of(end, axis)] = 2, c.v[r_of(end, axis)] = 0;
        for (int i = 0; i < n; ++i) c.e[8 + axis * n + i] = c.v[8 + axis * n + i] = 0;
      }
      for (int i = 0; i < n; ++i) c.e[8 + 2 * n + i] *= 0.01;
      const auto terms = terms_at(element, p, c);
      const SpanKinematics<double> m{{c.e[2], c.e[5]}, {c.e[6], c.e[7]}, {c.v[2], c.v[5]},
                                     {c.v[6], c.v[7]}, &c.e[8 + 2 * n],  &c.v[8 + 2 * n]};
      SpanTerms<double> exact;
      kernel.terms(vertical, m, exact, nullptr);
      const int place[] = {r_of(0, 2), r_of(1, 2), material_of(0), material_of(1)};
      double scale = 0;
      for (const double f : exact.hb) scale = std::max(scale, std::abs(f));
      for (int i = 0; i < 4; ++i) {
        CAPTURE(n, sigma, i);
        CHECK(terms.hb[place[i]] == near(exact.hb[i], 1e-10 * scale));  // the quadrature's error
        for (int j = 0; j < 4; ++j) CHECK(terms.M.bb[place[i]][place[j]] == exact.M.bb[i][j]);
      }
      for (int i = 0; i < n; ++i) CHECK(terms.hq[2 * n + i] == near(exact.hq[i], 1e-10 * scale));
      for (int i = 0; i < 2 * n; ++i) CHECK(std::abs(terms.hq[i]) < 1e-12 * scale);
      CHECK(terms.loss == Approx(exact.loss).epsilon(1e-10));
    }
  }
}

TEST_CASE("spatial span: turning everything turns all results", "[unit][spatial]") {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (const int n : {1, 3, 8}) {
    const auto element = spatial_element<double>(ModeNumbers::equal(n));
    auto p = crane_rope();
    p.gravity = 0;
    p.beta = 2e-3;
    p.transverse_damping = 0.01;
    p.EI = 300;
    const auto c = random_point(3 * n, Eigen::Vector3d(0.3, -0.8, 0.4).normalized(), random);
    const Eigen::Matrix3d A =
        Eigen::Quaterniond(Eigen::Vector4d(unit(random), unit(random), unit(random), unit(random)))
            .normalized()
            .matrix();
    /// Vectors of a list over e: two ends, then mode by mode.
    const auto turned = [&](const std::vector<double>& a) {
      auto b = a;
      for (int k = 0; k < 2 + n; ++k) {
        Eigen::Vector3d part;
        const auto at = [&](int axis) { return k < 2 ? r_of(k, axis) : 8 + axis * n + k - 2; };
        for (int axis = 0; axis < 3; ++axis) part[axis] = a[at(axis)];
        part = A * part;
        for (int axis = 0; axis < 3; ++axis) b[at(axis)] = part[axis];
      }
      return b;
    };
    const auto here = forces_of(terms_at(element, p, c), 3 * n);
    const auto there = forces_of(terms_at(element, p, SpanPoint<double>{turned(c.e), turned(c.v)}), 3 * n);
    const auto expected = turned(here);
    double scale = 0;
    for (const double f : here) scale = std::max(scale, std::abs(f));
    for (std::size_t k = 0; k < here.size(); ++k) {
      CAPTURE(n, k);
      CHECK(there[k] == near(expected[k], 1e-10 * scale));  // rounding
    }
  }
}

TEST_CASE("spatial span: stiffness and damping matrix are the derivatives of the forces", "[unit][spatial]") {
  using reeve::math::Dual;
  std::mt19937 random(6);
  for (const auto& modes : kNumbers) {
    const auto element = spatial_element<double>(modes);
    const auto duals = spatial_element<Dual>(modes);
    const int n = element.shapes.total;
    auto c = random_point(n, direction_for(modes, 1), random);
    for (double& rate : c.v) rate = 0;
    SpatialSpan<double> p = crane_rope();
    p.beta = 2e-3, p.EI = 300, p.transverse_damping = 0.01;
    SpatialSpan<Dual> q;
    q.EA = p.EA, q.rho = p.rho, q.beta = p.beta, q.gravity = p.gravity;
    q.EI = p.EI, q.transverse_damping = p.transverse_damping;
    SpatialTangent tangent;
    spatial_tangent(element, p, c.kinematics(), terms_at(element, p, c), tangent);
    const auto K = dense(tangent.K), D = dense(tangent.D);
    CHECK((K - K.transpose()).norm() < 1e-13 * K.norm());
    CHECK((D - D.transpose()).norm() < 1e-13 * D.norm());
    for (int j = 0; j < 8 + n; ++j) {
      auto at = c.as<Dual>();
      at.e[j].d = 1;
      auto by_place = forces_of(terms_at(duals, q, at), n);
      // The limits' weight is no force of the element, but belongs to the energy whose second derivatives K has.
      by_place[6].d -= -p.rho * p.gravity * at.e[2].d;
      by_place[7].d -= p.rho * p.gravity * at.e[5].d;
      at.e[j].d = 0;
      at.v[j].d = 1;
      const auto by_rate = forces_of(terms_at(duals, q, at), n);
      for (int i = 0; i < 8 + n; ++i) {
        CAPTURE(n, i, j);
        CHECK(K(i, j) == near(-by_place[i].d, 1e-12 * K.norm()));  // rounding; at rest
        CHECK(D(i, j) == near(-by_rate[i].d, 1e-12 * D.norm()));
      }
    }
  }
}

TEST_CASE("spatial span: eliminating the modes solves the whole system", "[unit][spatial]") {
  std::mt19937 random(7);
  const auto element = spatial_element<double>(ModeNumbers::equal(3));
  auto p = crane_rope();
  p.beta = 1e-3;
  const auto c = random_point(9, Eigen::Vector3d(0.6, 0, -0.8), random);
  const auto terms = terms_at(element, p, c);
  SpatialTangent tangent;
  spatial_tangent(element, p, c.kinematics(), terms, tangent);
  const Blend blend{1, 3e-3, 1e-5};
  CondensedSpan span;
  REQUIRE(span.factor(blend, terms.M, tangent));
  const Eigen::MatrixXd A = mass_of(terms, 9) + blend.damping * dense(tangent.D) + blend.stiffness * dense(tangent.K);
  const Eigen::VectorXd b = Eigen::VectorXd::LinSpaced(17, -1, 2);
  const Eigen::VectorXd exact = A.ldlt().solve(b);
  ModeVector f = b.tail(9);
  const EndVector left = span.condense(f, b.head(8));
  const EndVector ends = span.matrix().ldlt().solve(left);
  span.expand(f, ends);
  CHECK((ends - exact.head(8)).norm() < 1e-9 * exact.norm());  // rounding, times the condition of A
  CHECK((f - exact.tail(9)).norm() < 1e-9 * exact.norm());
}
