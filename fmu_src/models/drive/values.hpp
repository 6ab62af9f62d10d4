#pragma once
/// What an importer of the Drive sees: parameters, inputs and outputs, all SI. Defaults fit the 100 m elevator.
#include <vector>

#include "mechanics/drive/motor.hpp"
#include "models/drive/structure.hpp"
#include "variables/list.hpp"

namespace reeve::models::drive {

/// Selectors, not Booleans: OpenModelica 1.27 passes only the first Boolean parameter of an FMU.
inline const variables::Enumeration kSwitch{"Switch", {{"off", ""}, {"on", ""}}};
inline constexpr int kOff = 1, kOn = 2;

template <class S>
struct Values {
  mechanics::MotorPlate<S> motor;
  mechanics::Supply<S> power;
  struct Torque {
    S limit{6000.0};   ///< [N m]
    S rise_time{0.2};  ///< from 0 to the limit [s]
  } torque;
  struct Ripple {
    std::vector<S> order, amplitude;  ///< periods per turn; share of the torque
  } ripple;
  struct Encoder {
    int resolution{1048576};  ///< counts per turn, 0 = ideal
  } encoder;
  struct Control {
    double period{0.001};       ///< of the sampling [s]
    S inertia{150.0};           ///< J of everything that moves, at the sheave [kg m2]
    S bandwidth{6.0};           ///< of the speed loop [rad/s]
    S integral_time{0.8};       ///< [s]
    S position_bandwidth{1.2};  ///< of the position loop [rad/s]
    S filter_time{0.002};       ///< of the measured speed [s]
    S feedforward{1.0};         ///< share of J alpha that is fed forward
  } control;
  struct Roping {
    S ratio{2.0};        ///< r
    S elongation{1e-5};  ///< by which the cabin rises more than rigid ropes would lift it, per travel
  } roping;
  struct Sheave {
    S radius{0.25};  ///< R [m]
  } sheave;
  struct Load {
    int pretorque{kOn};
    S empty{19129.643};  ///< signal of the empty cabin at `height` [N]
    S torque{368.014};   ///< that holds it there [N m]
    S gain{0.250107};    ///< torque per signal [N m/N]
    S travel{-12.2622};  ///< torque per height beyond what the signal says [N m/m]
    S height{9.95897};   ///< [m]
    S filter_time{0.3};  ///< of the signal while the cabin is held at a floor [s]
  } load;
  struct Ride {
    S speed{6.0}, acceleration{1.5}, jerk{1.0};  ///< largest, of the cabin [m/s] [m/s2] [m/s3]
  } ride;
  struct Levelling {
    int active{kOn};
    S zone{0.35};         ///< where the sensor sees the floor [m]
    S threshold{0.01};    ///< from which a standing cabin is brought back [m]
    S accuracy{5e-4};     ///< [m]
    S settle{1.0};        ///< over which the sensor is averaged [s]
    S patience{20.0};     ///< for the bounce to die away [s]
    S speed{0.05};        ///< [m/s]
    S acceleration{0.1};  ///< [m/s2]
  } levelling;
  struct Brake {
    S release_time{0.2}, apply_time{0.2};  ///< [s]
  } brake_;
  struct Sequence {
    S pretorque_time{0.3};  ///< at least, before the brake opens [s]
  } sequence;

  S sheave_angle{0.0};        ///< [rad]
  S sheave_speed{0.0};        ///< [rad/s]
  S cabin_position{9.95897};  ///< [m]
  S load_signal{19129.643};   ///< [N]
  S target_position{50.0};    ///< [m]
  bool start{true};
  bool emergency_stop{false};

  S drive_torque{}, brake{}, reference_position{}, reference_speed{};
  S motor_current{}, electrical_power{}, electrical_energy{};
  int state{1};
  S mechanical_power{}, mechanical_energy{}, loss_energy{};  ///< [W], [J]
};

template <class S>
Values<S> defaults(const Structure& structure);
template <class S>
void fields(Values<S>& v, variables::List& list);

}  // namespace reeve::models::drive
