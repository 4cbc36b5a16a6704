"""Parities with an inverted bit, which an optimization of Verilator 5.006 makes wrong."""

from workshop import Workshop

# tx is low when one of the two ways to say the same comes out otherwise.
PARITY = """module player (input clk, input rx, output reg tx);
  reg [60:0] s = 61'h123456789abcde;
  reg [3:0] parts = 0; reg whole = 0;
  wire sum = ^{s[30] ^ s[34]} ^ ^{s[12:9] ^ s[20:17]} ^ ^{~s[40]} ^ ^{s[44]};
  reg parity = 0;
  always @(posedge clk) begin
    s <= {s[59:0], s[60] ^ s[59] ^ s[45] ^ rx};
    parity <= sum;
    parts <= {s[30] ^ s[34], ^s[12:9] ^ ^s[20:17], !s[40], s[44]};
    tx <= parity == (parts[3] + parts[2] + parts[1] + parts[0]) % 2;
  end
endmodule
"""


class ParityTest(Workshop):
    def test_a_parity_with_an_inverted_bit_is_right(self):
        board = self.built({"player.v": PARITY})
        board.run(10, 1)
        self.assertEqual({board.run(cycle, cycle // 7 % 2).tx for cycle in range(10, 1000)}, {1})
