// When the brake of the torque drive lets go and takes hold again while its inputs move.
#include <cmath>

#include "catch2/catch.hpp"
#include "support/near.hpp"
#include "unit/reeving/cases.hpp"

using namespace reeve;
using namespace reeve::test;

namespace {

/// Remembers the end of the first internal step after which the brake does not hold: where it let go.
class Release final : public integration::StepHooks {
 public:
  Release(double end_time, const Instance& instance) : StepHooks(end_time), instance_(instance) {}
  integration::Verdict accepted(double t) override {
    if (release == 0 && instance_.state.modes.regime != reeving::Regime::held) release = t;
    return {};
  }
  double release = 0;

 private:
  const Instance& instance_;
};

struct Result {
  double release, angle, position;
};

/// Runs to `end` by communication steps; the time of release is that of the first one.
Result run(int method, double step, double end, const Instance::Input& input, double capacity) {
  Instance i(paper_elevator());
  i.values.solver_method = method;
  if (method == 2)
    i.values.solver_tolerance = 1e-8;  // an explicit solver lets the resting plant tremble by its tolerance
  i.values.drive.mode = 1;
  i.values.brake_torque = capacity;
  i.input = input;
  i.input(0, i.values);
  i.initialise();
  REQUIRE(i.state.modes.regime == reeving::Regime::held);
  double release = 0;
  for (int k = 1; k <= std::lround(end / step); ++k) {
    Release hooks(k * step, i);
    i.advance(hooks);
    if (release == 0) release = hooks.release;
  }
  i.outputs();
  return {release, i.values.drive_angle, i.values.body_position[0]};
}

double ramp(double t, double begin, double end) { return std::clamp((t - begin) / (end - begin), 0.0, 1.0); }

}  // namespace

TEST_CASE("brake: a ramp releases and stops the drive at the same times for every communication step",
          "[validation][elevator]") {
  constexpr double kCapacity = 2575;
  Instance still(paper_elevator());
  still.initialise();
  const double release = 1 + 2 * (1 - still.values.holding_torque / kCapacity);  // when the ramp has fallen to the load
  CHECK(release == near(2.7142, 5e-5));
  const auto input = [](double t, Values& v) { v.brake = 1 - ramp(t, 1, 3) + ramp(t, 4, 4.5); };
  const Result fine = run(2, 0.1, 6, input, kCapacity);
  CHECK(fine.angle < -1);
  for (const int method : {2, 3}) {
    for (const double step : {1e-3, 1e-2, 1e-1}) {
      const Result r = run(method, step, 6, input, kCapacity);
      CAPTURE(method, step, r.release - release, r.angle - fine.angle, r.position - fine.position);
      CHECK(r.release == near(release, 1e-9));   // the plant rests until then: only the root search errs
      CHECK(r.angle == near(fine.angle, 4e-6));  // solver.tolerance of 2e-6 m/s over some seconds
      CHECK(r.position == near(fine.position, 1e-6));
    }
  }
}

TEST_CASE("brake: it lets go when torque exceeds what it can hold", "[validation][elevator]") {
  constexpr double kCapacity = 1000, kRate = 200;  // N m, N m/s
  const auto input = [](double t, Values& v) {
    v.brake = 0.5;
    v.drive_torque = 368 + kRate * t;
  };
  Instance still(paper_elevator());
  still.initialise();
  const double release = (still.values.holding_torque - 368 + 0.5 * kCapacity) / kRate;
  for (const int method : {2, 3}) {
    for (const double step : {1e-3, 1e-2, 1e-1}) {
      const Result r = run(method, step, 3.5, input, kCapacity);
      CAPTURE(method, step, r.angle);
      CHECK(r.release == near(release, 1e-9));
      CHECK(r.angle > 0.01);
    }
  }
}

TEST_CASE("brake: closed by more than 1 it holds no more than its torque", "[validation][elevator]") {
  constexpr double kCapacity = 500, kRate = 200;  // N m, N m/s
  const auto input = [](double t, Values& v) {
    v.brake = 1.5;
    v.drive_torque = 368 + kRate * t;
  };
  Instance still(paper_elevator());
  still.initialise();
  const double release = (still.values.holding_torque - 368 + kCapacity) / kRate;
  CHECK(run(3, 1e-2, 3.5, input, kCapacity).release == near(release, 1e-9));
}
