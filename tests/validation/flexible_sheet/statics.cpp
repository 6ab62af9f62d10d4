/// The hanging sheet against the elastica, the published table and our independent program's numbers.
#include <catch2/catch.hpp>
#include <cmath>

#include "mechanics/flexible_sheet/elastica.hpp"
#include "models/flexible_sheet/model.hpp"
#include "support/near.hpp"
#include "support/run_model.hpp"

namespace {

using reeve::test::near;
using namespace reeve;
using namespace reeve::models;
using namespace reeve::models::flexible_sheet;
using SheetRun = test::Run<Model>;

constexpr double kD = 2e9 * 1e-12 / (12 * (1 - 0.04)), kWeight = 770 * 9.81 * 1e-4;  // [N m], [N/m2]

/// Drop of the heavy strip of rigidity D, by Richardson extrapolation of central differences [m].
double elastica_drop(double D) {
  const auto drop = [D](int n) {
    const auto theta = mechanics::heavy_elastica(D, kWeight, 0.3, 0, n);
    double y = 0;
    for (int i = 0; i < n; ++i) y -= 0.3 / n * 0.5 * (std::sin(theta[i]) + std::sin(theta[i + 1]));
    return y;
  };
  return (4 * drop(4000) - drop(2000)) / 3;
}

struct Mesh {
  int n1, n2;
};
constexpr Mesh kMeshes[] = {{7, 5}, {15, 11}, {33, 23}, {51, 35}, {61, 41}};

double drop_of(const Mesh& mesh, int tree, int joint, double loop, double density = 770) {
  SheetRun run({mesh.n1, mesh.n2});
  auto& v = run.values;
  v.sheet.tree = tree;
  v.sheet.joint = joint;
  v.sheet.loop_stiffness = loop;
  v.sheet.density = density;
  v.start = kEquilibrium;
  run.initialise();
  return v.max_drop;
}

TEST_CASE("The elastica of the sheet drops by 282.812 mm with the plate's rigidity and 283.184 mm with the beam's",
          "[validation]") {
  CHECK(elastica_drop(kD) == near(0.282812, 1e-6));  // printed digits
  CHECK(elastica_drop(kD * 0.96) == near(0.283184, 1e-6));
}

TEST_CASE("Hanging sheets with loop springs agree with the independent program on five meshes", "[validation][slow]") {
  const double printed[] = {286.731, 283.474, 282.932, 282.863, 282.848};                             // [mm]
  for (int i = 0; i < 5; ++i) CHECK(1e3 * drop_of(kMeshes[i], 2, 2, 1.0) == near(printed[i], 1e-3));  // printed digits
}

TEST_CASE("The published joint without loop springs agrees with the independent program on four meshes",
          "[validation][slow]") {
  const double printed[] = {287.124, 283.422, 283.098, 283.034};  // [mm]
  for (int i = 1; i < 5; ++i) CHECK(1e3 * drop_of(kMeshes[i], 1, 1, 0.0) == near(printed[i - 1], 1e-3));
}

TEST_CASE("Refined sheets converge to the elastica of the plate with the square of the pitch", "[validation][slow]") {
  for (const int tree : {1, 2}) {
    const double a = drop_of({33, 23}, tree, 2, 1.0), b = drop_of({61, 41}, tree, 2, 1.0);
    const double fine = std::pow(32.0 / 60, 2), limit = (b - fine * a) / (1 - fine);
    CHECK(1e3 * limit == near(1e3 * elastica_drop(kD), 0.02));  // mm, as asked; found 0.003 (ribs) and 0.001 (comb)
  }
}

TEST_CASE("Loop springs of a thousandth of the membrane hold a comb to 2 micrometres, and ribs need more",
          "[validation]") {
  CHECK(std::abs(drop_of({15, 11}, 1, 2, 1e-3) - drop_of({15, 11}, 1, 2, 1.0)) < 2e-6);
  CHECK(std::abs(drop_of({15, 11}, 2, 2, 1e-2) - drop_of({15, 11}, 2, 2, 1.0)) < 1e-5);
  CHECK(std::abs(drop_of({15, 11}, 2, 2, 1e-3) - drop_of({15, 11}, 2, 2, 1.0)) > 5e-5);  // ribs hang on their springs
}

TEST_CASE("Bending alone is no sheet: the corners of a comb spread by millimetres", "[validation]") {
  SheetRun run({15, 11});
  run.values.sheet.joint = 1;
  run.values.sheet.loop_stiffness = 0;
  run.values.start = kEquilibrium;
  run.initialise();
  CHECK(1e3 * run.values.corner_spread == near(9.3, 0.05));  // printed digits
}

TEST_CASE("A density of 700 kg/m3 would explain the published comparison column", "[validation][slow]") {
  const double printed[] = {282.025, 281.959, 281.945};  // [mm], the independent program
  for (int i = 2; i < 5; ++i) CHECK(1e3 * drop_of(kMeshes[i], 2, 2, 1.0, 700) == near(printed[i - 2], 1e-3));
}

TEST_CASE("Both elements and all trees tend to the same drop", "[validation][slow]") {
  const auto drop = [](const Mesh& mesh, int element, int tree) {
    SheetRun run({mesh.n1, mesh.n2});
    run.values.sheet.element = element;
    run.values.sheet.tree = tree;
    run.values.sheet.loop_stiffness = 1;
    run.values.start = kEquilibrium;
    run.initialise();
    return run.values.max_drop;
  };
  const double reference = drop({33, 23}, 1, 1);
  for (const int tree : {1, 2, 3, 4}) {
    CHECK(drop({33, 23}, 1, tree) == near(reference, 1e-5));    // trees differ by less than the mesh errs
    CHECK(drop({33, 23}, 2, tree) == near(reference, 3.5e-4));  // element V resists distortion too: 0.27 mm here
  }
  const double coarse = drop({33, 25}, 2, 2), fine = drop({65, 49}, 2, 2);
  CHECK((4 * fine - coarse) / 3 == near(elastica_drop(kD), 1.5e-5));  // without the h^2 term; found 0.007 mm
}

TEST_CASE("A sheet that is turned by its clamp hangs like the elastica of that angle", "[validation]") {
  for (const double angle : {-1.0, 0.5, 1.2}) {
    SheetRun run({33, 5});
    run.values.clamp_angle = angle;
    run.values.sheet.nu = 0;  // no anticlastic edge
    run.values.start = kEquilibrium;
    run.initialise();
    const auto theta = mechanics::heavy_elastica(kD * 0.96, kWeight, 0.3, angle, 3200);
    double x = 0, y = 0;
    for (int i = 0; i < 3200; ++i) {
      x += 0.3 / 3200 * std::cos(0.5 * (theta[i] + theta[i + 1]));
      y += 0.3 / 3200 * std::sin(0.5 * (theta[i] + theta[i + 1]));
    }
    CHECK(run.values.tip_x == near(x, 5e-4));  // h^2 of 32 segments
    CHECK(run.values.tip_y == near(y, 5e-4));
  }
}

TEST_CASE("What cannot work is refused with the reason", "[validation]") {
  const auto findings = [](Mesh mesh, auto set) {
    SheetRun run({mesh.n1, mesh.n2});
    set(run.values);
    std::vector<std::string> out;
    run.model.check(run.values, out);
    return out;
  };
  const auto coarse = findings({7, 5}, [](auto& v) { v.sheet.joint = 1; });
  REQUIRE(coarse.size() == 1);
  CHECK(coarse[0].find("sheet.joint = 1") != std::string::npos);
  CHECK(coarse[0].find("runs away") != std::string::npos);
  CHECK(findings({15, 11}, [](auto& v) { v.sheet.joint = 1; }).empty());
  CHECK(findings({15, 11}, [](auto& v) { v.sheet.joint = 1, v.sheet.tree = 2; }).size() == 1);
  CHECK(findings({15, 11}, [](auto& v) { v.sheet.boundary = 2, v.start = 2; }).size() == 1);
  CHECK(findings({15, 11}, [](auto&) {}).empty());
}

TEST_CASE("A sheet that is clamped upright leans over and hangs beside its clamp, as the elastica does",
          "[validation]") {
  for (const double angle : {1.5, 1.5707963267948966}) {
    SheetRun run({33, 5});
    run.values.clamp_angle = angle;
    run.values.sheet.nu = 0;
    run.values.start = kEquilibrium;
    run.initialise();
    const auto theta = mechanics::heavy_elastica(kD * 0.96, kWeight, 0.3, angle, 3200);
    REQUIRE(theta.size() == 3201);
    double y = 0;
    for (int i = 0; i < 3200; ++i) y += 0.3 / 3200 * std::sin(0.5 * (theta[i] + theta[i + 1]));
    CHECK(run.values.tip_y == near(y, 1e-3));  // h^2 of 32 segments, bent more than above
    CHECK(run.values.tip_y < 0);
  }
}

}  // namespace
