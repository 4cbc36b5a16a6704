"""Models that are compiled a second time, with what a run has shown of them."""

from unittest import mock

from model_builder.config import Flavour
from model_builder.errors import ToolError
from model_builder.traffic import as_it_was
from model_builder.training import speeds
from profiles import Profiles
from workshop import Board


class ProfiledTest(Profiles):
    def test_it_does_what_the_plain_model_does(self):
        for name, flavour in (("plain", Flavour()), ("profiled", Flavour(profiled=True))):
            self.builder(flavour, transcript=self.transcript()).build(self.folder / f"{name}.so")
        plain, profiled = (Board(self.folder / f"{name}.so", skip=False) for name in ("plain", "profiled"))
        levels = as_it_was(50_000_000, 115_200, [(0.0, b"0"), (0.0001, b"xyz")])[:-1]
        levels.append((levels[-1][0] + 50_000, 1))
        self.assertGreater(len(plain.edges(levels)), 10)
        self.assertEqual(Board(plain.path).edges(levels), Board(profiled.path).edges(levels))
        self.assertEqual(profiled.facts["build"], "profiled")
        self.assertIn("-fprofile-use", profiled.facts["compiler_flags"])
        self.assertNotIn("-fprofile-use", plain.facts["compiler_flags"])
        self.assertEqual(plain.facts["source_hash"], profiled.facts["source_hash"])
        for speed in speeds([plain.path, profiled.path], self.transcript()):
            self.assertGreater(speed, 0)

    def test_a_run_that_gives_no_profile_is_an_error_and_leaves_nothing(self):
        with mock.patch("model_builder.build.train", side_effect=ToolError("it did not end")), self.assertRaisesRegex(ToolError, "it did not end"):
            self.builder(Flavour(profiled=True)).build(self.folder / "player.so")
        self.assertEqual([path.name for path in self.folder.iterdir()], ["player.log"])
