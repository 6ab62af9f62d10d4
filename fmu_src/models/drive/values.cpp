#include "models/drive/values.hpp"

namespace reeve::models::drive {
namespace {

using namespace variables;

enum : std::uint32_t {
  kInputs = 1 * kGroup,
  kOutputs = 2 * kGroup,
  kMotor = 3 * kGroup,
  kControl = 4 * kGroup,
  kPlant = 5 * kGroup,
  kRide = 6 * kGroup,
  kOrders = 7 * kGroup,
  kAmplitudes = 8 * kGroup,
  kLocals = 9 * kGroup,
};

template <class S>
void declare_signals(Values<S>& v, List& list) {
  list.input(kInputs + 0, "sheave_angle", unit::radian,
             "Turn of the drive sheave since the start, positive raises the cabin", v.sheave_angle)
      .range(-1e7, 1e7)
      .nominal(10);
  list.input(kInputs + 1, "sheave_speed", unit::radian_per_second,
             "Speed of the drive sheave, positive raises the cabin", v.sheave_speed)
      .range(-1e4, 1e4)
      .nominal(10);
  list.input(kInputs + 2, "cabin_position", unit::metre,
             "Height of the cabin by the levelling sensor, positive up; used at standstill and within levelling.zone "
             "of the target",
             v.cabin_position)
      .range(-1e5, 1e5)
      .nominal(10);
  list.input(kInputs + 3, "load_signal", unit::newton,
             "Load cell: connect the tension of the cabin's anchor, positive pulls", v.load_signal)
      .range(-1e9, 1e9)
      .nominal(1e4);
  list.input(kInputs + 4, "target_position", unit::metre,
             "Height of the floor to go to, positive up; read when a ride begins", v.target_position)
      .range(-1e5, 1e5)
      .nominal(10);
  list.input(kInputs + 5, "start", unit::none,
             "A rising edge begins a ride to target_position; true at the first sample is one", v.start);
  list.input(kInputs + 6, "emergency_stop", unit::none, "A rising edge switches the torque off and applies the brake",
             v.emergency_stop);

  // No output depends on an input directly: inputs are sampled.
  list.output(kOutputs + 0, "drive_torque", unit::newton_metre, "Torque on the drive sheave, positive raises the cabin",
              v.drive_torque)
      .nominal(1000)
      .follows({"motor_torque", "time"});
  list.output(kOutputs + 1, "brake", unit::none, "0 released .. 1 fully applied", v.brake).nominal(1).follows({"time"});
  list.output(kOutputs + 2, "reference_position", unit::metre,
              "Height the cabin should have, positive up; counted by the encoder, and by the sensor once that sees the "
              "floor",
              v.reference_position)
      .nominal(10)
      .follows({"time"})
      .initially({"cabin_position"});
  list.output(kOutputs + 3, "reference_speed", unit::metre_per_second, "Speed the cabin should have, positive up",
              v.reference_speed)
      .nominal(1)
      .follows({"time"});
  list.output(kOutputs + 4, "motor_current", unit::ampere, "Torque-forming current, signed as the torque",
              v.motor_current)
      .nominal(100)
      .follows({"motor_torque"});
  list.output(kOutputs + 5, "electrical_power", unit::watt, "Power from the grid, negative is fed back",
              v.electrical_power)
      .nominal(1e4)
      .follows({"motor_torque", "time"})
      .initially({"power.standby"});
  list.output(kOutputs + 6, "electrical_energy", unit::joule,
              "Energy from the grid since the start, minus what was fed back", v.electrical_energy)
      .nominal(1e5)
      .follows({"electrical_energy"});
  list.output(kOutputs + 7, "state", unit::none,
              "1 standing, 2 pre-torque, 3 releasing the brake, 4 riding, 5 levelling, 6 applying the brake, 7 "
              "unloading the motor, 8 emergency stop",
              v.state);
  list.local(kLocals + 0, "mechanical_power", unit::watt, "Power of the shaft, positive drives", v.mechanical_power)
      .nominal(1e4);
  list.local(kLocals + 1, "mechanical_energy", unit::joule, "Work of the shaft since the start", v.mechanical_energy)
      .nominal(1e5);
  list.local(kLocals + 2, "loss_energy", unit::joule, "Lost in copper and iron since the start, never falls",
             v.loss_energy)
      .nominal(1e4);
}

template <class S>
void declare_motor(Values<S>& v, List& list) {
  list.parameter(kMotor + 0, "motor.rated_torque", unit::newton_metre, "Torque of the name plate", v.motor.rated_torque)
      .range(1e-3, 1e9);
  list.parameter(kMotor + 1, "motor.rated_speed", unit::radian_per_second, "Speed of the name plate, at the sheave",
                 v.motor.rated_speed)
      .range(1e-3, 1e5);
  list.parameter(kMotor + 2, "motor.rated_current", unit::ampere, "Current at rated torque", v.motor.rated_current)
      .range(1e-3, 1e6);
  list.parameter(kMotor + 3, "motor.time_constant", unit::second, "Lag of the current loop", v.motor.time_constant)
      .range(1e-5, 1);
  list.parameter(kMotor + 4, "motor.copper_loss", unit::watt,
                 "Loss in the windings at rated torque, grows with its square", v.motor.copper_loss)
      .range(0, 1e9);
  list.parameter(kMotor + 5, "motor.iron_loss", unit::watt, "Loss in the iron at rated speed, grows with its square",
                 v.motor.iron_loss)
      .range(0, 1e9);
  list.parameter(kMotor + 6, "power.standby", unit::watt, "Drawn at all times", v.power.standby)
      .range(0, 1e9)
      .nominal(100);
  list.parameter(kMotor + 7, "power.efficiency", unit::none, "Of the converter, in both directions", v.power.efficiency)
      .range(0.1, 1);
  list.parameter(kMotor + 8, "power.regeneration", unit::none,
                 "Share of the returned power that reaches the grid; 0 = braking resistor", v.power.regeneration)
      .range(0, 1);
  list.parameter(kOrders, "ripple.order", unit::none, "Periods of a torque ripple in one turn of the sheave",
                 v.ripple.order)
      .range(0, 1e4);
  list.parameter(kAmplitudes, "ripple.amplitude", unit::none, "Amplitude of that ripple as a share of the torque",
                 v.ripple.amplitude)
      .range(0, 1);
}

template <class S>
void declare_control(Values<S>& v, List& list) {
  list.parameter(kControl + 0, "control.period", unit::second,
                 "The controller samples its inputs once in this time, from the start on", v.control.period)
      .range(1e-5, 0.1);
  list.parameter(kControl + 1, "control.inertia", unit::kilogram_metre2,
                 "Inertia of all that moves, at the sheave: scales gain and feed-forward", v.control.inertia)
      .range(1e-6, 1e9)
      .tunable();
  list.parameter(kControl + 2, "control.bandwidth", unit::radian_per_second,
                 "Of the speed loop: its gain is control.inertia times this", v.control.bandwidth)
      .range(0, 1e4)
      .tunable();
  list.parameter(kControl + 3, "control.integral_time", unit::second, "Of the speed loop", v.control.integral_time)
      .range(1e-3, 1e6)
      .tunable();
  list.parameter(kControl + 4, "control.position_bandwidth", unit::radian_per_second,
                 "Of the position loop around it; 0 = none", v.control.position_bandwidth)
      .range(0, 1e3)
      .tunable();
  list.parameter(kControl + 5, "control.filter_time", unit::second,
                 "First-order filter of the measured speed; 0 = none", v.control.filter_time)
      .range(0, 1)
      .tunable();
  list.parameter(kControl + 6, "control.feedforward", unit::none,
                 "Share of the accelerating torque that is fed forward", v.control.feedforward)
      .range(0, 2)
      .tunable();
  list.parameter(kControl + 7, "encoder.resolution", unit::none, "Counts in one turn of the sheave; 0 = ideal",
                 v.encoder.resolution)
      .range(0, 1 << 30);
  list.parameter(kControl + 8, "torque.limit", unit::newton_metre, "Largest torque the controller asks for",
                 v.torque.limit)
      .range(1e-3, 1e9)
      .tunable();
  list.parameter(kControl + 9, "torque.rise_time", unit::second, "Time in which the torque may go from 0 to its limit",
                 v.torque.rise_time)
      .range(1e-3, 100)
      .tunable();
}

template <class S>
void declare_plant(Values<S>& v, List& list) {
  list.parameter(kPlant + 0, "roping.ratio", unit::none, "Rope speed over cabin speed", v.roping.ratio).range(1, 16);
  list.parameter(kPlant + 1, "roping.elongation", unit::none,
                 "How much farther the cabin goes than rigid ropes would take it, because the ropes shorten",
                 v.roping.elongation)
      .range(-0.1, 0.1);
  list.parameter(kPlant + 2, "sheave.radius", unit::metre, "Radius of the drive sheave", v.sheave.radius)
      .range(1e-3, 100);
  list.parameter(kPlant + 3, "load.pretorque", kSwitch, "Take the load over from the brake before that opens",
                 v.load.pretorque);
  list.parameter(kPlant + 4, "load.empty", unit::newton, "load_signal of the empty cabin at load.height", v.load.empty)
      .range(-1e9, 1e9);
  list.parameter(kPlant + 5, "load.torque", unit::newton_metre,
                 "Torque that holds the empty cabin there, positive raises it", v.load.torque)
      .range(-1e9, 1e9);
  list.parameter(kPlant + 6, "load.gain", unit::metre, "Holding torque per load signal", v.load.gain).range(-100, 100);
  list.parameter(kPlant + 7, "load.travel", unit::newton,
                 "Holding torque per height of the cabin, beyond what the signal says", v.load.travel)
      .range(-1e9, 1e9);
  list.parameter(kPlant + 8, "load.height", unit::metre, "Height of the cabin at which load.empty and load.torque hold",
                 v.load.height)
      .range(-1e5, 1e5);
  list.parameter(kPlant + 12, "load.filter_time", unit::second,
                 "Lag with which the torque follows load_signal while the cabin is held at a floor", v.load.filter_time)
      .range(0, 100);
  list.parameter(kPlant + 9, "brake.release_time", unit::second, "Time the brake takes to open", v.brake_.release_time)
      .range(1e-3, 10);
  list.parameter(kPlant + 10, "brake.apply_time", unit::second, "Time the brake takes to close", v.brake_.apply_time)
      .range(1e-3, 10);
  list.parameter(kPlant + 11, "sequence.pretorque_time", unit::second, "Least time with torque before the brake opens",
                 v.sequence.pretorque_time)
      .range(0, 10);
}

template <class S>
void declare_ride(Values<S>& v, List& list) {
  list.parameter(kRide + 0, "ride.speed", unit::metre_per_second, "Largest speed of the cabin", v.ride.speed)
      .range(1e-3, 100)
      .tunable();
  list.parameter(kRide + 1, "ride.acceleration", unit::metre_per_second2, "Largest acceleration of the cabin",
                 v.ride.acceleration)
      .range(1e-3, 100)
      .tunable();
  list.parameter(kRide + 2, "ride.jerk", unit::metre_per_second3, "Jerk of the cabin", v.ride.jerk)
      .range(1e-3, 1e3)
      .tunable();
  list.parameter(kRide + 3, "levelling.active", kSwitch,
                 "Creep to the floor after a ride, and re-level a standing cabin", v.levelling.active);
  list.parameter(kRide + 4, "levelling.zone", unit::metre,
                 "Distance from the target at which the sensor sees the floor", v.levelling.zone)
      .range(0.001, 10)
      .tunable();
  list.parameter(kRide + 5, "levelling.threshold", unit::metre, "Error from which a standing cabin is re-levelled",
                 v.levelling.threshold)
      .range(1e-4, 1)
      .tunable();
  list.parameter(kRide + 6, "levelling.accuracy", unit::metre, "Error with which the brake may close",
                 v.levelling.accuracy)
      .range(1e-5, 1)
      .tunable();
  list.parameter(kRide + 7, "levelling.settle", unit::second,
                 "Time over which the error is averaged, best one period of the bounce", v.levelling.settle)
      .range(0, 100)
      .tunable();
  list.parameter(kRide + 10, "levelling.patience", unit::second,
                 "How long the brake waits for the cabin to stop bouncing beyond twice the accuracy",
                 v.levelling.patience)
      .range(0, 1e4)
      .tunable();
  list.parameter(kRide + 8, "levelling.speed", unit::metre_per_second, "Largest speed when creeping", v.levelling.speed)
      .range(1e-4, 1)
      .tunable();
  list.parameter(kRide + 9, "levelling.acceleration", unit::metre_per_second2, "Largest acceleration when creeping",
                 v.levelling.acceleration)
      .range(1e-4, 10)
      .tunable();
}

}  // namespace

template <class S>
Values<S> defaults(const Structure& structure) {
  Values<S> v;
  v.ripple.order.assign(structure.ripple_orders, S(0));
  v.ripple.amplitude.assign(structure.ripple_orders, S(0));
  for (std::size_t n = 0; n < structure.ripple_orders; ++n) v.ripple.order[n] = static_cast<double>(6 * (n + 1));
  return v;
}
template Values<double> defaults(const Structure&);
template Values<math::Dual> defaults(const Structure&);

template <class S>
void fields(Values<S>& v, List& list) {
  declare_signals(v, list);
  declare_motor(v, list);
  declare_control(v, list);
  declare_plant(v, list);
  declare_ride(v, list);
}
template void fields(Values<double>&, List&);
template void fields(Values<math::Dual>&, List&);

}  // namespace reeve::models::drive
