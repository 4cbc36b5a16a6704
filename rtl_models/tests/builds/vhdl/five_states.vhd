-- Two processes, an enumeration of five states whose case statement covers all of them, and a wide register beside it.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity player is
  port (clk, rx : in std_logic; tx : out std_logic);
end entity;

architecture rtl of player is
  type state_t is (S_IDLE, S_START, S_DATA, S_PARITY, S_STOP);
  signal state, next_state : state_t := S_IDLE;
  signal frame, next_frame : std_logic_vector(9 downto 0) := (others => '1');
  signal heard : unsigned(31 downto 0) := x"5EED1234";
begin
  process (all)
  begin
    case state is
      when S_IDLE =>
        next_frame <= "1111111111";
        if rx = '0' then next_state <= S_START; else next_state <= S_IDLE; end if;
      when S_START =>
        next_frame <= '1' & std_logic_vector(heard(8 downto 0));
        next_state <= S_DATA;
      when S_DATA =>
        next_frame <= '1' & frame(9 downto 1);
        if frame = "1111111111" then next_state <= S_PARITY; else next_state <= S_DATA; end if;
      when S_PARITY =>
        next_frame <= (0 => xor heard, others => '1');
        next_state <= S_STOP;
      when S_STOP =>
        next_frame <= (others => '1');
        next_state <= S_IDLE;
    end case;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      state <= next_state;
      frame <= next_frame;
      heard <= heard(30 downto 0) & (rx xor heard(31) xor heard(21) xor heard(1));
    end if;
  end process;
  tx <= frame(0);
end architecture;
