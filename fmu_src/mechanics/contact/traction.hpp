#pragma once
/// Friction of a rope in the groove of a sheave: what the groove makes of the coefficient of friction, how friction falls with
/// speed, and the ratio of tensions that it bears.
#include <cmath>
#include <numbers>

#include "math/dual.hpp"

namespace reeve::mechanics {

/// The cross-section that a rope lies in. Angles in rad: beta of the undercut, gamma between the flanks.
struct Groove {
  enum class Kind { round, undercut, v, v_hardened } kind{Kind::round};
  double beta{}, gamma{};

  /// Friction over mu: of a rope that bears on its seat with a pressure that falls like the cosine, or is wedged.    (T-TRA.3)
  double factor() const {
    const double opening = kind == Kind::v ? 0 : gamma, cut = kind == Kind::round ? 0 : beta;
    if (kind == Kind::v_hardened) return stalled_factor();
    return 4 * (std::cos(opening / 2) - std::sin(cut / 2)) /
           (std::numbers::pi - cut - opening - std::sin(cut) + std::sin(opening));
  }
  /// The same when a body stands on its buffer and the rope shall slip: flanks count, whether hardened or not.
  double stalled_factor() const {
    return kind == Kind::v || kind == Kind::v_hardened ? 1 / std::sin(gamma / 2) : factor();
  }
};

/// Larger over smaller of two tensions; a side that does not pull has no ratio, and gets a large one.
template <class S>
S tension_ratio(const S& one, const S& other) {
  constexpr double kSlack = 1e6;
  const bool first = math::value(one) >= math::value(other);
  const S &larger = first ? one : other, &smaller = first ? other : one;
  return math::value(smaller) * kSlack > math::value(larger) ? S(larger / smaller) : S(kSlack);
}

enum class FrictionLaw { constant = 1, rope_speed = 2, slip_speed = 3 };

/// Friction f of one contact.                                                                              (T-TRA.4)
template <class S>
struct RopeFriction {
  S sticking{}, kinetic{};  ///< f_s >= f_k                          [1]
  S speed{};                ///< scale of the fall with speed        [m/s]
  S wrap{};                 ///< angle of wrap alpha                 [rad]
  FrictionLaw law{FrictionLaw::constant};

  S static_factor(const S& rope_speed) const {
    return law == FrictionLaw::rope_speed ? S(sticking / fall(rope_speed)) : sticking;
  }
  S sliding_factor(const S& rope_speed, const S& slip_speed) const {
    if (law == FrictionLaw::rope_speed) return kinetic / fall(rope_speed);
    if (law == FrictionLaw::slip_speed) return kinetic + (sticking - kinetic) / fall(slip_speed);
    return kinetic;
  }

 private:
  S fall(const S& v) const { return 1.0 + (math::value(v) < 0 ? S(-v) : v) / speed; }
};

}  // namespace reeve::mechanics
