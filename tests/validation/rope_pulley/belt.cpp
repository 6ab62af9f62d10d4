/// The belt drive against the theory of stationary creep: stick where the belt runs on, Eytelwein where it runs off.
#include <catch2/catch.hpp>

#include "support/near.hpp"
#include "validation/rope_pulley/cases.hpp"

using namespace reeve::test;
using namespace reeve::models::rope_pulley;

namespace {

// Loaded with 25 N m, and without.
constexpr double kTight = 663.13, kSlack = 186.96, kCreep = 0.05763, kTightBefore = 520.2, kSlackBefore = 287.1,
                 kCreepBefore = 1 - 11.656 / 12;

double creep(const BeltMeans& m) { return 1 - m.speed / 12; }

}  // namespace

TEST_CASE("belt: tensions and creep are those of stationary creep theory, under load", "[slow]") {
  auto run = belt(120);
  run.initialise();
  CHECK(run.values.span_tension[0] + run.values.span_tension[1] ==
        Approx(800).epsilon(2e-3));  // prestress, a little sunk in
  const auto under_load = means_before(run, 2.45);
  CHECK(under_load.tight == Approx(kTight).epsilon(0.005));
  CHECK(under_load.slack == Approx(kSlack).epsilon(0.005));
  CHECK(creep(under_load) == Approx(kCreep).epsilon(0.01));  // required: 1 %
  CHECK(run.values.slip_arc[0] ==
        near(145.55 / 180 * std::numbers::pi, 0.1));  // an element is 0.05 rad, and its points leave together
  CHECK(run.values.wheel[0].torque == Approx(0.1 * (under_load.tight - under_load.slack)).epsilon(0.005));
  CHECK(under_load.unconverged == 0);
}

TEST_CASE("belt: without the load, only the bearing's damping makes it creep", "[slow]") {
  auto run = belt(120);
  run.values.motion.load = 0;
  run.initialise();
  const auto early = means_before(run, 1);  // not yet stationary: half a second after the run-up
  CHECK(creep(early) < 0.97 * kCreepBefore);
  const auto m = means_before(run, 2);
  CHECK(m.tight == Approx(kTightBefore).epsilon(0.005));  // required: 0.5 %
  CHECK(m.slack == Approx(kSlackBefore).epsilon(0.005));
  CHECK(creep(m) == Approx(kCreepBefore).epsilon(0.01));  // required: 1 %
  CHECK(run.values.slip_arc[0] ==
        near(68.3 / 180 * std::numbers::pi, 0.105));  // an element is 0.052 rad, and one at each end is partly counted
  CHECK(m.unconverged == 0);
}

TEST_CASE("belt: driven and loaded by inputs it does what it does by itself") {
  auto own = belt(60), driven = belt(60);
  driven.values.motion.mode = static_cast<int>(MotionMode::input);
  own.initialise(), driven.initialise();
  driven.input = [](double t, Values<double>& v) {
    v.wheel[0].command = PrescribedMotion::shaft(v.motion, t).speed,
    v.wheel[1].command = PrescribedMotion::load(v.motion, t);
  };
  for (const double end : {0.05, 0.6, 1.0, 1.3}) {  // the corners of the motion, which steps of its own land on
    driven.step_to(end);
    own.step_to(end);
    const auto &a = own.values, &b = driven.values;
    INFO("at " << end << " s");
    CHECK(b.wheel[1].speed ==
          Approx(a.wheel[1].speed).margin(1e-6));  // angles by the trapezoidal rule instead of exactly
    CHECK(b.span_tension[0] == Approx(a.span_tension[0]).epsilon(1e-3));
    CHECK(b.span_tension[1] == Approx(a.span_tension[1]).epsilon(1e-3));
  }
}

TEST_CASE("belt: slip arcs do not hang on the slicing of time, neither in the run-up", "[slow]") {
  const auto history = [](int per_millisecond) {
    auto run = belt(120);
    run.initialise();
    std::vector<std::array<double, 2>> out;
    for (int i = 1; i <= 2450; ++i) {
      for (int k = 1; k <= per_millisecond; ++k) run.step_to(1e-3 * (i - 1) + 1e-3 * k / per_millisecond);
      out.push_back({run.values.slip_arc[0], run.values.slip_arc[1]});
    }
    return out;
  };
  const auto coarse = history(1), fine = history(2);
  for (const std::size_t pulley : {0, 1}) {
    double low = 1e9, high = -1e9, worst = 0;
    for (std::size_t i = 0; i < fine.size(); ++i) {
      low = std::min(low, coarse[i][pulley]), high = std::max(high, coarse[i][pulley]);
      worst = std::max(worst, std::abs(fine[i][pulley] - coarse[i][pulley]));
    }
    CAPTURE(pulley, worst, high - low);
    CHECK(worst < 0.005 * (high - low));  // required: 0.5 % of the range
  }
}

TEST_CASE("belt: the result stays when elements and steps are refined", "[slow]") {
  for (const auto& [elements, step] : {std::pair{60, 1e-3}, {60, 2.5e-4}, {120, 1e-3}, {240, 1e-3}, {240, 2.5e-4}}) {
    auto run = belt(elements);
    run.values.solver.step = step;
    run.initialise();
    const auto m = means_before(run, 2.45);
    WARN("belt: " << elements << " elements, step " << step << " s: T1 " << m.tight << " N, T2 " << m.slack
                  << " N, creep " << creep(m) << ", slip arc " << run.values.slip_arc[0] * 180 / std::numbers::pi
                  << " deg");
    CHECK(m.tight == Approx(kTight).epsilon(0.005));
    CHECK(m.slack == Approx(kSlack).epsilon(0.01));  // 60 elements: one of them is 6 degrees of wrap
    CHECK(creep(m) == Approx(kCreep).epsilon(0.015));
    CHECK(m.unconverged == 0);
  }
}

TEST_CASE("belt: a shorter reference length at equal prestress changes nothing, for bristles count stretched length",
          "[slow]") {
  BeltMeans drawn, relaxed;
  for (const bool other : {false, true}) {
    auto run = belt(60);
    auto& v = run.values;
    if (other) {  // s' = s/1.05: the same force at every length, the same mass and bending rigidity of the belt
      v.rope.length /= 1.05, v.rope.E_axial /= 1.05, v.rope.density *= 1.05, v.rope.E_bending *= 1.05,
          v.rope.prestrain = 0.05 * 1.05 - 0.05;
      v.contact.reference_length /= 1.05;
    }
    run.initialise();
    (other ? relaxed : drawn) = means_before(run, 2.45);
  }
  CHECK(relaxed.tight == Approx(drawn.tight).epsilon(1e-3));  // phases of the contact points differ: ripple
  CHECK(relaxed.slack == Approx(drawn.slack).epsilon(2e-3));
  CHECK(creep(relaxed) == Approx(creep(drawn)).epsilon(3e-3));
}
