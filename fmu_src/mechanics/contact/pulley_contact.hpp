#pragma once
/// One point of a rope on a round pulley: normal force by penalty, friction by one of four laws.
///
///   d = |r - C|,  n = (r - C)/d (outward),  t = (n_y, -n_x) (clockwise)
///   N = w <k (R - d) - c v.n>,   v_r = v.t - R omega                                               (T-ROP.8)
///   force on the rope  f = N n + F t,  torque on the pulley  -R F (clockwise)
///
/// w is the length of rope that the point stands for over the length for which k is given. The pulley's rim has no
/// normal velocity. F opposes v_r; its law is the only place that differs.
#include <algorithm>
#include <cmath>

#include "math/dual.hpp"
#include "mechanics/contact/friction.hpp"

namespace reeve::mechanics {

enum class FrictionLaw { quinn = 1, coulomb = 2, bristle = 3, smooth = 4 };

template <class S>
struct RopeFriction {
  FrictionLaw law{FrictionLaw::bristle};
  S mu{};         ///< [1]
  S epsilon{};    ///< speed within which the regularised laws rise [m/s]
  S stiffness{};  ///< k_t of the bristles [N/m], per reference length like the pulley's
  S damping{};    ///< c_t of the bristles [N s/m]
  SmoothFriction<S> smooth;
};

template <class S>
struct Pulley {
  S x{}, y{};     ///< centre C [m]
  S radius{};     ///< R [m]
  S stiffness{};  ///< k [N/m]
  S damping{};    ///< c [N s/m]
};

/// What is known of a point before the law is asked.
template <class S>
struct Touch {
  bool near{};  ///< d < R
  S d{};        ///< [m]
  S nx{}, ny{};
  S vn{}, vt{};  ///< velocity along n and t [m/s]
  S N{};         ///< [N]
  Touch(const Pulley<S>& pulley, const S& w, const S& rx, const S& ry, const S& vx, const S& vy) {
    using std::sqrt;
    const S ax = rx - pulley.x, ay = ry - pulley.y, square = ax * ax + ay * ay;
    if (!(math::value(square) < math::value(pulley.radius) * math::value(pulley.radius)) || !(math::value(square) > 0))
      return;
    near = true;
    d = sqrt(square);
    nx = ax / d, ny = ay / d;
    vn = vx * nx + vy * ny;
    vt = vx * ny - vy * nx;
    N = w * (pulley.stiffness * (pulley.radius - d) - pulley.damping * vn);
    if (!(math::value(N) > 0)) N = S(0.0);  // a pulley does not pull
  }
};

/// Friction and its derivatives by what it depends on.
template <class S>
struct FrictionForce {
  S F{};  ///< along t [N]
  bool slips{};
  double by_N{}, by_u{}, by_v{}, by_h{};  ///< dF/dN, dF/du [N/m], dF/dv_r [N s/m], dF/dh
};

template <class S>
S clipped(const S& x, const S& limit) {
  return x > limit ? limit : x < -limit ? S(-limit) : x;
}

/// F = -clip(mu N v_r/eps + clip(h, mu N), mu N): h is the force that would move the node.           (T-ROP.9)
template <class S>
FrictionForce<S> quinn(const RopeFriction<S>& law, const S& N, const S& vr, const S& h) {
  FrictionForce<S> out;
  const S limit = law.mu * N, pull = clipped(h, limit), trial = limit * vr / law.epsilon + pull;
  const double mu = math::value(law.mu), eps = math::value(law.epsilon);
  const bool held = std::abs(math::value(h)) <= math::value(limit);
  out.F = -clipped(trial, limit);
  out.slips = std::abs(math::value(trial)) > math::value(limit);
  if (out.slips) {
    out.by_N = math::value(trial) > 0 ? -mu : mu;
  } else {
    out.by_N = -mu * math::value(vr) / eps - (held ? 0 : math::value(h) > 0 ? mu : -mu);
    out.by_v = -math::value(limit) / eps;
    out.by_h = held ? -1 : 0;
  }
  return out;
}

/// F = -mu N clip(v_r/eps, 1): creeps under load.                                                    (T-ROP.10)
template <class S>
FrictionForce<S> coulomb(const RopeFriction<S>& law, const S& N, const S& vr) {
  FrictionForce<S> out = quinn(law, N, vr, S(0.0));
  out.by_h = 0;
  return out;
}

/// F = -clip(w (k_t u + c_t v_r), mu N): u is the bristle's deflection, had it not slipped.          (T-ROP.11)
template <class S>
FrictionForce<S> bristle(const RopeFriction<S>& law, const S& w, const S& N, const S& u, const S& vr) {
  FrictionForce<S> out;
  const S limit = law.mu * N, trial = w * (law.stiffness * u + law.damping * vr);
  out.slips = std::abs(math::value(trial)) > math::value(limit);
  out.F = -clipped(trial, limit);
  if (out.slips) {
    out.by_N = math::value(trial) > 0 ? -math::value(law.mu) : math::value(law.mu);
  } else {
    out.by_u = -math::value(w) * math::value(law.stiffness);
    out.by_v = -math::value(w) * math::value(law.damping);
  }
  return out;
}

/// F = -N f(v_r) with the smooth six-parameter law.                                                  (T-ROP.12)
template <class S>
FrictionForce<S> smooth(const RopeFriction<S>& law, const S& N, const S& vr) {
  FrictionForce<S> out;
  const S f = law.smooth.coefficient(vr);
  out.F = -N * f;
  out.by_N = -math::value(f);
  const SmoothFriction<double> values{math::value(law.smooth.g1), math::value(law.smooth.g2),
                                      math::value(law.smooth.g3), math::value(law.smooth.g4),
                                      math::value(law.smooth.g5), math::value(law.smooth.g6)};
  out.by_v = -math::value(N) * values.coefficient(math::Dual(math::value(vr), 1.0)).d;
  out.slips = std::abs(math::value(vr)) > math::value(law.epsilon);
  return out;
}

/// Way of a rope point over the rim from a0 to a1 (both from the centre), clockwise, in metres of rope: the angle between
/// them times the mean distance.                                                                     (T-ROP.13)
template <class S>
struct RimTravel {
  S travel{}, angle{}, mean{};
  RimTravel(const S& x0, const S& y0, const S& x1, const S& y1, const S& d1) {
    using std::sqrt;
    const S d0 = sqrt(x0 * x0 + y0 * y0), sine = (y0 * x1 - x0 * y1) / (d0 * d1), s2 = sine * sine;
    angle = sine * (1.0 + s2 * (1.0 / 6 + s2 * (3.0 / 40 + s2 * (15.0 / 336))));  // asin: less than 1e-9 off at 0.1 rad
    mean = 0.5 * (d0 + d1);
    travel = mean * angle;
  }
};

}  // namespace reeve::mechanics
