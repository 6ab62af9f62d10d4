"""The command line of tools/sweep."""

import argparse
import os
import signal
import sys
import threading
from pathlib import Path

from sweep import WrongUse, cluster, measures, plot, points, table
from sweep.fmu import ROOT, Fmu, find
from sweep.journal import Journal, key_of
from sweep.progress import Progress
from sweep.runner import Runner, task_of

DONE, FAILED, WRONG_USE, INTERRUPTED = 0, 1, 2, 130


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(prog="tools/sweep", allow_abbrev=False,
                                     description="Runs an FMU over many sets of parameters; see tools/sweep --help.")
    parser.add_argument("model", help="name of a model, FILE.fmu or FILE.toml")
    parser.add_argument("--vary", action="append", default=[], metavar="NAME=VALUES")
    parser.add_argument("--points", type=Path, metavar="FILE.csv")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--measure", action="append", default=[], metavar="KIND:NAME")
    parser.add_argument("--stop", type=positive, metavar="SECONDS")
    parser.add_argument("--step", type=positive, metavar="SECONDS")
    parser.add_argument("--fmi", type=int, choices=(2, 3), default=3)
    parser.add_argument("--workers", type=int, default=len(os.sched_getaffinity(0)), metavar="N")
    parser.add_argument("--scheduler", metavar="ADDRESS")
    parser.add_argument("--out", type=Path, metavar="FILE")
    parser.add_argument("--plot", action="store_true")
    parser.add_argument("--retry-failed", action="store_true")
    arguments = parser.parse_args(arguments)
    if arguments.workers < 1:
        parser.error("--workers: at least 1 is needed")
    return arguments


def positive(text: str) -> float:
    value = float(text)
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text}: expected a time above 0 s")
    return value


def experiment(fmu: Fmu, arguments) -> tuple[float, float]:
    """Stop time and step: from the command line, else from the FMU's default experiment."""
    stop, step = arguments.stop or fmu.default("stopTime"), arguments.step or fmu.default("stepSize")
    for option, value in (("--stop", stop), ("--step", step)):
        if value is None:
            raise WrongUse(f"{fmu.path.stem} names no default for {option}; give one")
    return stop, step


def connect(arguments, count: int):
    if arguments.scheduler:
        return cluster.existing(arguments.scheduler)
    return cluster.local(min(arguments.workers, count))


def run_missing(arguments, fmu, stop, step, wanted, missing, journal, stop_request) -> None:
    """Runs the points that the journal does not have yet."""
    runner = Runner(fmu.path.read_bytes(), stop, step, wanted, own_workers=not arguments.scheduler)

    def record(key, outcome):
        journal.add(key, missing[key], outcome)
        progress.count(outcome)

    with connect(arguments, len(missing)) as client:
        cluster.give(client, runner)
        with Progress(len(missing)) as progress:
            cluster.run_all(client, task_of(runner), missing, record, stop_request.is_set)
        cluster.take_back(client, runner)


def sweep(arguments, stop_request: threading.Event) -> int:
    out = arguments.out or ROOT / "out" / "sweep" / f"{Path(arguments.model).stem}.parquet"
    table.check_path(out)
    fmu = find(arguments.model, arguments.fmi, out.parent)
    wanted = measures.parse(fmu, arguments.measure)
    stop, step = experiment(fmu, arguments)
    listed = points.all_points(fmu, arguments.set, arguments.vary, arguments.points)
    names = [str(measure) for measure in wanted]
    keys = [key_of(fmu.fingerprint, point, stop, step, names) for point in listed]

    with Journal(out.with_suffix(".jsonl")) as journal:
        kept = {k for k, e in journal.finished.items() if e["status"] == "ok" or not arguments.retry_failed}
        missing = {key: point for key, point in zip(keys, listed) if key not in kept}
        finished = len(set(keys)) - len(missing)
        print(f"{fmu.path.stem}: points {len(listed)}, finished before {finished}, to run {len(missing)}", flush=True)
        if missing:
            run_missing(arguments, fmu, stop, step, wanted, missing, journal, stop_request)
        entries = [journal.finished[key] for key in keys]

    about = {"reeve.model": fmu.path.stem, "reeve.fmi": fmu.description.fmiVersion, "reeve.token": fmu.description.guid,
             "reeve.stop": repr(stop), "reeve.step": repr(step)}
    result = table.build(fmu, listed, entries, wanted, about)
    table.write(result, out)
    print(f"result: {shown(out)}")
    if arguments.plot:
        page = out.with_suffix(".html")
        plot.write(result, fmu, wanted, page)
        print(f"plot: {shown(page)}")
    return report(entries)


def shown(path: Path) -> str:
    path = path.resolve()
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)


def report(entries: list[dict]) -> int:
    failed = [(number, entry) for number, entry in enumerate(entries, 1) if entry["status"] != "ok"]
    print(f"points ok {len(entries) - len(failed)}, failed {len(failed)}")
    if failed:
        number, entry = failed[0]
        print(f"point {number}: {entry['message']}\nThe column message has the others; --retry-failed runs them again.")
    return FAILED if len(failed) == len(entries) else DONE


def catch_signals() -> threading.Event:
    """Ctrl-C and kill ask for an orderly end; the second one ends at once, and even that loses no finished point."""
    request = threading.Event()

    def ask(*_):
        request.set()
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)

    signal.signal(signal.SIGINT, ask)
    signal.signal(signal.SIGTERM, ask)
    return request


def main(arguments=None) -> int:
    parsed = parse_arguments(arguments)
    stop_request = catch_signals()
    try:
        return sweep(parsed, stop_request)
    except WrongUse as error:
        print(f"tools/sweep: {error}", file=sys.stderr)
        return WRONG_USE
    except cluster.ClusterLost as error:
        print(f"tools/sweep: {error}; the finished points are kept and the same command continues", file=sys.stderr)
        return FAILED
    except cluster.Stopped:
        print("tools/sweep: interrupted; the finished points are kept and the same command continues", file=sys.stderr)
        return INTERRUPTED
