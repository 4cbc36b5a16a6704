-- A board in a memory, a ROM of text, and a case within a case; nothing in the inner one is left over.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity player is
  port (clk, rx : in std_logic; tx : out std_logic);
end entity;

architecture rtl of player is
  type board_t is array (0 to 195) of std_logic_vector(1 downto 0);
  signal board : board_t := (others => "00");
  type rom_t is array (0 to 15) of std_logic_vector(15 downto 0);
  constant ROM : rom_t := (x"1AB0", x"2CD3", x"FFFF", x"0001", x"8000", x"7777", x"1234", x"4321", others => x"A5A5");
  type op_t is (LOOK, PUT);
  type who_t is (ME, HIM, NOBODY);
  signal op : op_t := LOOK;
  signal who : who_t := ME;
  signal at : unsigned(7 downto 0) := (others => '0');
  signal seen : std_logic_vector(1 downto 0) := "00";
  signal wide : std_logic_vector(15 downto 0) := (others => '0');
begin
  process (clk)
  begin
    if rising_edge(clk) then
      case op is
        when LOOK =>
          seen <= board(to_integer(at));
          op <= PUT;
          wide <= ROM(to_integer(at(3 downto 0)));
        when PUT =>
          op <= LOOK;
          if at = 195 then at <= (others => '0'); else at <= at + 1; end if;
          case who is
            when ME => board(to_integer(at)) <= seen(0) & rx; wide <= wide xor x"00FF"; who <= HIM;
            when HIM => board(to_integer(at)) <= rx & not seen(1); wide <= wide(0) & wide(15 downto 1); who <= NOBODY;
            when NOBODY => wide <= std_logic_vector(unsigned(wide) + 3); who <= ME;
          end case;
      end case;
    end if;
  end process;
  tx <= seen(0) xor seen(1) xor wide(4);
end architecture;
