"""The release's FMUs on other platforms: Windows through wine, Linux on ARM through qemu. tools/release --check runs these."""

import sys
import zipfile
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from emulators import RELEASE    # noqa: E402


def pytest_generate_tests(metafunc):
    wanted = {"archive": ("fmi2", "fmi3"), "fmu": ("fmi2", "fmi3"), "fmi3_fmu": ("fmi3",)}
    for fixture, folders in wanted.items():
        if fixture in metafunc.fixturenames:
            files = [file for folder in folders for file in sorted((RELEASE / folder).glob("*.fmu"))]
            assert files, "out/release is empty: run tools/release"
            metafunc.parametrize(fixture, files, ids=lambda file: f"{file.parent.name}-{file.stem}", indirect=True)


def unpacked(file: Path, folder: Path) -> Path:
    with zipfile.ZipFile(file) as archive:
        archive.extractall(folder / file.stem)
    return folder / file.stem


@pytest.fixture
def archive(request) -> Path:
    return request.param


@pytest.fixture
def fmu(request, tmp_path) -> Path:
    return unpacked(request.param, tmp_path / request.param.parent.name)


@pytest.fixture
def fmi3_fmu(request, tmp_path) -> Path:
    return unpacked(request.param, tmp_path)
