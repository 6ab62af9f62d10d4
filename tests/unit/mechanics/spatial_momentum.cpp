// A rope that runs through a ring, both free in space: nothing acts from outside, so momentum, spin and energy stay.
#include <cmath>

#include "catch2/catch.hpp"
#include "support/near.hpp"
#include "support/spatial_sample.hpp"

using reeve::test::near;
using namespace reeve::mechanics;
using namespace reeve::test;

namespace {

constexpr int kModes = 2, kInner = 3 * kModes;
constexpr int kSize = 3 * 3 + 1 + 2 * kInner;  ///< first end, ring, last end; rope at the ring; modes of the two spans
constexpr double kRing = 40, kEnd = 5;         ///< masses [kg]
constexpr double kLength = 30;                 ///< of the rope [m]
using Vector = Eigen::Matrix<double, kSize, 1>;
using Matrix = Eigen::Matrix<double, kSize, kSize>;

struct FreeRope {
  SpatialElement<double> element = spatial_element<double>(ModeNumbers::equal(kModes));
  SpatialSpan<double> span = [] {
    SpatialSpan<double> p;
    p.EA = 2e5, p.rho = 1.2;
    return p;
  }();

  /// Places of a span's coordinates; the ends of the rope have none for s.
  static std::vector<int> places(int k) {
    std::vector<int> at;
    for (int i = 0; i < 6; ++i) at.push_back(3 * k + i);
    at.push_back(k == 0 ? -1 : 9);
    at.push_back(k == 0 ? 9 : -1);
    for (int i = 0; i < kInner; ++i) at.push_back(10 + k * kInner + i);
    return at;
  }
  SpanPoint<double> point(int k, const Vector& q, const Vector& v) const {
    SpanPoint<double> c;
    for (const int place : places(k)) {
      c.e.push_back(place < 0 ? k * kLength : q[place]);
      c.v.push_back(place < 0 ? 0 : v[place]);
    }
    return c;
  }
  struct Evaluated {
    Matrix M = Matrix::Zero();
    Vector h = Vector::Zero();
    double stored{};
  };
  Evaluated evaluate(const Vector& q, const Vector& v) const {
    Evaluated out;
    out.M.diagonal().head<9>() << kEnd, kEnd, kEnd, kRing, kRing, kRing, kEnd, kEnd, kEnd;
    for (int k = 0; k < 2; ++k) {
      const auto c = point(k, q, v);
      const auto terms = terms_at(element, span, c);
      const auto at = places(k);
      const auto M = mass_of(terms, kInner);
      const auto h = forces_of(terms, kInner);
      out.stored += spatial_energy(element, span, c.kinematics(), terms).elastic;
      for (std::size_t i = 0; i < at.size(); ++i) {
        if (at[i] < 0) continue;
        out.h[at[i]] += h[i];
        for (std::size_t j = 0; j < at.size(); ++j)
          if (at[j] >= 0) out.M(at[i], at[j]) += M(int(i), int(j));
      }
    }
    return out;
  }
  /// Momentum along an axis of moving everything there, or of turning everything about it.
  Eigen::Matrix<double, 6, 1> momenta(const Vector& q, const Vector& v) const {
    const Vector p = evaluate(q, v).M * v;
    Eigen::Matrix<double, 6, 1> sums = Eigen::Matrix<double, 6, 1>::Zero();
    const auto at = [](int k, int axis) {  // vectors: three points, then modes of both spans
      if (k < 3) return 3 * k + axis;
      const int mode = (k - 3) % kModes, of = (k - 3) / kModes;
      return 10 + of * kInner + axis * kModes + mode;
    };
    for (int k = 0; k < 3 + 2 * kModes; ++k) {
      Eigen::Vector3d r, f;
      for (int axis = 0; axis < 3; ++axis) r[axis] = q[at(k, axis)], f[axis] = p[at(k, axis)];
      if (k < 3) sums.head<3>() += f;
      sums.tail<3>() += r.cross(f);
    }
    return sums;
  }
  double energy(const Vector& q, const Vector& v) const {
    const auto at = evaluate(q, v);
    return 0.5 * v.dot(at.M * v) + at.stored;
  }
};

struct Rate {
  Vector q, v;
};

}  // namespace

TEST_CASE("spatial span: rope that runs through a free ring keeps momentum, spin and energy", "[unit][spatial]") {
  const FreeRope rope;
  Vector q = Vector::Zero(), v = Vector::Zero();
  q.head<10>() << 1, 0, 0, 12, 5, 1, 27, -2, 4, 12.2;
  v.head<10>() << 0.5, 1, -2, -1, 2, 0.4, 1, 0.3, 2, 3;
  for (int i = 0; i < 2 * kInner; ++i) q[10 + i] = 0.02 * std::sin(i), v[10 + i] = 0.5 * std::cos(3 * i);
  const auto rate = [&](const Vector& at, const Vector& speed) {
    const auto e = rope.evaluate(at, speed);
    return Rate{speed, e.M.ldlt().solve(e.h)};
  };
  const auto start = rope.momenta(q, v);
  const double energy = rope.energy(q, v), rope_start = q[9];
  constexpr double dt = 1e-4;  // fastest wave: 1/200 s
  for (int step = 0; step < 2000; ++step) {
    const Rate a = rate(q, v), b = rate(q + dt / 2 * a.q, v + dt / 2 * a.v),
               c = rate(q + dt / 2 * b.q, v + dt / 2 * b.v), d = rate(q + dt * c.q, v + dt * c.v);
    q += dt / 6 * (a.q + 2 * b.q + 2 * c.q + d.q);
    v += dt / 6 * (a.v + 2 * b.v + 2 * c.v + d.v);
  }
  const auto end = rope.momenta(q, v);
  CHECK(std::abs(q[9] - rope_start) > 0.1);  // rope did run through the ring
  const double moved = start.head<3>().norm(), spun = start.tail<3>().norm();
  CHECK((end - start).head<3>().norm() < 1e-9 * moved);  // the integrator's error, fourth order
  CHECK((end - start).tail<3>().norm() < 1e-9 * spun);
  CHECK(rope.energy(q, v) == Approx(energy).epsilon(1e-9));
}
