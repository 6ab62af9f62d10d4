/// A sheet in driven nips: it reaches their speed, turns between them, hangs over them, and every joule is accounted for.
#include <catch2/catch.hpp>
#include <cmath>

#include "mechanics/flexible_sheet/elastica.hpp"
#include "models/flexible_sheet/model.hpp"
#include "support/allocations.hpp"
#include "support/near.hpp"
#include "support/run_model.hpp"

namespace {

using reeve::test::near;
using namespace reeve;
using namespace reeve::models;
using namespace reeve::models::flexible_sheet;
using SheetRun = test::Run<Model>;

constexpr double kLength = 0.15, kWidth = 0.07, kThickness = 1.1e-4, kE = 3e9, kDensity = 900,
                 kMass = kDensity * kLength * kWidth * kThickness;

/// A banknote; its trailing edge starts at x = 0.
struct Banknote : SheetRun {
  explicit Banknote(std::vector<std::string> nips, int nodes_length = 9, int nodes_width = 5)
      : SheetRun({nodes_length, nodes_width, std::move(nips)}) {
    auto& s = values.sheet;
    s.length = kLength, s.width = kWidth, s.thickness = kThickness, s.E = kE, s.density = kDensity, s.nu = 0;
    for (auto& nip : values.nip) nip.roller.width = 0.1;
  }
};

double speed_along(SheetRun& run) { return run.model.momenta(run.state.x).linear[0] / kMass; }

TEST_CASE("A nip takes a flat sheet along as the mass point that its friction drives", "[validation]") {
  for (const int method : {kExplicit, kImplicit}) {
    Banknote run({"feed"});
    auto& v = run.values;
    v.gravity = 0;
    v.solver.method = method;
    v.solver.tolerance = 1e-7;
    v.nip[0].roller.x = 0.07;
    v.nip[0].speed = 0.3;
    v.nip[0].roller.pressing_force = 0.2;
    v.nip[0].roller.slip_speed = 0.05;
    run.initialise();
    CHECK(v.nip[0].slip == Approx(0.3));
    // m u' = -mu N u/sqrt(u^2 + v_s^2), u = V - v:  G(u) = sqrt(u^2 + v_s^2) + v_s ln(u/(v_s + sqrt(u^2 + v_s^2))) falls by mu N t/m.
    const double limit = v.nip[0].roller.friction * v.nip[0].roller.pressing_force, vs = 0.05;
    const auto G = [vs](double u) { return std::hypot(u, vs) + vs * std::log(u / (vs + std::hypot(u, vs))); };
    for (const double t : {5e-4, 1e-3, 2e-3, 3e-3}) {
      run.step_to(t);
      const double u = v.nip[0].slip;
      CAPTURE(method, t, u);
      CHECK(G(u) == near(G(0.3) - limit * t / kMass, 2e-6));  // twenty tolerances in a speed of 0.3 m/s
      CHECK(speed_along(run) == near(0.3 - u, 1e-9));         // the sheet moves as one
      CHECK(v.nip[0].force == Approx(limit * u / std::hypot(u, vs)).epsilon(1e-12));
    }
    CHECK(v.nip[0].slip < 0.02);  // what it was all about
  }
}

TEST_CASE("Between two nips of different speeds a sheet moves where their frictions balance", "[validation]") {
  Banknote run({"slow", "fast"});
  auto& v = run.values;
  v.gravity = 0;
  v.nip[0].roller.x = 0.03, v.nip[1].roller.x = 0.1;
  v.nip[0].speed = 0.29, v.nip[1].speed = 0.31;  // the first brakes: the sheet between them is pulled and stays flat
  v.nip[0].roller.pressing_force = 1, v.nip[1].roller.pressing_force = 3;
  v.nip[0].roller.slip_speed = v.nip[1].roller.slip_speed = 0.02;
  run.initialise();
  run.step_to(0.05);
  const auto force = [&](int n, double speed) {
    const double u = v.nip[n].speed - speed;
    return v.nip[n].roller.friction * v.nip[n].roller.pressing_force * u / std::hypot(u, v.nip[n].roller.slip_speed);
  };
  double low = 0.29, high = 0.31;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (force(0, middle) + force(1, middle) > 0 ? low : high) = middle;
  }
  CHECK(speed_along(run) == near(low, 1e-6));  // some tolerances of the speed
  CHECK(v.nip[0].force == near(force(0, low), 1e-4));
  CHECK(v.nip[1].force == near(-v.nip[0].force, 1e-4));
  CHECK(v.nip[1].force > 0.2);
}

TEST_CASE("Two nips side by side turn a sheet by the difference of their speeds over their distance", "[validation]") {
  Banknote run({"left", "right"});
  auto& v = run.values;
  v.gravity = 0;
  const double distance = 2 * kWidth / 4;  // both on a line of nodes
  for (int n : {0, 1}) {
    v.nip[n].roller.x = 0.07;
    v.nip[n].roller.z = (n == 0 ? 0.5 : -0.5) * distance;
    v.nip[n].roller.width = 0.005;
  }
  v.nip[0].speed = 0.31, v.nip[1].speed = 0.30;
  run.initialise();
  run.step_to(0.05);
  const double spin = 0.01 / distance;  // about the vertical: z moves along x
  CHECK(run.state.x[Places::kSpin + 1] ==
        near(spin, 2e-3 * spin));  // turned by 0.014 rad: what it slips at the end of its turn
  CHECK(std::abs(run.state.x[Places::kSpin]) + std::abs(run.state.x[Places::kSpin + 2]) < 1e-6);
  CHECK(std::abs(v.nip[0].slip) < 1e-4);
}

TEST_CASE("A misaligned nip draws the sheet askew along its own direction", "[validation]") {
  Banknote run({"feed"});
  auto& v = run.values;
  v.gravity = 0;
  v.nip[0].roller.x = 0.5 * kLength;  // through the centre: no turn
  v.nip[0].roller.angle = 0.1;
  v.nip[0].speed = 0.2;
  run.initialise();
  run.step_to(0.01);
  const mechanics::Vec3<double> p = run.model.momenta(run.state.x).linear / kMass;
  CHECK(p[0] == near(0.2 * std::cos(0.1), 2e-4));  // a line that is not straight across turns the sheet a little
  CHECK(p[2] == near(-0.2 * std::sin(0.1), 2e-4));
}

TEST_CASE("Work of the rollers is in the sheet, in the nips' springs, or lost in friction", "[validation]") {
  Banknote run({"feed", "exit"});
  auto& v = run.values;
  v.sheet.damping = 0;
  v.solver.method = kExplicit;
  v.solver.tolerance = 1e-8;
  v.nip[0].roller.x = 0.04, v.nip[1].roller.x = 0.08;
  v.nip[0].speed = 0.3, v.nip[1].speed = 0.32;
  for (auto& nip : v.nip) nip.roller.damping = 0, nip.roller.opening = 1, nip.roller.slip_speed = 0.05;
  run.initialise();
  const auto missing = [&] { return v.total_energy + v.nip_energy + v.friction_loss - v.roller_work; };
  const double before = missing();
  double moved = 0;
  for (int i = 1; i <= 20; ++i) {
    run.step_to(0.003 * i);
    moved = std::max(moved, v.kinetic_energy + v.elastic_energy + v.nip_energy);
    CHECK(missing() == near(before, 1e-4 * v.roller_work));  // the solver's, over forces that bend where nodes pass
  }
  CHECK(v.roller_work > 1e-4);
  CHECK(moved > 5e-5);
}

TEST_CASE("A sheet that is fed slowly over a nip hangs like the elastica of its overhang, for a nip is a soft clamp",
          "[validation][long]") {
  Banknote run({"feed"}, 17, 3);
  auto& v = run.values;
  v.sheet.damping = 0.02;
  auto& roller = v.nip[0].roller;
  roller.x = 0.1;
  roller.slip_speed = 1e-3;  // it creeps by 20 um in all
  run.initialise();
  run.step_to(3);  // both ends fall and swing
  const double D = kE * std::pow(kThickness, 3) / 12, weight = kDensity * 9.81 * kThickness;
  const double hold = roller.stiffness * roller.length * roller.length / 12 / kWidth;  // moment a width and slope [N]
  // Ends [m] behind and ahead of the nip hang from a slope that their moments give it; y of the end ahead.
  const auto hangs = [&](double behind, double ahead) {
    constexpr int n = 2000;
    double slope = 0, y = 0;
    const auto arm = [&](double length, double angle, double* height) {  // moment of the weight about the nip [N]
      const auto theta = mechanics::heavy_elastica(D, weight, length, angle, n);
      double x = 0, down = 0, moment = 0;
      for (int i = 0; i < n; ++i) {
        const double middle = 0.5 * (theta[i] + theta[i + 1]), dx = length / n * std::cos(middle);
        moment += weight * length / n * (x + 0.5 * dx);
        x += dx, down += length / n * std::sin(middle);
      }
      if (height) *height = down;
      return moment;
    };
    for (int i = 0; i < 30; ++i)
      slope = 0.5 * slope - 0.5 * (arm(ahead, slope, &y) - arm(behind, -slope, nullptr)) / hold;
    return y;
  };
  for (const double fed : {0.01, 0.02, 0.03, 0.04}) {
    v.nip[0].speed = 0.02;
    run.step_to(run.t + 0.01 / 0.02);
    v.nip[0].speed = 0;  // moving on, damping would hold it where it was beta V = 0.4 mm before
    run.step_to(run.t + 1);
    const double y = v.tip_y - roller.height, expected = hangs(0.1 - fed, kLength - 0.1 + fed);
    CAPTURE(fed, y, expected);
    // Curvature jumps at the nip, inside a segment of the mesh: a slope of M l/(8 D) = 0.01 rad at most; half of it is found, and
    // half of that with twice the nodes.
    CHECK(y == near(expected, 0.006 * (kLength - 0.1 + fed)));
  }
  CHECK(v.tip_y < -0.01);
}

TEST_CASE("A sheet in nips moves alike at communication steps of 1 ms and of 10 ms, and with both solvers",
          "[validation][long]") {
  const auto tip = [](int method, double grid) {
    Banknote run({"feed", "exit"});
    auto& v = run.values;
    v.solver.method = method;
    v.nip[0].roller.x = 0.06, v.nip[1].roller.x = 0.145;  // the leading edge enters the second at once
    v.nip[0].speed = v.nip[1].speed = 0.3;
    run.initialise();
    const int steps = static_cast<int>(std::lround(0.06 / grid));
    for (int i = 1; i <= steps; ++i) run.step_to(0.06 * i / steps);
    CHECK(v.nip[1].normal == Approx(v.nip[1].roller.pressing_force));
    return std::pair{v.tip_x, v.tip_y};
  };
  const auto reference = tip(kExplicit, 0.06);
  for (const auto& [method, grid] :
       {std::pair{kExplicit, 0.01}, std::pair{kImplicit, 0.01}, std::pair{kImplicit, 0.001}}) {
    const auto [x, y] = tip(method, grid);
    CHECK(x == near(reference.first, 2e-5));  // ten tolerances of 1e-5 times the length
    CHECK(y == near(reference.second, 2e-5));
  }
}

TEST_CASE("A sheet in a nip is restored with the same bits, and a step of it allocates nothing", "[validation]") {
  for (const int method : {kExplicit, kImplicit}) {
    Banknote run({"feed"});
    run.values.solver.method = method;
    run.values.nip[0].roller.x = 0.1;
    run.values.nip[0].speed = 0.3;
    run.initialise();
    for (int i = 1; i <= 5; ++i) run.step_to(0.001 * i);
    const auto kept = run.state;
    const double t = run.t;
    run.values.nip[0].speed = 0.2;  // the matrix is from before
    const long before = test::allocations();
    for (int i = 1; i <= 5; ++i) run.step_to(t + 0.001 * i);
    const long after = test::allocations();
    CHECK(after == before);
    Banknote other({"feed"});
    other.values = run.values;
    other.state = kept;
    other.t = t;
    other.run.restored(other.values);
    for (int i = 1; i <= 5; ++i) other.step_to(t + 0.001 * i);
    CHECK(other.state.x == run.state.x);
  }
}

TEST_CASE("A clamped sheet with nips is refused, for it cannot be fed", "[validation]") {
  Banknote run({"feed"});
  std::vector<std::string> findings;
  run.model.check(run.values, findings);
  CHECK(findings.empty());
  run.values.sheet.boundary = kClamped;
  run.model.check(run.values, findings);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].find("sheet.boundary = 1 with the nip feed") != std::string::npos);
}

}  // namespace
