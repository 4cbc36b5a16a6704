"""same_edges: that it tells builds of a model apart, and that a fault build without a fault is the design itself."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOL = Path(__file__).resolve().parent.parent / "same_edges"
MODELS = Path(os.environ.get("RIG_MODELS", "models"))


def send(data: bytes, at: int) -> list:
    return ["send", data.hex(), [at, at], [at, at + 20], [at, at + 20]]


class SameEdgesTest(unittest.TestCase):
    def compare(self, before: str, after: str, *arguments: str, requests=(b"0", b"25", b"9")):
        with tempfile.TemporaryDirectory() as scratch:
            transcript = Path(scratch) / "transcript"
            lines = [{"case": "AGame"}, *(send(data, 4_000_000 * i) for i, data in enumerate(requests, 1))]
            transcript.write_text("".join(json.dumps(line) + "\n" for line in lines))
            return subprocess.run([sys.executable, TOOL, MODELS / before, MODELS / after, transcript, *arguments],
                                  capture_output=True, text=True, check=False)

    def test_a_fault_build_without_a_fault_is_the_design(self):
        result = self.compare("blokus_duo.so", "blokus_duo-faults.so")
        self.assertRegex(result.stdout, r"^fault 0: the same \d\d+ edges in 1 cases\n$")
        self.assertEqual(result.returncode, 0)

    def test_another_reply_is_told(self):
        wrong_digit = "2"
        result = self.compare("blokus_duo.so", "blokus_duo-faults.so", "--fault", wrong_digit)
        self.assertRegex(result.stdout, r"^fault 2: AGame: edge \d+ of tx: clock \d+ to [01] before, clock \d+ to [01] after\n$")
        self.assertEqual(result.returncode, 1)

    def test_a_bit_of_another_length_is_told(self):
        fast_bits = "26"
        self.assertEqual(self.compare("blokus_duo.so", "blokus_duo-faults.so", "--fault", fast_bits).returncode, 1)

    def test_a_glitch_on_the_line_tells_receivers_apart(self):
        no_start_check = "29"
        result = self.compare("blokus_duo.so", "blokus_duo-faults.so", "--fault", no_start_check, requests=(b"0",))
        self.assertEqual(result.returncode, 1)

    def test_a_transcript_that_sends_nothing_is_wrong_usage(self):
        result = self.compare("blokus_duo.so", "blokus_duo.so", requests=())
        self.assertEqual(result.returncode, 2)
        self.assertIn("no case of it sends anything", result.stderr)


if __name__ == "__main__":
    unittest.main()
