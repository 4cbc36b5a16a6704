"""What is guessed of a folder of sources: the boards of fixtures/duts as their descriptions say, and designs with traps."""

import contextlib
import io
import shutil
import sys
import tempfile
import tomllib
import unittest
from pathlib import Path
from unittest import mock

from design_reader.cli import main
from model_builder.description import read_description

PROJECT = Path(__file__).resolve().parents[3]
DUTS = PROJECT / "fixtures/duts"
LIBRARIES = ("rtl_models/uart", "rtl_models/blokus_duo", "fixtures/rtl", "fixtures/duts/icebreaker")

CORE = """module player (input clk, input rst, input rx, output reg tx);
  always @(posedge clk)
    if (rst) tx <= 1'b1;
    else tx <= rx;
endmodule
"""


class NewDut(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name).resolve() / "board"
        self.folder.mkdir()

    def write(self, files: dict[str, str]):
        for name, text in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    def run_on(self, *arguments: str, baud: int = 115200) -> tuple[int, str, str]:
        """Exit status, and what was printed."""
        words = ["new_dut", str(self.folder), "--contest", "icfpt2014", "--baud", str(baud), "--name", "board", *arguments]
        with mock.patch.object(sys, "argv", words), contextlib.redirect_stdout(io.StringIO()) as out, \
                contextlib.redirect_stderr(io.StringIO()) as err:
            status = main()
        return status, out.getvalue(), err.getvalue()

    def text(self) -> str:
        return (self.folder / "board.toml").read_text()

    def guessed(self, files: dict[str, str], *arguments: str, status: int = 0, baud: int = 115200) -> dict:
        """The description as TOML, all of its keys."""
        self.write(files)
        ended, out, err = self.run_on(*arguments, baud=baud)
        self.assertEqual(ended, status, out + err)
        return tomllib.loads(self.text())


class ExamplesTest(NewDut):
    def test_each_board_is_described_as_its_own_description_says(self):
        boards = sorted(path for path in DUTS.iterdir() if path.is_dir())
        self.assertGreaterEqual(len(boards), 8)
        for board in boards:
            with self.subTest(board=board.name):
                kept = read_description(next(board.glob("*.toml")))
                self.folder = Path(tempfile.mkdtemp(dir=self.folder.parent)) / board.name
                shutil.copytree(board, self.folder, ignore=shutil.ignore_patterns("*.toml"))
                libraries = [library for library in LIBRARIES if PROJECT / library != board]
                status, out, err = self.run_on(*(word for library in libraries for word in ("--with", str(PROJECT / library))))
                self.assertEqual(status, 0, out + err)
                self.compare(read_description(self.folder / "board.toml"), kept, board)

    def compare(self, found, kept, board: Path):
        def files(paths, folder):
            return {path.relative_to(folder) if path.is_relative_to(folder) else path for path in paths}

        for key in ("top", "clock_pin", "clock_hz", "reset_pin", "reset_active", "rx", "tx", "baud", "ties", "language"):
            # What a description need not name is at high impedance.
            wanted = getattr(kept, key) if key != "ties" else {pin: value for pin, value in kept.ties.items() if value != "z"}
            self.assertEqual(getattr(found, key), wanted, key)
        self.assertEqual([(clock.pin, clock.hz) for clock in found.more_clocks], [(clock.pin, clock.hz) for clock in kept.more_clocks])
        self.assertEqual(files(found.sources, self.folder), files(kept.sources, board))
        self.assertEqual(files(found.files, self.folder), files(kept.files, board))
        self.assertEqual(bool(found.stubs), bool(kept.stubs))
        self.assertEqual(found.parameters, kept.parameters)


class TopTest(NewDut):
    def test_a_bench_beside_the_design_is_no_top(self):
        bench = """module player_tb; reg clk = 0; wire tx; always #10 clk = ~clk;
          player dut (.clk(clk), .rst(1'b0), .rx(1'b1), .tx(tx)); initial #1000 $finish; endmodule"""
        found = self.guessed({"hdl/player.v": CORE, "hdl/sim/player_tb.v": bench, "player.sdc": "create_clock -period 20 [get_ports clk]"})
        self.assertEqual((found["top"], found["sources"]), ("player", ["hdl/player.v"]))
        self.assertIn("not player_tb: a test bench: it ends the simulation itself (hdl/sim/player_tb.v:1)", self.text())

    def test_of_two_tops_the_likelier_is_taken_and_the_other_named(self):
        fpga = "module fpga (input clk, input rst, input rx, output tx);\n  player p (clk, rst, rx, tx);\nendmodule\n"
        leftover = "module blinker (input clk, output reg led);\n  always @(posedge clk) led <= ~led;\nendmodule\n"
        found = self.guessed({"player.v": CORE, "fpga.v": fpga, "blinker.v": leftover, "x.sdc": "create_clock -period 20 [get_ports clk]"})
        self.assertEqual(found["top"], "fpga")
        self.assertEqual(set(found["sources"]), {"fpga.v", "player.v"})
        self.assertIn("Others: blinker: no other module instantiates it", self.text())

    def test_the_project_of_a_vendors_tool_decides(self):
        both = {"a.v": CORE, "b.v": CORE.replace("player", "other"), "x.sdc": "create_clock -period 20 [get_ports clk]",
                "x.qsf": "set_global_assignment -name TOP_LEVEL_ENTITY other\n"}
        self.assertEqual(self.guessed(both)["top"], "other")

    def test_so_do_vivados_and_ises_and_their_simulations_do_not(self):
        vivado = """<FileSet Name="sources_1" Type="DesignSrcs" RelSrcDir="$PSRCDIR/sources_1">
  <Config><Option Name="TopModule" Val="other"/></Config></FileSet>
<FileSet Name="sim_1" Type="SimulationSrcs" RelSrcDir="$PSRCDIR/sim_1"><Config><Option Name="TopModule" Val="player"/></Config></FileSet>
"""
        ise = '<property xil_pn:name="Implementation Top" xil_pn:value="Module|other" xil_pn:valueState="non-default"/>\n'
        for name, text in (("x.xpr", vivado), ("x.xise", ise)):
            with self.subTest(project=name):
                both = {"a.v": CORE, "b.v": CORE.replace("player", "other"), "x.sdc": "create_clock -period 20 [get_ports clk]", name: text}
                self.assertEqual(self.guessed(both, "--force")["top"], "other")
                (self.folder / name).unlink()

    def test_of_two_files_that_of_the_project_is_taken(self):
        vivado = """<File Path="$PSRCDIR/sources_1/imports/rtl/player.v">
  <FileInfo><Attr Name="ImportPath" Val="$PPRDIR/../rtl/player.v"/></FileInfo></File>
"""
        remark = "# set_global_assignment -name VERILOG_FILE ../rtl/player.v\n"
        quartus = f"{remark}set_global_assignment -name VERILOG_FILE x.srcs/sources_1/imports/rtl/player.v\n"
        copy = "syn/x.srcs/sources_1/imports/rtl/player.v"
        for name, text in (("syn/x.xpr", vivado), ("syn/x.qsf", quartus)):
            with self.subTest(project=name):
                both = {"rtl/player.v": CORE, copy: CORE, "x.sdc": "create_clock -period 20 [get_ports clk]", name: text}
                self.assertEqual(self.guessed(both, "--force")["sources"], [copy])
                (self.folder / name).unlink()

    def test_another_top_can_be_asked_for(self):
        found = self.guessed({"a.v": CORE, "b.v": CORE.replace("player", "other"), "x.sdc": "create_clock -period 20 [get_ports clk]"},
                             "--top", "other")
        self.assertEqual((found["top"], found["sources"]), ("other", ["b.v"]))

    def test_a_file_that_declares_a_module_again_is_left_out_and_told(self):
        self.write({"rtl/player.v": CORE, "rtl_old/player.v": CORE, "x.sdc": "create_clock -period 20 [get_ports clk]"})
        status, out, _ = self.run_on()
        self.assertEqual(status, 0)
        self.assertIn("player is declared in two files; rtl_old/player.v:1 was left out", out)

    def test_packages_come_before_what_uses_them(self):
        found = self.guessed({"a_top.sv": "module a_top import z_pkg::*; (input logic clk, input logic rx, output logic tx);\n"
                                          "  always_ff @(posedge clk) tx <= rx ^ INVERT;\nendmodule\n",
                              "z_pkg.sv": "package z_pkg; import y_pkg::*; localparam logic INVERT = ZERO; endpackage\n",
                              "y_pkg.sv": "package y_pkg; localparam logic ZERO = 1'b0; endpackage\n",
                              "x.sdc": "create_clock -period 20 [get_ports clk]"})
        self.assertEqual(found["sources"], ["y_pkg.sv", "z_pkg.sv", "a_top.sv"])


class ResetTest(NewDut):
    def reset_of(self, source: str) -> dict | None:
        return self.guessed({"player.v": source, "x.sdc": "create_clock -period 20 [get_ports clk]"}, "--force").get("reset")

    def test_its_level_is_that_of_the_branch_and_not_of_its_name(self):
        self.assertEqual(self.reset_of(CORE), {"pin": "rst", "active": 1, "cycles": 16})
        self.assertEqual(self.reset_of(CORE.replace("(rst)", "(!rst)"))["active"], 0)
        self.assertEqual(self.reset_of(CORE.replace("(rst)", "(rst == 1'b0)"))["active"], 0)
        self.assertEqual(self.reset_of(CORE.replace("@(posedge clk)", "@(posedge clk or negedge rst)").replace("(rst)", "(~rst)"))["active"], 0)

    def test_it_is_followed_through_inverters_and_registers(self):
        top = """module top (input clk, input button, input rx, output tx);
  reg [1:0] pipe;
  always @(posedge clk) pipe <= {pipe[0], ~button};
  wire inner = pipe[1];
  player p (.clk(clk), .rst(inner), .rx(rx), .tx(tx));
endmodule
"""
        self.assertEqual(self.reset_of(CORE + top), {"pin": "button", "active": 0, "cycles": 16})

    def test_a_design_without_one_has_none(self):
        self.assertIsNone(self.reset_of("module player (input clk, input rx, output reg tx);\n  always @(posedge clk) tx <= rx;\nendmodule\n"))
        self.assertIn("No input was found that resets", self.text())

    def test_where_only_its_name_is_known_that_is_said(self):
        self.write({"player.v": "module player (input clk, input nreset, input rx, output reg tx);\n"
                                "  always @(posedge clk) tx <= rx | ~nreset;\nendmodule\n",
                    "x.sdc": "create_clock -period 20 [get_ports clk]"})
        _, out, _ = self.run_on()
        self.assertIn("look at reset.active: that nreset resets while it is 0 is guessed by its name", out)


class ClockTest(NewDut):
    def clock_of(self, files: dict[str, str], **more) -> dict:
        return self.guessed(files, "--force", **more)["clock"]

    def test_it_is_what_blocks_run_on_whatever_its_name(self):
        self.assertEqual(self.clock_of({"p.v": CORE.replace("clk", "tick_50M")}), {"pin": "tick_50M", "hz": 50_000_000})

    def test_its_frequency_follows_from_the_divider_and_the_contests_rate(self):
        uart = """module uart (input g, input rst, input rx, output reg tx);
  reg [9:0] n;
  always @(posedge g)
    if (rst) n <= 0;
    else if (n == %s) begin n <= 0; tx <= rx; end
    else n <= n + 1;
endmodule
"""
        for divider, baud, hz in (("433", 115200, 50_000_000), ("10'd868", 115200, 100_000_000), ("104", 115200, 12_000_000), ("138", 115200, 16_000_000), ("10'h196", 460800, 187_000_000)):
            with self.subTest(divider=divider):
                if hz == 187_000_000:  # no usual frequency: left to fill in
                    self.assertNotIn("hz", self.guessed({"p.v": uart % divider}, "--force", status=2, baud=baud)["clock"])
                else:
                    self.assertEqual(self.clock_of({"p.v": uart % divider}, baud=baud), {"pin": "g", "hz": hz})

    def test_of_several_usual_frequencies_that_with_16_samples_a_bit_is_taken_and_a_comment_can_decide(self):
        sampler = "module uart #(parameter DIV = 9) (input g, input rst, input rx, output reg tx);\n  reg [9:0] n;\n" \
                  "  always @(posedge g) if (rst) n <= 0; else if (n == DIV - 1) begin n <= 0; tx <= rx; end else n <= n + 1;\nendmodule\n"
        self.assertEqual(self.clock_of({"p.v": sampler})["hz"], 16_000_000)
        self.assertIn("8_000_000: DIV = 9 of uart, 9 × 8 samples × 115200 bit/s", self.text())
        self.assertEqual(self.clock_of({"p.v": "// runs at 8 MHz\n" + sampler})["hz"], 8_000_000)

    def test_a_parameter_handed_down_goes_before_its_default(self):
        top = """module top (input clk, input rst, input rx, output tx);
  localparam MHZ = 48;
  inner #(.CLK_HZ(MHZ * 1_000_000)) i (.clk(clk), .rst(rst), .rx(rx), .tx(tx));
endmodule
"""
        inner = CORE.replace("module player (", "module inner #(parameter CLK_HZ = 100_000_000) (")
        self.assertEqual(self.clock_of({"p.v": top + inner})["hz"], 48_000_000)

    def test_the_states_of_what_reads_the_uart_do_not_outvote_its_divider(self):
        uart = "module uart (input g, input rst, input rx, output reg tx);\n  reg [9:0] n;\n" \
               "  always @(posedge g) if (rst) n <= 0; else if (n == 54) begin n <= 0; tx <= rx; end else n <= n + 1;\nendmodule\n"
        states = "module game (input g, input uart_data, output reg [5:0] state);\n" \
                 "  always @(posedge g) if (uart_data) case (state)\n19: state <= 20;\n20: state <= 21;\n21: state <= 19;\nendcase\nendmodule\n"
        top = "module top (input g, input rst, input rx, output tx, output [5:0] act);\n  uart u (g, rst, rx, tx);\n  game m (g, tx, act);\nendmodule\n"
        self.assertEqual(self.clock_of({"p.v": uart + states + top})["hz"], 100_000_000)

    def test_a_macro_named_after_the_clock_tells_it_and_a_count_or_another_clock_does_not(self):
        for macro, hz in (("sys_clk 100000000 ", 100_000_000), ("CLOCK 27_000_000", 27_000_000), ("SPI_CLK 50000000", None), ("CLK 3000", None)):
            with self.subTest(macro=macro):
                found = self.guessed({"p.v": f"`define {macro}\n{CORE}"}, "--force", status=2 if hz is None else 0)
                self.assertEqual(found["clock"].get("hz"), hz)

    def test_constraints_go_before_all_and_set_the_tops_parameter(self):
        design = CORE.replace("module player (", "module player #(parameter CLK_HZ = 100_000_000) (")
        found = self.guessed({"p.v": design, "p.ucf": 'NET "clk" TNM_NET = "c";\nTIMESPEC "TS_c" = PERIOD "c" 20 ns HIGH 50%;\n'})
        self.assertEqual((found["clock"]["hz"], found["parameters"]), (50_000_000, {"CLK_HZ": 50_000_000}))
        self.assertIn("100_000_000: the parameter CLK_HZ of player (p.v:1)", self.text())

    def test_a_constraint_in_a_comment_counts_nothing(self):
        self.guessed({"p.v": CORE, "p.xdc": "#create_clock -period 20 [get_ports clk]\n"}, status=2)

    def test_what_nothing_tells_is_left_to_fill_in(self):
        self.write({"p.v": CORE})
        status, out, err = self.run_on()
        self.assertEqual(status, 2)
        self.assertIn("clock clk frequency unknown", out)
        self.assertIn("to be filled in before it can be built:\n  clock.hz: nothing tells the frequency of clk", err)
        self.assertIn("# hz = 50_000_000", self.text())

    def test_two_clocks_are_both_described_that_of_the_uart_first(self):
        slow = "module other (input fast, input d, output reg q);\n" + "  always @(posedge fast) q <= d;\n" * 3 + "endmodule\n"
        top = "module top (input fast, input clk, input rst, input rx, output tx, output q);\n" \
              "  other o (fast, rx, q);\n  uart_player p (clk, rst, rx, tx);\nendmodule\n"
        found = self.guessed({"p.v": CORE.replace("player", "uart_player") + slow + top,
                              "p.sdc": "create_clock -period 8 [get_ports fast]\ncreate_clock -period 20 [get_ports {clk}]\n"})
        self.assertEqual(found["clock"], [{"pin": "clk", "hz": 50_000_000}, {"pin": "fast", "hz": 125_000_000}])


class LineTest(NewDut):
    def test_bits_of_vectors_and_of_pins_of_both_directions_are_found(self):
        top = """module top (input CLOCK_50, input [3:0] KEY, inout [7:0] GPIO);
  player p (.clk(CLOCK_50), .rst(~KEY[2]), .rx(GPIO[5]), .tx(GPIO[3]));
endmodule
"""
        found = self.guessed({"p.v": CORE + top})
        self.assertEqual((found["uart"]["rx"], found["uart"]["tx"]), ("GPIO[5]", "GPIO[3]"))
        self.assertEqual((found["reset"]["pin"], found["reset"]["active"]), ("KEY[2]", 0))
        self.assertEqual(found["ties"], {"KEY[3]": 1, "KEY[1:0]": 3})

    def test_names_from_the_hosts_side_give_way_to_directions(self):
        source = CORE.replace("input rx, output reg tx", "input usb_txd, output reg usb_rxd").replace("tx <=", "usb_rxd <=").replace("<= rx", "<= usb_txd")
        found = self.guessed({"p.v": source, "x.sdc": "create_clock -period 20 [get_ports clk]"})
        self.assertEqual((found["uart"]["rx"], found["uart"]["tx"]), ("usb_txd", "usb_rxd"))

    def test_of_two_inputs_the_one_named_after_the_line_is_taken_and_lamps_are_not(self):
        source = """module player (input clk, input usb_sense, input usb_txd, input spi_rx, input btn, output reg usb_rxd, output led_tx);
  always @(posedge clk) usb_rxd <= usb_txd ^ spi_rx ^ btn ^ usb_sense;
  assign led_tx = usb_rxd;
endmodule
"""
        found = self.guessed({"p.v": source, "x.sdc": "create_clock -period 20 [get_ports clk]"})
        self.assertEqual((found["uart"]["rx"], found["uart"]["tx"]), ("usb_txd", "usb_rxd"))

    def test_a_pin_may_be_called_data_and_a_byte_is_no_line(self):
        source = """module player (input clk, input [7:0] uart_rx_data, input i_uart_rx_data, output reg [7:0] uart_tx_data, output reg o_uart_tx_data);
  always @(posedge clk) begin o_uart_tx_data <= i_uart_rx_data; uart_tx_data[0] <= uart_rx_data[0]; end
endmodule
"""
        found = self.guessed({"p.v": source, "x.sdc": "create_clock -period 20 [get_ports clk]"})
        self.assertEqual((found["uart"]["rx"], found["uart"]["tx"]), ("i_uart_rx_data", "o_uart_tx_data"))

    def test_what_cannot_be_told_is_asked_for_with_candidates(self):
        source = "module player (input clk, input a, input b, output reg y);\n  always @(posedge clk) y <= a & b;\nendmodule\n"
        self.write({"p.v": source, "x.sdc": "create_clock -period 20 [get_ports clk]"})
        status, _, err = self.run_on()
        self.assertEqual(status, 2)
        self.assertIn("uart.rx: no input is seen to be the board's rx.", err)
        self.assertIn("Candidates: clk, a, b.", self.text())

    def test_old_heads_and_conditional_pins_are_read(self):
        source = """module player (clk, rst, rx, tx
`ifdef DEBUG
  , probe
`endif
);
  input clk, rst; input rx; output tx; reg tx;
`ifdef DEBUG
  input probe;
`endif
  always @(posedge clk) if (rst) tx <= 1'b1; else tx <= rx;
endmodule
"""
        found = self.guessed({"p.v": source, "x.sdc": "create_clock -period 20 [get_ports clk]"})
        self.assertNotIn("ties", found)
        self.assertEqual(found["uart"]["tx"], "tx")


class VhdlTest(NewDut):
    ENTITY = """library ieee;
use ieee.std_logic_1164.all;
entity Board is
  port (CLK100MHZ : in std_logic; CPU_RESETN : in std_logic;
        UART_TXD_IN : in std_logic; UART_RXD_OUT : out std_logic; SW : in std_logic_vector(15 downto 0));
end Board;
architecture rtl of Board is
begin
  core : entity work.player port map (Clk => CLK100MHZ, Rst => not CPU_RESETN, Rx => UART_TXD_IN, Tx => UART_RXD_OUT);
end rtl;
"""
    PLAYER = """library ieee;
use ieee.std_logic_1164.all;
use work.things.all;
entity player is port (clk, rst, rx : in std_logic; tx : out std_logic); end player;
"""
    BODY = """architecture rtl of player is
begin
  process (clk, rst) begin
    if rst = '1' then tx <= IDLE_LEVEL;
    elsif rising_edge(clk) then tx <= rx;
    end if;
  end process;
end rtl;
"""
    BENCH = "entity tb is end tb;\narchitecture sim of tb is signal c : bit;\nbegin\n  c <= not c after 5 ns;\nend sim;\n"

    def test_entities_architectures_and_packages_are_put_together(self):
        found = self.guessed({"board.vhd": self.ENTITY, "player.vhd": self.PLAYER, "player_rtl.vhdl": self.BODY, "tb.vhd": self.BENCH,
                              "things.vhd": "library ieee;\nuse ieee.std_logic_1164.all;\npackage things is\n"
                                            "  constant IDLE_LEVEL : std_logic := '1';\nend package;\n"})
        self.assertEqual(found["top"], "Board")
        self.assertEqual(found["clock"], {"pin": "CLK100MHZ", "hz": 100_000_000})
        self.assertEqual((found["reset"]["pin"], found["reset"]["active"]), ("CPU_RESETN", 0))
        self.assertEqual((found["uart"]["rx"], found["uart"]["tx"]), ("UART_TXD_IN", "UART_RXD_OUT"))
        self.assertEqual(set(found["sources"]), {"board.vhd", "player.vhd", "player_rtl.vhdl", "things.vhd"})
        self.assertEqual(found["ties"], {"SW": 0})


    def test_dividers_from_packages_and_remarks_beside_pins_tell_what_names_do_not(self):
        defs = "library ieee;\nuse ieee.std_logic_1164.all;\npackage defs is\n  constant TAKT : natural := 25000000;\n" \
               "  constant RATE : natural := 115200;\nend package;\n"
        core = """library ieee;
use ieee.std_logic_1164.all;
entity uart is generic (TEILER : natural := 434); port (takt, ein : in std_logic; aus : out std_logic); end uart;
architecture a of uart is begin
  process (takt)
    variable zaehler : natural range 0 to TEILER;
  begin
    if rising_edge(takt) then
      if zaehler = TEILER - 1 then zaehler := 0; aus <= ein; else zaehler := zaehler + 1; end if;
    end if;
  end process;
end a;
"""
        board = """library ieee;
use ieee.std_logic_1164.all;
use work.defs.all;
entity brett is
  port (oszi : in std_logic;
        b1, b3 : in std_logic;
        b2 : in std_logic;  -- from the PC (RXD)
        b4 : out std_logic; -- TXD
        b5 : out std_logic);
end brett;
architecture a of brett is begin
  u : entity work.uart generic map (TEILER => TAKT / RATE) port map (takt => oszi, ein => b2, aus => b4);
  b5 <= b1;
end a;
"""
        found = self.guessed({"defs.vhd": defs, "core.vhd": core, "board.vhd": board})
        self.assertEqual(found["clock"], {"pin": "oszi", "hz": 25_000_000})
        self.assertEqual((found["uart"]["rx"], found["uart"]["tx"]), ("b2", "b4"))
        self.assertEqual(found["ties"], {"b1": 0, "b3": 0})


    def test_what_a_generic_is_mapped_to_goes_before_its_default(self):
        uart = """library ieee;
use ieee.std_logic_1164.all;
entity uart is
  generic (g_CLKS_PER_BIT : integer := 115);
  port (i_clk, i_rx : in std_logic; o_tx : out std_logic);
end uart;
architecture rtl of uart is
  signal n : integer range 0 to g_CLKS_PER_BIT - 1 := 0;
begin
  process (i_clk) begin
    if rising_edge(i_clk) then
      if n = g_CLKS_PER_BIT - 1 then n <= 0; o_tx <= i_rx; else n <= n + 1; end if;
    end if;
  end process;
end rtl;
"""
        top = """library ieee;
use ieee.std_logic_1164.all;
entity top is port (clk, rx : in std_logic; tx : out std_logic); end top;
architecture rtl of top is begin
  u : entity work.uart generic map (%s) port map (i_clk => clk, i_rx => rx, o_tx => tx);
end rtl;
"""
        for mapped in ("g_CLKS_PER_BIT => 434", "g_CLKS_PER_BIT => 50_000_000 / 115_200"):
            with self.subTest(mapped=mapped):
                found = self.guessed({"uart.vhd": uart, "top.vhd": top % mapped}, "--force")
                self.assertEqual(found["clock"], {"pin": "clk", "hz": 50_000_000})


class FilesTest(NewDut):
    SDC = {"x.sdc": "create_clock -period 20 [get_ports clk]"}

    def test_includes_and_data_are_found_in_nested_folders(self):
        source = CORE.replace("  always", '`include "defs/all.vh"\n  reg [7:0] rom [0:3];\n  initial $readmemh("../mem/rom.hex", rom);\n  always', 1)
        found = self.guessed({"src/p.v": source, "src/inc/defs/all.vh": "`define X 1\n", "mem/rom.hex": "00\n", **self.SDC})
        self.assertEqual((found["include_dirs"], found["files"]), (["src/inc"], ["mem/rom.hex"]))

    def test_what_verilator_does_not_read_is_said_in_its_words(self):
        header = CORE.replace("  always", '`include "all.vh"\n  always', 1)
        wrong = CORE.replace("else", "esle")
        for source, said in ((header, "p.v:2:10: Cannot find include file: "), (wrong, "p.v:4:13: syntax error"),
                             (CORE.replace("  always", "  helper h (clk);\n  always", 1), "no file here declares the module helper, which p.v:2 uses.")):
            with self.subTest(said=said):
                self.write({"p.v": source, **self.SDC})
                status, _, err = self.run_on()
                self.assertEqual(status, 2)
                self.assertIn(said, err)
                self.assertFalse((self.folder / "board.toml").exists())

    def test_a_module_that_is_called_like_a_vendors_cell_may_need_a_stand_in(self):
        for name, is_told in (("ORCY", True), ("helper", False)):
            with self.subTest(name=name):
                self.write({"p.v": CORE.replace("  always", f"  {name} h (clk);\n  always", 1), **self.SDC})
                status, _, err = self.run_on()
                self.assertEqual((status, "rtl_models/README.md, \"A stand-in of your own\"" in err), (2, is_told), err)

    def test_a_module_in_a_branch_that_is_not_taken_is_not_asked_for(self):
        source = CORE.replace("  always", "  generate if (0) begin : never helper h (clk); end endgenerate\n  always", 1)
        self.assertEqual(self.guessed({"p.v": source, **self.SDC})["sources"], ["p.v"])

    def test_data_that_is_missing_is_asked_for(self):
        source = CORE.replace("  always", '  reg [7:0] rom [0:3];\n  initial $readmemh("rom.hex", rom);\n  always', 1)
        self.write({"p.v": source, **self.SDC})
        status, _, err = self.run_on()
        self.assertEqual(status, 2)
        self.assertIn('no file "rom.hex" is here, which p.v:3 reads', err)

    def test_systemverilog_in_a_v_file_sets_the_language(self):
        found = self.guessed({"p.v": CORE.replace("always @", "always_ff @"), **self.SDC})
        self.assertEqual(found["language"], "systemverilog")

    def test_folders_that_tools_fill_are_not_read(self):
        found = self.guessed({"p.v": CORE, "db/p.v": CORE, ".git/p.v": CORE, **self.SDC})
        self.assertEqual(found["sources"], ["p.v"])
        self.assertNotIn("Left out", self.text())


# The usual top of a Digilent board: the button resets the clock generator, and what is locked resets the rest.
XILINX = """module %s (input CLK100MHZ, input CPU_RESETN, input UART_TXD_IN, output UART_RXD_OUT);
  wire clk50, fb, locked;
  %s
  player core (.clk(clk50), .rst(~locked), .rx(UART_TXD_IN), .tx(UART_RXD_OUT));
endmodule
"""
MMCM = "MMCME2_BASE #(.CLKIN1_PERIOD(10.0)) gen (.CLKIN1(CLK100MHZ), .CLKFBIN(fb), .CLKFBOUT(fb), .CLKOUT0(clk50), .LOCKED(locked), %s);"


class BoardsOfVendorsTest(NewDut):
    def test_what_resets_a_clock_generator_is_the_reset_and_no_clock(self):
        for cell in (MMCM % ".RST(~CPU_RESETN), .PWRDWN(1'b0)", MMCM % ".RST(!CPU_RESETN)"):
            with self.subTest(cell=cell):
                self.write({"player.v": CORE, "top.v": XILINX % ("nexys_top", cell)})
                _, out, err = self.run_on("--force")
                self.assertIn("clock CLK100MHZ 100000000 Hz\nreset CPU_RESETN active 0\n", out + err)
        altera = "altpll pll (.inclk({1'b0, CLK100MHZ}), .areset(CPU_RESETN), .clk(clk50), .locked(locked));"
        self.write({"top.v": XILINX % ("nexys_top", altera)})
        _, out, err = self.run_on("--force")
        self.assertIn("\nreset CPU_RESETN active 1\n", out + err)

    def test_a_button_that_is_named_like_none_resets_by_its_generator(self):
        self.write({"player.v": CORE, "top.v": (XILINX % ("top", MMCM % ".RST(BTN)")).replace("CPU_RESETN", "BTN")})
        _, out, err = self.run_on()
        self.assertIn("clock CLK100MHZ 100000000 Hz\nreset BTN active 1\n", out + err)

    TOP = "module %s (input clk, input uart_rx, output uart_tx);\n  player p (.clk(clk), .rst(1'b0), .rx(uart_rx), .tx(uart_tx));\nendmodule\n"
    GOWIN = "IO_LOC \"clk\" 4; // 27 MHz\n"
    LATTICE = "LOCATE COMP \"clk\" SITE \"P3\";\n"

    def test_the_constraints_of_another_board_tell_no_frequency_unflagged(self):
        both = {"core/player.v": CORE, "boards/tangnano20k/tangnano20k.v": self.TOP % "tangnano20k", "boards/tangnano20k/tangnano20k.cst": self.GOWIN,
                "boards/colorlight_i9/colorlight_i9.v": self.TOP % "colorlight_i9", "boards/colorlight_i9/colorlight_i9.lpf": self.LATTICE}
        self.write(both)
        _, out, err = self.run_on("--top", "colorlight_i9")
        self.assertIn("look at clock.hz: 27_000_000 is a guess: the constraints of another board say so (boards/tangnano20k/tangnano20k.cst:1)", out, err)
        for top, constraints, hz in (("tangnano20k", self.GOWIN, 27_000_000), ("colorlight_i9", "FREQUENCY PORT \"clk\" 25 MHZ;\n", 25_000_000)):
            with self.subTest(top=top):
                self.write(both | {"boards/colorlight_i9/colorlight_i9.lpf": constraints if top == "colorlight_i9" else self.LATTICE})
                status, out, err = self.run_on("--top", top, "--force")
                self.assertEqual((status, f"clock clk {hz} Hz" in out, "look at" in out), (0, True, False), out + err)

    def test_a_bit_rate_that_is_not_the_contests_is_told(self):
        sources = {"p.v": CORE.replace("player (", "player #(parameter CLK_HZ = 50_000_000, parameter BAUD_RATE = 9600) (")}
        self.write(sources)
        self.assertIn("look at uart.baud: the parameter BAUD_RATE of player is 9600 (p.v:1), and the contest's rate is 115200", self.run_on()[1])
        self.write({"p.v": sources["p.v"].replace("9600", "115_200")})
        self.assertNotIn("look at", self.run_on("--force")[1])
        self.write({"p.v": CORE.replace("player (", "player #(parameter CLK_HZ = 50_000_000) (").replace("  always", "`include \"defs.vh\"\n  localparam BAUD = `BAUD;\n  always"),
                    "defs.vh": "`define BAUD 57600\n"})
        self.assertIn("BAUD of player is 57600", self.run_on("--force")[1])

    def test_a_folder_that_is_a_link_is_read_once(self):
        elsewhere = self.folder.parent / "shared"
        elsewhere.mkdir()
        (elsewhere / "player.v").write_text(CORE)
        (elsewhere / "again").symlink_to(elsewhere)  # without end
        (self.folder / "ip").symlink_to(elsewhere)
        (self.folder / "ip2").symlink_to(elsewhere)
        found = self.guessed({"top.v": self.TOP % "board", "x.sdc": "create_clock -period 20 [get_ports clk]"})
        self.assertEqual((found["top"], set(found["sources"])), ("board", {"top.v", "ip/player.v"}))


class RefusalTest(NewDut):
    def said(self, *arguments: str) -> str:
        status, _, err = self.run_on(*arguments)
        self.assertEqual(status, 2)
        return err

    def test_a_file_that_is_there_is_written_over_only_when_told(self):
        self.write({"p.v": CORE, "x.sdc": "create_clock -period 20 [get_ports clk]", "board.toml": "mine"})
        self.assertIn("board.toml: is there already. Write over it with --force", self.said())
        self.assertEqual(self.text(), "mine")
        self.assertEqual(self.run_on("--force")[0], 0)
        self.assertNotEqual(self.text(), "mine")

    def test_a_folder_that_holds_no_design_is_told(self):
        self.assertIn("holds no source", self.said())
        self.write({"tb.v": "module tb; initial $finish; endmodule\n"})
        self.assertIn("no module here can be the top of a board. tb (tb.v:1) is a test bench: it ends the simulation itself. Name one by --top.",
                      self.said())
        self.folder = self.folder / "nowhere"
        self.assertIn("there is no such folder", self.said())

    def test_wrong_names_are_told_with_those_that_are_right(self):
        self.write({"p.v": CORE})
        self.assertIn('--top: found "plyer", expected one of player', self.said("--top", "plyer"))
        self.assertIn("expected a file that ends with .toml", self.said("--output", "x.json"))
        self.assertIn('--name: found "a b", expected a name', self.said("--name", "a b"))


if __name__ == "__main__":
    unittest.main()
