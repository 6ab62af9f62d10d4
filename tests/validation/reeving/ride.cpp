// The 12 s ride of the 100 m elevator, its energy balance, and the drives and brake.
#include <cmath>
#include <random>

#include "catch2/catch.hpp"
#include "support/near.hpp"
#include "unit/reeving/cases.hpp"

using namespace reeve;
using namespace reeve::test;

TEST_CASE("elevator: tension in the constant-speed phase contains the flux of momentum", "[validation][elevator]") {
  for (const bool flux : {true, false}) {
    Instance i(paper_elevator());
    i.values.sheaves_flux = flux;
    i.values.solver_tolerance = 1e-8;
    i.initialise();
    i.step(6);
    const double inertia = 3000 * (9.81 + i.values.body_acceleration[0]) / 2;
    const double excess = i.values.span_tension_end[0] - inertia;
    if (flux)
      CHECK(excess == near(5 * 6 * 6, 1));
    else
      CHECK(std::abs(excess) < 20);  // 180 N are missing
  }
}

TEST_CASE("elevator: energy balance at tight tolerance", "[validation][elevator][slow]") {
  for (const auto& variant : kVariants) {
    for (const double damping : {0.0, 1e-3}) {
      CAPTURE(variant.name, damping);
      Instance i(paper_elevator(damping));
      apply(variant, i.values);
      i.values.solver_method = 2;
      i.values.solver_tolerance = 1e-10;
      i.initialise();
      double residual = 0, work = 0;
      for (int k = 1; k <= 120; ++k) {
        i.step(0.1 * k);
        residual = std::max(residual, std::abs(i.values.energy_residual));
        work = std::max(work, std::abs(i.values.drive_work));
      }
      CHECK(residual <= 1e-9 * work);
    }
  }
}

TEST_CASE("elevator: energy balance at the defaults", "[validation][elevator]") {
  for (const auto& variant : kVariants) {
    CAPTURE(variant.name);
    Instance i(paper_elevator());
    apply(variant, i.values);
    i.initialise();
    double residual = 0, work = 0;
    for (int k = 1; k <= 120; ++k) {
      i.step(0.1 * k);
      residual = std::max(residual, std::abs(i.values.energy_residual));
      work = std::max(work, std::abs(i.values.drive_work));
    }
    CHECK(residual <= 1e-4 * work);
  }
}

namespace {

struct Sample {
  double z, a, T, torque;
};

/// The ride seen at multiples of 0.1 s when it is advanced by the given communication steps.
std::vector<Sample> ride(const Structure& structure, int method, const std::function<double()>& step) {
  Instance i(structure);
  i.values.solver_method = method;
  i.initialise();
  std::vector<Sample> seen;
  for (int k = 1; k <= 120; ++k) {
    const double end = 0.1 * k;
    while (i.time < end) i.advance(std::min(end, i.time + step()));
    i.outputs();
    seen.push_back({i.values.body_position[0], i.values.body_acceleration[0], i.values.span_tension_end[0],
                    i.values.motor_torque});
  }
  return seen;
}

}  // namespace

TEST_CASE("elevator: the ride does not depend on the communication step", "[validation][elevator][slow]") {
  // The solver's tolerance. A rope that may creep runs on by the strain it has, so errors of strain add up over 80 m of rope.
  struct Case {
    Structure structure;
    double height;  // [m]
  };
  for (const auto& [structure, height] : {Case{paper_elevator(), 1e-6}, Case{shipped("elevator"), 5e-6}}) {
    for (const int method : {1, 2, 3}) {
      std::mt19937 random(4);
      std::uniform_real_distribution<double> unit(1e-5, 0.02);
      const std::vector<std::vector<Sample>> runs = {
          ride(structure, method, [] { return 1e-3; }), ride(structure, method, [] { return 1e-4; }),
          ride(structure, method, [] { return 1e-2; }), ride(structure, method, [&] { return unit(random); })};
      for (const auto& run : runs) {
        double z = 0, a = 0, T = 0, torque = 0;
        for (std::size_t k = 0; k < run.size(); ++k) {
          z = std::max(z, std::abs(run[k].z - runs[0][k].z));
          a = std::max(a, std::abs(run[k].a - runs[0][k].a));
          T = std::max(T, std::abs(run[k].T - runs[0][k].T));
          torque = std::max(torque, std::abs(run[k].torque - runs[0][k].torque));
        }
        CAPTURE(structure.drive.contact, method, z, a, T, torque);
        CHECK(z < height);
        CHECK(a < 1e-3);
        CHECK(T < 1);
        CHECK(torque < 0.5);
      }
    }
  }
}

TEST_CASE("elevator: the implicit solver at its defaults is within 1e-3 m/s2 and 1 N of a tight run",
          "[validation][elevator]") {
  Instance fine(paper_elevator()), plain(paper_elevator());
  fine.values.solver_tolerance = 1e-10;
  fine.initialise();
  plain.initialise();
  double a = 0, T = 0;
  for (int k = 1; k <= 1200; ++k) {
    fine.step(0.01 * k);
    plain.step(0.01 * k);
    a = std::max(a, std::abs(fine.values.body_acceleration[0] - plain.values.body_acceleration[0]));
    for (int s = 0; s < 4; ++s)
      T = std::max(T, std::abs(fine.values.span_tension_end[s] - plain.values.span_tension_end[s]));
  }
  CAPTURE(a, T);
  CHECK(a < 1e-3);
  CHECK(T < 1);
}

TEST_CASE("elevator: restoring a state and stepping again gives the same bits", "[validation][elevator]") {
  for (const int method : {2, 3}) {
    for (const int mode : {1, 2, 3}) {
      Instance i(paper_elevator());
      i.values.solver_method = method;
      i.values.drive.mode = mode;
      i.input = [mode](double t, Values& v) {
        if (mode == 1) v.drive_torque = 368 + 200 * std::sin(t);
        if (mode == 3) v.drive_speed = 2 * std::sin(t);
      };
      i.initialise();
      for (int k = 1; k <= 37; ++k) i.step(0.013 * k);
      const auto kept = i.state;
      const double then = i.time;
      for (int k = 1; k <= 20; ++k) i.step(then + 0.007 * k);
      const auto first = i.state.x;
      for (int k = 1; k <= 5; ++k) i.step(i.time + 0.002);  // leaves its caches elsewhere
      i.restore(kept, then);
      for (int k = 1; k <= 20; ++k) i.step(then + 0.007 * k);
      CAPTURE(method, mode);
      CHECK(i.state.x == first);
    }
  }
}

TEST_CASE("elevator: torque drive fed with the torque of the ride reproduces it", "[validation][elevator]") {
  constexpr double dt = 2.5e-4;
  std::vector<double> torque, z;
  {
    Instance i(paper_elevator());
    i.values.solver_tolerance = 1e-11;
    i.initialise();
    torque.push_back(i.values.motor_torque);
    z.push_back(i.values.body_position[0]);
    for (int k = 1; k <= 48000; ++k) {
      i.step(dt * k);
      torque.push_back(i.values.motor_torque);
      z.push_back(i.values.body_position[0]);
    }
  }
  Instance i(paper_elevator());
  i.values.drive.mode = 1;
  i.values.solver_tolerance = 1e-9;
  i.input = [&](double t, Values& v) {  // cubic through four neighbours
    const int k = std::clamp(static_cast<int>(t / dt) - 1, 0, 47996);
    double sum = 0;
    for (int j = 0; j < 4; ++j) {
      double weight = 1;
      for (int l = 0; l < 4; ++l) {
        if (l != j) weight *= (t / dt - k - l) / (j - l);
      }
      sum += weight * torque[k + j];
    }
    v.drive_torque = sum;
  };
  i.initialise();
  double worst = 0;
  for (int k = 1; k <= 12000; ++k) {
    i.step(1e-3 * k);
    worst = std::max(worst, std::abs(i.values.body_position[0] - z[4 * k]));
  }
  CAPTURE(worst);
  CHECK(worst < 1e-7);
}

TEST_CASE("elevator: a held brake holds for 1000 s without creeping", "[validation][elevator][slow]") {
  Instance i(paper_elevator());
  i.values.drive.mode = 1;
  i.values.brake = 1;
  i.values.brake_torque = 1000;
  i.initialise();
  const double start = i.values.body_position[0], angle = i.values.drive_angle;
  for (int k = 1; k <= 1000000; ++k) {
    i.advance(1e-3 * k);
    i.outputs();
    const bool stands =
        i.values.drive_angle == angle && i.values.drive_rate == 0 && std::abs(i.values.body_position[0] - start) < 1e-9;
    if (!stands) FAIL("it moved at t = " << i.time << " s");
  }
}

TEST_CASE("elevator: a sliding brake stops the drive and then holds it", "[validation][elevator]") {
  for (const int method : {2, 3}) {
    Instance i(paper_elevator());
    i.values.solver_method = method;
    i.values.drive.mode = 1;
    i.values.brake_torque = 1500;
    i.input = [](double t, Values& v) {
      v.drive_torque = t < 1 ? 1500 : 0;
      v.brake = t < 1 ? 0 : 1;
    };
    i.initialise();
    for (int k = 1; k <= 100; ++k) i.step(0.01 * k);
    CAPTURE(method);
    CHECK(i.values.drive_rate > 0.1);
    for (int k = 101; k <= 500; ++k) i.step(0.01 * k);
    CHECK(i.values.drive_rate == 0);
    CHECK(i.state.modes.regime == reeving::Regime::held);
    CHECK(std::abs(i.values.energy_residual) < 1e-3 * std::abs(i.values.drive_work));
  }
}

TEST_CASE("presets: a load that boards at the bottom lowers the cabin by the stretch of its ropes",
          "[validation][elevator]") {
  struct Case {
    Structure structure;
    double load, stretch, precision;
  };
  // The tables count the main ropes only; in the high-rise compensation ropes hold the cabin back by 0.7 %.
  for (const auto& c : {Case{rigid(low_rise()), 630, 9.28e-3, 3e-3}, Case{rigid(mid_rise()), 1000, 11.88e-3, 3e-3},
                        Case{rigid(high_rise()), 1600, 57.5e-3, 1e-2}}) {
    Instance i(c.structure);
    i.values.drive.mode = 1;
    i.values.brake = 1;
    i.values.brake_torque = 20000;
    i.input = [&c](double t, Values& v) { v.payload[0] = c.load * std::clamp(t / 5, 0.0, 1.0); };
    i.initialise();
    const double start = i.values.body_position[0];
    for (int k = 1; k <= 12000; ++k) i.step(0.01 * k);  // bounces of 1 Hz need two minutes to die down
    CAPTURE(c.load, start - i.values.body_position[0]);
    CHECK(start - i.values.body_position[0] == Approx(c.stretch).epsilon(c.precision));
    CHECK(i.values.side_vibration[0] == Approx(-c.stretch).epsilon(c.precision));
    CHECK(i.values.drive_angle == 0);
    CHECK(std::abs(i.values.energy_residual) < 1e-4 * c.load * 9.81 * c.stretch);
  }
}

TEST_CASE("every preset: first millisecond with all inputs zero", "[validation][elevator]") {
  for (const auto& s : {paper_elevator(), low_rise(), mid_rise(), high_rise(), hoist()}) {
    Instance i(s);
    i.values.drive.mode = 1;
    i.initialise();
    const double start = i.values.body_position[0];
    i.step(1e-3);
    CHECK(std::abs(i.values.body_position[0] - start) < 1e-3);
  }
}

TEST_CASE("every preset: a ride keeps its energy and arrives", "[validation][elevator]") {
  struct Case {
    Structure structure;
    double distance, speed, acceleration, jerk, time;
  };
  for (const auto& c : {Case{low_rise(), 18, 1, 0.5, 0.7, 20.714}, Case{mid_rise(), 45, 1.75, 0.8, 1, 28.702},
                        Case{high_rise(), 500, 10, 1, 1.2, 60.833},
                        Case{hoist(), 12, 0.5, 0.3, 0.5, 12 / 0.5 + 0.5 / 0.3 + 0.3 / 0.5}}) {
    Instance i(c.structure);
    i.values.ride_distance = c.distance;
    i.values.ride_speed = c.speed;
    i.values.ride_acceleration = c.acceleration;
    i.values.ride_jerk = c.jerk;
    i.initialise();
    double work = 0;
    const double begin = i.values.body_position[0];
    const int steps = static_cast<int>(std::ceil(c.time / 0.05));
    for (int k = 1; k <= steps; ++k) {
      i.step(0.05 * k);
      work = std::max(work, std::abs(i.values.drive_work));
    }
    CAPTURE(c.distance);
    CHECK(std::abs(i.values.energy_residual) < 1e-6 * work);  // solver.tolerance; found 5e-10 .. 9e-9
    CHECK(i.values.drive_rate == 0);
    CHECK(i.values.body_position[0] - begin == Approx(c.distance).epsilon(0.01));
    mechanics::RideProfile<double> profile(0, c.distance, c.speed, c.acceleration, c.jerk);
    CHECK(profile.end() == near(c.time, 5e-4));
  }
}

TEST_CASE("elevator: spans of half a metre neither blow up nor crawl", "[validation][elevator]") {
  const auto evaluations = [](double height, double distance) {
    auto s = paper_elevator();
    s.body[0].height = height;
    s.body[1].height = 60;
    Instance i(s);
    i.values.ride_distance = distance;
    i.values.ride_speed = 1;
    i.values.ride_acceleration = 0.5;
    i.values.ride_jerk = 0.5;
    i.initialise();
    double residual = 0, work = 0;
    for (int k = 1; k <= 200; ++k) {
      i.step(0.1 * k);
      residual = std::max(residual, std::abs(i.values.energy_residual));
      work = std::max(work, std::abs(i.values.drive_work));
    }
    CHECK(i.values.body_position[0] == near(height + distance, 0.1));
    CHECK(residual < 1e-2 * work);  // faded modes have more inertia than their rope
    return i.model.evaluations();
  };
  const long far = evaluations(40, 12), near = evaluations(87.3, 12);  // the second ends with spans of 0.7 m
  CHECK(near < 2 * far);
}

TEST_CASE("elevator: the speed command is followed through its filter, 1 - (1 + w t) exp(-w t)",
          "[validation][elevator]") {
  for (const int method : {2, 3}) {
    Instance i(paper_elevator());
    i.values.solver_method = method;
    i.values.solver_tolerance = 1e-8;
    i.values.drive.mode = 3;
    i.values.drive_speed = 2;
    i.initialise();
    const double w = 100;
    for (int k = 1; k <= 100; ++k) {
      i.step(1e-3 * k);
      const double x = w * i.time, expected = 2 * (1 - (1 + x) * std::exp(-x));
      const double angle = 2 * (i.time - (2 - (2 + x) * std::exp(-x)) / w);
      CAPTURE(method, i.time);
      CHECK(i.values.drive_rate == near(expected, 1e-5));  // the filter is integrated with the plant, 2e-6 of its speed
      CHECK(i.values.drive_angle == near(angle, 1e-6));
    }
  }
}

TEST_CASE("elevator: a rope that goes slack is reported once, with span and time", "[validation][elevator]") {
  for (const int method : {2, 3}) {
    Instance i(paper_elevator());
    i.values.solver_method = method;
    i.values.drive.mode = 1;
    i.initialise();
    CHECK(i.values.slack == 0);
    // throws the cabin's rope downwards faster than the cabin falls
    i.input = [](double t, Values& v) { v.drive_torque = -1e5 * std::min(1.0, t / 0.05); };
    double seen = 0;
    for (int k = 1; k <= 100; ++k) {
      i.step(1e-3 * k);
      if (seen == 0 && i.values.slack == 1) seen = i.time;
    }
    CAPTURE(method, seen);
    REQUIRE(seen > 0);
    int slack = 0, traction = 0;
    for (const auto& w : i.warnings) {
      if (w.find("slack") != std::string::npos) {
        ++slack;
        CHECK_THAT(w, Catch::Contains("span ") && Catch::Contains("rope \"rope\"") && Catch::Contains("t = 0.0"));
      }
      if (w.find("traction_utilisation") != std::string::npos) {
        ++traction;
        CHECK_THAT(w, Catch::Contains("t = 0.0"));
      }
    }
    CHECK(slack == 1);
    CHECK(traction == 1);
  }
}

TEST_CASE("elevator: traction beyond its limit is reported once and its value is ln(ratio)/(f wrap)",
          "[validation][elevator]") {
  Instance i(paper_elevator());
  i.values.drive.friction = 0.01;  // statics need ln(19129/17658)/pi = 0.025
  i.initialise();
  const auto& v = i.values;
  const double ratio = v.side_tension[0] / v.side_tension[1];
  CHECK(v.traction_ratio == Approx(ratio).epsilon(1e-14));
  CHECK(v.traction_utilisation == Approx(std::log(ratio) / (0.01 * M_PI)).epsilon(1e-12));
  CHECK(v.traction_limit == Approx(std::exp(0.01 * M_PI)).epsilon(1e-14));
  CHECK(v.traction_utilisation > 1);
  for (int k = 1; k <= 20; ++k) i.step(0.05 * k);
  REQUIRE(i.warnings.size() == 1);
  CHECK_THAT(i.warnings[0], Catch::Contains("traction_utilisation") && Catch::Contains("t = 0 s"));
}

TEST_CASE("elevator: a load that boards while the cabin moves gives no thrust", "[validation][elevator]") {
  Instance with(paper_elevator()), without(paper_elevator());
  for (auto* i : {&with, &without}) {
    i->values.solver_tolerance = 1e-9;
    i->initialise();
    i->step(6);  // 6 m/s
  }
  const double speed = with.values.body_velocity[0];
  with.values.payload[0] = 500;
  with.outputs();
  CHECK(with.values.body_velocity[0] == speed);
  CHECK(with.values.side_tension[0] - without.values.side_tension[0] <
        500 * 9.81);  // weight alone, shared; a thrust would add m' v
  double largest = 0;
  for (int k = 1; k <= 40; ++k) {
    with.step(6 + 0.01 * k);
    without.step(6 + 0.01 * k);
    largest = std::max(largest, std::abs(with.values.span_tension_end[0] - without.values.span_tension_end[0]));
  }
  CHECK(largest < 500 * 9.81);  // two falls carry it: half the weight, and as much again at the top of the bounce
  CHECK(std::abs(with.values.energy_residual) < 1e-6 * std::abs(with.values.drive_work));
}

TEST_CASE("elevator: energy balance with Green strain", "[validation][elevator]") {
  Instance i(paper_elevator());
  i.values.rope[0].strain = 2;
  i.values.solver_tolerance = 1e-9;
  i.initialise();
  double residual = 0, work = 0;
  for (int k = 1; k <= 120; ++k) {
    i.step(0.1 * k);
    residual = std::max(residual, std::abs(i.values.energy_residual));
    work = std::max(work, std::abs(i.values.drive_work));
  }
  CAPTURE(residual / work);
  CHECK(residual < 1e-8 * work);
}
