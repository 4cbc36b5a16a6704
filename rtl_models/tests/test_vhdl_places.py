"""Lines and names of VHDL in GHDL's Verilog, without GHDL."""

import tempfile
import unittest
from pathlib import Path

from model_builder.vhdl_places import entities_in, entity_of, with_places

VHDL = """library ieee;
-- entity comment is
entity Relay is
  port (
    Clk, Rst : in bit;

    Tx : out bit);
end entity;
entity relay_last is port (q : out bit); end;
"""
# As GHDL 2.0 writes it, put right.
VERILOG = """module Relay
  (input  Clk,
   input  Rst,
   output Tx);
  wire n5_o;
  localparam [1:0] n6_o = 2'b01;
  reg level;
  reg n7_q;
  wire \\reg ;
  assign Tx = level;
  /* /d/relay.vhd:14:10  */
  always @*
    level = n7_q; // (isignal)
  initial
    level = 1'b1;
  /* /d/relay.vhd:15:10  */
  assign \\reg  = n5_o; // (signal)
  /* /d/0/relay.txt.vhd:20:5  */
  assign n5_o = ~level;
  /* /d/relay.vhd:22:5  */
  always @(posedge Clk or posedge Rst)
    if (Rst)
      n7_q <= 1'b1;
    else
      n7_q <= n5_o;
  reg [7:0] n9[1:0] ; // memory
  initial begin
    n9[1] = 8'b0;
    end
  /* /d/relay.vhd:30:3  */
  relay_last last (
    .q(n5_o));
endmodule
"""


class VhdlPlacesTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.path = Path(scratch.name) / "relay.vhd"
        self.path.write_text(VHDL)
        self.entities = entities_in(self.path)
        self.lines = with_places(VERILOG, self.entities, {"/d/0/relay.txt.vhd": Path("/d/relay.txt")}).split("\n")

    def place_of(self, start: str) -> str:
        """Which line of which file a line of the Verilog is said to stand at."""
        at = next(number for number, line in enumerate(self.lines) if start in line)
        return next(line for line in reversed(self.lines[:at]) if line.startswith("`line"))

    def test_an_entity_is_found_with_the_lines_of_its_ports(self):
        relay, last = self.entities
        self.assertEqual((relay.name, relay.line, relay.ports["clk"], relay.ports["tx"]), ("Relay", 3, 5, 7))
        self.assertEqual((last.name, last.line, last.ports["q"]), ("relay_last", 9, 9))

    def test_a_module_is_of_the_entity_with_the_longest_name(self):
        for module, entity in (("relay", "Relay"), ("relay_5ba93c9d", "Relay"), ("relay_last", "relay_last"), ("relay_last_2", "relay_last"), ("rel", None)):
            with self.subTest(module=module):
                found = entity_of(module, self.entities)
                self.assertEqual(found and found.name, entity)

    def test_each_statement_stands_in_one_line_at_its_line_of_the_vhdl(self):
        for start, place in (("module Relay", f'`line 3 "{self.path}" 0'), ("input  Rst", f'`line 5 "{self.path}" 0'), ("output Tx", f'`line 7 "{self.path}" 0'),
                             ("reg level", '`line 14 "/d/relay.vhd" 0'), ("wire \\reg ", '`line 15 "/d/relay.vhd" 0'),
                             ("always @* level = n7_q;", '`line 14 "/d/relay.vhd" 0'), ("assign n5_o", '`line 20 "/d/relay.txt" 0'),
                             ("always @(posedge Clk or posedge Rst) if (Rst) n7_q <= 1'b1; else n7_q <= n5_o;", '`line 22 "/d/relay.vhd" 0'),
                             ("relay_last last ( .q(n5_o));", '`line 30 "/d/relay.vhd" 0')):
            with self.subTest(start=start):
                self.assertEqual(self.place_of(start), place)

    def test_what_has_a_name_is_counted_and_shown_and_the_rest_is_not(self):
        counted = shown = True
        found = {}
        for line in self.lines:
            for piece in line.replace("/*verilator ", "\0").split("\0"):
                head = piece.split("*/")[0] if "*/" in piece else ""
                counted = {"coverage_on": True, "coverage_off": False}.get(head, counted)
                shown = {"tracing_on": True, "tracing_off": False}.get(head, shown)
                for text in ("output Tx", "reg level;", "wire \\reg ;", "wire n5_o;", "reg n7_q;", "reg [7:0] n9", "assign n5_o", "always @(", "relay_last last"):
                    if text in piece:
                        found[text] = (counted, shown)
        self.assertEqual(found, {"output Tx": (True, True), "reg level;": (True, True), "wire \\reg ;": (True, True), "wire n5_o;": (False, False),
                                 "reg n7_q;": (False, False), "reg [7:0] n9": (False, False), "assign n5_o": (False, True), "always @(": (False, True),
                                 "relay_last last": (False, True)})
        self.assertTrue(counted and shown)  # for the next module


if __name__ == "__main__":
    unittest.main()
