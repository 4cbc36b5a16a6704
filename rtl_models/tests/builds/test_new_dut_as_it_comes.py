"""Designs as others publish them: libraries of VHDL, firmware in files, macros, examples side by side, vendors' cells in VHDL."""

import unittest

from test_new_dut import CORE, NewDut

SDC = {"x.sdc": "create_clock -period 20 [get_ports clk]"}
# A processor in short: it sends what its program says.
ROM = """library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use std.textio.all;

entity rom is
  generic (FILE_NAME : string := "../firmware/%s");
  port (clk : in std_logic; address : in unsigned(%d downto 0); data : out std_logic_vector(31 downto 0));
end entity;

architecture rtl of rom is
  type words is array (0 to 2 ** address'length - 1) of std_logic_vector(31 downto 0);
  impure function contents return words is
    file program : text open read_mode is FILE_NAME;
    variable one_line : line;
    variable found : words;
  begin
    for at in words'range loop
      if endfile(program) then
        found(at) := (others => '0');
      else
        readline(program, one_line);
        hread(one_line, found(at));
      end if;
    end loop;
    return found;
  end function;
  signal memory : words := contents;
begin
  process (clk) begin
    if rising_edge(clk) then
      data <= memory(to_integer(address));
    end if;
  end process;
end architecture;
"""
BOARD = """library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
library core;

entity board is
  port (clk, rst, rx : in std_logic; tx : out std_logic);
end entity;

architecture rtl of board is
  signal address : unsigned(%d downto 0);
  signal data : std_logic_vector(31 downto 0);
begin
  program : entity core.rom port map (clk => clk, address => address, data => data);
  process (clk) begin
    if rising_edge(clk) then
      if rst = '1' then
        address <= (others => '0');
      else
        address <= address + 1;
      end if;
      tx <= data(0) xor rx;
    end if;
  end process;
end architecture;
"""


def processor(file: str, high: int) -> dict[str, str]:
    return {"hdl/board.vhd": BOARD % high, "core/rtl/rom.vhd": ROM % (file, high), f"core/firmware/{file}": "00000001\n000000a5\n", **SDC}


class SoftCoreTest(NewDut):
    def test_a_library_and_the_file_that_fills_a_memory_are_found(self):
        found = self.guessed(processor("hello.mem", 3))
        self.assertEqual((found["sources"], found["libraries"], found["files"]), (["hdl/board.vhd"], {"core": ["core/rtl/rom.vhd"]}, ["core/firmware/hello.mem"]))
        self.assertIn("# VHDL of the library core: hdl/board.vhd:14 uses core.rom.", self.text())

    def test_a_memory_may_be_larger_than_verilators_largest_number(self):
        self.guessed(processor("hello.mem", 11))

    def test_a_file_that_is_missing_is_told_with_what_to_do(self):
        self.write(processor("hello.mem", 3))
        (self.folder / "core/firmware/hello.mem").unlink()
        status, _, err = self.run_on()
        self.assertEqual(status, 2)
        self.assertIn("cannot open file: ../firmware/hello.mem", err)
        self.assertIn("list it in `files`", err)

    def test_finish_is_told_where_it_stands(self):
        files = processor("hello.mem", 3)
        files["hdl/board.vhd"] = files["hdl/board.vhd"].replace("      tx <=", "      if rx = '0' and rst = '1' then std.env.finish; end if;\n      tx <=").replace(
            "std.env.finish", "\n        finish").replace("library core;", "library core;\nuse std.env.finish;")
        self.write(files)
        status, _, err = self.run_on()
        self.assertEqual(status, 2)
        self.assertRegex(err, r"`finish` and `stop` end a simulation, and no hardware does: leave that of \S+hdl/board.vhd:24 out.")
        self.assertNotIn("warning", err)


    def test_an_entity_is_named_without_what_ghdl_puts_behind_its_name(self):
        receiver = "entity uart_receiver is generic (INVERTS : boolean := false); port (clk, d : in bit; q : out bit); end;\narchitecture a of uart_receiver is begin\n" \
                   "  process (clk) begin if clk'event and clk = '1' then if INVERTS then q <= not d; else q <= d; end if; end if; end process;\nend;\n"
        board = "entity board is port (clk, a : in bit; tx : out bit); end;\narchitecture a of board is begin\n" \
                "  u : entity work.uart_receiver generic map (INVERTS => true) port map (clk, a, tx);\nend;\n"
        self.write({"board.vhd": board, "receiver.vhd": receiver, **SDC})
        self.run_on()
        self.assertIn("# tx: its name, and it comes from \"uart_receiver\" (board.vhd:3).", self.text())


class CellsTest(NewDut):
    def test_an_entry_whose_uart_is_made_of_cells_needs_no_edit(self):
        entry = """`define sys_clk 100000000
`define divider `sys_clk/(16*115200)
module entry (input wire i_clk, input wire i_rst, input wire i_uart_rx_data, output wire o_uart_tx_data, output wire o_act);
  wire [7:0] data;
  reg [5:0] count;
  reg en;
  receiver rx (.serial_in(i_uart_rx_data), .data(data), .en(en), .clk(i_clk));
  sender tx (.data(data), .start(o_act), .en(en), .serial_out(o_uart_tx_data), .clk(i_clk));
  FDRSE act (.D(data[0]), .Q(o_act), .CE(en), .R(i_rst), .S(data[7]), .C(i_clk));
  always @(posedge i_clk or posedge i_rst)
    if (i_rst) begin count <= 0; en <= 1'b0; end
    else if (count == `divider) begin count <= 0; en <= 1'b1; end
    else begin count <= count + 1; en <= 1'b0; end
endmodule
"""
        receiver = """module receiver (input serial_in, output [7:0] data, input en, input clk);
  wire [8:0] late;
  FD sync (.D(serial_in), .Q(late[8]), .C(clk));
  genvar n;
  generate for (n = 0; n < 8; n = n + 1) begin : bits
    wire mid;
    SRL16E #(.INIT(16'h0000)) wait_a_bit (.D(late[n + 1]), .CE(en), .CLK(clk), .A0(1'b0), .A1(1'b1), .A2(1'b1), .A3(1'b1), .Q(mid)) /* synthesis xc_props = "INIT=0000" */;
    FDE step (.D(mid), .Q(late[n]), .CE(en), .C(clk));
  end endgenerate
  assign data = late[7:0];
endmodule
"""
        sender = """module sender (data, start, en, serial_out, clk);
  input [7:0] data; input start, en, clk; output serial_out;
  wire low, high, both, stop;
  LUT4 #(.INIT(16'hE4FF)) mux_low (.I0(en), .I1(data[0]), .I2(data[1]), .I3(start), .O(low));
  LUT4 #(.INIT(16'hE4FF)) mux_high (.I0(en), .I1(data[2]), .I2(data[3]), .I3(start), .O(high));
  MUXF5 mux (.I0(low), .I1(high), .S(data[4]), .O(both));
  MULT_AND mask (.I0(data[5]), .I1(start), .LO(stop));
  FDRS serial (.D(both), .Q(serial_out), .R(start), .S(stop), .C(clk));
endmodule
"""
        found = self.guessed({"rtl/entry.v": entry, "rtl/receiver.v": receiver, "rtl/sender.v": sender})
        self.assertEqual((found["clock"], found["reset"]["pin"], found["reset"]["active"]), ({"pin": "i_clk", "hz": 100_000_000}, "i_rst", 1))
        self.assertEqual((found["uart"]["rx"], found["uart"]["tx"]), ("i_uart_rx_data", "o_uart_tx_data"))
        self.assertEqual(found["stubs"], ["FD", "FDE", "FDRS", "FDRSE", "LUT4", "MULT_AND", "MUXF5", "SRL16E"])


class MacrosTest(NewDut):
    def test_what_defines_a_macro_goes_before_what_uses_it(self):
        core = "`define CORE_H\nmodule a_core (input clk, input rst, input rx, output reg tx);\n  always @(posedge clk) tx <= `LEVEL ^ rx ^ rst;\nendmodule\n"
        top = "`ifdef CORE_H\n`error \"z_top.v must be read first\"\n`endif\n`define LEVEL 1'b1\n" \
              "module z_top (input clk, input rst, input rx, output tx);\n  a_core c (clk, rst, rx, tx);\nendmodule\n"
        self.assertEqual(self.guessed({"a_core.v": core, "z_top.v": top, **SDC})["sources"], ["z_top.v", "a_core.v"])

    def test_a_file_of_macros_that_nobody_includes_is_read_first(self):
        source = CORE.replace("tx <= rx", "tx <= rx ^ `INVERT")
        self.assertEqual(self.guessed({"p.v": source, "settings.v": "`define INVERT 1'b1\n", **SDC})["sources"], ["settings.v", "p.v"])

    def test_what_is_included_is_not_read_by_itself(self):
        source = "`include \"settings.v\"\n" + CORE.replace("tx <= rx", "tx <= rx ^ `INVERT")
        self.assertEqual(self.guessed({"p.v": source, "settings.v": "`define INVERT 1'b1\n", **SDC})["sources"], ["p.v"])


class DoublesTest(NewDut):
    def test_of_examples_whose_tops_have_one_name_the_likeliest_is_taken(self):
        blink = "module top (input clk, output reg led);\n  always @(posedge clk) led <= ~led;\nendmodule\n"
        uart = "module top (input clk, input rst, input rx, output tx);\n  player p (clk, rst, rx, tx);\nendmodule\n" + CORE
        self.write({"blink.v": blink, "uart.v": uart, **SDC})
        status, out, err = self.run_on()
        self.assertEqual(status, 0, out + err)
        self.assertIn("top is declared in two files; blink.v:1 was left out", out)
        self.assertIn('sources = [\n  "uart.v",\n]', self.text())

    def test_a_package_that_is_declared_again_is_left_out_with_its_body(self):
        package = "package settings is function level return bit; end package;\n" \
                  "package body settings is function level return bit is begin return '%d'; end; end package body;\n"
        board = "entity board is port (clk, rx : in bit; tx : out bit); end;\narchitecture a of board is begin\n" \
                "  process (clk) begin if clk'event and clk = '1' then tx <= rx xor work.settings.level; end if; end process;\nend;\n"
        found = self.guessed({"board.vhd": board, "one/settings.vhd": package % 0, "two/settings.vhd": package % 1, **SDC})
        self.assertEqual(set(found["sources"]), {"board.vhd", "one/settings.vhd"})

    def test_a_word_that_is_a_packages_name_too_is_no_use_of_it(self):
        board = "entity board is port (clk, rx : in bit; tx : out bit); end;\narchitecture a of board is signal simulation : bit; begin\n" \
                "  process (clk) begin if clk'event and clk = '1' then simulation <= rx; tx <= simulation; end if; end process;\nend;\n"
        found = self.guessed({"board.vhd": board, "sim.vhd": "package simulation is shared variable odd : integer; end;\n", **SDC})
        self.assertEqual(found["sources"], ["board.vhd"])


class VendorsCellsTest(NewDut):
    TOP = """library ieee;
use ieee.std_logic_1164.all;
library UNISIM;
use UNISIM.VComponents.all;

entity nexys_top is
  port (CLK100MHZ, CPU_RESETN, UART_TXD_IN : in std_logic; UART_RXD_OUT : out std_logic);
end entity;

architecture rtl of nexys_top is
  component player is port (clk, rst, rx : in std_logic; tx : out std_logic); end component;
  signal clk50, raw, feedback, locked : std_logic;
begin
  gen : MMCME2_BASE
    generic map (CLKFBOUT_MULT_F => 10.0, CLKIN1_PERIOD => 10.0, CLKOUT0_DIVIDE_F => 20.0, STARTUP_WAIT => FALSE)
    port map (CLKIN1 => CLK100MHZ, RST => not CPU_RESETN, PWRDWN => '0', CLKFBIN => feedback, CLKFBOUT => feedback, CLKOUT0 => raw, LOCKED => locked);
  buf : BUFG port map (I => raw, O => clk50);
  core : player port map (clk => clk50, rst => not locked, rx => UART_TXD_IN, tx => UART_RXD_OUT);
end architecture;
"""

    def test_the_library_of_a_vendor_needs_no_file(self):
        found = self.guessed({"top.vhd": self.TOP, "player.v": CORE})
        self.assertEqual((found["top"], found["stubs"], "libraries" in found), ("nexys_top", ["BUFG", "MMCME2_BASE"], False))
        self.assertEqual((found["clock"]["hz"], found["reset"]["pin"], found["reset"]["active"]), (100_000_000, "CPU_RESETN", 0))


if __name__ == "__main__":
    unittest.main()
