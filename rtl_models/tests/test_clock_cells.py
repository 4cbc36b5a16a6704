"""Stand-ins for clock generators and oscillators: the frequencies that the vendors' guides give for parameters."""

import re
import unittest
from fractions import Fraction

from cells import simulate

ICE40 = "{cell} #(.FEEDBACK_PATH(\"{path}\"), .DIVR({divr}), .DIVF({divf}), .DIVQ({divq}){more}) dut (.{pin}(clk), .RESETB(1'b1), .BYPASS(1'b0));"
ECP5 = "EHXPLLL #(.CLKI_DIV({}), .CLKFB_DIV({}), .FEEDBK_PATH(\"{}\"), .CLKOP_DIV({}){}) dut (.CLKI(clk), .RST(1'b0));"
GOWIN = "{cell} #(.FCLKIN(\"{mhz}\"), .IDIV_SEL({idiv}), .FBDIV_SEL({fbdiv}){more}) dut (.CLKIN(clk));"


def ice40(cell: str, divr: int, divf: int, divq: int, *, path: str = "SIMPLE", pin: str = "REFERENCECLK", **more: str) -> str:
    return ICE40.format(cell=cell, path=path, divr=divr, divf=divf, divq=divq, pin=pin, more="".join(f', .{key}("{value}")' for key, value in more.items()))


def gowin(mhz: str, idiv: int, fbdiv: int, *, cell: str = "rPLL", **more) -> str:
    return GOWIN.format(cell=cell, mhz=mhz, idiv=idiv, fbdiv=fbdiv, more="".join(f", .{key}({value})" for key, value in more.items()))


# A cell, the frequency of its input in MHz, and for outputs by the name of what makes them: MHz, degrees, the input's period in ps.
GENERATORS = [
    (ice40("SB_PLL40_CORE", 0, 66, 3), 12, {"made": (100.5, 0, 0)}),
    (ice40("SB_PLL40_CORE", 0, 79, 4), 12, {"made": (60, 0, 0)}),
    (ice40("SB_PLL40_CORE", 1, 79, 4, PLLOUT_SELECT="GENCLK_HALF"), 12, {"made": (15, 0, 0)}),
    (ice40("SB_PLL40_CORE", 0, 1, 3, path="PHASE_AND_DELAY", PLLOUT_SELECT="SHIFTREG_0deg"), 16, {"made": (32, 0, 0)}),
    (ice40("SB_PLL40_CORE", 4, 3, 3, path="DELAY"), 125, {"made": (100, 0, 0)}),
    (ice40("SB_PLL40_PAD", 0, 63, 4, pin="PACKAGEPIN"), 12, {"made": (48, 0, 0)}),
    (ice40("SB_PLL40_2_PAD", 0, 63, 5, pin="PACKAGEPIN"), 12, {"made_b": (24, 0, 0)}),
    (ice40("SB_PLL40_2F_CORE", 3, 0, 5, path="PHASE_AND_DELAY", PLLOUT_SELECT_PORTA="SHIFTREG_0deg", PLLOUT_SELECT_PORTB="SHIFTREG_90deg"), 100.5,
     {"made_a": (25.125, 0, 0), "made_b": (25.125, 90, 0)}),
    (ice40("SB_PLL40_2F_PAD", 0, 63, 4, pin="PACKAGEPIN", PLLOUT_SELECT_PORTB="GENCLK_HALF"), 12, {"made_a": (48, 0, 0), "made_b": (24, 0, 0)}),
    (ECP5.format(1, 4, "CLKOP", 6, ', .CLKOS_ENABLE("ENABLED"), .CLKOS_DIV(24), .CLKOS3_ENABLE("ENABLED"), .CLKOS3_DIV(10)'), 25,
     {"clkop": (100, 0, 0), "clkos": (25, 0, 0), "clkos3": (60, 0, 0)}),
    (ECP5.format(5, 12, "INT_OS2", 5, ', .CLKOS2_ENABLE("ENABLED"), .CLKOS2_DIV(10)'), 25, {"clkop": (120, 0, 0), "clkos2": (60, 0, 0)}),
    (gowin("27", 2, 27), 27, {"clkout": (252, 0, 37037), "clkoutp": (252, 0, 37037), "clkoutd": (126, 0, 37037), "clkoutd3": (84, 0, 37037)}),
    (gowin("27", 8, 1, DYN_SDIV_SEL=4, PSDA_SEL='"0100"'), 27,
     {"clkout": (6, 0, 37037), "clkoutp": (6, 90, 37037), "clkoutd": (1.5, 0, 37037), "clkoutd3": (2, 0, 37037)}),
    (gowin("33.3333", 0, 2, PSDA_SEL='"1011"', CLKOUT_BYPASS='"true"'), 33, {"clkout": (33, 0, 30000), "clkoutp": (99, 248, 30000)}),
    (gowin("100.0", 0, 0, CLKOUTP_BYPASS='"true"', PSDA_SEL='"1000"'), 100, {"clkout": (100, 0, 10000), "clkoutp": (100, 0, 10000)}),
    (gowin("4.25", 0, 7, cell="PLLVR"), Fraction("4.25"), {"clkout": (34, 0, 235294)}),
]
PLLE2 = """PLLE2_{} #(.CLKFBOUT_MULT(20), .DIVCLK_DIVIDE(2), .CLKIN1_PERIOD(20.0), .CLKOUT0_DIVIDE(5), .CLKOUT1_DIVIDE(4), .CLKOUT2_DIVIDE(10),
  .CLKOUT3_DIVIDE(20), .CLKOUT4_DIVIDE(25), .CLKOUT5_DIVIDE(50), .CLKOUT2_PHASE(90.0), .CLKOUT5_PHASE(180.0)) dut (.CLKIN1(clk), .RST(1'b0));"""
GENERATORS += [(PLLE2.format(kind), 50, {"clkout0": (100, 0, 20000), "clkout1": (125, 0, 20000), "clkout2": (50, 90, 20000), "clkout3": (25, 0, 20000),
                                         "clkout4": (20, 0, 20000), "clkout5": (10, 180, 20000)}) for kind in ("BASE", "ADV")]
PLL_BASE = PLLE2.replace("E2_{}", "_BASE").replace("CLKIN1", "CLKIN")
GENERATORS += [(PLL_BASE, *GENERATORS[-1][1:])]
DCM = """{} #(.CLKIN_PERIOD(31.25), .CLKIN_DIVIDE_BY_2("{}"), .CLKDV_DIVIDE(2.5), .CLKFX_MULTIPLY(25), .CLKFX_DIVIDE(8)) dut (.CLKIN(clk), .RST(1'b0));"""
GENERATORS += [(DCM.format(cell, halves), 32, {"clk0": (32 // by, 0, 31250), "clk90": (32 // by, 90, 31250), "clk2x": (64 // by, 0, 31250),
                                               "clkdv": (Fraction(64, 5 * by), 0, 31250), "clkfx": (100 // by, 0, 31250)})
               for cell in ("DCM", "DCM_SP") for halves, by in (("FALSE", 1), ("TRUE", 2))]
# Each way back to the phase detector of ECP5: what is fed back has four times the input's frequency.
GENERATORS += [(ECP5.format(1, 4, name, 6, "".join(f', .{out}_ENABLE("ENABLED"), .{out}_DIV({divide})' for out, divide in (("CLKOS", 5), ("CLKOS2", 4), ("CLKOS3", 3)))),
                25, {out: (Fraction(100 * own, divide), 0, 0) for out, divide in (("clkop", 6), ("clkos", 5), ("clkos2", 4), ("clkos3", 3))})
               for own, names in ((6, ("CLKOP", "INT_OP")), (5, ("CLKOS", "INT_OS")), (4, ("CLKOS2", "INT_OS2")), (3, ("CLKOS3", "INT_OS3"))) for name in names]
OSCILLATORS = [
    *((f"SB_HFOSC #(.CLKHF_DIV(\"0b{number:02b}\")) dut (.CLKHFPU(1'b1), .CLKHFEN(1'b1));", 48_000_000 >> number) for number in range(4)),
    ("SB_HFOSC dut (.CLKHFPU(1'b1), .CLKHFEN(1'b1));", 48_000_000),
    ("SB_LFOSC dut (.CLKLFPU(1'b1), .CLKLFEN(1'b1));", 10_000),
    ("OSCG #(.DIV(3)) dut ();", Fraction(310_000_000, 3)),
    ("OSCG dut ();", 2_421_875),
    ("OSC #(.FREQ_DIV(10), .DEVICE(\"GW1NR-9C\")) dut ();", 25_000_000),
    *((f"OSC #(.FREQ_DIV(10), .DEVICE(\"{device}\")) dut ();", 21_000_000)
      for device in ("GW1N-4", "GW1N-4B", "GW1N-4C", "GW1NR-4", "GW1NR-4B", "GW1NR-4C", "GW1NRF-4B")),
    ("OSC dut ();", 2_100_000),
    ("STARTUPE2 dut ();", 65_000_000),
]
REFUSED = [
    (ice40("SB_PLL40_CORE", 0, 1, 3, path="EXTERNAL"), "knows no output GENCLK with a FEEDBACK_PATH of EXTERNAL"),
    (ice40("SB_PLL40_CORE", 0, 1, 3, PLLOUT_SELECT="SHIFTREG_0deg"), "knows no output SHIFTREG_0deg with a FEEDBACK_PATH of SIMPLE"),
    (ice40("SB_PLL40_CORE", 0, 1, 3, path="PHASE_AND_DELAY"), "knows no output GENCLK with"),
    (ice40("SB_PLL40_CORE", 0, 1, 3).replace(".BYPASS(1'b0)", ".BYPASS(1'b1)"), "cannot be bypassed"),
    (ECP5.format(1, 4, "USERCLOCK", 6, ""), "does not know FEEDBK_PATH = USERCLOCK"),
    (ECP5.format(1, 4, "CLKOP", 6, ", .OUTDIVIDER_MUXB(\"REFCLK\")"), "an output that is not divided"),
    ("PLL_BASE #(.CLK_FEEDBACK(\"CLKOUT0\")) dut (.CLKIN(clk), .RST(1'b0));", "does not know CLK_FEEDBACK = CLKOUT0"),
    (gowin("27", 0, 1, DYN_IDIV_SEL='"true"'), "knows dividers by parameters"),
    (gowin("27", 0, 1, CLKOUTD_SRC='"CLKOUTP"'), "CLKOUTD and CLKOUTD3 of CLKOUT alone"),
    (gowin("27", 0, 1, DYN_DA_EN='"true"').replace(".CLKIN(clk)", ".CLKIN(clk), .PSDA(4'd2)"), "a phase that is set by the port PSDA"),
]
# A cell with the pin that resets it, and the level at which it then is locked never.
RESETS = [
    *((ice40(cell, 0, 66, 3, pin=pin), "RESETB", 0) for cell, pin in (
        ("SB_PLL40_CORE", "REFERENCECLK"), ("SB_PLL40_PAD", "PACKAGEPIN"), ("SB_PLL40_2_PAD", "PACKAGEPIN"), ("SB_PLL40_2F_CORE", "REFERENCECLK"),
        ("SB_PLL40_2F_PAD", "PACKAGEPIN"))),
    (ECP5.format(1, 4, "CLKOP", 6, ', .PLLRST_ENA("ENABLED")'), "RST", 1), (ECP5.format(1, 4, "CLKOP", 6, ""), "RST", None),
    (gowin("27", 2, 27), "RESET", 1), (gowin("27", 2, 27), "RESET_P", 1), (gowin("27", 2, 27, cell="PLLVR"), "RESET", 1),
]
ACCEPTED = [gowin("27", 0, 1, DYN_DA_EN='"true"').replace(".CLKIN(clk)", ".CLKIN(clk), .PSDA(4'd0)"), ECP5.format(1, 4, "INT_OP", 6, "")]


def printed(instances: list[str]) -> list[list[str]]:
    """What each of these prints while its clock has an edge."""
    found = []
    text = "".join(f"module bench_{number}; reg clk; initial begin clk = 0; #1 clk = 1; end\n  {instance}\nendmodule\n"
                   for number, instance in enumerate(instances))
    lines = simulate(text).splitlines()
    for number in range(len(instances)):
        found.append([line for line in lines if line.startswith(f"bench_{number}.")])
    return found


class ClockCellsTest(unittest.TestCase):
    def test_outputs_of_clock_generators_have_the_frequencies_of_their_guides(self):
        for (instance, mhz, expected), lines in zip(GENERATORS, printed([instance for instance, *_ in GENERATORS])):
            outputs = {}
            for line in lines:
                path, multiply, divide, phase, period = line.split()
                name = next(word for word in reversed(path.split(".")) if word in expected or word not in ("made",))
                outputs[name if name != "dut" else "made"] = (Fraction(mhz) * int(multiply) / int(divide), int(phase), int(period))
            for name, (hz, phase, period) in expected.items():
                with self.subTest(instance=instance, output=name):
                    self.assertEqual(outputs.get(name), (Fraction(hz), phase, period), outputs)

    def test_they_are_locked_when_nothing_resets_them(self):
        instances, expected = [], []
        for instance, pin, held in RESETS:
            for level in (0, 1):
                head, tail = re.sub(rf", \.{pin}\(1'b.\)", "", instance).rsplit(");", 1)
                instances.append(f"{head}, .{pin}(1'b{level}), .LOCK(lock));{tail}")
                expected.append("0" if level == held else "1")
        text = "".join(f"module bench_{number}; reg clk; wire lock; integer i;\n  {instance}\n"
                       "  initial begin clk = 0; for (i = 0; i < 300; i = i + 1) #1 clk = ~clk; $display(\"%m %b\", lock); end\nendmodule\n"
                       for number, instance in enumerate(instances))
        found = dict(line.split() for line in simulate(text).splitlines() if len(line.split()) == 2)
        for number, instance in enumerate(instances):
            with self.subTest(instance=instance):
                self.assertEqual(found.get(f"bench_{number}"), expected[number])

    def test_an_output_that_is_switched_off_is_low(self):
        text = ("module bench_0; reg clk; wire [3:0] out;\n  EHXPLLL #(.CLKOP_ENABLE(\"DISABLED\")) dut (.CLKI(clk), .CLKOP(out[0]), .CLKOS(out[1]), .CLKOS2(out[2]), "
                ".CLKOS3(out[3]));\n  initial begin clk = 1; #1 $display(\"%b\", out); end\nendmodule\n")
        self.assertEqual(simulate(text), "0000\n")

    def test_oscillators_have_the_frequencies_of_their_data_sheets(self):
        for (instance, hz), lines in zip(OSCILLATORS, printed([instance for instance, _ in OSCILLATORS])):
            with self.subTest(instance=instance):
                (_, full, divide), = (line.split() for line in lines)
                self.assertEqual(Fraction(int(full), int(divide)), hz)

    def test_a_wrong_divider_of_an_oscillator_is_none(self):
        (line,), = printed(["SB_HFOSC #(.CLKHF_DIV(\"2\")) dut (.CLKHFPU(1'b1), .CLKHFEN(1'b1));"])
        self.assertEqual(line.split()[2], "0")

    def test_what_a_generator_does_not_know_ends_the_simulation_with_a_sentence(self):
        for instance, said in REFUSED:
            with self.subTest(said=said):
                text = f"module bench_0; reg clk; initial begin clk = 0; #1 clk = 1; #1 $display(\"went on\"); end\n  {instance}\nendmodule\n"
                out = simulate(text)
                self.assertRegex(out, re.escape(said))
                self.assertNotIn("went on", out)
        for instance in ACCEPTED:
            with self.subTest(instance=instance):
                self.assertIn("went on", simulate(f"module bench_0; reg clk; initial begin clk = 0; #1 clk = 1; #1 $display(\"went on\"); end\n"
                                                  f"  {instance}\nendmodule\n"))


if __name__ == "__main__":
    unittest.main()
