"""What a host did to the line, case by case, as a transcript tells it: for models that are compared."""

import json
import random
from pathlib import Path

QUIET = 0.005  # seconds after the last byte of a case
LONGEST_PAUSE = 0.01  # seconds: longer ones between two bytes are cut to this


class Line:
    """What a host does to the line, as (until cycle, level)."""

    def __init__(self, clock_hz: int, baud: int, start: float):
        self.clock_hz, self.bit = clock_hz, clock_hz / baud
        self.now = start * clock_hz
        self.levels = [(round(self.now), 1)]

    def hold(self, level: int, clocks: float):
        self.now += clocks
        self.levels.append((round(self.now), level))

    def pause(self, seconds: float):
        self.hold(1, seconds * self.clock_hz)

    def send(self, data: bytes, *, bit: float | None = None):
        for byte in data:
            for level in (0, *(byte >> i & 1 for i in range(8)), 1):
                self.hold(level, bit or self.bit)

    def disturb(self, data: bytes):
        """What a good receiver survives, and a faulty one need not."""
        self.hold(0, self.bit / 4)
        self.hold(1, self.bit)
        self.send(data)  # soon after a glitch
        self.pause(QUIET)
        self.hold(0, 12 * self.bit)
        self.hold(1, 3 * self.bit)
        self.send(data, bit=self.bit * 0.98)
        self.pause(QUIET)
        self.send(data[:1])
        self.pause(2 * QUIET)  # a request that pauses
        self.send(data[1:] + data)
        self.pause(QUIET)


def requests_of(transcript: Path) -> dict[str, list[tuple[float, bytes]]]:
    """For each case: (seconds since the request before, its bytes)."""
    cases: dict[str, list[tuple[float, bytes]]] = {}
    sent_last, current = 0, None
    for line in transcript.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        if isinstance(entry, dict) and "case" in entry:
            current = cases.setdefault(entry["case"], [])
        elif isinstance(entry, list) and entry[0] == "send" and current is not None:
            begun, ended = entry[3][0], entry[4][1]
            current.append((max(0, begun - sent_last) / 1e9, bytes.fromhex(entry[1])))
            sent_last = ended
    return {name: requests for name, requests in cases.items() if requests}


def stimulus(clock_hz: int, baud: int, requests: list[tuple[float, bytes]], seed: int) -> list[tuple[int, int]]:
    draw = random.Random(seed)
    line = Line(clock_hz, baud, start=0.003)
    for pause, data in requests:
        line.pause(min(pause, LONGEST_PAUSE))
        line.send(data)
    line.pause(QUIET)
    line.disturb(draw.choice(requests)[1])
    return line.levels
