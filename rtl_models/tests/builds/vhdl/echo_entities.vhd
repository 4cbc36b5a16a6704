-- A UART echo of three entities: the receiver and the transmitter are enumerations, the divider a generic.
library ieee;
use ieee.std_logic_1164.all;

entity uart_receiver is
  generic (TICKS : positive := 8);
  port (clk, serial : in std_logic; byte : out std_logic_vector(7 downto 0); done : out std_logic := '0');
end entity;

architecture rtl of uart_receiver is
  type rx_state is (RX_IDLE, RX_START, RX_BITS, RX_STOP);
  signal state : rx_state := RX_IDLE;
  signal ticks_left : integer range 0 to 2 * TICKS := 0;
  signal index : integer range 0 to 7 := 0;
  signal bits : std_logic_vector(7 downto 0) := (others => '0');
begin
  process (clk)
  begin
    if rising_edge(clk) then
      done <= '0';
      case state is
        when RX_IDLE =>
          ticks_left <= TICKS / 2;
          if serial = '0' then state <= RX_START; end if;
        when RX_START =>
          if ticks_left = 0 then
            ticks_left <= TICKS - 1;
            index <= 0;
            if serial = '0' then state <= RX_BITS; else state <= RX_IDLE; end if;
          else
            ticks_left <= ticks_left - 1;
          end if;
        when RX_BITS =>
          if ticks_left = 0 then
            ticks_left <= TICKS - 1;
            bits <= serial & bits(7 downto 1);
            if index = 7 then state <= RX_STOP; else index <= index + 1; end if;
          else
            ticks_left <= ticks_left - 1;
          end if;
        when RX_STOP =>
          if ticks_left = 0 then
            done <= serial;
            state <= RX_IDLE;
          else
            ticks_left <= ticks_left - 1;
          end if;
      end case;
    end if;
  end process;
  byte <= bits;
end architecture;

library ieee;
use ieee.std_logic_1164.all;

entity uart_transmitter is
  generic (TICKS : positive := 8);
  port (clk, go : in std_logic; byte : in std_logic_vector(7 downto 0); busy, serial : out std_logic);
end entity;

architecture rtl of uart_transmitter is
  type tx_state is (TX_READY, TX_SHIFT, TX_LAST);
  signal state : tx_state := TX_READY;
  signal frame : std_logic_vector(8 downto 0) := (others => '1');
  signal ticks_left : integer range 0 to TICKS - 1 := 0;
  signal index : integer range 0 to 8 := 0;
begin
  process (clk)
  begin
    if rising_edge(clk) then
      case state is
        when TX_READY =>
          frame <= (others => '1');
          ticks_left <= TICKS - 1;
          index <= 0;
          if go = '1' then
            frame <= byte & '0';
            state <= TX_SHIFT;
          end if;
        when TX_SHIFT =>
          if ticks_left = 0 then
            ticks_left <= TICKS - 1;
            frame <= '1' & frame(8 downto 1);
            if index = 8 then state <= TX_LAST; else index <= index + 1; end if;
          else
            ticks_left <= ticks_left - 1;
          end if;
        when TX_LAST =>
          if ticks_left = 0 then state <= TX_READY; else ticks_left <= ticks_left - 1; end if;
      end case;
    end if;
  end process;
  busy <= '0' when state = TX_READY else '1';
  serial <= frame(0);
end architecture;

library ieee;
use ieee.std_logic_1164.all;

entity player is
  port (clk, rx : in std_logic; tx : out std_logic);
end entity;

architecture structural of player is
  signal byte : std_logic_vector(7 downto 0);
  signal done, busy : std_logic;
begin
  receiver : entity work.uart_receiver generic map (TICKS => 10) port map (clk => clk, serial => rx, byte => byte, done => done);
  transmitter : entity work.uart_transmitter generic map (10) port map (clk, done, byte, busy, tx);
end architecture;
