"""Designs in VHDL, and in VHDL and Verilog."""

import os
from unittest import mock

from model_builder.errors import ToolError
from workshop import DESCRIPTION, Workshop

# tx is rx through a chain of flip-flops that are 1 at power-on.
DELAY = """library ieee;
use ieee.std_logic_1164.all;

entity Delay is
  generic (Steps : integer := 2);
  port (Clk : in std_logic; D : in std_logic; Q : out std_logic);
end entity;

architecture rtl of Delay is
  signal chain : std_logic_vector(Steps - 1 downto 0) := (others => '1');
begin
  process (Clk) begin
    if rising_edge(Clk) then
      chain <= chain(Steps - 2 downto 0) & D;
    end if;
  end process;
  Q <= chain(Steps - 1);
end architecture;
"""
PLAYER = """library ieee;
use ieee.std_logic_1164.all;
use ieee.std_logic_unsigned.all;

entity player is
  generic (steps : integer := 3);
  port (clk : in std_logic; rx : in std_logic; tx : out std_logic);
end entity;

architecture rtl of player is
  component inverter is
    port (A : in std_logic; Y : out std_logic);
  end component;
  signal inverse : std_logic;
begin
  chain : entity work.Delay generic map (Steps => steps) port map (Clk => clk, D => rx, Q => inverse);
  turn : inverter port map (A => inverse, Y => tx);
end architecture;
"""
INVERTER = "module inverter (input A, output Y); assign Y = ~A; endmodule\n"
TOP = """module player (input clk, input rx, output tx);
  Delay chain (.Clk(clk), .D(rx), .Q(tx));
endmodule
"""
LEVELS = [(100, 1), (200, 0), (300, 1)]


class VhdlTest(Workshop):
    def test_what_a_case_chooses_otherwise_is_kept(self):
        player = """library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
entity player is port (clk, rx : in std_logic; tx : out std_logic); end entity;
architecture rtl of player is
  signal count : unsigned(1 downto 0) := "00";
begin
  process (clk)
    variable level : std_logic;
  begin
    if rising_edge(clk) then
      count <= count + 1;
      case count is
        when "00" => level := '1';
        when "01" => level := not rx;
        when others => level := rx;
      end case;
      tx <= level;
    end if;
  end process;
end architecture;
"""
        edges = self.built({"player.vhd": player}).edges([(140, 0)])
        low = [later - first for (first, level), (later, _) in zip(edges, edges[1:]) if level == 0 and first > 8]
        self.assertEqual(set(low), {2})

    def test_a_top_in_vhdl_with_generics_and_verilog_below_it(self):
        sources = {"delay.vhd": DELAY, "player.vhdl": PLAYER, "inverter.v": INVERTER}
        board = self.built(sources)
        self.assertEqual(board.edges(LEVELS), [(103, 1), (203, 0)])
        self.assertIn("GHDL", board.facts["ghdl"])
        self.assertIsNone(board.skip_off_reason)
        self.assertEqual(self.built(sources, tables="[parameters]\nsteps = 5\n").edges(LEVELS), [(105, 1), (205, 0)])

    def test_a_top_in_verilog_with_vhdl_below_it(self):
        self.assertEqual(self.built({"delay.vhd": DELAY, "top.v": TOP}).edges(LEVELS), [(102, 0), (202, 1)])

    def test_the_key_says_it_of_files_with_other_extensions(self):
        player = PLAYER.replace("turn : inverter port map (A => inverse, Y => tx);", "tx <= inverse;")
        self.verilated({"delay.txt": DELAY, "player.txt": player}, keys="language = \"vhdl\"")

    def test_every_source_is_an_input_of_the_model(self):
        builder = self.builder({"delay.vhd": DELAY, "top.v": TOP})
        inputs = builder.elaborate(self.folder / "out", self.folder / "log")
        self.assertEqual({path.name for path in inputs}, {"player.toml", "delay.vhd", "top.v"})

    def test_what_ghdl_cannot_read_is_told_with_what_to_change(self):
        for old, new, said in (
                ("chain <= chain", "wait for 10 ns; chain <= chain", "no `wait for`, no `after`"),
                ("use ieee.std_logic_1164.all;", "use ieee.std_logic_1164.all;\nlibrary parts;\nuse parts.all;",
                 "Name the files of another one in the description: `[libraries]` `x = [\"y.vhd\"]`."),
                ("end entity;", "end entity", "delay.vhd:")):
            with self.subTest(new=new):
                complaint = self.complaint({"delay.vhd": DELAY.replace(old, new, 1), "top.v": TOP})
                self.assertIn("player.toml: GHDL cannot synthesize \"Delay\":", complaint)
                self.assertIn(said, complaint)

    def test_the_order_of_sources_does_not_matter_but_none_may_be_missing(self):
        user = DELAY.replace("\nentity", "use work.widths.all;\n\nentity").replace(":= 2", ":= few")
        package = "package widths is constant few : integer := 2; end package;\n"
        self.verilated({"delay.vhd": user, "widths.vhd": package, "top.v": TOP})
        self.assertIn("\nNone of the files in `sources` and `[libraries]` declares it.", self.complaint({"delay.vhd": user, "top.v": TOP}))

    def test_a_top_that_is_nowhere_is_told_with_the_entities_there_are(self):
        text = DESCRIPTION % ("\"delay.vhd\"", "", "")
        self.assertIn("top: no entity or module \"player\" uses the VHDL sources. Their entities are: Delay.",
                      self.complaint({"delay.vhd": DELAY}, text=text))

    def test_a_generic_cannot_be_set_from_verilog(self):
        top = TOP.replace("Delay chain", "Delay #(.Steps(4)) chain")
        self.assertIn("Steps", self.complaint({"delay.vhd": DELAY, "top.v": top}))

    def test_a_missing_ghdl_is_told_with_its_package(self):
        with mock.patch.dict(os.environ, {"GHDL": "/nowhere/ghdl"}):
            with self.assertRaisesRegex(ToolError, "\"/nowhere/ghdl\" is needed .*Debian's package is \"ghdl\""):
                self.builder({"delay.vhd": DELAY, "top.v": TOP})

    def test_a_choice_that_ghdl_ignores_is_refused(self):
        choice = "case? chain is when \"1-\" => Q <= '1'; when others => Q <= D; end case?;"
        delay = DELAY.replace("  Q <= chain(Steps - 1);", f"  process (all) begin\n    {choice}\n  end process;")
        complaint = self.complaint({"delay.vhd": delay, "top.v": TOP})
        self.assertRegex(complaint, r"GHDL ignores the choice at \S+delay.vhd:18, since it has a '-'; write that statement as if and elsif")
        self.verilated({"delay.vhd": delay.replace("?", ""), "top.v": TOP})

    def test_where_ghdl_itself_fails_its_words_to_its_maintainers_are_left_out(self):
        player = PLAYER.replace("end architecture;", "  process (clk) is type turn is (r0, r1); variable t : turn; begin\n"
                                "    t := turn'succ(t);\n  end process;\nend architecture;")
        complaint = self.complaint({"delay.vhd": DELAY, "player.vhd": player, "inverter.v": INVERTER})
        self.assertIn("cannot handle IIR_KIND_SUCC_ATTRIBUTE", complaint)
        self.assertIn("write it in another way", complaint)
        self.assertNotIn("GHDL Bug", complaint)

    def test_a_table_of_two_dimensions_is_refused_where_its_places_would_be_mixed_up(self):
        player = """library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
entity player is port (clk, rx : in std_logic; tx : out std_logic); end entity;
architecture rtl of player is
  type table_t is array (0 to 5, 0 to 6) of unsigned(8 downto 0);
  function filled return table_t is
    variable t : table_t;
  begin
    for i in 0 to 5 loop for j in 0 to 6 loop t(i, j) := to_unsigned(i * 37 + j * 11, 9); end loop; end loop;
    return t;
  end function;
  constant SHAPES : table_t := filled;
  signal i : integer range 0 to 5 := 0;
  signal j : integer range 0 to 6 := 0;
  signal v : unsigned(8 downto 0) := (others => '0');
begin
  process (clk) begin
    if rising_edge(clk) then
      if rx = '0' then i <= (i + 1) mod 6; j <= (j + 3) mod 7; end if;
      v <= SHAPES(i, j);
      tx <= v(3);
    end if;
  end process;
end architecture;
"""
        complaint = self.complaint({"player.vhd": player})
        self.assertRegex(complaint, r"mixes up the elements of an array of two dimensions, which is read at \S+player.vhd:21; write it with one")
