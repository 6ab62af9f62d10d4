"""The same cases through the FMU: ropes that stretch, creep and slip, a brake that slides and holds.

An emergency stop. The car starts at rest, is driven to its rated speed and keeps it for a while; then the motor is off and the brake applied.
A ride of drive.mode 2 tells the torque; it is replayed in drive.mode 1, because only there the brake acts. The ride has the acceleration of the
description, or GENTLE of what traction lets through: the way to the stop shall not slip.
Friction is the row's and constant (drive.friction_law 1): mu at the rated rope speed, as the standard has it. Friction that grows while the rope
gets slower (law 2) would be kinder, and less than the row asks.
Where it begins. Towards an end of the travel: where that ride would slow down for the last floor, or earlier if the stop needs more room. Away
from it: where the rated speed has been reached and kept. Room that the stop needs: with rigid ropes and the weaker of brake and traction, times ROOM.
Loading. The brake holds the car with its load at rest.
Stalled. A body hangs CLEARANCE above a buffer; the sheave turns slowly so that it lands there, and one radian more: either the rope slips, or the
other body is lifted. The buffer stands there for this run only and gives way by YIELD under the body's weight.
"""

import math
from dataclasses import dataclass, replace
from pathlib import Path

import fmpy
import fmu_run
import numpy as np
from traction import formulas
from traction.formulas import LOADING, STALLED, Row
from traction.lift import Machine

STEP = 1e-3         # communication [s]; the torque of the ride is held that long
GENTLE = 0.5        # elastic ropes swing up to twice what rigid ones bear
CRUISE = 1.0        # at rated speed before the stop, so that the bounce of the start dies away [s]; less where the travel is short
ROOM = 1.25         # elastic ropes slip up to 15 % farther than rigid ones (stops of ElevatorLowRise), and some reserve
AFTER = 0.5         # seen after the car has stood still for the first time: the bounce, with its peak of tension [s]
BEFORE = 0.5        # seen before the stop [s]
HELD = 3.0          # loading [s]
CLEARANCE = 0.05    # of a body above its buffer at the start [m]
YIELD = 0.05        # [m]
YIELD_DAMPING = 5.0  # of that buffer: a body of any mass on it swings out within two periods [s/m]
SLOWLY = 0.1        # speed of the rim of the sheave towards the buffer [m/s]
STALL_STEP = 1e-2   # communication [s]; nothing is fast there
STANDS = 1e-3       # a body that moves less than this meanwhile [m]
TURNED = 1.0        # angle of the sheave over which a stalled lift is looked at [rad]
SPEED_ERROR = 0.01  # of the rated speed, at the stop: more is said


@dataclass(frozen=True)
class Brake:
    name: str
    torque: float       # [N.m]
    force: float        # at the rim of the sheave [N]


@dataclass(eq=False)
class Result:
    """Figures of one run, from the stop on, or why there is none."""
    row: Row
    brake: Brake | None
    remark: str = ""
    run: fmu_run.Run | None = None      # its time counts from the stop
    begin: float = math.nan             # height of the car where the stop begins [m]
    speed: float = math.nan             # of the car there [m/s]
    peak_utilisation: float = math.nan
    slip: float = math.nan              # way that the rope slides on the sheave [m]
    slip_time: float = math.nan         # [s]
    stopping_distance: float = math.nan     # of the car [m]
    peak_deceleration: float = math.nan     # of the car [m/s2]
    lifted: float = math.nan            # stalled: how far the other body rises while the sheave turns by TURNED [m]


@dataclass(frozen=True)
class Approach:
    """start.travel and ride of the car up to the stop."""
    start: float            # [m]
    distance: float         # of a ride that still runs at rated speed when the stop begins, with its sign [m]
    acceleration: float     # [m/s2]
    stop: float             # time of the stop [s]
    braking: float          # how long it lasts with rigid ropes [s]


def results(machine: Machine, row: Row) -> list[Result]:
    """Of a row: an emergency stop with the described brake and with one that is sized to the row's deceleration, or one loading or stalling."""
    if row.case == STALLED:
        return [_attempt(stalling, machine, Result(row, None))]
    torque, radius = machine.parameters["brake.torque"], machine.parameters["drive.radius"]
    described = Brake("as described", torque, torque / radius)
    if row.case == LOADING:
        return [_attempt(loading, machine, Result(row, described))]
    force = formulas.rigid(machine.lift, row, machine.sheave_mass).force(row.a)
    sized = Brake(f"sized to {row.a:g} m/s2", force * radius, force)
    return [_attempt(emergency_stop, machine, Result(row, brake)) for brake in (described, sized)]


class NoRun(Exception):
    """Why a case is not simulated; the message is meant for the user."""


def _attempt(simulate, machine: Machine, result: Result) -> Result:
    """A run that cannot be made, or leaves the shaft, is a remark and stops no other."""
    try:
        simulate(machine, result)
    except (NoRun, fmu_run.RunFailed) as reason:
        result.remark = f"no run: {reason}"
    return result


def emergency_stop(machine: Machine, result: Result) -> None:
    row, brake = result.row, result.brake
    rigid = formulas.rigid(machine.lift, row, machine.sheave_mass)
    approach = _approach(machine, row, _deceleration(machine, row, rigid, brake))
    run, begin = _replay(machine, row, brake, approach, _torque_of_the_ride(machine, row, approach))
    _measure(machine, result, run, begin, rigid.holds(brake.force))


def loading(machine: Machine, result: Result) -> None:
    row, time = result.row, np.array([0.0, HELD])
    values = _start_values(machine, row, machine.start_travel(row.place), 1)
    run = fmu_run.simulate(row.title, machine.folder, HELD, STEP, values, _inputs(machine, row, time, {"brake": np.ones(2)}), ("output",))
    result.run = run
    result.begin = float(run.columns[f"{machine.car}_position"][0])
    result.peak_utilisation = float(np.max(run.columns["traction_utilisation"]))
    result.slip, result.slip_time = _slip(run, 0, STEP)
    if np.any(run.columns["sheave_speed"] != 0):
        result.remark = f"a brake of {result.brake.torque:.0f} N.m does not hold the car"


def stalling(machine: Machine, result: Result) -> None:
    row = result.row
    body, other = (machine.car, machine.counterweight) if row.heavy == 1 else (machine.counterweight, machine.car)
    values = _start_values(machine, row, machine.start_travel(row.place), 3)
    rest = fmu_run.simulate(f"{row.title}: at rest", machine.folder, STALL_STEP, STALL_STEP, values, recorded=("output",))
    hangs = float(rest.columns[f"{body}_position"][0])
    folder = _with_buffer(machine, body, hangs - CLEARANCE)
    r, radius = machine.lift.ends[row.place][1 - row.heavy].r, machine.parameters["drive.radius"]
    way = r * (CLEARANCE + YIELD + machine.described_height(body, row.place) - hangs) + radius * TURNED    # the rope gives way, too
    time = np.arange(round((way / SLOWLY + 2 * AFTER) / STALL_STEP) + 1) * STALL_STEP
    speed = np.full(len(time), (-1 if row.heavy else 1) * SLOWLY / radius)    # positive raises the car
    run = fmu_run.simulate(row.title, folder, time[-1], STALL_STEP, values, _inputs(machine, row, time, {"drive_speed": speed}), ("output",))
    angle = np.abs(run.columns["sheave_angle"])
    from_here = int(np.searchsorted(angle, angle[-1] - TURNED))
    height = run.columns[f"{other}_position"]
    result.run, result.lifted = run, float(height[-1] - height[from_here])
    result.begin = float(run.columns[f"{machine.car}_position"][0])
    result.peak_utilisation = float(np.max(run.columns["traction_utilisation"]))
    result.slip, result.slip_time = _slip(run, from_here, STALL_STEP)
    moves = f"rises by {1e3 * result.lifted:.0f} mm" if abs(result.lifted) >= STANDS else "stands"
    result.remark = f"{other} {moves} while the sheave turns by {TURNED:g} rad over the stalled {body}"
    if np.any(run.columns["slack"][from_here:] != 0):
        result.remark += "; not to be trusted: a rope went slack, and the model lets it push instead"


def _with_buffer(machine: Machine, body: str, top: float) -> Path:
    """The unpacked FMU of the same lift with one more buffer, which gives way by YIELD."""
    weight = machine.parameters[f"{body}.mass"] * machine.lift.g
    item = f'{{name = "test_buffer", under = "{body}", top = {top}, stiffness = {weight / YIELD}, damping = {YIELD_DAMPING}}}'
    folder = machine.folder.parent / f"{body}-stalled"
    source = folder.with_suffix(".toml")
    source.write_text(fmu_run.with_item(machine.text, "buffer", item), encoding="utf-8")
    return Path(fmpy.extract(str(fmu_run.export(str(source), 3, [], folder.with_suffix(".fmu"))), unzipdir=str(folder)))

# --- brakes and room -------------------------------------------------------------------------------------------------


def _deceleration(machine: Machine, row: Row, rigid: formulas.Braked, brake: Brake) -> float:
    """Of the car with rigid ropes: what the brake makes of it, or traction lets through [m/s2]."""
    if brake.force < 0:
        raise NoRun(f"the load alone slows the car down with more than {row.a:g} m/s2")
    by_brake, by_traction = rigid.deceleration(brake.force), formulas.largest_deceleration(machine.lift, row)
    if by_brake <= 0:
        raise NoRun(f"a brake of {brake.torque:.0f} N.m does not slow the car down")
    if by_traction <= 0:
        raise NoRun("the rope would slip without end")
    return min(by_brake, by_traction)


def _approach(machine: Machine, row: Row, deceleration: float) -> Approach:
    v, travel = machine.lift.speed, machine.travel
    back = replace(row, direction=-row.direction)    # to speed up is to slow down a car that moves the other way
    acceleration = min(machine.parameters["ride.acceleration"], GENTLE * formulas.largest_deceleration(machine.lift, back))
    if acceleration <= 0:
        raise NoRun("the rope would slip on the way to the stop")
    gain, time = _to_speed(v, acceleration, machine.parameters["ride.jerk"])
    room = max(ROOM * v**2 / (2 * deceleration), gain)    # the ride slows down over as much as it speeds up
    cruise = min(CRUISE * v, travel - gain - room)
    if cruise < 0:
        raise NoRun(f"reaching {v:g} m/s and stopping again needs {gain + room:.1f} m, the car travels {travel:g} m")
    way = gain + cruise
    towards = (row.direction > 0) == (row.place == "top")
    before = travel - room - way if towards else 0.0    # of the end that the car comes from
    lowest, highest = machine.start_travel("bottom"), machine.start_travel("top")
    start = lowest + before if row.direction > 0 else highest - before
    return Approach(start, row.direction * (way + gain), acceleration, round((time + cruise / v) / STEP) * STEP, v / deceleration)


def _to_speed(v: float, a: float, j: float) -> tuple[float, float]:
    """Way and time of the jerk-limited ride until it has its full speed [m], [s]."""
    time = v / a + a / j if v >= a**2 / j else 2 * math.sqrt(v / j)
    return v * time / 2, time


# --- runs ------------------------------------------------------------------------------------------------------------


def _start_values(machine: Machine, row: Row, start: float, mode: int) -> dict:
    return {"drive.mode": mode, "start.travel": start, machine.payload: row.load, "drive.friction": row.f.value, "drive.friction_kinetic": row.f.value,
            "drive.friction_law": 1}


def _torque_of_the_ride(machine: Machine, row: Row, approach: Approach) -> np.ndarray:
    values = _start_values(machine, row, approach.start, 2)
    values |= {"ride.distance": approach.distance, "ride.speed": machine.lift.speed, "ride.acceleration": approach.acceleration, "ride.start": 0.0}
    ride = fmu_run.simulate(f"{row.title}: ride", machine.folder, approach.stop, STEP, values, recorded=("output",))
    return ride.columns["motor_torque"]


def _replay(machine: Machine, row: Row, brake: Brake, approach: Approach, torque: np.ndarray) -> tuple[fmu_run.Run, int]:
    """The run, and the index at which the stop begins."""
    begin = len(torque) - 1
    time = np.arange(begin + round((ROOM * approach.braking + 2 * AFTER) / STEP) + 1) * STEP
    stopping = np.arange(len(time)) >= begin
    columns = {"drive_torque": np.where(stopping, 0.0, np.resize(torque, len(time))), "brake": stopping.astype(float)}
    values = _start_values(machine, row, approach.start, 1) | {"brake.torque": brake.torque}
    return fmu_run.simulate(f"{row.title}: brake {brake.name}", machine.folder, time[-1], STEP, values,
                            _inputs(machine, row, time, columns), ("output",)), begin


def _inputs(machine: Machine, row: Row, time: np.ndarray, columns: dict[str, np.ndarray]) -> np.ndarray:
    """What is moved, and the load as it is."""
    all_columns = {machine.payload: np.full(len(time), row.load)} | columns
    table = np.zeros(len(time), dtype=[(name, float) for name in ("time", *all_columns)])
    table["time"] = time
    for name, column in all_columns.items():
        table[name] = column
    return table


# --- figures ---------------------------------------------------------------------------------------------------------


def _measure(machine: Machine, result: Result, run: fmu_run.Run, begin: int, holds: bool) -> None:
    """Figures from row `begin` until the car stands and, if the brake holds it there, AFTER."""
    way = result.row.direction
    column = lambda name: run.columns[f"{machine.car}_{name}"]    # noqa: E731
    result.begin, result.speed = float(column("position")[begin]), float(way * column("velocity")[begin])
    on_the_way = float(run.columns["slip_path"][begin])
    standing = np.flatnonzero(way * column("velocity")[begin:] <= 0)
    remarks = []
    if abs(result.speed / machine.lift.speed - 1) > SPEED_ERROR:
        remarks.append(f"the stop begins at {result.speed:.3g} m/s")
    if on_the_way > 0:
        remarks.append(f"the rope has slipped {1e3 * on_the_way:.1f} mm on the way")
    if len(standing):
        stands = begin + standing[0]
        result.stopping_distance = float(way * (column("position")[stands] - result.begin))
    else:
        stands = len(run.time) - 1
        remarks.append(f"still moving {run.time[-1] - run.time[begin]:.1f} s after the brake was applied")
    if not holds:
        remarks.append("this brake would not hold the car: shown until it stands")
    end = min(stands + (round(AFTER / STEP) if holds else 0), len(run.time) - 1)
    part = _cut(run, max(0, begin - round(BEFORE / STEP)), end + 1, run.time[begin])
    first = int(np.searchsorted(part.time, 0.0))
    result.run, result.remark = part, "; ".join(remarks)
    result.peak_utilisation = float(np.max(part.columns["traction_utilisation"][first:]))
    result.slip, result.slip_time = _slip(part, first, STEP)
    result.peak_deceleration = float(np.max(-way * part.columns[f"{machine.car}_acceleration"][first:]))


def _slip(run: fmu_run.Run, first: int, step: float) -> tuple[float, float]:
    path = run.columns["slip_path"][first:]
    return float(path[-1] - path[0]), float(np.count_nonzero(run.columns["slip_velocity"][first:]) * step)


def _cut(run: fmu_run.Run, first: int, last: int, zero: float) -> fmu_run.Run:
    columns = {name: values[first:last] for name, values in run.columns.items()}
    columns["time"] = np.round(columns["time"] - zero, 9)
    return fmu_run.Run(run.title, run.description, columns, run.start_values, run.messages, run.cpu)
