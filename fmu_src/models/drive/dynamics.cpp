#include "models/drive/model.hpp"

namespace reeve::models::drive {

void Model::states(const Values<double>&, variables::States& list) {
  list.add("motor_torque", variables::unit::newton_metre,
           "Torque of the motor without ripple, positive raises the cabin")
      .nominal(1e3)
      .reinit()
      .rate({}, {"motor_torque", "time"});
  for (const char* energy : {"electrical_energy", "mechanical_energy", "loss_energy"}) {
    const bool from_grid = std::string_view(energy) == "electrical_energy";
    list.shown(energy).rate({}, {"motor_torque", "time"},
                            from_grid ? variables::Names{"power.standby"} : variables::Names{});
  }
}

template <class S>
void Model::rates_of(const S& t, std::span<const S> x, const Modes& m, const Values<S>& u, std::span<S> dx) {
  const auto motor = Model::motor(u);
  const S tau = since(t, m);
  const mechanics::MotorPoint<S> point{x[kTorque], m.angle + m.speed * tau, m.speed};
  const auto power = motor.power(point);
  dx[kTorque] = motor.torque_rate(point, m.command + (m.command_next - m.command) / u.control.period * tau);
  dx[kElectrical] = power.electrical;
  dx[kMechanical] = power.mechanical;
  dx[kLoss] = power.loss;
}
template void Model::rates_of(const double&, Span, const Modes&, const Values<double>&, std::span<double>);
template void Model::rates_of(const math::Dual&, std::span<const math::Dual>, const Modes&, const Values<math::Dual>&,
                              std::span<math::Dual>);

}  // namespace reeve::models::drive
