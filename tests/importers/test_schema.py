"""XML files inside the FMU against the schemas that the FMPy package carries."""

import io
import zipfile
from pathlib import Path

import fmpy
import pytest
from lxml import etree

SCHEMAS = Path(fmpy.__file__).parent / "schema"
FMI2, FMI3 = SCHEMAS / "fmi2", SCHEMAS / "fmi3"

# FMI 2.0.4 took the terminals over from FMI 3.0; the package carries their schema with FMI 3.0.
SCHEMA_OF = {
    2: {"modelDescription.xml": FMI2 / "fmi2ModelDescription.xsd",
        "terminalsAndIcons/terminalsAndIcons.xml": FMI3 / "fmi3TerminalsAndIcons.xsd"},
    3: {"modelDescription.xml": FMI3 / "fmi3ModelDescription.xsd",
        "terminalsAndIcons/terminalsAndIcons.xml": FMI3 / "fmi3TerminalsAndIcons.xsd"},
}


@pytest.mark.parametrize("member", list(SCHEMA_OF[2]))
def test_xml_obeys_its_schema(fmu, member):
    with zipfile.ZipFile(fmu.path) as archive:
        document = etree.parse(io.BytesIO(archive.read(member)))
    schema = etree.XMLSchema(etree.parse(str(SCHEMA_OF[fmu.version][member])))
    assert schema.validate(document), schema.error_log
