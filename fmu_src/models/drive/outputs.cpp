#include "models/drive/model.hpp"

namespace reeve::models::drive {

template <class S>
void Model::outputs(const S& t, std::span<const S> x, const Modes& m, const Start<S>& start, Values<S>& v) {
  const S tau = since(t, m);
  const auto motor = Model::motor(v);
  const mechanics::MotorPoint<S> point{x[kTorque], m.angle + m.speed * tau, m.speed};
  const auto power = motor.power(point);
  v.drive_torque = motor.shaft_torque(point);
  v.motor_current = motor.current(point);
  v.electrical_power = power.electrical;
  v.mechanical_power = power.mechanical;
  v.electrical_energy = x[kElectrical];
  v.mechanical_energy = x[kMechanical];
  v.loss_energy = x[kLoss];
  v.brake = m.brake + tau * ((m.brake_next - m.brake) / v.control.period);
  if (math::value(v.brake) < 0) v.brake = 0.0;  // rounding: importers refuse what is out of range
  if (math::value(v.brake) > 1) v.brake = 1.0;
  v.state = static_cast<int>(m.phase);

  // The reference is known between samples as well: its derivative in time is the next one of the profile.
  const auto r = Controller::reference(m, m.sampled_at + math::value(tau));
  const S moved = tau - math::value(tau);
  v.reference_position = (m.samples > 0 ? S(m.base) : start.height) + r.position + r.velocity * moved;
  v.reference_speed = r.velocity + r.acceleration * moved;
}
template void Model::outputs(const double&, Span, const Modes&, const Start<double>&, Values<double>&);
template void Model::outputs(const math::Dual&, std::span<const math::Dual>, const Modes&, const Start<math::Dual>&,
                             Values<math::Dual>&);

}  // namespace reeve::models::drive
