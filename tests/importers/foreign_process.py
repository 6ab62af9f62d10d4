"""Foreign importers run in a process of their own: a crash is then one failed test, not the end of the suite."""

import subprocess
import sys
from pathlib import Path

from fmu_under_test import BUILD, Fmu

TIME_LIMIT = 300    # s, far above any of the runs: a hanging importer is a failure, not a hanging suite


def run(*command, cwd: Path | None = None) -> str:
    """Everything the command prints; it has to end with 0."""
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=cwd, text=True, timeout=TIME_LIMIT, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    assert done.returncode == 0, f"{' '.join(words)}\nended with {done.returncode}\n{done.stdout[-4000:]}"
    return done.stdout


def run_script(script: str, fmu: Fmu, csv: Path, step_count: int | None = None) -> str:
    """Runs one of our run_in_*.py scripts."""
    return run(sys.executable, Path(__file__).with_name(script), *arguments(fmu, csv, step_count))


def arguments(fmu: Fmu, csv: Path, step_count: int | None = None) -> list:
    """What every run_in_* program takes: FMU STEP COUNT CSV [INPUT=VALUE ...]."""
    return [fmu.path, fmu.step, step_count or fmu.step_count, csv, *settings(fmu)]


def settings(fmu: Fmu) -> list[str]:
    return [f"{name}={value!r}" for name, value in fmu.inputs.items()]


def installed(tool: str) -> Path:
    """A tool that comes from no Python package; tools/setup links it into the build folder."""
    path = BUILD / "importers" / tool
    assert path.exists(), f"{path} is missing: run tools/setup test"
    return path
