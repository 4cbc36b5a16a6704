"""What is guessed of designs whose clocks come from cells: oscillators, clock generators, Vivado's Clocking Wizard."""

import unittest

from model_builder.description import read_description
from test_clocking_wizard import PARAMETERS, in_json
from test_new_dut import CORE, NewDut

# Its parameter says what it runs at.
UART = CORE.replace("module player (", "module player #(parameter CLK_HZ = %d) (")
TOP = """module top (input clk_in, input uart_rx, output uart_tx);
  wire clk, locked;
  %s
  player p (.clk(clk), .rst(1'b0), .rx(uart_rx), .tx(uart_tx));
endmodule
"""
ECP5 = """(* FREQUENCY_PIN_CLKI="25" *) EHXPLLL #(.CLKI_DIV(1), .CLKFB_DIV(2), .CLKOP_DIV(12)) pll
    (.CLKI(clk_in), .CLKOP(clk), .CLKFB(clk), .RST(1'b0), .LOCK(locked));"""
ICE40 = """SB_PLL40_PAD #(.DIVR(0), .DIVF(79), .DIVQ(4)) pll (.PACKAGEPIN(clk_in), .PLLOUTGLOBAL(clk), .RESETB(1'b1), .BYPASS(1'b0));"""
GOWIN = """rPLL #(.FCLKIN("27"), .IDIV_SEL(2), .FBDIV_SEL(5)) pll (.CLKIN(clk_in), .CLKOUT(clk), .LOCK(locked));"""
HFOSC = "SB_HFOSC #(.CLKHF_DIV(\"0b10\")) osc (.CLKHFPU(1'b1), .CLKHFEN(1'b1), .CLKHF(clk));"
LFOSC = "SB_LFOSC slow (.CLKLFPU(1'b1), .CLKLFEN(1'b1), .CLKLF(ticks));"
BLINKER = "module blinker (input clk, output reg led);\n  always @(posedge clk) led <= ~led;\nendmodule\n"


class GeneratorsTest(NewDut):
    def test_what_runs_behind_a_generator_tells_the_frequency_at_the_pin(self):
        for cell, behind, hz in ((ECP5, 50_000_000, 25_000_000), (ICE40, 60_000_000, 12_000_000)):
            with self.subTest(cell=cell):
                found = self.guessed({"top.v": TOP % cell, "player.v": UART % behind}, "--force")
                self.assertEqual((found["clock"], found["stubs"]), ({"pin": "clk_in", "hz": hz}, ["EHXPLLL" if cell is ECP5 else "SB_PLL40_PAD"]))
                self.assertIn(f"The parameter CLK_HZ of top.p, behind a clock generator (× {behind // hz}) (player.v:1).", self.text())

    def test_a_generator_that_is_told_its_input_goes_first(self):
        found = self.guessed({"top.v": TOP % GOWIN, "player.v": UART % 54_000_000})
        self.assertEqual((found["clock"], found["stubs"]), ({"pin": "clk_in", "hz": 27_000_000}, ["rPLL"]))
        self.assertIn("The period that rPLL \"pll\" is told (top.v:3).", self.text())

    def test_a_teams_own_stand_in_is_one(self):
        own = "module my_pll (input a, output b);\n  rig_pll_output #(.MULTIPLY(4), .DIVIDE(1)) o (.in(a), .out(b));\nendmodule\n"
        found = self.guessed({"top.v": TOP % "my_pll pll (.a(clk_in), .b(clk));", "player.v": UART % 100_000_000, "my_pll.v": own})
        self.assertEqual((found["clock"], "stubs" in found), ({"pin": "clk_in", "hz": 25_000_000}, False))

    def test_the_clocking_wizard_is_read_from_its_xci_and_not_from_what_vivado_made_of_it(self):
        wizard = "clk_wiz_0 wizard (.clk_in1(clk_in), .reset(1'b0), .clk_out1(clk), .clk_out2(), .locked(locked));"
        empty = "module clk_wiz_0 (output clk_out1, clk_out2, input reset, output locked, input clk_in1);\nendmodule\n"
        found = self.guessed({"top.v": TOP % wizard, "player.v": CORE, "ip/clk_wiz_0.xci": in_json(PARAMETERS),
                              "gen/clk_wiz_0.v": empty, "gen/clk_wiz_0_stub.v": empty, "ip/ram.xci": in_json({}, kind="blk_mem_gen")})
        self.assertEqual((set(found["sources"]), found["clock"]), ({"top.v", "player.v", "ip/clk_wiz_0.xci"}, {"pin": "clk_in", "hz": 100_000_000}))
        self.assertEqual([path.name for path in read_description(self.folder / "board.toml").ips], ["clk_wiz_0.xci"])
        self.assertIn("The period that clk_wiz_0 \"wizard\" is told (top.v:3).", self.text())
        self.assertIn("clk_wiz_0 (top.v:3) is made from what Vivado knows of it.", self.text())


class OscillatorsTest(NewDut):
    def test_a_design_without_a_clock_pin_runs_on_its_oscillator(self):
        self.write({"top.v": TOP.replace("input clk_in, ", "") % HFOSC, "player.v": CORE})
        status, out, err = self.run_on()
        self.assertEqual((status, "clock oscillator 12000000 Hz" in out), (0, True), out + err)
        description = read_description(self.folder / "board.toml")
        self.assertEqual((description.clock_pin, description.clock_hz, description.stubs), ("", 0, ["SB_HFOSC"]))
        self.assertIn("1 block runs on it (top.v:3).", self.text())
        self.assertIn("The parameters of SB_HFOSC \"osc\" say so (top.v:3).", self.text())
        self.assertIn("So `hz` is 12_000_000. Write it down only if the real one is another.", " ".join(self.text().replace("\n# ", " ").split()))

    def test_the_clock_of_the_uart_is_the_first_and_further_oscillators_are_left_to_the_builder(self):
        blinker = "\n  wire ticks, led; assign lamp = led; {} blinker b (.clk(ticks), .led(led));"
        top = TOP.replace("output uart_tx", "output uart_tx, output lamp")
        found = self.guessed({"top.v": top % ("assign clk = clk_in;" + blinker.format(LFOSC)), "player.v": UART % 25_000_000, "b.v": BLINKER})
        self.assertEqual(found["clock"], {"pin": "clk_in", "hz": 25_000_000})
        found = self.guessed({"top.v": top % (HFOSC + blinker.format("assign ticks = clk_in;")), "top.sdc": "create_clock -period 40 [get_ports clk_in]\n"},
                             "--force")
        self.assertEqual(found["clock"], [{"from": "oscillator", "hz": 12_000_000}, {"pin": "clk_in", "hz": 25_000_000}])
        found = self.guessed({"top.v": top.replace("input clk_in, ", "") % (HFOSC + blinker.format(LFOSC))}, "--force")
        self.assertEqual(found["clock"], {"from": "oscillator", "hz": 12_000_000})

    def test_an_oscillator_that_feeds_a_generator_is_followed(self):
        source = TOP.replace("input clk_in, ", "").replace("wire clk,", "wire clk_in, clk,") % (HFOSC.replace("CLKHF(clk)", "CLKHF(clk_in)") + "\n  " +
                                                                                                ICE40.replace("SB_PLL40_PAD", "SB_PLL40_CORE").replace("PACKAGEPIN", "REFERENCECLK"))
        found = self.guessed({"top.v": source, "player.v": CORE})
        self.assertEqual((found["clock"], found["stubs"]), ({"from": "oscillator"}, ["SB_HFOSC", "SB_PLL40_CORE"]))


class LanguageTest(NewDut):
    def test_assertions_in_a_v_file_set_the_language(self):
        found = self.guessed({"p.v": CORE.replace("    else tx", "    else if (rx) assert (1'b1);\n    else tx"), "x.sdc": "create_clock -period 20 [get_ports clk]"})
        self.assertEqual(found["language"], "systemverilog")


if __name__ == "__main__":
    unittest.main()
