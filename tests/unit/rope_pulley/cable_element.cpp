/// Properties of the planar cable element, alone and in a chain.
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <random>

#include "math/block_band.hpp"
#include "support/elastica.hpp"
#include "support/near.hpp"
#include "unit/rope_pulley/chain.hpp"

using reeve::test::near;
using namespace reeve::mechanics;
using reeve::math::Dual;
using reeve::test::Chain;
using reeve::test::Elastica;

namespace {

CableSection<double> section_of(CableStrain strain) {
  return {.EA = 2e4,
          .EI = 3.0,
          .rhoA = 0.8,
          .damping = 2e-3,
          .prestrain = 0.01,
          .curvature = 0.4,
          .length = 0.1,
          .strain = strain};
}

/// An element bent, stretched and moving at random.
struct RandomElement {
  double q[8], v[8];
  explicit RandomElement(unsigned seed, double l) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> some(-0.1, 0.1);
    const double straight[8] = {0, 0, l, 0, l, 0, l, 0};
    for (int i = 0; i < 8; ++i) q[i] = straight[i] + l * some(random), v[i] = 10 * some(random);
  }
};

template <class S>
CableSection<S> as(const CableSection<double>& s) {
  return {s.EA, s.EI, s.rhoA, s.damping, s.prestrain, s.curvature, s.length, s.strain};
}

}  // namespace

TEST_CASE("cable element: the tangent is the derivative of the force by position and velocity") {
  constexpr double gamma = 700;
  for (const auto strain : {CableStrain::engineering, CableStrain::green}) {
    const auto section = section_of(strain);
    const RandomElement at(7, section.length);
    double f[8]{};
    CableTangent tangent;
    cable_force_and_tangent(section, at.q, at.q + 4, at.v, at.v + 4, gamma, f, f + 4, tangent);
    for (int k = 0; k < 8; ++k) {
      Dual q[8], v[8], fd[8];
      for (int i = 0; i < 8; ++i) q[i] = Dual(at.q[i], i == k), v[i] = Dual(at.v[i], i == k ? gamma : 0);
      subtract_cable_force(as<Dual>(section), q, q + 4, v, v + 4, fd, fd + 4);
      for (int i = 0; i < 8; ++i) {
        INFO("row " << i << " column " << k);
        CHECK(f[i] == near(fd[i].v, 1e-9 * section.EA));  // rounding of sums of this size
        CHECK(tangent(i, k) == Approx(-fd[i].d).epsilon(1e-8).margin(1e-10 * tangent.norm()));
      }
    }
  }
}

TEST_CASE("cable element: the force is the gradient of the energy, up to damping") {
  for (const auto strain : {CableStrain::engineering, CableStrain::green}) {
    const auto section = section_of(strain);
    const RandomElement at(3, section.length);
    const double rest[8]{};
    double f[8]{};
    subtract_cable_force(section, at.q, at.q + 4, rest, rest + 4, f, f + 4);
    for (int k = 0; k < 8; ++k) {
      Dual q[8];
      for (int i = 0; i < 8; ++i) q[i] = Dual(at.q[i], i == k);
      CHECK(f[k] == Approx(-cable_energy(as<Dual>(section), q, q + 4).d).epsilon(1e-10).margin(1e-10 * section.EA));
    }
  }
}

TEST_CASE("cable element: its forces on itself have neither resultant nor moment, so momentum stays") {
  for (const auto strain : {CableStrain::engineering, CableStrain::green}) {
    const auto section = section_of(strain);
    for (unsigned seed = 1; seed <= 5; ++seed) {
      const RandomElement at(seed, section.length);
      double f[8]{};
      subtract_cable_force(section, at.q, at.q + 4, at.v, at.v + 4, f, f + 4);
      double moment = 0;
      for (int i = 0; i < 8; i += 2) moment += at.q[i] * f[i + 1] - at.q[i + 1] * f[i];
      const double size = section.EA;  // rounding counts with the stresses that cancel
      CHECK(std::abs(f[0] + f[4]) < 1e-12 * size);
      CHECK(std::abs(f[1] + f[5]) < 1e-12 * size);
      CHECK(std::abs(moment) < 1e-12 * size * section.length);
    }
  }
}

TEST_CASE("cable: material damping takes energy and never gives it") {
  for (const auto strain : {CableStrain::engineering, CableStrain::green}) {
    const auto section = section_of(strain);
    const RandomElement at(11, section.length);
    const double rest[8]{};
    double moving[8]{}, still[8]{}, power = 0;
    subtract_cable_force(section, at.q, at.q + 4, at.v, at.v + 4, moving, moving + 4);
    subtract_cable_force(section, at.q, at.q + 4, rest, rest + 4, still, still + 4);
    for (int i = 0; i < 8; ++i) power += (moving[i] - still[i]) * at.v[i];
    const double loss = damping_power(section, at.q, at.q + 4, at.v, at.v + 4);
    CHECK(loss > 0);
    CHECK(power == Approx(-loss).epsilon(1e-9));  // rounding
  }
}

TEST_CASE("cable: a cantilever under a tip load bends like the elastica up to P L2/EI = 10") {
  const double L = 1, EI = 1;
  for (const double P : {1.0, 2.0, 5.0, 10.0}) {
    Elastica exact{.EI = EI, .length = L, .load = P};
    exact.solve();
    double error[2];
    for (const int k : {0, 1}) {
      const int n = k == 0 ? 16 : 32;
      Chain chain(n, L, {.EA = 1e5, .EI = EI, .rhoA = 1});
      chain.fixed = {0, 1, 3};
      for (int part = 1; part <= 10; ++part) {
        chain.load = [&chain, P, part](const Eigen::VectorXd& q) {
          Eigen::VectorXd f = Eigen::VectorXd::Zero(q.size());
          f[chain.last() + 1] = -P * part / 10;
          return f;
        };
        REQUIRE(chain.settle() < 1e-8);
      }
      error[k] = std::hypot(chain.q[chain.last()] - exact.x.back(), chain.q[chain.last() + 1] - exact.y.back());
    }
    INFO("P = " << P << ", errors " << error[0] << " and " << error[1]);
    CHECK(error[1] < 1e-3 * L);               // 32 elements; what is left is stretch (P/EA = 1e-4) and discretisation
    CHECK(error[1] < 0.6 * error[0] + 1e-4);  // and it shrinks
  }
}

TEST_CASE("cable: a simply supported beam has the frequencies of Euler and Bernoulli") {
  const double L = 1, EI = 2, rhoA = 0.5;
  Chain chain(20, L, {.EA = 1e6, .EI = EI, .rhoA = rhoA});
  chain.fixed = {0, 1, chain.last() + 1};
  const auto found = chain.frequencies();
  for (int k = 1; k <= 4; ++k) {
    const double exact = std::pow(k * std::numbers::pi / L, 2) * std::sqrt(EI / rhoA);
    CHECK(found[k - 1] ==
          Approx(exact).epsilon(2e-5 * std::pow(k, 4) / 4));  // cubic elements: error grows like (k/n)^4
  }
}

TEST_CASE("cable: a heavy rope between two supports hangs in a catenary") {
  const double span = 0.8, L = 1.0, rhoA = 2, g = 9.81;
  Chain chain(60, L, {.EA = 1e6, .EI = 1e-4, .rhoA = rhoA});
  double a = 0.3;  // of the catenary: 2 a sinh(span/2a) = L
  for (int i = 0; i < 100; ++i)
    a -= (2 * a * std::sinh(span / 2 / a) - L) / (2 * std::sinh(span / 2 / a) - span / a * std::cosh(span / 2 / a));
  for (int i = 0; i <= 60; ++i) {  // from the inextensible curve, so that Newton's method finds its way
    const double s = (L * i / 60 - L / 2) / a, l = chain.section.length, c = std::sqrt(1 + s * s);
    chain.q.segment<4>(4 * i) << span / 2 + a * std::asinh(s), a * c - a * std::cosh(span / 2 / a), l / c, l * s / c;
  }
  chain.fixed = {0, 1, chain.last(), chain.last() + 1};
  chain.load = [f = chain.weight(g)](const Eigen::VectorXd&) { return f; };
  REQUIRE(chain.settle(200) < 1e-7);  // rounding of EA times differences over an element
  const double sag = a * (std::cosh(span / 2 / a) - 1);
  CHECK(-chain.q[4 * 30 + 1] == Approx(sag).epsilon(1e-3));  // bending stiffness at the supports: (EI/H)^(1/2) = 4 mm
}

TEST_CASE("cable: hung at one end and stiff, it swings like a rod") {
  const double L = 0.7, g = 9.81;
  Chain chain(8, L, {.EA = 1e8, .EI = 1e4, .rhoA = 1.3});
  for (int i = 0; i <= 8; ++i) {
    chain.q.segment<4>(4 * i) << 0, -chain.section.length * i, 0, -chain.section.length;
  }
  chain.fixed = {0, 1};
  chain.load = [f = chain.weight(g)](const Eigen::VectorXd&) { return f; };
  REQUIRE(chain.settle() < 1e-5);
  const double exact = std::sqrt(1.5 * g / L);
  CHECK(chain.frequencies()[0] == Approx(exact).epsilon(1e-4));  // m g L^2/EI = 1e-3 of bending
}

TEST_CASE("cable: flying freely it keeps its momentum, its moment of momentum and the parabola of its centre") {
  Chain chain(8, 1, {.EA = 2e4, .EI = 3.0, .rhoA = 0.8});
  const double g = 9.81, h = 2e-5, end = 0.2;
  for (int i = 0; i <= chain.n; ++i) {  // thrown, turning, and bent
    const double s = chain.section.length * i;
    chain.q[4 * i + 1] = 0.05 * s * s, chain.q[4 * i + 3] = 0.1 * s * chain.section.length;
    chain.v[4 * i] = 2, chain.v[4 * i + 1] = 1 + 3 * s, chain.v[4 * i + 3] = 3 * chain.section.length;
  }
  const auto M = chain.mass();
  const auto solver = M.ldlt();
  Chain::Vector along[2] = {Chain::Vector::Zero(chain.q.size()), Chain::Vector::Zero(chain.q.size())};
  for (int i = 0; i <= chain.n; ++i) along[0][4 * i] = 1, along[1][4 * i + 1] = 1;  // rigid motion to the right and up
  const auto momentum = [&](int k) { return along[k].dot(M * chain.v); };
  const auto centre = [&](int k) { return along[k].dot(M * chain.q) / along[k].dot(M * along[k]); };
  const auto spin = [&] {  // about the origin: r x v integrates with the mass matrix, too
    Chain::Vector turned = chain.v;
    for (int i = 0; i < chain.v.size(); i += 2) turned[i] = chain.v[i + 1], turned[i + 1] = -chain.v[i];
    return chain.q.dot(M * turned);
  };
  const double mass = along[0].dot(M * along[0]), p0 = momentum(0), p1 = momentum(1), y = centre(1), x = centre(0),
               moment = spin();
  chain.load = [&](const Chain::Vector&) { return chain.weight(g); };
  for (int i = 0; i < static_cast<int>(end / h + 0.5); ++i) {  // leapfrog keeps both momenta but for rounding
    chain.q += 0.5 * h * chain.v;
    chain.v += h * solver.solve(chain.force());
    chain.q += 0.5 * h * chain.v;
  }
  CHECK(momentum(0) == Approx(p0).epsilon(1e-10));
  CHECK(momentum(1) == Approx(p1 - mass * g * end).epsilon(1e-10));
  CHECK(centre(1) == Approx(y + p1 / mass * end - 0.5 * g * end * end).epsilon(1e-10));
  const double fallen = mass * g * (x * end + 0.5 * p0 / mass * end * end);  // moment of the weight, whose arm is x(t)
  CHECK(spin() == Approx(moment - fallen).epsilon(1e-9));
}

TEST_CASE("cable: hung at one end and stiff, it swings with the rod's period for large amplitudes too") {
  const double L = 1, g = 9.81, h = 1e-5, amplitude = 0.5;
  Chain chain(2, L, {.EA = 1e5, .EI = 2e3, .rhoA = 0.8});
  for (int i = 0; i <= chain.n; ++i) {
    const double s = chain.section.length * i, l = chain.section.length;
    chain.q.segment<4>(4 * i) << s * std::sin(amplitude), -s * std::cos(amplitude), l * std::sin(amplitude),
        -l * std::cos(amplitude);
  }
  chain.load = [&](const Chain::Vector&) { return chain.weight(g); };
  Chain::Matrix M = chain.mass();
  for (const int k : {0, 1}) M.row(k).setZero(), M.col(k).setZero(), M(k, k) = 1;
  const auto solver = M.ldlt();
  double t = 0, before = 0, first = 0, second = 0;
  while (second == 0 && t < 3) {
    before = chain.q[chain.last()];
    chain.q += 0.5 * h * chain.v;
    Chain::Vector f = chain.force();
    f[0] = f[1] = 0;
    chain.v += h * solver.solve(f);
    chain.q += 0.5 * h * chain.v;
    t += h;
    const double now = chain.q[chain.last()];
    if (before > 0 && now <= 0) first = t - h * now / (now - before);
    if (before < 0 && now >= 0) second = t - h * now / (now - before);
  }
  const double small = 2 * std::numbers::pi * std::sqrt(2 * L / (3 * g));
  const double period = 2 * (second - first),
               expected = small * 2 / std::numbers::pi * std::comp_ellint_1(std::sin(amplitude / 2));
  INFO("period " << period << " s, rod " << expected << " s");
  CHECK(period == Approx(expected).epsilon(1e-3));  // the weight stretches and bends it by some 1e-4
}

TEST_CASE("bordered block band: solves a ring with border like a dense matrix") {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> some(-1, 1);
  const int blocks = 7, border = 5, size = 4 * blocks + border;
  Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(size, size);
  reeve::math::BorderedBlockBand band;
  band.resize(blocks, border);
  band.clear();
  const auto block = [&](double diagonal) {
    Eigen::Matrix4d m;
    for (int i = 0; i < 16; ++i) m(i / 4, i % 4) = some(random);
    return Eigen::Matrix4d(m + diagonal * Eigen::Matrix4d::Identity());
  };
  for (int a = 0; a <= blocks; ++a) {  // node `blocks` lies in the border and closes the ring
    for (const int b : {a, (a + 1) % (blocks + 1)}) {
      const auto m = block(a == b ? 8 : 0);
      band.add(a, b, m), dense.block<4, 4>(4 * a, 4 * b) += m;
      if (a == b) continue;
      band.add(b, a, m), dense.block<4, 4>(4 * b, 4 * a) += m;
    }
  }
  for (int i = 0; i < size; ++i) {
    band.at(i, size - 1) += 0.1 * i, dense(i, size - 1) += 0.1 * i;
    if (i + 1 < size) band.at(size - 1, i) += 0.3, dense(size - 1, i) += 0.3;
  }
  Eigen::VectorXd b = Eigen::VectorXd::LinSpaced(size, -1, 2), x = b;
  REQUIRE(band.factor());
  band.solve(x.data());
  CHECK((dense * x - b).norm() < 1e-12 * dense.norm());  // rounding
}
