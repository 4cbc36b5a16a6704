"""What is told while a model is built, and where."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from model_builder.progress import Progress
from workshop import Workshop

SCRIPT = Path(__file__).resolve().parent.parent / "build_model"
PLAYER = "module player (input clk, input rx, output reg tx); always @(posedge clk) tx <= rx; endmodule\n"


class ProgressTest(Workshop):
    def told(self, work, **options) -> str:
        with tempfile.TemporaryFile("w+", encoding="utf-8") as file:
            work(Progress(file.fileno(), **options))
            file.seek(0)
            return file.read()

    def test_a_build_tells_what_it_does_and_how_long_it_took(self):
        def build(progress):
            with progress.building("player", cached=True):
                progress.now("linking")
                progress.built("no warnings: player.log")

        self.assertEqual(self.told(build), "building player … (cached next time)\nbuilding player: linking (0 s)\n"
                                           "built player in 0 s; no warnings: player.log\n")

    def test_elapsed_time_is_told_again_while_it_lasts(self):
        def build(progress):
            with progress.building("player", cached=False):
                progress.now("compiling")
                time.sleep(0.5)

        self.assertGreaterEqual(self.told(build, every=0.05).count("building player: compiling (0 s)\n"), 3)

    def test_a_listener_that_is_gone_stops_no_build(self):
        reader, writer = os.pipe()
        progress = Progress(writer)
        os.close(reader)
        with progress.building("player", cached=True):
            progress.now("linking")
        os.close(writer)

    def test_the_script_tells_it_where_it_was_asked_to_and_a_cached_model_tells_nothing(self):
        description = self.describe({"player.v": PLAYER})
        cache = Path(os.environ.get("RIG_MODEL_CACHE", self.folder / "cache"))
        command = [sys.executable, "-B", SCRIPT, description, "--cache", cache, "--progress", "3"]
        told = self.folder / "told"
        result = subprocess.run(["sh", "-c", f"\"$@\" 3>{told}", "sh", *command], capture_output=True, text=True, check=False)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        model = Path(result.stdout.strip())
        self.assertTrue(model.is_file())
        lines = told.read_text(encoding="utf-8").splitlines()
        self.assertEqual(lines[0], "building player … (cached next time)")
        self.assertRegex(lines[1], r"^building player: reading player.v \(\d+ s\)$")
        self.assertRegex(lines[-1], rf"^built player in \d+ s; no warnings: {model.parent}/player\.log$")
        self.assertIn("no warnings", (model.parent / "player.log").read_text())
        result = subprocess.run(["sh", "-c", f"\"$@\" 3>{told}", "sh", *command], capture_output=True, text=True, check=False)
        self.assertEqual((result.stdout.strip(), told.read_text()), (str(model), ""))
