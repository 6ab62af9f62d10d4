"""The conformance driver of each platform, run where it cannot run by itself."""

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
RELEASE = ROOT / "out" / "release"
AGREEMENT = BUILD / "logs" / "platforms-agreement.txt"    # largest difference per FMU and platform

DRIVERS = {
    "linux": [BUILD / "bin" / "reeve-conformance"],
    "windows": ["wine", BUILD / "platforms" / "x86_64-windows" / "bin" / "reeve-conformance.exe"],
    "arm": ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu", BUILD / "platforms" / "aarch64-linux" / "bin" / "reeve-conformance"],
}
# A wine of our own, which is quiet and opens no window.
ENVIRONMENT = {**os.environ, "WINEPREFIX": str(BUILD / "wine"), "WINEDEBUG": "-all", "DISPLAY": "",
               "WINEDLLOVERRIDES": "mscoree=;mshtml="}


def drive(platform: str, *arguments) -> subprocess.CompletedProcess:
    words = [str(word) for word in (*DRIVERS[platform], *arguments)]
    return subprocess.run(words, capture_output=True, text=True, env=ENVIRONMENT, errors="replace")


def verdicts(done: subprocess.CompletedProcess) -> str:
    """What the driver said, without what passed."""
    return "\n".join(line for line in done.stdout.splitlines() if not line.startswith(("ok ", "n/a "))) + done.stderr[-2000:]
