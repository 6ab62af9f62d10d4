"""A master for two FMUs, elevator and drive, that exchange values at communication points and step side by side.

Works with FMI 2.0 and 3.0 through FMPy; nothing in it knows how either FMU works.
"""

import shutil
from pathlib import Path

import fmpy
from fmpy.fmi2 import FMU2Slave
from fmpy.fmi3 import FMU3Slave

# from -> to
TO_DRIVE = {"sheave_angle": "sheave_angle", "sheave_speed": "sheave_speed", "cabin_position": "cabin_position",
            "cabin_anchor_tension": "load_signal"}
TO_ELEVATOR = {"drive_torque": "drive_torque", "brake": "brake"}


class Fmu:
    """One instance, its variables by name."""

    kinds, interface = (FMU2Slave, FMU3Slave), "coSimulation"

    def __init__(self, path: Path, start: dict):
        self.description = fmpy.read_model_description(str(path), validate=False)
        self.folder = fmpy.extract(str(path))
        self.variables = {v.name: v for v in self.description.modelVariables}
        self.is_fmi2 = self.description.fmiVersion == "2.0"
        kind = self.kinds[0 if self.is_fmi2 else 1]
        self.instance = kind(guid=self.description.guid, unzipDirectory=self.folder, instanceName=path.stem,
                          modelIdentifier=getattr(self.description, self.interface).modelIdentifier)
        self._arrays = {}
        self.instance.instantiate()
        for name, value in start.items():
            self.set(name, value)
        if self.is_fmi2:
            self.instance.setupExperiment(startTime=0.0)
        self.instance.enterInitializationMode()

    def begin(self) -> None:
        self.instance.exitInitializationMode()

    def set(self, name: str, value) -> None:
        if name not in self.variables and name.endswith("]"):    # FMI 3.0 has true arrays
            return self._set_element(*name[:-1].split("["), value)
        variable = self.variables[name]
        write = {"Real": "setReal", "Float64": "setFloat64", "Boolean": "setBoolean", "Integer": "setInteger",
                 "Int32": "setInt32", "Enumeration": "setInteger" if self.is_fmi2 else "setInt64"}[variable.type]
        number = float(value) if variable.type in ("Real", "Float64") else value
        getattr(self.instance, write)([variable.valueReference], [number])

    def _set_element(self, array: str, number: str, value) -> None:
        variable = self.variables[array]
        values = self._arrays.setdefault(array, [float(x) for x in variable.start.split()])
        values[int(number) - 1] = float(value)
        self.instance.setFloat64([variable.valueReference], values)

    def set_reals(self, references: list[int], values) -> None:
        (self.instance.setReal if self.is_fmi2 else self.instance.setFloat64)(references, values)

    def get_reals(self, references: list[int]) -> list[float]:
        return (self.instance.getReal if self.is_fmi2 else self.instance.getFloat64)(references)

    def get_integer(self, name: str) -> int:
        reference = [self.variables[name].valueReference]
        return (self.instance.getInteger if self.is_fmi2 else self.instance.getInt32)(reference)[0]

    def pass_slopes(self, outputs: list[int], other: "Fmu", inputs: list[int]) -> None:
        """First derivatives of outputs, for the other's inputs to go on with; FMI 2.0 only."""
        orders = [1] * len(outputs)
        other.instance.setRealInputDerivatives(inputs, orders, list(self.instance.getRealOutputDerivatives(outputs, orders)))

    def references(self, names) -> list[int]:
        return [self.variables[name].valueReference for name in names]

    def scalars(self) -> dict[str, float]:
        """Start values of what is one real number."""
        return {name: float(v.start) for name, v in self.variables.items()
                if v.type in ("Real", "Float64") and v.start is not None and not v.dimensions}

    def step(self, t: float, h: float) -> None:
        self.instance.doStep(currentCommunicationPoint=t, communicationStepSize=h)

    def save(self):
        return self.instance.getFMUState()

    def restore(self, state) -> None:
        self.instance.setFMUState(state)

    def close(self) -> None:
        self.instance.terminate()
        self.instance.freeInstance()
        shutil.rmtree(self.folder, ignore_errors=True)


class System:
    """Elevator and drive, connected. Both step from the values of the same point: none goes first.

    slopes: what the drive measures moves on within a step, with the derivative it had at the begin.
    """

    part = Fmu

    def __init__(self, elevator: Path, drive: Path, elevator_start: dict, drive_start: dict, slopes: bool = False):
        self.slopes = slopes
        self.elevator = self.part(elevator, elevator_start)
        self.drive = self.part(drive, drive_start)
        self._measured = self.elevator.references(TO_DRIVE), self.drive.references(TO_DRIVE.values())
        self._acting = self.drive.references(TO_ELEVATOR), self.elevator.references(TO_ELEVATOR.values())
        self.exchange()
        self.elevator.begin()
        self.drive.begin()

    def exchange(self) -> None:
        measured = self.elevator.get_reals(self._measured[0])
        acting = self.drive.get_reals(self._acting[0])
        self.drive.set_reals(self._measured[1], measured)
        self.elevator.set_reals(self._acting[1], acting)

    def step(self, t: float, h: float) -> None:
        self.exchange()
        if self.slopes:
            self.elevator.pass_slopes(self._measured[0], self.drive, self._measured[1])
        self.elevator.step(t, h)
        self.drive.step(t, h)

    def close(self) -> None:
        self.elevator.close()
        self.drive.close()
