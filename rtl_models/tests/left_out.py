"""Fixtures in which a falling edge counts, with that edge left out by force."""

from pathlib import Path
from unittest import mock

from model_builder.build import Builder
from model_builder.config import Flavour
from model_builder.description import read_description
from model_builder.edges import Edges
from model_builder.tools import Tools
from workshop import RUNTIME, Board, Workshop

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures/rtl"
WRONG = Edges({"clk_i": None}, {"clk_i": "__Vtrigrprev__TOP__clk_i"})


class LeftOut(Workshop):
    """The fixtures would tell a falling edge that is left out wrongly."""

    def assert_it_shows_in_tx(self, name: str):
        builder = Builder(read_description(FIXTURES / f"edges_{name}.toml"), Flavour(), Tools.find(), RUNTIME)
        output = self.folder / f"{name}.so"
        with mock.patch("model_builder.build.edges_of", return_value=WRONG):
            builder.build(output)
        left_out, evaluated = (Board(output, every_edge=every_edge).edges(traffic()) for every_edge in (False, True))
        with self.subTest(name=name):
            self.assertGreater(len(evaluated), 20)
            self.assertNotEqual(left_out, evaluated)


def traffic() -> list[tuple[int, int]]:
    """Six bytes, as (until cycle, level)."""
    bit = 50_000_000 / 115_200
    levels = [(60_000, 1)]
    for byte in (0x35, 0x6a, 0x9f, 0xd4, 0x09, 0x3e):
        begin = levels[-1][0]
        levels += [(begin + round(bit * (i + 1)), level) for i, level in enumerate((0, *(byte >> i & 1 for i in range(8)), 1))]
        levels.append((levels[-1][0] + 5_003, 1))
    return levels
