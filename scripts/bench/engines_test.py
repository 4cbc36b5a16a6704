"""scripts/bench/engines with engines that are made up on the spot."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parent / "engines"
TABLE = """
[[engine]]
name = "fast"
files = ["fast.sh"]
driver = "driver.sh"
build = "cat {driver} fast.sh > perft"
run = "sh perft"
number = "leaves (?P<count>\\\\d+) in (?P<ms>\\\\d+) ms"
against = ["oracle", "perft 3, every leaf played"]
[[engine]]
name = "rated"
files = ["src/rated.txt"]
build = "true"
run = "cat src/rated.txt"
number = "(?P<rate>[\\\\d.]+) nodes/s"
against = ["oracle", "perft 3, last ply counted"]
[[engine]]
name = "broken"
files = ["broken.c"]
build = "echo no compiler for this; exit 1"
run = "true"
number = "()"
against = ["oracle", "perft 3, last ply counted"]
[[engine]]
name = "absent"
files = ["absent.c", "absent.h"]
build = "true"
run = "true"
number = "()"
against = ["other", "perft 6, every leaf played"]
"""
ORACLE = """#!/bin/sh
echo "perft 3, last ply counted                 2390 M placements/s       1.11 x  the bound"
echo "perft 3, every leaf played                 394 M placements/s       0.61 x  the bound"
echo run >> "$0.runs"
"""


class EnginesTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        self.write("table/engines.toml", TABLE)
        self.write("table/driver.sh", "echo begin\n")
        self.write("bin/oracle_bench", ORACLE).chmod(0o755)

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def ran(self, *folders: str) -> subprocess.CompletedProcess:
        return subprocess.run([sys.executable, SCRIPT, *(self.folder / name for name in folders), "--table", self.folder / "table/engines.toml",
                               "--programs", self.folder / "bin"], capture_output=True, text=True, check=False)

    def test_what_is_there_is_built_and_compared_and_what_is_not_is_named(self):
        self.write("engines/fast/fast.sh", "echo leaves 39400000 in 200 ms; touch made\n")
        self.write("rated/src/rated.txt", "depth 3: 239000000.0 nodes/s\n")
        result = self.ran("engines", "rated")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        lines = result.stdout.splitlines()
        self.assertRegex(lines[0], r"^fast +197\.00 M/s +the rig +394\.00 M/s +2\.00 x$")
        self.assertRegex(lines[1], r"^rated +239\.00 M/s +the rig +2390\.00 M/s +10\.00 x$")
        self.assertRegex(lines[2], r"^broken +not found: no folder has broken\.c$")
        self.assertRegex(lines[3], r"^absent +not found: no folder has absent\.c, absent\.h$")
        self.assertEqual((self.folder / "bin/oracle_bench.runs").read_text(), "run\n", "the oracle is measured once")
        self.assertEqual([path.name for path in (self.folder / "engines/fast").iterdir()], ["fast.sh"], "the sources stay as they are")

    def test_an_engine_that_cannot_be_built_or_read_says_why(self):
        self.write("a/broken.c", "")
        self.write("a/src/rated.txt", "nothing of the kind\n")
        result = self.ran("a")
        self.assertEqual(result.returncode, 1)
        self.assertIn("failed: no compiler for this", result.stdout)
        self.assertRegex(result.stdout, r"rated +not measured: what it printed has no ")

    def test_a_folder_that_is_not_there_is_an_error(self):
        result = self.ran("nowhere")
        self.assertEqual(result.returncode, 2)
        self.assertIn("there is no folder", result.stderr)

    def test_the_rows_of_the_repository_name_rows_of_the_benchmarks(self):
        empty = self.folder / "empty"
        empty.mkdir()
        result = subprocess.run([sys.executable, SCRIPT, empty], capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stdout.count("not found: no folder has"), 3)


if __name__ == "__main__":
    unittest.main()
