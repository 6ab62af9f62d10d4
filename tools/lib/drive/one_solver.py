"""Elevator and drive as one system of equations: both FMUs for model exchange, one CVode over the states of both.

What a communication step costs can be read against it: connected values are evaluated wherever the solver looks, and events of both are
located. The drive goes first, because its torque and brake do not depend on what it measures; as none of its derivatives does either, it is
told what it measures at events only, when it samples. Both is what its description says, and checked.
"""

from ctypes import POINTER, addressof, c_double, cast

from fmpy.fmi2 import FMU2Model
from fmpy.fmi3 import FMU3Model
from fmpy.sundials import CVodeSolver
from master import TO_DRIVE, Fmu, System

NEVER = float("inf")


class Part(Fmu):
    kinds, interface = (FMU2Model, FMU3Model), "modelExchange"

    def begin(self) -> None:
        super().begin()
        self.states, self.indicators = self.description.numberOfContinuousStates, self.description.numberOfEventIndicators
        self.derivatives = self.instance.getDerivatives if self.is_fmi2 else self.instance.getContinuousStateDerivatives
        self._update = self.instance.newDiscreteStates if self.is_fmi2 else self.instance.updateDiscreteStates
        self.next_event = NEVER

    def update(self) -> bool:
        """In event mode; whether states changed."""
        again, changed = True, False
        while again:
            again, _, _, values, defined, time = self._update()
            changed |= values
        self.next_event = time if defined else NEVER
        return changed

    def depends_on(self, names) -> bool:
        """Any derivative or output, between events."""
        unknowns = self.description.derivatives + self.description.outputs
        return any(unknown.dependencies is None or any(v.name in names for v in unknown.dependencies) for unknown in unknowns)


class OneSolver(System):
    """`elevator` and `drive` stand at `time` after advance()."""

    part = Part

    def __init__(self, elevator, drive, elevator_start: dict, drive_start: dict, tolerance: float):
        super().__init__(elevator, drive, elevator_start, drive_start)
        assert not self.drive.depends_on(TO_DRIVE.values())
        self.parts = self.drive, self.elevator
        self.time = 0.0
        self._write_states = self._joined("states", "setContinuousStates")
        self._resolve()
        self.solver = CVodeSolver(nx=sum(part.states for part in self.parts), nz=sum(part.indicators for part in self.parts),
                                  get_x=self._joined("states", "getContinuousStates"), set_x=self._set_states,
                                  get_dx=self._joined("states", "derivatives"), get_z=self._joined("indicators", "getEventIndicators"),
                                  get_nominals=self._joined("states", "getNominalsOfContinuousStates"), set_time=self._set_time, input=self,
                                  startTime=0.0, relativeTolerance=tolerance)

    def apply(self, _time) -> None:
        """FMPy's solver asks for inputs from outside: there are none."""

    def advance(self, end: float) -> None:
        while self.time < end:
            due = min(part.next_event for part in self.parts)
            found, _, self.time = self.solver.step(self.time, min(due, end))
            self._set_time(self.time)
            self._act()
            asked = [part.instance.completedIntegratorStep()[0] for part in self.parts]
            if found or self.time >= due or any(asked):
                for part in self.parts:
                    part.instance.enterEventMode()
                self._resolve()
                self.solver.reset(self.time)

    def _resolve(self) -> None:
        """The events of both, until neither changes a state for the other to see; then continuous time."""
        changed = True
        while changed:
            changed = False
            for part in self.parts:
                self._act()
                self._measure()
                changed |= part.update()
        for part in self.parts:
            part.instance.enterContinuousTimeMode()

    def _act(self) -> None:
        self.elevator.set_reals(self._acting[1], self.drive.get_reals(self._acting[0]))

    def _measure(self) -> None:
        self.drive.set_reals(self._measured[1], self.elevator.get_reals(self._measured[0]))

    def _joined(self, size: str, call: str):
        """One function over the joined vector, from one per part."""
        calls, at = [], 0
        for part in self.parts:
            count = getattr(part, size)
            calls.append((getattr(part, call, None) or getattr(part.instance, call), at, count))
            at += 8 * count

        def function(vector, _size) -> None:
            begin = addressof(vector.contents)
            for one, offset, count in calls:
                one(cast(begin + offset, POINTER(c_double)), count)

        return function

    def _set_states(self, vector, size: int) -> None:
        self._write_states(vector, size)
        self._act()

    def _set_time(self, time: float) -> None:
        for part in self.parts:
            part.instance.setTime(time)
