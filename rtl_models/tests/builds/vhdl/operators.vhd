-- Each operator once, on both kinds of numbers, and negative ones on either side.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity player is
  port (clk, rx : in std_logic; tx : out std_logic);
end entity;

architecture rtl of player is
  signal u : unsigned(12 downto 0) := to_unsigned(1234, 13);
  signal s : signed(12 downto 0) := to_signed(-1234, 13);
  signal k : integer range -1000 to 1000 := -7;
  signal n : unsigned(3 downto 0) := "0000";
  signal l, m : std_logic_vector(12 downto 0) := "1010011101001";
  signal f : std_logic_vector(25 downto 0) := (others => '0');
begin
  process (clk)
    variable a : std_logic_vector(25 downto 0);
  begin
    if rising_edge(clk) then
      n <= n + 1;
      u <= u + 77;
      s <= s - 101;
      l <= l(11 downto 0) & (rx xor l(12));
      m <= l;
      if k > 980 then k <= -990; else k <= k + 13; end if;
      a := (others => '0');
      case to_integer(n) is
        when 0 => a(12 downto 0) := std_logic_vector(u mod 7);
        when 1 => a(12 downto 0) := std_logic_vector(s mod 5);
        when 2 => a(12 downto 0) := std_logic_vector(s rem 5);
        when 3 => a(12 downto 0) := std_logic_vector(s / 9);
        when 4 => a := std_logic_vector(s * signed(l));
        when 5 => a := std_logic_vector(u * unsigned(l));
        when 6 => a(12 downto 0) := std_logic_vector(shift_right(s, to_integer(u(2 downto 0))));
        when 7 => a(12 downto 0) := std_logic_vector(shift_left(u, to_integer(u(2 downto 0))));
        when 8 => a(12 downto 0) := std_logic_vector(rotate_left(unsigned(l), 3));
        when 9 => a(12 downto 0) := std_logic_vector(to_signed(k mod 8, 13));
        when 10 => a(12 downto 0) := std_logic_vector(to_signed(k rem 8, 13));
        when 11 => a(0) := l(to_integer(u(2 downto 0))); a(13 downto 10) := l(to_integer(u(2 downto 0)) + 3 downto to_integer(u(2 downto 0)));
        when 12 => a(12 downto 0) := std_logic_vector(abs s); a(to_integer(u(3 downto 0))) := rx;
        when 13 => a(3 downto 0) := (l(3 downto 0) nand m(3 downto 0)) xnor (l(4 downto 1) nor m(4 downto 1)); a(9) := and l; a(10) := or m;
        when 14 => a := std_logic_vector(resize(s, 26)); if signed(l) < s then a(3) := not a(3); end if; if unsigned(l) >= u then a(5) := '1'; end if;
        when others => a(12 downto 0) := std_logic_vector(maximum(u, unsigned(m))); a(25 downto 13) := std_logic_vector(minimum(s, signed(m)));
      end case;
      f <= f(24 downto 0) & f(25) xor a;
    end if;
  end process;
  tx <= f(0) xor f(7) xor f(13);
end architecture;
