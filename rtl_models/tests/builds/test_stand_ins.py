"""Cells of vendors, by stand-ins: buffers, clock generators, memories."""

import re
import unittest
from fractions import Fraction

from model_builder.clocks import common_time
from model_builder.description import Clock
from model_builder.made_clocks import Output
from model_builder.netlist import number_of
from workshop import Workshop

# tx falls when the generated clock has had as many edges as it should in 1000 periods of the board's, and not before
# the generator is locked. It counts while rx is low.
PLL = """module player (input clk, input rx, output reg tx);
  wire made, locked, back, in;
  IBUFG pad (.I(clk), .O(in));
  %s
  reg [15:0] a, b;
  always @(posedge clk) if (rx | ~locked) a <= 0; else a <= a + 1;
  always @(posedge made) if (rx | ~locked) b <= 0; else b <= b + 1;
  always @(posedge clk) tx <= ~(a == 1000 && b == %d);
endmodule
"""
MMCM = """MMCME2_BASE #(.CLKFBOUT_MULT_F(20.0), .CLKOUT0_DIVIDE_F(%s), .CLKOUT1_DIVIDE(%d), .CLKIN1_PERIOD(20.0)) pll
    (.CLKIN1(in), .RST(1'b0), .CLKFBIN(back), .CLKFBOUT(back), .CLKOUT%d(made), .LOCKED(locked));"""
ALTPLL = """wire [4:0] all; assign made = all[1];
  altpll pll (.inclk({1'b0, in}), .areset(1'b0), .clk(all), .locked(locked));
  defparam pll.clk1_multiply_by = 3, pll.clk1_divide_by = 2, pll.inclk0_input_frequency = 20000;"""
ICE40 = """assign locked = 1'b1;
  SB_PLL40_CORE #(.DIVR(0), .DIVF(19), .DIVQ(4)) pll (.REFERENCECLK(in), .PLLOUTCORE(made), .RESETB(1'b1), .BYPASS(1'b0));"""
ECP5 = """EHXPLLL #(.CLKFB_DIV(2), .CLKOP_DIV(6), .CLKOS_ENABLE("ENABLED"), .CLKOS_DIV(30)) pll
    (.CLKI(in), .CLKFB(back), .CLKOP(back), .CLKOS(made), .LOCK(locked));"""
GOWIN = """rPLL #(.FCLKIN("50"), .IDIV_SEL(1), .FBDIV_SEL(6), .DYN_SDIV_SEL(2)) pll (.CLKIN(in), .CLKOUTD(made), .LOCK(locked));"""
RAM = """module player (input clk, input rx, output tx);
  reg [2:0] at = 0; wire [7:0] q;
  always @(posedge clk) if (~rx) at <= at + (at != 7);
  altsyncram #(.operation_mode("ROM"), .width_a(8), .widthad_a(3), .outdata_reg_a("%s"), .init_file("./data/rom.%s")) rom
    (.clock0(clk), .address_a(at), .q_a(q));
  assign tx = q[0];
endmodule
"""


class RatioTest(unittest.TestCase):
    def test_fractions_of_a_hertz_are_exact(self):
        time = common_time(50_000_000, [Clock("", Fraction(50_000_000 * 7, 3), 0)])
        self.assertEqual(time.common_periods, 3)
        self.assertEqual(time.others[0][0] * 2 * 7, time.main_period * 3)

    def test_numbers_of_the_netlist(self):
        self.assertEqual([number_of(text) for text in ("32'sh14", "8'hff", "32'shfffffffe", "4'b11")], [20, 255, -2, 3])

    def test_a_phase_makes_another_clock(self):
        self.assertTrue(Output(2, 2, 360, 0).is_its_input)
        self.assertFalse(Output(2, 2, 90, 0).is_its_input)


class StandInsTest(Workshop):
    def count(self, pll: str, edges: int, stubs: str):
        board = self.built({"player.v": PLL % (pll, edges)}, keys=f"stubs = [{stubs}]")
        board.run(50, 1)
        found = board.edges([(200, 1), (2000, 0)])
        self.assertEqual([level for _, level in found], [0, 1])
        return board

    def test_a_clock_generator_multiplies_divides_and_passes_through(self):
        board = self.count(MMCM % ("10.0", 1, 0), 2000, "\"xilinx\"")
        self.assertIsNone(board.skip_off_reason)
        self.assertEqual(board.facts["stand_ins"], "xilinx")  # a certificate tells what was not the design's own
        self.count(MMCM % ("1.0", 50, 1), 400, "\"xilinx\"")
        self.count(MMCM % ("20.0", 1, 0), 1000, "\"IBUFG\", \"MMCME2_BASE\"")

    def test_another_vendors_too(self):
        self.count(ALTPLL, 1500, "\"altpll\", \"IBUFG\"")
        self.count(ICE40, 1250, "\"lattice\", \"IBUFG\"")
        self.count(ECP5, 400, "\"lattice\", \"IBUFG\"")
        self.count(GOWIN, 1750, "\"gowin\", \"IBUFG\"")

    def test_it_is_locked_after_a_while(self):
        source = PLL.replace("tx <= ~(a == 1000 && b == %d)", "tx <= locked | (%d == 0)") % (MMCM % ("10.0", 1, 0), 1)
        board = self.built({"player.v": source}, keys="stubs = [\"xilinx\"]")
        self.assertEqual(board.run(50, 1).tx, 0)
        self.assertEqual(board.run(150, 1).tx, 1)

    def test_a_missing_module_is_told_with_its_place_and_the_key(self):
        said = self.complaint({"player.v": PLL % (MMCM % ("10.0", 1, 0), 1)})
        self.assertIn("player.v:3, and no source declares it. There is a stand-in for it: write `stubs = [\"xilinx\"]`", said)
        self.assertIn("The module \"MMCME2_BASE\" is used at", said)
        said = self.complaint({"player.v": (PLL % ("mystery m ();", 1)).replace("IBUFG", "IBUF")}, keys="stubs = [\"IBUF\"]")
        self.assertIn("The module \"mystery\" is used at", said)
        self.assertIn("Add its file to `sources`", said)
        self.assertNotIn("IBUF\"", said)

    def test_a_module_of_the_design_goes_before_a_stand_in(self):
        own = "module IBUFG (input I, output O); assign O = ~I; endmodule\n"
        self.verilated({"player.v": PLL % (MMCM % ("10.0", 1, 0), 1) + own}, keys="stubs = [\"xilinx\"]")

    def test_what_a_stand_in_does_not_know_makes_no_model(self):
        source = "module player (input clk, input rx, output tx);\n  wire [15:0] d; %s\nendmodule\n"
        for number, (cell, said) in enumerate((
                ("SB_IO #(.PIN_TYPE(6'b000010)) p (.PACKAGE_PIN(rx), .INPUT_CLK(clk), .D_IN_0(tx));", "The stand-in for SB_IO does not know PIN_TYPE = 6'b000010."),
                ("RAMB18E1 #(.READ_WIDTH_A(8)) r (.CLKARDCLK(clk), .ENARDEN(rx), .DOADO(d)); assign tx = d[0] ^ rx;",
                 "The stand-in for RAMB18E1 does not know these parameters"))):
            with self.subTest(cell=cell):
                builder = self.builder({"player.v": source % cell}, keys=f'stubs = ["xilinx", "lattice"]\n# {number}')
                with self.assertRaisesRegex(Exception, f"ended itself before its first request: [^\n]*{re.escape(said)}"):
                    builder.build(self.folder / f"player{number}.so")

    def test_a_reset_that_is_left_open_is_told(self):
        self.assertIn("missing pin: 'RST'", self.complaint({"player.v": PLL % ((MMCM % ("10.0", 1, 0)).replace(".RST(1'b0), ", ""), 1)},
                                                           keys="stubs = [\"xilinx\"]"))

    def test_an_unknown_stand_in_is_told_with_those_known(self):
        self.assertIn("stubs: found \"latice\", expected a vendor (some of altera, gowin, lattice, xilinx) or a cell that has a stand-in "
                      "(rtl_models/README.md lists them). Is \"lattice\" meant?", self.complaint({"player.v": PLL}, keys="stubs = [\"latice\"]"))

    def test_a_memory_with_its_contents(self):
        data = [1, 0, 0, 1, 0, 1, 1, 0]
        contents = {
            "hex": "".join(f"{value:02x}\n" for value in data),
            "mif": "-- a comment\nWIDTH=8;\nDEPTH=8;\nADDRESS_RADIX=UNS;\nDATA_RADIX=BIN;\nCONTENT BEGIN\n  0 : 00000001;\n"
                   "  [1..2] : 0;\n  3 : 1 0 1;\n  6 : 1; % more %\n  7 : 0;\nEND;\n",
            "coe": "; a comment\nmemory_initialization_radix=10;\nmemory_initialization_vector=\n1, 0, 0, 1,\n0 1 1 0;\n"}
        (self.folder / "data").mkdir()
        for kind, text in contents.items():
            with self.subTest(kind=kind):
                (self.folder / "data" / f"rom.{kind}").write_text(text)
                source = RAM % ("UNREGISTERED" if kind == "hex" else "CLOCK0", kind)
                board = self.built({"player.v": source}, keys=f"stubs = [\"altera\"]\nfiles = [\"data/rom.{kind}\"]")
                board.run(50, 1)
                late = 0 if kind == "hex" else 1
                levels = [board.run(cycle, 0).tx for cycle in range(51 + late, 59 + late)]
                self.assertEqual(levels, data)

    def test_a_memory_file_that_cannot_be_read_is_told_by_line(self):
        (self.folder / "data").mkdir()
        for kind, text, said in (("mif", "WIDTH=8;\nDEPTH=8;\nCONTENT BEGIN\n 0 : zz;\nEND;\n", "rom.mif:4: found \"zz\""),
                                 ("coe", "memory_initialization_vector=\n1,\nq;\n", "rom.coe:3: found \"q\"")):
            (self.folder / "data" / f"rom.{kind}").write_text(text)
            builder = self.builder({"player.v": RAM % ("CLOCK0", kind)}, keys=f"stubs = [\"altera\"]\nfiles = [\"data/rom.{kind}\"]")
            with self.assertRaisesRegex(Exception, said):
                builder.build(self.folder / "player.so")
