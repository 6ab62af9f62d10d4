#pragma once
/// A buffer that a body comes down on: a spring with damping that grows with its compression, and that never pulls.
///
///   F = max(0, k x (1 + d x'))     x: compression [m], positive while the body is below the top of the free buffer   (T-ALE.27)
///
/// Which branch of the maximum holds is a phase that only events change, so between events everything is smooth.
#include <algorithm>

#include "math/dual.hpp"

namespace reeve::mechanics {

enum class BufferPhase : int {
  apart = 0,    ///< the body is above the free buffer
  pressed = 1,  ///< it stands on the buffer
  outrun = 2    ///< it rises faster than the buffer can follow, and still is below its free top
};

template <class S>
struct Buffer {
  S stiffness{};    ///< k  [N/m]
  S damping{};      ///< d  [s/m]
  S compression{};  ///< x  [m]
  S rate{};         ///< x' [m/s]
  BufferPhase phase{BufferPhase::apart};

  /// On the body, upwards [N].
  S force() const { return phase == BufferPhase::pressed ? S(stiffness * compression * share()) : S(0.0); }
  /// Of the spring [J].
  S energy() const { return phase == BufferPhase::apart ? S(0.0) : S(0.5 * stiffness * compression * compression); }
  /// Heat of the damping: what the body gives and the spring does not take [W].                        (T-ALE.28)
  S loss() const { return phase == BufferPhase::apart ? S(0.0) : S((force() - stiffness * compression) * rate); }
  S force_per_compression() const { return phase == BufferPhase::pressed ? S(stiffness * share()) : S(0.0); }
  S force_per_rate() const { return phase == BufferPhase::pressed ? S(stiffness * compression * damping) : S(0.0); }

  /// The phase that belongs to compression and rate.                                                   (T-ALE.29)
  BufferPhase decided() const {
    if (!(math::value(compression) > 0)) return BufferPhase::apart;
    return math::value(share()) > 0 ? BufferPhase::pressed : BufferPhase::outrun;
  }
  /// Positive inside the phase; it ends a little behind the threshold, so that it is not zero after an event.
  double reserve() const {
    constexpr double kBehind = 1e-9;  // [m], and of the share
    const double x = math::value(compression), now = math::value(share());
    if (phase == BufferPhase::apart) return kBehind - x;
    return kBehind + std::min(x, phase == BufferPhase::pressed ? now : -now);
  }

 private:
  S share() const { return 1.0 + damping * rate; }  ///< force over that of the spring alone
};

}  // namespace reeve::mechanics
