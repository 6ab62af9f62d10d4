// Properties of the rope span element, checked against a Lagrangian that knows nothing of the closed forms.
#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/Eigenvalues>
#include <cmath>
#include <functional>
#include <numbers>
#include <random>

#include "catch2/catch.hpp"
#include "math/dual.hpp"
#include "math/gauss.hpp"
#include "mechanics/rope/rope_span.hpp"
#include "support/near.hpp"

using reeve::test::near;
using namespace reeve::mechanics;
using Real = long double;
using Coords = std::array<Real, 4 + kMaxModes>;  // z1 z2 s1 s2 q...

namespace {

struct Family {
  int modes;
  std::function<Real(int, Real)> value, slope;
};

Family sines(int n) {
  const Real pi = std::numbers::pi_v<Real>;
  return {n, [pi](int i, Real x) { return std::sin(i * pi * x); },
          [pi](int i, Real x) { return i * pi * std::cos(i * pi * x); }};
}
Family cubic() {
  return {2, [](int i, Real x) { return i == 1 ? x * (1 - x) : x * (1 - x) * (1 - 2 * x); },
          [](int i, Real x) { return i == 1 ? 1 - 2 * x : 1 - 6 * x + 6 * x * x; }};
}

/// Kinetic minus stored energy of the rope between its present ends, by quadrature.
struct Lagrangian {
  Family family;
  RopeSpan<double> p;
  std::vector<reeve::math::GaussPoint> points = reeve::math::gauss_legendre(40);

  template <class Visit>
  void over_points(const Coords& e, const Coords& v, Visit visit) const {
    const Real L = e[3] - e[2];
    for (const auto& [x, w] : points) {
      Real r = (1 - x) * e[0] + x * e[1], rx = e[1] - e[0], rate = (1 - x) * v[0] + x * v[1];
      for (int i = 1; i <= family.modes; ++i) {
        r += family.value(i, x) * e[3 + i];
        rx += family.slope(i, x) * e[3 + i];
        rate += family.value(i, x) * v[3 + i];
      }
      const Real velocity = rate - ((1 - x) * v[2] + x * v[3]) * rx / L;
      visit(Real(w) * L, r, rx / L, velocity);
    }
  }
  Real kinetic(const Coords& e, const Coords& v) const {
    Real sum = 0;
    over_points(e, v, [&](Real ds, Real, Real, Real velocity) { sum += ds * p.rho * velocity * velocity / 2; });
    return sum;
  }
  /// Gravity counted from the ends, so that its boundary term (which cancels between spans) is left out.
  Real stored(const Coords& e) const {
    Real sum = 0;
    over_points(e, Coords{}, [&](Real ds, Real r, Real slope, Real) {
      const Real eps = p.strain == Strain::green ? (slope * slope - 1) / 2 : p.sigma * slope - 1;
      sum += ds * (p.EA * eps * eps / 2 + p.rho * p.gravity * r);
    });
    return sum;
  }
};

Real derivative(const std::function<Real(Real)>& f, Real h) {
  return (8 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h);
}

/// h = dT/de - d(dT/de')/de e' - dV/de, the Lagrange equations with moving limits.
std::vector<Real> lagrange_force(const Lagrangian& lag, const Coords& e, const Coords& v) {
  const int n = 4 + lag.family.modes;
  std::vector<Real> h(n);
  for (int k = 0; k < n; ++k) {
    const Real position_step = k < 4 ? 1e-3L : 1e-4L;
    const auto shifted = [&](Real d) {
      auto c = e;
      c[k] += d;
      return c;
    };
    const Real dT = derivative([&](Real d) { return lag.kinetic(shifted(d), v); }, position_step);
    const Real dV = derivative([&](Real d) { return lag.stored(shifted(d)); }, position_step);
    const Real momentum_rate = derivative(
        [&](Real tau) {
          auto c = e;
          for (int j = 0; j < n; ++j) c[j] += tau * v[j];
          return derivative(
              [&](Real d) {
                auto w = v;
                w[k] += d;
                return lag.kinetic(c, w);
              },
              1e-1L);
        },
        1e-4L);
    h[k] = dT - dV - momentum_rate;
  }
  h[2] += -lag.p.rho * lag.p.gravity * e[0];
  h[3] += lag.p.rho * lag.p.gravity * e[1];
  return h;
}

struct Sample {
  Coords e{}, v{};
};

Sample random_sample(int modes, double sigma, std::mt19937& random) {
  std::uniform_real_distribution<double> unit(-1, 1);
  Sample c;
  const double L = 12 + 5 * unit(random);
  c.e[0] = 3 + unit(random);
  c.e[1] = c.e[0] + sigma * L * (1 + 0.01 * unit(random));
  c.e[2] = 5 + unit(random);
  c.e[3] = c.e[2] + L;
  for (int k = 0; k < 4; ++k) c.v[k] = 5 * unit(random);
  for (int i = 0; i < modes; ++i) c.e[4 + i] = 0.05 * unit(random) / (i + 1), c.v[4 + i] = unit(random);
  return c;
}

struct Evaluated {
  SpanTerms<double> terms;
  SpanTangent<double> tangent;
};

template <int N>
Evaluated evaluate(const Shapes<N>& shapes, const RopeSpan<double>& p, const Sample& c) {
  double q[kMaxModes], qd[kMaxModes];
  for (int i = 0; i < N; ++i) q[i] = double(c.e[4 + i]), qd[i] = double(c.v[4 + i]);
  SpanKinematics<double> m{{double(c.e[0]), double(c.e[1])},
                           {double(c.e[2]), double(c.e[3])},
                           {double(c.v[0]), double(c.v[1])},
                           {double(c.v[2]), double(c.v[3])},
                           q,
                           qd};
  Evaluated out{};
  span_terms<N>(shapes, p, m, out.terms, &out.tangent);
  return out;
}

template <int N>
Eigen::MatrixXd dense(const SpanMatrix<double>& m) {
  Eigen::MatrixXd full = Eigen::MatrixXd::Zero(4 + N, 4 + N);
  for (int k = 0; k < 4; ++k) {
    for (int j = 0; j < 4; ++j) full(k, j) = m.bb[k][j];
    for (int i = 0; i < N; ++i) full(k, 4 + i) = full(4 + i, k) = m.qb[i][k];
  }
  for (int i = 0; i < N; ++i) full(4 + i, 4 + i) = m.qq[i];
  return full;
}

template <int N>
void check_against_lagrange(const Shapes<N>& shapes, const Family& family, Strain strain) {
  std::mt19937 random(7 + N);
  for (const double sigma : {-1.0, 1.0}) {
    RopeSpan<double> p{2e5, 5.0, 0.0, 9.81, sigma, strain, {true, true}, {true, true}};
    const Lagrangian lag{family, p};
    const Sample c = random_sample(N, sigma, random);
    const auto expected = lagrange_force(lag, c.e, c.v);
    const auto got = evaluate<N>(shapes, p, c);
    double scale = 0;
    for (const Real h : expected) scale = std::max(scale, std::abs(double(h)));
    for (int k = 0; k < 4 + N; ++k) {
      CAPTURE(N, k, sigma);
      const double h = k < 4 ? got.terms.hb[k] : got.terms.hq[k - 4];
      CHECK(std::abs(h - double(expected[k])) < 1e-8 * scale);  // finite differences in long double
    }
    const Eigen::MatrixXd M = dense<N>(got.terms.M);
    Real T = lag.kinetic(c.e, c.v);
    Eigen::VectorXd v(4 + N);
    for (int k = 0; k < 4 + N; ++k) v[k] = double(c.v[k]);
    CHECK(0.5 * v.dot(M * v) == Approx(double(T)).epsilon(1e-12));  // rounding
  }
}

}  // namespace

TEST_CASE("rope span: d'Alembert with flux is Lagrange with moving limits", "[unit][ale]") {
  for (const Strain strain : {Strain::engineering, Strain::green}) {
    check_against_lagrange<0>(sine_shapes<0>(), sines(0), strain);
    check_against_lagrange<1>(sine_shapes<1>(), sines(1), strain);
    check_against_lagrange<3>(sine_shapes<3>(), sines(3), strain);
    check_against_lagrange<8>(sine_shapes<8>(), sines(8), strain);
    check_against_lagrange<2>(cubic_shapes(), cubic(), strain);
  }
}

TEST_CASE("rope span: the mass matrix is symmetric and positive", "[unit][ale]") {
  std::mt19937 random(3);
  const RopeSpan<double> p{5e7, 5.0, 1e-3, 9.81, -1.0, Strain::engineering, {true, true}, {true, true}};
  for (int trial = 0; trial < 20; ++trial) {
    const auto c = random_sample(8, -1, random);
    const auto got = evaluate<8>(sine_shapes<8>(), p, c);
    const Eigen::MatrixXd M = dense<8>(got.terms.M), D = dense<8>(got.tangent.D);
    CHECK((M - M.transpose()).norm() == 0);
    CHECK(M.llt().info() == Eigen::Success);
    CHECK((D - D.transpose()).norm() == 0);
    CHECK(Eigen::VectorXd(D.eigenvalues().real()).minCoeff() > -1e-9 * D.norm());
  }
}

TEST_CASE("rope span: elastic force is minus the gradient of the energy, stiffness its second derivative",
          "[unit][ale]") {
  std::mt19937 random(11);
  RopeSpan<double> p{2e5, 1e-9, 0.0, 0.0, 1.0, Strain::engineering, {false, false}, {true, true}};
  Sample c = random_sample(3, 1, random);
  c.v = {};
  const auto at = evaluate<3>(sine_shapes<3>(), p, c);
  const Eigen::MatrixXd K = dense<3>(at.tangent.K);
  for (int k = 0; k < 7; ++k) {
    Sample plus = c, minus = c;
    const double h = 1e-5;
    plus.e[k] += h;
    minus.e[k] -= h;
    const auto f1 = evaluate<3>(sine_shapes<3>(), p, plus).terms, f0 = evaluate<3>(sine_shapes<3>(), p, minus).terms;
    for (int j = 0; j < 7; ++j) {
      CAPTURE(k, j);
      const double slope = ((j < 4 ? f1.hb[j] : f1.hq[j - 4]) - (j < 4 ? f0.hb[j] : f0.hq[j - 4])) / (2 * h);
      CHECK(-slope == near(K(j, k), 1e-6 * K.norm()));
    }
  }
}

namespace {

/// EA beta times the square of the strain's rate, over the span, by quadrature and differences                        [W]
template <int N>
double kelvin_voigt_loss(const Family& family, const RopeSpan<double>& p, const Sample& c) {
  const Real L = c.e[3] - c.e[2], h = 1e-5L;
  const auto slope = [&](Real x) {
    Real rx = c.e[1] - c.e[0];
    for (int i = 1; i <= N; ++i) rx += family.slope(i, x) * c.e[3 + i];
    return rx / L;
  };
  const auto velocity = [&](Real x) {
    Real rate = (1 - x) * c.v[0] + x * c.v[1];
    for (int i = 1; i <= N; ++i) rate += family.value(i, x) * c.v[3 + i];
    return rate - ((1 - x) * c.v[2] + x * c.v[3]) * slope(x);
  };
  Real sum = 0;
  for (const auto& [x, w] : reeve::math::gauss_legendre(40)) {
    const Real stretching = (velocity(x + h) - velocity(x - h)) / (2 * h * L);
    const Real rate = p.strain == Strain::green ? slope(x) * stretching : stretching;
    sum += Real(w) * L * p.EA * p.beta * rate * rate;
  }
  return double(sum);
}

template <int N>
void check_damping(const Shapes<N>& shapes, const Family& family, Strain strain) {
  std::mt19937 random(17 + N);
  RopeSpan<double> damped{2e5, 5.0, 1e-3, 9.81, -1.0, strain, {true, true}, {true, true}}, undamped = damped;
  undamped.beta = 0;
  const Sample c = random_sample(N, -1, random);
  const auto with = evaluate<N>(shapes, damped, c).terms, without = evaluate<N>(shapes, undamped, c).terms;
  double power = 0;
  for (int k = 0; k < 4; ++k) power += (with.hb[k] - without.hb[k]) * double(c.v[k]);
  for (int i = 0; i < N; ++i) power += (with.hq[i] - without.hq[i]) * double(c.v[4 + i]);
  CAPTURE(N, int(strain));
  CHECK(with.loss == Approx(kelvin_voigt_loss<N>(family, damped, c)).epsilon(1e-7));  // differences in long double
  CHECK(power == Approx(-with.loss).epsilon(1e-9));                                   // rounding
  CHECK(without.loss == 0);
}

}  // namespace

TEST_CASE("rope span: damping takes out what Kelvin and Voigt's law loses, and counts it", "[unit][ale]") {
  for (const Strain strain : {Strain::engineering, Strain::green}) {
    check_damping<0>(sine_shapes<0>(), sines(0), strain);
    check_damping<3>(sine_shapes<3>(), sines(3), strain);
    check_damping<2>(cubic_shapes(), cubic(), strain);
  }
}

TEST_CASE("rope span: rigid motion of an unstrained, weightless rope needs no force", "[unit][ale]") {
  RopeSpan<double> p{5e7, 5.0, 1e-3, 0.0, -1.0, Strain::engineering, {false, false}, {false, false}};
  Sample c;
  c.e = {100, 10, 0, 90};
  c.v = {3, 3, 0, 0};  // translation of both ends
  auto f = evaluate<3>(sine_shapes<3>(), p, c).terms;
  for (const double h : f.hb) CHECK(std::abs(h) < 1e-9);
  c.v = {0, 0, 5, 5};  // ends fixed in space, rope runs through at constant speed: no acceleration anywhere
  f = evaluate<3>(sine_shapes<3>(), p, c).terms;
  for (int k = 0; k < 4; ++k) CHECK(std::abs(f.hb[k]) < 1e-9);
  for (int i = 0; i < 3; ++i) CHECK(std::abs(f.hq[i]) < 1e-9);
  for (const auto& v : {Coords{3, 3, 0, 0}, Coords{0, 0, 5, 5}}) {  // the same for ALE-ANCF
    c.v = v;
    f = evaluate<2>(cubic_shapes(), p, c).terms;
    for (const double h : f.hb) CHECK(std::abs(h) < 1e-9);
    for (int i = 0; i < 2; ++i) CHECK(std::abs(f.hq[i]) < 1e-9);
  }
}

namespace {

/// End forces of a straight rope of uniform strain, cut in two spans at a node that moves along it: they must add up to
/// those of one span, whatever the node does. Heights and material points of the three nodes, and their rates.
template <int N>
void check_split(const Shapes<N>& shapes, Strain strain) {
  const RopeSpan<double> p{2e5, 5.0, 1e-3, 0.0, -1.0, strain, {1.0, 1.0}, {1.0, 1.0}};
  const double stretch = 1.004, L = 30, rate = 0.7;  // strain rate L' = 0
  for (const double share : {0.2, 0.5, 0.7}) {
    for (const double run : {-4.0, 0.0, 6.0}) {  // speed of the node along the rope [m/s]
      const auto z = [&](double s) { return 100 - stretch * s; };
      Sample whole, one, two;
      whole.e = {z(0), z(L), 0, L}, whole.v = {rate, rate, 0, 0};  // translation
      const double s = share * L, zd = rate - stretch * run;
      one.e = {z(0), z(s), 0, s}, one.v = {rate, zd, 0, run};
      two.e = {z(s), z(L), s, L}, two.v = {zd, rate, run, 0};
      const auto a = evaluate<N>(shapes, p, whole).terms, b = evaluate<N>(shapes, p, one).terms,
                 c = evaluate<N>(shapes, p, two).terms;
      CAPTURE(N, share, run);
      const double scale = 2e5 * 0.004;  // tension [N]; the rest is rounding
      CHECK(b.hb[0] == near(a.hb[0], 1e-9 * scale));
      CHECK(c.hb[1] == near(a.hb[1], 1e-9 * scale));
      CHECK(b.hb[1] + c.hb[0] == near(0, 1e-9 * scale));  // nothing acts on the free node
      CHECK(b.hb[3] + c.hb[2] == near(0, 1e-9 * scale));
    }
  }
}

}  // namespace

TEST_CASE("rope span: a straight rope with a third node that runs along it feels nothing of the node", "[unit][ale]") {
  for (const Strain strain : {Strain::engineering, Strain::green}) {
    check_split<0>(sine_shapes<0>(), strain);
    check_split<3>(sine_shapes<3>(), strain);
    check_split<2>(cubic_shapes(), strain);
  }
}

TEST_CASE("rope span: cubic bubbles describe the same ropes as Hermite polynomials with end slopes", "[unit][ale]") {
  // Hermite data (z1, z2, L p1, L p2) of the rope with bubble coordinates q1, q2.
  const double z1 = 3, z2 = 17, q1 = 0.3, q2 = -0.11;
  const double w1 = (z2 - z1) + q1 + q2, w2 = (z2 - z1) - q1 + q2;
  for (double x = 0; x <= 1; x += 0.125) {
    const double hermite = (1 - 3 * x * x + 2 * x * x * x) * z1 + (3 * x * x - 2 * x * x * x) * z2 +
                           (x - 2 * x * x + x * x * x) * w1 + (-x * x + x * x * x) * w2;
    const double bubble = (1 - x) * z1 + x * z2 + q1 * x * (1 - x) + q2 * x * (1 - x) * (1 - 2 * x);
    CHECK(hermite == Approx(bubble).epsilon(1e-14));
  }
}

TEST_CASE("rope span: dual numbers give the derivative of the forces", "[unit][ale]") {
  using reeve::math::Dual;
  std::mt19937 random(5);
  const Sample c = random_sample(3, -1, random);
  Dual q[3], qd[3];
  for (int i = 0; i < 3; ++i) q[i] = double(c.e[4 + i]), qd[i] = double(c.v[4 + i]);
  q[1].d = 1;
  SpanKinematics<Dual> m{{double(c.e[0]), double(c.e[1])},
                         {double(c.e[2]), double(c.e[3])},
                         {double(c.v[0]), double(c.v[1])},
                         {double(c.v[2]), double(c.v[3])},
                         q,
                         qd};
  const RopeSpan<Dual> p{2e5, 5.0, 1e-3, 9.81, -1.0, Strain::engineering, {true, true}, {true, true}};
  SpanTerms<Dual> terms;
  span_terms<3>(sine_shapes<3>(), p, m, terms, static_cast<SpanTangent<Dual>*>(nullptr));
  const RopeSpan<double> pd{2e5, 5.0, 1e-3, 9.81, -1.0, Strain::engineering, {true, true}, {true, true}};
  Sample plus = c, minus = c;
  plus.e[5] += 1e-5;
  minus.e[5] -= 1e-5;
  const auto f1 = evaluate<3>(sine_shapes<3>(), pd, plus).terms, f0 = evaluate<3>(sine_shapes<3>(), pd, minus).terms;
  for (int k = 0; k < 4; ++k) CHECK(terms.hb[k].d == near((f1.hb[k] - f0.hb[k]) / 2e-5, 1e-4));
}
