#pragma once
/// The motor of a drive: its torque follows a command with a lag, ripples with the angle of the sheave, and costs losses.
///
///   T tau' = c - tau                                              motor torque                        (T-DRV.2)
///   M      = tau (1 + sum a_n sin(n angle))                       torque on the sheave, with ripple   (T-DRV.3)
///   P      = M speed + P_cu (tau/tau_r)^2 + P_fe (speed/speed_r)^2   power of the converter's link    (T-DRV.5)
#include <cmath>
#include <span>

#include "math/dual.hpp"

namespace reeve::mechanics {

/// What a name plate says, and how the converter passes power on.
template <class S>
struct MotorPlate {
  S rated_torque{2500.0};  ///< tau_r [N m]
  S rated_speed{48.0};     ///< [rad/s]
  S rated_current{250.0};  ///< [A]
  S time_constant{0.003};  ///< T [s]
  S copper_loss{5000.0};   ///< P_cu [W] at rated torque
  S iron_loss{1500.0};     ///< P_fe [W] at rated speed
};

template <class S>
struct Supply {
  S standby{200.0};     ///< [W]
  S efficiency{0.97};   ///< of the converter, in both directions
  S regeneration{1.0};  ///< share of what comes back that reaches the grid; the rest heats a resistor
};

/// Where the motor is.
template <class S>
struct MotorPoint {
  S torque{0.0};      ///< tau [N m]
  S angle{0.0};       ///< of the sheave [rad]
  double speed{0.0};  ///< of the sheave [rad/s]
};

template <class S>
class Motor {
 public:
  Motor(const MotorPlate<S>& plate, const Supply<S>& supply, std::span<const S> order, std::span<const S> amplitude)
      : plate_{plate}, supply_{supply}, order_{order}, amplitude_{amplitude} {}

  S torque_rate(const MotorPoint<S>& p, const S& command) const { return (command - p.torque) / plate_.time_constant; }
  S shaft_torque(const MotorPoint<S>& p) const {
    using std::sin;
    S factor = 1.0;
    for (std::size_t n = 0; n < order_.size(); ++n) factor += amplitude_[n] * sin(order_[n] * p.angle);
    return p.torque * factor;
  }
  S current(const MotorPoint<S>& p) const { return p.torque / plate_.rated_torque * plate_.rated_current; }

  struct Power {
    S mechanical, loss, electrical;  ///< of the shaft; in copper and iron; from the grid, negative is fed back [W]
  };
  Power power(const MotorPoint<S>& p) const {
    const S load = p.torque / plate_.rated_torque, pace = p.speed / plate_.rated_speed;
    const S mechanical = shaft_torque(p) * p.speed;
    const S loss = plate_.copper_loss * load * load + plate_.iron_loss * pace * pace;
    return {mechanical, loss, from_grid(mechanical + loss)};
  }

 private:
  /// (T-DRV.6)
  S from_grid(const S& link) const {
    return supply_.standby +
           (math::value(link) > 0 ? S(link / supply_.efficiency) : S(link * supply_.efficiency * supply_.regeneration));
  }

  const MotorPlate<S>& plate_;
  const Supply<S>& supply_;
  std::span<const S> order_, amplitude_;
};

}  // namespace reeve::mechanics
