/// Properties of a cable in a conduit that hold for any course, any ends and any history.
#include "mechanics/conduit/cable_in_conduit.hpp"
#include "support/near.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

using reeve::test::near;
using namespace reeve::mechanics;
using reeve::math::Dual;
using Drive = ConduitDrive<double>;
using Distal = Drive::Distal;

namespace {

constexpr double kPretension = 20, kRigidity = 2e4, kLength = 1;
constexpr double kRounding = 1e-12;

struct Bench {
  ConduitCourse<double> course;
  ConduitCable<double> cable;
  ConduitTrial<double> trial;
  Drive drive;

  explicit Bench(std::size_t n, ConduitModel model = ConduitModel::continuous, std::vector<double> radius = {0.25},
                 std::vector<double> mu = {0.1}, double pretension = kPretension)
      : course(n), cable(n), trial(n) {
    course.lay(model, kLength, radius, mu, kRigidity);
    cable.rest(pretension);
    drive.spring_compliance = 1e-4;
    drive.pretension = pretension;
  }
  Bench& with(bool by_tension, Distal distal) {
    drive.by_tension = by_tension;
    drive.distal = distal;
    drive.proximal = by_tension ? drive.pretension : 0;
    drive.load = distal == Distal::tension ? drive.pretension : 0;
    return *this;
  }
  CableInConduit<double> rig() { return {course, cable, trial, drive.pretension}; }
  bool advance() { return rig().advance(drive); }
  void pull_to(double proximal) {
    drive.proximal = proximal;
    advance();
  }
  double in() const { return cable.tension.front(); }
  double out() const { return cable.tension.back(); }

  /// Where the nodes are along +x, from where they would be with an untensioned cable.
  std::vector<double> places() const {
    std::vector<double> u{-cable.displacement[kProximal]};
    for (std::size_t j = 0; j < course.segments(); ++j) {
      u.push_back(u.back() +
                  course.view(kProximal).compliance[j] * course.mean(cable.tension[j], cable.tension[j + 1]));
    }
    return u;
  }
};

/// Moves one end, or both, somewhere else: most often a little, sometimes far.
class Wanderer {
 public:
  explicit Wanderer(unsigned seed) : random_{seed} {}

  void move(Drive& drive, bool both) {
    const bool near = drive.distal == Distal::spring || both || uniform() < 0.5;
    if (near) drive.proximal = next(drive.proximal, drive.by_tension);
    if (drive.distal != Distal::spring && (!near || both))
      drive.load = next(drive.load, drive.distal == Distal::tension);
    if (drive.by_tension && drive.distal == Distal::tension) {  // what friction can hold
      drive.proximal = std::clamp(drive.proximal, 0.7 * drive.load, 1.4 * drive.load);
    }
  }
  double uniform() { return static_cast<double>(random_()) / 4294967296.0; }

 private:
  double next(double value, bool tension) {
    const double size = std::pow(10.0, -4 * uniform()) * (uniform() < 0.5 ? -1 : 1);
    if (tension) return uniform() < 0.001 ? 0 : std::clamp(value + 60 * size, 0.0, 200.0);
    return std::clamp(value + 0.006 * size, -0.004, 0.01);
  }
  std::mt19937 random_;
};

bool is_tight(const Bench& bench) { return bench.in() > 0; }

/// Number of segments that slipped with the friction of the right sign and size; fails on any other.
long slipping_segments(const Bench& bench, const std::vector<double>& before, const std::vector<double>& after) {
  constexpr double kSlip = 1e-9;  // [m]; less is rounding of places of 1e-2 m, a hundredfold and more
  long count = 0;
  for (std::size_t j = 0; j < bench.course.segments(); ++j) {
    const double a = after[j] - before[j], b = after[j + 1] - before[j + 1];
    if (std::abs(a) < kSlip || std::abs(b) < kSlip) continue;
    const double gradient = std::log(bench.cable.tension[j + 1] / bench.cable.tension[j]);
    const double expected = (a > 0 ? 1 : -1) * bench.course.friction_angle(j);
    if (a * b < 0 || std::abs(gradient - expected) > 1e-10)
      FAIL("segment " << j << " slips by " << a << ", " << b << " m but ln T rises by " << gradient);
    ++count;
  }
  return count;
}

}  // namespace

TEST_CASE(
    "conduit: in 1e5 random steps with every kind of end, slip has the sign of its friction and loses energy, and "
    "nothing stretches unseen",
    "[long]") {
  const auto model = GENERATE(ConduitModel::continuous, ConduitModel::pegs);
  const auto distal = GENERATE(Distal::spring, Distal::displacement, Distal::tension);
  const bool by_tension = GENERATE(false, true);
  constexpr std::size_t n = 8;
  Bench bench(n, model, {0.2, 0.3, 1e12, 0.1, 0.4, 0.15, 0.25, 0.2}, {0.1, 0.0, 0.1, 0.05, 0.2, 0.1, 0.1, 0.15});
  bench.with(by_tension, distal);
  Wanderer wanderer(7);
  const double e0 = bench.course.compliance() * kPretension;
  long slipped = 0, loose = 0;
  for (int i = 0; i < 100000; ++i) {
    const Drive from = bench.drive;
    const auto before = bench.places();
    const double loss = bench.cable.loss;
    const bool was_tight = is_tight(bench);
    wanderer.move(bench.drive, wanderer.uniform() < 0.2);
    bench.advance();
    const bool both = bench.drive.proximal != from.proximal && bench.drive.load != from.load;
    const auto after = bench.places();
    if (bench.cable.loss < loss) FAIL("step " << i << " gains energy: " << bench.cable.loss - loss << " J");
    for (std::size_t j = 0; j < n && is_tight(bench); ++j) {
      const double steep =
          std::abs(std::log(bench.cable.tension[j + 1] / bench.cable.tension[j])) - bench.course.friction_angle(j);
      if (steep > kRounding) FAIL("step " << i << ": segment " << j << " is steeper than friction allows by " << steep);
    }
    const double unseen = bench.rig().elongation() - e0 - bench.cable.displacement[0] - bench.cable.displacement[1];
    if (is_tight(bench) && std::abs(unseen) > 1e-15)
      FAIL("step " << i << ": " << unseen << " m of the ends' motion is lost");
    if (!is_tight(bench)) ++loose;
    if (!both && was_tight && is_tight(bench)) slipped += slipping_segments(bench, before, after);
  }
  CAPTURE(slipped, loose);
  CHECK(slipped > 20000);  // the sign check had work to do
  CHECK(loose > 10);       // and slack was visited
}

TEST_CASE("conduit: without friction one tension is everywhere and nothing is lost") {
  for (const auto& [radius, mu] : {std::pair{0.25, 0.0}, std::pair{1e300, 0.1}}) {
    Bench bench(20, ConduitModel::continuous, {radius}, {mu});
    for (const double p : {0.003, -0.001, 0.002}) {
      bench.pull_to(p);
      const double expected = std::max(0.0, kPretension + p / (kLength / kRigidity + bench.drive.spring_compliance));
      CAPTURE(radius, mu, p);
      CHECK(bench.in() == Approx(expected).epsilon(kRounding));
      CHECK(bench.out() == Approx(expected).epsilon(kRounding));
    }
    CHECK(bench.cable.loss == near(0.0, 1e-16));  // work of 0.1 J, rounding
  }
}

TEST_CASE("conduit: a released cable goes slack as a whole and is tight again at the same place, without hysteresis") {
  Bench bench(20);
  const double limit =
      -(kLength / kRigidity + bench.drive.spring_compliance) * kPretension;  // elongation and spring have given all
  bench.pull_to(limit - 0.002);
  CHECK(bench.rig().slack() == Approx(0.002).epsilon(kRounding));
  for (const double T : bench.cable.tension) CHECK(T == 0);
  CHECK(bench.cable.displacement[kDistal] ==
        Approx(kPretension * bench.drive.spring_compliance).epsilon(kRounding));  // the spring is free
  bench.pull_to(limit - 1e-9);
  CHECK(bench.in() == 0);
  bench.pull_to(limit + 1e-9);
  CHECK(bench.in() > 0);
  CHECK(bench.rig().slack() == 0);
}

TEST_CASE("conduit: a cable laid without pretension is tight from the first pull") {
  Bench bench(20, ConduitModel::continuous, {0.25}, {0.1}, 0.0);
  bench.advance();
  CHECK(bench.in() == 0);
  bench.pull_to(0.001);
  CHECK(bench.in() / bench.out() == Approx(std::exp(0.4)).epsilon(kRounding));
  CHECK(bench.rig().front(kProximal) == kLength);
}

TEST_CASE("conduit: the two ends are alike, pulling the one or the other gives mirror images") {
  std::vector<double> radius, mu;  // differ from end to end: the other bench has them the other way round
  for (int j = 0; j < 16; ++j) radius.push_back(0.1 + 0.02 * j), mu.push_back(0.05 + 0.01 * (j % 3));
  Bench near(16, ConduitModel::continuous, radius, mu);
  Bench far(16, ConduitModel::continuous, {radius.rbegin(), radius.rend()}, {mu.rbegin(), mu.rend()});
  near.with(false, Distal::displacement);
  far.with(false, Distal::displacement);
  for (const double u : {0.002, 0.0012, 0.0019}) {
    near.drive.proximal = far.drive.load = u;
    near.advance();
    far.advance();
    for (std::size_t i = 0; i <= 16; ++i)
      CHECK(near.cable.tension[i] == Approx(far.cable.tension[16 - i]).epsilon(kRounding));
    CHECK(near.rig().front(kProximal) == Approx(far.rig().front(kDistal)).epsilon(kRounding));
    CHECK(near.cable.loss == Approx(far.cable.loss).epsilon(kRounding));
  }
}

TEST_CASE(
    "conduit: pulled through against a constant load, the cable keeps its tension and loses (T_in - T_out) a metre") {
  Bench bench(10);
  bench.with(false, Distal::tension);
  bench.pull_to(0.01);
  const double T = bench.in(), loss = bench.cable.loss, q = bench.cable.displacement[kDistal];
  CHECK(T == Approx(kPretension * std::exp(0.4)).epsilon(kRounding));
  bench.pull_to(0.51);
  CHECK(bench.in() == Approx(T).epsilon(kRounding));
  CHECK(bench.cable.displacement[kDistal] - q == Approx(-0.5).epsilon(kRounding));
  CHECK(bench.cable.loss - loss == Approx((T - kPretension) * 0.5).epsilon(kRounding));

  bench.pull_to(700.3);  // far away a metre has fewer digits left, but standing still is no reversal
  for (int i = 0; i < 10; ++i) bench.advance();
  CHECK(bench.rig().front(kProximal) == kLength);
  CHECK(bench.in() == Approx(T).epsilon(kRounding));
}

TEST_CASE("conduit: moving both ends the same way, one step of any size ends in the same profile") {
  Bench giant(20), small(20);
  giant.with(false, Distal::displacement);
  small.with(false, Distal::displacement);
  giant.drive.proximal = 0.05;
  giant.drive.load = -0.048;
  giant.advance();
  for (int i = 1; i <= 1000; ++i) {
    small.drive.proximal = 0.05 * i / 1000;
    small.drive.load = -0.048 * i / 1000;
    small.advance();
  }
  for (std::size_t i = 0; i <= 20; ++i)
    CHECK(giant.cable.tension[i] == Approx(small.cable.tension[i]).epsilon(kRounding));
}

TEST_CASE("conduit: fronts from both ends meet where their cones do, and each counts to there") {
  constexpr std::size_t n = 50;
  Bench bench(n);
  bench.with(true, Distal::tension);
  for (const auto& [near, far] : {std::pair{26.0, 20.0}, std::pair{26.0, 25.0}, std::pair{26.001, 25.0}}) {
    bench.drive.proximal = near;
    bench.drive.load = far;
    bench.advance();
  }
  const double meeting = 0.5 * (0.4 + std::log(26.001 / 25.0)) / 0.4 * kLength;  // a e^-psi = b e^-(Psi - psi)
  CHECK(bench.rig().front(kProximal) == near(meeting, kLength / n));             // a segment
  CHECK(bench.rig().front(kDistal) == near(kLength - meeting, kLength / n));
}

TEST_CASE("conduit: a cable that was loose has fronts inside the conduit, whichever end moves next") {
  Wanderer wanderer(11);
  for (const auto distal : {Distal::displacement, Distal::tension}) {
    Bench bench(6);
    bench.with(false, distal);
    for (int i = 0; i < 2000; ++i) {
      if (i % 7 == 0) bench.drive.proximal = -0.004;                         // loose
      if (i % 7 == 1 && distal == Distal::tension) bench.drive.load = 1e-3;  // hardly tight
      if (i % 7 > 1) wanderer.move(bench.drive, wanderer.uniform() < 0.5);
      bench.advance();
      const double near = bench.rig().front(kProximal), far = bench.rig().front(kDistal);
      const bool inside = near >= 0 && near <= kLength && far >= 0 && far <= kLength;  // false for what is no number
      if (!inside) FAIL("step " << i << ": fronts at " << near << ", " << far);
    }
  }
  SUCCEED();
}

TEST_CASE(
    "conduit: two tensions that friction cannot hold are noticed, and the proximal one is limited to what it can") {
  Bench bench(10);
  bench.with(true, Distal::tension);
  bench.drive.proximal = 25;
  CHECK(bench.advance());
  bench.drive.proximal = 60;
  CHECK_FALSE(bench.advance());
  CHECK(bench.in() == Approx(kPretension * std::exp(0.4)).epsilon(kRounding));
}

TEST_CASE(
    "conduit: friction tuned down lets the cable slip until it holds again, at the same place of its ends and with a "
    "loss") {
  Bench bench(20);
  bench.pull_to(0.004);
  const double loss = bench.cable.loss;
  const std::vector<double> radius{0.25}, mu{0.05};
  bench.course.lay(ConduitModel::continuous, kLength, radius, mu, kRigidity);
  bench.advance();
  CHECK(bench.in() / bench.out() <= std::exp(0.2) * (1 + kRounding));
  CHECK(bench.cable.loss > loss);
  const double taken_up = bench.rig().elongation() - bench.course.compliance() * kPretension +
                          bench.drive.spring_compliance * (bench.out() - kPretension);
  CHECK(taken_up == Approx(0.004).epsilon(kRounding));
}

TEST_CASE(
    "conduit: derivatives along every end are those of the branch that is taken, within a step and standing still") {
  const auto distal = GENERATE(Distal::spring, Distal::displacement, Distal::tension);
  const bool by_tension = GENERATE(false, true);
  const bool seed_load = GENERATE(false, true);
  const bool still = GENERATE(false, true);
  if (seed_load && distal == Distal::spring) return;
  Bench bench(12);
  bench.with(by_tension, distal);
  bench.drive.proximal = by_tension ? 24 : 0.0015;
  bench.advance();
  bench.drive.load = distal == Distal::tension ? 23 : 0.0002;
  bench.advance();  // one after the other: where both ends share a node there is no derivative
  if (!still) {
    bench.drive.proximal += by_tension ? -1.5 : -0.0004;
    bench.drive.load += distal == Distal::tension ? 1.0 : 0.0003;
  }
  ConduitCourse<Dual> course(12);
  const std::vector<Dual> radius{0.25}, mu{0.1};
  course.lay(ConduitModel::continuous, kLength, radius, mu, kRigidity);
  ConduitCable<Dual> cable(12);
  for (std::size_t i = 0; i <= 12; ++i) {
    cable.tension[i] = bench.cable.tension[i];
    for (const End end : {kProximal, kDistal}) cable.turn[end][i] = bench.cable.turn[end][i];
  }
  cable.displacement = {bench.cable.displacement[0], bench.cable.displacement[1]};
  cable.direction = bench.cable.direction;
  ConduitDrive<Dual> drive{
      by_tension,       bench.drive.proximal,          static_cast<ConduitDrive<Dual>::Distal>(distal),
      bench.drive.load, bench.drive.spring_compliance, kPretension};
  (seed_load ? drive.load : drive.proximal).d = 1;
  ConduitTrial<Dual> trial(12);
  CableInConduit<Dual> rig(course, cable, trial, kPretension);
  rig.advance(drive);

  // Standing still the branch is that of the last motion. There the difference is taken a little further on.
  const bool tension = seed_load ? distal == Distal::tension : by_tension;
  const double size = tension ? 1e-5 : 1e-9;
  if (still) {
    bench.drive.proximal += by_tension ? 1e-3 : 1e-7;
    if (seed_load) bench.drive.load += distal == Distal::tension ? 1e-3 : 1e-7;
  }
  Bench plus = bench, minus = bench;
  (seed_load ? plus.drive.load : plus.drive.proximal) += size;
  (seed_load ? minus.drive.load : minus.drive.proximal) -= size;
  plus.advance();
  minus.advance();
  const auto slope = [&](double high, double low) { return (high - low) / (2 * size); };
  CAPTURE(static_cast<int>(distal), by_tension, seed_load, still);
  const double off = still ? 1e-3 : 1e-5;  // curvature over the way further on; rounding, 1e-14 of 20 N over the width
  const double least = off * (tension ? 1 : kRigidity);  // [N/N] or [N/m]
  for (std::size_t i = 0; i <= 12; ++i) {
    CHECK(cable.tension[i].d ==
          Approx(slope(plus.cable.tension[i], minus.cable.tension[i])).epsilon(off).margin(least));
  }
  CHECK(cable.displacement[kDistal].d ==
        Approx(slope(plus.cable.displacement[kDistal], minus.cable.displacement[kDistal]))
            .epsilon(off)
            .margin(least / kRigidity));
  if (!seed_load) {
    CHECK(rig.front(kProximal).d ==
          Approx(slope(plus.rig().front(kProximal), minus.rig().front(kProximal))).epsilon(10 * off).margin(10 * off));
  }
}

TEST_CASE(
    "conduit: the logarithmic mean joins its series without a step and lies between geometric and arithmetic mean") {
  for (const double ratio : {1.0, 1 + 1e-9, 1.1, 1.1051, 1.10515, 1.2, 3.0, 1e6}) {
    const double mean = conduit::logarithmic_mean(ratio, 1.0);
    CAPTURE(ratio);
    CHECK(mean >= std::sqrt(ratio) * (1 - 1e-15));
    CHECK(mean <= 0.5 * (ratio + 1) * (1 + 1e-15));
    if (ratio > 1.01) CHECK(mean == Approx((ratio - 1) / std::log(ratio)).epsilon(1e-14));
  }
  CHECK(conduit::logarithmic_mean(2.0, 0.0) == 1.0);
}
