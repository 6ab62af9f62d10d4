/// A cable in a conduit against the closed forms of its theory page.
#include <catch2/catch.hpp>
#include <numbers>

#include "support/near.hpp"
#include "validation/cable_conduit/exact.hpp"

using reeve::test::ConduitBench;
using reeve::test::ConduitCase;
using reeve::test::near;
using Distal = ConduitBench::Drive::Distal;

namespace {

constexpr double kRounding = 1e-12;  // sums over up to 80 segments of numbers with 16 digits
const ConduitCase kCase;
constexpr std::size_t kSegments[] = {5, 7, 20, 80};

/// Pulls until the load feels T_out with all the cable moving.
ConduitBench pulled(std::size_t n, double T_out) {
  ConduitBench bench(kCase, n);
  bench.pull_to(kCase.full_pull(T_out));
  return bench;
}

}  // namespace

TEST_CASE(
    "conduit: a pulled cable obeys the capstan law and has the tensions of the closed form, whatever the number of "
    "segments") {
  for (const std::size_t n : kSegments) {
    const auto bench = pulled(n, 50);
    CAPTURE(n);
    CHECK(bench.in() / bench.out() == Approx(kCase.E()).epsilon(kRounding));
    CHECK(bench.out() == Approx(50.0).epsilon(kRounding));
    CHECK(bench.in() == Approx(50 * kCase.E()).epsilon(kRounding));
  }
}

TEST_CASE("conduit: three giant steps through a reversal end where three thousand small ones end") {
  for (const std::size_t n : kSegments) {
    ConduitBench giant(kCase, n), small(kCase, n);
    for (const double turn : {0.006, 0.001, 0.004}) {
      const double from = small.drive.proximal;
      for (int i = 1; i <= 1000; ++i) small.pull_to(i == 1000 ? turn : from + (turn - from) * i / 1000);
      giant.pull_to(turn);
      CAPTURE(n, turn);
      CHECK(giant.in() == Approx(small.in()).epsilon(kRounding));
      CHECK(giant.out() == Approx(small.out()).epsilon(kRounding));
      CHECK(giant.cable.loss == Approx(small.cable.loss).epsilon(kRounding));
      CHECK(giant.rig().front(reeve::mechanics::kProximal) ==
            Approx(small.rig().front(reeve::mechanics::kProximal)).epsilon(kRounding));
    }
  }
}

TEST_CASE("conduit: the dead band at constant load is 4 (R T/mu K) sinh^2(Psi/2), whatever the number of segments") {
  for (const std::size_t n : kSegments) {
    // From pulling with T_out to releasing with the same T_out: the load spring does not move in between.
    auto bench = pulled(n, 50);
    const double pulling = bench.drive.proximal;
    double low = 0, high = pulling;  // where the load begins to move: by bisection, without the closed form
    for (int i = 0; i < 60; ++i) {
      const double middle = 0.5 * (low + high);
      auto trial = bench;
      trial.pull_to(middle);
      (trial.out() < 50 * (1 - 1e-14) ? low : high) = middle;
    }
    CAPTURE(n);
    CHECK(pulling - high == Approx(kCase.dead_band(50)).epsilon(kRounding));  // bisection watches T_out to 1e-14
    CHECK(kCase.dead_band(50) == Approx(50 * kCase.length * kCase.psi() / kCase.K)
                                     .epsilon(kCase.psi() * kCase.psi() / 12 * 1.1));  // the rule of thumb
  }
}

TEST_CASE("conduit: before the front arrives the first pull follows its closed form, second order in the segments") {
  const double T_in = 25;
  const auto error = [&](std::size_t n) {
    ConduitBench bench(kCase, n);
    bench.pull_to(kCase.virgin_pull(T_in));
    CHECK(bench.out() == kCase.pretension);  // the load feels nothing yet
    CHECK(bench.rig().front(reeve::mechanics::kProximal) == Approx(kCase.virgin_front(bench.in())).epsilon(kRounding));
    return bench.in() - T_in;
  };
  // The front lies 0.558 of the way in: its place within a segment changes with n, so the order is seen over a wide
  // range.
  CHECK(std::abs(error(20)) < 2e-3 * T_in);
  CHECK(std::abs(error(320)) < std::abs(error(20)) / 100);
}

TEST_CASE("conduit: the front after a reversal runs at half the rate, (R/2 mu) ln(T_m/T_in), to rounding") {
  for (const std::size_t n : kSegments) {
    auto bench = pulled(n, 50);
    const double T_m = bench.in();
    bench.pull_to(bench.drive.proximal - 0.6 * kCase.dead_band(50));
    CAPTURE(n);
    CHECK(bench.out() == Approx(50.0).epsilon(kRounding));  // the front has not arrived
    CHECK(bench.rig().front(reeve::mechanics::kProximal) ==
          Approx(kCase.reversal_front(T_m, bench.in())).epsilon(kRounding));
  }
}

TEST_CASE(
    "conduit: the length released behind a reversal front tends to its closed form, second order in the segments") {
  const auto error = [&](std::size_t n) {
    auto bench = pulled(n, 50);
    const double T_m = bench.in(), released = 0.6 * kCase.dead_band(50);
    bench.pull_to(bench.drive.proximal - released);
    return std::abs(kCase.reversal_length(T_m, bench.in()) / released - 1);
  };
  CHECK(error(20) < 5e-3);  // one segment of the 0.77 behind the front is approximated
  CHECK(error(320) < error(20) / 100);
}

TEST_CASE("conduit: on a ramp the reversal front follows its closed form in time, second order in the segments") {
  const auto worst = [&](std::size_t n) {
    auto bench = pulled(n, 50);
    const double T_m = bench.in(), turn = bench.drive.proximal, band = kCase.dead_band(50);
    double error = 0;
    for (double part = 0.05; part < 0.96; part += 0.01) {
      bench.pull_to(turn - part * band);
      const double front = bench.rig().front(reeve::mechanics::kProximal);
      error = std::max(error, std::abs(front - kCase.ramp_front(T_m, part * band)));
    }
    return error / kCase.length;
  };
  // Just behind a node the front segment counts as stuck or moving as a whole; the worst place converges with n^-2 on
  // average.
  CHECK(worst(10) < 0.02);
  CHECK(worst(80) < worst(10) / 20);
}

TEST_CASE("conduit: the loss of a cycle tends to its closed form with the square of the segment") {
  const double low = 25, high = 50;
  const auto error = [&](std::size_t n) {
    auto bench = pulled(n, high);
    const double top = bench.drive.proximal;
    const double bottom = kCase.c() * (1 - 1 / kCase.E()) * low - kCase.pretension * kCase.length / kCase.K +
                          (low - kCase.pretension) / kCase.k;
    bench.pull_to(bottom);
    REQUIRE(bench.out() == Approx(low).epsilon(kRounding));
    const double before = bench.cable.loss;
    bench.pull_to(top);
    bench.pull_to(bottom);
    return (bench.cable.loss - before) / kCase.cycle_loss(low, high) - 1;
  };
  CHECK(std::abs(error(5)) < 5e-3);
  CHECK(std::log2(error(10) / error(20)) == near(2.0, 0.1));  // observed order
  CHECK(std::log2(error(40) / error(80)) == near(2.0, 0.1));
}

TEST_CASE("conduit: the reported loss is the area of the hysteresis loop at the proximal end") {
  const std::size_t n = 40;
  auto bench = pulled(n, 50);
  const double top = bench.drive.proximal, bottom = 0.0005;
  bench.pull_to(bottom);
  const double before = bench.cable.loss;
  constexpr int kSteps = 20000;
  double area = 0;
  for (const auto& [from, to] : {std::pair{bottom, top}, std::pair{top, bottom}}) {
    for (int i = 1; i <= kSteps; ++i) {
      const double T = bench.in(), p = bench.drive.proximal;
      bench.pull_to(from + (to - from) * i / kSteps);
      area += 0.5 * (T + bench.in()) * (bench.drive.proximal - p);
    }
  }
  // Area and loss approach the same limit from both sides, with 0.095/n^2 and 0.084/n^2: discretisation, 1.1e-4 at 40
  // segments.
  CHECK(bench.cable.loss - before == Approx(area).epsilon(2e-4));
}

TEST_CASE("conduit: stiffness differs by direction, 1/k + c (E - 1) pulling and 1/k + c (1 - 1/E) releasing") {
  auto bench = pulled(20, 50);
  const double p = bench.drive.proximal;
  bench.pull_to(p + 1e-4);
  CHECK(1e-4 / (bench.out() - 50) ==
        Approx(1 / kCase.k + kCase.c() * (kCase.E() - 1)).epsilon(1e-9));  // a difference of 0.7 N in 50
  bench.pull_to(p - 3e-3);
  const double out = bench.out();
  bench.pull_to(p - 3.1e-3);
  CHECK(1e-4 / (out - bench.out()) == Approx(1 / kCase.k + kCase.c() * (1 - 1 / kCase.E())).epsilon(1e-9));
}

TEST_CASE(
    "conduit: the chain of pegs loses 0.722503, 0.728480, 0.730326 with 5, 10, 50 pegs over half a turn and tends to "
    "the capstan law") {
  const ConduitCase half_turn{.length = std::numbers::pi, .radius = 1, .mu = 0.1};
  const auto ratio = [&](std::size_t pegs) {
    ConduitBench bench(half_turn, pegs, Distal::spring, false, reeve::mechanics::ConduitModel::pegs);
    bench.pull_to(0.1);
    return bench.out() / bench.in();
  };
  constexpr double kPrinted = 5e-7;  // six printed digits
  CHECK(ratio(5) == near(0.722503, kPrinted));
  CHECK(ratio(10) == near(0.728480, kPrinted));
  CHECK(ratio(50) == near(0.730326, kPrinted));
  const double capstan = std::exp(-0.1 * std::numbers::pi);
  CHECK(capstan == near(0.730403, kPrinted));
  CHECK(std::log2((capstan - ratio(40)) / (capstan - ratio(80))) == near(2.0, 0.01));  // observed order
  // The defect of the logarithm is mu (1 + mu^2) a^2 Theta/3 to leading order, a half the bend at a peg.
  const double a = std::numbers::pi / 160;
  CHECK(std::log(capstan / ratio(80)) == Approx(0.1 * 1.01 * a * a * std::numbers::pi / 3).epsilon(2 * a * a));
}

TEST_CASE(
    "conduit: with a smoothly varying radius the result tends to that of the exact angle, second order in the "
    "segments") {
  // R(x) = 0.2 (1 + x): Psi = mu/0.2 ln 2; each segment takes the radius at its middle.
  const auto error = [](std::size_t n) {
    std::vector<double> radius, mu{0.1};
    for (std::size_t j = 0; j < n; ++j)
      radius.push_back(0.2 * (1 + (static_cast<double>(j) + 0.5) / static_cast<double>(n)));
    ConduitBench bench(kCase, n);
    bench.course.lay(reeve::mechanics::ConduitModel::continuous, 1, radius, mu, kCase.K);
    bench.pull_to(0.006);
    return std::log(bench.in() / bench.out()) - 0.5 * std::log(2.0);
  };
  CHECK(std::log2(error(20) / error(40)) == near(2.0, 0.01));
}
