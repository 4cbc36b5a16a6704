"""VHDL as students write it: each design of the folder drives its transmitter as GHDL's own simulation of it does, clock by clock."""

import random
import re
from pathlib import Path

from model_builder.tools import run
from model_builder.vhdl import GHDL_FLAGS, ghdl
from workshop import Workshop

DESIGNS = sorted((Path(__file__).parent / "vhdl").glob("*.vhd"))
CLOCKS = 6000
# Prints the cycle and the level of each change of tx, as Board.edges() returns them.
BENCH = """library ieee;
use ieee.std_logic_1164.all;
use std.textio.all;

entity bench is end entity;

architecture sim of bench is
  constant LEVELS : std_logic_vector(0 to %d) := "%s";
  signal clk : std_logic := '0';
  signal rx : std_logic := LEVELS(0);
  signal tx : std_logic;
begin
  dut : entity work.player port map (clk => clk, rx => rx, tx => tx);
  process
    variable last : std_logic;
    variable text_out : line;
  begin
    wait for 5 ns;
    last := tx;
    for cycle in LEVELS'range loop
      rx <= LEVELS(cycle);
      wait for 5 ns;
      clk <= '1';
      wait for 5 ns;
      if tx /= last then
        write(text_out, string'("edge ") & integer'image(cycle + 1) & " " & std_logic'image(tx));
        writeline(output, text_out);
        last := tx;
      end if;
      clk <= '0';
    end loop;
    wait;
  end process;
end architecture;
"""


def stimulus() -> list[tuple[int, int]]:
    """(until cycle, level): pulses of a bit of ten clocks, and others."""
    draw, levels, at = random.Random(1), [(200, 1)], 200
    while at < CLOCKS:
        at = min(CLOCKS, at + draw.choice([10, 10, 10, 20, 30, 1, 7, 150]))
        levels.append((at, 1 - levels[-1][1]))
    return levels


class VhdlStylesTest(Workshop):
    def simulated(self, design: Path, levels: list[tuple[int, int]]) -> list[tuple[int, int]]:
        bits, at = "", 0
        for until, level in levels:
            bits, at = bits + str(level) * (until - at), until
        bench = self.folder / "bench.vhd"
        bench.write_text(BENCH % (CLOCKS - 1, bits))
        work = f"--workdir={self.folder}"
        for command in ([ghdl(), "-a", *GHDL_FLAGS, work, str(design), str(bench)], [ghdl(), "-e", *GHDL_FLAGS, work, "bench"]):
            result = run(command, cwd=self.folder)
            self.assertEqual(result.returncode, 0, result.stderr)
        said = run([ghdl(), "-r", *GHDL_FLAGS, work, "bench"], cwd=self.folder)
        return [(int(cycle), int(level)) for cycle, level in re.findall(r"edge (\d+) '([01])'", said.stdout)]

    def test_each_drives_tx_as_in_ghdl(self):
        levels = stimulus()
        for design in DESIGNS:
            with self.subTest(design=design.name):
                expected = self.simulated(design, levels)
                self.assertGreater(len(expected), 50)
                self.assertEqual(self.built({design.name: design.read_text()}).edges(levels), expected)
