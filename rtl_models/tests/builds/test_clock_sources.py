"""Which clock feeds a clock generator: that decides what it makes."""

from fractions import Fraction

from workshop import Workshop

KEYS = 'stubs = ["xilinx", "altera", "lattice"]'
SECOND = "\n[[clock]]\npin = \"b\"\nhz = 27_000_000\nphase = 90\n"
TOP = """module player (input clk, %s input rx, output reg tx);
  wire x, y, z, w; wire [4:0] v;
  %s
  reg q, r;
  always @(posedge %s) q <= rx;
  always @(posedge clk) begin r <= q; tx <= r; end
endmodule
"""
PLL = "module pll (input i, output o);\n  rig_pll_output #(.MULTIPLY(%s), .DIVIDE(%s), .PHASE(%s)) made (.in(i), .out(o));\nendmodule\n"


class ClockSourcesTest(Workshop):
    def made(self, body: str, clock: str, *, pins: str = "", tables: str = "", more: str = "") -> list[tuple]:
        """(hz, phase) of the clocks beside the first."""
        text = None
        if tables:
            text = (f'name = "player"\ntop = "player"\nsources = ["player.v"]\n{KEYS}\n[[clock]]\npin = "clk"\nhz = 50_000_000\n{tables}'
                    '[uart]\nrx = "rx"\ntx = "tx"\nbaud = 115200\n')
        builder = self.verilated({"player.v": TOP % (pins, body, clock) + more}, keys=KEYS, text=text)
        return [(one.hz, one.phase) for one in builder.board.more_clocks]

    def test_a_chain_of_generators_multiplies_their_ratios(self):
        double, third = PLL % (2, 1, 0), (PLL % (1, 3, 0)).replace("module pll", "module third")
        for body in ("pll a (clk, x); third b (.i(x), .o(y));", "pll a (clk, x); BUFG g (.I(x), .O(z)); assign w = z; third b (.i(w), .o(y));",
                     "pll a (clk, x); BUFGCE g (.I(x), .CE(rx), .O(z)); third b (.i(z), .o(y));"):
            with self.subTest(body=body):
                self.assertEqual(sorted(self.made(body, "y", more=double + third)), [(Fraction(100_000_000, 3), 0), (100_000_000, 0)])

    def test_bits_of_vectors_are_told_apart(self):
        pll = "altpll #(.clk1_multiply_by(3), .clk2_divide_by(5)) a (.inclk({1'b0, clk}), .areset(1'b0), .clk(v)); pll p (v[%d], y);"
        for bit, hz in ((0, 350_000_000), (1, 1_050_000_000), (2, 70_000_000)):
            with self.subTest(bit=bit):
                self.assertIn((hz, 0), self.made(pll % bit, "y", more=PLL % (7, 1, 0)))

    def test_a_generator_of_the_second_clock_has_its_frequency_and_phase(self):
        self.assertEqual(self.made("pll a (b, y);", "y", pins="input b,", tables=SECOND, more=PLL % (2, 1, 0)), [(27_000_000, 90), (54_000_000, 180)])
        self.assertEqual(self.made("pll a (clk, y); assign z = b;", "y", pins="input b,", tables=SECOND, more=PLL % (2, 1, 0)),
                         [(27_000_000, 90), (100_000_000, 0)])
        wide = SECOND.replace('"b"', '"g[2]"')
        self.assertEqual(self.made("pll a (g[2], y);", "y", pins="input [3:1] g,", tables=wide + "[ties]\n\"g[3]\" = 0\n\"g[1]\" = 0\n", more=PLL % (2, 1, 0))[1],
                         (54_000_000, 180))

    def test_what_nothing_runs_on_is_no_clock(self):
        """An output that is left open, or only handed on to where nobody looks; one of two that are made alike counts by itself."""
        more = PLL % (2, 1, 0) + "module box (input i, output a, output b);\n  wire n; pll p (i, n); assign a = n & i; pll q (i, b);\nendmodule\n"
        for body, clocks in (("pll p (clk, x); assign z = x;", []), ("pll p (.i(clk), .o());", []), ("box k (.i(clk), .a(x), .b());", []),
                             ("box k (.i(clk), .a(x)); reg s; always @(posedge x) s <= rx;", [(100_000_000, 0)]),
                             ("generate if (1) begin : g pll p (clk, x); end if (1) begin : h pll p (b, y); end endgenerate\n  "
                              "reg s; always @(posedge y) s <= rx;", [(54_000_000, 180)])):
            with self.subTest(body=body):
                self.assertEqual(self.made(body, "clk", pins="input b,", tables=SECOND, more=more)[1:], clocks)

    def test_phases_add_up(self):
        more = PLL % (2, 1, 90) + (PLL % (1, 2, 45)).replace("module pll", "module half")
        self.assertEqual(sorted(self.made("pll a (clk, x); half b (x, y);", "y", more=more)), [(50_000_000, 90), (100_000_000, 90)])

    def test_an_oscillator_feeds_one_too(self):
        oscillator = "SB_HFOSC #(.CLKHF_DIV(\"0b01\")) o (.CLKHFPU(1'b1), .CLKHFEN(1'b1), .CLKHF(x)); pll a (x, y);"
        self.assertEqual(sorted(self.made(oscillator, "y", more=PLL % (5, 3, 0))), [(24_000_000, 0), (40_000_000, 0)])

    def test_what_is_chosen_by_logic_or_divided_is_fed_by_what_it_was_made_for(self):
        choice = "assign x = rx ? clk : b; pll #(.N(%d)) a (x, y);"
        divider = "reg d; always @(posedge b) d <= ~d; pll #(.N(%d)) a (d, y);"
        pll = (PLL % (2, 1, 0)).replace("module pll (", "module pll #(parameter N = 0) (").replace(".PHASE(0)", ".PERIOD(N)")
        for period, hz in ((37037, 54_000_000), (20000, 100_000_000), (0, 100_000_000)):
            for body in (choice, divider):
                with self.subTest(period=period, body=body):
                    self.assertEqual(self.made(body % period, "y", pins="input b,", tables=SECOND, more=pll)[1][0], hz)

    def test_equal_generators_of_different_clocks_are_refused(self):
        body = "pll a (clk, x); pll c (b, y); reg s; always @(posedge x) s <= rx; assign z = s;"
        with self.assertRaisesRegex(Exception, "the same parameters are fed by different clocks, and would make 100000000, 54000000 Hz. Tell them apart"):
            self.made(body, "y", pins="input b,", tables=SECOND, more=PLL % (2, 1, 0))
        unused = body.replace("pll a (clk, x);", "pll a (clk, w);").replace("posedge x", "posedge clk")
        self.assertEqual(self.made(unused, "y", pins="input b,", tables=SECOND, more=PLL % (2, 1, 0))[1], (54_000_000, 180))
