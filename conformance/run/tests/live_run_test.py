#!/usr/bin/env python3
"""certify --live, as a user looks on; and a run is the same whether somebody does or not.

usage: live_run_test.py CERTIFY
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

from live_run import LiveRun

CERTIFY = ""
CONTEST = ["--contest", "icfpt2014", "--seed", "7"]
SLOW = ["--dut", "builtin:blokus", "--games", "5000", "--jobs", "1"]  # it plays on while it is looked at


def has_ended(parts):
    return any("badge pass" in html for name, html in parts.items() if name.startswith("cases/"))


def evidence(*words):
    """Exit status, report and transcript; what names the moment or the command line left out."""
    with tempfile.TemporaryDirectory() as folder:
        files = [pathlib.Path(folder, name) for name in ("report.json", "transcript.jsonl")]
        done = subprocess.run([CERTIFY, *CONTEST, "--quiet", "--reports", "", "--json", files[0], "--transcript", files[1],
                               *words], stdout=subprocess.DEVNULL, check=False)
        report = json.loads(files[0].read_text(encoding="utf-8").replace(folder, ""))
        return done.returncode, timeless(report), files[1].read_text(encoding="utf-8")


def timeless(value):
    if isinstance(value, dict):
        return {key: timeless(one) for key, one in value.items()
                if not any(word in key for word in ("wall", "started", "command", "occasion", "identity"))}
    return [timeless(one) for one in value] if isinstance(value, list) else value


class LiveRuns(unittest.TestCase):
    maxDiff = 2000

    def test_cases_come_as_they_end(self):
        with LiveRun(CERTIFY, "--reports", "", *CONTEST, *SLOW) as run:
            parts = run.wait_for(has_ended)
            self.assertIn("builtin:blokus", parts["head"])
            self.assertIn("cases/head", parts)

    def test_the_board_and_the_requests_of_the_running_case_come(self):
        with LiveRun(CERTIFY, "--reports", "", *CONTEST, *SLOW, "--filter", "WholeGame.AgainstRandom") as run:
            parts = run.wait_for(lambda all: all.get("now", "").count("by the device"))
            self.assertIn("WholeGame.AgainstRandom", parts["now"])
            self.assertIn('<svg class="board', parts["now"])
            self.assertIn("<td class=\"number\">1 s</td>", parts["now"])

    def test_a_request_is_there_while_its_answer_is_waited_for(self):
        with LiveRun(CERTIFY, "--reports", "", *CONTEST, "--dut", "exec:sleep 60", "--no-doctor") as run:
            parts = run.wait_for(lambda all: ">waits<" in all.get("now", ""), patience=8)
            self.assertIn("<tr><td><code>0</code></td><td><code></code></td>", parts["now"])

    def test_a_run_is_the_same_when_somebody_looks_on(self):
        for dut in ("builtin:blokus", "builtin:blokus?fault=overlap"):
            self.assertEqual(evidence("--dut", dut), evidence("--dut", dut, "--live", "0"))

    def test_an_address_that_is_none_is_refused(self):
        done = subprocess.run([CERTIFY, *CONTEST, "--dut", "builtin:blokus", "--live", "here"], text=True,
                              stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn('--live: found "here", expected [HOST:]PORT', done.stderr)


if __name__ == "__main__":
    CERTIFY = sys.argv.pop(1)
    unittest.main(verbosity=2)
