"""Stand-ins for cells, run by Icarus: which outputs they have after each of a row of inputs."""

import shutil
import subprocess
import tempfile
import unittest
from dataclasses import dataclass, field
from pathlib import Path

from model_builder.description import STUBS

# What the builder makes of a design's own clocks; here they print what they were told.
CLOCKS = """module rig_pll_output #(parameter integer MULTIPLY = 1, parameter integer DIVIDE = 1, parameter integer PHASE = 0,
                        parameter integer PERIOD = 0) (input in, output out);
  initial $display("%m %0d %0d %0d %0d", MULTIPLY, DIVIDE, PHASE, PERIOD);
  assign out = in;
endmodule
module rig_oscillator #(parameter integer HZ = 1, parameter integer DIVIDE = 1) (output out);
  initial $display("%m %0d %0d", HZ, DIVIDE);
  assign out = 1'b1;
endmodule
"""


@dataclass
class Cell:
    """A cell with its inputs, row by row."""

    module: str
    inputs: dict[str, int]  # width by name
    outputs: dict[str, int]
    rows: list[dict[str, int]]
    parameters: dict[str, str] = field(default_factory=dict)  # in Verilog
    seen: dict[str, int] = field(default_factory=dict)  # parts of the outputs that are looked at, with their widths; none: all
    written: str = ""  # the instance "dut", where its pins are not simply connected by name
    unseen_rows: int = 0  # at the beginning, where a clock that becomes known is an edge for Icarus

    def instance(self) -> str:
        return self.written or self.connected({pin: pin for pin in [*self.inputs, *self.outputs]})

    def connected(self, pins: dict[str, str]) -> str:
        """The instance with these at its pins."""
        parameters = ", ".join(f".{key}({value})" for key, value in self.parameters.items())
        return f"{self.module} {f'#({parameters}) ' if parameters else ''}dut ({', '.join(f'.{pin}({net})' for pin, net in pins.items())});"

    def looked_at(self) -> dict[str, int]:
        return self.seen or self.outputs


def wires(kind: str, pins: dict[str, int]) -> str:
    return "".join(f"  {kind} {f'[{width - 1}:0] ' if width > 1 else ''}{name};\n" for name, width in pins.items())


def bench(cell: Cell, number: int) -> str:
    """A module that gives the cell its inputs, and prints what it makes of them."""
    inputs, seen = cell.inputs, cell.looked_at()
    width = sum(inputs.values())
    return (f"module bench_{number};\n{wires('reg', inputs)}{wires('wire', cell.outputs)}"
            f"  reg [{width - 1}:0] rows[0:{len(cell.rows) - 1}];\n  integer row;\n  {cell.instance()}\n"
            f"  initial begin\n    $readmemb(\"{number}.rows\", rows);\n    for (row = 0; row < {len(cell.rows)}; row = row + 1) begin\n"
            f"      {{{', '.join(inputs)}}} = rows[row];\n      #1 $display(\"{number} %b\", {{{', '.join(seen)}}});\n    end\n  end\nendmodule\n")


def in_bits(pins: dict[str, int], values: dict[str, int]) -> str:
    return "".join(f"{values[name]:0{width}b}" for name, width in pins.items())


def simulate(text: str, files: dict[str, str] | None = None, *, language: str = "2005") -> str:
    """What a design prints that stands beside all stand-ins. These are Verilog, and SystemVerilog ("2012") as well."""
    if shutil.which("iverilog") is None:
        raise unittest.SkipTest("iverilog is not installed")
    with tempfile.TemporaryDirectory() as folder:
        for name, contents in {"text.v": text, "clocks.v": CLOCKS, **(files or {})}.items():
            (Path(folder) / name).write_text(contents)
        tops = [word for number in range(text.count("module bench_")) for word in ("-s", f"bench_{number}")]
        sources = ["text.v", "clocks.v", *map(str, sorted(STUBS.rglob("*.v")))]
        for command in (["iverilog", f"-g{language}", "-o", "bench.vvp", *tops, *sources], ["vvp", "-n", "bench.vvp"]):
            result = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
            if result.returncode != 0 and command[0] == "iverilog":
                raise AssertionError(result.stdout + result.stderr)
    return result.stdout


def outputs_of(cells: list[Cell]) -> list[list[str]]:
    """Of each cell the bits of what is looked at, row by row."""
    text = "".join(bench(cell, number) for number, cell in enumerate(cells))
    files = {f"{number}.rows": "\n".join(in_bits(cell.inputs, row) for row in cell.rows) for number, cell in enumerate(cells)}
    printed = [line.split() for line in simulate(text, files).splitlines()]
    return [[line[1] for line in printed if len(line) == 2 and line[0] == str(number)] for number in range(len(cells))]


def first_difference(cell: Cell, expected: list[dict[str, int]], found: list[str]) -> str:
    """A sentence on the first row where a cell does something else than is expected; empty: it does not."""
    seen = cell.looked_at()
    if len(found) != len(expected):
        return f"{cell.instance()} printed {len(found)} of {len(expected)} rows: {found[-1:]}"
    for number, (row, wanted, bits) in enumerate(zip(cell.rows, expected, found)):
        if number >= cell.unseen_rows and bits != in_bits(seen, wanted):
            return f"{cell.instance()} row {number}: {row}: {', '.join(seen)} is {bits}, expected {in_bits(seen, wanted)}"
    return ""
