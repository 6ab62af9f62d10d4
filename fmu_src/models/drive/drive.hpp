#pragma once
/// The drive of an elevator: a sampled controller, a motor with lag, ripple and losses, a brake that opens and closes.
///
/// Everything that happens between two samples follows in closed form from the last one (mechanics/drive/motor.hpp), so
/// the state is that of the last sample and outputs() looks from there to the present. Communication points do not
/// enter. Inputs act only through samples: no output depends on an input directly.
#include <span>
#include <string>
#include <vector>

#include "integration/step_hooks.hpp"
#include "math/dual.hpp"
#include "models/drive/controller.hpp"
#include "models/drive/values.hpp"

namespace reeve::models {

class Drive {
 public:
  struct Structure {
    std::size_t ripple_orders{2};
  };
  static constexpr std::size_t kMostOrders = 64;
  template <class S>
  using Values = DriveValues<S>;

  enum { kTorque, kElectrical, kMechanical, kLoss, kBase, kNumStates };

  struct State {
    std::vector<double> x;   ///< at the last sample: motor torque, three energies, height the reference counts from
    double origin{};         ///< time of sample 0 [s]
    std::int64_t samples{};  ///< taken so far
    double sampled_at{};     ///< time of the last one, or the start [s]
    bool warned{};
    DriveMemory memory;
    template <class Archive>
    void fields(Archive& archive) {
      archive(x, origin, samples, sampled_at, warned);
      memory.fields(archive);
    }
  };

  explicit Drive(Structure structure) : structure_{structure} {}

  const Structure& structure() const { return structure_; }
  template <class S>
  Values<S> defaults() const {
    Values<S> values;
    values.ripple.order.assign(structure_.ripple_orders, S(0));
    values.ripple.amplitude.assign(structure_.ripple_orders, S(0));
    for (std::size_t n = 0; n < structure_.ripple_orders; ++n)
      values.ripple.order[n] = static_cast<double>(6 * (n + 1));
    return values;
  }
  static State blank_state() { return {.x = std::vector<double>(kNumStates, 0.0)}; }

  static void check(const Values<double>& p, std::vector<std::string>& findings);
  static void initialise(double t0, const Values<double>& p, State& state);
  static void inputs_jumped(State&) {}
  static void restored(const Values<double>&, State& state) {
    state.memory.ride.plan();
    state.memory.fix.plan();
  }
  static double advance(double t, const Values<double>& p, State& state, integration::StepHooks& hooks);
  static std::vector<double> rate(double, const State&, const Values<double>&) {
    return std::vector<double>(kNumStates, 0.0);  // of the last sample, which lies behind
  }

  template <class S>
  static std::vector<S> start(const Values<S>& p, const State&) {
    std::vector<S> x(kNumStates, S(0));
    x[kBase] = p.cabin_position;
    return x;
  }
  template <class S>
  static void outputs(S t, std::span<const S> x, const State& state, Values<S>& v);

 private:
  template <class S>
  static mechanics::Motor<S> motor(const Values<S>& p) {
    return {p.motor, p.power, p.ripple.order, p.ripple.amplitude};
  }
  template <class S>
  static mechanics::MotorPoint<S> point(const Values<S>& p, const State& state, const S& torque) {
    const DriveMemory& m = state.memory;
    return {torque, m.command, (m.command_next - m.command) / p.control.period, m.angle, m.speed};
  }
  static void to_next_sample(const Values<double>& p, State& state);

  Structure structure_;
};

// ------------------------------------------------------------------------------------------------------------------

template <class S>
void Drive::outputs(S t, std::span<const S> x, const State& state, Values<S>& v) {
  const S since = t - state.sampled_at;
  const S u = math::value(since) > 0 ? since : S(0);
  const DriveMemory& m = state.memory;
  const auto motor = Drive::motor(v);
  const auto p = point(v, state, x[kTorque]);
  const auto power = [&](S at) { return motor.electrical_power(p, at); };
  const auto shaft = [&](S at) { return motor.mechanical_power(p, at); };
  const auto loss = [&](S at) { return motor.loss(p, at); };

  v.drive_torque = motor.shaft_torque(p, u);
  v.motor_current = motor.current(p, u);
  v.electrical_power = power(u);
  v.mechanical_power = shaft(u);
  v.electrical_energy = x[kElectrical] + motor.integral(power, u);
  v.mechanical_energy = x[kMechanical] + motor.integral(shaft, u);
  v.loss_energy = x[kLoss] + motor.integral(loss, u);
  v.brake = m.brake + u * ((m.brake_next - m.brake) / v.control.period);
  if (math::value(v.brake) < 0) v.brake = 0.0;  // rounding: importers refuse what is out of range
  if (math::value(v.brake) > 1) v.brake = 1.0;
  v.state = static_cast<int>(m.phase);

  // The reference is known between samples as well: its derivative in time is the next one of the profile.
  const auto r = DriveController::reference(m, 0.0, state.sampled_at + math::value(u));
  const S moved = u - math::value(u);
  v.reference_position = x[kBase] + r.position + r.velocity * moved;
  v.reference_speed = r.velocity + r.acceleration * moved;
}

}  // namespace reeve::models
