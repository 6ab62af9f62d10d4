"""The result of a sweep as a table: a row per point in the order of the points, as Parquet or CSV."""

import os
from pathlib import Path

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

from sweep import WrongUse
from sweep.fmu import Fmu
from sweep.measures import Measure
from sweep.points import Point

TYPES = {float: pa.float64(), int: pa.int64(), bool: pa.bool_(), str: pa.string()}
WRITERS = {".parquet": pyarrow.parquet.write_table, ".csv": pyarrow.csv.write_csv}
OWN_COLUMNS = ("point", "status", "message", "seconds")


def check_path(path: Path) -> None:
    if path.suffix not in WRITERS:
        raise WrongUse(f"--out {path}: expected a name that ends with {' or '.join(WRITERS)}")


def build(fmu: Fmu, points: list[Point], entries: list[dict], measures: list[Measure],
          about: dict[str, str]) -> pa.Table:
    """Columns: number of the point, its parameters, its measures (empty where it failed), how it ended."""
    columns = {"point": pa.array(range(1, len(points) + 1), pa.int64())}
    for name in points[0]:
        if name in OWN_COLUMNS:
            raise WrongUse(f"a variable called {name} cannot be swept: the table has a column of that name")
        columns[name] = pa.array([point[name] for point in points], TYPES[fmu.variables[name].kind])
    for i, measure in enumerate(measures):
        columns[str(measure)] = pa.array([e["values"][i] if e["values"] else None for e in entries], pa.float64())
    columns["status"] = pa.array([e["status"] for e in entries], pa.string())
    columns["message"] = pa.array([e["message"] for e in entries], pa.string())
    columns["seconds"] = pa.array([e["seconds"] for e in entries], pa.float64())
    return pa.table(columns).replace_schema_metadata(about)


def write(table: pa.Table, path: Path) -> None:
    """Under another name first: a reader finds the old table or the new one, never half of one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    WRITERS[path.suffix](table, unfinished)
    os.replace(unfinished, path)
