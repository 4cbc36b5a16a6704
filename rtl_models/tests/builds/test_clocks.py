"""Designs with several clocks."""

import unittest

from model_builder.clocks import common_time
from model_builder.description import Clock
from workshop import Workshop

CLOCKS = """
name = "player"
top = "player"
sources = ["player.v"]
[[clock]]
pin = "clk"
hz = 50_000_000
[[clock]]
pin = "fast"
hz = 75_000_000
[[clock]]
pin = "late"
hz = 10_000_000
phase = 90
[uart]
rx = "rx"
tx = "tx"
baud = 115200
"""
# Each clock counts its edges while rx is low. tx tells whether the counts of a time of 20 periods are right.
COUNTS = """module player (input clk, input fast, input late, input rx, output reg tx);
  reg [7:0] a, b, c, d; reg [3:0] seen;
  always @(posedge clk) if (rx) a <= 0; else a <= a + 1;
  always @(posedge fast or posedge rx) if (rx) b <= 0; else b <= b + 1;
  always @(posedge late or posedge rx) if (rx) c <= 0; else c <= c + 1;
  always @(negedge late or posedge rx) if (rx) d <= 0; else d <= d + 1;
  always @(posedge clk) tx <= rx | ~(a == 20 && b == %d && c == %d && d == %d);
endmodule
"""
# One flip-flop from clock to clock: tx follows rx by a whole number of periods of both.
CROSSING = """module player (input clk, input fast, input late, input rx, output reg tx);
  reg [1:0] s; reg t;
  always @(posedge fast) s <= {s[0], rx};
  always @(posedge late) t <= s[1];
  always @(posedge clk) tx <= t;
endmodule
"""


class CommonTimeTest(unittest.TestCase):
    def test_edges_are_whole_units_and_come_back_after_the_common_period(self):
        time = common_time(50_000_000, [Clock("fast", 75_000_000, 0), Clock("late", 10_000_000, 90)])
        self.assertEqual(time.common_periods, 10)
        self.assertEqual(time.main_period * 2, time.others[0][0] * 2 * 3)
        self.assertEqual(time.others[1], (5 * time.main_period // 2, 5 * time.main_period // 4))
        self.assertFalse(time.too_long)

    def test_clocks_with_nothing_in_common_are_too_long(self):
        self.assertTrue(common_time(50_000_001, [Clock("a", 49_999_993, 0), Clock("b", 33_333_331, 0)]).too_long)

    def test_one_clock_has_a_common_period_of_one(self):
        self.assertEqual(common_time(50_000_000, []).common_periods, 1)


class ClocksTest(Workshop):
    def test_every_edge_of_every_clock_comes(self):
        # 400 ns: 30 edges of 75 MHz; of 10 MHz at 25 ns, 125 ns …: 4 rising, 4 falling
        board = self.built({"player.v": COUNTS % (30, 4, 4)}, text=CLOCKS)
        self.assertEqual(board.edges([(1000, 1), (2000, 0), (3000, 1)]), [(1021, 0), (1022, 1)])

    def test_simultaneous_edges_are_seen_at_once_and_others_in_their_order(self):
        board = self.built({"player.v": CROSSING}, text=CLOCKS)
        # From the edge at 1000: fast at 0 and 13.3 ns takes it into s[1], late at 25 ns into t, clk at 40 ns into tx.
        # From 2006, 120 ns into a common period: fast at 120 and 133.3, late not at 125 but at 225, clk at 240.
        self.assertEqual(board.edges([(1000, 1), (2000, 0), (2006, 1), (3006, 0)]), [(1003, 0), (2003, 1), (2013, 0)])

    def test_a_wait_is_skipped_and_changes_nothing(self):
        levels = [(1_000_003, 1), (1_000_010, 0), (2_000_007, 1), (2_000_777, 0), (3_000_000, 1)]
        source = {"player.v": CROSSING}
        board = self.built(source, text=CLOCKS)
        plain = type(board)(board.path, skip=False)
        edges = board.edges(levels)
        self.assertEqual(edges, plain.edges(levels))
        self.assertGreaterEqual(len(edges), 4)
        self.assertLess(board.state().evaluated, 10_000)
        self.assertEqual(plain.state().evaluated, 3_000_000)

    def test_a_heart_that_beats_in_step_with_the_clocks_is_not_skipped(self):
        source = """module player (input clk, input fast, input late, input rx, output reg tx);
  reg [2:0] n = 0; reg h = 0; reg i = 0;
  always @(posedge late) h <= ~h;
  always @(posedge fast) i <= rx;
  always @(posedge clk) begin n <= n == 4 ? 0 : n + 1; tx <= late ^ (i & ~i); end
endmodule
"""
        board = self.built({"player.v": source}, text=CLOCKS)
        edges = board.edges([(100_000, 1)])
        self.assertGreater(len(edges), 39_000)
        self.assertEqual({b[0] - a[0] for a, b in zip(edges[2::2], edges[4::2])}, {5})

    def test_clocks_that_seldom_meet_switch_the_skip_off_and_say_so(self):
        board = self.built({"player.v": CROSSING}, text=CLOCKS.replace("75_000_000", "74_250_001"))
        self.assertEqual(board.skip_off_reason, b"its clocks are in the same phase again only after 50000000 periods of the first")

    def test_mistakes_are_told_by_number_and_key(self):
        for old, new, said in (
                ("phase = 90", "phase = 360", "player.toml:14: clock (number 3).phase: found 360, expected an integer from 0 to 359"),
                ("phase = 90", "duty = 90", "player.toml:14: clock (number 3).duty: unknown key. Known here: pin, hz, phase."),
                ("hz = 50_000_000", "phase = 0\nhz = 50_000_000", "clock.phase: unknown key. Known here: pin, hz, from."),
                ("\"late\"", "\"lat\"", "clock (number 3).pin: the top \"player\" has no input \"lat\""),
                ("75_000_000", "4_294_967_291", "clock.hz: the frequencies of the clocks have too little in common")):
            with self.subTest(new=new):
                text = CLOCKS.replace(old, new).replace("10_000_000", "9_999_991" if "4_294" in new else "10_000_000")
                self.assertIn(said, self.complaint({"player.v": CROSSING}, text=text))
