-- Nine states with a wide register in each branch; the case has no `when others`, since none is left.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity player is
  port (clk, rx : in std_logic; tx : out std_logic);
end entity;

architecture behavioral of player is
  type t_phase is (boot, waiting, header, column, row, tile, turn, reply, done);
  signal phase : t_phase := boot;
  signal word : std_logic_vector(47 downto 0) := (others => '0');
  signal left : integer range 0 to 47 := 0;
begin
  main : process (clk)
  begin
    if rising_edge(clk) then
      case phase is
        when boot => word <= x"123456789ABC"; phase <= waiting;
        when waiting => if rx = '0' then phase <= header; end if;
        when header => word <= word(46 downto 0) & rx; phase <= column;
        when column => word <= std_logic_vector(unsigned(word) + 1023); phase <= row;
        when row => word <= word xor x"0F0F0F0F0F0F"; phase <= tile;
        when tile => word <= word(23 downto 0) & word(47 downto 24); phase <= turn;
        when turn => word <= not word; left <= 47; phase <= reply;
        when reply =>
          word <= word(46 downto 0) & word(47);
          if left = 0 then phase <= done; else left <= left - 1; end if;
        when done => phase <= waiting;
      end case;
    end if;
  end process;
  tx <= word(47) when phase = reply else '1';
end architecture;
