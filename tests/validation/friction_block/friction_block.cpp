/// FrictionBlock against closed forms and limit cycles (theory: friction.md).
#include "models/friction_block/model.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "support/near.hpp"
#include "support/run_model.hpp"

using reeve::test::near;
using Run = reeve::test::Run<reeve::models::friction_block::Model>;

namespace {

constexpr double kWeight = 9.81;  // of 1 kg [N]

void free_block(Run& run, const reeve::mechanics::SmoothFriction<double>& law, double plate) {
  run.values.spring.stiffness = 0;
  run.values.friction = law;
  run.values.plate_velocity = plate;
  run.values.solver.tolerance = 1e-10;
  run.initialise();
}

double sliding_speed(const Run& run) { return run.values.plate_velocity - run.values.block_velocity; }

/// Mean time between upward passages of the block's velocity through zero, after the start has died away.
double period(const reeve::mechanics::SmoothFriction<double>& law, double plate) {
  Run run;
  run.values.friction = law;
  run.values.plate_velocity = plate;
  run.initialise();
  double first = -1, last = -1, before = 0;
  int passages = 0;
  const double h = 1e-4;
  for (int i = 1; i <= 200000; ++i) {
    run.step_to(i * h);
    const double v = run.values.block_velocity;
    if (run.t > 5 && before < 0 && v >= 0) {
      last = run.t - h * v / (v - before);
      if (first < 0) first = last;
      ++passages;
    }
    before = v;
  }
  return passages > 1 ? (last - first) / (passages - 1) : 0;
}

struct SlowPlate {
  double lowest_velocity, distance_from_equilibrium;
};
/// A minute on a plate at 5 mm/s; equilibrium is N f(V) = k x.
SlowPlate on_slow_plate(const reeve::mechanics::SmoothFriction<double>& law) {
  Run run;
  run.values.friction = law;
  run.values.plate_velocity = 0.005;
  run.initialise();
  double lowest = 0;
  while (run.t < 60) {
    run.step_to(run.t + 0.01);
    lowest = std::min(lowest, run.values.block_velocity);
  }
  const double equilibrium = kWeight * law.coefficient(0.005) / run.values.spring.stiffness;
  return {lowest, std::abs(run.values.block_position - equilibrium)};
}

const reeve::mechanics::SmoothFriction<double> kCoulomb{0, 0, 0, 0.1, 100, 0}, kViscous{0, 0, 0, 0, 0, 0.01},
    kStribeck{0.25, 100, 10, 0, 0, 0}, kFull{0.25, 100, 10, 0.1, 100, 0.01};

}  // namespace

TEST_CASE("free block, Coulomb: the sliding speed follows sinh(g5 w) = sinh(g5 w0) exp(-g4 g5 g t)") {
  Run run;
  free_block(run, kCoulomb, 1.0);
  run.step_to(1.01066);
  CHECK(sliding_speed(run) == near(0.01, 1e-5));  // the time is given to 5 us, w' is 1 m/s2
  run.step_to(1.2);
  const double w = std::asinh(std::sinh(100.0) * std::exp(-0.1 * 100 * kWeight * 1.2)) / 100;
  CHECK(sliding_speed(run) == near(w, 1e-9));  // tolerance 1e-10 over some hundred steps
}

TEST_CASE("free block, viscous: the sliding speed is exp(-0.0981 t)") {
  Run run;
  free_block(run, kViscous, 1.0);
  for (const double t : {1.0, 5.0, 20.0}) {
    run.step_to(t);
    CHECK(sliding_speed(run) == near(std::exp(-0.0981 * t), 1e-9));
  }
}

TEST_CASE("free block: the energy lost in the contact is what the plate gave minus what the block kept") {
  Run run;
  free_block(run, kCoulomb, 1.0);
  double impulse_work = 0;  // plate force times plate speed = momentum of the block, m = 1
  run.step_to(3.0);
  impulse_work = run.values.block_velocity * run.values.plate_velocity;
  const double kinetic = run.values.block_velocity * run.values.block_velocity / 2;
  CHECK(run.values.dissipated_energy == near(impulse_work - kinetic, 1e-8));
}

TEST_CASE("sprung block on a plate at 0.1 m/s: stick-slip period 0.8751 s (Stribeck) and 0.8833 s (full law)") {
  CHECK(period(kStribeck, 0.1) == near(0.8751, 5e-5));  // printed digits
  CHECK(period(kFull, 0.1) == near(0.8833, 5e-5));
}

TEST_CASE("sprung block: no stick-slip on a plate slower than the friction peak") {
  for (const auto& law : {kStribeck, kFull}) {
    const SlowPlate end = on_slow_plate(law);
    CHECK(end.lowest_velocity > -1e-9);           // it creeps up and never slips back; solver noise
    CHECK(end.distance_from_equilibrium < 1e-9);  // slowest decay N f'/k = 2.4 s: exp(-25) of 15 mm
  }
}

TEST_CASE("communication steps of 0.1, 1, 10 ms and random ones give the same stick-slip motion") {
  const auto trajectory = [](auto next_step) {
    Run run;
    run.values.plate_velocity = 0.1;
    run.initialise();
    std::vector<double> at_seconds;
    for (int second = 1; second <= 5; ++second) {
      while (run.t < second) run.step_to(std::min<double>(second, run.t + next_step()));
      at_seconds.push_back(run.values.block_position);
    }
    return at_seconds;
  };
  std::mt19937 random(7);
  std::uniform_real_distribution<double> size(1e-5, 2e-2);
  const auto reference = trajectory([] { return 1e-4; });
  for (const auto& other :
       {trajectory([] { return 1e-3; }), trajectory([] { return 1e-2; }), trajectory([&] { return size(random); })}) {
    for (std::size_t i = 0; i < reference.size(); ++i) {
      // tolerance 1e-8 relative to 1 mm + |x|, some thousand steps, neutral phase drift along the cycle
      CHECK(other[i] == near(reference[i], 1e-7));
    }
  }
}
