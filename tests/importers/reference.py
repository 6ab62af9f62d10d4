"""The reference run: an FMU stepped by FMPy on exactly the communication points that another importer uses.

With equal points and equal inputs the same binary must give equal bits in every importer, so the comparisons need no
tolerance. The points differ only by rounding; each function below says who computes them this way.
"""

import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache

from fmpy import extract
from fmpy.simulation import Recorder, apply_start_values, instantiate_fmu, settable_in_instantiated

from fmu_under_test import Fmu
from trajectory import Trajectory

Grid = Iterable[tuple[float, float]]    # pairs of communication point and step size


def multiples(step: float, count: int) -> Grid:
    """t_n = n h, each step the difference of two points: FMPy, the direct run, fmi-sim for FMI 3.0."""
    for n in range(count):
        yield n * step, (n + 1) * step - n * step


def equal_steps(step: float, count: int) -> Grid:
    """t_n = n h, every step h: fmi-sim for FMI 2.0."""
    for n in range(count):
        yield n * step, step


def sums(step: float, count: int) -> Grid:
    """t_n+1 = t_n + h: Ecos."""
    time = 0.0
    for _ in range(count):
        yield time, step
        time += step


def nanoseconds(step: float, count: int) -> Grid:
    """Points are whole nanoseconds, each step the difference of two points: libcosim."""
    step_ns = round(step * 1e9)
    for n in range(count):
        yield n * step_ns / 1e9, (n + 1) * step_ns / 1e9 - n * step_ns / 1e9


@cache
def run(fmu: Fmu, grid, nudged: bool = True) -> Trajectory:
    """All outputs of `fmu`, its inputs nudged, at the start and after each step of `grid` (one of the above)."""
    with _instance(fmu) as instance:
        _initialize(fmu, instance, fmu.inputs if nudged else {})
        recorder = Recorder(instance, fmu.description, [output.name for output in fmu.outputs])
        recorder.sample(0.0)
        for time, step in grid(fmu.step, fmu.step_count):
            instance.doStep(currentCommunicationPoint=time, communicationStepSize=step)
            recorder.sample(time + step)
        instance.terminate()
        return Trajectory.from_fmpy(recorder.result())


@contextmanager
def _instance(fmu: Fmu) -> Iterator:
    folder = extract(str(fmu.path))
    try:
        instance = instantiate_fmu(folder, fmu.description, "CoSimulation")
        yield instance
        instance.freeInstance()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _initialize(fmu: Fmu, instance, inputs: dict[str, float]) -> None:
    if fmu.version == 2:
        instance.setupExperiment(tolerance=fmu.tolerance, startTime=0.0)
    apply_start_values(instance, fmu.description, dict(inputs), settable_in_instantiated)
    if fmu.version == 2:
        instance.enterInitializationMode()
    else:
        instance.enterInitializationMode(tolerance=fmu.tolerance, startTime=0.0)
    instance.exitInitializationMode()
