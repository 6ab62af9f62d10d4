"""How far the sweep is: a bar on a terminal, a line every few seconds elsewhere."""

import sys
import threading
import time

WIDTH = 32                # characters of the bar
REDRAW = 0.5              # s, on a terminal
LINE_EVERY = 5.0          # s, elsewhere


class Progress:
    """A context; count() for every point that ended. A thread draws, so time passes also while no point ends."""

    def __init__(self, total: int, stream=sys.stderr):
        self.total, self.stream = total, stream
        self.done = self.failed = 0
        self.on_terminal = stream.isatty()
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self._draw_until_ended, daemon=True)

    def __enter__(self) -> "Progress":
        self.started = time.monotonic()
        self.thread.start()
        return self

    def __exit__(self, *_) -> None:
        self.ended.set()
        self.thread.join()
        self._draw()
        if self.on_terminal:
            print(file=self.stream)

    def count(self, outcome: dict) -> None:
        self.done += 1
        self.failed += outcome["status"] != "ok"

    def _draw_until_ended(self) -> None:
        while not self.ended.wait(REDRAW if self.on_terminal else LINE_EVERY):
            self._draw()

    def _draw(self) -> None:
        if self.on_terminal:
            filled = WIDTH * self.done // self.total
            bar = "#" * filled + "." * (WIDTH - filled)
            print(f"\r[{bar}] {self.text()}\033[K", end="", file=self.stream, flush=True)
        else:
            print(self.text(), file=self.stream, flush=True)

    def text(self) -> str:
        elapsed = time.monotonic() - self.started
        text = f"point {self.done} of {self.total}, {duration(elapsed)}"
        if 0 < self.done < self.total:
            text += f", about {duration(elapsed / self.done * (self.total - self.done))} left"
        return text + (f", {self.failed} failed" if self.failed else "")


def duration(seconds: float) -> str:
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {seconds} s" if minutes else f"{seconds} s"
