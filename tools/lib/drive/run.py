"""One run of a load case: two FMUs, inputs that change on the way, every signal of the page recorded."""

import re
from dataclasses import dataclass, field
from pathlib import Path

import fmu_run
import numpy as np
from fmpy.fmi1 import FMICallException
from master import System

FROM_ELEVATOR = ["cabin_position", "cabin_velocity", "cabin_acceleration", "sheave_angle", "sheave_speed",
                 "cabin_anchor_tension", "holding_torque", "traction_utilisation", "slip_velocity", "slip_distance", "slip_path", "counterweight_position", "counterweight_velocity"]
FROM_DRIVE = ["drive_torque", "brake", "reference_position", "reference_speed", "motor_current", "electrical_power",
              "electrical_energy", "mechanical_energy", "loss_energy"]


@dataclass
class Run:
    name: str
    columns: dict[str, np.ndarray]
    floor: float            # where the cabin should stand in the end [m]
    lift: float             # cabin's way per angle of the sheave, rigid ropes [m/rad]
    parameters: dict[str, float] = field(default_factory=dict)    # of the drive, scalars
    settings: dict = field(default_factory=dict)                  # the run as the case describes it

    def __getitem__(self, name: str) -> np.ndarray:
        return self.columns[name]

    @property
    def time(self) -> np.ndarray:
        return self.columns["time"]


class Fmus:
    """Exports each preset once: the elevator with torque drive, because not every master sets parameters."""

    def __init__(self, folder: Path, version: int):
        self.folder, self.version = folder, version

    def get(self, name: str, *settings: str) -> Path:
        path = self.folder / f"{name}.fmu"
        if path.exists():
            return path
        self.folder.mkdir(parents=True, exist_ok=True)
        return fmu_run.export(name, self.version, list(settings), path)

    def with_buffer(self, fmu: Path, run: str, buffer: dict) -> Path:
        """The same elevator with one more buffer, for one run."""
        source = (fmu.parent / re.sub(r"\W+", "-", run)).with_suffix(".toml")
        item = ", ".join(f'{key} = "{value}"' if isinstance(value, str) else f"{key} = {value}" for key, value in buffer.items())
        source.write_text(fmu_run.with_item(fmu_run.packed_description(fmu), "buffer", f"{{{item}}}"), encoding="utf-8")
        return fmu_run.export(str(source), self.version, [], source.with_suffix(".fmu"))


def simulate(case: dict, fmus: Fmus, h: float) -> Run:
    steps = round(case["stop"] / h)
    if steps < 2:
        raise fmu_run.RunFailed(f"{case['name']}: a run of {case['stop']:g} s has no two steps of {h:g} s")
    preset, buffer = case["preset"], case.get("buffer")
    plant = fmus.get(f"Elevator{preset}", "drive.mode=1")
    if buffer:
        plant = fmus.with_buffer(plant, case["name"], buffer)
    system = System(plant, fmus.get(f"Drive{preset}"), case.get("elevator", {}), case.get("drive", {}))
    elevator, drive = system.elevator, system.drive
    from_elevator = FROM_ELEVATOR + ([f"{buffer['name']}_force"] if buffer else [])
    references = elevator.references(from_elevator), drive.references(FROM_DRIVE)
    changes = sorted(case.get("change", []), key=lambda change: change["at"])
    rows = []
    try:
        for k in range(steps + 1):
            t = k * h
            rows.append([t, *elevator.get_reals(references[0]), *drive.get_reals(references[1]), drive.get_integer("state"), elevator.get_integer("slack")])
            while changes and changes[0]["at"] <= t + 1e-9:
                change = changes.pop(0)
                {"elevator": elevator, "drive": drive}[change["of"]].set(change["name"], change["to"])
            for ramp in case.get("ramp", []):
                share = np.clip((t - ramp["at"]) / ramp["over"], 0, 1)
                {"elevator": elevator, "drive": drive}[ramp["of"]].set(ramp["name"], ramp["from"] + share * (ramp["to"] - ramp["from"]))
            if k < steps:
                system.step(t, h)
    except FMICallException as failure:
        raise fmu_run.RunFailed(f"{case['name']}, in steps of {h:g} s: {failure}") from failure
    finally:
        system.close()
    columns = dict(zip(["time", *from_elevator, *FROM_DRIVE, "state", "slack"], np.array(rows).T))
    parameters = drive.scalars() | case.get("drive", {})
    rides = parameters.get("start", True)    # a cabin that is not sent anywhere belongs where it stands
    floor = parameters["target_position"] if rides else columns["cabin_position"][0]
    lift = parameters["sheave.radius"] / parameters["roping.ratio"]
    columns["cabin_speed_by_sheave"] = lift * columns["sheave_speed"]    # if the ropes were rigid and did not slip [m/s]
    return Run(case["name"], columns, floor, lift, parameters, case)
