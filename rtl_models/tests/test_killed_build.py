"""What a build that was killed leaves in the cache."""

import contextlib
import io
import unittest
from pathlib import Path
from unittest import mock

from model_builder.build import Builder, cached_build
from model_builder.config import Flavour
from model_builder.description import read_description
from model_builder.errors import ToolError
from model_builder.tools import Tools
from workshop import Workshop

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures/rtl"


class KilledBuildTest(Workshop):
    def test_what_it_left_behind_is_removed(self):
        builder = Builder(read_description(FIXTURES / "echo.toml"), Flavour(), Tools.find(), self.folder)
        left = self.folder / builder.key[:32] / ".building-left"
        left.mkdir(parents=True)
        (left / "model.o").write_text("half")
        with mock.patch.object(Builder, "build_all", side_effect=ToolError("stop here")), contextlib.suppress(ToolError), \
                contextlib.redirect_stderr(io.StringIO()):
            cached_build(builder)
        self.assertFalse(left.exists())


if __name__ == "__main__":
    unittest.main()
