-- A board of rows and columns, arrays of arrays and of two dimensions, read and written at places that are computed.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity player is
  port (clk, rx : in std_logic; tx : out std_logic);
end entity;

architecture rtl of player is
  type square is (free, mine, his);
  type row_t is array (0 to 13) of square;
  type board_t is array (0 to 13) of row_t;
  type ages_t is array (0 to 5, 0 to 6) of unsigned(8 downto 0);
  signal board : board_t;
  signal ages : ages_t := (others => (others => "000000001"));
  signal row, column : integer range 0 to 13 := 0;
  signal here, beside : square := free;
  signal start : std_logic := '1';
  signal age : unsigned(8 downto 0) := (others => '0');
begin
  process (clk)
    function turned(s : square) return square is
    begin
      case s is
        when free => return mine;
        when mine => return his;
        when his => return free;
      end case;
    end function;
  begin
    if rising_edge(clk) then
      if column = 13 then
        column <= 0;
        if row = 13 then row <= 0; else row <= row + 1; end if;
      else
        column <= column + 1;
      end if;
      here <= board(row)(column);
      beside <= board(column)(row);
      if start = '1' or (row = 0 and column = 0 and age < 3) then
        start <= '0'; here <= free; beside <= free;
        board <= (others => (others => free));
      elsif rx = '0' then board(row)(column) <= turned(beside); end if;
      age <= ages(row mod 6, column mod 7);
      ages(column mod 6, row mod 7) <= age + 3 + square'pos(here);
    end if;
  end process;
  tx <= '1' when (here = mine) xor (beside = his) xor (age(2) = '1') else '0';
end architecture;
