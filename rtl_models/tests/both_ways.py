"""A design with a module that it has many times, built both ways: flattened, and with the module's code there once."""

from contextlib import ExitStack
from unittest import mock

from model_builder.config import Flavour
from workshop import Board, Workshop

PART_OF_A_PLAYER = """
module part #(parameter LIMIT = 20000) (input clk, input rx, input [7:0] start, output reg tx, output led,
                                      output reg [7:0] kept);  // nobody sets it
  reg [15:0] patience;
  reg [23:0] shown;                    // tx does not depend on it
  reg [4:0] bits;
  initial begin tx = 1; patience = 0; bits = 0; end
  assign led = shown[23];
  always @(posedge clk) begin
    shown <= shown + 1;
    patience <= rx ? (patience == LIMIT ? patience : patience + 1) : 0;
    if (patience == 3) bits <= 20;
    if (bits != 0) begin
      bits <= bits - 1;
      kept <= {kept[6:0], kept[7] ^ start[bits[2:0]]};
      tx <= kept[7];
    end else tx <= patience != LIMIT - 1;
  end
endmodule
"""
PLAYER = """
module player(input clk, input rx, output tx, output [3:0] led);
  wire [3:0] t;
  reg [40:0] late = 0;
  always @(posedge clk) late <= {late[39:0], rx};
  generate for (genvar i = 0; i < 4; i = i + 1) begin : g
    wire [7:0] k;
    part #(%s) u_part(.clk, .rx(%s), .start(%s), .tx(t[i]), .led(led[i]), .kept(k));
  end endgenerate
  assign tx = &t;
endmodule
"""
LEVELS = [(2_000, 1), (2_400, 0), (60_000, 1), (60_010, 0), (60_011, 1), (90_000, 1), (3_000_000, 1)]

PAIR = """
module pair(input clk, input rx, input [7:0] start, output tx, output led, output [7:0] kept);
  wire [1:0] t, l;
  wire [7:0] other;
  part u__a(.clk, .rx, .start, .tx(t[0]), .led(l[0]), .kept(other));
  part u_b(.clk, .rx, .start, .tx(t[1]), .led(l[1]), .kept);
  assign tx = t[0] ~^ t[1], led = |l;
endmodule
"""


class BothWays(Workshop):
    def built_both_ways(self, *, limit: str = "", rx: str = "rx", start: str = "8'd17", around: bool = False,
                        flavour: Flavour = Flavour()) -> tuple[Board, Board]:
        player = PLAYER % (limit, rx, start)
        return self.these_built_both_ways(PART_OF_A_PLAYER + (PAIR + player.replace("part #()", "pair") if around else player), flavour)

    def these_built_both_ways(self, text: str, flavour: Flavour = Flavour(), apart: list[str] | None = None) -> tuple[Board, Board]:
        """`apart`: the modules, if they are not to be chosen."""
        sources = {"player.sv": text}
        boards = []
        for large in (10**9, 0):
            with ExitStack() as patches:
                for module, name, value in (("build", "LARGE", large), ("repeated", "LARGE", large), ("repeated", "SMALLEST", 0),
                                            ("build", "LEAST_GAIN", 0)):
                    patches.enter_context(mock.patch(f"model_builder.{module}.{name}", value))
                if apart:
                    patches.enter_context(mock.patch("model_builder.build.modules_to_keep_apart", return_value=apart))
                builder = self.builder(sources, flavour=flavour)
                output = self.folder / f"{large}.so"
                builder.build(output)
                boards.append(Board(output))
        return boards[0], boards[1]

    def assert_same(self, flat: Board, once: Board):
        for seed in (1, 2, 3):
            edges = Board(flat.path, seed=seed, skip=False).edges(LEVELS)
            self.assertGreater(len(edges), 2)
            for skip in (True, False):
                self.assertEqual(Board(once.path, seed=seed, skip=skip).edges(LEVELS), edges)
        seen = [tuple(Board(flat.path, seed=seed).edges(LEVELS)) for seed in (1, 2, 3)]
        self.assertGreater(len(set(seen)), 1, "what nobody sets is not seen")
