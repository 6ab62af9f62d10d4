// ALEM and ALE-ANCF against a rope of many small masses, written for this test only: no shape functions, no Lagrange
// equations, no elimination, another integrator.
//
// A span carries N + 1 points at equal distances ds of unstretched rope; they move along the rope with its ends. With the
// height z(s, t), the sign o of dz/ds (+1: the span goes up with s) and a dot for a fixed point of the rope:
//   strain e = |dz/ds| - 1,  tension T = EA (e + tau e'),  rho z'' = o dT/ds - rho g
// A point that moves along the rope with s' sees   dz/dt = z' + s' dz/ds,  dz'/dt = z'' + s' dz'/ds.
// The half cell at each end turns the tension at its inner face into the tension at the end.
#include <Eigen/Dense>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <deque>
#include <vector>

#include "unit/reeving/cases.hpp"

using namespace reeve;
using namespace reeve::test;

namespace {

constexpr int N = 16;  // cells per span
constexpr double EA = 5e7, rho = 5, tau = 1e-3, g = 9.81;
constexpr double kCabin = 3000, kCounterweight = 3500, kMachine = 10000;
constexpr double kMachineStiffness = 1e7, kAnchorStiffness = 2.5e6, kTop = 100;
constexpr double kSheave = 10 / (0.25 * 0.25);  // rotary inertia seen along the rope [kg]

/// What moves at the ends of the spans; the drive's material coordinate is given.
enum Place {
  cabin_anchor,
  cabin,
  machine,
  counterweight,
  counterweight_anchor,
  cabin_flow,
  counterweight_flow,
  kPlaces
};

struct Span {
  int from, to;            // places of its ends
  int flow_from, flow_to;  // places whose value is the material coordinate of the end, -1: fixed, -2: the drive
  double o;                // sign of dz/ds
};
constexpr std::array<Span, 4> kSpans{{{cabin_anchor, cabin, -1, cabin_flow, -1},
                                      {cabin, machine, cabin_flow, -2, +1},
                                      {machine, counterweight, -2, counterweight_flow, -1},
                                      {counterweight, counterweight_anchor, counterweight_flow, -1, +1}}};
constexpr std::array<double, 5> kContacts{0, 90, 180, 190,
                                          200};  // material coordinates at rest on the unstretched rope [m]

/// y = [places | rates | per span N - 1 heights | per span N - 1 velocities]
constexpr int kSize = 2 * kPlaces + 2 * 4 * (N - 1);
using Vector = Eigen::Matrix<double, kSize, 1>;

class LumpedRope {
 public:
  /// Static: cells stretched so that each face carries what hangs below it; `start` gives the heights of the places.
  LumpedRope(const std::array<double, 5>& heights, std::array<double, 2> flows, mechanics::RideProfile<double> ride)
      : ride_(std::move(ride)) {
    y.setZero();
    for (int p = 0; p < 5; ++p) y[p] = heights[p];
    y[cabin_flow] = flows[0], y[counterweight_flow] = flows[1];
    for (int k = 0; k < 4; ++k) {
      const Ends e = ends(k, y, 0);
      const double ds = (e.s1 - e.s0) / N, mean = EA * (std::abs(e.z1 - e.z0) / (e.s1 - e.s0) - 1);
      double z = e.z0;
      for (int i = 1; i < N; ++i) {
        const double T = mean + kSpans[k].o * rho * g * ds * (i - 0.5 - 0.5 * N);
        z += kSpans[k].o * ds * (1 + T / EA);
        y[height(k, i)] = z;
      }
    }
  }

  void advance(double dt) {
    const Vector k1 = rate(t, y), k2 = rate(t + dt / 2, y + dt / 2 * k1), k3 = rate(t + dt / 2, y + dt / 2 * k2),
                 k4 = rate(t + dt, y + dt * k3);
    y += dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    t += dt;
  }

  Vector rate(double at, const Vector& x) {
    Vector f = Vector::Zero();
    Eigen::Matrix<double, kPlaces, kPlaces> M = Eigen::Matrix<double, kPlaces, kPlaces>::Zero();
    Eigen::Matrix<double, kPlaces, 1> F = Eigen::Matrix<double, kPlaces, 1>::Zero();
    M.diagonal() << 0, kCabin, kMachine, kCounterweight, 0, kSheave, kSheave;
    for (const int p : {cabin_anchor, counterweight_anchor}) {  // springs are damped like the rope
      F[p] = kAnchorStiffness * (kTop - x[p] - tau * x[kPlaces + p]);
    }
    F[cabin] = -kCabin * g;
    F[counterweight] = -kCounterweight * g;
    F[machine] = -kMachine * g + kMachineStiffness * (kTop - x[machine] - tau * x[kPlaces + machine]);
    struct EndForce {
      double constant;
      double half_mass;
      double slope;
    };  // T = constant + sign half_mass (z'' - slope s'')
    std::array<std::array<EndForce, 2>, 4> end{};
    for (int k = 0; k < 4; ++k) {
      const Ends e = ends(k, x, at);
      const double o = kSpans[k].o, ds = (e.s1 - e.s0) / N;
      std::array<double, N + 1> z, v;
      z[0] = e.z0, z[N] = e.z1;
      for (int i = 1; i < N; ++i) z[i] = x[height(k, i)], v[i] = x[velocity(k, i)];
      const double slope0 = (-3 * z[0] + 4 * z[1] - z[2]) / (2 * ds),
                   slope1 = (3 * z[N] - 4 * z[N - 1] + z[N - 2]) / (2 * ds);
      v[0] = e.v0 - slope0 * e.w0;
      v[N] = e.v1 - slope1 * e.w1;
      std::array<double, N> T;
      for (int i = 0; i < N; ++i) T[i] = EA * (o * (z[i + 1] - z[i]) / ds - 1 + tau * o * (v[i + 1] - v[i]) / ds);
      for (int i = 1; i < N; ++i) {
        const double w = e.w0 + (e.w1 - e.w0) * i / N;
        f[height(k, i)] = v[i] + w * (z[i + 1] - z[i - 1]) / (2 * ds);
        f[velocity(k, i)] = o * (T[i] - T[i - 1]) / (rho * ds) - g + w * (v[i + 1] - v[i - 1]) / (2 * ds);
      }
      // Material acceleration at an end: z'' - slope s'' - 2 s' dv/ds.
      const double half = 0.5 * rho * ds, dv0 = (v[1] - v[0]) / ds, dv1 = (v[N] - v[N - 1]) / ds;
      end[k][0] = {T[0] - o * half * (g - slope0 * e.a0 - 2 * e.w0 * dv0), half, slope0};
      end[k][1] = {T[N - 1] + o * half * (g - slope1 * e.a1 - 2 * e.w1 * dv1), half, slope1};
    }
    // A tension pulls its body along o at the start and against o at the end; the rope that passes takes momentum along.
    for (int k = 0; k < 4; ++k) {
      const Span& span = kSpans[k];
      const Ends e = ends(k, x, at);
      const auto pull = [&](int place, int flow, double side, double sign, const EndForce& T, double w) {
        // side: +1 start, -1 end (direction of the pull along s); sign: of the half cell's inertia in T
        F[place] += side * span.o * (T.constant - rho * w * w);
        M(place, place) -= side * span.o * sign * T.half_mass;
        if (flow < 0) return;
        M(place, flow) += side * span.o * sign * T.half_mass * T.slope;
        F[flow] -= side * T.constant;
        M(flow, place) += side * sign * T.half_mass;
        M(flow, flow) -= side * sign * T.half_mass * T.slope;
      };
      pull(span.from, span.flow_from, +1, -span.o, end[k][0], e.w0);
      pull(span.to, span.flow_to, -1, +span.o, end[k][1], e.w1);
    }
    const Eigen::Matrix<double, kPlaces, 1> a = M.partialPivLu().solve(F);
    for (int p = 0; p < kPlaces; ++p) f[p] = x[kPlaces + p], f[kPlaces + p] = a[p];
    for (int k = 0; k < 4; ++k) {
      const Span& span = kSpans[k];
      const auto at_end = [&](const EndForce& T, double sign, int place, int flow) {
        return T.constant + sign * T.half_mass * (a[place] - (flow >= 0 ? T.slope * a[flow] : 0));
      };
      tension[2 * k] = at_end(end[k][0], -span.o, span.from, span.flow_from);
      tension[2 * k + 1] = at_end(end[k][1], span.o, span.to, span.flow_to);
    }
    return f;
  }

  Vector y;
  double t = 0;
  std::array<double, 8> tension{};  // of the last rate(): start and end of each span [N]

 private:
  struct Ends {
    double z0, z1, v0, v1, s0, s1, w0, w1, a0, a1;
  };  // height, its rate; material coordinate, rate, given acceleration
  static int height(int k, int i) { return 2 * kPlaces + k * (N - 1) + i - 1; }
  static int velocity(int k, int i) { return height(k, i) + 4 * (N - 1); }

  Ends ends(int k, const Vector& x, double at) const {
    const Span& span = kSpans[k];
    const auto ride = ride_.at(at);
    const auto flow = [&](int which, double fixed, double& s, double& w, double& a) {
      if (which == -2)
        s = kContacts[2] - 2 * ride.position, w = -2 * ride.velocity, a = -2 * ride.acceleration;
      else if (which == -1)
        s = fixed, w = 0, a = 0;
      else
        s = x[which], w = x[kPlaces + which], a = 0;
    };
    Ends e{x[span.from], x[span.to], x[kPlaces + span.from], x[kPlaces + span.to], 0, 0, 0, 0, 0, 0};
    flow(span.flow_from, kContacts[k], e.s0, e.w0, e.a0);
    flow(span.flow_to, kContacts[k + 1], e.s1, e.w1, e.a1);
    return e;
  }

  mechanics::RideProfile<double> ride_;
};

}  // namespace

TEST_CASE("elevator: ALEM and ALE-ANCF rides agree with a fine lumped-mass rope", "[validation][elevator][slow]") {
  std::deque<Instance> rides;
  rides.emplace_back(paper_elevator());
  rides.emplace_back(paper_elevator());
  rides[1].values.rope[0].formulation = 2;
  for (auto& i : rides) i.initialise();
  const auto& v = rides[0].values;
  LumpedRope rope({kTop - v.anchor_tension[0] / kAnchorStiffness, v.body_position[0], v.body_position[2],
                   v.body_position[1], kTop - v.anchor_tension[1] / kAnchorStiffness},
                  {v.span_length[0], 200 - v.span_length[3]}, mechanics::RideProfile<double>(0, 40, 6, 2.25, 0.84375));
  constexpr double dt = 2.5e-5;  // the damping of the shortest cells, 10 m / 16, allows 2.7e-5
  std::array<double, 2> position{}, force{};
  constexpr int kSamples = 1200;
  for (int sample = 1; sample <= kSamples; ++sample) {
    while (rope.t < 0.01 * sample - dt / 2) rope.advance(dt);
    rope.rate(rope.t, rope.y);
    for (std::size_t r = 0; r < rides.size(); ++r) {
      rides[r].step(0.01 * sample);
      const auto& w = rides[r].values;
      position[r] += std::pow(w.body_position[0] - rope.y[cabin], 2);
      for (int k = 0; k < 4; ++k) {
        force[r] += (std::pow(w.span_tension_start[k] - rope.tension[2 * k], 2) +
                     std::pow(w.span_tension_end[k] - rope.tension[2 * k + 1], 2)) /
                    8;
      }
    }
  }
  for (std::size_t r = 0; r < rides.size(); ++r) {
    const double z = std::sqrt(position[r] / kSamples), T = std::sqrt(force[r] / kSamples);
    CAPTURE(r, z, T);
    CHECK(z < 1e-6);  // found: 3e-7 m and 0.18 N, what 16 cells per span and 3 modes leave
    CHECK(T < 0.5);
  }
}
