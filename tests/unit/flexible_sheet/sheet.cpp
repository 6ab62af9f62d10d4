/// The sheet as a tree of nodes: gradients, matrix, accelerations, for every tree, joint and element.
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "mechanics/flexible_sheet/sheet_matrix.hpp"

namespace {

using namespace reeve;
using namespace reeve::mechanics;
using math::Dual;

struct Variant {
  TreeKind tree;
  bool clamped;
  JointKind joint;
  PlateKind plate;
};

std::vector<Variant> variants() {
  std::vector<Variant> out;
  for (const auto tree : {TreeKind::comb, TreeKind::ribs, TreeKind::ribs_centre, TreeKind::comb_centre}) {
    for (const bool clamped : {true, false}) {
      for (const auto joint : {JointKind::paper, JointKind::chord}) {
        for (const auto plate : {PlateKind::corotational, PlateKind::vector_quadratic})
          out.push_back({tree, clamped, joint, plate});
      }
    }
  }
  return out;
}

template <class S>
SheetProperties<S> properties(const Variant& v, double damping = 0) {
  return {.length = S(0.3),
          .width = S(0.21),
          .thickness = S(1e-4),
          .E = S(2e9),
          .nu = S(0.2),
          .density = S(770.0),
          .loop = S(1e-3),
          .damping = S(damping),
          .gravity = S(9.81),
          .joint = v.joint,
          .plate = v.plate};
}

/// A sheet crumpled at random, and a direction in its coordinates.
struct Crumpled {
  SheetTree tree;
  std::vector<double> q, along;
  SheetRoot<double> root;

  explicit Crumpled(const Variant& v, int nodes_width = 5)
      : tree(6, nodes_width, v.tree, v.clamped), q(3 * tree.nodes()), along(q.size()) {
    std::mt19937 random(1);
    std::normal_distribution<double> some;
    for (int i = 0; i < tree.nodes(); ++i) {
      for (int c = 0; c < 3; ++c) {
        if (tree.joint[i].locked || i == tree.root) continue;
        q[3 * i + c] = (c == 0 ? 0.005 : 0.2) * some(random);
        along[3 * i + c] = (c == 0 ? 0.02 : 1.0) * some(random);
      }
    }
    root.r = {0.1, -0.2, 0.3};
    root.A = Eigen::AngleAxisd(0.4, Vec3<double>(1, 2, 3).normalized()).toRotationMatrix();
  }
  SheetRoot<Dual> dual_root() const {
    SheetRoot<Dual> out;
    for (int r = 0; r < 3; ++r) {
      out.r[r] = root.r[r];
      for (int c = 0; c < 3; ++c) out.A(r, c) = root.A(r, c);
    }
    return out;
  }
  std::vector<Dual> moving() const {
    std::vector<Dual> out(q.size());
    for (std::size_t k = 0; k < q.size(); ++k) out[k] = Dual(q[k], along[k]);
    return out;
  }
};

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

void check_gradient(int nodes_width) {
  for (const auto& v : variants()) {
    const Crumpled at(v, nodes_width);
    Sheet<double> sheet(at.tree);
    sheet.set(properties<double>(v));
    sheet.move(at.root, at.q, {});
    sheet.find_loads(false);
    std::vector<double> force(at.q.size());
    Wrench<double> on_root;
    sheet.generalized(force, on_root);
    Sheet<Dual> dual(at.tree);
    dual.set(properties<Dual>(v));
    dual.move(at.dual_root(), at.moving(), {});
    const double slope = (dual.elastic_energy() + dual.gravity_energy()).d;
    CHECK(-dot(force, at.along) == Approx(slope).epsilon(1e-10));  // rounding, sums of terms a thousand times larger
  }
}

TEST_CASE("Generalized forces are minus the gradient of the energy, in every variant", "[unit]") { check_gradient(5); }

TEST_CASE("Plates are computed in pairs, and an odd one counts once", "[unit]") { check_gradient(4); }  // 15 cells

TEST_CASE("The matrix is the exact second derivative: it gives back the direction whose force change is put in",
          "[unit]") {
  for (const auto& v : variants()) {
    const Crumpled at(v);
    Sheet<double> sheet(at.tree);
    sheet.set(properties<double>(v));
    sheet.move(at.root, at.q, {});
    sheet.find_loads(false);
    std::vector<double> force(at.q.size()), mass(at.q.size());
    Wrench<double> on_root;
    sheet.generalized(force, on_root);
    Sheet<Dual> dual(at.tree);
    dual.set(properties<Dual>(v));
    dual.move(at.dual_root(), at.moving(), {});
    dual.find_loads(false);
    std::vector<Dual> change(at.q.size());
    Wrench<Dual> dual_root;
    dual.generalized(change, dual_root);

    SheetMatrix matrix(at.tree);
    matrix.linearise(sheet, true);
    double inertia = 1e5;  // a crumpled sheet is not stable: enough mass makes the matrix definite
    while (!matrix.factor(0, inertia)) inertia *= 3;
    Twist<double> none, root;
    matrix.times(at.along, none, at.along, none, mass, root);
    std::vector<double> right(at.q.size());
    for (std::size_t k = 0; k < right.size(); ++k) right[k] = inertia * mass[k] - change[k].d;
    root.linear *= inertia;
    root.angular *= inertia;
    for (int c = 0; c < 3; ++c) {
      root.linear[c] -= dual_root.force[c].d;
      root.angular[c] -= dual_root.moment[c].d;
    }
    matrix.solve(right, root);
    double worst = 0;
    for (std::size_t k = 0; k < right.size(); ++k) worst = std::max(worst, std::abs(right[k] - at.along[k]));
    CHECK(worst < 1e-10);  // rounding times the condition of a nearly indefinite matrix
    CHECK(root.linear.norm() + root.angular.norm() < 1e-10);
  }
}

TEST_CASE("Accelerations satisfy the equations of motion: what inertia leaves of the loads does no work on any joint",
          "[unit]") {
  for (const auto& v : variants()) {
    Crumpled at(v);
    at.root.v = {0.1, 0.2, -0.3};
    at.root.w = {1, -2, 3};
    Sheet<double> sheet(at.tree);
    sheet.set(properties<double>(v, 1e-3));
    sheet.move(at.root, at.q, at.along);
    sheet.find_loads(true);
    SheetDynamics<double> dynamics(at.tree);
    std::vector<double> acceleration(at.q.size()), left(at.q.size());
    Twist<double> root{.linear = {1, 2, 3}, .angular = {3, 2, 1}};
    dynamics.accelerate(sheet, at.along, root, acceleration);
    double largest = 0;
    for (int i = 0; i < at.tree.nodes(); ++i) largest = std::max(largest, sheet.load(i).moment.norm());
    dynamics.take_off_inertia(sheet);
    Wrench<double> on_root;
    sheet.generalized(left, on_root);
    for (const double g : left) CHECK(std::abs(g) < 1e-11 * std::max(1.0, largest));  // rounding
    if (!v.clamped) CHECK(on_root.force.norm() + on_root.moment.norm() < 1e-10);
  }
}

TEST_CASE("Velocities and accelerations of the nodes are the time derivatives of their poses", "[unit]") {
  constexpr double h = 1e-7;  // [s]; accelerations a of 1e5 rad/s2 leave (a h)^2 = 1e-4 rad/s2, rounding far less
  for (const auto& v : variants()) {
    if (!v.clamped) continue;  // the root stands still
    const Crumpled at(v);
    Sheet<double> sheet(at.tree);
    sheet.set(properties<double>(v));
    sheet.move(at.root, at.q, at.along);
    sheet.find_loads(true);
    SheetDynamics<double> dynamics(at.tree);
    std::vector<double> acceleration(at.q.size());
    Twist<double> root;
    dynamics.accelerate(sheet, at.along, root, acceleration);
    const auto at_time = [&](double t) {
      std::vector<double> q(at.q), rates(at.along);
      for (std::size_t k = 0; k < q.size(); ++k) {
        q[k] += t * at.along[k] + 0.5 * t * t * acceleration[k];
        rates[k] += t * acceleration[k];
      }
      Sheet<double> moved(at.tree);
      moved.set(properties<double>(v));
      moved.move(at.root, q, rates);
      return moved;
    };
    const Sheet<double> before = at_time(-h), after = at_time(h);
    for (int i = 0; i < at.tree.nodes(); ++i) {
      const Vec3<double> velocity = (after.node(i).r - before.node(i).r) / (2 * h);
      const Vec3<double> linear = (after.node(i).v - before.node(i).v) / (2 * h),
                         angular = (after.node(i).w - before.node(i).w) / (2 * h);
      const auto& a = dynamics.acceleration(i);
      CHECK((velocity - sheet.node(i).v).norm() < 1e-6 * (1 + a.linear.norm()));
      CHECK((linear - a.linear).norm() < 1e-5 * (1 + a.linear.norm()));
      CHECK((angular - a.angular).norm() < 1e-5 * (1 + a.angular.norm()));
    }
  }
}

TEST_CASE("Damping takes energy out at the rate of its dissipation and never puts any in", "[unit]") {
  for (const auto& v : variants()) {
    const Crumpled at(v);
    Sheet<double> sheet(at.tree);
    constexpr double beta = 1e-3;
    sheet.set(properties<double>(v, beta));
    sheet.move(at.root, at.q, at.along);
    std::vector<double> with(at.q.size()), without(at.q.size()), product(at.q.size());
    Wrench<double> on_root;
    sheet.find_loads(false);
    sheet.generalized(without, on_root);
    SheetMatrix matrix(at.tree);
    matrix.linearise(sheet, true);
    sheet.find_loads(true);
    sheet.generalized(with, on_root);
    double power = 0;
    for (std::size_t k = 0; k < with.size(); ++k) power += (with[k] - without[k]) * at.along[k];
    CHECK(power < 0);
    Twist<double> none, root;
    const std::vector<double> still(at.q.size());
    matrix.times(still, none, at.along, none, product, root);
    CHECK(power == Approx(-dot(product, at.along)).epsilon(1e-10));  // the same C in the matrix; rounding
  }
}

TEST_CASE("Trees with a master at the centre start there, or go backwards from the clamped edge to it", "[unit]") {
  for (const auto kind : {TreeKind::ribs_centre, TreeKind::comb_centre}) {
    const SheetTree free(7, 5, kind, false), clamped(7, 5, kind, true);
    CHECK(free.root == free.id(3, 2));
    CHECK(clamped.root == clamped.id(0, 2));
    for (int i = 0; i < free.nodes(); ++i) CHECK(!free.joint[i].reversed);
    for (int k = 0; k < 5; ++k) {
      for (int i = 1; i < 7; ++i) {
        const bool on_the_way = i <= 3 && (kind == TreeKind::comb_centre || k == 2);
        CHECK(clamped.joint[clamped.id(i, k)].reversed == on_the_way);
      }
    }
  }
}

TEST_CASE("Every node has its parent before it, and joints and open edges make up the grid", "[unit]") {
  for (const auto& v : variants()) {
    const SheetTree tree(6, 5, v.tree, v.clamped);
    std::vector<bool> seen(tree.nodes());
    for (const int i : tree.order) {
      if (i != tree.root) CHECK(seen[tree.joint[i].parent]);
      seen[i] = true;
    }
    CHECK(tree.order.size() == 30);
    CHECK(tree.open.size() + 29 == 5 * 5 + 6 * 4);
  }
}

}  // namespace
