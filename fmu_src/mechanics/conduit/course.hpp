#pragma once
/// Where a cable in a conduit runs, and what each of its ends sees of it. Theory: theory/conduit.md.
///
///   psi(x) = int_0^x mu/R dx                     friction angle from one end; in all: Psi               (T-CON.3)
///   delta  = mu dx/R                             of a segment of a curved conduit                       (T-CON.4)
///   delta  = 2 artanh(mu tan(dx/2R))             of a peg in the middle of a segment                    (T-CON.16)
///
/// A segment of length dx whose end nodes pull with a and b is elongated by dx mean(a, b)/K. The mean is the
/// logarithmic one in a curved conduit, exact where the cable slips, and the arithmetic one between pegs, exact always.
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include "math/dual.hpp"

namespace reeve::mechanics {

enum class ConduitModel { continuous = 1, pegs = 2 };
enum End : std::size_t { kProximal, kDistal };

/// The way an end moves: it pulls the cable tighter, or it gives way. A tightening end leaves tensions that fall away
/// from it.
enum class SlipDirection { none = 0, tightening = 1, slackening = -1 };

namespace conduit {

using std::expm1;
inline math::Dual expm1(math::Dual y) { return {std::expm1(y.v), std::exp(y.v) * y.d}; }

/// (e^y - 1)/y
template <class S>
S exp_mean(S y) {
  return std::abs(math::value(y)) < 1e-8 ? S(1) + 0.5 * y : expm1(y) / y;
}

/// (a - b)/ln(a/b), for a, b >= 0; a series where the quotient would lose digits.                             (T-CON.5)
template <class S>
S logarithmic_mean(S a, S b) {
  using std::log;
  if (!(math::value(a) > 0) || !(math::value(b) > 0)) return 0.5 * (a + b);
  const S half = 0.5 * (a + b);
  const S z = (a - b) / (a + b);
  const S y = z * z;
  if (math::value(y) > 2.5e-3) return (a - b) / log(a / b);
  return half / (1.0 + y * (1.0 / 3 + y * (1.0 / 5 + y * (1.0 / 7 + y * (1.0 / 9 + y * (1.0 / 11 + y / 13.0))))));
}

}  // namespace conduit

template <class S>
class ConduitCourse {
 public:
  /// The course as one end sees it: node k = 0 .. n and segment k = 0 .. n - 1 are counted from that end.
  struct View {
    std::vector<S> compliance;  ///< dx/K of a segment [m/N]
    struct Cone {
      std::vector<S> shape;  ///< tension of node k over that of the end while all between slip: e^-psi or e^+psi
      std::vector<S> reach;  ///< elongation of the first k segments over the tension of the end, likewise [m/N]
      std::vector<S> loss;   ///< friction work while node k goes from T to T': loss/2 |T'^2 - T^2| [m/N]    (T-CON.11)
    } tightening, slackening;
    const Cone& cone(SlipDirection direction) const {
      return direction == SlipDirection::slackening ? slackening : tightening;
    }
  };

  explicit ConduitCourse(std::size_t segments)
      : dx_(segments), delta_(segments), grip_(segments), radius_(segments), mu_(segments) {
    for (View& view : views_) {
      view.compliance.resize(segments);
      for (auto* cone : {&view.tightening, &view.slackening}) {
        cone->shape.resize(segments + 1);
        cone->reach.resize(segments + 1);
        cone->loss.resize(segments + 1);
      }
    }
  }

  /// Lays a cable of axial rigidity K [N] through n equal segments. Radius [m] and mu have one element for all, or one
  /// each.
  void lay(ConduitModel model, S length, std::span<const S> radius, std::span<const S> mu, S K) {
    if constexpr (std::is_same_v<S, double>) {
      if (is_laid(model, length, radius, mu, K)) return;
    }
    using std::exp;
    model_ = model;
    length_ = length;
    rigidity_ = K;
    const std::size_t n = segments();
    for (std::size_t j = 0; j < n; ++j) {
      radius_[j] = radius[radius.size() == 1 ? 0 : j];
      mu_[j] = mu[mu.size() == 1 ? 0 : j];
      dx_[j] = length / static_cast<double>(n);
      delta_[j] = friction_angle(model, dx_[j], radius_[j], mu_[j]);
      grip_[j] = exp(delta_[j]);
    }
    fill(views_[kProximal], [](std::size_t k) { return k; });
    fill(views_[kDistal], [n](std::size_t k) { return n - 1 - k; });
  }

  /// (T-CON.4), (T-CON.16); infinite if the peg locks itself, tan(dx/2R) >= 1/mu or dx/2R >= pi/2
  static S friction_angle(ConduitModel model, S dx, S radius, S mu) {
    using std::cos, std::log, std::sin;
    if (model == ConduitModel::continuous) return mu * dx / radius;
    const S half = 0.5 * dx / radius;
    const S along = cos(half), across = mu * sin(half);
    if (!(math::value(half) < 1.57) || !(math::value(along) > math::value(across))) return S(HUGE_VAL);
    return log((along + across) / (along - across));
  }

  std::size_t segments() const { return dx_.size(); }
  S length() const { return length_; }
  S rigidity() const { return rigidity_; }
  S compliance() const { return length_ / rigidity_; }  ///< of the whole cable at equal tension [m/N]
  const View& view(End end) const { return views_[end]; }
  S segment_length(std::size_t j) const { return dx_[j]; }  ///< counted from the proximal end, as is
  S friction_angle(std::size_t j) const { return delta_[j]; }
  S grip(std::size_t j) const { return grip_[j]; }  ///< the largest ratio of the tensions at its ends, e^delta
  bool has_pegs() const { return model_ == ConduitModel::pegs; }

  /// Tension that stands for a whole segment.
  template <class T>
  T mean(T a, T b) const {
    return has_pegs() ? 0.5 * (a + b) : conduit::logarithmic_mean(a, b);
  }

 private:
  /// The course is the same as it was: most steps need not lay it again.
  bool is_laid(ConduitModel model, S length, std::span<const S> radius, std::span<const S> mu, S K) const {
    if (model != model_ || length != length_ || K != rigidity_) return false;
    for (std::size_t j = 0; j < segments(); ++j) {
      if (radius[radius.size() == 1 ? 0 : j] != radius_[j] || mu[mu.size() == 1 ? 0 : j] != mu_[j]) return false;
    }
    return true;
  }

  template <class Order>
  void fill(View& view, Order segment) {
    using conduit::exp_mean, conduit::expm1, std::exp;
    auto& tight = view.tightening;
    auto& slack = view.slackening;
    S psi(0);
    start(tight);
    start(slack);
    for (std::size_t k = 0; k < segments(); ++k) {
      const S dx = dx_[segment(k)], delta = delta_[segment(k)];
      const S fall = exp(-psi), rise = exp(psi);
      const S next = psi + delta;
      view.compliance[k] = dx / rigidity_;
      tight.shape[k + 1] = exp(-next);
      slack.shape[k + 1] = exp(next);
      const S tight_mean = has_pegs() ? 0.5 * (fall + tight.shape[k + 1]) : fall * exp_mean(-delta);
      const S slack_mean = has_pegs() ? 0.5 * (rise + slack.shape[k + 1]) : rise * exp_mean(delta);
      tight.reach[k + 1] = tight.reach[k] + view.compliance[k] * tight_mean;
      slack.reach[k + 1] = slack.reach[k] + view.compliance[k] * slack_mean;
      if (has_pegs()) {  // (T-CON.17)
        add_loss(tight, k, 0.5 * view.compliance[k] * expm1(psi), 0.5 * view.compliance[k] * expm1(next));
        add_loss(slack, k, -0.5 * view.compliance[k] * expm1(-psi), -0.5 * view.compliance[k] * expm1(-next));
      } else {  // (T-CON.12)
        const S up = 0.5 * view.compliance[k] * exp_mean(-delta) * (expm1(psi) - 0.5 * expm1(-delta));
        const S down = 0.5 * view.compliance[k] * exp_mean(delta) * (0.5 * expm1(delta) - expm1(-psi));
        add_loss(tight, k, up, up * exp(2.0 * delta));
        add_loss(slack, k, down, down * exp(-2.0 * delta));
      }
      psi = next;
    }
  }
  static void start(typename View::Cone& cone) {
    cone.shape[0] = S(1);
    cone.reach[0] = S(0);
    cone.loss[0] = S(0);
  }
  static void add_loss(typename View::Cone& cone, std::size_t k, S near, S far) {
    cone.loss[k] += near;
    cone.loss[k + 1] = far;
  }

  ConduitModel model_{ConduitModel::continuous};
  S length_{}, rigidity_{};
  std::vector<S> dx_, delta_, grip_;
  std::vector<S> radius_, mu_;  ///< as laid, by segment
  std::array<View, 2> views_;
};

}  // namespace reeve::mechanics
