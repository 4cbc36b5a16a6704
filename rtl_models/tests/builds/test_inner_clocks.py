"""Designs whose clocks come from inside: oscillators of the device, Vivado's Clocking Wizard, and a team's own stand-in."""

from test_clocking_wizard import PARAMETERS, in_json, in_xml
from workshop import Workshop

TABLES = """
[clock]
{clock}

[uart]
rx = "rx"
tx = "tx"
baud = 115200
"""
DESCRIPTION = "name = \"player\"\ntop = \"player\"\nsources = [{sources}]\n{keys}\n" + TABLES
INSIDE = 'from = "oscillator"'
# tx follows rx by two clocks of the oscillator.
ON_OSCILLATOR = """module player (input rx, output reg tx);
  wire clk; reg seen;
  %s
  always @(posedge clk) begin seen <= rx; tx <= seen; end
endmodule
"""
HFOSC = "SB_HFOSC #(.CLKHF_DIV(\"0b01\")) osc (.CLKHFPU(1'b1), .CLKHFEN(1'b1), .CLKHF(clk));"
# Beside the pin's clock another one counts while rx is low; tx falls when both have counted as they should.
COUNTS = """module player (input clk, input rx, output reg tx);
  wire made, locked;
  %s
  reg [15:0] a, b;
  always @(posedge clk) if (rx | ~locked) a <= 0; else a <= a + 1;
  always @(posedge made) if (rx | ~locked) b <= 0; else b <= b + 1;
  always @(posedge clk) tx <= ~(a == 1000 && b == %d);
endmodule
"""
OWN = """module my_pll (input refclk, input rst, output outclk_0, output locked);
  rig_pll_output #(.MULTIPLY(7), .DIVIDE(5)) c0 (.in(refclk), .out(outclk_0));
  rig_pll_lock lock (.clock(refclk), .reset(rst), .locked(locked));
endmodule
"""
WIZARD = "clk_wiz_0 wizard (.clk_in1(clk), .clk_out2(made), %s.locked(locked));"


def described(sources: str, clock: str, keys: str = "") -> str:
    return DESCRIPTION.format(sources=sources, clock=clock, keys=keys)


class OscillatorTest(Workshop):
    def oscillator(self, cell: str, vendor: str, clock: str = INSIDE):
        return self.built({"player.v": ON_OSCILLATOR % cell}, text=described('"player.v"', clock, f'stubs = ["{vendor}"]'))

    def test_the_design_runs_on_it_at_the_frequency_of_the_cells_parameters(self):
        board = self.oscillator(HFOSC, "lattice")
        self.assertEqual((board.facts["clock_hz"], board.skip_off_reason), ("24000000", None))
        self.assertEqual(board.edges([(100_000, 1), (200_000, 0), (200_100, 1)])[-2:], [(100_002, 0), (200_002, 1)])
        self.assertLess(board.state().evaluated, 10_000)

    def test_other_vendors_too(self):
        for cell, vendor, hz in (("OSC #(.FREQ_DIV(8), .DEVICE(\"GW1NR-9\")) o (.OSCOUT(clk));", "gowin", "31250000"),
                                 ("OSCG #(.DIV(12)) o (.OSC(clk));", "lattice", "25833333"), ("STARTUPE2 start (.CFGMCLK(clk));", "xilinx", "65000000")):
            with self.subTest(cell=cell):
                self.assertEqual(self.oscillator(cell, vendor).facts["clock_hz"], hz)

    def test_a_frequency_that_was_measured_goes_first(self):
        self.assertEqual(self.oscillator(HFOSC, "lattice", INSIDE + "\nhz = 23_500_000").facts["clock_hz"], "23500000")

    def test_one_beside_a_pin_is_another_clock(self):
        source = COUNTS % ("wire osc; assign locked = 1'b1;\n  OSCG #(.DIV(31)) o (.OSC(made));", 200)
        board = self.built({"player.v": source}, keys='stubs = ["OSCG"]')  # 10 MHz beside 50 MHz
        self.assertEqual([level for _, level in board.edges([(200, 1), (2000, 0)])[-2:]], [0, 1])

    def test_one_that_drives_nothing_costs_nothing(self):
        source = "module player (input clk, input rx, output reg tx);\n  STARTUPE2 s (.USRCCLKO(clk), .CFGCLK(), .CFGMCLK());\n" \
                 "  wire never; SB_HFOSC h (.CLKHFPU(1'b1), .CLKHFEN(1'b1), .CLKHF(never));\n  always @(posedge clk) tx <= rx;\nendmodule\n"
        builder = self.verilated({"player.v": source}, keys='stubs = ["xilinx", "lattice"]')
        self.assertEqual(builder.board.more_clocks, [])

    def test_what_is_wrong_with_it_is_told(self):
        two = ON_OSCILLATOR % (HFOSC + "\n  wire slow; reg q; SB_LFOSC l (.CLKLFPU(1'b1), .CLKLFEN(1'b1), .CLKLF(slow)); always @(posedge slow) q <= tx;")
        two = two.replace("tx <= seen;", "tx <= seen ^ (q & ~q);")
        for source, clock, stubs, said in (
                ("module player (input rx, output tx); assign tx = rx; endmodule", INSIDE, "lattice", "clock.from: found \"oscillator\", but no oscillator of "
                 "the design drives anything. Those with a stand-in are OSC, OSCG, SB_HFOSC, SB_LFOSC, STARTUPE2"),
                (ON_OSCILLATOR % HFOSC.replace("0b01", "1"), INSIDE, "lattice", "an oscillator of 48000000 Hz is divided by 0; both must be positive"),
                (ON_OSCILLATOR % "SB_LFOSC l (.CLKLFPU(1'b1), .CLKLFEN(1'b1), .CLKLF(clk));", INSIDE, "lattice",
                 "uart.baud: found 115200, expected at most an eighth of the clock, an oscillator of 10000 Hz (1250)."),
                (ON_OSCILLATOR % HFOSC, INSIDE + "\nhz = 12_000_000", "lattice", "clock.hz: found 12000000, expected about 24000000, which is what the "
                 "parameters of the oscillator's cell make"),
                (ON_OSCILLATOR % HFOSC, INSIDE + "\nhz = 48_000_000", "lattice", "clock.hz: found 48000000, expected about 24000000"),
                (two, INSIDE, "lattice", "clock.hz: missing; the design has oscillators of 24000000, 10000 Hz.")):
            with self.subTest(said=said):
                self.assertIn(said, self.complaint({"player.v": source}, text=described('"player.v"', clock, f'stubs = ["{stubs}"]')))
        builder = self.verilated({"player.v": two}, text=described('"player.v"', INSIDE + "\nhz = 24_500_000", 'stubs = ["lattice"]'))
        self.assertEqual((builder.description.clock_hz, [clock.hz for clock in builder.board.more_clocks]), (24_500_000, [10_000]))


class ClockingWizardTest(Workshop):
    def count(self, xci: str, edges: int, keys: str):
        board = self.built({"player.v": COUNTS % (WIZARD % ".reset(1'b0), ", edges), "clk_wiz_0.xci": xci},
                           text=described('"player.v", "clk_wiz_0.xci"', 'pin = "clk"\nhz = 100_000_000', keys))
        self.assertEqual([level for _, level in board.edges([(200, 1), (2000, 0)])[-2:]], [0, 1])
        return board

    def test_its_outputs_have_the_ratios_of_the_xci(self):
        for form in (in_json, in_xml):
            with self.subTest(form=form.__name__):
                board = self.count(form(PARAMETERS), 125, keys=f"# {form.__name__}")  # models of one name are loaded once
                self.assertEqual((board.skip_off_reason, board.facts["stand_ins"]), (None, "clk_wiz_0.xci"))

    def test_a_change_of_the_xci_is_a_change_of_the_design(self):
        builder = self.builder({"player.v": COUNTS % (WIZARD % ".reset(1'b0), ", 125), "clk_wiz_0.xci": in_json(PARAMETERS)},
                               text=described('"player.v", "clk_wiz_0.xci"', 'pin = "clk"\nhz = 100_000_000'))
        self.assertIn(self.folder / "clk_wiz_0.xci", builder.elaborate(self.folder / "verilated", self.folder / "player.log"))

    def test_a_reset_of_its_level_holds_its_lock(self):
        source = COUNTS.replace("tx <= ~(a == 1000 && b == %d)", "tx <= locked | (%d == 0)")
        for pin, kind, levels in (("resetn", "ACTIVE_LOW", [1, 0, 1]), ("reset", "ACTIVE_HIGH", [0, 1, 0])):
            with self.subTest(pin=pin):
                xci = in_json(PARAMETERS | {"RESET_TYPE": kind, "RESET_PORT": pin})
                board = self.built({"player.v": source % (WIZARD % f".{pin}(rx), ", 1), "clk_wiz_0.xci": xci},
                                   text=described('"player.v", "clk_wiz_0.xci"', 'pin = "clk"\nhz = 100_000_000', f"# {pin}"))
                self.assertEqual([board.run(500 * (number + 1), rx).tx for number, rx in enumerate((1, 0, 1))], levels)

    def test_a_module_of_the_design_goes_before_it_and_a_wrong_file_is_told(self):
        own = "module clk_wiz_0 (input clk_in1, input reset, output clk_out2, output locked); assign clk_out2 = clk_in1, locked = ~reset; endmodule\n"
        text = described('"player.v", "clk_wiz_0.xci"', 'pin = "clk"\nhz = 100_000_000')
        source = COUNTS % (WIZARD % ".reset(1'b0), ", 125)
        builder = self.verilated({"player.v": source + own, "clk_wiz_0.xci": in_json(PARAMETERS)}, text=text)
        self.assertEqual(builder.board.more_clocks, [])
        self.assertIn("clk_wiz_0.xci: cannot be read as Vivado's .xci", self.complaint({"player.v": source, "clk_wiz_0.xci": "{}"}, text=text))


class OwnStandInTest(Workshop):
    INSTANCE = "my_pll pll (.refclk(clk), .rst(1'b0), .outclk_0(made), .locked(locked));"

    def test_a_file_of_the_teams_own_makes_clocks_by_the_rigs_modules(self):
        board = self.built({"player.v": COUNTS % (self.INSTANCE, 1400), "my_pll.v": OWN})
        self.assertEqual(board.facts["stand_ins"], "my_pll.v")
        self.assertEqual([level for _, level in board.edges([(200, 1), (2000, 0)])[-2:]], [0, 1])

    def test_a_missing_clock_generator_is_told_how_to_write_one(self):
        said = self.complaint({"player.v": COUNTS % (self.INSTANCE, 1400)})
        self.assertIn("If it makes clocks, write one of your own (rtl_models/README.md, \"A stand-in of your own\")", said)
