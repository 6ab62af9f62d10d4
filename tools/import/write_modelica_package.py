"""write_modelica_package.py [FILE.mo]: the Modelica package Reeve, one wrapper with a shaft for each reeving that has model exchange.

OpenModelica's importFMU turns `Elevator.fmu` into a model `Elevator_me_FMU` of scalars, with the characters . [ ] ( ) , and space of a name
replaced by _. Each wrapper gives that model a rotational flange at the drive, arrays where the reeving has arrays, and units. It is written
from modelDescription/*.fmi2.xml; tests/importers/test_modelica_package.py compares. See docs/openmodelica.md.
"""

import re
import sys
from itertools import groupby
from pathlib import Path

import fmpy

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = Path(__file__).with_name("Reeve.mo")
BLOCKS = {"Real": "Real", "Integer": "Integer"}    # of Modelica.Blocks.Interfaces, by the type of FMI
SHAFT = {"drive_torque", "drive_speed"}            # inputs that the flange replaces: drive.mode is 1


def mangled(name: str) -> str:
    """As importFMU declares it."""
    return re.sub(r"[.\[\](), ]", "_", name)


def imported(description) -> str:
    """Name of the model that importFMU writes."""
    return f"{description.modelExchange.modelIdentifier}_me_FMU"


def reevings() -> list:
    """Descriptions of what has model exchange and a drive sheave."""
    found = [fmpy.read_model_description(str(file), validate=False) for file in sorted((ROOT / "modelDescription").glob("*.fmi2.xml"))]
    return [d for d in found if d.modelExchange and any(v.name == "drive_torque" and v.causality == "input" for v in d.modelVariables)]


def package(descriptions: list) -> str:
    wrappers = "\n".join(_wrapper(description) for description in descriptions)
    return f"""within ;
package Reeve "Elevators and hoists of Reeve with a shaft, around FMUs (FMI 2.0, model exchange) that importFMU has imported"
  // Written by tools/import/write_modelica_package.py from modelDescription/*.fmi2.xml. Not run by the project, which has no OpenModelica.

  partial model Sheave "A drive sheave with a shaft: the torque goes in, angle and speed come out"
    Modelica.Mechanics.Rotational.Interfaces.Flange_a flange "Shaft of the drive sheave; angle and torque are positive where they raise the load";
    Modelica.Units.SI.Angle phi(start = 0, fixed = true) "Turn of the sheave since the start: a state, so that der(flange.phi) exists";
    Modelica.Units.SI.AngularVelocity w "Speed of the sheave";
  equation
    flange.phi = phi;
    der(phi) = w;
  end Sheave;

{wrappers}
  annotation(uses(Modelica(version = "4.0.0")));
end Reeve;
"""


def _wrapper(description) -> str:
    name = description.modelName
    inputs = [v for v in description.modelVariables if v.causality == "input" and v.name not in SHAFT]
    outputs = [list(group) for _, group in groupby((v for v in description.modelVariables if v.causality == "output"), key=_array)]
    ports = [_port([v], "Input") for v in inputs] + [_port(group, "Output") for group in outputs]
    equations = ["w = fmu.sheave_speed;", "fmu.drive_torque = flange.tau;", "fmu.drive_speed = 0 \"drive.mode is 1\";",
                 *(f"fmu.{mangled(v.name)} = {mangled(v.name)};" for v in inputs), *map(_output_equation, outputs)]
    indented = "\n    "
    return f"""  model {name} "{_text(description.description)}"
    extends Sheave;
    .{imported(description)} fmu "By importFMU from: reeve export {name} --fmi 2 --set drive.mode=1 -o {name}.fmu";
    {indented.join(ports)}
  equation
    {indented.join(equations)}
  end {name};
"""


def _array(variable) -> str:
    return variable.name.split("[")[0]


def _is_array(group: list) -> bool:
    return group[0].name != _array(group[0])


def _port(group: list, way: str) -> str:
    v, size = group[0], f"[{len(group)}]" if _is_array(group) else ""
    each = "each " if size else ""
    limits = [f"{each}{key} = {value}" for key, value in (("unit", v.unit and f'"{v.unit}"'), ("min", v.min), ("max", v.max)) if value]
    attributes = f"({', '.join(limits)})" if limits else ""
    return f'Modelica.Blocks.Interfaces.{BLOCKS[v.type]}{way} {mangled(_array(v))}{size}{attributes} "{_text(v.description)}";'


def _output_equation(group: list) -> str:
    values = [f"fmu.{mangled(v.name)}" for v in group]
    return f"{mangled(_array(group[0]))} = {'{' + ', '.join(values) + '}' if _is_array(group) else values[0]};"


def _text(description: str) -> str:
    return description.replace("\\", "\\\\").replace('"', '\\"')


if __name__ == "__main__":
    Path(sys.argv[1] if len(sys.argv) > 1 else PACKAGE).write_text(package(reevings()))
