"""VHDL in libraries, with memories from files, vendors' cells, and its own lines and names."""

import re
from fractions import Fraction

from model_builder.config import Flavour
from model_builder.made_clocks import Cells
from model_builder.verilate import stands_in_the_design
from model_builder.verilator_log import Message
from test_vhdl import DELAY, INVERTER, LEVELS, PLAYER
from workshop import Workshop

IN_PARTS = PLAYER.replace("entity work.Delay", "entity parts.Delay").replace("entity player", "library parts;\n\nentity player")
PARTS = "[libraries]\nparts = [\"delay.vhd\"]\n"
LOOKS_UP = """library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use std.textio.all;

entity player is
  generic (program : string := "%s");
  port (clk, rx : in std_logic; tx : out std_logic);
end entity;

architecture rtl of player is
  type bytes is array (0 to 7) of std_logic_vector(7 downto 0);
  impure function contents return bytes is
    file f : text open read_mode is program;
    variable l : line;
    variable found : bytes;
  begin
    for at in bytes'range loop
      readline(f, l);
      hread(l, found(at));
    end loop;
    return found;
  end function;
  constant MEMORY : bytes := contents;
  signal at : unsigned(2 downto 0) := "000";
begin
  process (clk) begin
    if rising_edge(clk) then
      if rx = '0' then
        at <= at + 1;
      end if;
      tx <= MEMORY(to_integer(at))(7);
    end if;
  end process;
end architecture;
"""
CLOCKED = """library ieee;
use ieee.std_logic_1164.all;
library unisim;
use unisim.vcomponents.all;

entity player is
  port (clk, rx : in std_logic; tx : out std_logic);
end entity;

architecture rtl of player is
  signal raw, fast, feedback : std_logic;
begin
  gen : MMCME2_BASE
    generic map (CLKFBOUT_MULT_F => 20.0, CLKIN1_PERIOD => 20.0, CLKOUT0_DIVIDE_F => 12.5, STARTUP_WAIT => FALSE)
    port map (CLKIN1 => clk, RST => '0', PWRDWN => '0', CLKFBIN => feedback, CLKFBOUT => feedback, CLKOUT0 => raw);
  buf : BUFG port map (I => raw, O => fast);
  process (fast) begin
    if rising_edge(fast) then
      tx <= rx;
    end if;
  end process;
end architecture;
"""


class VhdlLibrariesTest(Workshop):
    def test_a_design_with_a_library_does_as_one_without(self):
        board = self.built({"+delay.vhd": DELAY, "player.vhd": IN_PARTS, "inverter.v": INVERTER}, tables=PARTS)
        self.assertEqual(board.edges(LEVELS), [(103, 1), (203, 0)])

    def test_the_top_may_be_in_a_library_and_its_files_in_any_order(self):
        text = "name = \"player\"\ntop = \"player\"\nsources = [\"inverter.v\", \"spare.vhd\"]\n[clock]\npin = \"clk\"\nhz = 50_000_000\n[uart]\nrx = \"rx\"\ntx = \"tx\"\nbaud = 115200\n" \
               "[libraries]\nboard = [\"player.vhd\", \"delay.vhd\"]\n"
        self.verilated({"delay.vhd": DELAY, "player.vhd": PLAYER, "inverter.v": INVERTER, "spare.vhd": "package spare is end package;\n"}, text=text)

    def test_the_files_of_a_library_are_inputs_of_the_model(self):
        delay = DELAY.replace("\nentity", "use work.widths.all;\n\nentity").replace(":= 2", ":= few")
        package = "package widths is constant few : integer := 2; end package;\n"
        builder = self.builder({"+delay.vhd": delay, "+widths.vhd": package, "player.vhd": IN_PARTS, "inverter.v": INVERTER},
                               tables=PARTS.replace("[\"", "[\"widths.vhd\", \""))
        inputs = builder.elaborate(self.folder / "out", self.folder / "log")
        self.assertEqual({path.name for path in inputs}, {"player.toml", "player.vhd", "inverter.v", "delay.vhd", "widths.vhd"})

    def test_an_error_in_a_file_that_ghdl_gets_as_a_copy_is_told_at_its_own_place(self):
        player = (LOOKS_UP % "rom.hex").replace("open read_mode is", "is in").replace("end architecture", "  oops;\nend architecture")
        self.assertIn(f"{self.folder}/player.vhd:35:3: ", self.complaint({"player.vhd": player, "+rom.hex": ""}, keys='files = ["rom.hex"]'))

    def test_what_a_library_may_not_do_is_refused_with_its_place(self):
        foreign = DELAY.replace("begin\n  process", "  attribute foreign : string;\nbegin\n  process")
        self.assertIn("delay.vhd:11: attribute foreign", self.complaint({"+delay.vhd": foreign, "player.vhd": IN_PARTS, "inverter.v": INVERTER}, tables=PARTS))

    def test_a_memory_is_filled_from_a_file_that_the_vhdl_names(self):
        for name, tables, mode in (("rom.hex", "", "open read_mode is"), ("../../deep/rom.hex", "", "is in"),
                                   ("nowhere.hex", "[parameters]\nprogram = \"below/rom.hex\"\n", "is")):
            with self.subTest(name=name):
                sources = {"player.vhd": (LOOKS_UP % name).replace("open read_mode is", mode), "+rom.hex": "80\n" + "00\n" * 3 + "80\n00\n80\n00\n"}
                board = self.built(sources, keys='files = ["rom.hex"]', tables=tables)
                edges = board.edges([(100, 1), (108, 0)])
                self.assertEqual([(cycle, level) for cycle, level in edges if cycle > 50], [(102, 0), (105, 1), (106, 0), (107, 1), (108, 0)])

    def test_a_large_memory_has_all_of_its_contents(self):
        player = (LOOKS_UP % "rom.hex").replace("0 to 7)", "0 to 127)").replace('unsigned(2 downto 0) := "000"', 'unsigned(6 downto 0) := "0000000"')
        contents = ["80" if at % 7 in (1, 2) and at > 90 else "00" for at in range(128)]
        board = self.built({"player.vhd": player, "+rom.hex": "\n".join(contents)}, keys='files = ["rom.hex"]')
        levels = [int(word == "80") for word in contents]
        changes = [(101 + at, levels[at]) for at in range(1, 128) if levels[at] != levels[at - 1]]
        self.assertEqual([edge for edge in board.edges([(100, 1), (228, 0)]) if edge[0] > 50], changes)

    def test_a_file_that_is_too_short_is_told(self):
        complaint = self.complaint({"player.vhd": LOOKS_UP % "rom.hex", "+rom.hex": "80\n00\n"}, keys='files = ["rom.hex"]')
        self.assertIn("A file is read beyond its end", complaint)
        self.assertNotIn("write it in another way", complaint)

    def test_a_file_that_is_not_listed_is_not_found(self):
        for name, said in (("rom.hex", "files: {}/player.vhd:7 names \"rom.hex\", which is not among them."), ("below/rom.hex", "cannot open file"),
                                 ("{}/rom.hex", "player.vhd:7 names \"{}/rom.hex\"")):
            with self.subTest(name=name):
                place = str(self.folder)
                self.assertIn(said.format(place), self.complaint({"player.vhd": LOOKS_UP % name.format(place), "+rom.hex": "80\n" * 8}))

    def test_a_clock_generator_in_vhdl_has_the_ratio_of_its_generics(self):
        builder = self.verilated({"player.vhd": CLOCKED}, keys='stubs = ["xilinx"]')
        outputs = {(Fraction(output.multiply, output.divide), output.period) for output in Cells(builder.elaborated).outputs()}
        self.assertIn((Fraction(8, 5), 20_000), outputs)

    def test_a_component_without_its_pin_in_verilog_is_refused_at_its_line_of_the_vhdl(self):
        player = PLAYER.replace("port (A : in std_logic;", "port (A, E : in std_logic;").replace("(A => inverse", "(A => inverse, E => clk")
        self.assertTrue(stands_in_the_design(None, Message(True, "PINNOTFOUND", "player.vhd", 17, 40, "")))
        self.assertRegex(self.complaint({"delay.vhd": DELAY, "player.vhd": player, "inverter.v": INVERTER}), r"player.vhd:17: Pin not found: 'E'")


class LinesAndNamesTest(Workshop):
    def generated(self, flavour: Flavour) -> str:
        self.verilated({"+delay.vhd": DELAY, "player.vhd": IN_PARTS, "inverter.v": INVERTER}, tables=PARTS, flavour=flavour)
        return "".join(path.read_text() for path in sorted((self.folder / "verilated").glob("*.cpp")))

    def test_coverage_counts_ports_and_signals_at_their_lines_and_no_statements(self):
        code = self.generated(Flavour(coverage=True))
        points = re.findall(r'"[^"]*?([^"/]+)", (\d+), \d+, "[^"]*", "v_(\w+)/\w+", "([\w\[\]]+)"', code)
        vhdl = {(file, int(line), kind, what) for file, line, kind, what in points if file != "inverter.v"}
        self.assertEqual({point for point in vhdl if point[0] == "player.vhd"},
                         {("player.vhd", 9, "toggle", pin) for pin in ("clk", "rx", "tx")} | {("player.vhd", 16, "toggle", "inverse")})
        self.assertEqual({point for point in vhdl if point[0] == "delay.vhd"},
                         {("delay.vhd", 6, "toggle", pin) for pin in ("clk", "d", "q")} | {("delay.vhd", 10, "toggle", f"chain[{bit}]") for bit in range(3)})
        self.assertNotIn("from_vhdl", "".join(file for file, *_ in points))

    def test_waveforms_show_ports_and_signals_and_no_nets_of_ghdl(self):
        names = set(re.findall(r'decl(?:Bit|Bus)\(c\+\d+,"([^"]+)"', self.generated(Flavour(trace=True))))
        self.assertEqual(names, {"clk", "rx", "tx", "inverse", "d", "q", "chain", "A", "Y"})
