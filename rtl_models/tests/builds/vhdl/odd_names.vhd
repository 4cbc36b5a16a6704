-- Names that are words of Verilog, extended names, a generate and blocks.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity player is
  port (clk, rx : in std_logic; tx : out std_logic);
end entity;

architecture rtl of player is
  type state is (initial_s, wire_s, reg_s);
  signal reg : state := initial_s;
  signal wire, always : std_logic_vector(10 downto 0) := (others => '0');
  signal \module\ : unsigned(16 downto 0) := (others => '0');
  signal logic, bit_1 : std_logic_vector(0 to 8) := (others => '1');
  signal parity : std_logic_vector(3 downto 0);
begin
  process (reg, wire, always, logic)
  begin
    bit_1 <= logic;
    case reg is
      when initial_s => null;
      when wire_s => bit_1 <= always(8 downto 0);
      when reg_s => bit_1 <= wire(10 downto 2);
    end case;
  end process;

  each : for i in 0 to 3 generate
    with reg select parity(i) <=
      wire(i) when wire_s,
      always(i) when reg_s,
      '1' when initial_s;
  end generate;

  hold : block
    signal begin_s : std_logic_vector(10 downto 0);
  begin
    begin_s <= wire when rx = '1' else always;
    process (clk) begin
      if rising_edge(clk) then
        \module\ <= \module\ + 77;
        logic <= bit_1(1 to 8) & rx;
        wire <= std_logic_vector(unsigned(begin_s) + unsigned(parity));
        always <= always(9 downto 0) & (\module\(9) xor rx);
        case reg is
          when initial_s => reg <= wire_s;
          when wire_s => if rx = '0' then reg <= reg_s; end if;
          when reg_s => reg <= initial_s;
        end case;
      end if;
    end process;
  end block;
  tx <= logic(2) xor wire(1) xor parity(3);
end architecture;
