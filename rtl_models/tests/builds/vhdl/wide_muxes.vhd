-- Concurrent selections: of 40 bits, over bits, with choices that do not matter, and one over 64 values.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity player is
  port (clk, rx : in std_logic; tx : out std_logic);
end entity;

architecture rtl of player is
  type column_t is array (0 to 63) of std_logic_vector(13 downto 0);
  function filled return column_t is
    variable c : column_t;
  begin
    for i in c'range loop c(i) := std_logic_vector(to_unsigned(i * 251 mod 16384, 14)); end loop;
    return c;
  end function;
  constant COLUMNS : column_t := filled;
  signal n : unsigned(5 downto 0) := (others => '0');
  signal bus40 : std_logic_vector(39 downto 0) := (others => '1');
  signal picked, turned : std_logic_vector(39 downto 0);
  signal shape : std_logic_vector(13 downto 0);
  signal letter : std_logic_vector(7 downto 0);
begin
  with n(2 downto 0) select picked <=
    bus40(38 downto 0) & rx when "000",
    not bus40 when "001",
    x"AAAAAAAAAA" when "010",
    (others => '1') when "011",
    bus40(0) & bus40(39 downto 1) when others;

  process (n, bus40, picked)
  begin
    case n(5 downto 4) is
      when "00" => turned <= picked;
      when "01" => turned <= picked(19 downto 0) & picked(39 downto 20);
      when "10" => turned <= bus40;
      when others => turned <= (others => '-');
    end case;
    if n(5 downto 4) = "11" then turned <= bus40(37 downto 0) & "10"; end if;
  end process;

  shape <= COLUMNS(to_integer(n));

  process (n) begin
    case n(3 downto 0) is
      when x"0" => letter <= x"31";
      when x"1" | x"2" => letter <= std_logic_vector(to_unsigned(character'pos('A'), 8));
      when x"3" => letter <= x"0D";
      when others => letter <= "0011" & std_logic_vector(n(3 downto 0));
    end case;
  end process;

  process (clk) begin
    if rising_edge(clk) then
      n <= n + 1;
      bus40 <= turned;
    end if;
  end process;
  tx <= bus40(0) xor shape(5) xor letter(1);
end architecture;
