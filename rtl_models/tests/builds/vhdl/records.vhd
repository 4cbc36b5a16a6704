-- One record holds all registers ("two-process method"); an array of records is the queue.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package player_types is
  type step_t is (FETCH, PUSH, POP);
  type entry_t is record
    valid : boolean;
    data : std_logic_vector(11 downto 0);
    age : integer range 0 to 500;
  end record;
  type queue_t is array (0 to 3) of entry_t;
  constant NOTHING : entry_t := (valid => false, data => (others => '0'), age => 0);
  type registers_t is record
    step : step_t;
    queue : queue_t;
    last : entry_t;
    at : unsigned(1 downto 0);
  end record;
  function aged(e : entry_t) return entry_t;
end package;

package body player_types is
  function aged(e : entry_t) return entry_t is
    variable older : entry_t := e;
  begin
    if older.age < 500 then older.age := older.age + 1; end if;
    return older;
  end function;
end package body;

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.player_types.all;

entity player is
  port (clk, rx : in std_logic; tx : out std_logic);
end entity;

architecture rtl of player is
  signal r, rin : registers_t := (FETCH, (others => NOTHING), NOTHING, "00");
begin
  comb : process (r, rx)
    variable v : registers_t;
  begin
    v := r;
    case r.step is
      when FETCH =>
        v.last := aged(r.queue(to_integer(r.at)));
        v.step := PUSH;
      when PUSH =>
        v.queue(to_integer(r.at)) := (rx = '0', r.last.data(10 downto 0) & rx, r.last.age);
        v.at := r.at + 1;
        v.step := POP;
      when POP =>
        for i in v.queue'range loop
          if v.queue(i).age = 40 then v.queue(i).data := not v.queue(i).data; v.queue(i).age := 0; end if;
        end loop;
        v.step := FETCH;
    end case;
    rin <= v;
  end process;

  r <= rin when rising_edge(clk);
  tx <= r.last.data(3) when r.last.valid else not r.last.data(7);
end architecture;
