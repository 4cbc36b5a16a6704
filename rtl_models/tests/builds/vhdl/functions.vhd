-- Functions and procedures that choose; std_logic_arith; choices in lists.
library ieee;
use ieee.std_logic_1164.all;
use ieee.std_logic_arith.all;
use ieee.std_logic_unsigned.all;

entity player is
  port (clk, rx : in std_logic; tx : out std_logic);
end entity;

architecture rtl of player is
  type rotation is (R0, R90, R180, R270);
  signal turn : rotation := R0;
  signal cell : std_logic_vector(24 downto 0) := "1000010000100001000010001";
  signal priority : std_logic_vector(3 downto 0) := "0001";
  signal grant : std_logic_vector(8 downto 0);
  signal total : std_logic_vector(11 downto 0) := (others => '0');

  function turned(c : std_logic_vector(24 downto 0); r : rotation) return std_logic_vector is
  begin
    case r is
      when R0 => return c;
      when R90 => return c(19 downto 0) & c(24 downto 20);
      when R180 => return c(4 downto 0) & c(24 downto 5);
      when R270 => return not c;
    end case;
  end function;

  procedure advance(signal r : inout rotation) is
  begin
    if r = rotation'right then r <= rotation'left; else r <= rotation'val(rotation'pos(r) + 1); end if;
  end procedure;
begin
  process (all)
  begin
    case priority is
      when "1000" | "1001" | "1101" => grant <= "100000000";
      when "0101" => grant <= "010000001";
      when "0011" | "0010" => grant <= "001000010";
      when "0001" => grant <= "000100100";
      when "1111" => grant <= (others => '1');
      when others => grant <= "011110000";
    end case;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      cell <= turned(cell(23 downto 0) & rx, turn);
      if cell(3) = '1' or rx = '0' then advance(turn); end if;
      priority <= (priority(2 downto 0) & priority(3)) or (cell(0) & "001");
      total <= total + grant - conv_std_logic_vector(3, 12);
    end if;
  end process;
  tx <= total(4) xor cell(7);
end architecture;
