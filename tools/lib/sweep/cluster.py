"""Dask: starts workers or finds them, hands out points, notices workers that die."""

import contextlib
import logging
import queue
import tempfile
from collections.abc import Callable, Iterator

import dask
from distributed import Client, KilledWorker, LocalCluster, WorkerPlugin

from sweep import WrongUse

ALLOWED_DEATHS = 1          # of workers under a point before it becomes a suspect, in our own cluster
CONNECT_TIMEOUT = 10        # s
CLOSE_TIMEOUT = 5           # s
LOOK_EVERY = 0.1            # s
CONFIG = {
    "distributed.scheduler.allowed-failures": ALLOWED_DEATHS,
    "distributed.scheduler.worker-saturation": 1.0,    # points wait at the scheduler, not at a worker that may die
}


DIED = ("the worker process died each time it ran this point, the last times with nothing beside it; "
        "the FMU crashed it, or the system ended it, for example for lack of memory")


class Stopped(Exception):
    """Somebody asked for it."""


class ClusterLost(Exception):
    """The scheduler went away; what was finished until then is in the journal."""


@contextlib.contextmanager
def local(workers: int) -> Iterator[Client]:
    """A process with one thread per worker; heard on this machine only, on ports that are free; nothing left behind."""
    with dask.config.set(CONFIG), tempfile.TemporaryDirectory(prefix="reeve-sweep-") as folder:
        cluster = LocalCluster(n_workers=workers, threads_per_worker=1, processes=True, host="127.0.0.1",
                               dashboard_address="127.0.0.1:0", local_directory=folder, silence_logs=logging.CRITICAL)
        client = Client(cluster)
        try:
            yield client
        finally:
            client.close(timeout=CLOSE_TIMEOUT)
            cluster.close(timeout=CLOSE_TIMEOUT)


@contextlib.contextmanager
def existing(address: str) -> Iterator[Client]:
    try:
        client = Client(address, timeout=CONNECT_TIMEOUT)
    except (OSError, ValueError, TimeoutError) as error:
        raise WrongUse(f"--scheduler {address}: no Dask scheduler answers there: {error}") from error
    try:
        yield client
    finally:
        client.close(timeout=CLOSE_TIMEOUT)


def give(client: Client, plugin: WorkerPlugin) -> None:
    """To all workers, also to those that start later."""
    try:
        client.register_plugin(plugin)
    except Exception as error:    # whatever happens on a worker arrives as a plain Exception
        raise WrongUse(f"the workers cannot load the FMU; those of a foreign cluster need FMPy: {error}") from error


def take_back(client: Client, plugin: WorkerPlugin) -> None:
    with contextlib.suppress(Exception):    # the cluster may be gone, and nothing depends on it
        client.unregister_worker_plugin(plugin.name)


def run_all(client: Client, task: Callable, points: dict[str, object], record: Callable[[str, dict], None],
            must_stop: Callable[[], bool] = lambda: False) -> None:
    """Calls record(key, task(point)) for each point as it ends; raises Stopped soon after must_stop() becomes true.

    A point whose workers died is a suspect. It runs again, alone, so that a point that only ran beside the guilty one
    is not blamed. If its workers die again it is recorded as failed.
    """
    for key in list(_run(client, task, points, record, must_stop)):
        for guilty in _run(client, task, {key: points[key]}, record, must_stop):
            record(guilty, failure(DIED))


def failure(message: str) -> dict:
    return {"status": "failed", "message": message, "values": None, "seconds": None}


def _run(client, task, points, record, must_stop) -> Iterator[str]:
    """Records what ends; yields the keys of the suspects."""
    ended = queue.SimpleQueue()
    waiting = dict(zip(points, client.map(task, list(points.values()), pure=False, batch_size=1000)))
    for key, future in waiting.items():
        _tell(ended, key, future)
    while waiting:
        key = _next(client, ended, must_stop)
        if waiting[key].status == "lost":    # its worker died between the end of the point and now; it runs again
            _tell(ended, key, waiting[key])
            continue
        future = waiting.pop(key)    # the worker may forget the result now
        try:
            outcome = future.result()
        except KilledWorker:
            yield key
        except Exception as error:    # from Dask itself: tasks of ours do not raise
            if future.cancelled():    # nobody cancels, but Dask does when it loses the scheduler
                raise ClusterLost("the Dask scheduler went away") from error
            record(key, failure(f"{type(error).__name__}: {error}"))
        else:
            record(key, outcome)


def _tell(ended, key, future) -> None:
    future.add_done_callback(lambda _: ended.put(key))


def _next(client, ended, must_stop) -> str:
    """Looks up now and then. A signal that raised an exception here could leave a lock of Dask's closed for ever."""
    while True:
        if must_stop():
            raise Stopped
        if client.status in ("closing", "closed"):
            raise ClusterLost("the Dask scheduler went away")
        with contextlib.suppress(queue.Empty):
            return ended.get(timeout=LOOK_EVERY)
