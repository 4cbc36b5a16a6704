#!/usr/bin/env python3
"""rig tournament --live, as a hall looks on.

usage: live_tournament_test.py RIG
"""

import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "conformance/run/tests"))
from live_run import LiveRun  # noqa: E402 pylint: disable=wrong-import-position

RIG = ""
PLAN = """contest = "heart-trax"
title = "Three <players>"
seed = 2015
[format]
name = "pools"
[policy]
plies = 300
[[entrant]]
team = "Winner & sons"
dut = "opponent:winner"
[[entrant]]
team = "Double"
dut = "opponent:double"
[[entrant]]
team = "Random"
dut = "opponent:random"
"""


class LiveTournament(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.plan = pathlib.Path(folder.name, "plan.toml")
        self.plan.write_text(PLAN, encoding="utf-8")

    def test_shows_benches_standings_and_games_that_have_ended(self):
        seen = set()

        def all_was_seen(parts):
            seen.update(one for one, part in ((" against ", "benches"), (">Double</th>", "standings"), ("pool/", "lines"))
                        if one in parts.get(part, ""))
            return len(seen) == 3

        with LiveRun(RIG, "tournament", str(self.plan)) as run:
            parts = run.wait_for(all_was_seen)
            self.assertIn("of Winner &amp; sons", parts["benches"])
            self.assertIn("next", parts)

    def test_is_for_a_tournament_that_is_played(self):
        done = subprocess.run([RIG, "tournament", self.plan, "--status", "--live", "0"], text=True,
                              stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("--live belongs to a tournament that is played", done.stderr)


if __name__ == "__main__":
    RIG = sys.argv.pop(1)
    unittest.main(verbosity=2)
