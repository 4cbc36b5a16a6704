"""Small designs written on the spot, as far through the builder as a test needs."""

import tempfile
import unittest
from pathlib import Path

from model_builder.build import Builder
from model_builder.config import Flavour
from model_builder.description import read_description
from model_builder.errors import DescriptionError
from model_builder.tools import Tools

DESCRIPTION = """name = "player"
top = "player"
sources = [%s]
%s
[clock]
pin = "clk"
hz = 50_000_000

[uart]
rx = "rx"
tx = "tx"
baud = 115200
%s
"""


class Workshop(unittest.TestCase):
    """A test with a folder of its own, in which designs are written and built."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name).resolve()

    def describe(self, sources: dict[str, str], keys: str = "", tables: str = "", text: str | None = None) -> Path:
        """The description's path. `sources`: text by file name; those with a leading `+` are written but not listed."""
        for name, source in sources.items():
            (self.folder / name.lstrip("+")).write_text(source)
        listed = ", ".join(f'"{name}"' for name in sources if not name.startswith("+"))
        path = self.folder / "player.toml"
        path.write_text(DESCRIPTION % (listed, keys, tables) if text is None else text)
        return path

    def builder(self, *arguments, flavour: Flavour = Flavour(), **named) -> Builder:
        return Builder(read_description(self.describe(*arguments, **named)), flavour, Tools.find(), self.folder / "cache")

    def verilated(self, *arguments, **named) -> Builder:
        """The builder after Verilator has read the design and its description was found right."""
        builder = self.builder(*arguments, **named)
        builder.elaborate(self.folder / "verilated", self.folder / "player.log")
        return builder

    def complaint(self, *arguments, **named) -> str:
        """What is wrong with the description or the design; Verilator has read it."""
        with self.assertRaises(DescriptionError) as caught:
            self.verilated(*arguments, **named)
        return str(caught.exception)
