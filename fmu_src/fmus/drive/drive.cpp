/// Drive: its variables, and how it is built from a description.
#include "models/drive/drive.hpp"

#include "fmus/bind.hpp"

namespace reeve::fmus {
namespace {

using namespace fmi;
using models::Drive;

enum : std::uint32_t {
  kInputs = 1 * VariableTable::kGroup,
  kOutputs = 2 * VariableTable::kGroup,
  kMotor = 3 * VariableTable::kGroup,
  kControl = 4 * VariableTable::kGroup,
  kPlant = 5 * VariableTable::kGroup,
  kReference = 6 * VariableTable::kGroup,
  kOrders = 7 * VariableTable::kGroup,
  kAmplitudes = 8 * VariableTable::kGroup,
  kLocals = 9 * VariableTable::kGroup,
};

void declare_signals(Declaration<Drive>& d) {
  d.input(kInputs + 0, "sheave_angle", unit::radian,
          "Turn of the drive sheave since the start, positive raises the cabin", FIELD(sheave_angle))
      .range(-1e7, 1e7)
      .nominal(10);
  d.input(kInputs + 1, "sheave_speed", unit::radian_per_second, "Speed of the drive sheave, positive raises the cabin",
          FIELD(sheave_speed))
      .range(-1e4, 1e4)
      .nominal(10);
  d.input(kInputs + 2, "cabin_position", unit::metre,
          "Height of the cabin by the levelling sensor, positive up; used at standstill and within levelling.zone of "
          "the target",
          FIELD(cabin_position))
      .range(-1e5, 1e5)
      .nominal(10);
  d.input(kInputs + 3, "load_signal", unit::newton,
          "Load cell: connect the tension of the cabin's anchor, positive pulls", FIELD(load_signal))
      .range(-1e9, 1e9)
      .nominal(1e4);
  d.input(kInputs + 4, "target_position", unit::metre,
          "Height of the floor to go to, positive up; read when a ride begins", FIELD(target_position))
      .range(-1e5, 1e5)
      .nominal(10);
  d.input(kInputs + 5, "start", unit::none,
          "A rising edge begins a ride to target_position; true at the first sample is one", FIELD(start));
  d.input(kInputs + 6, "emergency_stop", unit::none, "A rising edge switches the torque off and applies the brake",
          FIELD(emergency_stop));

  // No output depends on an input directly: inputs are sampled.
  d.output(kOutputs + 0, "drive_torque", unit::newton_metre, "Torque on the drive sheave, positive raises the cabin",
           FIELD(drive_torque))
      .nominal(1000);
  d.output(kOutputs + 1, "brake", unit::none, "0 released .. 1 fully applied", FIELD(brake)).nominal(1);
  d.output(
       kOutputs + 2, "reference_position", unit::metre,
       "Height the cabin should have, positive up; counted by the encoder, and by the sensor once that sees the floor",
       FIELD(reference_position))
      .nominal(10)
      .initially({"cabin_position"});
  d.output(kOutputs + 3, "reference_speed", unit::metre_per_second, "Speed the cabin should have, positive up",
           FIELD(reference_speed))
      .nominal(1);
  d.output(kOutputs + 4, "motor_current", unit::ampere, "Torque-forming current, signed as the torque",
           FIELD(motor_current))
      .nominal(100);
  d.output(kOutputs + 5, "electrical_power", unit::watt, "Power from the grid, negative is fed back",
           FIELD(electrical_power))
      .nominal(1e4)
      .initially({"power.standby"});
  d.output(kOutputs + 6, "electrical_energy", unit::joule,
           "Energy from the grid since the start, minus what was fed back", FIELD(electrical_energy))
      .nominal(1e5);
  d.output(
      kOutputs + 7, "state", unit::none,
      "1 standing, 2 pre-torque, 3 releasing the brake, 4 riding, 5 levelling, 6 applying the brake, 7 unloading the "
      "motor, 8 emergency stop",
      FIELD(state));
  d.local(kLocals + 0, "mechanical_power", unit::watt, "Power of the shaft, positive drives", FIELD(mechanical_power))
      .nominal(1e4);
  d.local(kLocals + 1, "mechanical_energy", unit::joule, "Work of the shaft since the start", FIELD(mechanical_energy))
      .nominal(1e5);
  d.local(kLocals + 2, "loss_energy", unit::joule, "Lost in copper and iron since the start, never falls",
          FIELD(loss_energy))
      .nominal(1e4);
}

void declare_motor(Declaration<Drive>& d) {
  d.parameter(kMotor + 0, "motor.rated_torque", unit::newton_metre, "Torque of the name plate",
              FIELD(motor.rated_torque))
      .range(1e-3, 1e9);
  d.parameter(kMotor + 1, "motor.rated_speed", unit::radian_per_second, "Speed of the name plate, at the sheave",
              FIELD(motor.rated_speed))
      .range(1e-3, 1e5);
  d.parameter(kMotor + 2, "motor.rated_current", unit::ampere, "Current at rated torque", FIELD(motor.rated_current))
      .range(1e-3, 1e6);
  d.parameter(kMotor + 3, "motor.time_constant", unit::second, "Lag of the current loop", FIELD(motor.time_constant))
      .range(1e-5, 1);
  d.parameter(kMotor + 4, "motor.copper_loss", unit::watt,
              "Loss in the windings at rated torque, grows with its square", FIELD(motor.copper_loss))
      .range(0, 1e9);
  d.parameter(kMotor + 5, "motor.iron_loss", unit::watt, "Loss in the iron at rated speed, grows with its square",
              FIELD(motor.iron_loss))
      .range(0, 1e9);
  d.parameter(kMotor + 6, "power.standby", unit::watt, "Drawn at all times", FIELD(power.standby))
      .range(0, 1e9)
      .nominal(100);
  d.parameter(kMotor + 7, "power.efficiency", unit::none, "Of the converter, in both directions",
              FIELD(power.efficiency))
      .range(0.1, 1);
  d.parameter(kMotor + 8, "power.regeneration", unit::none,
              "Share of the returned power that reaches the grid; 0 = braking resistor", FIELD(power.regeneration))
      .range(0, 1);
  d.parameter(kOrders, "ripple.order", unit::none, "Periods of a torque ripple in one turn of the sheave",
              FIELD(ripple.order))
      .range(0, 1e4);
  d.parameter(kAmplitudes, "ripple.amplitude", unit::none, "Amplitude of that ripple as a share of the torque",
              FIELD(ripple.amplitude))
      .range(0, 1);
}

void declare_control(Declaration<Drive>& d) {
  d.parameter(kControl + 0, "control.period", unit::second,
              "The controller samples its inputs once in this time, from the start on", FIELD(control.period))
      .range(1e-5, 0.1);
  d.parameter(kControl + 1, "control.inertia", unit::kilogram_metre2,
              "Inertia of all that moves, at the sheave: scales gain and feed-forward", FIELD(control.inertia))
      .range(1e-6, 1e9)
      .tunable();
  d.parameter(kControl + 2, "control.bandwidth", unit::radian_per_second,
              "Of the speed loop: its gain is control.inertia times this", FIELD(control.bandwidth))
      .range(0, 1e4)
      .tunable();
  d.parameter(kControl + 3, "control.integral_time", unit::second, "Of the speed loop", FIELD(control.integral_time))
      .range(1e-3, 1e6)
      .tunable();
  d.parameter(kControl + 4, "control.position_bandwidth", unit::radian_per_second,
              "Of the position loop around it; 0 = none", FIELD(control.position_bandwidth))
      .range(0, 1e3)
      .tunable();
  d.parameter(kControl + 5, "control.filter_time", unit::second, "First-order filter of the measured speed; 0 = none",
              FIELD(control.filter_time))
      .range(0, 1)
      .tunable();
  d.parameter(kControl + 6, "control.feedforward", unit::none, "Share of the accelerating torque that is fed forward",
              FIELD(control.feedforward))
      .range(0, 2)
      .tunable();
  d.parameter(kControl + 7, "encoder.resolution", unit::none, "Counts in one turn of the sheave; 0 = ideal",
              FIELD(encoder.resolution))
      .range(0, 1 << 30);
  d.parameter(kControl + 8, "torque.limit", unit::newton_metre, "Largest torque the controller asks for",
              FIELD(torque.limit))
      .range(1e-3, 1e9)
      .tunable();
  d.parameter(kControl + 9, "torque.rise_time", unit::second, "In which the torque may go from 0 to its limit",
              FIELD(torque.rise_time))
      .range(1e-3, 100)
      .tunable();
}

void declare_plant(Declaration<Drive>& d) {
  d.parameter(kPlant + 0, "roping.ratio", unit::none, "Rope speed over cabin speed", FIELD(roping.ratio)).range(1, 16);
  d.parameter(kPlant + 1, "roping.elongation", unit::none,
              "How much farther the cabin goes than rigid ropes would take it, because the ropes shorten",
              FIELD(roping.elongation))
      .range(-0.1, 0.1);
  d.parameter(kPlant + 2, "sheave.radius", unit::metre, "Radius of the drive sheave", FIELD(sheave.radius))
      .range(1e-3, 100);
  d.parameter(kPlant + 3, "load.pretorque", unit::none, "Take the load over from the brake before that opens",
              FIELD(load.pretorque));
  d.parameter(kPlant + 4, "load.empty", unit::newton, "load_signal of the empty cabin at load.height",
              FIELD(load.empty))
      .range(-1e9, 1e9);
  d.parameter(kPlant + 5, "load.torque", unit::newton_metre,
              "Torque that holds the empty cabin there, positive raises it", FIELD(load.torque))
      .range(-1e9, 1e9);
  d.parameter(kPlant + 6, "load.gain", unit::metre, "Holding torque per load signal", FIELD(load.gain))
      .range(-100, 100);
  d.parameter(kPlant + 7, "load.travel", unit::newton,
              "Holding torque per height of the cabin, beyond what the signal says", FIELD(load.travel))
      .range(-1e9, 1e9);
  d.parameter(kPlant + 8, "load.height", unit::metre, "Height of the cabin at which load.empty and load.torque hold",
              FIELD(load.height))
      .range(-1e5, 1e5);
  d.parameter(kPlant + 12, "load.filter_time", unit::second,
              "Lag with which the torque follows load_signal while the cabin is held at a floor",
              FIELD(load.filter_time))
      .range(0, 100);
  d.parameter(kPlant + 9, "brake.release_time", unit::second, "In which the brake opens", FIELD(brake_.release_time))
      .range(1e-3, 10);
  d.parameter(kPlant + 10, "brake.apply_time", unit::second, "In which the brake closes", FIELD(brake_.apply_time))
      .range(1e-3, 10);
  d.parameter(kPlant + 11, "sequence.pretorque_time", unit::second, "Least time with torque before the brake opens",
              FIELD(sequence.pretorque_time))
      .range(0, 10);
}

void declare_reference(Declaration<Drive>& d) {
  d.parameter(kReference + 0, "reference.speed", unit::metre_per_second, "Largest speed of the cabin",
              FIELD(reference.speed))
      .range(1e-3, 100)
      .tunable();
  d.parameter(kReference + 1, "reference.acceleration", unit::metre_per_second2, "Largest acceleration of the cabin",
              FIELD(reference.acceleration))
      .range(1e-3, 100)
      .tunable();
  d.parameter(kReference + 2, "reference.jerk", unit::metre_per_second3, "Jerk of the cabin", FIELD(reference.jerk))
      .range(1e-3, 1e3)
      .tunable();
  d.parameter(kReference + 3, "levelling.active", unit::none,
              "Creep to the floor after a ride, and re-level a standing cabin", FIELD(levelling.active));
  d.parameter(kReference + 4, "levelling.zone", unit::metre,
              "Distance from the target at which the sensor sees the floor", FIELD(levelling.zone))
      .range(0.001, 10)
      .tunable();
  d.parameter(kReference + 5, "levelling.threshold", unit::metre, "Error from which a standing cabin is re-levelled",
              FIELD(levelling.threshold))
      .range(1e-4, 1)
      .tunable();
  d.parameter(kReference + 6, "levelling.accuracy", unit::metre, "Error with which the brake may close",
              FIELD(levelling.accuracy))
      .range(1e-5, 1)
      .tunable();
  d.parameter(kReference + 7, "levelling.settle", unit::second,
              "Time over which the error is averaged, best one period of the bounce", FIELD(levelling.settle))
      .range(0, 100)
      .tunable();
  d.parameter(kReference + 10, "levelling.patience", unit::second,
              "How long the brake waits for the cabin to stop bouncing beyond twice the accuracy",
              FIELD(levelling.patience))
      .range(0, 1e4)
      .tunable();
  d.parameter(kReference + 8, "levelling.speed", unit::metre_per_second, "Largest speed when creeping",
              FIELD(levelling.speed))
      .range(1e-4, 1)
      .tunable();
  d.parameter(kReference + 9, "levelling.acceleration", unit::metre_per_second2, "Largest acceleration when creeping",
              FIELD(levelling.acceleration))
      .range(1e-4, 10)
      .tunable();
}

void declare(Declaration<Drive>& d, const Drive&) {
  declare_signals(d);
  declare_motor(d);
  declare_control(d);
  declare_plant(d);
  declare_reference(d);
}

Drive::Structure structure_of(const description::Reader& description) {
  Drive::Structure structure;
  if (!description.has("ripple")) return structure;
  const auto ripple = description.table("ripple");
  const auto orders = ripple.integer("orders", static_cast<std::int64_t>(structure.ripple_orders));
  if (orders < 1 || orders > static_cast<std::int64_t>(Drive::kMostOrders)) {
    ripple.fail("orders", "expected 1 to " + std::to_string(Drive::kMostOrders) + ", found " + std::to_string(orders));
  }
  structure.ripple_orders = static_cast<std::size_t>(orders);
  ripple.refuse_unknown();
  return structure;
}

double stop_of(const description::Reader& description) {
  if (!description.has("experiment")) return 20.0;
  const auto table = description.table("experiment");
  const double stop = table.number("stop", 20.0);
  if (!(stop > 0)) table.fail("stop", "expected greater than 0");
  table.refuse_unknown();
  return stop;
}

std::unique_ptr<Model> build(const description::Reader& description) {
  Identity identity{.identifier = description.text("name", "Drive"),
                    .description = description.text(
                        "description", "Elevator drive: reference, speed control, brake sequence, motor and losses"),
                    .experiment = {.stop = stop_of(description), .step = 1e-3, .tolerance = 1e-6},
                    .terminals = {{"shaft",
                                   "The sheave: torque out, angle and speed in",
                                   {"drive_torque", "sheave_angle", "sheave_speed"}},
                                  {"controller",
                                   "What the elevator's controller asks for",
                                   {"target_position", "start", "emergency_stop", "state"}}},
                    .theory = "drive",
                    .sketch = "drive"};
  return std::make_unique<Bound<Drive>>(structure_of(description), std::move(identity), &declare);
}

}  // namespace

const ModelKind& drive() {
  static constexpr ModelKind kind{"Drive", &build};
  return kind;
}

}  // namespace reeve::fmus
