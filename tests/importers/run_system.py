"""run_system.py MASTER SSP STEP COUNT CSV: cabin height, sheave speed and energy of the coupled system after each step.

MASTER: fmpy (its ssp module), ecos, libcosim: masters that are not ours; script: ours, tools/lib/drive/master.py; reeve: no
FMUs, both models in one process.
"""

import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import numpy as np

from trajectory import Trajectory

SEEN = {"cabin_position": "elevator", "sheave_speed": "elevator", "electrical_energy": "drive"}


def in_fmpy(ssp: str, step: float, count: int):
    from fmpy.ssp.simulation import simulate_ssp
    result = simulate_ssp(ssp, stop_time=(count - 0.5) * step, step_size=step)
    return [result[f"{element}.{name}"] for name, element in SEEN.items()]


def in_ecos(ssp: str, step: float, count: int):
    from ecospy import EcosLib, EcosSimulation
    EcosLib.set_log_level("warn")
    rows = []
    with EcosSimulation(ssp_path=ssp, step_size=step) as simulation:
        assert simulation.init(), EcosLib.get_last_error()
        for _ in range(count):
            simulation.step()
            rows.append([simulation.get_real(f"{element}::{name}") for name, element in SEEN.items()])
        simulation.terminate()
    return np.array(rows).T


def in_libcosim(ssp: str, step: float, count: int):
    import fmpy
    from libcosimpy.CosimExecution import CosimExecution
    from libcosimpy.CosimLogging import CosimLogLevel, log_output_level
    from libcosimpy.CosimObserver import CosimObserver
    log_output_level(CosimLogLevel.WARNING)
    with tempfile.TemporaryDirectory() as folder:
        zipfile.ZipFile(ssp).extractall(folder)
        references = {}
        for file in (Path(folder) / "resources").glob("*.fmu"):
            references.update({v.name: v.valueReference for v in fmpy.read_model_description(str(file)).modelVariables
                               if v.causality == "output"})
        execution = CosimExecution.from_ssp_file(folder, round(step * 1e9))
        observer = CosimObserver.create_last_value()
        execution.add_observer(observer)
        slaves = {element: execution.slave_index_from_instance_name(element) for element in set(SEEN.values())}
        rows = []
        for n in range(count):
            assert execution.step(), f"step {n} failed"
            rows.append([observer.last_real_values(slaves[element], [references[name]])[0] for name, element in SEEN.items()])
    return np.array(rows).T


def in_script(ssp: str, step: float, count: int):
    sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools" / "lib" / "drive"))
    from master import System
    with tempfile.TemporaryDirectory() as folder:
        zipfile.ZipFile(ssp).extractall(folder)
        parts = {file.stem: file for file in (Path(folder) / "resources").glob("*.fmu")}
        system = System(parts["Elevator"], parts["Drive"], {}, {})
        read = {"elevator": system.elevator, "drive": system.drive}
        rows = []
        for n in range(count):
            system.step(n * step, step)
            rows.append([read[element].get_reals(read[element].references([name]))[0] for name, element in SEEN.items()])
        system.close()
    return np.array(rows).T


def in_reeve(_ssp: str, step: float, count: int):
    sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools" / "lib" / "drive"))
    from master import TO_DRIVE, TO_ELEVATOR
    reeve = Path(__file__).resolve().parents[2] / "build" / "bin" / "reeve"
    wires = [word for option, links in (("--to-second", TO_DRIVE), ("--to-first", TO_ELEVATOR))
             for a, b in links.items() for word in (option, f"{a}={b}")]
    text = subprocess.run([reeve, "couple", "Elevator", "Drive", "--set-first", "drive.mode=1", *wires, "--step", repr(step),
                           "--stop", repr(step * count)], check=True, capture_output=True, text=True).stdout
    header, *rows = text.splitlines()
    table = np.array([[float(cell) for cell in row.split(",")] for row in rows[1:count + 1]])
    names = header.split(",")
    return [table[:, names.index(f"{element.capitalize()}.{name}")] for name, element in SEEN.items()]


def main() -> None:
    master, ssp, step, count, csv = sys.argv[1:]
    run = {"fmpy": in_fmpy, "ecos": in_ecos, "libcosim": in_libcosim, "script": in_script, "reeve": in_reeve}[master]
    columns = run(ssp, float(step), int(count))
    time = float(step) * np.arange(1, int(count) + 1)
    Trajectory({"time": time, **dict(zip(SEEN, columns))}).write_csv(Path(csv))


if __name__ == "__main__":
    main()
