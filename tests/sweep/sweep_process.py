"""tools/sweep as a user meets it: a process of its own, without the part that installs and builds."""

import os
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pyarrow.csv
import pyarrow.parquet

LIBRARY = Path(__file__).resolve().parents[2] / "tools" / "lib"
LONGEST = 60    # s, for anything waited for


def start(*arguments) -> subprocess.Popen:
    """In a group of its own, with its temporary files beside --out: one that is killed cannot tidy up."""
    command = [sys.executable, "-m", "sweep", *map(str, arguments)]
    temporary = Path(arguments[arguments.index("--out") + 1]).parent
    environment = {**os.environ, "PYTHONPATH": str(LIBRARY), "TMPDIR": str(temporary)}
    return subprocess.Popen(command, env=environment, text=True, start_new_session=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def finish(process: subprocess.Popen) -> tuple[int, str]:
    out, err = process.communicate(timeout=LONGEST)
    return process.returncode, out + err


def run(*arguments) -> tuple[int, str]:
    return finish(start(*arguments))


def wait_for_lines(journal: Path, count: int) -> None:
    until = time.monotonic() + LONGEST
    while not journal.exists() or journal.read_bytes().count(b"\n") < count:
        assert time.monotonic() < until, f"{journal} did not get {count} lines"
        time.sleep(0.02)


def workers_of(process: subprocess.Popen) -> list[psutil.Process]:
    return [child for child in psutil.Process(process.pid).children() if "spawn_main" in " ".join(child.cmdline())]


def rows(path: Path) -> list[dict]:
    read = pyarrow.csv.read_csv if path.suffix == ".csv" else pyarrow.parquet.read_table
    return [{**row, "message": row["message"] or ""} for row in read(path).to_pylist()]    # CSV has no empty text
