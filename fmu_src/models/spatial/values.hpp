#pragma once
/// Parameters, inputs and outputs of a reeving in space as an importer sees them: plain numbers in SI units.
///
/// Arrays follow the description: one entry per body, sheave, anchor, rope, driven axis (the drive's is the last), payload, side or span.
#include <vector>

#include "models/spatial/topology.hpp"

namespace reeve::models::spatial {

template <class S>
struct Values {
  // Parameters
  std::vector<Body<S>> body;
  std::vector<Sheave<S>> sheave;
  std::vector<Anchor<S>> anchor;
  std::vector<Rope<S>> rope;
  std::vector<DrivenAxis<S>> axis;
  Drive<S> drive;
  BuildingSway<S> sway;
  S brake_torque{0.0};  ///< [N m]
  S gravity{9.81};      ///< [m/s2]
  bool sheaves_flux{true};
  int solver_method{1};
  double solver_step{0.02};       ///< largest internal step [s]
  double solver_tolerance{1e-6};  ///< of one step; for the implicit solver in m/s (T-ALE.25)

  // Inputs
  std::vector<S> axis_force;   ///< along each axis: [N], hinges and the drive [N m]
  std::vector<S> axis_speed;   ///< commanded: [m/s], hinges and the drive [rad/s]
  S brake{0.0};                ///< of the drive [1]
  std::vector<S> payload;      ///< [kg], one per loadable body
  S sway_x{0.0}, sway_y{0.0};  ///< of the building's top [m], on top of the internal source

  // Outputs
  struct BodyMotion {
    Triple<S> position{}, velocity{}, acceleration{};  ///< of its origin, inertial axes
    S travel{}, travel_rate{};                         ///< of a line or hinge
  };
  std::vector<BodyMotion> motion;
  std::vector<S> axis_required;                         ///< force or torque that each axis takes; of the drive: torque
  std::vector<S> sheave_speed;                          ///< along growing s [rad/s]
  std::vector<S> span_tension_start, span_tension_end;  ///< from the element's end forces, along the rope [N]
  std::vector<S> span_length;                           ///< unstretched [m]
  std::vector<S> span_sway;                             ///< largest distance of the rope from its chord now [m]
  std::vector<S> side_tension;                          ///< [N], one per side
  S drive_angle{}, drive_rate{}, holding_torque{};
  int slack{};                                        ///< 1 while a rope end does not pull
  S total_energy{}, drive_work{}, energy_residual{};  ///< [J]; drive work is that of all axes

  DriveMode mode(std::size_t a) const { return static_cast<DriveMode>(axis[a].mode); }
};

/// Values with the sizes of a structure and nothing in them.
template <class S>
Values<S> sized(const Structure& structure, const Topology& topology);

/// The one list of the variables.
template <class S>
void fields(Values<S>& values, const Structure& structure, const Topology& topology, List& list);

}  // namespace reeve::models::spatial
