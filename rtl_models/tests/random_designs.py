#!/usr/bin/env python3
"""Random designs drive tx at the same clocks with and without skipping: a few counters that start, stop and set each other, or
parts that are hard to skip rightly (random_parts.py).

    random_designs.py [--parts] [--seed N] [--designs N]

Exit status: 0 all do; 1 one does not: its source is printed.
"""

import argparse
import random
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True  # the folder may be read only
sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from model_builder.build import Builder
from model_builder.config import Flavour
from model_builder.description import read_description
from model_builder.model_face import TX_CHANGED
from model_builder.tools import Tools
from random_parts import RandomParts
from workshop import Board

MOST_EDGES = 20_000
DESCRIPTION = """name = "random"
top = "random_design"
sources = ["random.sv"]
clock = { pin = "clk", hz = 50_000_000 }
reset = { pin = "rst", active = 1, cycles = 4 }
uart = { rx = "rx", tx = "tx", baud = 115200 }
waive = ["TXCONSTANT"]
"""


class RandomCounters:
    """A design of a few counters."""

    def __init__(self, seed: int):
        self.draw = random.Random(seed)
        self.widths = [self.draw.choice([13, 14, 16, 20, 24, 32, 40]) for _ in range(self.draw.randint(2, 4))]
        self.period = self.draw.choice([5, 27, 31, 100, 1000])
        self.outcomes = [f"({self.comparison()}) ^ ({self.comparison()} && mode[{number % 3}])" for number in range(4)]

    def source(self) -> str:
        shown = self.draw.choice(["mode[0]", "mode != 3'd5", "^mode", f"mode[1] ^ ({self.comparison()})"])
        return "\n".join([
            "module random_design (input logic clk, input logic rst, input logic rx, output logic tx);",
            *(f"  logic [{width - 1}:0] count_{number};" for number, width in enumerate(self.widths)),
            "  logic [9:0] divider;",
            "  logic [2:0] mode;",
            "  logic heard, was_heard, starts;",
            "  assign starts = was_heard && !heard;",
            f"  logic [{len(self.outcomes) - 1}:0] earlier;",
            *(f"  logic outcome_{number};  assign outcome_{number} = {outcome};" for number, outcome in enumerate(self.outcomes)),
            "  always_ff @(posedge clk) begin",
            f"    earlier <= {{{', '.join(f'outcome_{number}' for number in reversed(range(len(self.outcomes))))}}};",
            "    heard <= rx;",
            "    was_heard <= heard;",
            f"    divider <= rst || divider == 10'd{self.period - 1} ? '0 : divider + 10'd1;",
            "    if (rst) mode <= '0;",
            f"    else if ({self.event()}) mode <= mode + 3'd1;",
            f"    else if ({self.event()}) mode <= {{mode[1:0], mode[2]}};",
            f"    else if ({self.event()} && {self.condition()}) mode[0] <= !mode[0];",
            *(self.counting(number, width) for number, width in enumerate(self.widths)),
            "  end",
            f"  assign tx = {shown};",
            "endmodule", ""])

    def comparison(self) -> str:
        number = self.draw.randrange(len(self.widths))
        width = self.widths[number]
        value = self.draw.randrange(min(1 << width, 1 << self.draw.randint(12, 17)))
        return f"count_{number} {self.draw.choice(['==', '!=', '<', '<=', '>', '>='])} {width}'d{value}"

    def event(self) -> str:
        """Something that seldom happens."""
        outcome = self.draw.randrange(len(self.outcomes))
        number = self.draw.randrange(len(self.widths))
        value = self.draw.randrange(1 << min(self.widths[number], self.draw.randint(13, 18)))
        return self.draw.choice([f"outcome_{outcome} && !earlier[{outcome}]", f"outcome_{outcome} != earlier[{outcome}]",
                                 f"count_{number} == {self.widths[number]}'d{value}", "starts"])

    def condition(self) -> str:
        number = self.draw.randrange(len(self.widths))
        width = self.widths[number]
        other = self.draw.randrange(len(self.widths))
        outcome = self.draw.randrange(len(self.outcomes))
        return self.draw.choice([
            self.comparison(), self.comparison(), f"outcome_{outcome}", f"outcome_{outcome}", f"outcome_{outcome} != earlier[{outcome}]",
            f"count_{number}[{self.draw.randint(10, width - 1)}]", f"count_{number} == {width}'(count_{other})",
            f"mode[{self.draw.randrange(3)}]", f"divider == 10'd{self.draw.randrange(self.period)}", "starts", "heard"])

    def counting(self, number: int, width: int) -> str:
        """One that mostly only counts; now and then it also counts otherwise, and is no counter then."""
        name = f"count_{number}"
        step = self.draw.choice([1, 1, 1, 1, 2, 3, 7, 1000])
        sign = self.draw.choice("++-")
        ways = [f"{name} <= {width}'d{self.draw.randrange(min(1 << width, 200_000))}" for _ in range(self.draw.randint(0, 2))]
        if self.draw.random() < 0.4:
            ways.append(f"{name} <= {name}")
        if self.draw.random() < 0.1:
            ways.append(f"{name} <= {name} {'-' if sign == '+' else '+'} {width}'d{step}")
        if self.draw.random() < 0.2:
            ways.append(f"{name} <= {name} {sign} {width}'d{step + 1}")
        return "\n".join([f"    if (rst) {name} <= '0;", *(f"    else if ({self.draw.choice([self.event, self.condition])()}) {way};" for way in ways),
                          f"    else {name} <= {name} {sign} {width}'d{step};"])


def levels_for(draw: random.Random) -> list[tuple[int, int]]:
    """Of rx: until which clock, and the level."""
    found = []
    until = 10
    for _ in range(6):
        for level, lengths in ((1, [50, 400, 3_000, 20_000, 200_000, 1_500_000]), (0, [1, 7, 434])):
            until += draw.choice(lengths)
            found.append((until, level))
    return [*found, (until + 3_000_000, 1)]


def edges_of(board: Board, levels: list[tuple[int, int]]) -> list[tuple[int, int]]:
    found = []
    for until, level in levels:
        while (state := board.table.run(board.instance, until, level, 1)).stop == TX_CHANGED:
            found.append((state.cycle, state.tx))
            if len(found) == MOST_EDGES:
                return found
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    parser.add_argument("--parts", action="store_true", help="parts that are hard to skip, in place of counters")
    parser.add_argument("--designs", type=int, default=100)
    asked = parser.parse_args()
    print(f"seed {asked.seed}", flush=True)
    jumped = shown = 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        for number in range(asked.designs):
            design = (RandomParts if asked.parts else RandomCounters)(asked.seed + number)
            (folder / "random.sv").write_text(design.source())
            (folder / "random.toml").write_text(DESCRIPTION)
            model = folder / f"random_{number}.so"  # a name of its own: one that is loaded stays so
            Builder(read_description(folder / "random.toml"), Flavour(), Tools.find(), folder / "cache").build(model)
            levels = levels_for(design.draw)
            skipping = Board(model)
            edges = edges_of(skipping, levels)
            # Powered on after the other has ended: Verilator draws `$random` of both from one row.
            if edges != edges_of(Board(model, skip=False), levels):
                print(f"other edges with skipping than without (--seed {asked.seed + number} --designs 1):")
                print((folder / "random.sv").read_text())
                return 1
            state = skipping.state()
            shown += len(edges) > 1
            jumped += (asked.parts or "skip_counts" in skipping.facts) and state.evaluated < 0.9 * state.cycle
            model.unlink()
    print(f"{asked.designs} designs: {shown} had something to show, {jumped} were skipped through")
    return 0 if jumped > 0 or asked.designs < 20 else 1


if __name__ == "__main__":
    sys.exit(main())
