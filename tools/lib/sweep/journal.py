"""The file of finished points: one line of JSON each, appended and on the disk before the next one is taken.

A crash loses nothing but a line half written, which the next start cuts off. A point is known by a hash of everything
that decides about its result, so the file may hold points of many sweeps.
"""

import fcntl
import hashlib
import json
import os
from pathlib import Path

from sweep import WrongUse


def key_of(fingerprint: str, point: dict, stop: float, step: float, measures: list[str]) -> str:
    text = json.dumps([fingerprint, sorted(point.items()), stop, step, measures])
    return hashlib.sha256(text.encode()).hexdigest()[:24]


class Journal:
    def __init__(self, path: Path):
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.file = path.open("a+b")
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self.file.close()
            raise WrongUse(f"{path} is in use by another sweep; wait for it, or choose another --out") from error
        self.finished = self._read()

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *_) -> None:
        self.file.close()

    def add(self, key: str, point: dict, outcome: dict) -> None:
        entry = {"key": key, "point": point, **outcome}
        self.file.write(json.dumps(entry).encode() + b"\n")
        self.file.flush()
        os.fsync(self.file.fileno())
        self.finished[key] = entry

    def _read(self) -> dict[str, dict]:
        self.file.seek(0)
        whole, newline, torn = self.file.read().rpartition(b"\n")
        if torn:
            self.file.truncate(len(whole) + len(newline))
        entries = [entry for line in whole.splitlines() if (entry := _entry(line))]
        return {entry["key"]: entry for entry in entries}    # the last one counts: a failed point may have run again


def _entry(line: bytes) -> dict | None:
    """None for a line that somebody spoilt: its point runs again."""
    try:
        entry = json.loads(line)
        return entry if {"key", "status", "message", "values", "seconds"} <= entry.keys() else None
    except (ValueError, AttributeError):
        return None
