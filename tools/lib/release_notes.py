"""Prints RELEASE.md for a folder of FMUs: what is inside, and how to import it."""

import sys
import zipfile
from pathlib import Path
from xml.etree import ElementTree


def platforms(fmu: Path) -> list[str]:
    with zipfile.ZipFile(fmu) as archive:
        return sorted({name.split("/")[1] for name in archive.namelist() if name.startswith("binaries/")})


def description(fmu: Path) -> ElementTree.Element:
    with zipfile.ZipFile(fmu) as archive:
        return ElementTree.fromstring(archive.read("modelDescription.xml"))


def rows(folder: Path) -> list[str]:
    lines = []
    for fmu in sorted((folder / "fmi3").glob("*.fmu")):
        inputs = [v.get("name") for v in description(fmu).find("ModelVariables") if v.get("causality") == "input"]
        lines.append(f"| {fmu.stem} | {', '.join(inputs)} | {description(fmu).get('description', '')} |")
    return lines


def main() -> None:
    folder = Path(sys.argv[1])
    elevator = description(folder / "fmi3" / "Elevator.fmu")
    carried = {version: ", ".join(platforms(folder / version / "Elevator.fmu")) for version in ("fmi2", "fmi3")}
    stop = elevator.find("DefaultExperiment").get("stopTime")
    print(f"""# Reeve {elevator.get('version')}

FMUs of ropes, sheaves and elevators for co-simulation and, but for RopePulley, BeltDrive and CableConduit, model exchange: FMI 2.0 in `fmi2/` ({carried['fmi2']}) and FMI 3.0 in `fmi3/` ({carried['fmi3']}).
They need nothing beside them: no runtime, no licence server. Linux: glibc 2.28 or newer (RHEL 8, Ubuntu 20.04, Debian 10).
`sha256sum -c SHA256SUMS` checks the files; `libraries.txt` lists what each library exports and needs. Licence: `LICENSE`.

| FMU | inputs | what it is |
|---|---|---|
{chr(10).join(rows(folder))}

Every FMU carries a page with all its variables, units, signs and equations: unzip it and open `documentation/index.html`.

Which file for which importer: `fmi2/` if you are not sure, `fmi3/` where FMI 3.0 is taken and for Linux on ARM. An importer picks its own
platform's library by itself.

## Simulink

Add an *FMU* block (Simulink Extras), choose the file, co-simulation mode (or model exchange with a solver of Simulink's), communication step 1 ms. FMI 2.0 is the safe choice; newer releases
also take 3.0. Inputs and outputs become ports, parameters are in the block's dialog. For the elevator with a controller of yours set
`drive.mode` to 1 and connect `drive_torque` and `brake`: `sheave_angle`, `sheave_speed` and `cabin_position` depend on no input directly, so
the loop needs no delay block. Not run by us: we have no Simulink.

## OMSimulator (OpenModelica)

Take the FMI 2.0 files. (OMEdit's own import, `importFMU`, takes their model exchange; not run by us.) In Python, a ride of the elevator into `lift.mat`:

    from OMSimulator import OMSimulator
    oms = OMSimulator()
    oms.newModel("lift")
    oms.addSystem("lift.root", oms.system_wc)    # weakly coupled: co-simulation
    oms.addSubModel("lift.root.elevator", "fmi2/Elevator.fmu")
    oms.setFixedStepSize("lift.root", 1e-3)
    oms.setStopTime("lift", {stop})
    oms.setResultFile("lift", "lift.mat")
    oms.instantiate("lift")
    oms.initialize("lift")
    oms.simulate("lift")
    oms.terminate("lift")
    oms.delete("lift")

`oms.addConnection` couples it with `fmi2/Drive.fmu`. Not run by us: its package cannot be installed from the package registries alone.

## FMPy

    pip install fmpy
    python -c "import fmpy; r = fmpy.simulate_fmu('fmi3/Elevator.fmu'); print(r['cabin_position'][-1])"

Run in our tests on Linux, as are libcosim, Ecos and fmi-sim. Windows and ARM: every FMU is run in wine and in qemu.
""", end="")


if __name__ == "__main__":
    main()
