#pragma once
/// A ride from rest to rest with bounded speed, acceleration and jerk: seven phases of constant jerk.
///
///   t_j = a_p/j, t_a = v_p/a_p - t_j, t_v = cruise; peaks from the distance                            (T-ALE.19)
///     full speed reached   D >= v^2/a + v a/j
///     full acceleration    2 a^3/j^2 <= D:  v_p = (a/2)(sqrt((a/j)^2 + 4 D/a) - a/j)
///     otherwise            a_p = (j^2 D/2)^(1/3), v_p = a_p^2/j
#include <array>
#include <cmath>

#include "math/dual.hpp"

namespace reeve::mechanics {

template <class S>
struct RidePoint {
  S position{0.0}, velocity{0.0}, acceleration{0.0};
};

template <class S>
class RideProfile {
 public:
  RideProfile() = default;
  RideProfile(S start, S distance, S speed, S acceleration, S jerk) {
    using math::value;
    using std::pow;
    using std::sqrt;
    const double sign = value(distance) < 0 ? -1 : 1;
    const S D = sign * distance;
    S peak_a = acceleration, peak_v = speed, cruise = 0.0;
    if (!(value(D) > 0)) {
      peak_a = 0.0, peak_v = 0.0;
    } else if (value(D) >= value(speed * speed / acceleration + speed * acceleration / jerk) * (1 - 1e-12) ||
               value(speed * jerk) < value(acceleration * acceleration)) {
      // Where the speed is reached before the acceleration, the acceleration's peak is sqrt(v j).
      if (value(speed * jerk) < value(acceleration * acceleration)) peak_a = sqrt(speed * jerk);
      cruise = D / speed - speed / peak_a - peak_a / jerk;
      if (value(cruise) < 0) short_ride(D, jerk, peak_a, peak_v, cruise);
    } else {
      short_ride(D, jerk, peak_a, peak_v, cruise);
    }
    if (value(cruise) < 0) cruise = 0.0;
    const S tj = value(peak_a) > 0 ? S(peak_a / jerk) : S(0.0);
    const S ta = value(peak_a) > 0 ? S(peak_v / peak_a - tj) : S(0.0);
    const S durations[7] = {tj, ta, tj, cruise, tj, ta, tj};
    constexpr double kShape[7] = {1, 0, -1, 0, -1, 0, 1};
    corner_[0] = start;
    for (int i = 0; i < 7; ++i) {
      jerk_[i] = sign * kShape[i] * jerk;
      const S duration = value(durations[i]) > 0 ? durations[i] : S(0.0);
      corner_[i + 1] = corner_[i] + duration;
      at_[i + 1] = advanced(at_[i], jerk_[i], duration);
    }
    at_[7] = {distance, 0.0, 0.0};  // by construction; keep rounding out
    at_[4].acceleration = at_[3].acceleration = 0.0;
  }

  S end() const { return corner_[7]; }
  /// Times between which the jerk is constant.
  const std::array<S, 8>& corners() const { return corner_; }
  /// Which phase begins at or holds at t: -1 before the ride, 7 after it.
  int phase(double t) const {
    int i = -1;
    while (i < 7 && t >= math::value(corner_[i + 1])) ++i;
    return i;
  }
  S jerk(int phase) const { return phase < 0 || phase > 6 ? S(0.0) : jerk_[phase]; }
  RidePoint<S> at(S t) const { return at(t, phase(math::value(t))); }
  /// As if the given phase had no end: what holds at t if nobody has changed the phase yet.
  RidePoint<S> at(S t, int i) const {
    if (i < 0) return {};
    if (i > 6) return at_[7];
    return advanced(at_[i], jerk_[i], t - corner_[i]);
  }

 private:
  static RidePoint<S> advanced(const RidePoint<S>& p, const S& j, const S& u) {
    return {p.position + u * (p.velocity + u * (0.5 * p.acceleration + j * u / 6.0)),
            p.velocity + u * (p.acceleration + 0.5 * j * u), p.acceleration + j * u};
  }
  /// The speed is never reached; peak_a comes in as the limit.
  static void short_ride(const S& D, const S& jerk, S& peak_a, S& peak_v, S& cruise) {
    using math::value;
    using std::cbrt;
    using std::sqrt;
    cruise = 0.0;
    const S ramp = peak_a / jerk;
    if (value(D) >= 2 * value(peak_a * peak_a * peak_a / (jerk * jerk))) {
      peak_v = 0.5 * peak_a * (sqrt(ramp * ramp + 4.0 * D / peak_a) - ramp);
    } else {
      const S cube = 0.5 * jerk * jerk * D;
      S root = std::cbrt(value(cube));
      root = root - (root * root * root - cube) / (3.0 * root * root);  // one Newton step carries derivatives
      peak_a = root;
      peak_v = peak_a * peak_a / jerk;
    }
  }

  std::array<S, 8> corner_{};
  std::array<S, 7> jerk_{};
  std::array<RidePoint<S>, 8> at_{};
};

}  // namespace reeve::mechanics
