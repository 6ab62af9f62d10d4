#pragma once
/// Parameters, inputs and outputs of a reeving as an importer sees them: plain numbers in SI units.
///
/// Arrays follow the description: one entry per body, sheave, anchor, rope, chain, payload, side or span.
#include <vector>

namespace reeve::models {

enum class Formulation { alem = 1, ale_ancf = 2 };
enum class SheaveModel { rotary_inertia = 1, massless = 2 };
enum class DriveMode { torque = 1, ride = 2, speed = 3 };
enum class SolverMethod { automatic = 1, explicit_dopri5 = 2, implicit = 3 };

template <class S>
struct ReevingValues {
  // Parameters
  std::vector<S> body_mass, body_height, body_stiffness;          ///< [kg] [m] [N/m]
  std::vector<S> sheave_radius, sheave_inertia, sheave_height;    ///< [m] [kg m2] [m]
  std::vector<S> anchor_height, anchor_stiffness;                 ///< [m] [N/m]
  std::vector<S> rope_EA, rope_density, rope_damping;             ///< [N] [kg/m] [s]
  std::vector<int> rope_formulation, rope_axial_modes, rope_strain;
  std::vector<S> chain_density, chain_length;                     ///< [kg/m] [m]
  S drive_radius{}, drive_inertia{}, drive_height{};              ///< [m] [kg m2] [m]
  S drive_wrap{3.14159265358979323846}, drive_friction{0.2};      ///< [rad] [1]
  S drive_bandwidth{100.0};                                       ///< of the speed command [rad/s]
  S brake_torque{};                                               ///< [N m]
  S gravity{9.81};                                                ///< [m/s2]
  S start_travel{0.0};                                            ///< [m]
  S ride_distance{40.0}, ride_speed{6.0}, ride_acceleration{2.25}, ride_jerk{0.84375}, ride_start{0.0};
  bool sheaves_flux{true};
  int sheaves_model{1};
  int drive_mode{2};
  int solver_method{1};
  double solver_step{0.006};       ///< largest internal step: keeps slow motion accurate [s]
  double solver_tolerance{2e-6};   ///< of one step, for what is fast; for the implicit solver in m/s (T-ALE.25)

  // Inputs
  S drive_torque{0.0}, drive_speed{0.0}, brake{0.0};              ///< [N m] [rad/s] [1]
  std::vector<S> payload;                                         ///< [kg], one per loadable body

  // Outputs
  std::vector<S> body_position, body_velocity, body_acceleration;
  std::vector<S> side_vibration, side_tension;                    ///< [m] [N], one per side
  std::vector<S> sheave_speed;                                    ///< [rad/s]
  std::vector<S> anchor_tension;                                  ///< [N]
  std::vector<S> span_tension_start, span_tension_end;            ///< recovered from the element's end forces [N]
  std::vector<S> span_tension_start_constitutive, span_tension_end_constitutive;
  std::vector<S> span_length;                                     ///< unstretched [m]
  S drive_angle{}, drive_rate{};                                  ///< sheave_angle [rad], sheave_speed [rad/s]
  S motor_torque{}, holding_torque{}, motor_torque_from_tensions{};
  S traction_ratio{}, traction_limit{}, traction_utilisation{};
  int slack{};                                                    ///< 1 while a rope end does not pull
  S total_energy{}, drive_work{}, energy_residual{};              ///< [J]
};

}  // namespace reeve::models
