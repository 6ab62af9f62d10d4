#pragma once
/// A cable in a conduit with Coulomb friction: stick, slip and slack, without inertia. Theory: theory/conduit.md.
///
///   |d ln T/d psi| <= 1, and = 1 where the cable slips                                                       (T-CON.2)
///   T_new = clamp(T_old, T_end e^-psi, T_end e^+psi) after an end moved one way                              (T-CON.6)
///   e(T) = e0 + p + q     elongation: of the pretension, and by the ends as they are pulled out                (T-CON.7)
///
/// The state is the tension at n + 1 nodes: the past is in the profile. An end moves to a tension, which is (T-CON.6)
/// as it stands, or to a displacement, which is one scalar equation for that tension. Steps may be of any size as long
/// as no end reverses inside.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "math/dual.hpp"
#include "math/step_growth.hpp"
#include "mechanics/conduit/course.hpp"

namespace reeve::mechanics {

/// All that has to be remembered.
template <class S>
struct ConduitCable {
  std::vector<S> tension;                    ///< at the nodes, from the proximal end [N]
  std::array<std::vector<S>, 2> turn;        ///< the same at the last reversal of each end: where fronts started [N]
  std::array<S, 2> displacement{};           ///< of each end, outwards, from the pretensioned state: p and q [m]
  S loss{};                                  ///< friction work since the start [J]
  std::array<SlipDirection, 2> direction{};  ///< the last of each end
  std::array<bool, 2> moved{};               ///< ends that moved in the last step

  ConduitCable() = default;
  explicit ConduitCable(std::size_t segments) : tension(segments + 1) {
    for (auto& nodes : turn) nodes = tension;
  }

  /// As laid: one tension everywhere, nothing has moved.
  void rest(S pretension) {
    for (auto* nodes : {&tension, &turn[kProximal], &turn[kDistal]})
      std::fill(nodes->begin(), nodes->end(), pretension);
    displacement = {};
    loss = S(0);
    direction = {};
    moved = {};
  }
};

/// The same cable in another kind of numbers.
template <class From, class To>
void convert(const ConduitCable<From>& from, ConduitCable<To>& to) {
  to.tension.assign(from.tension.begin(), from.tension.end());
  for (int end = 0; end < 2; ++end) {
    to.turn[end].assign(from.turn[end].begin(), from.turn[end].end());
    to.displacement[end] = from.displacement[end];
  }
  to.loss = from.loss;
  to.direction = from.direction;
  to.moved = from.moved;
}

/// What the two ends are made to do.
template <class S>
struct ConduitDrive {
  enum class Distal { spring = 1, displacement = 2, tension = 3 };
  bool by_tension{false};  ///< proximal end
  S proximal{};            ///< its outward displacement p [m] or its tension [N]
  Distal distal{Distal::spring};
  S load{};               ///< the distal end's outward displacement q [m] or its tension [N]; not for a spring
  S spring_compliance{};  ///< 1/k of the load spring [m/N], which pulls with the pretension at q = 0
  S pretension{};         ///< [N]
};

/// Room for a step that may have to be taken back.
template <class S>
struct ConduitTrial {
  explicit ConduitTrial(std::size_t segments) : before(segments), coarse(segments) {}
  ConduitCable<S> before, coarse;
};

/// A cable and its course during one evaluation; all outlive it.
template <class S>
class CableInConduit {
 public:
  static constexpr double kTolerance = 1e-8;

  CableInConduit(const ConduitCourse<S>& course, ConduitCable<S>& cable, ConduitTrial<S>& trial, S pretension)
      : course_{course},
        cable_{cable},
        trial_{trial},
        e0_{elongation([&](std::size_t) { return pretension; })},
        pretension_{pretension} {}

  /// One step of both ends, along a straight line. If both move, it is cut into pieces until half as long ones change
  /// no tension by more than `tolerance` of the largest (T-CON.13). False if the two tensions asked for are further
  /// apart than friction can hold: the proximal one is limited.
  bool advance(const ConduitDrive<S>& to, double tolerance = kTolerance) {
    admit();
    ConduitDrive<S> from = to;
    from.proximal = present(kProximal, to);
    from.load = present(kDistal, to);
    const bool near_moves = math::value(to.proximal) != math::value(from.proximal);
    const bool far_moves =
        to.distal != ConduitDrive<S>::Distal::spring && math::value(to.load) != math::value(from.load);
    cable_.moved = {};
    if (near_moves && far_moves) return advance_both(from, to, tolerance);
    move_distal(to);
    return move_proximal(to);
  }

  S elongation() const {
    return elongation([this](std::size_t i) { return cable_.tension[i]; });
  }

  /// Length of cable that hangs loose [m]                                                                     (T-CON.9)
  S slack() const {
    const S loose = -(e0_ + cable_.displacement[kProximal] + cable_.displacement[kDistal]);
    const double size = math::value(e0_) + std::abs(math::value(cable_.displacement[kProximal]));
    return is_loose() && math::value(loose) > kStill * size ? loose : S(0);
  }

  /// How far from an end its last motion reaches [m]; 0 before the first.
  S front(End end) const {
    const S x = front(end, last(end));
    return cable_.direction[end] == SlipDirection::none && math::value(x) > 0 ? S(0) : x;
  }

  /// Part of the cable's length that the last motion of these ends takes along. Before the first, either may be about
  /// to move.
  S moving_fraction(const std::array<bool, 2>& ends) const {
    const bool none = !ends[kProximal] && !ends[kDistal];
    S moving(0);
    for (const End end : {kProximal, kDistal}) {
      if (ends[end] || none) moving += front(end);
    }
    return std::min(moving / course_.length(), S(1));
  }

 private:
  /// Of a step of both ends: way of a piece over elongation, least piece of what is left, least of all, and order of its error.
  static constexpr double kLongestWay = 0.25, kShrink = 1.0 / 64, kShortestPiece = 1e-9, kPieceOrder = 3;
  /// Relative differences of tensions and elongations up to kStill are rounding of their sums, of displacements kDigits.
  static constexpr double kStill = 1e-13, kDigits = 1e-15;
  static constexpr double kSteep =
      1e-9;  ///< a profile steeper than friction holds, by more than this, had other friction

  S front(End end, SlipDirection direction) const {
    using std::log;
    const auto& shape = course_.view(end).cone(direction).shape;
    const auto& turn = cable_.turn[end];
    const S a = cable_.tension[node(end, 0)];
    const std::size_t n = course_.segments();
    S x(0);
    for (std::size_t k = 0; k < n; ++k) {
      const S dx = course_.segment_length(segment(end, k)), delta = course_.friction_angle(segment(end, k));
      const S here = a * shape[k], before = turn[node(end, k)], next = turn[node(end, k + 1)];
      if (!touches(a * shape[k + 1], next, direction)) {
        if (course_.has_pegs()) return x + 0.5 * dx;  // the peg that holds
        if (!(math::value(before) > 0) || !(math::value(here) > 0) || !(math::value(next) > 0)) return x;  // was loose
        const S slope = static_cast<double>(direction) * delta + log(next / before);
        const S part = math::value(slope) != 0 ? log(here / before) / slope : S(0);
        return x + dx * std::clamp(part, S(0), S(1));
      }
      x += dx;
    }
    return course_.length();
  }

  /// What is at the end away from the one that moves.
  struct Far {
    S compliance{0};     ///< of a load spring; 0 = held
    bool slides{false};  ///< its tension is given: the cable slides through there
  };

  std::size_t node(End end, std::size_t k) const { return end == kProximal ? k : course_.segments() - k; }
  std::size_t segment(End end, std::size_t k) const { return end == kProximal ? k : course_.segments() - 1 - k; }
  static End other(End end) { return end == kProximal ? kDistal : kProximal; }
  bool is_loose() const { return !(math::value(cable_.tension[0]) > 0); }

  /// The same sum for any profile: where nothing has moved, differences are zero to the bit.
  template <class Tension>
  S elongation(Tension at) const {
    const auto& compliance = course_.view(kProximal).compliance;
    S e(0);
    for (std::size_t j = 0; j < compliance.size(); ++j) e += compliance[j] * course_.mean(at(j), at(j + 1));
    return e;
  }

  S present(End end, const ConduitDrive<S>& drive) const {
    const bool by_tension = end == kProximal ? drive.by_tension : drive.distal == ConduitDrive<S>::Distal::tension;
    return by_tension ? cable_.tension[node(end, 0)] : cable_.displacement[end];
  }

  static bool touches(S reached, S tension, SlipDirection direction) {
    const double ahead = math::value(reached) - math::value(tension);
    return static_cast<double>(direction) * ahead >= -kStill * math::value(tension);
  }

  /// The node goes on to `to`, never back; where it stays, its derivative is that of the branch it is on.
  static void follow(double& tension, double to, SlipDirection direction) {
    if (static_cast<double>(direction) * (to - tension) > 0) tension = to;
  }
  static void follow(math::Dual& tension, math::Dual to, SlipDirection direction) {
    follow(tension.v, to.v, direction);
    tension.d = to.d;
  }

  /// Pieces of the line from one pair of ends to the other, along which time does not matter: as long as their error allows,
  /// which is of third order in their length. Where the fronts have met at a node and stay there, it is of first order, but each
  /// piece makes up for the one before: there they shrink towards the end.
  bool advance_both(const ConduitDrive<S>& from, const ConduitDrive<S>& to, double tolerance) {
    const double longest = kLongestWay / (way(kProximal, from, to) + way(kDistal, from, to));
    bool held = true;
    for (double done = 0, piece = longest; done < 1;) {
      const double shortest = std::max(kShrink * (1 - done), kShortestPiece);
      piece = std::max(std::min(piece, longest), shortest);
      const double end = done + piece < 1 - 0.5 * kShortestPiece ? done + piece : 1.0, middle = 0.5 * (done + end);
      trial_.before = cable_;
      move_both(from, to, done, end);
      trial_.coarse = cable_;
      cable_ = trial_.before;
      move_both(from, to, done, middle);
      held = move_both(from, to, middle, end);
      const double error = distance(cable_, trial_.coarse) / tolerance;
      if (error <= 1 || piece <= shortest) {
        done = end;
      } else {
        cable_ = trial_.before;
      }
      piece *= math::step_growth(error, kPieceOrder);
    }
    return held;
  }

  /// How far an end goes: over the cable's elongation or slack, or over the largest tension.
  double way(End end, const ConduitDrive<S>& from, const ConduitDrive<S>& to) const {
    const bool near = end == kProximal;
    const double d =
        std::abs(math::value(near ? to.proximal : to.load) - math::value(near ? from.proximal : from.load));
    const auto& there = cable_.displacement;
    if (near ? to.by_tension : to.distal == ConduitDrive<S>::Distal::tension) {
      return d / std::max({math::value(pretension_), math::value(cable_.tension.front()),
                           math::value(cable_.tension.back()), d});
    }
    return d / (math::value(e0_) + std::abs(math::value(e0_ + there[kProximal] + there[kDistal])) + kDigits);
  }

  /// From part a to part b of the line: half the proximal end's way, the distal end's, and the other half.
  bool move_both(const ConduitDrive<S>& from, const ConduitDrive<S>& to, double a, double b) {
    ConduitDrive<S> at = to;
    const auto proximal = [&](double part) {
      return part < 1 ? from.proximal + part * (to.proximal - from.proximal) : to.proximal;
    };
    at.load = from.load + a * (to.load - from.load);
    at.proximal = proximal(0.5 * (a + b));
    move_proximal(at);
    at.load = b < 1 ? from.load + b * (to.load - from.load) : to.load;
    move_distal(at);
    at.proximal = proximal(b);
    return move_proximal(at);
  }

  /// Largest difference of two outcomes, over the largest tension and what that stretches the cable by.
  double distance(const ConduitCable<S>& a, const ConduitCable<S>& b) const {
    const auto largest = [](const ConduitCable<S>& c) {
      return std::max(math::value(c.tension.front()), math::value(c.tension.back()));
    };
    const double size = std::max(largest(a), largest(b));
    if (!(size > 0)) return 0;
    double tension = 0, way = 0;
    for (std::size_t i = 0; i < a.tension.size(); ++i) {
      tension = std::max(tension, std::abs(math::value(a.tension[i]) - math::value(b.tension[i])));
    }
    for (const End end : {kProximal, kDistal}) {
      way = std::max(way, std::abs(math::value(a.displacement[end]) - math::value(b.displacement[end])));
    }
    return std::max(tension, way / math::value(course_.compliance())) / size;
  }

  void move_distal(const ConduitDrive<S>& to) {
    const Far far{S(0), to.by_tension};
    if (to.distal == ConduitDrive<S>::Distal::tension) pull_to_tension(kDistal, to.load, Far{});
    if (to.distal == ConduitDrive<S>::Distal::displacement) pull_to_displacement(kDistal, to.load, far);
  }

  bool move_proximal(const ConduitDrive<S>& to) {
    const bool spring = to.distal == ConduitDrive<S>::Distal::spring;
    const Far far{spring ? to.spring_compliance : S(0), to.distal == ConduitDrive<S>::Distal::tension};
    if (!to.by_tension) {
      pull_to_displacement(kProximal, to.proximal, far);
      return true;
    }
    const S least = cable_.tension.back() * course_.view(kDistal).tightening.shape.back();
    const S most = cable_.tension.back() * course_.view(kDistal).slackening.shape.back();
    const S held = far.slides ? std::clamp(to.proximal, least, most) : to.proximal;  // (T-CON.14)
    pull_to_tension(kProximal, held, far);
    return std::abs(math::value(held) - math::value(to.proximal)) <= kStill * math::value(most);
  }

  /// (T-CON.6)
  void pull_to_tension(End end, S a, const Far& far) {
    const bool was_loose = is_loose();
    const double ahead = math::value(a) - math::value(cable_.tension[node(end, 0)]);
    sweep(end,
          ahead > 0   ? SlipDirection::tightening
          : ahead < 0 ? SlipDirection::slackening
                      : last(end),
          a, far, ahead != 0);
    if (!(was_loose && is_loose())) cable_.displacement[end] = elongation() - e0_ - cable_.displacement[other(end)];
  }

  /// (T-CON.8): the tension at which elongation and load spring take up just what the ends were moved by.
  void pull_to_displacement(End end, S displacement, const Far& far) {
    S& there = cable_.displacement[other(end)];
    const bool spring = math::value(far.compliance) > 0;
    const S target = e0_ + displacement + (spring ? far.compliance * pretension_ : there);
    const S far_tension = cable_.tension[node(other(end), 0)];
    cable_.displacement[end] = displacement;
    if (!(math::value(target) > 0) && !(far.slides && math::value(far_tension) > 0)) {  // (T-CON.9)
      sweep(end, SlipDirection::slackening, S(0), far, !is_loose());
      return;
    }
    const S total = elongation();
    const S excess = displacement + (e0_ - total) + (spring ? far.compliance * (pretension_ - far_tension) : there);
    const double rounding = kStill * math::value(total + far.compliance * far_tension) +
                            kDigits * (std::abs(math::value(displacement)) + std::abs(math::value(there)));
    const bool still = std::abs(math::value(excess)) <= rounding;
    const SlipDirection direction = still                     ? last(end)
                                    : math::value(excess) > 0 ? SlipDirection::tightening
                                                              : SlipDirection::slackening;
    sweep(end, direction, end_tension(end, direction, target, total, excess, still, far), far, !still);
    if (far.slides) slide(end, target);
  }

  SlipDirection last(End end) const {
    return cable_.direction[end] == SlipDirection::none ? SlipDirection::tightening : cable_.direction[end];
  }

  /// Brings the end to tension a: nodes follow the cone of that end until it meets what is stuck.
  void sweep(End end, SlipDirection direction, S a, const Far& far, bool moves) {
    if (moves) {
      if (cable_.direction[end] != direction) cable_.turn[end] = cable_.tension;
      cable_.direction[end] = direction;
      cable_.moved[end] = true;
    }
    const auto& cone = course_.view(end).cone(direction);
    const std::size_t n = course_.segments();
    const S far_before = cable_.tension[node(end, n)];
    const std::size_t count = far.slides ? n : n + 1;
    for (std::size_t k = 0; k < count; ++k) {
      S& tension = cable_.tension[node(end, k)];
      const S to = a * cone.shape[k];
      if (k > 0 && !touches(to, tension, direction)) break;
      const S before = tension;
      follow(tension, to, direction);
      cable_.loss +=
          0.5 * static_cast<double>(direction) * cone.loss[k] * (tension * tension - before * before);  // (T-CON.11)
      if (moves) cable_.turn[other(end)][node(end, k)] = tension;
    }
    const S far_after = cable_.tension[node(end, n)];
    cable_.loss +=
        0.5 * far.compliance * (1.0 / cone.shape[n] - 1.0) * (far_after * far_after - far_before * far_before);
    if (math::value(far.compliance) > 0) cable_.displacement[other(end)] = -far.compliance * (far_after - pretension_);
  }

  /// What elongation does not take up slides through the far end, against friction.                          (T-CON.14)
  void slide(End end, S target) {
    const S a = cable_.tension[node(end, 0)], b = cable_.tension[node(other(end), 0)];
    const auto& shape = course_.view(end).cone(last(end)).shape;
    if (!touches(a * shape.back(), b, last(end))) return;
    const S through = target - elongation();
    cable_.displacement[other(end)] -= through;
    if (math::value((a - b) * through) > 0) cable_.loss += (a - b) * through;
  }

  /// Solves a reach + compliance mean(a shape, stuck) + rest = target for the tension a of the end.           (T-CON.8)
  S end_tension(End end, SlipDirection direction, S target, S total, S excess, bool still, const Far& far) const {
    const auto& view = course_.view(end);
    const auto& cone = view.cone(direction);
    const std::size_t n = course_.segments();
    const double sign = static_cast<double>(direction);
    const auto tension = [&](std::size_t k) { return cable_.tension[node(end, k)]; };
    const auto part = [&](std::size_t k) { return view.compliance[k] * course_.mean(tension(k), tension(k + 1)); };

    S rest = total - part(0) + far.compliance * tension(n);  // beyond the front
    std::size_t k = 0;                                       // the front lies in segment k
    for (; k < n; ++k) {
      const S next = tension(k + 1) / cone.shape[k + 1];  // at which node k + 1 begins to move
      const bool stays = still ? !touches(tension(0) * cone.shape[k + 1], tension(k + 1), direction)
                               : sign * math::value(next * cone.reach[k + 1] + rest - target) >= 0;
      if (stays) break;
      if (k + 1 < n) rest -= part(k + 1);
    }
    if (k == n && far.slides) return tension(n) / cone.shape[n];
    if (k == n) return target / (cone.reach[n] + far.compliance * cone.shape[n]);

    const S stuck = tension(k + 1);
    const auto residual = [&]<class T>(T a, auto&& as) {
      return a * as(cone.reach[k]) + as(view.compliance[k]) * course_.mean(a * as(cone.shape[k]), as(stuck)) +
             as(rest) - as(target);
    };
    const auto plain = [](S s) { return math::Dual(math::value(s)); };
    // Concave and rising in a: from below, Newton's method climbs to the root and never passes it.
    const std::size_t lower = direction == SlipDirection::tightening ? k : k + 1;
    double a = math::value(still ? tension(0) : tension(lower) / cone.shape[lower]);
    math::Dual f = residual(math::Dual(a, 1.0), plain);
    for (int i = 0; i < 60 && !still; ++i) {
      const double better = a - f.v / f.d;
      if (!(better > a)) break;
      a = better;
      f = residual(math::Dual(a, 1.0), plain);
    }
    if constexpr (std::is_same_v<S, double>) {
      return a;
    } else {  // the root moves with what is around it
      if (still && k == 0) return {a, tension(0).d + excess.d / f.d};
      return {a, -residual(S(a), [](S s) { return s; }).d / f.d};
    }
  }

  /// After friction was tuned down the profile may be steeper than it can hold: the cable slips there until it holds.
  /// (T-CON.15)
  void admit() {
    const std::size_t n = course_.segments();
    bool holds = true;
    for (std::size_t i = 0; i < n && holds; ++i) holds = !is_steep(i, i + 1) && !is_steep(i + 1, i);
    if (holds) return;
    cable_.loss += energy();
    for (std::size_t i = 0; i < n; ++i) level(i, i + 1);
    for (std::size_t i = n; i > 0; --i) level(i, i - 1);
    cable_.loss -= energy();
    for (auto& turn : cable_.turn) turn = cable_.tension;
    cable_.direction = {};
  }

  /// The most that friction lets node j pull against its neighbour i.
  S largest_tension(std::size_t i, std::size_t j) const { return cable_.tension[i] * course_.grip(std::min(i, j)); }
  bool is_steep(std::size_t i, std::size_t j) const {
    return math::value(cable_.tension[j]) > math::value(largest_tension(i, j)) * (1 + kSteep);
  }
  void level(std::size_t i, std::size_t j) {
    if (is_steep(i, j)) cable_.tension[j] = largest_tension(i, j);
  }

  S energy() const {
    const auto& compliance = course_.view(kProximal).compliance;
    S u(0);
    for (std::size_t j = 0; j < compliance.size(); ++j) {
      const S mean = course_.mean(cable_.tension[j], cable_.tension[j + 1]);
      u += 0.5 * compliance[j] * mean * mean;
    }
    return u;
  }

  const ConduitCourse<S>& course_;
  ConduitCable<S>& cable_;
  ConduitTrial<S>& trial_;
  S e0_, pretension_;
};

}  // namespace reeve::mechanics
