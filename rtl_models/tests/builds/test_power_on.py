"""Registers that nobody resets, at power-on."""

from workshop import Board, Workshop

# Right on a device whose registers start at 0: tx changes whenever the counter has gone on by eight.
PLAYER = """module player (input clk, input rx, output tx);
  reg [7:0] count;
  reg [7:0] shape [0:3];
  always @(posedge clk) if (!rx) begin
    count <= count + 1 + shape[count[1:0]];
    shape[3] <= 0;
  end
  assign tx = count[3];
endmodule
"""
FROM_ZERO = [(8, 1), (16, 0), (24, 1), (32, 0)]


class PowerOnTest(Workshop):
    def edges(self, tables: str) -> list:
        path = self.built({"player.v": PLAYER}, tables=tables).path
        return [Board(path, seed=seed).edges([(39, 0)]) for seed in range(1, 5)]

    def test_they_start_at_zero_where_the_description_says_so_and_at_random_else(self):
        self.assertEqual(self.edges("[power_on]\nregisters = \"zero\"\n"), [FROM_ZERO] * 4)
        self.assertNotIn(FROM_ZERO, self.edges(""))
