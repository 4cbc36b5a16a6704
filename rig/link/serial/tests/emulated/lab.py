"""Boards, adapters and a guest between them, for the length of one test."""

import asyncio
import threading
import time
from pathlib import Path

from guest import Guest


class Lab:
    """Adapters and boards live in an event loop of their own thread; a test calls them through this class."""

    def __init__(self, options, work):
        self.options, self.work = options, work
        self.guest = None
        self._loop = asyncio.new_event_loop()
        # A daemon: after an error nobody stops the loop, and the program still has to end.
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._boards, self._servers = [], []

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        if self.guest:
            self.guest.close()
        for board in self._boards:
            self.do(board.stop())
        for server in self._servers:
            self.do(server.close)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def do(self, work, *arguments):
        """Runs a coroutine, or a function with its arguments, where the adapters live; gives its result."""
        async def call():
            return work(*arguments)
        return asyncio.run_coroutine_threadsafe(call() if callable(work) else work, self._loop).result(30)

    def player(self, *more):
        """The command of the Blokus Duo player that comes with the project."""
        return [str(Path(self.options.programs) / "blokus-player"), "--stdio", *more]

    def boot(self, *adapters):
        """Plugs the adapters in, starts their boards and boots a guest that has them."""
        wired = []
        for number, adapter in enumerate(adapters):
            path = self.work / f"usb{number}"
            wired.append((adapter.kind, path))
            self._boards.append(adapter.board)
            self.do(adapter.board.start())
            self._servers.append(self.do(adapter.serve(str(path))))
            self.do(adapter.plug)
        programs = [Path(self.options.programs) / name for name in ("certify", "rig", "rig-supervisor")] + [self.options.probe]
        self.guest = Guest(self.options.kernel, self.work, programs, wired)
        self.guest.wait_ready()
        return self.guest

    def until(self, test, what, timeout=30):
        """Waits for something on the host's side."""
        end = time.monotonic() + timeout
        while not self.do(test):
            assert time.monotonic() < end, f"within {timeout} s it did not happen: {what}"
            time.sleep(0.02)

    def told(self):
        return "\n".join(self.guest.log) if self.guest else "(the guest was not started)"


def ran(result, status=0):
    """The output of a command that had to end with this status."""
    output, ended = result
    assert ended == status, f"status {ended} in place of {status}:\n{output}"
    return output


def contains(text, *wanted):
    for part in wanted:
        assert part in text, f"this is missing: {part!r}, in:\n{text}"
