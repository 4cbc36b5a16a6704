"""Small designs written on the spot, as far through the builder as a test needs."""

import ctypes
import os
import tempfile
import unittest
from pathlib import Path

from model_builder.build import Builder
from model_builder.config import Flavour
from model_builder.description import read_description
from model_builder.errors import DescriptionError
from model_builder.model_face import TX_CHANGED, Options, facts_of, table_of
from model_builder.tools import Tools

# Verilator's runtime is compiled once for all tests.
RUNTIME = Path(os.environ.get("RIG_MODEL_CACHE") or Path(tempfile.gettempdir()) / f"model_builder_tests-{os.getuid()}")

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
        return Builder(read_description(self.describe(*arguments, **named)), flavour, Tools.find(), RUNTIME)

    def built(self, *arguments, **named) -> "Board":
        builder = self.builder(*arguments, **named)
        output = self.folder / f"{builder.prefix}.so"
        builder.build(output)
        return Board(output)

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


class Board:
    """A model, powered on."""

    def __init__(self, path: Path, *, skip: bool = True, seed: int = 1):
        self.table = table_of(path)
        self.facts = facts_of(self.table)
        self.skip_off_reason = self.table.skip_off_reason
        self.instance = self.table.create(ctypes.byref(Options(seed=seed, skip=int(skip))))
        self.path = path

    def run(self, until: int, rx: int):
        return self.table.run(self.instance, until, rx, 0)

    def edges(self, levels: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """(cycle, level) of each change of tx while rx has these (until cycle, level)."""
        found = []
        for until, level in levels:
            while (state := self.table.run(self.instance, until, level, 1)).stop == TX_CHANGED:
                found.append((state.cycle, state.tx))
        return found

    def state(self):
        return self.table.state(self.instance)
