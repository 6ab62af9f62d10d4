// Kinematics of bodies on bodies: velocities and accelerations against dual numbers and differences of positions.
#include <cmath>
#include <random>

#include "catch2/catch.hpp"
#include "mechanics/bodies/building.hpp"
#include "mechanics/bodies/joint.hpp"
#include "support/near.hpp"

using reeve::math::Dual;
using reeve::test::near;
using namespace reeve::mechanics;

namespace {

constexpr int kSize = 11;  ///< slewing ring 0, boom hinge 1, trolley 2, lift along z with sway 3, free body 5..10
constexpr int kQuaternion = kSize;

template <class S>
Vec3<S> vec(double x, double y, double z) {
  return {S(x), S(y), S(z)};
}

/// All coordinates at the time t, as motions that depend on it; the quaternion's scalar last.
template <class S>
struct Coordinates {
  S y[kSize + 1], yd[kSize + 1];
};

/// Trolley on a boom on a slewing ring on a travelling base: depth 4.
template <class S>
Frame<S> crane(const Coordinates<S>& c) {
  const auto at = [&](int i) { return JointPoint<S>{c.y + i, c.yd + i, S(1.0)}; };
  const Frame<S> ground;
  const auto base = place_body<S>({JointKind::line, vec<S>(1, 2, 0), vec<S>(0.6, 0.8, 0), 4}, ground, at(4));
  const auto ring = place_body<S>({JointKind::hinge, vec<S>(0, 0, 30), vec<S>(0, 0, 1), 0}, base, at(0));
  const auto boom = place_body<S>({JointKind::hinge, vec<S>(1, 0.5, 2), vec<S>(0, 1, 0), 1}, ring, at(1));
  const auto bracket = place_body<S>({JointKind::fixed, vec<S>(0, 0.2, 0.1)}, boom, {});
  return place_body<S>({JointKind::line, vec<S>(5, 0, 0), vec<S>(1, 0, 0), 2}, bracket, at(2));
}

template <class S>
Frame<S> block(const Coordinates<S>& c) {
  return place_body<S>({JointKind::free, {}, {}, 5}, {}, {c.y + 5, c.yd + 5, c.y[kQuaternion]});
}

template <class S>
Frame<S> lift(const Coordinates<S>& c, const Sway<S>& sway) {
  auto f = place_body<S>({JointKind::line, vec<S>(1, 2, 0), vec<S>(0, 0, 1), 3}, {}, {c.y + 3, c.yd + 3, S(1.0)});
  sway_guided(SwayShape<S>{500.0, 1.5}, sway, c.y[3], c.yd[3], f);
  return f;
}

Coordinates<double> random_coordinates(std::mt19937& random) {
  std::uniform_real_distribution<double> unit(-1, 1);
  Coordinates<double> c;
  for (int i = 0; i < kSize; ++i) c.y[i] = unit(random), c.yd[i] = unit(random);
  c.y[3] = 200 + 50 * unit(random);
  c.y[kQuaternion] = 1.3, c.yd[kQuaternion] = 0;  // no unit quaternion
  return c;
}

/// Moved on for a time tau: second rates are zero, quaternions follow the body's rates by small steps.
Coordinates<Dual> moving(const Coordinates<double>& c) {
  Coordinates<Dual> out;
  for (int i = 0; i <= kSize; ++i) out.y[i] = {c.y[i], c.yd[i]}, out.yd[i] = {c.yd[i], 0};
  const Quaternion<double> p{c.y[kQuaternion], {c.y[8], c.y[9], c.y[10]}};
  const auto rate = p.rate({c.yd[8], c.yd[9], c.yd[10]});
  for (int i = 0; i < 3; ++i) out.y[8 + i].d = rate.vector[i];
  out.y[kQuaternion].d = rate.scalar;
  return out;
}

/// v is the rate of r and a that of v; both as the columns say.
void check_frame(const Frame<double>& f, const Frame<Dual>& moved, const Coordinates<double>& c,
                 const Vec3<double>& u) {
  const auto point = f.point(u);
  const auto dual = moved.point(u.cast<Dual>());
  const Vec3<double> arm = f.A * u;
  Vec3<double> v = point.given, w = Vec3<double>::Zero();
  for (int j = 0; j < f.columns; ++j) {
    v += f.column(j, arm) * c.yd[f.coordinate[j]];
    w += f.about[j] * c.yd[f.coordinate[j]];
  }
  for (int i = 0; i < 3; ++i) {
    CHECK(point.v[i] == near(dual.r[i].d, 1e-12));  // dual numbers: rounding
    CHECK(point.a[i] == near(dual.v[i].d, 1e-12));
    CHECK(f.wd[i] == near(moved.w[i].d, 1e-12));
    CHECK(v[i] == near(point.v[i], 1e-12));
    CHECK(w[i] == near(f.w[i], 1e-12));
  }
  const Mat3<double> turning = f.A.transpose() * moved.A.unaryExpr([](const Dual& a) { return a.d; });
  const Vec3<double> spin = f.A.transpose() * f.w;
  CHECK((turning + turning.transpose()).norm() < 1e-12);  // A stays orthogonal
  CHECK(std::abs(turning(2, 1) - spin[0]) + std::abs(turning(0, 2) - spin[1]) + std::abs(turning(1, 0) - spin[2]) <
        1e-12);
}

}  // namespace

TEST_CASE("bodies: velocity and acceleration of points of bodies on bodies", "[unit][bodies]") {
  std::mt19937 random(1);
  for (int trial = 0; trial < 5; ++trial) {
    const auto c = random_coordinates(random);
    const auto d = moving(c);
    check_frame(crane(c), crane(d), c, {0.3, -0.2, 0.7});
    check_frame(block(c), block(d), c, {0.3, -0.2, 0.7});
  }
}

TEST_CASE("bodies: guide rails carry a body sideways with the building", "[unit][bodies]") {
  std::mt19937 random(2);
  for (int trial = 0; trial < 5; ++trial) {
    const auto c = random_coordinates(random);
    const Sway<double> sway{{0.3, -0.1, 0}, {0.2, 0.1, 0}, {-0.4, 0.2, 0}};
    Sway<Dual> moved;
    for (int i = 0; i < 3; ++i)
      moved.a[i] = {sway.a[i], sway.rate[i]}, moved.rate[i] = {sway.rate[i], sway.acceleration[i]};
    moved.acceleration = sway.acceleration.cast<Dual>();
    check_frame(lift(c, sway), lift(moving(c), moved), c, {0, 0, 0});
    const SwayShape<double> shape{500, 1.5};
    const auto wall = building_point(shape, sway, Vec3<double>(1, 2, c.y[3]));
    CHECK((wall.r - lift(c, sway).r).norm() < 1e-12);  // the rails are where the building is
  }
}

TEST_CASE("bodies: a quaternion of any length is a rotation, and knows small turns", "[unit][bodies]") {
  const Quaternion<double> p{0.7, {0.3, -1.1, 0.4}};
  const Mat3<double> A = p.matrix();
  CHECK((A.transpose() * A - Mat3<double>::Identity()).norm() < 1e-14);  // rounding
  CHECK(A.determinant() == Approx(1));
  const Eigen::Quaterniond same(p.scalar, p.vector[0], p.vector[1], p.vector[2]);
  CHECK((A - same.normalized().toRotationMatrix()).norm() < 1e-14);
  const Vec3<double> w(0.2, -0.5, 0.9);
  CHECK((p.turn(p.rate(w)) - w).norm() < 1e-14);
  CHECK((rotation_about(Vec3<double>(0.6, 0, 0.8), 0.7) -
         Eigen::AngleAxisd(0.7, Vec3<double>(0.6, 0, 0.8)).toRotationMatrix())
            .norm() < 1e-14);
}

TEST_CASE("bodies: equations of a rigid body are Lagrange's", "[unit][bodies]") {
  // M y'' - h = 0 against d/dt (dT/dy') - dT/dy + dV/dy of the crane's trolley, with T(y, y') from its own velocities.
  std::mt19937 random(3);
  const RigidBody<double> body{400, {0.4, -0.3, 0.2}, {30, 50, 70}};
  constexpr double g = 9.81;
  const auto energy = [&](const Coordinates<double>& c, double sign) {
    const auto f = crane(c);
    const auto centre = f.point(body.centre);
    const Vec3<double> w = f.A.transpose() * f.w;
    return 0.5 * body.mass * centre.v.squaredNorm() + 0.5 * w.dot(body.inertia.asDiagonal() * w) -
           sign * body.mass * g * centre.r[2];
  };
  const auto derivative = [](const auto& f, double h) {
    return (8 * (f(h) - f(-h)) - f(2 * h) + f(-2 * h)) / (12 * h);
  };
  const auto c = random_coordinates(random);
  const auto frame = crane(c);
  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(kSize, kSize);
  Eigen::VectorXd h = Eigen::VectorXd::Zero(kSize);
  add_rigid_body<double>(
      body, frame, g, [&](int i, int j, double m) { M(i, j) = M(j, i) = m; }, [&](int i, double f) { h[i] += f; });
  for (int j = 0; j < frame.columns; ++j) {
    const int k = frame.coordinate[j];
    const auto momentum = [&](Coordinates<double> at, double tau) {
      for (int i = 0; i < kSize; ++i) at.y[i] += tau * at.yd[i];
      return derivative(
          [&](double d) {
            auto v = at;
            v.yd[k] += d;
            return energy(v, 0);
          },
          0.1);
    };
    const double by_place = derivative(
        [&](double d) {
          auto q = c;
          q.y[k] += d;
          return energy(q, 1);
        },
        1e-3);
    const double rate = derivative([&](double tau) { return momentum(c, tau); }, 1e-3);
    CHECK(h[k] == near(by_place - rate, 1e-6 * h.norm()));  // differences
    const double mass = derivative(
        [&](double d) {
          auto v = c;
          v.yd[k] += d;
          return derivative(
              [&](double b) {
                auto w = v;
                w.yd[k] += b;
                return energy(w, 0);
              },
              0.1);
        },
        0.1);
    CHECK(M(k, k) == near(mass, 1e-8 * M.norm()));
  }
}
