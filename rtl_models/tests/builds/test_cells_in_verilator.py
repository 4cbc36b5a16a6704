"""The stand-ins for cells as models have them: Verilator's reading does the same as that of Icarus, which test_cells tries."""

import random

from cells import Cell, simulate
from test_block_ram import KINDS, Port, Trial
from test_cells import WITHOUT_MEMORY, falls, flip_flops, flip_flops_with_reset_and_set, memories, older_shift_registers
from workshop import Workshop

CYCLES = 3000
UNKNOWN = 300  # of these, until each memory has been read once
CLOCKS = ("C", "CLK", "WCLK", "RCLK", "CLKARDCLK", "CLKBWRCLK")
SHIFTS = 61  # bits of the register that gives all cells their inputs


def cells() -> list[Cell]:
    draw = random.Random(23)
    found = [Cell(module, inputs, outputs, [], parameters) for module, parameters, inputs, outputs, _ in WITHOUT_MEMORY if not module.startswith(("SB_HF", "SB_LF", "START"))]
    # A clock that becomes known has a falling edge, for Icarus alone.
    found += [Cell(module, dict.fromkeys(clocks, 1) | data, outputs, [], parameters) for module, parameters, clocks, data, outputs, _ in
              [*flip_flops(), *flip_flops_with_reset_and_set(), *memories(), *older_shift_registers()] if not falls(module, parameters)]
    ice40 = {"RCLK": 1, "RE": 1, "RADDR": 11, "WCLK": 1, "WE": 1, "WADDR": 11, "MASK": 16, "WDATA": 16}
    found += [Cell("SB_RAM40_4K", ice40, {"RDATA": 16}, [], {"WRITE_MODE": mode, "READ_MODE": 3 - mode, "INIT_3": f"256'h{draw.getrandbits(256):x}"})
              for mode in range(4)]
    for kind in KINDS:
        for mode, width in (("WRITE_FIRST", 9), ("READ_FIRST", 18), ("NO_CHANGE", 1)):
            trial = Trial(kind, Port(width, width, mode=mode, has_register=width == 18), Port(18, 0), draw)
            found.append(Cell(kind.name, kind.inputs(), kind.outputs(), [], trial.cell.parameters, trial.cell.seen))
        width = 2 * (kind.half + kind.half // 8)
        trial = Trial(kind, Port(width, 0), Port(0, width), draw, is_sdp=True)
        found.append(Cell(kind.name, kind.inputs(), kind.outputs(), [], trial.cell.parameters))
    return found


def design(chosen: list[Cell]) -> str:
    """A player whose tx is the parity of all that they make of one shift register."""
    lines = ["module player (input clk, input rx, output reg tx);", f"  reg [{SHIFTS - 1}:0] shift = {SHIFTS}'h123456789abcde;",
             f"  always @(posedge clk) shift <= {{shift[{SHIFTS - 2}:0], shift[{SHIFTS - 1}] ^ shift[{SHIFTS - 2}] ^ shift[{SHIFTS - 16}]}};",
             f"  wire [{2 * SHIFTS - 1}:0] twice = {{shift, shift}};"]
    at = 0
    for number, cell in enumerate(chosen):
        pins = []
        for name, width in cell.inputs.items():
            at = (at + width + 3) % SHIFTS
            few = name.startswith("ADDR") or name in ("RADDR", "WADDR")  # so that what was written is read
            bits = f"twice[{at}+:{width}]"
            pins.append(f".{name}({'clk' if name in CLOCKS else f'{bits} & {width}' + chr(39) + 'h1c0' if few else bits})")
        for name, width in cell.outputs.items():
            lines.append(f"  wire [{width - 1}:0] {name}_{number};")
            pins.append(f".{name}({name}_{number})")
        outputs = [f"{name.split('[')[0]}_{number}{'[' + name.split('[')[1] if '[' in name else ''}" for name in cell.looked_at()]
        # A register in each step: Verilator 5.006 is wrong about the parity of very many bits (its -fconst-bit-op-tree).
        lines.append(f"  reg sum_{number} = 1'b0; always @(posedge clk) sum_{number} <= ^{{{', '.join(outputs)}}}{f' ^ sum_{number - 1}' if number else ''};")
        parameters = ", ".join(f".{key}({value})" for key, value in cell.parameters.items())
        lines.append(f"  {cell.module} {f'#({parameters}) ' if parameters else ''}cell_{number} ({', '.join(pins)});")
    return "\n".join([*lines, "  initial tx = 1'b1;", f"  always @(posedge clk) tx <= sum_{len(chosen) - 1} ^ (rx & ~rx);", "endmodule", ""])


BENCH = f"""module bench_0;
  reg driven; wire clk = driven; wire tx; integer cycle;
  player player (.clk(clk), .rx(1'b1), .tx(tx));
  initial begin
    driven = 1'b0;
    for (cycle = 0; cycle < {CYCLES}; cycle = cycle + 1) begin
      #1 driven = 1'b1;
      #1 $display("%b", tx);
      driven = 1'b0;
    end
  end
endmodule
"""


class CellsInVerilatorTest(Workshop):
    def test_all_cells_do_the_same_in_both_simulators(self):
        source = design(cells())
        expected = simulate(source + BENCH, language="2012").split()
        self.assertEqual((len(expected), set(expected[UNKNOWN:])), (CYCLES, {"0", "1"}))
        board = self.built({"player.v": source}, keys='stubs = ["xilinx", "lattice"]')
        found = [str(board.run(cycle, 1).tx) for cycle in range(1, CYCLES + 1)]
        self.assertEqual("".join(found[UNKNOWN:]), "".join(expected[UNKNOWN:]))
