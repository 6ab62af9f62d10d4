#pragma once
/// The equations of motion of the whole reeving for any scalar (double, or Dual for derivatives).
///
/// Coordinates q = [boundary coordinates (topology.hpp), the driven ones last | modes of span 1 | modes of span 2 ..].
/// Each span's modes are eliminated within the span and its ends are added to one small system, of which the driven
/// coordinates are the last unknowns (driven_system.hpp).                                               (T-ALE.17)
///
/// Life: prepare(values) once per parameter set -> { constrain, evaluate, reduce, grip, then load() and finish, clamp }.
#include <algorithm>
#include <vector>

#include "models/reeving/assembly.hpp"
#include "models/reeving/contacts.hpp"
#include "models/reeving/driven_system.hpp"
#include "models/reeving/massless.hpp"
#include "models/reeving/topology.hpp"
#include "models/reeving/values.hpp"

namespace reeve::models::reeving {

template <class S>
class Equations {
 public:
  using Values = reeving::Values<S>;

  struct SpanAt {
    mechanics::RopeKernel<S> kernel;
    mechanics::RopeSpan<S> rope;
    Ends ends;        ///< where its end coordinates z1 z2 s1 s2 are
    S origin[kEnds];  ///< constant parts of these
    int modes_at;     ///< place of its modes in q
  };
  /// Spans of one kind that are computed together.
  using Lane = math::Lanes<S>;
  using Group = typename Lane::Type;
  struct SpanGroup {
    int span[Lane::kCount];  ///< a lane without a span of its own repeats the first
    int used;
    GroupPlaces<S> places;
    Group origin[kEnds];
    mechanics::RopeKernel<Group> kernel;
    mechanics::RopeSpan<Group> rope;
    Group q[mechanics::kMaxModes], qd[mechanics::kMaxModes];
    mechanics::SpanTerms<Group> terms;
    mechanics::SpanTangent<Group> tangent;
    mechanics::Condensed<Group> condensed;
  };
  struct Spring {
    int a, b;  ///< coordinates; b = boundary means the building
    S stiffness, damping, rest;
    int anchor;
  };
  struct Energy {
    S kinetic{0.0}, potential{0.0}, elastic{0.0};
    S sum() const { return kinetic + potential + elastic; }
  };

  explicit Equations(const Topology& topology);

  void prepare(const Values& values);
  int coordinates() const { return n_; }
  int most_coordinates() const { return topology_.boundary + mechanics::kMaxModes * topology_.span_count(); }
  int freedoms() const;  ///< with the drive locked
  bool massless() const { return massless_; }

  /// Unstrained start: every coordinate where rigid ropes would put it for this phi.
  void rigid_position(const S& phi, const Values& values, S* q) const;
  S start_phi(const Values& values) const { return values.start_travel / topology_.travel[topology_.side[0]]; }

  /// With massless sheaves: the material points there follow from equal tension.
  void constrain(S* q, S* v) {
    if (massless_) massless_solver_.constrain(*this, q, v);
  }
  /// A rope that sticks moves as its wheel does: sets its rate in v.
  void slave(const S* q, S* v, const Modes& m) const { contacts_.slave(*this, q, m, v); }

  /// Forces and masses at this point; with `tangent` also stiffness and damping matrices. Asked again for the point where it
  /// is, it does nothing: outputs and the first stage of the next step are often the same point.
  void evaluate(const S* q, const S* v, const Modes& modes, const Values& values, bool tangent = false);
  long evaluations() const { return evaluations_; }  ///< so far
  /// Eliminates everything but the driven coordinates. Returns the coordinate that nothing holds in place, or -1.
  int reduce();
  /// What is left for the driven coordinates: mass(i, j) and force(i) there, everything else following.
  const DrivenSystem<S>& driven() const { return massless_ ? massless_solver_.system : boundary_system_; }
  /// States what friction asks in these modes. Then load() is what the drive carries; finish() gives all accelerations for that of
  /// the drive; clamp() is true if friction would push a rope: both once more.
  void grip(const Modes& m, const Values& u) {
    if (!topology_.contacts.empty()) contacts_.state_laws(*this, m, u);
  }
  DriveLoad<S> load() { return contacts_.system.solve(driven()); }
  void finish(const S& drive_acceleration, S* a);
  bool clamp(const S& drive_acceleration) { return contacts_.system.clamp(drive_acceleration); }
  /// All accelerations for given ones of the driven coordinates; without `forced`, those of a machine without forces.
  void expand(const S* driven_accelerations, bool forced, S* a);
  const Contacts<S>& contacts() const { return contacts_; }
  std::vector<S>& driven_scratch() { return driven_scratch_; }

  /// Generalized forces without inertia, for statics: out[n].
  void forces(S* out);
  Energy energy(const S* q, const S* v, const Values& values) const;
  S losses() const { return losses_; }
  /// Rate at which strain energy is wound up on the drum [W].
  S wound_power() const;
  /// Tensions of span k: recovered from the end forces (accelerations needed) and from the material law.
  S recovered_tension(int k, int end, const S* a) const { return end_force(k, end) + end_inertia(k, end, a); }
  S end_force(int k, int end) const;                 ///< its part without accelerations
  S end_inertia(int k, int end, const S* a) const {  ///< and the part of these
    return end_row(k, end, groups_[group_of_[k]].terms.M, a);
  }
  /// What a matrix of the span's group, times x, pulls at an end of the span.
  S end_row(int k, int end, const mechanics::SpanMatrix<Group>& A, const S* x) const;
  S constitutive_tension(int k, int end) const;
  S spring_force(const Spring& spring) const;
  const std::vector<mechanics::Buffer<S>>& buffers() const { return buffers_; }
  /// Adds a span's matrix to a dense one over all coordinates.
  void add_dense(const SpanAt& at, const mechanics::SpanMatrix<S>& A, S* full) const;

  const Topology& topology() const { return topology_; }
  const std::vector<SpanAt>& spans() const { return spans_; }
  const std::vector<SpanGroup>& groups() const { return groups_; }
  /// Mass matrix of one span.
  mechanics::SpanMatrix<S> mass(int k) const;
  const std::vector<Spring>& springs() const { return springs_; }
  const std::vector<S>& added_mass() const { return added_mass_; }
  const std::vector<int>& sheave_coordinates() const { return sheave_coordinates_; }
  S length(int k) const { return kinematics_[k].s[1] - kinematics_[k].s[0]; }
  const mechanics::SpanKinematics<S>& kinematics(int k) const { return kinematics_[k]; }
  const S& rate(int boundary_coordinate) const { return yd_[boundary_coordinate]; }
  bool has_drum() const { return !drums_.empty(); }
  const MasslessSheaves<S>& massless_solver() const { return massless_solver_; }
  int group_of(int span) const { return group_of_[span]; }

 private:
  void add_bodies(const Values& values);
  void add_springs();
  void add_buffers(const Modes& m, const Values& values);
  void add_chains(const Values& values);
  void add_wound_rope(const Values& values);
  void group_spans();
  void add_spans(const S* q, const S* v, bool tangent);
  int reduce_massless();

  struct Drum {
    int span, end;
    S rho;
    double sign;  ///< wound length = sign * phi
  };

  const Topology& topology_;
  int n_{};
  bool massless_{};
  std::vector<SpanAt> spans_;
  std::vector<mechanics::SpanKinematics<S>> kinematics_;  ///< per span
  std::vector<SpanGroup> groups_;
  std::vector<int> group_of_, lane_of_;
  std::vector<Spring> springs_;
  std::vector<mechanics::Buffer<S>> buffers_;
  std::vector<Drum> drums_;
  std::vector<S> sheave_mass_;  ///< I/R^2 per boundary coordinate
  std::vector<int> sheave_coordinates_;
  std::vector<S> y_, yd_;            ///< boundary coordinates and a zero for everything fixed
  std::vector<S> added_mass_;        ///< diagonal: bodies, payload, sheaves, chain
  std::vector<S> force_;             ///< on the boundary, without the spans
  std::vector<S> all_forces_;        ///< and with them
  DrivenSystem<S> boundary_system_;  ///< of the boundary, modes eliminated
  S losses_{};
  bool remembers(const S* q, const S* v, const Modes& m, const Values& values, bool tangent) const;
  std::vector<S> last_q_, last_v_, last_payload_, last_driven_, last_a_;
  std::vector<S> driven_, driven_scratch_;  ///< accelerations of the driven coordinates
  bool valid_{}, with_tangent_{}, reduced_{}, finished_{};
  long evaluations_{};
  MasslessSheaves<S> massless_solver_;
  Contacts<S> contacts_;
};

extern template class Equations<double>;
extern template class Equations<math::Dual>;

}  // namespace reeve::models::reeving
