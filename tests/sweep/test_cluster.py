"""Sweeps on a cluster: what fails, dies or is stopped costs nothing else."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

import sweep_process
from sweep import cluster

pytestmark = pytest.mark.slow

VARIED = ("--vary", "cabin_payload=0:900:100")     # 10 points
MEASURED = ("--measure", "end:cabin_position", "--measure", "max:motor_torque")
QUICK = ("Elevator", *VARIED, *MEASURED, "--stop", 1, "--step", 0.01)
LENGTHY = ("Elevator", *VARIED, *MEASURED, "--stop", 4, "--step", 4e-4)    # some tenths of a second per point


def without_times(rows):
    return [{name: value for name, value in row.items() if name != "seconds"} for row in rows]


def statuses(journal):
    return [json.loads(line)["status"] for line in journal.read_text().splitlines()]


def test_a_failing_point_is_recorded_with_its_message_and_the_others_finish(tmp_path):
    out = tmp_path / "a.csv"
    code, text = sweep_process.run("Elevator", "--vary", "cabin.mass=3000,-1,3200", "--vary", "gravity=9.8,9.9",
                                   *MEASURED, "--stop", 1, "--step", 0.01, "--out", out, "--plot")
    rows = sweep_process.rows(out)
    assert code == 0 and "points ok 4, failed 2" in text, text
    assert [row["status"] for row in rows] == ["ok", "ok", "failed", "failed", "ok", "ok"]
    assert all("cabin.mass = -1 kg" in row["message"] and row["end:cabin_position"] is None for row in rows[2:4])
    assert (tmp_path / "a.html").exists()
    unchanged = (tmp_path / "a.jsonl").read_bytes()

    code, text = sweep_process.run("Elevator", "--vary", "cabin.mass=-1", "--set", "gravity=9.8", *MEASURED,
                                   "--stop", 1, "--step", 0.01, "--out", out)
    assert code == 1 and "to run 0" in text, "a failed point is finished, and a sweep in which all failed says so"
    assert (tmp_path / "a.jsonl").read_bytes() == unchanged


def test_a_second_run_runs_nothing_again_and_a_larger_grid_only_what_is_new(tmp_path):
    _, text = sweep_process.run(*QUICK, "--out", tmp_path / "a.parquet")
    assert "points 10, finished before 0, to run 10" in text, text
    first = (tmp_path / "a.jsonl").read_bytes()
    _, text = sweep_process.run(*QUICK, "--out", tmp_path / "a.csv")
    assert "points 10, finished before 10, to run 0" in text, text
    assert (tmp_path / "a.jsonl").read_bytes() == first
    assert sweep_process.rows(tmp_path / "a.csv") == sweep_process.rows(tmp_path / "a.parquet")
    wider = [argument.replace(":900:", ":1000:") if isinstance(argument, str) else argument for argument in QUICK]
    _, text = sweep_process.run(*wider, "--out", tmp_path / "a.csv")
    assert "points 11, finished before 10, to run 1" in text, text


def test_a_killed_worker_loses_nothing(tmp_path):
    out = tmp_path / "a.parquet"
    process = sweep_process.start(*LENGTHY, "--workers", 2, "--out", out)
    sweep_process.wait_for_lines(out.with_suffix(".jsonl"), 2)
    before = sweep_process.workers_of(process)
    before[0].kill()
    code, text = sweep_process.finish(process)
    assert code == 0 and "points ok 10, failed 0" in text, text
    assert len(before) == 2 and statuses(out.with_suffix(".jsonl")) == ["ok"] * 10
    sweep_process.run(*LENGTHY, "--out", tmp_path / "undisturbed.parquet")
    assert without_times(sweep_process.rows(out)) == without_times(sweep_process.rows(tmp_path / "undisturbed.parquet"))


@pytest.mark.parametrize("number, code", [(signal.SIGINT, 130), (signal.SIGKILL, -9)])
def test_an_interrupted_sweep_resumes_where_it_was(tmp_path, number, code):
    """Ctrl-C reaches the workers as well, so all of the group are signalled."""
    out, journal = tmp_path / "a.parquet", tmp_path / "a.jsonl"
    process = sweep_process.start(*LENGTHY, "--workers", 2, "--out", out)
    sweep_process.wait_for_lines(journal, 2)
    os.killpg(process.pid, number)
    ended, text = sweep_process.finish(process)
    assert ended == code and "Traceback" not in text, text
    kept = journal.read_bytes()
    count = kept.count(b"\n")
    assert 2 <= count < 10 and not out.exists()
    _, text = sweep_process.run(*LENGTHY, "--out", out)
    assert f"finished before {count}, to run {10 - count}" in text and "points ok 10, failed 0" in text, text
    assert journal.read_bytes().startswith(kept) and len(statuses(journal)) == 10


def test_a_point_that_kills_every_worker_is_recorded_as_failed_and_no_other_point_suffers(tmp_path):
    tries = tmp_path / "tries"

    def task(point):
        if point == 3:
            with tries.open("a") as file:
                file.write("x")
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(0.05)
        return {"status": "ok", "values": [point]}

    outcomes = {}
    with cluster.local(2) as client:
        cluster.run_all(client, task, {str(n): n for n in range(8)}, outcomes.__setitem__)
    assert outcomes.pop("3") == cluster.failure(cluster.DIED)
    assert outcomes == {str(n): {"status": "ok", "values": [n]} for n in range(8) if n != 3}
    assert len(tries.read_text()) == 2 * (cluster.ALLOWED_DEATHS + 1)


@pytest.fixture
def foreign_cluster(tmp_path):
    """A scheduler and a worker that were started elsewhere and have never heard of this package."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    contact = tmp_path / "scheduler.json"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": environment, "cwd": tmp_path}
    dask = [sys.executable, "-m", "dask"]
    scheduler = subprocess.Popen([*dask, "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
                                  "--scheduler-file", contact], **quiet)
    worker = subprocess.Popen([*dask, "worker", "--scheduler-file", contact, "--nthreads", "2", "--no-dashboard",
                               "--local-directory", tmp_path], **quiet)
    until = time.monotonic() + sweep_process.LONGEST
    while not contact.exists() or not contact.read_text().endswith("}"):
        assert time.monotonic() < until, "the scheduler did not start"
        time.sleep(0.05)
    yield json.loads(contact.read_text())["address"], scheduler
    for process in (worker, scheduler):
        process.terminate()
        process.wait(sweep_process.LONGEST)


def test_an_existing_cluster_runs_a_sweep_and_its_loss_makes_no_point_failed(foreign_cluster, tmp_path):
    address, scheduler = foreign_cluster
    for version in (2, 3):
        code, text = sweep_process.run(*QUICK, "--fmi", version, "--scheduler", address,
                                       "--out", tmp_path / f"{version}.csv")
        assert code == 0 and "points ok 10, failed 0" in text, text
    fmi2, fmi3 = (without_times(sweep_process.rows(tmp_path / name)) for name in ("2.csv", "3.csv"))
    assert fmi2 == fmi3

    process = sweep_process.start(*LENGTHY, "--scheduler", address, "--out", tmp_path / "lost.csv")
    sweep_process.wait_for_lines(tmp_path / "lost.jsonl", 2)
    scheduler.kill()
    code, text = sweep_process.finish(process)
    assert code == 1 and "the same command continues" in text, text
    assert set(statuses(tmp_path / "lost.jsonl")) == {"ok"}


def test_a_scheduler_that_does_not_answer_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(cluster, "CONNECT_TIMEOUT", 0.5)
    with pytest.raises(cluster.WrongUse, match="no Dask scheduler answers"):
        with cluster.existing("tcp://127.0.0.1:1"):
            pass
