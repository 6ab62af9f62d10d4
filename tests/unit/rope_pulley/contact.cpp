/// Properties of contact and friction at one point, and of the assembled rope.
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "models/rope_pulley/model.hpp"
#include "support/near.hpp"
#include "support/run_model.hpp"

using reeve::test::near;
using namespace reeve::mechanics;
using namespace reeve::models::rope_pulley;
using reeve::math::Dual;
using reeve::test::Run;

namespace {

RopeFriction<double> law_of(FrictionLaw law) { return {law, 0.3, 0.05, 1e6, 0.0, {0.1, 100.0, 10.0, 0.3, 20.0, 0.01}}; }

}  // namespace

TEST_CASE("friction: every law without memory opposes sliding and, but for the smooth one, stays within mu N") {
  const double N = 50;
  for (const double vr : {-1.0, -0.03, 0.02, 0.5}) {
    const auto coulomb_force = coulomb(law_of(FrictionLaw::coulomb), N, vr);
    CHECK(coulomb_force.F * vr < 0);
    CHECK(std::abs(coulomb_force.F) <= 0.3 * N);
    CHECK(smooth(law_of(FrictionLaw::smooth), N, vr).F * vr < 0);
  }
}

TEST_CASE("friction: Quinn's law cancels the pull on a node that rests, up to its limit") {
  const auto law = law_of(FrictionLaw::quinn);
  const double N = 50, limit = 0.3 * N;
  for (const double h : {-10.0, 0.0, 3.0, 14.9}) CHECK(quinn(law, N, 0.0, h).F == -h);
  CHECK(quinn(law, N, 0.0, 100.0).F == -limit);
  CHECK(quinn(law, N, 0.2, -100.0).F == -limit);  // sliding: against the motion whatever pulls
}

TEST_CASE("friction: a bristle holds in proportion, slips at mu N and then remembers only what it can hold") {
  const auto law = law_of(FrictionLaw::bristle);
  const double N = 50, limit = 0.3 * N;
  const auto held = bristle(law, 1.0, N, 1e-5, 0.0), slipped = bristle(law, 1.0, N, 1.0, 0.0);
  CHECK(held.F == Approx(-10));
  CHECK_FALSE(held.slips);
  CHECK(slipped.F == -limit);
  CHECK(slipped.slips);
}

TEST_CASE("friction: derivatives of all laws are those of their force") {
  const double N = 50;
  for (const double vr : {-0.2, -0.02, 0.01, 0.3}) {
    for (const double h : {-40.0, -5.0, 8.0}) {
      const RopeFriction<Dual> q{FrictionLaw::quinn, 0.3, 0.05, 1e6, 0.0, {0.1, 100.0, 10.0, 0.3, 20.0, 0.01}};
      const auto plain = quinn(law_of(FrictionLaw::quinn), N, vr, h);
      CHECK(quinn(q, Dual(N, 1), Dual(vr), Dual(h)).F.d == near(plain.by_N, 1e-12));
      CHECK(quinn(q, Dual(N), Dual(vr, 1), Dual(h)).F.d == near(plain.by_v, 1e-12));
      CHECK(quinn(q, Dual(N), Dual(vr), Dual(h, 1)).F.d == near(plain.by_h, 1e-12));
      CHECK(smooth(q, Dual(N), Dual(vr, 1)).F.d == Approx(smooth(law_of(FrictionLaw::smooth), N, vr).by_v));
    }
  }
}

TEST_CASE("rim travel: a full turn in any number of steps is the circumference") {
  const double d = 0.099, turn = 2 * 3.14159265358979323846;
  for (const int steps : {70, 700}) {
    double way = 0;
    for (int i = 0; i < steps; ++i) {
      const double a = turn * i / steps, b = turn * (i + 1) / steps;
      way += RimTravel<double>(d * std::sin(a), d * std::cos(a), d * std::sin(b), d * std::cos(b), d).travel;
    }
    CHECK(way == Approx(turn * d).epsilon(1e-9));  // the series for the angle at 0.09 rad a step
  }
}

TEST_CASE("rope: the assembled tangent is the derivative of all forces, for every law and contact method") {
  for (const int method : {1, 2}) {
    for (const int law : {1, 2, 3, 4}) {
      if (method == 2 && law == 1) continue;
      for (const bool closed : {false, true}) {
        Structure structure;
        structure.elements = 24;
        if (closed) {
          structure.closed = true;
          structure.pulley = {{"a", 0, 0, 0.1, PulleyDrive::speed}, {"b", 0.5, 0.1, 0.12, PulleyDrive::torque}};
        }
        Run<Model> run(structure);
        auto& v = run.values;
        v.contact.method = method, v.friction.law = law, v.friction.g1 = 0.05, v.friction.damping = 100;
        if (closed) v.rope.length = 1.712, v.rope.prestrain = 1e-3;  // drawn round both pulleys
        run.initialise();
        auto& eq = run.model.equations();
        const int n = eq.coordinates();
        std::mt19937 random(3);
        std::uniform_real_distribution<double> some(-1, 1);
        std::vector<double> q(run.state.x.begin(), run.state.x.begin() + n), u(n), f(n), direction(n), along(n);
        for (int i = 0; i < n; ++i)
          q[i] += 1e-6 * some(random), u[i] = 1e-2 * some(random), direction[i] = some(random);
        for (int p = 0; p < eq.wheels(); ++p) {
          if (eq.unknown(p) < 0) direction[eq.wheel(p)] = 0;
        }
        const double gamma = 300;
        const double* z = run.state.x.data() + run.model.at_z();
        Grip<double> grip{Grip<double>::Kind::step, run.state.x.data(), z, run.state.modes.pulley.data(),
                          run.state.modes.slips.data()};
        eq.evaluate(q.data(), u.data(), grip, f.data());
        std::vector<int> pulley(
            eq.points());  // no point runs on: how long it was in contact is left out of the tangent
        for (int j = 0; j < eq.points(); ++j) pulley[j] = eq.contact(j).pulley;
        grip.pulley = pulley.data();

        // df along the direction, by dual numbers: exact up to rounding.
        Equations<Dual> dual(structure);
        auto values = run.model.defaults<Dual>();
        values.contact.method = method, values.friction.law = law, values.friction.g1 = 0.05,
        values.friction.damping = 100.0;
        if (closed) values.rope.length = 1.712, values.rope.prestrain = 1e-3;
        dual.prepare(values);
        dual.set_inputs(values);
        std::vector<Dual> dq(n), du(n), df(n), q0(run.state.x.begin(), run.state.x.begin() + n), dz(z, z + eq.points());
        for (int i = 0; i < n; ++i) dq[i] = Dual(q[i], direction[i]), du[i] = Dual(u[i], gamma * direction[i]);
        const Grip<Dual> dual_grip{Grip<Dual>::Kind::step, q0.data(), dz.data(), pulley.data(),
                                   run.state.modes.slips.data()};
        dual.evaluate(dq.data(), du.data(), dual_grip, df.data());

        // The solution of (K + gamma C + c M) x = -df + c M d must be the direction d, as in a step.
        const double c = 1e7;
        eq.mass_times(direction.data(), along.data());
        std::vector<double> x(eq.unknowns());
        const int chain = 4 * eq.nodes();
        for (int i = 0; i < chain; ++i) x[i] = -df[i].d + c * along[i];
        for (int p = 0; p < eq.wheels(); ++p) {
          if (eq.unknown(p) >= 0) x[eq.unknown(p)] = -df[eq.wheel(p)].d + c * along[eq.wheel(p)];
        }
        reeve::math::BorderedBlockBand band;
        eq.resize(band);
        eq.evaluate(q.data(), u.data(), grip, f.data(), gamma, band);
        eq.add_mass(band, c);
        REQUIRE(band.factor());
        band.solve(x.data());
        double worst = 0;
        for (int i = 0; i < chain; ++i) worst = std::max(worst, std::abs(x[i] - direction[i]));
        INFO("contact.method " << method << " friction.law " << law << " closed " << closed);
        CHECK(worst < 1e-8);  // required; rounding, amplified by soft directions
      }
    }
  }
}

TEST_CASE("rope: bad parameters are named") {
  Model model{Structure{}};
  const auto complaint = [&](auto change) {
    auto v = model.defaults<double>();
    change(v);
    std::vector<std::string> findings;
    model.check(v, findings);
    return findings.empty() ? std::string() : findings.front();
  };
  CHECK(complaint([](auto&) {}).empty());
  CHECK(complaint([](auto& v) { v.friction.law = 1; }).find("friction.law = 1") != std::string::npos);
  CHECK(complaint([](auto& v) { v.rope.length = 0.3; }).find("rope.length = 0.3 m") != std::string::npos);
  CHECK(complaint([](auto& v) { v.motion.stroke = 2; }).find("motion.stroke = 2 m") != std::string::npos);
  CHECK(complaint([](auto& v) { v.motion.ramp = 9; }).find("motion.ramp") != std::string::npos);
  CHECK(complaint([](auto& v) { v.wheel[0].radius = 0.05; }).find("rope.elements = 36") != std::string::npos);
  CHECK(complaint([](auto& v) { v.friction.law = 4, v.friction.g2 = 5; }).find("friction.g2 = 5 s/m") !=
        std::string::npos);
}

TEST_CASE("rope: a belt passes its pulleys clockwise and from outside, or order and pulley are named") {
  Structure structure;
  structure.closed = true;
  const Structure::Wheel left{"left", 0, 0, 0.1, PulleyDrive::speed}, right{"right", 1, 0, 0.1},
      top{"top", 0.5, 0.8, 0.1}, inner{"inner", 0.5, 0.3, 0.1}, small{"small", 0.5, 0.8, 0.01};
  const auto complaint = [&](std::vector<Structure::Wheel> pulleys) {
    structure.pulley = std::move(pulleys);
    const Model model(structure);
    auto v = model.defaults<double>();
    v.rope.length = 3.4;
    std::vector<std::string> findings;
    model.check(v, findings);
    return findings.empty() ? std::string() : findings.front();
  };
  CHECK(complaint({left, top, right}).empty());
  CHECK(complaint({left, right, top}).find("expected the order top, right, left") != std::string::npos);
  CHECK(complaint({left, top, inner, right}).find("passes inner from inside") != std::string::npos);
  CHECK(complaint({left, small, right}).find("radius of small") != std::string::npos);
}
