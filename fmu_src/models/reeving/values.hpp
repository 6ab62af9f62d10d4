#pragma once
/// Parameters, inputs and outputs of a reeving as an importer sees them: plain numbers in SI units.
///
/// Arrays follow the description: one entry per body, sheave, anchor, rope, chain, buffer, payload, side or span.
#include <vector>

#include "models/reeving/dependencies.hpp"
#include "models/reeving/items.hpp"

namespace reeve::models::reeving {

template <class S>
struct Values {
  // Parameters
  std::vector<Body<S>> body;
  std::vector<Sheave<S>> sheave;
  std::vector<Anchor<S>> anchor;
  std::vector<Rope<S>> rope;
  std::vector<Chain<S>> chain;
  std::vector<Buffer<S>> buffer;
  Drive<S> drive;
  S brake_torque{};     ///< [N m]
  S gravity{9.81};      ///< [m/s2]
  S start_travel{0.0};  ///< [m]
  S ride_distance{0.0}, ride_speed{1.0}, ride_acceleration{0.5}, ride_jerk{0.5}, ride_start{0.0};
  bool sheaves_flux{true};
  int sheaves_model{1};
  int solver_method{1};
  double solver_step{0.006};      ///< largest internal step: keeps slow motion accurate [s]
  double solver_tolerance{2e-6};  ///< of one step, for what is fast; for the implicit solver in m/s (T-ALE.25)

  // Inputs
  S drive_torque{0.0}, drive_speed{0.0}, brake{0.0};  ///< [N m] [rad/s] [1]
  std::vector<S> payload;                             ///< [kg], one per loadable body

  // Outputs
  std::vector<S> body_position, body_velocity, body_acceleration;
  std::vector<S> side_vibration, side_tension;          ///< [m] [N], one per side
  std::vector<S> sheave_speed;                          ///< [rad/s]
  std::vector<S> anchor_tension, buffer_force;          ///< [N]
  std::vector<S> span_tension_start, span_tension_end;  ///< recovered from the element's end forces [N]
  std::vector<S> span_tension_start_constitutive, span_tension_end_constitutive;
  std::vector<S> span_length;     ///< unstretched [m]
  S drive_angle{}, drive_rate{};  ///< sheave_angle [rad], sheave_speed [rad/s]
  S motor_torque{}, holding_torque{}, motor_torque_from_tensions{};
  S traction_ratio{}, traction_limit{}, traction_utilisation{};
  /// Of each rope that friction holds on a wheel.
  struct Grip {
    S slip_velocity{}, slip_distance{}, slip_path{}, creep_distance{};  ///< [m/s] [m]
  };
  std::vector<Grip> grip;
  S creep{}, slip_power{}, rope_drift{}, encoder_error{};  ///< at the drive [1] [W] [m]
  S slip_energy{}, creep_energy{};                         ///< of all contacts [J]
  int slack{};                                             ///< 1 while a rope end does not pull
  S total_energy{}, drive_work{}, energy_residual{};       ///< [J]

  bool massless() const { return sheaves_model == static_cast<int>(SheaveModel::massless); }
  DriveMode mode() const { return static_cast<DriveMode>(drive.mode); }
};

/// Values with the sizes of a structure and nothing in them.
template <class S>
Values<S> sized(const Structure& structure, const Topology& topology);

/// The one list of the variables.
template <class S>
void fields(Values<S>& values, const Structure& structure, const Topology& topology, List& list);

}  // namespace reeve::models::reeving
