// Bodies that come down on buffers: force, energy, events, and the counterweight that stands while the sheave turns on.
// Theory: mechanics/theory/ale.md, Buffers.
#include <cmath>

#include "catch2/catch.hpp"
#include "support/near.hpp"
#include "unit/reeving/cases.hpp"

using namespace reeve;
using namespace reeve::test;
using mechanics::BufferPhase;

namespace {

constexpr double kG = 9.81;  // [m/s2]
constexpr double kTop = 17;  // [m]: the counterweight begins at 18 m
constexpr int kCar = 0, kCounterweight = 1;
enum Method { kExplicit = 2, kImplicit = 3 };

/// The low-rise lift with a buffer under its counterweight.
Structure with_buffer(double stiffness, double damping) {
  Structure s = low_rise();
  s.buffer.push_back({{kTop, stiffness, damping}, "counterweight_buffer", "counterweight"});
  return s;
}

void tight(Values& v, double tolerance) {
  v.solver_method = kExplicit;
  v.solver_tolerance = tolerance;
  v.solver_step = 1e-3;
}

/// Begins 3 cm above the buffer; the drive lets the counterweight down on it, presses it in by some 8 cm and lifts it off, by up to
/// 0.2 m/s in 2 s. Friction is high enough to hold the rope.
void press_and_lift(Instance& i) {
  i.values.drive.mode = 3;
  i.values.drive.friction = i.values.drive.friction_kinetic = 0.4;
  i.values.start_travel = 0.97;
  i.input = [](double t, Values& v) { v.drive_speed = 0.2 * std::sin(M_PI * t) / v.drive.radius; };
  i.input(0, i.values);
}

/// The sheave turns on slowly until the counterweight has come down on its buffer, and then on.
void stall(Instance& i, double speed) {
  i.values.drive.mode = 3;
  i.values.drive.contact = 3;
  i.values.start_travel = 0.99;
  i.values.drive_speed = speed;
}

struct Event {
  double time;
  BufferPhase buffer;
  int slip;
};

/// Runs to the end by communication steps and notes when the buffer's phase or the slip changed, and to what.
std::vector<Event> events(Instance& i, double end, double step) {
  struct Watch final : integration::StepHooks {
    Watch(double end_time, const Instance& instance, std::vector<Event>& list)
        : StepHooks(end_time), run(instance), seen(list) {}
    integration::Verdict accepted(double t) override {
      const Event now{t, run.state.modes.buffer[0], run.state.modes.slip[0]};
      const Event& last = seen.back();
      if (now.buffer != last.buffer || now.slip != last.slip) seen.push_back(now);
      return {};
    }
    const Instance& run;
    std::vector<Event>& seen;
  };
  std::vector<Event> seen = {{0, i.state.modes.buffer[0], i.state.modes.slip[0]}};
  for (int k = 1; k <= std::lround(end / step); ++k) {
    Watch hooks(k * step, i, seen);
    i.advance(hooks);
  }
  i.outputs();
  return seen;
}

}  // namespace

TEST_CASE("buffer: a body let down on it stands where k x is its weight minus the pull of the rope",
          "[validation][elevator]") {
  constexpr double kStiffness = 5e4;
  Instance i(with_buffer(kStiffness, 5));
  i.values.drive.contact = 1;
  i.values.ride_distance = 1.05, i.values.ride_speed = 0.3;
  i.initialise();
  double worst = 0;
  for (int k = 1; k <= 3000; ++k) {
    i.step(0.01 * k);
    const auto& v = i.values;
    const double force = v.buffer_force[0] + v.anchor_tension[1] - 1165 * (kG + v.body_acceleration[kCounterweight]);
    worst = std::max(worst, std::abs(force));
  }
  const auto& v = i.values;
  CAPTURE(worst, v.buffer_force[0], v.body_position[kCounterweight]);
  CHECK(worst < 1e-6);  // [N] of 11 kN: at all times the three forces move the body, by rounding
  CHECK(v.buffer_force[0] > 2000);
  CHECK(kStiffness * (kTop - v.body_position[kCounterweight]) == near(1165 * kG - v.anchor_tension[1], 0.1));

  Instance still(with_buffer(kStiffness, 5));
  still.values.drive.contact = 1;
  still.values.start_travel = 1.05;
  still.initialise();
  CHECK(still.values.body_position[kCounterweight] == near(v.body_position[kCounterweight], 1e-6));
}

TEST_CASE("buffer: energy closes, whether the body presses it or outruns it", "[validation][elevator]") {
  for (const double damping : {0.0, 1.0, 10.0}) {
    for (const int method : {kExplicit, kImplicit}) {
      Instance i(with_buffer(4e4, damping));
      press_and_lift(i);
      if (method == kExplicit) tight(i.values, 1e-10);
      i.initialise();
      double work = 0, worst = 0, before = 0;
      int touched = 0, outrun = 0;
      for (int k = 1; k <= 200; ++k) {
        i.step(0.01 * k);
        work += std::abs(i.values.drive_work - before);
        before = i.values.drive_work;
        worst = std::max(worst, std::abs(i.values.energy_residual));
        touched += i.state.modes.buffer[0] != BufferPhase::apart;
        outrun += i.state.modes.buffer[0] == BufferPhase::outrun;
      }
      CAPTURE(damping, method, work, worst, touched);
      CHECK(touched > 100);
      CHECK((outrun > 20) == (damping == 10));  // 1/d is 0.1 m/s
      CHECK((outrun > 0) == (damping == 10));
      CHECK(i.state.modes.buffer[0] == BufferPhase::apart);
      CHECK(worst < (method == kExplicit ? 1e-9 : 1e-4) * work);
      CHECK(i.warnings.empty());  // ropes pull and hold all the time
    }
  }
}

TEST_CASE("buffer: touch, outrun and leave come at the same times for every communication step",
          "[validation][elevator]") {
  std::vector<Event> reference;
  for (const double step : {0.5, 1e-2, 1e-3}) {
    for (const int method : {kExplicit, kImplicit}) {
      Instance i(with_buffer(4e4, 10));
      press_and_lift(i);
      tight(i.values, reference.empty() ? 1e-11 : 1e-9);
      i.values.solver_method = method;
      i.initialise();
      const auto seen = events(i, 2, step);
      if (reference.empty()) reference = seen;
      CAPTURE(step, method);
      REQUIRE(seen.size() == reference.size());
      for (std::size_t k = 0; k < seen.size(); ++k) {
        CAPTURE(k, seen[k].time - reference[k].time);
        CHECK(seen[k].buffer == reference[k].buffer);
        CHECK(seen[k].time == near(reference[k].time, 1e-6));
      }
    }
  }
  REQUIRE(reference.size() == 4);
  CHECK(reference[1].buffer == BufferPhase::pressed);
  CHECK(reference[2].buffer == BufferPhase::outrun);
  CHECK(reference[3].buffer == BufferPhase::apart);
}

TEST_CASE("buffer: a run that is restored while a body stands on it goes on with the same bits",
          "[validation][elevator]") {
  for (const int method : {kExplicit, kImplicit}) {
    Instance i(with_buffer(4e4, 10));
    press_and_lift(i);
    i.values.solver_method = method;
    i.initialise();
    i.step(0.6);
    REQUIRE(i.state.modes.buffer[0] == BufferPhase::pressed);
    const auto kept = i.state;
    i.step(2);
    const auto reached = i.state.x;
    i.restore(kept, 0.6);
    i.run.restored(i.values);
    i.step(2);
    CHECK(i.state.x == reached);
  }
}

TEST_CASE("buffer: a stiff one costs the implicit solver hardly more than a soft one", "[validation][elevator]") {
  long evaluations[2];
  for (const bool stiff : {false, true}) {
    Instance i(with_buffer(stiff ? 1e11 : 1e5, 10));
    i.values.drive.mode = 3;
    i.values.drive.friction = i.values.drive.friction_kinetic = 0.4;
    i.values.start_travel = 0.99;  // the stretch of the ropes is more than the last centimetre
    i.input = [](double t, Values& v) { v.drive_speed = 0.001 * std::sin(2 * M_PI * t) / v.drive.radius; };
    i.input(0, i.values);
    i.initialise();
    REQUIRE(i.state.modes.buffer[0] == BufferPhase::pressed);
    const long before = i.model.evaluations();
    i.advance(1);
    REQUIRE(i.state.modes.buffer[0] == BufferPhase::pressed);
    evaluations[stiff] = i.model.evaluations() - before;
  }
  CAPTURE(evaluations[0], evaluations[1]);
  CHECK(2 * evaluations[1] < 3 * evaluations[0]);  // a solver that did not know of it would step by 1e-4 s, not by 6 ms
}

TEST_CASE("buffer: the car stands while the sheave turns on over a counterweight that is stalled",
          "[validation][elevator]") {
  constexpr double kSpeed = 0.1, kStalled = 10;  // [rad/s]; [s], when swings have died down
  double heights[2], slips[2], pulls[2];
  for (const int method : {kExplicit, kImplicit}) {
    Instance i(with_buffer(2e5, 5));
    auto& v = i.values;
    stall(i, kSpeed);
    v.solver_method = method;
    if (method == kExplicit) v.solver_tolerance = 1e-8;
    i.initialise();
    i.step(kStalled);
    const double height = v.body_position[kCar], angle = v.drive_angle;
    double moved = 0, ratio = 0;
    for (int k = 1; k <= 200; ++k) {
      i.step(kStalled + 0.05 * k);
      REQUIRE(i.state.modes.slip[0] == 1);
      moved = std::max(moved, std::abs(v.body_position[kCar] - height));
      ratio = std::max(ratio, std::abs(v.traction_ratio / std::exp(v.drive.friction * v.drive.wrap) - 1));
    }
    CAPTURE(method, moved, ratio, v.buffer_force[0], v.energy_residual, v.drive_work);
    CHECK(v.drive_angle - angle == Approx(1));
    CHECK(moved < 1e-3);
    CHECK(ratio < 1e-6);
    CHECK(std::abs(v.energy_residual) < 1e-4 * std::abs(v.drive_work));
    CHECK(i.warnings.empty());
    const int at = method == kImplicit;
    heights[at] = v.body_position[kCar], slips[at] = v.grip[0].slip_distance, pulls[at] = v.buffer_force[0];
  }
  CHECK(heights[0] == near(heights[1], 1e-6));
  CHECK(slips[0] == near(slips[1], 1e-6));
  CHECK(pulls[0] == near(pulls[1], 1e-6 * 1165 * kG));
}

TEST_CASE("buffer: over a stalled counterweight falling friction gives at most two events per bounce",
          "[validation][elevator]") {
  // The rope slips while it bounces once between car and counterweight, light as it is, and sticks until the sheave has stretched it
  // again: slowly, if the sheave is slow. Rayleigh's quotient of its bounce, an upper bound of the frequency:
  const double EA = 14.66e6, rho = 2.082, anchor = 1e6, sheave = 0.5 / (0.2 * 0.2);  // the preset's
  const double E = std::exp(0.8 * 0.1972 * 165 * M_PI / 180);
  const auto side = [&](double length) {  // stiffness [N/m] and mass [kg] of a rope on its anchor, seen from the sheave
    const double k = EA / length, end = k / (k + anchor);
    return std::pair(k * anchor / (k + anchor), rho * length * (1 + end + end * end) / 3);
  };
  const auto [k1, m1] = side(21);
  const auto [k2, m2] = side(5);
  const double rope = std::sqrt((k1 + E * k2) / (m1 + E * (m2 + sheave))) / (2 * M_PI);  // [Hz]
  for (const double speed : {0.01, 0.1}) {
    Instance i(with_buffer(2e5, 5));
    stall(i, speed);
    i.values.drive.friction_kinetic = 0.8 * i.values.drive.friction;
    i.initialise();
    const double car = i.frequencies()[0];
    auto seen = events(i, speed < 0.05 ? 60 : 15, 0.01);
    seen.erase(seen.begin(), seen.begin() + 2);  // the start, and the touch
    const double time = seen.back().time - seen.front().time;
    double shortest = time;
    for (std::size_t k = 1; k < seen.size(); ++k) {
      if (seen[k - 1].slip != 0) shortest = std::min(shortest, seen[k].time - seen[k - 1].time);
    }
    CAPTURE(speed, seen.size(), time, car, rope, shortest);
    CHECK(seen.size() > 100);
    CHECK(static_cast<double>(seen.size()) < 2 * (speed < 0.05 ? car : rope) * time);
    CHECK(shortest > 0.5 / rope);  // no slip ends before the rope has swung back
    CHECK(std::abs(i.values.energy_residual) < 1e-4 * std::abs(i.values.drive_work));
  }
}
