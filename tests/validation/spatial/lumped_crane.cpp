// The crane's ride against a rope of many small masses, written for this test only: no shape functions, no Lagrange equations, no
// elimination, another integrator.
//
// A span carries N + 1 points at equal distances ds of unstretched rope; they move along the rope with its ends. With the place
// r(s, t) and a dash for a fixed point of the rope: T = EA (|r_s| - 1 + tau (|r_s|)'), rho r'' = (T r_s/|r_s|)_s + rho g. A point that
// moves along the rope with w sees dr/dt = v + w r_s, dv/dt = r'' + w v_s, and at an end d2r/dt2 = r'' + 2 w v_s + w^2 r_ss + w' r_s.
// The half cell at each end turns the force at its inner face into the force at the end.
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "catch2/catch.hpp"
#include "support/spatial_cases.hpp"

using namespace reeve;
using namespace reeve::test::spatial;
using Vec = Eigen::Vector3d;

namespace {

constexpr int N = 10, kSpans = 4, kInner = N - 1;
constexpr double EA = 1.2e7, rho = 1.1, tau = 3e-4, g = 9.81, kHook = 2000, pi = std::numbers::pi;

/// y: hook's place and velocity, rope at the three wheels and its rate, then places and velocities of the spans' inner points.
constexpr int kFlow = 6, kPoints = 12, kSize = kPoints + 2 * 3 * kSpans * kInner;
using Vector = Eigen::Matrix<double, kSize, 1>;

struct Given {
  Vec r, v, a;
};

class LumpedCrane {
 public:
  mechanics::RideProfile<double> slew, travel, hoist;
  double length{};  ///< of the rope, unstretched, at the start [m]

  /// The point at the distance d from the slewing axis along the jib.
  Given on_jib(double t, double at, bool on_trolley) const {
    const auto f = slew.at(t), d = travel.at(t);
    const double x = at + (on_trolley ? d.position : 0), xd = on_trolley ? d.velocity : 0,
                 xdd = on_trolley ? d.acceleration : 0;
    const Vec e(std::cos(f.position), std::sin(f.position), 0), n(-e[1], e[0], 0);
    return {x * e + Vec(0, 0, 40), xd * e + x * f.velocity * n,
            (xdd - x * f.velocity * f.velocity) * e + (2 * xd * f.velocity + x * f.acceleration) * n};
  }

  struct End {
    Given at;         ///< a: what is known of the acceleration
    double s, w, wd;  ///< material, its rate, what is known of its acceleration
    bool hook;
    int flow;  ///< number of the wheel, -1: none
  };
  End node(int k, double t, const Vector& y) const {
    const auto wound = hoist.at(t);
    if (k == 0) return {on_jib(t, 2, false), 2 * wound.position, 2 * wound.velocity, 2 * wound.acceleration, false, -1};
    if (k == 4) return {on_jib(t, 50, false), length, 0, 0, false, -1};
    const double s = y[kFlow + k - 1], w = y[kFlow + 3 + k - 1];
    if (k == 2) return {{y.head<3>(), y.segment<3>(3), Vec::Zero()}, s, w, 0, true, 1};
    return {on_jib(t, k == 1 ? 14.6 : 15.4, true), s, w, 0, false, k - 1};
  }

  static int place(int k, int i) { return kPoints + 3 * (k * kInner + i - 1); }
  static int velocity(int k, int i) { return place(k, i) + 3 * kSpans * kInner; }

  Vector rate(double t, const Vector& y) {
    Vector f = Vector::Zero();
    Eigen::Matrix<double, 6, 6> M =
        Eigen::Matrix<double, 6, 6>::Zero();  // hook's acceleration, then those of the flows
    Eigen::Matrix<double, 6, 1> F = Eigen::Matrix<double, 6, 1>::Zero();
    M.diagonal().head<3>().setConstant(kHook);
    F[2] = -kHook * g;
    for (int k = 0; k < kSpans; ++k) {
      const End e[2] = {node(k, t, y), node(k + 1, t, y)};
      const double ds = (e[1].s - e[0].s) / N;
      std::array<Vec, N + 1> r, v;
      r[0] = e[0].at.r, r[N] = e[1].at.r;
      for (int i = 1; i < N; ++i) r[i] = y.segment<3>(place(k, i)), v[i] = y.segment<3>(velocity(k, i));
      const Vec slope[2] = {(-3 * r[0] + 4 * r[1] - r[2]) / (2 * ds), (3 * r[N] - 4 * r[N - 1] + r[N - 2]) / (2 * ds)};
      v[0] = e[0].at.v - slope[0] * e[0].w;
      v[N] = e[1].at.v - slope[1] * e[1].w;
      std::array<Vec, N> pull;
      for (int i = 0; i < N; ++i) {
        const Vec cell = (r[i + 1] - r[i]) / ds, along = cell.normalized();
        pull[i] = EA * (cell.norm() - 1 + tau * along.dot(v[i + 1] - v[i]) / ds) * along;
      }
      for (int i = 1; i < N; ++i) {
        const double w = e[0].w + (e[1].w - e[0].w) * i / N;
        f.segment<3>(place(k, i)) = v[i] + w * (r[i + 1] - r[i - 1]) / (2 * ds);
        f.segment<3>(velocity(k, i)) =
            (pull[i] - pull[i - 1]) / (rho * ds) - Vec(0, 0, g) + w * (v[i + 1] - v[i - 1]) / (2 * ds);
      }
      for (int end = 0; end < 2; ++end) {
        // Force along growing s at the end: face minus or plus the half cell's mass times (acceleration + g).
        const End& at = e[end];
        const double half = 0.5 * rho * ds * (end == 0 ? -1 : 1), sign = end == 0 ? 1 : -1;
        const int a = end == 0 ? 0 : N - 1, b = end == 0 ? 2 : N;
        const Vec v_s = (v[a + 1] - v[a]) / ds, r_ss = (r[b] - 2 * r[b - 1] + r[b - 2]) / (ds * ds);
        const Vec known = at.at.a - 2 * at.w * v_s - at.w * at.w * r_ss - at.wd * slope[end] + Vec(0, 0, g);
        const Vec constant = pull[a] + half * known, along = slope[end].normalized();
        constant_[2 * k + end] = along.dot(constant);
        if (at.hook) {  // the rope pulls, and takes momentum along
          F.head<3>() += sign * (constant - rho * at.w * at.w * slope[end]);
          M.topLeftCorner<3, 3>().diagonal().array() -= sign * half;
          M.block<3, 1>(0, 3 + at.flow) += sign * half * slope[end];
        }
        if (at.flow < 0) continue;  // a wheel without inertia: equal tensions
        F[3 + at.flow] -= sign * along.dot(constant);
        if (at.hook) M.block<1, 3>(3 + at.flow, 0) += sign * half * along.transpose();
        M(3 + at.flow, 3 + at.flow) -= sign * half * along.dot(slope[end]);
      }
    }
    const Eigen::Matrix<double, 6, 1> a = M.partialPivLu().solve(F);
    f.head<3>() = y.segment<3>(3);
    f.segment<3>(3) = a.head<3>();
    f.segment<3>(kFlow) = y.segment<3>(kFlow + 3);
    f.segment<3>(kFlow + 3) = a.tail<3>();
    return f;
  }
  /// Mean of the tensions at the ends of the two falls; their half cells' inertia averages out over a ride.
  double fall_tension() const { return (constant_[2] + constant_[3] + constant_[4] + constant_[5]) / 4; }

 private:
  std::array<double, 2 * kSpans> constant_{};
};

/// The points of a span, from the model's own shape at rest.
Vec shape(const mechanics::SpatialKinematics<double>& m, const mechanics::SpatialShapes& t, double x) {
  Vec r = (1 - x) * m.r[0] + x * m.r[1];
  for (int axis = 0; axis < 3; ++axis) {
    for (int i = 0; i < t.modes.along[axis]; ++i) r[axis] += std::sin((i + 1) * pi * x) * m.q[t.first[axis] + i];
  }
  return r;
}

}  // namespace

TEST_CASE("space: the crane's ride agrees with a rope of many small masses", "[validation][spatial][slow]") {
  auto structure = tower_crane(3);
  structure.rope[0].damping = tau;
  Instance crane(structure);
  ride(crane.values.axis[0], pi / 2, 40);
  ride(crane.values.axis[1], 15, 40);
  ride(crane.values.axis[2], 10, 40);
  crane.initialise();
  const auto profile = [&](int a) {
    const auto& p = crane.values.axis[a];
    return mechanics::RideProfile<double>(0, p.distance, p.speed, p.acceleration, p.jerk);
  };
  LumpedCrane lumped;
  lumped.slew = profile(0), lumped.travel = profile(1), lumped.hoist = profile(2);
  Vector y = Vector::Zero();
  models::spatial::Equations<double> equations(crane.model.topology());
  equations.prepare(crane.values);
  std::vector<double> still(equations.coordinates());
  equations.evaluate({crane.state.x.data(), still.data(), nullptr, {}}, crane.values);
  for (int k = 0; k < kSpans; ++k) {
    const auto& m = equations.states()[k].motion;
    for (int i = 1; i < N; ++i)
      y.segment<3>(LumpedCrane::place(k, i)) = shape(m, equations.spans()[k].element.shapes, double(i) / N);
    if (k < 3) y[kFlow + k] = m.s[1];
    if (k == 1) y.head<3>() = m.r[1];
    lumped.length = m.s[1];
  }
  constexpr double dt = 1e-4;  // axial waves pass a cell in 2.5e-4 s, damping allows 1.5e-4
  double place = 0, mean[2] = {0, 0};
  constexpr int kSamples = 400;
  double t = 0;
  for (int sample = 1; sample <= kSamples; ++sample) {
    while (t < 0.1 * sample - dt / 2) {
      const Vector a = lumped.rate(t, y), b = lumped.rate(t + dt / 2, y + dt / 2 * a),
                   c = lumped.rate(t + dt / 2, y + dt / 2 * b), d = lumped.rate(t + dt, y + dt * c);
      y += dt / 6 * (a + 2 * b + 2 * c + d);
      t += dt;
    }
    lumped.rate(t, y);
    crane.step(0.1 * sample);
    const auto& r = crane.values.motion[2].position;
    place = std::max(place, (Vec(r[0], r[1], r[2]) - y.head<3>()).norm());
    mean[0] += lumped.fall_tension() / kSamples;
    const auto &start = crane.values.span_tension_start, &end = crane.values.span_tension_end;
    mean[1] += (start[1] + end[1] + start[2] + end[2]) / (4 * kSamples);
  }
  CAPTURE(place, mean[0], mean[1]);
  CHECK(crane.values.motion[2].position[1] > 29);  // it has slewed, and travelled
  CHECK(place < 2e-4);  // found: 4e-5 m and 0.007 N, what 10 cells per span and 3 modes leave
  CHECK(std::abs(mean[0] - mean[1]) < 0.1);
}
