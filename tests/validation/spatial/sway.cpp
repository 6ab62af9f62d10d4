// An elevator rope in a building that sways, against the string equation under the rope's own weight.
//
// Above a cabin of mass m the tension is T = g (m + rho y); w'' rho = (T w_y)_y has the standing solutions
//   w = A J0(2 W sqrt(u/g)) + B Y0(2 W sqrt(u/g)),   u = m/rho + y,   W the circular frequency.
#include <cmath>
#include <numbers>

#include "catch2/catch.hpp"
#include "math/gauss.hpp"
#include "support/near.hpp"
#include "support/spatial_cases.hpp"

using namespace reeve;
using namespace reeve::test;
using namespace reeve::test::spatial;

namespace {

constexpr double pi = std::numbers::pi, g = 9.81;
constexpr double kTop = 500, kCabin = 3500, kRho = 12.6, kAmplitude = 0.01, kHertz = 0.12;

/// A cabin on rails, on a rope of length L from a drum at the top of the building.
Structure elevator(double L, int across) {
  Structure s;
  s.body = {body("cabin", JointKind::line, kCabin, {0, 0, kTop - L})};
  s.body[0].guided = true;
  s.anchor = {anchor("cabin_top", "cabin", {0, 0, 0})};
  s.rope = {rope("rope", 138.7e6, kRho, 1e-3, {across, across, 2}, {"drive", "cabin_top"})};
  s.rope[0].vertical_shapes = 2;
  s.drive.at = {0, 0, kTop}, s.drive.radius = 0.5, s.drive.inertia = 400, s.drive.sides = {"cabin"};
  s.sways = true;
  s.sway.height = kTop, s.sway.exponent = 1.5, s.sway.amplitude = kAmplitude, s.sway.frequency = kHertz;
  return s;
}

/// The standing solution between ends that move with the building.
struct Standing {
  double L, A, B;
  static double argument(double y) { return 2 * (2 * pi * kHertz) * std::sqrt((kCabin / kRho + y) / g); }
  static double building(double z) { return kAmplitude * std::pow(z / kTop, 1.5); }
  explicit Standing(double length) : L{length} {
    const double x0 = argument(0), x1 = argument(L);
    const double a = std::cyl_bessel_j(0, x0), b = std::cyl_neumann(0, x0), c = std::cyl_bessel_j(0, x1),
                 d = std::cyl_neumann(0, x1);
    const double low = building(kTop - L), high = building(kTop), det = a * d - b * c;
    A = (d * low - b * high) / det;
    B = (a * high - c * low) / det;
  }
  double at(double y) const { return A * std::cyl_bessel_j(0, argument(y)) + B * std::cyl_neumann(0, argument(y)); }
  /// Away from the straight line between the ends; x counts from the top.
  double across(double x) const { return at((1 - x) * L) - ((1 - x) * at(L) + x * at(0)); }
};

}  // namespace

TEST_CASE("space: a rope of 450 m has the frequencies of a heavy string", "[validation][spatial]") {
  Instance i(elevator(450, 8));
  i.values.sway.amplitude = 0;
  i.initialise();
  const auto hertz = i.frequencies();                  // along x and y alike
  const double exact[] = {0.07571, 0.15174, 0.22770};  // roots of the Bessel determinant, stretch included
  for (int k = 0; k < 3; ++k) CHECK(hertz[2 * k] == Approx(exact[k]).epsilon(2e-4));  // four digits are given
}

TEST_CASE("space: rope sway is in resonance with the building where Bessel's functions say", "[validation][spatial]") {
  Instance i(elevator(259.7, 8));
  i.values.sway.amplitude = 0;
  i.initialise();
  CHECK(i.frequencies()[0] == Approx(kHertz).epsilon(1e-3));  // the length is given to four digits
}

TEST_CASE("space: steady rope sway at a fixed cabin is Bessel's", "[validation][spatial]") {
  constexpr double L = 220;
  const Standing exact(L);
  double most = 0, farthest = 0;
  for (int k = 0; k <= 1000; ++k) {
    most = std::max(most, std::abs(exact.across(k / 1000.0)));
    farthest = std::max(farthest, std::abs(exact.at(L * k / 1000.0)));
  }
  CHECK(farthest / kAmplitude == near(3.497, 1e-3));
  const struct {
    int modes;
    double allowed;
  } cases[] = {{3, 5e-3}, {8, 2e-3}};  // shapes; what transients are left
  for (const auto& c : cases) {
    Instance i(elevator(L, c.modes));
    i.values.solver_tolerance = 1e-7;
    i.initialise();
    // The motion that the steady state has at t = 0, where the building passes its middle.
    const double W = 2 * pi * kHertz;
    const int n = i.model.layout().n, first = n - (2 * c.modes + 2);
    for (int k = 1; k <= c.modes; ++k) {
      double sum = 0;
      for (const auto& [x, w] : math::gauss_legendre(40)) sum += 2 * w * exact.across(x) * std::sin(k * pi * x);
      i.state.x[n + first + k - 1] = W * sum;
    }
    i.outputs();
    const double start = i.values.energy_residual;
    double largest = 0, apart = 0;
    for (int k = 1; k <= 200; ++k) {  // two periods
      i.step(k / 12.0);
      largest = std::max(largest, i.values.span_sway[0]);
      apart = std::max(apart, std::abs(i.values.span_sway[0] - most * std::abs(std::sin(W * i.t))));
    }
    CAPTURE(c.modes, most, largest, apart);
    CHECK(largest == Approx(most).epsilon(c.allowed));
    CHECK(apart < 1.5 * c.allowed * most);
    CHECK(i.values.motion[0].position[0] == near(Standing::building(kTop - L) * std::sin(W * i.t), 1e-5));
    CHECK(i.values.energy_residual ==
          near(start, 1e-3));  // the building's work goes to and fro by 10 J; the solver's tolerance
  }
}

namespace {

/// The string above a cabin that rises, by finite differences: w(y, t) at rope points y above the cabin, 0 < y < l(t), rho w'' =
/// (T w_y)_y, T = (m + rho y)(g + cabin's acceleration). Places x = y/l move over the rope: dw/dt = p + x (l'/l) w_x with p = w'.
class RisingString {
 public:
  static constexpr int N = 200;
  using State = std::array<Eigen::Matrix<double, N + 1, 1>, 2>;  // w, p
  mechanics::RideProfile<double> ride;
  double length;  // at the start [m]
  State y{};

  RisingString(const mechanics::RideProfile<double>& profile, double l) : ride{profile}, length{l} {
    y[0].setZero();
    const Ends e = ends(0);
    for (int i = 0; i <= N; ++i) y[1][i] = e.low_rate + (e.high_rate - e.low_rate) * i / N;
  }
  void advance(double t, double dt) {
    const State a = rate(t, y), b = rate(t + dt / 2, plus(y, dt / 2, a)), c = rate(t + dt / 2, plus(y, dt / 2, b)),
                d = rate(t + dt, plus(y, dt, c));
    for (int k = 0; k < 2; ++k) y[k] += dt / 6 * (a[k] + 2 * b[k] + 2 * c[k] + d[k]);
    const Ends e = ends(t + dt);
    y[0][0] = e.low, y[0][N] = e.high;
  }
  /// Largest distance from the chord at twentieths of the span.
  double sway() const {
    double most = 0;
    for (int i = 0; i <= N; i += N / 20)
      most = std::max(most, std::abs(y[0][i] - y[0][0] - (y[0][N] - y[0][0]) * i / N));
    return most;
  }

 private:
  struct Ends {
    double low, low_rate, high, high_rate;
  };
  Ends ends(double t) const {
    const double W = 2 * pi * kHertz, a = std::sin(W * t), rate = W * std::cos(W * t);
    const auto p = ride.at(t);
    const double z = kTop - length + p.position, shape = Standing::building(z);
    return {a * shape, rate * shape + a * 1.5 * shape / z * p.velocity, kAmplitude * a, kAmplitude * rate};
  }
  static State plus(const State& y0, double h, const State& k) { return {y0[0] + h * k[0], y0[1] + h * k[1]}; }
  State rate(double t, const State& at) const {
    const auto p = ride.at(t);
    const double l = length - p.position, stretch = -p.velocity / l, dx = 1.0 / N;
    auto w = at[0];
    auto v = at[1];
    const Ends e = ends(t);
    w[0] = e.low, w[N] = e.high, v[0] = e.low_rate;
    v[N] = e.high_rate - stretch * (3 * w[N] - 4 * w[N - 1] + w[N - 2]) / (2 * dx);
    State out;
    out[0].setZero(), out[1].setZero();
    const auto tension = [&](double x) { return (kCabin / kRho + x * l) * (g + p.acceleration); };  // over rho
    for (int i = 1; i < N; ++i) {
      const double x = i * dx;
      out[0][i] = v[i] + x * stretch * (w[i + 1] - w[i - 1]) / (2 * dx);
      out[1][i] =
          (tension(x + dx / 2) * (w[i + 1] - w[i]) - tension(x - dx / 2) * (w[i] - w[i - 1])) / (dx * dx * l * l) +
          x * stretch * (v[i + 1] - v[i - 1]) / (2 * dx);
    }
    return out;
  }
};

}  // namespace

TEST_CASE("space: a ride through the rope's resonance follows a string of finite differences",
          "[validation][spatial]") {
  constexpr double L = 450;
  Instance i(elevator(L, 8));
  ride(i.values.axis[0], 400, 60);
  i.initialise();
  const auto& axis = i.values.axis[0];
  RisingString string(mechanics::RideProfile<double>(0, axis.distance, axis.speed, axis.acceleration, axis.jerk), L);
  constexpr double dt = 2e-3;  // waves of 85 m/s pass a cell of the shortest string, 0.25 m, in 3e-3 s
  double peak = 0, square = 0;
  int step = 0;
  constexpr int kSamples = 600;
  for (int k = 1; k <= kSamples; ++k) {
    for (; step < 50 * k; ++step) string.advance(step * dt, dt);
    i.step(0.1 * k);
    peak = std::max(peak, string.sway());
    square += std::pow(i.values.span_sway[0] - string.sway(), 2) / kSamples;
  }
  CAPTURE(peak, std::sqrt(square), i.values.energy_residual);
  CHECK(peak > 3 * kAmplitude);            // it was in resonance
  CHECK(std::sqrt(square) < 0.01 * peak);  // what the string leaves out: stretch, 5e-4, and its change of length
  CHECK(i.values.span_length[0] == near(50, 1e-9));
}
