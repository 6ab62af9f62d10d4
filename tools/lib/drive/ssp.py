"""ssp.py FOLDER [--preset NAME]: the system of elevator and drive as SSP 1.0, ElevatorDrive.ssp with FMUs of FMI 2.0 and
ElevatorDrive3.ssp with FMUs of FMI 3.0. What is connected is what master.py connects.

The drive's target_position, start and emergency_stop are no connectors: masters set every connector they know of, some to 0. As they
are, their start values begin a ride at once. The elevator is exported with drive.mode = 1, for not all masters set parameters.
"""

import argparse
import sys
import tempfile
import zipfile
from pathlib import Path
from xml.sax.saxutils import quoteattr

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import fmpy    # noqa: E402
import fmu_run    # noqa: E402
from master import TO_DRIVE, TO_ELEVATOR    # noqa: E402

SHOWN = {    # outputs that are worth a plot, beside those that are connected
    "elevator": ["cabin_velocity", "cabin_acceleration"],
    "drive": ["reference_position", "reference_speed", "motor_current", "electrical_power", "electrical_energy"],
}
BOXES = {"elevator": (220, 0, 380, 160), "drive": (0, 0, 160, 160)}    # of a drawing, in mm
KINDS = ("input", "output")


def connectors(element: str) -> dict[str, list[str]]:
    if element == "elevator":
        return {"input": list(TO_ELEVATOR.values()), "output": list(TO_DRIVE) + SHOWN[element]}
    return {"input": list(TO_DRIVE.values()), "output": list(TO_ELEVATOR) + SHOWN[element]}


def system_xml(name: str, descriptions: dict) -> str:
    elements = "".join(_component(element, description) for element, description in descriptions.items())
    links = [("elevator", a, "drive", b) for a, b in TO_DRIVE.items()] + [("drive", a, "elevator", b) for a, b in TO_ELEVATOR.items()]
    connections = "".join(f'<ssd:Connection startElement="{a}" startConnector="{b}" endElement="{c}" endConnector="{d}"/>'
                          for a, b, c, d in links)
    stop = max(float(d.defaultExperiment.stopTime) for d in descriptions.values())
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<ssd:SystemStructureDescription xmlns:ssc="http://ssp-standard.org/SSP1/SystemStructureCommon" xmlns:ssd="http://ssp-standard.org/SSP1/SystemStructureDescription" version="1.0" name="{name}" description="Elevator and its drive: torque and brake against angle, speed, position and load" generationTool="Reeve" license="MIT">
<ssd:System name="{name}" description="Elevator and its drive"><ssd:Elements>{elements}</ssd:Elements>
<ssd:Connections>{connections}</ssd:Connections>
<ssd:SystemGeometry x1="-20" y1="-20" x2="400" y2="180"/></ssd:System>
<ssd:Units>{_units(descriptions)}</ssd:Units>
<ssd:DefaultExperiment startTime="0" stopTime="{stop:g}"/>
</ssd:SystemStructureDescription>
"""


def _component(element: str, description) -> str:
    variables = {v.name: v for v in description.modelVariables}
    x1, y1, x2, y2 = BOXES[element]
    parts = []
    for kind, names in connectors(element).items():
        # The elevator hears the drive on its left, the drive the elevator on its right.
        x = {"elevator": {"input": 0, "output": 0}, "drive": {"input": 1, "output": 1}}[element][kind]
        for k, name in enumerate(names):
            y = (k + 1) / (len(names) + 1) / 2 + (0.5 if kind == "input" else 0)
            unit, text = variables[name].unit, variables[name].description
            parts.append(f'<ssd:Connector name="{name}" kind="{kind}" description={quoteattr(text)}><ssc:Real unit="{unit}"/>'
                         f'<ssd:ConnectorGeometry x="{x}" y="{y:.4g}"/></ssd:Connector>')
    return (f'<ssd:Component name="{element}" type="application/x-fmu-sharedlibrary" implementation="CoSimulation" '
            f'source="resources/{description.modelName}.fmu" description={quoteattr(description.description)}>'
            f'<ssd:Connectors>{"".join(parts)}</ssd:Connectors><ssd:ElementGeometry x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/></ssd:Component>\n')


def _units(descriptions: dict) -> str:
    wanted = {v.unit for element, d in descriptions.items() for v in d.modelVariables
              if any(v.name in connectors(element)[kind] for kind in KINDS)}
    out = {}
    for description in descriptions.values():
        for unit in description.unitDefinitions:
            if unit.name in wanted and unit.baseUnit is not None:
                exponents = {base: getattr(unit.baseUnit, base) for base in ("kg", "m", "s", "A", "K", "mol", "cd", "rad")}
                attributes = "".join(f' {base}="{power}"' for base, power in exponents.items() if int(power or 0))
                out[unit.name] = f'<ssc:Unit name="{unit.name}"><ssc:BaseUnit{attributes}/></ssc:Unit>'
            elif unit.name in wanted:
                out[unit.name] = f'<ssc:Unit name="{unit.name}"><ssc:BaseUnit/></ssc:Unit>'
    return "".join(out[name] for name in sorted(out))


def write(path: Path, version: int, preset: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        files = {"elevator": Path(folder) / f"Elevator{preset}.fmu", "drive": Path(folder) / f"Drive{preset}.fmu"}
        for element, file in files.items():
            settings = ("--set", "drive.mode=1") if element == "elevator" else ()
            fmu_run.reeve("export", file.stem, "--fmi", str(version), *settings, "-o", str(file))
        descriptions = {element: fmpy.read_model_description(str(file), validate=False) for element, file in files.items()}
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("SystemStructure.ssd", system_xml("ElevatorDrive", descriptions))
            for file in files.values():
                archive.write(file, f"resources/{file.name}")
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--preset", default="", choices=("", "LowRise", "MidRise", "HighRise"))
    arguments = parser.parse_args()
    for version, name in ((2, "ElevatorDrive.ssp"), (3, "ElevatorDrive3.ssp")):
        print(f"system: {write(arguments.folder / name, version, arguments.preset).name}")


if __name__ == "__main__":
    main()
