/// Rides of the Drive with an elevator on rigid ropes: closed forms for time, torque, energy and stopping way.
#include <catch2/catch.hpp>
#include <map>
#include <numbers>

#include "fmi/state_bytes.hpp"
#include "rigid_elevator.hpp"
#include "support/near.hpp"

namespace {

using namespace reeve;
using namespace reeve::test;
using models::drive::kOff, models::drive::kOn;

constexpr double kStep = 1e-3;

/// When each state was entered first.
std::map<int, double> run_and_note(RigidRide& ride, double stop, double h = kStep) {
  std::map<int, double> entered;
  ride.run(stop, h, [&] { entered.try_emplace(ride.state(), ride.drive.t); });
  return entered;
}

}  // namespace

TEST_CASE("drive: a ride goes through all states in order and takes the time of its profile") {
  RigidRide ride;
  ride.plant.load_torque = 500;
  ride.begin();
  const auto entered = run_and_note(ride, 30);
  double before = -1;
  for (const int state : {2, 3, 4, 5, 6, 7}) {
    CAPTURE(state);
    REQUIRE(entered.count(state) == 1);
    CHECK(entered.at(state) > before);
    before = entered.at(state);
  }
  CHECK(ride.state() == 1);
  const auto& p = ride.drive.values.ride;
  // 20 m with 6 m/s, 1.5 m/s2, 1 m/s3: full acceleration, never full speed (T-ALE.19). Seen a sample late.
  const double ramp = p.acceleration / p.jerk;
  const double expected = ramp + std::sqrt(4 * 20 / p.acceleration + ramp * ramp);
  CHECK(entered.at(5) - entered.at(4) == near(expected, 0.15));  // the correction at the edge of the zone ends later
  CHECK(std::abs(ride.plant.height() - 20) < 1e-3);              // levelling: 1 mm
}

TEST_CASE("drive: with pre-torque the cabin does not move when the brake opens, without it rolls back") {
  const int pretorque = GENERATE(kOn, kOff);
  RigidRide ride;
  ride.plant.load_torque = 1000;
  ride.drive.values.load.pretorque = pretorque;
  ride.begin();
  double lowest = 0;
  ride.run(1.2, kStep, [&] { lowest = std::min(lowest, ride.plant.height()); });
  CAPTURE(pretorque, lowest);
  if (pretorque == kOn) CHECK(lowest > -1e-6);
  if (pretorque == kOff) CHECK(lowest < -5e-3);
}

TEST_CASE("drive: peak torque is the holding torque plus inertia times acceleration") {
  RigidRide ride;
  ride.plant.load_torque = 400;
  ride.begin();
  double peak = 0;
  ride.run(5, kStep, [&] { peak = std::max(peak, ride.drive.values.drive_torque); });
  const double expected = 400 + 150 * 1.5 / ride.plant.lift;
  CHECK(peak ==
        Approx(expected).epsilon(0.01));  // the controller adds what lag and delay leave: some tenths of a percent
}

TEST_CASE("drive: full up and empty down cost the payload's potential energy, plus the losses") {
  double work = 0, electrical = 0, loss = 0, lifted = 0;
  for (const bool up : {true, false}) {
    RigidRide ride;
    // Half of the payload is balanced: the full cabin pulls down with as much as the empty one pulls up.
    ride.plant.load_torque = up ? 500 : -500;
    ride.plant.start_height = up ? 0 : 20;
    ride.drive.values.target_position = up ? 20 : 0;
    ride.begin();
    ride.run(20, kStep);
    REQUIRE(ride.state() == 1);
    work += ride.drive.values.mechanical_energy;
    electrical += ride.drive.values.electrical_energy;
    loss += ride.drive.values.loss_energy;
    lifted += 500 / ride.plant.lift * std::abs(ride.plant.height() - ride.plant.start_height);
  }
  // The drive takes the speed of its last sample for its power: half a millisecond of acceleration, some 1e-4.
  CHECK(work == Approx(lifted).epsilon(2e-3));
  CHECK(electrical == Approx(work + loss).epsilon(1e-9));  // a converter without losses
}

TEST_CASE("drive: results do not depend on the communication step where the inputs do not") {
  std::map<double, std::vector<double>> found;
  for (const double h : {1e-4, 1e-3, 7e-3, 2.5e-2}) {
    Run<models::drive::Model> run;
    run.values.ripple.amplitude = {0.02, 0.01};
    run.values.sheave_speed = 3;
    run.initialise();
    for (long i = 1; run.t < 1.75 - 1e-9; ++i) run.step_to(static_cast<double>(i) * h);
    const auto& v = run.values;
    found[h] = {v.drive_torque, v.brake, v.reference_position, v.electrical_energy, v.motor_current};
  }
  for (const auto& [h, values] : found) {
    CAPTURE(h);
    // Brake and reference are known; torque and energy are integrated with a tolerance of 1e-9 per step.
    for (std::size_t i = 0; i < values.size(); ++i)
      CHECK(values[i] == Approx(found[1e-3][i]).epsilon(i == 1 || i == 2 ? 1e-12 : 1e-8));
  }
}

TEST_CASE("drive: ripple keeps its phase when the angle is given less often than the controller samples") {
  for (const double h : {1e-3, 1e-2}) {
    Run<models::drive::Model> run;
    auto& v = run.values;
    v.encoder.resolution = 0;
    v.sequence.pretorque_time = 10;  // the torque stands still
    v.ripple.amplitude = {0.02, 0.0};
    v.ripple.order = {6, 12};
    v.sheave_speed = 3;
    run.initialise();
    for (int i = 1; i <= std::lround(2 / h); ++i) {
      v.sheave_angle = 3 * run.t;
      run.step_to(i * h);
      CAPTURE(h, run.t);
      // After 0.5 s lag and rise have died away. The angle has seven digits or more left.
      if (run.t > 0.5)
        CHECK(v.drive_torque == Approx(v.load.torque * (1 + 0.02 * std::sin(6 * 3 * run.t))).epsilon(1e-8));
    }
  }
}

TEST_CASE("drive: an emergency stop switches the torque off, and the brake stops within its way") {
  RigidRide ride;
  ride.plant.load_torque = 300;
  ride.drive.values.brake_.apply_time = 0.01;
  ride.begin();
  ride.run(4, kStep);
  REQUIRE(ride.state() == 4);
  const double v = ride.plant.speed, from = ride.plant.angle;
  ride.drive.values.emergency_stop = true;
  ride.run(10, kStep);
  CHECK(ride.state() == 8);
  CHECK(ride.plant.speed == 0);
  CHECK(std::abs(ride.drive.values.drive_torque) < 1e-9);
  // Constant deceleration by brake and load, after half the time the brake takes to close, within one communication step.
  const double a = (5000 + 300) / 150.0;
  const double way = v * v / (2 * a) + v * (0.005 + 0.5 * kStep);
  CHECK(ride.plant.angle - from == Approx(way).epsilon(0.05));
  ride.drive.values.start = false;
  ride.run(10.1, kStep);
  ride.drive.values.start = true;
  ride.run(10.2, kStep);
  CHECK(ride.state() == 8);  // as long as the stop is asked for
  ride.drive.values.start = ride.drive.values.emergency_stop = false;
  ride.run(10.3, kStep);
  ride.drive.values.start = true;
  ride.run(30, kStep);
  CHECK(ride.state() == 1);
  CHECK(std::abs(ride.plant.height() - 20) < 1e-3);
}

TEST_CASE("drive: a cabin that sinks under its load is brought back to the floor, without a start") {
  RigidRide ride;
  ride.drive.values.start = false;
  ride.drive.values.target_position = 0;
  ride.begin();
  ride.run(1, kStep);
  CHECK(ride.state() == 1);
  ride.plant.start_height = -0.03;  // the ropes give
  ride.run(15, kStep);
  CHECK(ride.state() == 1);
  CHECK(std::abs(ride.plant.height()) < 1e-3);
  ride.plant.start_height += 0.005;  // below the threshold
  const double height = ride.plant.height();
  ride.run(20, kStep);
  CHECK(ride.plant.height() == height);
}

TEST_CASE("drive: a standing cabin is brought back to its floor, not to the target of the next ride") {
  const bool after_a_ride = GENERATE(false, true);
  RigidRide ride;
  ride.drive.values.start = after_a_ride;
  ride.begin();
  double floor = 0;  // at the start the cabin stands where it is, for the target lies beyond the levelling zone
  if (after_a_ride) {
    ride.run(30, kStep);
    floor = 20;
    ride.drive.values.target_position = 5;
  }
  ride.run(ride.drive.t + 1, kStep);
  REQUIRE(ride.state() == 1);
  ride.plant.start_height -= 0.03;  // the ropes give
  ride.run(ride.drive.t + 15, kStep);
  CAPTURE(after_a_ride);
  CHECK(ride.state() == 1);
  CHECK(ride.plant.height() == near(floor, 1e-3));
}

TEST_CASE("drive: with levelling off the brake closes where the ride ends, and a cabin that has sunk stays there") {
  RigidRide ride;
  ride.drive.values.levelling.active = kOff;
  ride.begin();
  const auto entered = run_and_note(ride, 30);
  REQUIRE(ride.state() == 1);
  CHECK(entered.at(6) - entered.at(5) == near(ride.drive.values.control.period, 1e-9));  // one sample later
  ride.plant.start_height -= 0.03;                                                       // the ropes give
  const double sunk = ride.plant.height();
  ride.run(45, kStep, [&] { REQUIRE(ride.state() == 1); });
  CHECK(ride.plant.height() == near(sunk, 1e-9));
}

TEST_CASE("drive: a cabin that starts within the levelling zone of its target belongs there") {
  RigidRide ride;
  ride.drive.values.start = false;
  ride.drive.values.target_position = 0.05;
  ride.begin();
  ride.run(15, kStep);
  CHECK(ride.state() == 1);
  CHECK(ride.plant.height() == near(0.05, 1e-3));
}

TEST_CASE("drive: a start on the way is the next ride, to the target of the moment in which that begins") {
  RigidRide ride;
  ride.begin();
  // In which state the edge comes: 0.2 s pre-torque, 0.4 s releasing, 4 s riding, 11 s levelling
  const auto [at, state] = GENERATE(std::pair{0.2, 2}, std::pair{0.4, 3}, std::pair{4.0, 4}, std::pair{11.0, 5});
  ride.run(at, kStep);
  CAPTURE(at);
  REQUIRE(ride.state() == state);
  ride.drive.values.start = false;
  ride.run(at + 0.01, kStep);
  ride.drive.values.start = true;
  ride.drive.values.target_position = 12;
  double highest = 0;
  ride.run(60, kStep, [&] { highest = std::max(highest, ride.plant.height()); });
  CHECK(ride.state() == 1);
  CHECK(highest == near(20, 5e-3));  // the first ride is not changed
  CHECK(ride.plant.height() == near(12, 1e-3));
}

TEST_CASE("drive: ropes that give on the way are made up for at the edge of the levelling zone") {
  RigidRide ride;
  ride.drive.values.roping.elongation = 0.01;  // the drive believes to climb 1 % more than it does: 0.2 m
  ride.begin();
  double highest = 0;
  ride.run(30, kStep, [&] { highest = std::max(highest, ride.plant.height()); });
  CHECK(ride.state() == 1);
  CHECK(std::abs(ride.plant.height() - 20) < 1e-3);
  CHECK(highest < 20.005);
}

TEST_CASE("drive: the torque keeps its limit, and the integral does not wind up behind it") {
  RigidRide ride;
  ride.drive.values.torque.limit = 1500;  // acceleration needs 1800, and braking as well
  ride.begin();
  double peak = 0, highest = 0;
  ride.run(40, kStep, [&] {
    peak = std::max(peak, std::abs(ride.drive.values.drive_torque));
    highest = std::max(highest, ride.plant.height());
  });
  CHECK(peak <= 1500 * (1 + 1e-12));
  CHECK(std::abs(ride.plant.height() - 20) < 1e-3);
  CHECK(highest < 22);  // braking is limited as well: 1.7 m too far; an integral that winds up makes it 9 m
}

TEST_CASE("drive: a coarse encoder has the right mean speed, and a ride with it ends at the floor") {
  for (const int resolution : {0, 2048, 1048576}) {
    RigidRide ride;
    ride.drive.values.encoder.resolution = resolution;
    ride.plant.load_torque = 200;
    ride.begin();
    double measured = 0;
    const double begun = ride.plant.angle;
    ride.run(30, kStep, [&] { measured += ride.drive.state.modes.filtered * kStep; });
    CAPTURE(resolution);
    // What is not yet counted is less than a step; the drive sees the speed at the begin of each millisecond, of 48 rad/s.
    const double step = resolution > 0 ? 2 * std::numbers::pi / resolution : 0;
    CHECK(measured == near(ride.plant.angle - begun, step + 1e-3));
    CHECK(ride.state() == 1);
    CHECK(std::abs(ride.plant.height() - 20) < 1e-3);
  }
}

TEST_CASE("drive: the torque rises to its limit in torque.rise_time and no faster") {
  RigidRide ride;
  auto& p = ride.drive.values;
  p.torque.limit = 1000;
  p.torque.rise_time = 0.5;
  ride.plant.load_torque = 800;
  ride.begin();
  double steepest = 0, before = p.drive_torque, reached = 0;
  ride.run(1, kStep, [&] {
    steepest = std::max(steepest, (p.drive_torque - before) / kStep);
    before = p.drive_torque;
    if (reached == 0 && p.drive_torque >= 0.99 * 800) reached = ride.drive.t;
  });
  CHECK(steepest <= 1000 / 0.5 * (1 + 1e-9));
  // 0.4 s of ramp, then the lag of the motor, 3 ms, and two samples
  CHECK(reached == near(0.4, 0.01));
}

TEST_CASE("drive: the measured speed follows a step with control.filter_time") {
  Run<models::drive::Model> run;
  run.values.start = false;
  run.values.encoder.resolution = 0;
  run.values.control.filter_time = 0.02;
  run.initialise();
  run.values.sheave_speed = 3;
  for (int i = 1; i <= 60; ++i) {
    run.step_to(i * kStep);
    // The sample at t has seen the step since 0: i samples.
    CHECK(run.state.modes.filtered == Approx(3 * (1 - std::exp(-i * kStep / 0.02))).epsilon(1e-12));
  }
}

TEST_CASE("drive: while the cabin is held at a floor the torque follows the load cell with load.filter_time") {
  RigidRide ride;
  auto& p = ride.drive.values;
  p.load.filter_time = 0.5;
  p.brake_.release_time = 4;  // the brake opens that long
  ride.begin();
  ride.run(0.6, kStep);
  REQUIRE(ride.state() == 3);
  const double begun = ride.drive.t;
  ride.signal = 100;
  ride.run(begun + 1, kStep);
  REQUIRE(ride.state() == 3);
  CHECK(ride.drive.state.modes.pretorque == Approx(100 * (1 - std::exp(-1 / 0.5))).epsilon(1e-9));
}

TEST_CASE("drive: a cabin that does not stop bouncing is waited for until levelling.patience is over, then held") {
  RigidRide ride;
  auto& p = ride.drive.values;
  p.start = false;
  p.target_position = 0;
  p.levelling.patience = 6;
  ride.begin();
  ride.run(1, kStep);
  ride.plant.start_height = -0.03;
  double begun = 0, ended = 0;
  ride.run(20, kStep, [&] {
    // The sensor sees the cabin bounce by 3 mm, once in levelling.settle: its mean is right.
    ride.bounce = 3e-3 * std::sin(2 * std::numbers::pi * ride.drive.t / p.levelling.settle);
    if (begun == 0 && ride.state() == 5) begun = ride.drive.t;
    if (ended == 0 && ride.state() == 6) ended = ride.drive.t;
  });
  REQUIRE(begun > 0);
  CHECK(ended - begun >= 6);
  CHECK(ended - begun <= 6 + p.levelling.settle + 0.01);  // looked at once in that time
}

TEST_CASE("drive: a ride that ends where the sensor sees no floor is warned of, once, with what to check") {
  RigidRide ride;
  ride.drive.values.sheave.radius *= 1.1;  // so the drive stops 1.8 m too early
  ride.begin();
  ride.run(60, kStep);
  CHECK(ride.state() == 1);
  REQUIRE(ride.drive.warnings.size() == 1);
  CHECK_THAT(ride.drive.warnings[0], Catch::Contains("the ride ended at cabin_position = 18.1") &&
                                         Catch::Contains("target_position = 20 m") &&
                                         Catch::Contains("check sheave.radius"));
}

TEST_CASE("drive: levelling lengths out of order are refused by name, value and unit") {
  const auto findings = [](double accuracy, double threshold, double zone) {
    Run<models::drive::Model> run;
    run.values.levelling.accuracy = accuracy;
    run.values.levelling.threshold = threshold;
    run.values.levelling.zone = zone;
    std::vector<std::string> found;
    run.model.check(run.values, found);
    return found;
  };
  CHECK(findings(5e-4, 0.01, 0.35).empty());
  REQUIRE(findings(0.02, 0.01, 0.35).size() == 1);
  CHECK(findings(0.02, 0.01, 0.35)[0] ==
        "levelling.accuracy = 0.02 m: expected less than levelling.threshold = 0.01 m");
  REQUIRE(findings(5e-4, 0.5, 0.35).size() == 1);
  CHECK(findings(5e-4, 0.5, 0.35)[0] == "levelling.threshold = 0.5 m: expected less than levelling.zone = 0.35 m");
}

TEST_CASE("drive: restored in the middle of a ride it goes on bit by bit") {
  RigidRide ride;
  ride.drive.values.ripple.amplitude = {0.01, 0.02};
  ride.plant.load_torque = 300;
  ride.begin();
  ride.run(3.0005, 0.0005);
  fmi::Bytes bytes;
  fmi::StateWriter writer(bytes);
  ride.drive.state.fields(writer);
  RigidRide copy;
  copy.begin();
  copy.plant = ride.plant, copy.signal = ride.signal, copy.drive.t = ride.drive.t,
  copy.drive.values = ride.drive.values;
  fmi::StateReader reader(bytes);
  copy.drive.state.fields(reader);
  copy.drive.run.restored(copy.drive.values);
  ride.run(20, kStep);
  copy.run(20, kStep);
  CHECK(ride.plant.angle == copy.plant.angle);
  CHECK(ride.drive.values.electrical_energy == copy.drive.values.electrical_energy);
}

TEST_CASE("drive: the loop with the sheave is stable at 1 ms and at 10 ms") {
  for (const double h : {1e-3, 1e-2}) {
    RigidRide ride;
    ride.plant.load_torque = 500;
    ride.begin();
    double worst = 0;
    ride.run(30, h, [&] {
      if (ride.state() == 4)
        worst = std::max(worst, std::abs(ride.plant.speed * ride.plant.lift - ride.drive.values.reference_speed));
    });
    CAPTURE(h);
    CHECK(std::abs(ride.plant.height() - 20) < 1e-3);
    CHECK(worst < 0.05);  // [m/s], of 6
  }
}

TEST_CASE("drive: the motor's torque follows its command with the lag, and energies are the integrals of the powers") {
  Run<models::drive::Model> run;
  auto& v = run.values;
  v.ripple.amplitude = {0.05, 0.02};
  v.sheave_speed = 25;  // held by nobody: the controller rises to the pre-torque and stays
  v.torque.limit = 400;
  run.initialise();
  const double T = v.motor.time_constant, period = v.control.period;
  double energy = 0, shaft = 0, loss = 0;
  for (int i = 0; i < 100; ++i) {
    run.step_to(i * period + 0.5 * period);  // within a period: the command is a line through it
    const auto& m = run.state.modes;
    const double slope = (m.command_next - m.command) / period,
                 before = v.motor_current / v.motor.rated_current * v.motor.rated_torque;
    const double before_c = m.command + 0.5 * period * slope, u = 0.25 * period;
    const double torque =
        before_c + slope * u - slope * T + (before - before_c + slope * T) * std::exp(-u / T);  // (T-DRV.2) solved
    const double powers[2] = {v.electrical_power, v.mechanical_power};
    energy = v.electrical_energy, shaft = v.mechanical_energy, loss = v.loss_energy;
    run.step_to(i * period + 0.75 * period);
    CHECK(v.motor_current / v.motor.rated_current * v.motor.rated_torque ==
          Approx(torque).epsilon(1e-8));  // tolerance 1e-9 per step
    if (i < 5) continue;                  // the torque itself bends, from nothing
    // Trapezoidal rule over a quarter of a millisecond: the powers bend by the ripple, (12 x 25 rad/s x 0.25 ms)^2/12 of it.
    CHECK(v.electrical_energy - energy == Approx(0.5 * u * (powers[0] + v.electrical_power)).epsilon(1e-3));
    CHECK(v.mechanical_energy - shaft == Approx(0.5 * u * (powers[1] + v.mechanical_power)).epsilon(1e-3));
    CHECK(v.loss_energy > loss);
  }
}

TEST_CASE("drive: a torque that has died away is zero, and no denormal number") {
  RigidRide ride;
  ride.begin();
  ride.run(4, kStep);
  ride.drive.values.emergency_stop = true;
  ride.run(10, kStep);
  CHECK(ride.drive.values.drive_torque == 0);
  CHECK(ride.drive.values.motor_current == 0);
}
