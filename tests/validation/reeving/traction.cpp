// Ropes that friction holds on the drive: creep, slip, and the energy of both. Theory: mechanics/theory/traction.md.
#include <cmath>
#include <random>

#include "catch2/catch.hpp"
#include "support/near.hpp"
#include "unit/reeving/cases.hpp"

using namespace reeve;
using namespace reeve::test;

namespace {

constexpr double kG = 9.81;  // [m/s2]
enum Contact { kTied = 1, kCreep = 2, kSlip = 3 };

void grip(Instance& i, int contact, double friction) {
  i.values.drive.contact = contact;
  i.values.drive.friction = i.values.drive.friction_kinetic = friction;
}

void tight(Values& v) {
  v.solver_method = 2;
  v.solver_tolerance = 1e-10;
  v.solver_step = 1e-3;
}

/// An elevator of 1:1 roping with rigid ropes, light enough in the hand to be solved on paper: the low-rise preset at mid-travel.
struct RigidStop {
  double car, counterweight;  ///< with their ropes and, on that side, the deviation sheave [kg]
  double wheel;               ///< I/R^2 of the drive [kg]
  double brake;               ///< on the sheave's surface [N]
  double friction;            ///< f alpha
  double speed;               ///< of the rope when the brake falls in, up positive [m/s]

  /// Deceleration of the rope while it slips: the side that wants to run on pulls exp(f alpha) times the other.
  double rope() const {
    const double E = std::exp(friction), heavy = speed > 0 ? counterweight : car,
                 light = speed > 0 ? car : counterweight;
    return kG * (E * light - heavy) / (E * light + heavy);
  }
  /// Deceleration of the sheave: the rope drags it on.
  double sheave() const {
    const double heavy = speed > 0 ? counterweight : car, light = speed > 0 ? car : counterweight;
    return (brake - (heavy * (kG + rope()) - light * (kG - rope()))) / wheel;
  }
  double slip() const { return 0.5 * speed * speed * (1 / rope() - 1 / sheave()); }
};

struct Stop {
  bool up;  ///< empty up, or full down
  double friction;
  double step{0.01};
  int method{3};
  double tolerance{0};  ///< 0: default
};

struct Stopped {
  double slip, path, begin, end, residual, work;
  RigidStop rigid;
};

/// Runs the low-rise lift to 1 m/s at mid-travel under torque, then cuts the torque and closes a brake sized for 5 m/s2 of the
/// rigid system. Random steps if `step` is 0.
Stopped emergency_stop(const Stop& how) {
  Instance i(low_rise());
  auto& v = i.values;
  v.drive.mode = 1;
  v.start_travel = 9;
  v.solver_method = how.method;
  if (how.tolerance > 0) v.solver_tolerance = how.tolerance;
  if (how.method == 2) v.solver_step = 1e-3;
  grip(i, kSlip, how.friction);
  v.payload[0] = how.up ? 0 : 630;
  const double R = 0.2, rope = 2.082 * 13, sheave = 0.5 / (R * R), wheel = 45 / (R * R),
               car = 850 + v.payload[0] + rope, counterweight = 1165 + rope + sheave, sum = car + counterweight + wheel;
  const double drag = (how.up ? 1 : -1) * (counterweight - car) * kG;  // what the weights add to the motion
  v.brake_torque = R * (sum * 5 + drag);
  v.brake = 0;
  i.initialise();
  v.drive_torque = v.holding_torque;
  std::mt19937 random(1);
  std::uniform_real_distribution<double> any(1e-4, 1e-2);
  const auto run = [&](double end) {
    while (i.time < end - 1e-9) i.step(std::min(end, how.step > 0 ? i.time + how.step : i.time + any(random)));
  };
  const double balance = v.drive_torque;
  v.drive_torque = balance + (how.up ? 1 : -1) * R * sum * 0.5;
  run(2);
  v.drive_torque = balance;
  run(3);
  const double speed = v.drive_rate * R;
  v.drive_torque = 0;
  v.brake = 1;
  run(6);
  const auto& record = i.state.modes.record[0];
  CHECK(i.state.modes.slip[0] == 0);
  REQUIRE(!i.warnings.empty());
  CHECK_THAT(i.warnings.front(), Catch::Contains("rope \"rope\" slipped on the drive sheave from t = 3"));
  return {v.grip[0].slip_distance,
          v.grip[0].slip_path,
          record.begin,
          record.end,
          v.energy_residual,
          v.drive_work,
          {car, counterweight, wheel, v.brake_torque / R, how.friction * v.drive.wrap, speed}};
}

}  // namespace

TEST_CASE("traction: a rope that creeps carries its stretch over the sheave, and the car arrives lower by it",
          "[validation][elevator]") {
  double height[2], drift = 0;
  for (const int contact : {kTied, kCreep}) {
    Instance i(paper_elevator());
    grip(i, contact, 0.25);
    i.initialise();
    i.step(12);
    height[contact - 1] = i.values.body_position[0];
    drift = i.values.rope_drift;
  }
  const double lower = height[0] - height[1];
  CHECK(lower == near(0.0147, 1e-4));               // 15 mm
  CHECK(lower == Approx(drift / 2).epsilon(2e-3));  // 2:1; the two cars hang on slightly different lengths of rope
}

TEST_CASE("traction: energy closes with the heat of slip and creep", "[validation][elevator]") {
  for (const int method : {2, 3}) {
    Instance i(paper_elevator());
    grip(i, kSlip, 0.2);
    if (method == 2) tight(i.values);
    i.initialise();
    i.step(12);
    const auto& v = i.values;
    CAPTURE(method, v.energy_residual, v.drive_work, v.slip_energy, v.creep_energy);
    CHECK(v.slip_energy > 500);
    CHECK(v.creep_energy > 30);
    CHECK(v.slip_energy == Approx(536).epsilon(1e-3));
    CHECK(v.grip[0].slip_path == Approx(0.0476).epsilon(2e-3));  // while it slows down with f = 0.2
    CHECK(std::abs(v.energy_residual) < (method == 2 ? 1e-9 : 1e-4) * std::abs(v.drive_work));
  }
}

TEST_CASE("traction: while a rope slips its tensions stand in the ratio exp(f wrap)", "[validation][elevator]") {
  for (const int law : {1, 2}) {
    Instance i(paper_elevator());
    grip(i, kSlip, law == 1 ? 0.2 : 0.3);
    i.values.drive.friction_law = law;
    i.initialise();
    int slipping = 0;
    for (int k = 1; k <= 1200; ++k) {
      i.step(0.01 * k);
      const auto& v = i.values;
      if (i.state.modes.slip[0] == 0) {
        CHECK(v.grip[0].slip_velocity == 0.0);
        CHECK(v.traction_utilisation < 1 + 1e-6);
        continue;
      }
      ++slipping;
      CHECK(v.traction_ratio == Approx(v.traction_limit).epsilon(1e-6));
    }
    CAPTURE(law);
    CHECK(slipping > 10);
  }
}

TEST_CASE("traction: an emergency stop slips a little further than rigid ropes say", "[validation][elevator]") {
  for (const bool up : {true, false}) {
    for (const double f : {0.25, 0.1972, 0.15}) {
      const auto stop = emergency_stop({up, f});
      const double rigid = stop.rigid.slip();
      CAPTURE(up, f, stop.slip, rigid);
      CHECK(std::abs(stop.slip) > 1.01 * rigid);  // the stretch of the ropes adds to it
      CHECK(std::abs(stop.slip) < 1.15 * rigid);
      CHECK(std::abs(stop.residual) < 1e-4 * std::abs(stop.work));
    }
  }
}

TEST_CASE("traction: slip and its events do not hang on the communication step", "[validation][elevator]") {
  const auto reference = emergency_stop({true, 0.1972, 0.01, 2, 1e-10});
  for (const double step : {1e-4, 1e-3, 1e-2, 0.0}) {
    for (const bool fine : {false, true}) {
      if (fine && step == 1e-4) continue;  // takes long, and says no more
      const auto stop = emergency_stop({true, 0.1972, step, fine ? 2 : 3, fine ? 1e-9 : 0});
      CAPTURE(step, fine, stop.slip, reference.slip);
      CHECK(stop.slip == Approx(reference.slip).epsilon(1e-4));
      CHECK(stop.begin == near(reference.begin, fine ? 1e-6 : 1e-4));
      CHECK(stop.end == near(reference.end, fine ? 1e-6 : 1e-4));
    }
  }
}

TEST_CASE(
    "traction: a rope that was left behind catches up with a sheave that runs on, at the same time for every step",
    "[validation][elevator]") {
  // The sheave is at its speed within 0.1 s; friction speeds the rope up by some m/s2. Nothing but the end of slip happens then.
  constexpr double kSpeed = 2.5;  // [rad/s]
  const auto caught_up = [](double step, double tolerance) {
    Instance i(low_rise());
    auto& v = i.values;
    v.drive.mode = 3;
    v.start_travel = 9;
    grip(i, kSlip, 0.1972);
    if (tolerance > 0) v.solver_method = 2, v.solver_tolerance = tolerance, v.solver_step = 1e-3;
    i.initialise();
    v.drive_speed = kSpeed;
    while (i.time < 1.5) i.step(i.time + step);
    CHECK(v.drive_rate == near(kSpeed, 1e-3));
    CHECK(i.state.modes.slip[0] == 0);
    return i.state.modes.record[0].end;  // of the last slip
  };
  const double reference = caught_up(0.01, 1e-10);
  CAPTURE(reference);
  CHECK(reference > 0.1);
  for (const double step : {1e-3, 1e-2, 0.1}) {
    CAPTURE(step);
    CHECK(caught_up(step, 0) == near(reference, 1e-4));     // what the issue of events asks at the defaults,
    CHECK(caught_up(step, 1e-9) == near(reference, 1e-6));  // and of a tight run
  }
}

TEST_CASE("traction: a brake that holds near the limit of friction holds bitwise", "[validation][elevator]") {
  Instance probe(paper_elevator());
  grip(probe, kSlip, 0.25);
  probe.values.drive.mode = 1;
  probe.values.brake = 1;
  probe.initialise();
  Instance i(paper_elevator());
  grip(i, kSlip, 0.25 * probe.values.traction_utilisation / 0.98);
  i.values.drive.mode = 1;
  i.values.brake = 1;
  i.initialise();
  CHECK(i.values.traction_utilisation == near(0.98, 1e-6));
  const auto start = i.state.x;
  const double angle = i.values.drive_angle, height = i.values.body_position[0];
  for (int k = 1; k <= 100; ++k) i.step(10.0 * k);
  const auto& contact = i.model.topology().contacts[0];
  CHECK(i.values.drive_angle == angle);
  CHECK(i.state.x[contact.s] == start[contact.s]);
  CHECK(i.values.grip[0].slip_path == 0.0);
  CHECK(i.values.body_position[0] == near(height, 1e-9));  // the car itself trembles by rounding
}

TEST_CASE("traction: a groove that is oiled while the brake holds lets the rope slip at once",
          "[validation][elevator]") {
  Instance i(paper_elevator());
  grip(i, kSlip, 0.25);
  i.values.drive.mode = 1;
  i.values.brake = 1;
  i.initialise();
  i.step(0.1);
  CHECK(i.values.grip[0].slip_path == 0.0);
  grip(i, kSlip, 0.25 * i.values.traction_utilisation / 1.02);
  i.step(0.2);
  CHECK(i.values.traction_limit == Approx(std::exp(i.values.drive.friction * i.values.drive.wrap)));
  CHECK(i.state.modes.slip[0] != 0);
  CHECK(i.state.modes.record[0].begin == near(0.1, 1e-12));  // the jump of the parameter, to rounding
}

TEST_CASE("traction: a run that is restored while the rope slips goes on with the same bits",
          "[validation][elevator]") {
  Instance i(paper_elevator());
  grip(i, kSlip, 0.2);
  i.initialise();
  i.step(9.3);
  REQUIRE(i.state.modes.slip[0] != 0);
  const auto kept = i.state;
  i.step(10.5);
  const auto reached = i.state.x;
  i.restore(kept, 9.3);
  i.run.restored(i.values);
  i.step(10.5);
  CHECK(i.state.x == reached);
}

TEST_CASE("traction: two ropes side by side slip as one of twice the section", "[validation][elevator]") {
  const auto lift = [](int ropes) {
    std::string text = R"(
model = "Reeving"
name = "Lift"
body = [{name = "cabin", mass = 850, height = 0}, {name = "counterweight", mass = 1165, height = 18}]
drive = {height = 22, radius = 0.2, inertia = 45, wrap = 165, friction = 0.1, sides = ["cabin", "counterweight"]}
)";
    std::string anchors, ropes_text;
    for (int k = 0; k < ropes; ++k) {
      const std::string n = std::to_string(k);
      anchors += "{name = \"a" + n + "\", on = \"cabin\"}, {name = \"b" + n + "\", on = \"counterweight\"},";
      ropes_text += "{name = \"rope" + n + "\", EA = " + std::to_string(14e6 / ropes) +
                    ", density = " + std::to_string(2.0 / ropes) + ", damping = 1e-3, path = [\"a" + n +
                    "\", \"drive\", \"b" + n + "\"]},";
    }
    Instance i(described(text + "anchor = [" + anchors + "]\nrope = [" + ropes_text + "]\n"));
    i.values.drive.contact = kSlip;
    i.values.ride_distance = 10;
    i.values.ride_speed = 1.5;
    i.values.ride_acceleration = 2;
    i.values.ride_jerk = 4;
    i.values.solver_tolerance = 1e-8;
    i.initialise();
    i.step(9);
    return i.values;
  };
  const Values one = lift(1), two = lift(2);
  REQUIRE(two.grip.size() == 2);
  CHECK(one.grip[0].slip_path > 0.1);
  for (const auto& rope : two.grip) CHECK(rope.slip_path == Approx(one.grip[0].slip_path).epsilon(1e-5));
  CHECK(two.body_position[0] == near(one.body_position[0], 1e-5));
}

TEST_CASE("traction: falling friction gives at most two events per bounce", "[validation][elevator]") {
  Instance i(low_rise());
  auto& v = i.values;
  grip(i, kSlip, 0.1972);
  v.drive.friction_kinetic = 0.8 * v.drive.friction;
  v.drive.mode = 1;
  v.start_travel = 9;
  v.brake_torque = 4000;
  i.initialise();
  v.drive_torque = v.holding_torque + 0.2 * 3200 * 0.5;
  i.step(2);
  v.drive_torque = 0;
  v.brake = 1;
  int events = 0, last = 0;
  for (int k = 1; k <= 3000; ++k) {
    i.step(2 + 1e-3 * k);
    events += i.state.modes.slip[0] != last;
    last = i.state.modes.slip[0];
  }
  constexpr double kBounce = 4.4;  // [Hz], the empty car's, domain of the table of presets
  CAPTURE(events);
  CHECK(events >= 2);
  CHECK(events <= 2 * 3 * kBounce);
}

TEST_CASE("traction: a drum never slips, whatever the kind of contact", "[validation][elevator]") {
  Values ends[2];
  for (const int contact : {kTied, kSlip}) {
    Instance i(hoist());
    i.values.drive.contact = contact;
    i.initialise();
    i.step(3);
    ends[contact == kSlip] = i.values;
  }
  CHECK(ends[0].body_position == ends[1].body_position);
  CHECK(ends[0].motor_torque == ends[1].motor_torque);
  CHECK(ends[1].grip.empty());
}

TEST_CASE("traction: a rope slips on a deviation sheave that is too heavy to be taken along",
          "[validation][elevator]") {
  const char* text = R"(
model = "Reeving"
name = "Lift"
body = [{name = "cabin", mass = 800, height = 0}, {name = "counterweight", mass = 800, height = 18}]
sheave = [{name = "flywheel", height = 24, radius = 0.2, inertia = 40, slip = true, friction = 0.02}]
anchor = [{name = "a", on = "cabin"}, {name = "b", on = "counterweight"}]
rope = [{name = "rope", EA = 14e6, density = 2, damping = 1e-3, path = ["a", "flywheel", "drive", "b"]}]
drive = {height = 20, radius = 0.2, inertia = 45, friction = 0.4, sides = ["cabin", "counterweight"]}
)";
  Instance i(described(text));
  auto& v = i.values;
  v.drive.contact = kSlip;
  v.ride_distance = 10, v.ride_speed = 2, v.ride_acceleration = 1.5, v.ride_jerk = 4;
  tight(v);
  i.initialise();
  REQUIRE(v.grip.size() == 2);
  int slipping = 0;
  double lag = 0;
  for (int k = 1; k <= 900; ++k) {
    i.step(0.01 * k);
    const auto& contacts = i.model.topology().contacts;
    for (std::size_t c = 0; c < contacts.size(); ++c) {
      if (contacts[c].sheave >= 0 && i.state.modes.slip[c] != 0) ++slipping;
    }
    lag = std::max(lag, v.body_velocity[0] - 0.2 * v.sheave_speed[0]);
  }
  CHECK(slipping > 10);
  CHECK(lag > 0.1);                      // the sheave comes after
  CHECK(0.2 * v.sheave_speed[0] > 0.1);  // and still turns when the lift has come to rest
  CHECK(std::abs(v.energy_residual) < 1e-9 * v.slip_energy);
}
