/// CableConduit as a model: communication steps, a load with mass, messages.
#include <catch2/catch.hpp>
#include <cmath>

#include "models/cable_conduit/model.hpp"
#include "support/near.hpp"
#include "support/run_model.hpp"
#include "validation/cable_conduit/exact.hpp"

namespace conduit = reeve::models::cable_conduit;
using reeve::test::near;
using Run = reeve::test::Run<conduit::Model>;

namespace {

constexpr double kRounding = 1e-12;

/// Inputs that move along straight lines within a step, as an importer that gives derivatives would have it.
void ramp_to(Run& run, double end, double p, double q = 0) {
  const double t0 = run.t, p0 = run.values.proximal_displacement, q0 = run.values.distal_displacement;
  run.input = [=](double t, auto& values) {
    const double part = (t - t0) / (end - t0);
    values.proximal_displacement = p0 + (p - p0) * part;
    values.distal_displacement = q0 + (q - q0) * part;
  };
  run.advance(end);
  run.input = nullptr;
  run.values.proximal_displacement = p;
  run.values.distal_displacement = q;
  run.outputs();
}

/// Straight lines between these points, t in s, p and q in m.
struct Corner {
  double t, p, q;
};
void follow(Run& run, const std::vector<Corner>& corners, double step) {
  run.initialise();
  for (std::size_t k = 1; k < corners.size(); ++k) {
    const Corner &a = corners[k - 1], &b = corners[k];
    const auto steps = std::max(1L, std::lround((b.t - a.t) / step));
    for (long i = 1; i <= steps; ++i) {
      const double part = i == steps ? 1.0 : static_cast<double>(i) / static_cast<double>(steps);
      ramp_to(run, a.t + part * (b.t - a.t), a.p + part * (b.p - a.p), a.q + part * (b.q - a.q));
    }
  }
}

/// Everything that is stored: elastic energy of cable and load spring, and that of motion.
double energy(Run& run) {
  const auto& v = run.values;
  double cable = 0;
  const double dx = v.conduit.length / static_cast<double>(v.tension.size() - 1);
  for (std::size_t j = 0; j + 1 < v.tension.size(); ++j) {
    const double mean = reeve::mechanics::conduit::logarithmic_mean(v.tension[j], v.tension[j + 1]);
    cable += 0.5 * dx * mean * mean / v.cable.stiffness;
  }
  const double d = v.output_displacement, velocity = run.state.x.back();
  const double spring = v.pretension * d + 0.5 * v.load.stiffness * d * d;
  return cable + spring + 0.5 * v.load.mass * velocity * velocity;
}

}  // namespace

TEST_CASE("conduit: results do not depend on the communication step while the input is monotone") {
  const auto profile = [](double t) { return 0.006 * t * t * (3 - 2 * t); };  // 0 to 6 mm in 1 s, and back likewise
  const auto ride = [&](int steps) {
    Run run;
    run.initialise();
    for (int i = 1; i <= 2 * steps; ++i) {
      const double t = static_cast<double>(i) / steps;
      run.values.proximal_displacement = profile(t <= 1 ? t : 2 - t);
      run.step_to(t);
    }
    return run.values;
  };
  const auto fine = ride(1000);
  for (const int steps : {1, 3, 10, 137}) {
    const auto coarse = ride(steps);
    CAPTURE(steps);
    CHECK(coarse.input_tension == Approx(fine.input_tension).epsilon(kRounding));
    CHECK(coarse.output_tension == Approx(fine.output_tension).epsilon(kRounding));
    CHECK(coarse.output_displacement == Approx(fine.output_displacement).epsilon(kRounding));
    CHECK(coarse.front_position == Approx(fine.front_position).epsilon(kRounding));
    CHECK(coarse.moving_fraction == Approx(fine.moving_fraction).epsilon(kRounding));
    CHECK(coarse.dissipated_energy == Approx(fine.dissipated_energy).epsilon(kRounding));
    for (std::size_t i = 0; i < fine.tension.size(); ++i)
      CHECK(coarse.tension[i] == Approx(fine.tension[i]).epsilon(kRounding));
  }
}

TEST_CASE("conduit: reading outputs at inputs that are then taken back leaves no trace") {
  Run run, other;
  for (Run* r : {&run, &other}) {
    r->values.proximal_displacement = 0.004;
    r->initialise();
    r->step_to(1);
  }
  run.values.proximal_displacement = -0.01;
  run.outputs();
  CHECK(run.values.slack_length > 0);
  run.values.proximal_displacement = 0.004;
  run.step_to(2);
  other.step_to(2);
  CHECK(run.values.input_tension == other.values.input_tension);
  CHECK(run.state.modes.cable.tension == other.state.modes.cable.tension);
}

TEST_CASE("conduit: an input that jumps and then ramps back inside a step turns at the jump") {
  Run jumping, stepping;
  jumping.initialise();
  stepping.initialise();
  jumping.values.proximal_displacement = 0.005;
  ramp_to(jumping, 1, 0.002);
  for (const double p : {0.005, 0.002}) {
    stepping.values.proximal_displacement = p;
    stepping.step_to(stepping.t + 1);
  }
  CHECK(jumping.values.input_tension == Approx(stepping.values.input_tension).epsilon(kRounding));
  CHECK(jumping.values.dissipated_energy == Approx(stepping.values.dissipated_energy).epsilon(kRounding));
}

TEST_CASE("conduit: without friction a load mass swings as a harmonic oscillator on cable and spring") {
  Run run;
  auto& v = run.values;
  v.friction.mu = {0.0};
  v.load.mass = 2;
  v.solver.tolerance = 1e-10;
  run.initialise();
  v.proximal_displacement = 0.001;
  const double cable = v.cable.stiffness / v.conduit.length, stiffness = cable + v.load.stiffness;
  const double omega = std::sqrt(stiffness / v.load.mass), centre = cable * 0.001 / stiffness;
  for (int i = 1; i <= 200; ++i) {
    run.step_to(i * 1e-3);
    const double exact = centre * (1 - std::cos(omega * run.t));
    CHECK(v.output_displacement ==
          near(exact, 1e-7 * centre));  // 4 periods at tolerance 1e-10 a step, some hundred steps
  }
  CHECK(v.dissipated_energy == near(0.0, 1e-15));
}

TEST_CASE("conduit: what a swinging load loses is what friction reports, to the discretisation") {
  const auto mismatch = [](std::size_t n) {
    Run run({.segments = n});
    auto& v = run.values;
    v.load.mass = 2;
    v.solver.tolerance = 1e-9;
    run.initialise();
    v.proximal_displacement = 0.004;  // jumps, then stays: no more work is done at the proximal end
    run.outputs();
    const double before = energy(run), loss = v.dissipated_energy;
    run.step_to(0.5);
    REQUIRE(v.slack_length == 0);
    return ((before - energy(run)) - (v.dissipated_energy - loss)) / (before - energy(run));
  };
  CHECK(std::abs(mismatch(20)) < 3e-3);
  CHECK(std::log2(mismatch(20) / mismatch(80)) / 2 ==
        near(2.0, 0.3));  // observed order; fronts stop anywhere in a segment
}

TEST_CASE(
    "conduit: a load mass gives the same motion for communication steps of 0.1, 1 and 10 ms and at its reversals") {
  const auto ride = [](double step, double tolerance) {
    Run run;
    auto& v = run.values;
    v.load.mass = 2;
    v.solver.tolerance = tolerance;
    run.initialise();
    v.proximal_displacement = 0.004;
    const int steps = static_cast<int>(std::lround(0.3 / step));
    for (int i = 1; i <= steps; ++i) run.step_to(i == steps ? 0.3 : i * step);
    return v;
  };
  const auto exact = ride(1e-3, 1e-11);
  for (const double step : {1e-4, 1e-3, 1e-2}) {
    const auto at = ride(step, 1e-8);
    CAPTURE(step);
    // Some hundred internal steps, each with 1e-8 of 0.1 mm and more of error, times the 1e6 N/m of a cable that just
    // turned: 1e-4 N of 40 N.
    CHECK(at.output_tension == Approx(exact.output_tension).epsilon(1e-5));
    CHECK(at.output_displacement == Approx(exact.output_displacement).epsilon(1e-5));
    CHECK(at.dissipated_energy == Approx(exact.dissipated_energy).epsilon(1e-5));
  }
}

TEST_CASE("conduit: both ends on ramps end in the same profile for communication steps of 1 ms to 1 s") {
  // Both pull until their fronts meet, then both give way; the fronts meet at a node and stay there.
  const std::vector<Corner> corners{{0, 0, 0}, {1, 0.003, 0.002}, {2, -0.001, 0.0005}};
  const auto ride = [&](double step) {
    Run run;
    run.values.load.mode = 2;
    follow(run, corners, step);
    return run.values;
  };
  const auto fine = ride(1e-3);
  for (const double step : {1e-2, 0.1, 1.0}) {
    const auto coarse = ride(step);
    CAPTURE(step);
    // The last pieces of a step are 1e-9 of it; 1e-8 is allowed in each.
    CHECK(coarse.input_tension == Approx(fine.input_tension).epsilon(1e-7));
    CHECK(coarse.output_tension == Approx(fine.output_tension).epsilon(1e-7));
    CHECK(coarse.front_position == Approx(fine.front_position).epsilon(1e-7));
    // Friction works on the way, where pieces are longer: of 1/64 of the rest of a step.
    CHECK(coarse.dissipated_energy == Approx(fine.dissipated_energy).epsilon(2e-4));
  }
}

TEST_CASE("conduit: a load mass behind a ramped input gives the same for communication steps of 0.1, 1 and 10 ms") {
  const std::vector<Corner> corners{{0, 0, 0}, {0.1, 0.004, 0}, {0.2, 0.001, 0}, {0.3, 0.003, 0}, {0.4, 0.003, 0}};
  const auto ride = [&](double step, double tolerance) {
    Run run;
    run.values.load.mass = 2;
    run.values.solver.tolerance = tolerance;
    follow(run, corners, step);
    return run.values;
  };
  const auto exact = ride(1e-3, 1e-11);
  for (const double step : {1e-4, 1e-3, 1e-2}) {
    const auto at = ride(step, 1e-8);
    CAPTURE(step);
    // As with a jump, and both ends of 1000 steps off by 1e-8 of their tension, times what a reversal makes of it.
    CHECK(at.input_tension == Approx(exact.input_tension).epsilon(5e-5));
    CHECK(at.output_tension == Approx(exact.output_tension).epsilon(5e-5));
    CHECK(at.output_displacement == Approx(exact.output_displacement).epsilon(5e-5));
    CHECK(at.dissipated_energy == Approx(exact.dissipated_energy).epsilon(5e-5));
  }
}

TEST_CASE("conduit: an input that is ramped is the same to a load mass as one in many small jumps") {
  Run ramped, stepped;
  for (Run* run : {&ramped, &stepped}) run->values.load.mass = 2, run->initialise();
  ramp_to(ramped, 0.05, 0.002);
  constexpr int kJumps = 5000;
  for (int i = 1; i <= kJumps; ++i) {
    stepped.values.proximal_displacement = 0.002 * (i - 0.5) / kJumps;  // half of the step early, half late
    stepped.step_to(0.05 * i / kJumps);
  }
  // The stairs leave out half of a jump, 0.2 um of 2 mm, at the end.
  CHECK(stepped.values.output_displacement == Approx(ramped.values.output_displacement).epsilon(1e-4));
}

TEST_CASE("conduit: a load mass turns round where its velocity is zero, inside a communication step") {
  Run run;
  auto& v = run.values;
  v.load.mass = 2;
  run.initialise();
  v.proximal_displacement = 0.004;
  /// Looks at the state after each internal step.
  class Watch final : public reeve::integration::StepHooks {
   public:
    Watch(Run& run, double end_time) : StepHooks(end_time), run_{run} {}
    reeve::integration::Verdict accepted(double) override {
      const double velocity = run_.state.x.back();
      if (velocity * last_ < 0) ++missed;
      if (velocity == 0) ++found;
      last_ = velocity;
      return {};
    }
    int missed{}, found{};

   private:
    Run& run_;
    double last_{};
  } watch(run, 0.5);
  run.advance(watch);
  CHECK(watch.missed == 0);
  CHECK(watch.found >= 18);  // half a period takes 26 ms on cable and spring, less while part of the cable sticks
}

TEST_CASE("conduit: a light, damped load follows the quasi-static cable") {
  Run massless, massive;
  massive.values.load.mass = 0.01;
  massive.values.load.damping = 20;  // critical for 0.01 kg on 1e4 N/m
  massless.initialise();
  massive.initialise();
  for (int i = 1; i <= 200; ++i) {
    const double p = 0.004 * std::sin(i * 0.02);
    for (Run* run : {&massless, &massive}) {
      ramp_to(*run, i * 0.01, p);
    }
    CAPTURE(i);
    // The damper holds back 20 N s/m times 6 mm/s, 0.12 N, on a stiffness of 1e4 N/m and more: 12 um.
    CHECK(massive.values.output_displacement == near(massless.values.output_displacement, 20e-6));
  }
}

TEST_CASE("conduit: bad parameters are named with value, unit and remedy") {
  const auto finding = [](auto&& change, conduit::Structure structure = {}) {
    Run run(structure);
    change(run.values);
    std::vector<std::string> findings;
    run.model.check(run.values, findings);
    return findings.empty() ? std::string{} : findings.front();
  };
  using V = conduit::Values<double>;
  CHECK(finding([](V&) {}).empty());
  CHECK_THAT(finding([](V& v) { v.friction.mu = {1e3}; }), Catch::Contains("friction.mu") && Catch::Contains("4000"));
  CHECK_THAT(finding([](V& v) { v.load.mass = 1e-9; }),
             Catch::Contains("load.mass = 1e-09 kg") && Catch::Contains("load.mass = 0"));
  CHECK_THAT(finding([](V& v) { v.load.mass = 1, v.load.stiffness = 1e15; }),
             Catch::Contains("load.stiffness = 1e+15 N/m") && Catch::Contains("at most 1e+06 rad/s") &&
                 Catch::Contains("load.mode = 2"));
  CHECK_THAT(finding([](V& v) { v.load.mass = 1e-3, v.load.damping = 1e6; }),
             Catch::Contains("load.damping = 1e+06 N.s/m") && Catch::Contains("at most 1e+06 1/s") &&
                 Catch::Contains("raise load.mass"));
  CHECK(finding([](V& v) { v.load.stiffness = 1e15, v.load.damping = 1e6; }).empty());  // no mass, no matter
  CHECK(finding([](V& v) { v.load.mass = 1, v.load.mode = 3, v.load.stiffness = 1e15; }).empty());  // no spring
  CHECK_THAT(finding([](V& v) { v.conduit.model = 2, v.friction.mu = {1.0}; }, {.segments = 2}),
             Catch::Contains("locks itself") && Catch::Contains("conduit.radius = 0.25 m") &&
                 Catch::Contains("more segments"));
}

TEST_CASE("conduit: the stiffest load that is accepted takes a step of 10 ms in fractions of a second") {
  const bool spring = GENERATE(true, false);
  Run run;
  auto& v = run.values;
  v.load.mass = 1;
  (spring ? v.load.stiffness : v.load.damping) = spring ? 0.9e12 : 0.9e6;
  std::vector<std::string> findings;
  run.model.check(v, findings);
  REQUIRE(findings.empty());
  run.initialise();
  ramp_to(run, 0.01, 1e-4);  // 1e4 radians or time constants, some three steps each: the test's time limit is the bound
  CHECK(v.input_tension > v.pretension);
}

TEST_CASE("conduit: an output that has not moved is 0, not -0") {
  Run run;
  run.initialise();
  CHECK_FALSE(std::signbit(run.values.output_displacement));
}

TEST_CASE(
    "conduit: a strain beyond Hooke's law, tensions beyond friction and settings without effect are warned of once") {
  class Listener final : public reeve::integration::StepHooks {
   public:
    using StepHooks::StepHooks;
    void warn(const std::string& message) override { text += message, ++count; }
    std::string text;
    int count{};
  };
  Run strained;
  strained.initialise();
  strained.values.proximal_displacement = 0.5;
  Listener first(2.0);
  for (const double end : {1.0, 2.0}) {
    first.end = end;
    strained.advance(first);
  }
  CHECK(first.count == 1);
  CHECK_THAT(first.text, Catch::Contains("input_tension") && Catch::Contains("%"));

  Run running;
  running.values.input.mode = 2;
  running.values.load.mode = 3;
  running.initialise();
  running.values.proximal_tension = 200;
  Listener second(1.0);
  for (const double end : {1.0, 2.0}) {
    second.end = end;
    running.advance(second);
  }
  CHECK(second.count == 1);
  CHECK_THAT(second.text, Catch::Contains("proximal_tension = 200 N") && Catch::Contains("input.mode = 1"));

  Run ignored;
  ignored.initialise();
  ignored.values.distal_tension = 50;
  Listener third(1.0);
  ignored.advance(third);
  CHECK(third.count == 1);
  CHECK_THAT(third.text, Catch::Contains("distal_tension = 50 N") && Catch::Contains("load.mode = 1"));

  Run immovable;
  immovable.values.load.mode = 2;
  immovable.values.load.mass = 3;
  immovable.initialise();
  Listener fourth(1.0);
  immovable.advance(fourth);
  CHECK(fourth.count == 1);
  CHECK_THAT(fourth.text, Catch::Contains("load.mass = 3 kg") && Catch::Contains("load.mode = 2"));

  Run undamped;
  undamped.values.load.damping = 5;
  undamped.initialise();
  Listener fifth(1.0);
  undamped.advance(fifth);
  CHECK(fifth.count == 1);
  CHECK_THAT(fifth.text, Catch::Contains("load.damping = 5 N.s/m") && Catch::Contains("load.mass = 0"));
}
