#pragma once
/// Equations of motion of a reeving in space: bodies, wheels, springs and spans, in the coordinates of topology.hpp.
///
///   e' = B y' + b,  M = sum B^T M_e B + bodies,  h = sum B^T (h_e - M_e (B' y' + b')) + bodies,  M y'' = h        (T-SPA.23)
///
/// Modes of each span are eliminated first (T-SPA.15), then everything that is not driven (T-ALE.17).
#include <vector>

#include "mechanics/bodies/building.hpp"
#include "mechanics/bodies/joint.hpp"
#include "mechanics/rope/spatial_span.hpp"
#include "models/reeving/driven_system.hpp"
#include "models/spatial/values.hpp"

namespace reeve::models::spatial {

using mechanics::kSpatialEnds;

/// A state of motion.
template <class S>
struct Point {
  const S* q{};       ///< boundary coordinates, then modes
  const S* v{};       ///< their velocities
  const S* scalar{};  ///< of the quaternions of free bodies
  mechanics::Sway<S> sway;
};

/// Which coordinates move the ends of a span, each with its column over r1 r2 s1 s2.
template <class S>
struct EndColumns {
  static constexpr int kMost = 2 * mechanics::kMostColumns + 2;
  int count{};
  int coordinate[kMost]{};
  S column[kMost][kSpatialEnds]{};

  S* of(int coordinate_at);  ///< its column, a new one if it has none yet
  /// B x over the ends.
  void product(const S* x, S* ends) const;
  /// y += B^T f
  void add_transposed(const S* f, S* y) const;
  /// Upper triangle of A += B^T C B; C symmetric, by rows.
  void add_square(const S (*C)[kSpatialEnds], S* A, int stride) const;
};

/// A span where it hangs.
template <class S>
struct SpanAt {
  struct End {
    int body{-1};    ///< whose point u it is; -1 = the building
    int r{-1};       ///< or first coordinate of its own place
    Vec3<S> u;       ///< [m]
    int s{-1};       ///< coordinate of its material; -1 = none
    double sign{1};  ///< s = origin + sign y
    S origin{0.0};
  };
  mechanics::SpatialElement<S> element;
  mechanics::SpatialSpan<S> rope;
  int modes_at{};
  End end[2];
};

/// A span as evaluated.
template <class S>
struct SpanState {
  mechanics::SpatialKinematics<S> motion;
  mechanics::SpatialTerms<S> terms;
  EndColumns<S> B;
  S given[kSpatialEnds]{};             ///< b
  S acceleration[kSpatialEnds]{};      ///< B' y' + b'
  S inverse[mechanics::kMostModes]{};  ///< 1/M_qq
  S fq[mechanics::kMostModes]{};       ///< h_q - M_qb (B' y' + b')
};

template <class S>
class Equations {
 public:
  using Values = spatial::Values<S>;

  explicit Equations(const Topology& topology);
  void prepare(const Values& v);

  const Topology& topology() const { return topology_; }
  int coordinates() const { return n_; }  ///< boundary and modes
  /// Where everything is as described, ropes straight.
  void described_position(const Values& v, S* q, S* scalar) const;

  /// A point that was evaluated last is remembered, for the same parameters and payload.
  void evaluate(const Point<S>& at, const Values& v);
  /// Forces on all coordinates, for accelerations of zero.
  void forces(S* h) const;
  /// Eliminates all that is not driven. Returns the first coordinate without inertia, or -1.
  int reduce();
  reeving::DrivenSystem<S>& driven() { return system_; }
  /// All accelerations from those of the driven coordinates.
  void finish(const S* driven, S* a);

  // of the point and, where they are asked for, of the accelerations that finish() has given
  const std::vector<mechanics::Frame<S>>& frames() const { return frame_; }
  const std::vector<SpanAt<S>>& spans() const { return span_; }
  const std::vector<SpanState<S>>& states() const { return state_; }
  S length(int k) const { return state_[k].motion.length(); }
  S tension(int k, int end, const S* a) const;  ///< along the rope, from the end's equation
  S sway(int k) const;                          ///< largest distance from the chord
  S energy(const Values& v) const;
  S losses() const { return losses_; }
  S wound_power() const;                                      ///< elastic energy that drums take up
  S sway_power(const S* a, const Values& v) const;            ///< of the building
  S payload_power(int i, const S* a, const Values& v) const;  ///< of the payload's weight and inertia on its body
  S payload_energy(int i, const Values& v) const;
  Vec3<S> acceleration(int body, const S* a) const;  ///< of its origin
  long evaluations() const { return evaluations_; }

  /// Mass of everything but spans, by rows, upper triangle; stride as in driven().
  const std::vector<S>& body_mass() const { return mass_; }
  struct Spring {
    EndColumns<S> B;  ///< over its three components
    S stiffness, damping;
    Vec3<S> stretch, rate;  ///< [m], [m/s]
    Vec3<S> given;          ///< velocity of its foot with the building
  };
  const std::vector<Spring>& springs() const { return springs_; }

 private:
  struct Drum {
    int span, end;
    double sign;  ///< wound rope = sign phi
    S rho;
  };
  void aim(std::size_t k, const Point<S>& at) {  ///< a span's motion at the modes in this point
    state_[k].motion.q = at.q + span_[k].modes_at;
    state_[k].motion.qd = at.v + span_[k].modes_at;
  }
  bool remembers(const Point<S>& at, const Values& v) const;
  void remember(const Point<S>& at, const Values& v);
  struct Wheel {
    int body;      ///< its carrier, -1 = the building
    int s;         ///< coordinate of the rope on it
    double sign;   ///< rope runs with sign times its rate
    Vec3<S> axis;  ///< in the carrier's axes; zero: the carrier does not turn about it
    S inertia, radius;
  };
  void prepare_wheels(const Values& v);
  void add_wheels();
  S wheel_energy() const;
  bool turns_with_carrier(const Wheel& wheel) const;
  void prepare_bodies(const Values& v);
  void prepare_spans(const Values& v);
  void place_bodies(const Point<S>& at);
  void place_span(int k, const Point<S>& at);
  mechanics::PointMotion<S> point_of(int body, const Vec3<S>& u, const mechanics::Sway<S>& sway) const;
  void add_bodies(const Values& v);
  void add_springs(const Point<S>& at);
  void add_limit_weights(const Values& v);
  void add_wound_rope(const Values& v);
  void condense(int k);
  S& mass(int i, int j) { return mass_[std::min(i, j) * stride() + std::max(i, j)]; }
  int stride() const { return topology_.boundary + 1; }
  S mass_of(int body, const Values& v) const;
  Vec3<S> spot(const Values& v, const Spot& at) const;

  const Topology& topology_;
  int n_{};
  std::vector<mechanics::Joint<S>> joint_;
  std::vector<mechanics::RigidBody<S>> body_;
  std::vector<Vec3<S>> anchor_at_;
  mechanics::SwayShape<S> shape_;
  std::vector<mechanics::Frame<S>> frame_;
  std::vector<SpanAt<S>> span_;
  std::vector<SpanState<S>> state_;
  std::vector<Spring> springs_;
  std::vector<Drum> drums_;
  std::vector<Wheel> wheels_;
  std::vector<S> rate_;          ///< of the boundary
  std::vector<S> mass_, force_;  ///< of bodies, wheels, springs
  reeving::DrivenSystem<S> system_;
  std::vector<S> last_;  ///< the point evaluated last: q, v, scalars, sway, payload
  bool valid_{}, reduced_{};
  int loose_{-1};
  std::vector<S> reduced_force_;  ///< right-hand side once all that is not driven is eliminated
  S losses_{0.0};
  S phi_{0.0}, phi_rate_{0.0};
  long evaluations_{};
};

}  // namespace reeve::models::spatial
