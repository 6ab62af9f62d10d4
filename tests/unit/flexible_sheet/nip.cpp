/// A nip on a bent and moving sheet: gradient, power, and what happens when nodes and edges pass.
#include <catch2/catch.hpp>
#include <cmath>

#include "mechanics/flexible_sheet/nip.hpp"
#include "support/near.hpp"

namespace {

using namespace reeve;
using namespace reeve::mechanics;
using reeve::test::near;

/// A free sheet of 9x5 nodes, wavy, turned a little and moving; the roller is wider than the sheet.
struct Bent {
  SheetTree tree{9, 5, TreeKind::comb, false};
  Sheet<double> sheet{tree};
  SheetRoot<double> root;
  std::vector<double> q = std::vector<double>(3 * tree.nodes()), rate = q;
  NipProperties<double> nip;

  explicit Bent(double size = 1) {
    sheet.set({.length = 0.3, .width = 0.21, .thickness = 1e-4, .E = 2e9, .nu = 0.2, .density = 770, .loop = 1e-3});
    root.r = {0, 2e-4, 0};
    root.A = Eigen::AngleAxisd(0.1 * size, Vec3<double>(0.2, 0.9, 0.1).normalized()).toRotationMatrix();
    root.v = {0.2, 0.05, -0.1};
    root.w = {0.3, -0.5, 0.4};
    for (std::size_t i = 0; i < q.size(); ++i) {
      if (static_cast<int>(i) / 3 == tree.root) continue;
      q[i] = size * (i % 3 == 0 ? 1e-3 : 0.05) * std::sin(1.0 + 3.0 * static_cast<double>(i));
      rate[i] = (i % 3 == 0 ? 0.02 : 1.0) * std::cos(2.0 + 5.0 * static_cast<double>(i));
    }
    nip = {.x = 0.13, .height = 0.001, .width = 0.5, .angle = 0.15, .opening = 1.0, .damping = 0};
    move();
  }
  void move() { sheet.move(root, q, rate); }
  /// The nip alone on the sheet.
  NipAction<double> load(double speed = 0) {
    for (int i = 0; i < tree.nodes(); ++i) sheet.load(i) = {Vec3<double>::Zero(), Vec3<double>::Zero()};
    return Nip<double>(nip, speed).load(sheet);
  }
  double power() const {
    double sum = 0;
    for (int i = 0; i < tree.nodes(); ++i) {
      sum += sheet.load(i).force.dot(sheet.node(i).v) + sheet.load(i).moment.dot(sheet.node(i).w);
    }
    return sum;
  }
};

TEST_CASE("What holds the sheet in a nip is minus the gradient of its energy, in every coordinate", "[unit]") {
  Bent bent;
  bent.nip.friction = 0;
  bent.load();
  std::vector<double> forces(bent.q.size());
  Wrench<double> on_root;
  bent.sheet.generalized(forces, on_root);
  const auto energy = [&] {
    bent.move();
    return bent.load().energy;
  };
  constexpr double h = 1e-6;
  double largest = 0;
  for (std::size_t i = 0; i < bent.q.size(); ++i) {
    if (static_cast<int>(i) / 3 == bent.tree.root) continue;
    const double kept = bent.q[i];
    bent.q[i] = kept + h;
    const double above = energy();
    bent.q[i] = kept - h;
    const double below = energy();
    bent.q[i] = kept;
    CAPTURE(i);
    CHECK(forces[i] == near((below - above) / (2 * h), 2e-6));  // h^2 of the difference against forces up to some N
    largest = std::max(largest, std::abs(forces[i]));
  }
  CHECK(largest > 0.1);
  for (int c = 0; c < 3; ++c) {
    const double kept = bent.root.r[c];
    bent.root.r[c] = kept + h;
    const double above = energy();
    bent.root.r[c] = kept - h;
    const double below = energy();
    bent.root.r[c] = kept;
    CHECK(on_root.force[c] == near((below - above) / (2 * h), 2e-6));
  }
}

TEST_CASE(
    "The power of a nip on the sheet is that of its rollers less friction, less damping, less what its springs store",
    "[unit]") {
  for (const double damping : {0.0, 2e-3}) {
    Bent bent;
    bent.nip.damping = damping;
    constexpr double speed = 0.4, h = 1e-7;
    const auto action = bent.load(speed);
    const double power = bent.power();
    CHECK(action.loss > 0);
    CHECK(action.power == Approx(speed * action.drive));
    // Stored: along the motion itself, by differences.
    const auto energy_after = [&](double dt) {
      Bent later;
      later.root.r += dt * bent.root.v;
      const Vec3<double> turn = dt * bent.root.w;
      later.root.A = Eigen::AngleAxisd(turn.norm(), turn.normalized()).toRotationMatrix() * bent.root.A;
      for (std::size_t i = 0; i < bent.q.size(); ++i) later.q[i] += dt * bent.rate[i];
      later.move();
      return later.load(speed).energy;
    };
    const double stored = (energy_after(h) - energy_after(-h)) / (2 * h);
    const double damped = action.power - action.loss - stored - power;
    if (damping == 0)
      CHECK(damped == near(0, 1e-6 * std::abs(stored)));  // rounding over h
    else
      CHECK(damped > 0);
  }
}

TEST_CASE("The force of a nip changes gradually as nodes pass, as an edge comes in and as one goes out", "[unit]") {
  Bent bent;
  bent.nip.opening = 0.1;
  constexpr int kSteps = 40000;
  constexpr double kFrom = -0.02, kTo = 0.32, dx = (kTo - kFrom) / kSteps;
  Vec3<double> before = Vec3<double>::Zero();
  double steepest = 0, largest = 0;
  for (int i = 0; i <= kSteps; ++i) {
    bent.nip.x = kFrom + dx * i;
    bent.load(0.4);
    Vec3<double> force = Vec3<double>::Zero();
    for (int n = 0; n < bent.tree.nodes(); ++n) force += bent.sheet.load(n).force;
    if (i > 0) steepest = std::max(steepest, (force - before).norm());
    largest = std::max(largest, force.norm());
    before = force;
  }
  CHECK(before.norm() == 0);  // out of the sheet
  CHECK(largest > 5);
  CHECK(steepest < largest * 10 * dx / bent.nip.length);  // no change within less than a tenth of the contact's length
}

TEST_CASE("A nip presses with all its force where it is wholly on the sheet, and by its part where it is not",
          "[unit]") {
  Bent flat(0);
  flat.root.v = flat.root.w = Vec3<double>::Zero();
  std::fill(flat.rate.begin(), flat.rate.end(), 0.0);
  flat.move();
  flat.nip = {.x = 0.13, .height = 2e-4, .width = 0.06, .pressing_force = 3};
  CHECK(flat.load().normal == Approx(3).epsilon(1e-14));
  flat.nip.z = 0.03;  // still inside
  CHECK(flat.load().normal == Approx(3).epsilon(1e-14));
  flat.nip.z = 0.105;  // half of it beside the sheet
  CHECK(flat.load().normal == Approx(1.5).epsilon(1e-14));
  flat.nip.z = 0.2;
  CHECK(flat.load().normal == 0);
  flat.nip.z = 0;
  flat.nip.x = 0.3 - 0.5 * flat.nip.length;  // the leading edge is half in
  CHECK(flat.load().normal == Approx(1.5).epsilon(1e-12));
  flat.nip.x = 0.3;
  CHECK(flat.load().normal == 0);
  flat.nip.x = 0.13;
  flat.nip.height = 2e-4 + 0.75 * flat.nip.opening;  // half taken
  CHECK(flat.load().normal == Approx(1.5).epsilon(1e-12));
  flat.nip.height = 2e-4 + flat.nip.opening;
  CHECK(flat.load().normal == 0);
}

TEST_CASE("The matrix of a nip is the derivative of its forces on a flat sheet that slips", "[unit]") {
  Bent flat(0);
  flat.nip.height = flat.root.r[1];  // at rest in the springs: forces that turn with the sheet are not in the matrix
  flat.nip.damping = 3e-3;
  const Nip<double> nip(flat.nip, 0.4);
  std::vector<Eigen::Matrix<double, 6, 1>> expected(flat.tree.nodes(), Eigen::Matrix<double, 6, 1>::Zero());
  NipTangent tangent;
  int lines = 0;
  for (int k = 0; k < flat.tree.nodes_width; ++k) {
    if (!nip.tangent(flat.sheet, k, tangent)) continue;
    ++lines;
    const int node[2] = {tangent.first, tangent.second};
    Eigen::Matrix<double, 12, 1> motion;  // a change of the velocities: that of a rigid body
    for (int n = 0; n < 2; ++n) {
      const Vec3<double> w(0.1, -0.2, 0.3),
          v = Vec3<double>(0.3, 0.2, -0.1) + w.cross(flat.sheet.node(node[n]).r - flat.root.r);
      motion.segment<6>(6 * n) << v, w;
    }
    const Eigen::Matrix<double, 12, 1> force = -tangent.C * motion;
    for (int n = 0; n < 2; ++n) expected[node[n]] += force.segment<6>(6 * n);
  }
  CHECK(lines == 5);
  constexpr double h = 1e-6;
  std::vector<Eigen::Matrix<double, 6, 1>> found(flat.tree.nodes(), Eigen::Matrix<double, 6, 1>::Zero());
  const SheetRoot<double> kept = flat.root;
  for (const double sign : {1.0, -1.0}) {
    flat.root.v = kept.v + sign * h * Vec3<double>(0.3, 0.2, -0.1);
    flat.root.w = kept.w + sign * h * Vec3<double>(0.1, -0.2, 0.3);
    flat.move();
    flat.load(0.4);
    for (int i = 0; i < flat.tree.nodes(); ++i) {
      found[i].head<3>() += sign / (2 * h) * flat.sheet.load(i).force;
      found[i].tail<3>() += sign / (2 * h) * flat.sheet.load(i).moment;
    }
  }
  for (int i = 0; i < flat.tree.nodes(); ++i) CHECK((found[i] - expected[i]).norm() < 1e-6);  // h^2 and rounding over h
}

}  // namespace
