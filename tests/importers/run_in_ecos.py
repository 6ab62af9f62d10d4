"""run_in_ecos.py FMU STEP COUNT CSV [INPUT=VALUE ...]: scalar outputs at the start and after each step in Ecos."""

import sys
from pathlib import Path

import numpy as np
from ecospy import EcosLib, EcosSimulation, EcosSimulationStructure
from fmpy import read_model_description

from trajectory import Trajectory


def run(fmu: str, step: float, count: int, inputs: dict[str, float]) -> Trajectory:
    EcosLib.set_log_level("warn")
    with EcosSimulationStructure() as structure:
        structure.add_model("tested", fmu)
        structure.add_parameter_set("inputs", {f"tested::{name}": value for name, value in inputs.items()})
        with EcosSimulation(structure=structure, step_size=step) as simulation:
            assert simulation.init(parameter_set="inputs"), EcosLib.get_last_error()
            trajectory = _record(simulation, _readers(simulation, fmu), count)
            simulation.terminate()
    return trajectory


def _readers(simulation: EcosSimulation, fmu: str) -> dict:
    read = {"Real": simulation.get_real, "Float64": simulation.get_real, "Integer": simulation.get_integer,
            "Int32": simulation.get_integer, "Boolean": simulation.get_bool}
    return {v.name: read[v.type] for v in read_model_description(fmu).modelVariables
            if v.causality == "output" and v.type in read and not v.dimensions}    # Ecos reads no arrays


def _record(simulation: EcosSimulation, readers: dict, count: int) -> Trajectory:
    rows = []
    for n in range(count + 1):
        if n:
            simulation.step()
        rows.append([simulation.get_time(), *(read(f"tested::{name}") for name, read in readers.items())])
    table = np.array(rows, dtype=float)
    return Trajectory({name: table[:, i] for i, name in enumerate(["time", *readers])})


def main() -> None:
    fmu, step, count, csv, *inputs = sys.argv[1:]
    values = {name: float(value) for name, value in (item.split("=") for item in inputs)}
    run(fmu, float(step), int(count), values).write_csv(Path(csv))


if __name__ == "__main__":
    main()
