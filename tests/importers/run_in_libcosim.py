"""run_in_libcosim.py FMU STEP COUNT CSV [INPUT=VALUE ...]: scalar outputs after each step in libcosim (FMI 2.0)."""

import sys
from pathlib import Path

import numpy as np
from fmpy import read_model_description
from libcosimpy.CosimExecution import CosimExecution
from libcosimpy.CosimLogging import CosimLogLevel, log_output_level
from libcosimpy.CosimObserver import CosimObserver
from libcosimpy.CosimSlave import CosimLocalSlave

from trajectory import Trajectory


def run(fmu: str, step: float, count: int, inputs: dict[str, float]) -> Trajectory:
    log_output_level(CosimLogLevel.WARNING)
    variables = read_model_description(fmu).modelVariables
    execution = CosimExecution.from_step_size(round(step * 1e9))
    slave = execution.add_local_slave(CosimLocalSlave(fmu_path=fmu, instance_name="tested"))
    observer = CosimObserver.create_last_value()
    execution.add_observer(observer)
    for variable in variables:
        if variable.name in inputs:
            assert execution.real_initial_value(slave, variable.valueReference, inputs[variable.name])

    read = {"Real": observer.last_real_values, "Integer": observer.last_integer_values,
            "Boolean": observer.last_boolean_values}
    outputs = [v for v in variables if v.causality == "output" and v.type in read]
    rows = []
    for n in range(1, count + 1):
        assert execution.step(), f"step {n} failed"
        rows.append([n * step, *(read[v.type](slave, [v.valueReference])[0] for v in outputs)])
    table = np.array(rows, dtype=float)
    return Trajectory({name: table[:, i] for i, name in enumerate(["time", *(v.name for v in outputs)])})


def main() -> None:
    fmu, step, count, csv, *inputs = sys.argv[1:]
    values = {name: float(value) for name, value in (item.split("=") for item in inputs)}
    run(fmu, float(step), int(count), values).write_csv(Path(csv))


if __name__ == "__main__":
    main()
