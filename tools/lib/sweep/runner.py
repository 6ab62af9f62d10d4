"""Runs points inside a worker process, on one instance of the FMU.

The whole package travels to the workers with the plugin, so those of a foreign cluster need only FMPy.
"""

import collections
import ctypes
import io
import math
import shutil
import signal
import sys
import tempfile
import threading
import time
import traceback
import uuid
import zipfile

import cloudpickle
from distributed import WorkerPlugin, get_worker
from fmpy import read_model_description
from fmpy.fmi1 import FMICallException
from fmpy.simulation import (Recorder, apply_start_values, instantiate_fmu, settable_in_initialization_mode,
                             settable_in_instantiated)

import sweep
from sweep.measures import Measure
from sweep.points import Point

# Dask looks for the module of an object by its exact name, cloudpickle for the package of all that the object uses.
cloudpickle.register_pickle_by_value(sweep)
cloudpickle.register_pickle_by_value(sys.modules[__name__])

WARNING, ERROR, FATAL = 1, 3, 4    # of fmi2Status and fmi3Status alike
LONGEST_LOG = 10                   # messages kept of one run


class Runner(WorkerPlugin):
    """Dask gives a copy to every worker, also to one that starts later because another died."""

    def __init__(self, fmu: bytes, stop: float, step: float, measures: list[Measure], own_workers: bool):
        self.name = f"reeve-sweep-{uuid.uuid4().hex}"    # others may sweep on the same workers
        self.fmu, self.stop, self.step, self.measures, self.own_workers = fmu, stop, step, measures, own_workers

    def setup(self, worker) -> None:
        if self.own_workers and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, signal.SIG_IGN)    # Ctrl-C reaches all; the command ends its workers itself
        self.folder = tempfile.mkdtemp(prefix="reeve-sweep-", dir=worker.local_directory)
        zipfile.ZipFile(io.BytesIO(self.fmu)).extractall(self.folder)
        self.fmu = b""    # the instance lives as long as the process, and this object with it
        self.description = read_model_description(self.folder, validate=False)
        self.log = collections.deque(maxlen=LONGEST_LOG)
        self.one_at_a_time = threading.Lock()    # a worker may have many threads, the instance serves one
        self.instance = None

    def teardown(self, worker) -> None:
        with self.one_at_a_time:
            if self.instance:
                self.instance.freeInstance()
                self.instance = None
            shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, point: Point) -> dict:
        """Its measures, or why it failed; never raises: a point that fails must not look like a worker that does."""
        with self.one_at_a_time:
            started = time.perf_counter()
            self.time = None
            self.log.clear()
            try:
                record = self._simulate(point)
                outcome = {"status": "ok", "message": "", "values": [measure.of(record) for measure in self.measures]}
            except Exception as error:
                outcome = {"status": "failed", "message": self._explain(error), "values": None}
                if getattr(error, "status", FATAL) == FATAL:
                    self.instance = None    # no call is allowed after a fatal error, not even the one that frees it
            return {**outcome, "seconds": time.perf_counter() - started}

    def _simulate(self, point: Point):
        instance = self._fresh_instance()
        recorder = Recorder(instance, self.description, {measure.array for measure in self.measures})
        self._initialise(instance, point)
        self.time = 0.0
        recorder.sample(self.time)
        steps = max(1, math.ceil(self.stop / self.step * (1 - 1e-12)))    # a last step of rounding errors is none
        for n in range(1, steps + 1):
            reached = self.stop if n == steps else n * self.step
            stepped = instance.doStep(currentCommunicationPoint=self.time, communicationStepSize=reached - self.time)
            if stepped and stepped[1]:    # FMI 3.0
                raise RuntimeError("the FMU asked to end the simulation")
            self.time = reached
            recorder.sample(self.time)
        self.time = None
        return recorder.result()

    def _fresh_instance(self):
        if self.instance is None:
            self.instance = instantiate_fmu(self.folder, self.description, "CoSimulation", logger=self._keep_message)
            # FMPy's logger proxy has a bare pointer to the last logger, so none may ever be collected.
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(self.instance))
        else:
            self.instance.reset()
        return self.instance

    def _initialise(self, instance, point: Point) -> None:
        experiment = {"startTime": 0.0, "stopTime": self.stop}
        is_fmi2 = self.description.fmiVersion == "2.0"
        if is_fmi2:
            instance.setupExperiment(**experiment)
        rest = apply_start_values(instance, self.description, point, settable_in_instantiated)
        instance.enterInitializationMode(**({} if is_fmi2 else experiment))
        rest = apply_start_values(instance, self.description, rest, settable_in_initialization_mode)
        if rest:
            raise RuntimeError(f"the FMU lets nobody set {', '.join(rest)}")
        instance.exitInitializationMode()

    def _keep_message(self, *arguments) -> None:
        """Both versions end with status, category, message; FMI 2.0 has the instance's name before them."""
        status, _, message = arguments[-3:]
        if status >= WARNING and message:
            self.log.append((status, message.decode(errors="replace")))

    def _explain(self, error: Exception) -> str:
        """What the FMU said, else what FMPy says, and when."""
        said = [message for status, message in self.log if status >= ERROR] or [message for _, message in self.log]
        if not isinstance(error, (FMICallException, RuntimeError)):
            said.append(traceback.format_exception_only(error)[-1].strip())
        when = "" if self.time is None else f"at t = {self.time:.6g} s: "
        return when + ("; ".join(dict.fromkeys(said)) or str(error))


def task_of(runner: Runner):
    """What Dask hands to a worker with each point: small, because the worker has the FMU."""
    name = runner.name
    return lambda point: get_worker().plugins[name].run(point)
