// When the brake of the torque drive lets go and takes hold again while its inputs move.
#include <cmath>

#include "support/near.hpp"
#include "unit/reeving/cases.hpp"
#include "catch2/catch.hpp"

using namespace reeve;
using namespace reeve::test;
using models::Regime;

namespace {

/// Remembers the end of the last internal step in which the brake held.
class HeldUntil final : public integration::StepHooks {
 public:
  HeldUntil(double end_time, Instance& instance) : StepHooks(end_time), instance_(instance) {}
  void inputs_at(double t) override { instance_.input(t, instance_.values); }
  integration::Verdict accepted(double t) override {
    if (instance_.state.regime == static_cast<int>(Regime::held)) last = t;
    return {};
  }
  double last = 0;

 private:
  Instance& instance_;
};

struct Result {
  double release, angle, position;
};

/// Runs to `end` by communication steps; the time of release is that of the first one.
Result run(int method, double step, double end, const Hooks::Input& input, double capacity) {
  Instance i(paper_elevator());
  i.values.solver_method = method;
  i.values.drive_mode = 1;
  i.values.brake_torque = capacity;
  i.input = input;
  i.input(0, i.values);
  i.initialise();
  REQUIRE(i.state.regime == static_cast<int>(Regime::held));
  double release = 0;
  for (int k = 1; k <= std::lround(end / step); ++k) {
    HeldUntil hooks(k * step, i);
    i.time = i.model.advance(i.time, i.values, i.state, hooks);
    if (release == 0 && i.state.regime != static_cast<int>(Regime::held)) release = hooks.last > 0 ? hooks.last : (k - 1) * step;
  }
  i.outputs();
  return {release, i.values.drive_angle, i.values.body_position[0]};
}

double ramp(double t, double begin, double end) { return std::clamp((t - begin) / (end - begin), 0.0, 1.0); }

}  // namespace

TEST_CASE("brake: a ramp releases and stops the drive at the same times for every communication step", "[validation][elevator]") {
  constexpr double kCapacity = 2575;
  Instance still(paper_elevator());
  still.initialise();
  const double release = 1 + 2 * (1 - still.values.holding_torque / kCapacity);  // when the ramp has fallen to the load
  CHECK(release == near(2.7142, 5e-5));
  const auto input = [](double t, Reeving::Values<double>& v) { v.brake = 1 - ramp(t, 1, 3) + ramp(t, 4, 4.5); };
  const Result fine = run(2, 0.1, 6, input, kCapacity);
  CHECK(fine.angle < -1);
  for (const int method : {2, 3}) {
    for (const double step : {1e-3, 1e-2, 1e-1}) {
      const Result r = run(method, step, 6, input, kCapacity);
      CAPTURE(method, step, r.release - release, r.angle - fine.angle, r.position - fine.position);
      CHECK(r.release == near(release, 1e-9));            // the plant rests until then: only the root search errs
      CHECK(r.angle == near(fine.angle, 4e-6));           // solver.tolerance of 2e-6 m/s over some seconds
      CHECK(r.position == near(fine.position, 1e-6));
    }
  }
}

TEST_CASE("brake: it lets go when torque exceeds what it can hold", "[validation][elevator]") {
  constexpr double kCapacity = 1000, kRate = 200;  // N m, N m/s
  const auto input = [](double t, Reeving::Values<double>& v) {
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
