"""Times a sweep of the elevator with two workers against the same sweep with one, both clusters started and warm.

The points are made long by a small communication step, at least 1 s each, so that the figure says how the work is
shared and not what Dask costs per point. A target that is missed does not change the exit code; the machine may be
busy.
"""

import argparse
import os
import sys
import time

import psutil

from sweep import cluster, measures, points
from sweep.fmu import BUILD, find
from sweep.runner import Runner, task_of

TARGET = 0.6
SHORTEST = 1.0    # s, of a point
STOP = 12.0       # s


def parse_arguments():
    parser = argparse.ArgumentParser(prog="tools/bench sweep", description=__doc__)
    parser.add_argument("--points", metavar="N", type=int, default=8)
    parser.add_argument("--step", metavar="SECONDS", type=float, default=1e-4, help="communication step")
    parser.add_argument("--repetitions", metavar="N", type=int, default=2, help="of both, in turns; the best counts")
    return parser.parse_args()


def processor_time():
    """Of all programs, and of this one with its workers, since they started [s]."""
    everyone = psutil.cpu_times()
    here = psutil.Process()
    own = [process.cpu_times() for process in (here, *here.children(recursive=True))]
    return sum(everyone) - everyone.idle - everyone.iowait, sum(times.user + times.system for times in own)


def timed(client, task, listed):
    """Seconds for all points and for the shortest of them, and how many processors other programs used meanwhile."""
    outcomes = {}
    busy, own = processor_time()
    started = time.perf_counter()
    cluster.run_all(client, task, listed, outcomes.__setitem__)
    elapsed = time.perf_counter() - started
    busy, own = (after - before for after, before in zip(processor_time(), (busy, own)))
    failed = [outcome["message"] for outcome in outcomes.values() if outcome["status"] != "ok"]
    if failed:
        raise SystemExit(f"a point failed, so there is no benchmark: {failed[0]}")
    return elapsed, min(outcome["seconds"] for outcome in outcomes.values()), max(0.0, (busy - own) / elapsed)


def warm_up(client, runner, workers, point):
    """The plugin unpacks the FMU in every worker; a point for each also loads its library."""
    client.wait_for_workers(workers)
    cluster.give(client, runner)
    cluster.run_all(client, task_of(runner), {str(n): point for n in range(workers)}, lambda *_: None)


def main():
    arguments = parse_arguments()
    fmu = find("Elevator", 3, BUILD)
    grid = points.all_points(fmu, [], [f"cabin_payload=0:{100 * (arguments.points - 1)}:100"], None)
    listed = {str(n): point for n, point in enumerate(grid)}
    wanted = measures.parse(fmu, ["max:motor_torque"])
    runner = Runner(fmu.path.read_bytes(), STOP, arguments.step, wanted, own_workers=True)
    times, others = {1: [], 2: []}, {1: [], 2: []}
    shortest = float("inf")
    with cluster.local(1) as one, cluster.local(2) as two:
        clients = {1: one, 2: two}
        for workers, client in clients.items():
            warm_up(client, runner, workers, grid[0])
        for _ in range(arguments.repetitions):
            for workers, client in clients.items():
                elapsed, point, busy = timed(client, task_of(runner), listed)
                times[workers].append(elapsed)
                others[workers].append(busy)
                shortest = min(shortest, point)
    if shortest < SHORTEST:
        raise SystemExit(f"the shortest point took {shortest:.2f} s, not {SHORTEST:g} s: give a smaller --step")
    report(times, others, shortest, len(listed))


def report(times, others, shortest, count):
    print(f"\n{count} points of at least {shortest:.2f} s each, after the clusters have started")
    for workers, taken in times.items():
        print(f"  {workers} worker{'s' * (workers > 1)} [s]".ljust(34) + "".join(f"{value:>9.2f}" for value in taken))
        print("    processors of other programs".ljust(34) + "".join(f"{value:>9.2f}" for value in others[workers]))
    ratio = min(times[2]) / min(times[1])
    verdict = "reached" if ratio <= TARGET else "not reached"
    print("  2 workers over 1, best".ljust(34) + f"{ratio:>9.2f}    target <= {TARGET:g}  {verdict}")
    processors = len(os.sched_getaffinity(0))
    print(f"\n{processors} processors. The ratio means something only if other programs used next to none of them.")


if __name__ == "__main__":
    sys.exit(main())
