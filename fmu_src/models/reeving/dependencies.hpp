#pragma once
/// What each output of a reeving depends on, by name: inputs while stepping, inputs and parameters at the start.
///
/// While stepping, inputs reach outputs only through the mass matrix. At the start everything rests in equilibrium with the
/// drive locked; then, in drive.mode 1, the torque and the opened brake accelerate what shares the drive's mass matrix.
#include <string>
#include <vector>

#include "models/reeving/coupling.hpp"
#include "models/reeving/structure.hpp"

namespace reeve::models::reeving {

class Dependencies {
 public:
  using Names = std::vector<std::string>;

  Dependencies(const Structure& structure, const Topology& topology);

  // While stepping: on inputs.
  Names payloads_beside(int element) const;               ///< loads that share its mass matrix
  Names forces_on(int element) const;                     ///< these, torque and brake if it shares the drive's
  Names forces_on_ends(int from, int to, int end) const;  ///< recovered tensions at one end of these spans
  Names forces_on_spans(int from, int to) const;          ///< accelerations of the modes of these spans
  Names forces_on_slack() const;
  Names forces_on_traction() const;
  Names forces_on_motor_torque() const;

  // At the start: on inputs and parameters.
  Names position(int body) const;
  Names equilibrium(int element) const;
  Names material(const Contact& contact) const;  ///< the rope's at a contact
  Names equilibria(int first, int end) const;    ///< of the elements from the first up to the end
  Names acceleration(int element) const;
  Names accelerations(int from, int to) const;      ///< of these spans
  Names tensions(int from, int to, int end) const;  ///< recovered, at one end of these spans
  Names slack() const;
  Names anchor_tension(int anchor) const;
  Names side_tension(int side) const;
  Names traction() const;
  Names holding_torque() const;
  Names motor_torque() const;
  Names torque_from_tensions() const;

 private:
  Names tension(int k, int end) const;
  int spring_at(int k, int end) const;  ///< elastic anchor at an end of a span, or -1
  bool hangs_alone(int anchor) const;
  int span(int k) const { return coupling_.span(k); }
  void add_equilibrium(int part, Names& names) const;
  Names equilibrium_of(int part) const;
  void add_span(int k, Names& names) const;
  void add_height(const Node& node, Names& names) const;
  void add_spans_at_drive(Names& names) const;
  void add_moved_by_drive(Names& names) const;
  void add_push_of_drive(Names& names) const;
  bool at_drive(int k) const;
  bool with_drive(int element) const { return coupling_.inertia[element] == coupling_.inertia[topology_.phi()]; }

  const Structure& structure_;
  const Topology& topology_;
  Coupling coupling_;
  std::vector<Names> rope_at_rest_;  ///< per rope: its parameters that count at rest
  std::vector<Names> at_rest_;       ///< by the number of a part in equilibrium: what determines it
};

}  // namespace reeve::models::reeving
