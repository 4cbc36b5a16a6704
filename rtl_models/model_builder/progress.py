"""What is being done while a model is built, for whoever waits: lines on a file descriptor of the caller's."""

import contextlib
import os
import sys
import threading
import time


class Progress:
    """Says nothing until a build begins; then what it does and for how long it has run.

    On a terminal one line is written over and over; elsewhere a line is written when something begins, and from time
    to time while it goes on.
    """

    def __init__(self, descriptor: int | None = None, *, every: float = 10):
        self.file = None if descriptor is None else os.fdopen(os.dup(descriptor), "w", encoding="utf-8", errors="replace")
        self.on_terminal = self.file is not None and self.file.isatty()
        self.every = 1 if self.on_terminal else every
        self.name, self.doing, self.begun = "", "", 0.0

    @contextlib.contextmanager
    def building(self, name: str, *, cached: bool):
        """Around a build. How it ended is told, except by an error: that is told by others."""
        self.name, self.begun = name, time.monotonic()
        self.write(f"building {name} …{' (cached next time)' if cached else ''}")
        done = threading.Event()
        clock = threading.Thread(target=self.tick, args=(done,), daemon=True)
        clock.start()
        try:
            yield
        except BaseException:
            self.end_line()
            raise
        finally:
            done.set()
            clock.join()

    def now(self, doing: str):
        self.doing = doing
        if self.name:
            self.write(f"building {self.name}: {doing} ({self.elapsed()})")

    def built(self, notes: str):
        self.write(f"built {self.name} in {self.elapsed()}; {notes}", last=True)

    def elapsed(self) -> str:
        return f"{time.monotonic() - self.begun:.0f} s"

    def tick(self, done: threading.Event):
        while not done.wait(self.every):
            self.write(f"building {self.name}: {self.doing or 'begun'} ({self.elapsed()})")

    def write(self, text: str, *, last: bool = False):
        if self.file is None:
            return
        with contextlib.suppress(OSError, ValueError):  # nobody listens any more: no reason not to build
            if self.on_terminal:
                width = os.get_terminal_size(self.file.fileno()).columns or 80
                self.file.write(f"\r\x1b[K{text if last else text[:width - 1]}" + ("\n" if last else ""))
            else:
                self.file.write(text + "\n")
            self.file.flush()

    def end_line(self):
        if self.on_terminal:
            with contextlib.suppress(OSError, ValueError):
                self.file.write("\r\x1b[K")
                self.file.flush()


def progress_for(descriptor: int | None) -> Progress:
    """On the descriptor, if it is open."""
    try:
        return Progress(descriptor)
    except OSError:
        print(f"build_model: --progress {descriptor}: no such file descriptor is open.", file=sys.stderr)
        return Progress(None)
