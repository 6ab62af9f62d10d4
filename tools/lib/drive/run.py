"""One run of a load case: two FMUs, inputs that change on the way, every signal of the page recorded."""

from dataclasses import dataclass, field
from pathlib import Path

import fmu_run
import numpy as np
from master import System

FROM_ELEVATOR = ["cabin_position", "cabin_velocity", "cabin_acceleration", "sheave_angle", "sheave_speed",
                 "cabin_anchor_tension", "holding_torque", "traction_utilisation"]
FROM_DRIVE = ["drive_torque", "brake", "reference_position", "reference_speed", "motor_current", "electrical_power",
              "electrical_energy", "mechanical_energy", "loss_energy"]


@dataclass
class Run:
    name: str
    columns: dict[str, np.ndarray]
    target: float           # [m]
    lift: float             # cabin's way per angle of the sheave, rigid ropes [m/rad]
    settings: dict = field(default_factory=dict)

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
        if not path.exists():
            words = [word for setting in settings for word in ("--set", setting)]
            fmu_run.reeve("export", name, "--fmi", str(self.version), "-o", str(path), *words)
        return path


def simulate(case: dict, fmus: Fmus, h: float) -> Run:
    preset = case["preset"]
    system = System(fmus.get(f"Elevator{preset}", "drive.mode=1"), fmus.get(f"Drive{preset}"),
                    case.get("elevator", {}), case.get("drive", {}))
    elevator, drive = system.elevator, system.drive
    references = elevator.references(FROM_ELEVATOR), drive.references(FROM_DRIVE)
    changes = sorted(case.get("change", []), key=lambda change: change["at"])
    steps = round(case["stop"] / h)
    rows = []
    try:
        for k in range(steps + 1):
            t = k * h
            rows.append([t, *elevator.get_reals(references[0]), *drive.get_reals(references[1]), drive.get_integer("state")])
            while changes and changes[0]["at"] <= t + 1e-9:
                change = changes.pop(0)
                {"elevator": elevator, "drive": drive}[change["of"]].set(change["name"], change["to"])
            for ramp in case.get("ramp", []):
                share = np.clip((t - ramp["at"]) / ramp["over"], 0, 1)
                {"elevator": elevator, "drive": drive}[ramp["of"]].set(ramp["name"], ramp["from"] + share * (ramp["to"] - ramp["from"]))
            if k < steps:
                system.step(t, h)
    finally:
        target = case.get("drive", {}).get("target_position", drive.start_value("target_position"))
        lift = drive.start_value("sheave.radius") / drive.start_value("roping.ratio")
        system.close()
    names = ["time", *FROM_ELEVATOR, *FROM_DRIVE, "state"]
    return Run(case["name"], dict(zip(names, np.array(rows).T)), target, lift, case)
