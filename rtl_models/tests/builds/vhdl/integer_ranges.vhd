-- Case statements over integers and ranges of them, that cover each value; signed arithmetic.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity player is
  port (clk, rx : in std_logic; tx : out std_logic);
end entity;

architecture rtl of player is
  signal ply : integer range 0 to 13 := 0;
  signal score : signed(15 downto 0) := to_signed(-40, 16);
  signal best : signed(19 downto 0) := (others => '0');
begin
  process (clk)
    variable gain : signed(15 downto 0);
  begin
    if rising_edge(clk) then
      if ply = 13 then ply <= 0; else ply <= ply + 1; end if;
      case ply is
        when 0 => gain := to_signed(-1, 16);
        when 1 to 4 => gain := shift_left(score, 1);
        when 5 | 7 | 9 => gain := score / 4;
        when 6 => gain := -score;
        when 8 => gain := abs score;
        when 10 to 12 => gain := resize(score(7 downto 0), 16);
        when 13 => gain := x"0013";
      end case;
      if rx = '0' then score <= score + gain; else score <= score - 3; end if;
      if resize(score, 20) > best then best <= resize(score, 20); else best <= best - 7; end if;
    end if;
  end process;
  tx <= '1' when best > 5 and score(2) = '1' else '0';
end architecture;
