#!/usr/bin/env python3
"""Ten runs at once, each looked on by two readers, beside a busy machine: no verdict is another one than without.

usage: ten_live_runs_test.py CERTIFY PLAYER

What a busy machine may explain is inconclusive in real time; that is no other verdict. In simulated time nothing may differ.
"""

import contextlib
import json
import multiprocessing
import pathlib
import subprocess
import sys
import tempfile
import threading
import urllib.request

from live_run import ADDRESS

PATIENCE = 600  # seconds for the slowest of the ten
READERS = 2  # of each page
WHOLE_GAMES = ["--filter", "Handshake.*,WholeGame.AgainstRandom,Termination.InPlaceOfAMove,Pass.*"]


def runs_of(player):
    """The options of ten runs, and whether their time is the machine's."""
    for seed in range(1, 5):
        yield ["--dut", "rtl:blokus_duo", "--seed", str(seed)], False
    for fault in ("overlap", "own-edge"):
        yield ["--dut", f"builtin:blokus?fault={fault}", "--seed", "1"], False
    for fault in ("", "", " --fault overlap", " --fault own-edge"):
        yield ["--dut", f"exec:{player} --stdio{fault}", "--seed", "1", *WHOLE_GAMES], True


class Run:
    """One run of certify, with its readers where it is looked on."""

    def __init__(self, certify, options, report, *, is_live):
        self._report = report
        self.heard = 0
        live = ["--live", "0"] if is_live else []
        self._process = subprocess.Popen(
            [certify, "--contest", "icfpt2014", "--reports", "", "--json", report, *options, *live], text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self._threads = [threading.Thread(target=self._drain)]
        self._threads[0].start()

    def _drain(self):
        readers = []
        for line in self._process.stdout:
            if found := ADDRESS.search(line):
                readers = [threading.Thread(target=self._look_on, args=(found[1],)) for _ in range(READERS)]
                for one in readers:
                    one.start()
        for one in readers:
            one.join()

    def _look_on(self, url):
        with contextlib.suppress(OSError), urllib.request.urlopen(url + "events", timeout=PATIENCE) as events:
            for line in events:
                self.heard += line.startswith(b"data: ")

    def verdicts(self):
        """By requirement and by case, when it has ended; the exit status with them."""
        self._process.wait(PATIENCE)
        self._threads[0].join(PATIENCE)
        report = json.loads(pathlib.Path(self._report).read_text(encoding="utf-8"))
        found = {one["id"]: one["verdict"] for kind in ("requirements", "cases") for one in report[kind]}
        return found | {"exit status": str(self._process.returncode)}


def burn():
    while True:
        pass


@contextlib.contextmanager
def busy_machine():
    loops = [multiprocessing.Process(target=burn, daemon=True) for _ in range(multiprocessing.cpu_count())]
    for loop in loops:
        loop.start()
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()


def differences(alone, live, *, real_time):
    for name, verdict in alone.items():
        excused = real_time and (live.get(name) in ("inconclusive", verdict) or name == "exit status")
        if live.get(name) != verdict and not excused:
            yield f"{name}: {verdict} alone, {live.get(name)} while it is looked on"


def main(certify, player):
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        files = [f"{folder}/{number}.json" for number in range(10)]
        wanted = list(runs_of(player))
        alone = [Run(certify, options, file, is_live=False).verdicts() for (options, _), file in zip(wanted, files)]
        with busy_machine():
            runs = [Run(certify, options, file, is_live=True) for (options, _), file in zip(wanted, files)]
            live = [run.verdicts() for run in runs]
    for (options, real_time), run, one, other in zip(wanted, runs, alone, live):
        excused = sum(one[name] != other.get(name) for name in one)
        print(f"{options[1]}: {len(one)} verdicts, {excused} could not be told, {run.heard} events were read")
        if run.heard < 10:
            wrong.append(f"{options[1]}: {run.heard} events were read")
        wrong += [f"{options[1]}: {what}" for what in differences(one, other, real_time=real_time)]
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main(*sys.argv[1:])
