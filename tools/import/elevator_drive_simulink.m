% Elevator and drive in Simulink: two FMU blocks, connected, 20 s ride. Run it in the folder with Elevator.fmu and Drive.fmu.
%
% Written for Simulink R2022a or later with FMUs of FMI 2.0; with FMUs of FMI 3.0 it needs a release whose FMU block takes them. NOT RUN by
% the project, which has no Simulink: names, causalities, the order of ports and the syntax (Octave's) are checked by
% tests/importers/test_import_scripts.py, nothing else is.
%
% The elevator has to be one with torque drive:   reeve export Elevator --set drive.mode=1 -o Elevator.fmu
%                                                 reeve export Drive -o Drive.fmu

model = 'elevator_drive';
new_system(model);
add_block('simulink_extras/FMU Import/FMU', [model '/elevator'], 'FMUName', 'Elevator.fmu', 'Position', [340 60 520 300]);
add_block('simulink_extras/FMU Import/FMU', [model '/drive'], 'FMUName', 'Drive.fmu', 'Position', [60 60 240 300]);

% Ports are in the order of the FMU's variables. Arrays come behind the scalars that are used here.
elevator_inputs = {'drive_torque', 'drive_speed', 'brake', 'cabin_payload'};
elevator_outputs = {'cabin_position', 'cabin_velocity', 'cabin_acceleration', 'counterweight_position', ...
  'counterweight_velocity', 'counterweight_acceleration', 'machine_position', 'machine_velocity', ...
  'machine_acceleration', 'cabin_vibration', 'tension_cabin_side', 'counterweight_vibration', ...
  'tension_counterweight_side', 'sheave_angle', 'sheave_speed', 'motor_torque', 'holding_torque', ...
  'motor_torque_from_tensions', 'traction_ratio', 'traction_limit', 'traction_utilisation', 'slack', ...
  'cabin_sheave_speed', 'counterweight_sheave_speed', 'cabin_anchor_tension', 'counterweight_anchor_tension'};
drive_inputs = {'sheave_angle', 'sheave_speed', 'cabin_position', 'load_signal', 'target_position', 'start', 'emergency_stop'};
drive_outputs = {'drive_torque', 'brake', 'reference_position', 'reference_speed', 'motor_current', 'electrical_power', 'electrical_energy', 'state'};

wires = {  % from, output, to, input
  'elevator', 'sheave_angle', 'drive', 'sheave_angle';
  'elevator', 'sheave_speed', 'drive', 'sheave_speed';
  'elevator', 'cabin_position', 'drive', 'cabin_position';
  'elevator', 'cabin_anchor_tension', 'drive', 'load_signal';
  'drive', 'drive_torque', 'elevator', 'drive_torque';
  'drive', 'brake', 'elevator', 'brake'};
outputs = struct('elevator', {elevator_outputs}, 'drive', {drive_outputs});
inputs = struct('elevator', {elevator_inputs}, 'drive', {drive_inputs});
for k = 1:size(wires, 1)
  from = find(strcmp(outputs.(wires{k, 1}), wires{k, 2}));
  to = find(strcmp(inputs.(wires{k, 3}), wires{k, 4}));
  add_line(model, sprintf('%s/%d', wires{k, 1}, from), sprintf('%s/%d', wires{k, 3}, to), 'autorouting', 'on');
end

% What is not connected: the floor to go to, and the start of the ride.
add_block('simulink/Sources/Constant', [model '/floor'], 'Value', '50', 'Position', [0 320 30 350]);
add_block('simulink/Sources/Constant', [model '/go'], 'Value', 'true', 'Position', [0 370 30 400]);
add_line(model, 'floor/1', sprintf('drive/%d', find(strcmp(drive_inputs, 'target_position'))));
add_line(model, 'go/1', sprintf('drive/%d', find(strcmp(drive_inputs, 'start'))));

% No output of the drive depends directly on an input, so there is no algebraic loop.
set_param(model, 'Solver', 'FixedStepDiscrete', 'FixedStep', '0.001', 'StopTime', '20');
open_system(model);
sim(model);
