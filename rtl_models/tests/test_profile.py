"""Models that are compiled a second time, with what a run has shown of them."""

import contextlib
import io
import json
import unittest
from dataclasses import replace
from unittest import mock

from model_builder.build import Builder, cached_build
from model_builder.config import Flavour
from model_builder.errors import ToolError
from model_builder.tools import Tools
from model_builder.traffic import as_it_was, requests_of
from profiles import Profiles, sent
from workshop import Workshop


class ProfileTest(Profiles):
    """Models that are built so are in builds/test_profiled.py."""

    def test_a_compiler_that_keeps_profiles_in_another_way_is_refused(self):
        with self.assertRaisesRegex(ToolError, "by g\\+\\+ alone"):
            self.builder(Flavour(profiled=True), tools=replace(Tools.find(), cxx_version="Debian clang version 14.0.6"))

    def test_what_a_build_that_was_killed_left_behind_is_removed(self):
        builder = self.builder(Flavour())
        builder.cache = self.folder
        left = self.folder / builder.key[:32] / ".building-left"
        left.mkdir(parents=True)
        (left / "model.o").write_text("half")
        with mock.patch.object(Builder, "build_all", side_effect=ToolError("stop here")), contextlib.suppress(ToolError), \
                contextlib.redirect_stderr(io.StringIO()):
            cached_build(builder)
        self.assertFalse(left.exists())


class TrafficTest(Workshop):
    def test_a_transcript_is_read_case_by_case(self):
        path = self.folder / "transcript.jsonl"
        lines = [{"case": "A"}, sent(b"0", 1_000_000_000), sent(b"1", 1_500_000_000), {"case": "B"}]
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        self.assertEqual(requests_of(path), {"A": [(1.0, b"0"), (0.49999998, b"1")]})

    def test_the_pauses_are_as_they_were(self):
        levels = as_it_was(1_000_000, 100_000, [(0.5, b"\x55")])
        self.assertEqual(levels[:4], [(3_000, 1), (503_000, 1), (503_010, 0), (503_020, 1)])
        self.assertEqual(levels[-1], (1_503_100, 1))


if __name__ == "__main__":
    unittest.main()
