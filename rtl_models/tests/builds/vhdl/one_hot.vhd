-- One-hot states as constants; what is no state goes back to the first.
library ieee;
use ieee.std_logic_1164.all;

entity player is
  port (clk, rx : in std_logic; tx : out std_logic);
end entity;

architecture rtl of player is
  subtype state_t is std_logic_vector(3 downto 0);
  constant IDLE : state_t := "0001";
  constant LOAD : state_t := "0010";
  constant SHIFT : state_t := "0100";
  constant GAP : state_t := "1000";
  signal state : state_t := IDLE;
  signal shifter : std_logic_vector(10 downto 0) := (others => '1');
  signal count : natural range 0 to 10 := 0;
begin
  process (clk) is
  begin
    if clk'event and clk = '1' then
      case state is
        when IDLE => if rx = '0' then state <= LOAD; end if;
        when LOAD => shifter <= "10100110100"; count <= 10; state <= SHIFT;
        when SHIFT =>
          shifter <= '1' & shifter(10 downto 1);
          if count = 0 then state <= GAP; else count <= count - 1; end if;
        when GAP => if rx = '1' then state <= IDLE; end if;
        when others => state <= IDLE; shifter <= (others => '1');
      end case;
    end if;
  end process;
  tx <= shifter(0);
end architecture;
