#pragma once
/// What happens between two samples of a drive's controller, in closed form: the torque command moves along a line, the
/// motor's torque follows with a lag, the sheave turns at the speed of the sample.
///
///   c(u)   = c0 + s u                                             command                             (T-DRV.1)
///   tau(u) = c(u) - s T + (tau0 - c0 + s T) exp(-u/T)             motor torque, T tau' = c - tau      (T-DRV.2)
///   M(u)   = tau (1 + sum a_n sin(n (angle0 + speed u)))          torque on the sheave, with ripple   (T-DRV.3)
///   P      = M speed + P_cu (tau/tau_r)^2 + P_fe (speed/speed_r)^2   power of the converter's link    (T-DRV.5)
#include <array>
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

/// Where the motor is at a sample, and where it is going until the next one.
template <class S>
struct MotorPoint {
  S torque{0.0};                    ///< tau0 [N m]
  double command{0.0}, slope{0.0};  ///< c0 [N m], s [N m/s]
  double angle{0.0}, speed{0.0};    ///< of the sheave [rad], [rad/s]
};

template <class S>
class Motor {
 public:
  Motor(const MotorPlate<S>& plate, const Supply<S>& supply, std::span<const S> order, std::span<const S> amplitude)
      : plate_{plate}, supply_{supply}, order_{order}, amplitude_{amplitude} {}

  S torque(const MotorPoint<S>& p, S u) const {
    using std::exp;
    const S lag = p.slope * plate_.time_constant;
    return p.command + p.slope * u - lag + (p.torque - p.command + lag) * exp(-u / plate_.time_constant);
  }
  S shaft_torque(const MotorPoint<S>& p, S u) const {
    using std::sin;
    S factor = 1.0;
    for (std::size_t n = 0; n < order_.size(); ++n) {
      factor += amplitude_[n] * sin(order_[n] * (p.angle + p.speed * u));
    }
    return torque(p, u) * factor;
  }
  S current(const MotorPoint<S>& p, S u) const { return torque(p, u) / plate_.rated_torque * plate_.rated_current; }
  S loss(const MotorPoint<S>& p, S u) const {
    const S load = torque(p, u) / plate_.rated_torque, pace = p.speed / plate_.rated_speed;
    return plate_.copper_loss * load * load + plate_.iron_loss * pace * pace;
  }
  S mechanical_power(const MotorPoint<S>& p, S u) const { return shaft_torque(p, u) * p.speed; }

  /// From the grid; negative is fed back.                                                          (T-DRV.6)
  S electrical_power(const MotorPoint<S>& p, S u) const {
    const S link = mechanical_power(p, u) + loss(p, u);
    return supply_.standby +
           (math::value(link) > 0 ? S(link / supply_.efficiency) : S(link * supply_.efficiency * supply_.regeneration));
  }

  /// Energy by Gauss points between the sample and u: the integrand is smooth there.               (T-DRV.7)
  template <class Power>
  S integral(Power&& power, S u) const {
    S sum = 0.0;
    for (std::size_t i = 0; i < kNodes.size(); ++i) sum += kWeights[i] * power(u * kNodes[i]);
    return sum * u;
  }

 private:
  // Four points on [0, 1].
  static constexpr std::array<double, 4> kNodes{0.06943184420297371, 0.33000947820757187, 0.6699905217924281,
                                                0.9305681557970263};
  static constexpr std::array<double, 4> kWeights{0.17392742256872692, 0.32607257743127307, 0.32607257743127307,
                                                  0.17392742256872692};

  const MotorPlate<S>& plate_;
  const Supply<S>& supply_;
  std::span<const S> order_, amplitude_;
};

}  // namespace reeve::mechanics
