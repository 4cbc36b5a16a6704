"""Which registers nobody gives a value, told by two instances of a model that powered on with other values."""

import ctypes

from model_builder.model_face import Options
from workshop import Board, Workshop

FROM_ZERO = 2**64 - 1

PLAYER = """module unit(input clk, input rst, input rx, output tx);
  reg [2:0] state;          // nobody sets it
  reg [3:0] begun = 4'd5;   // has an initial value
  reg [3:0] cleared;        // is reset
  reg [1:0] kept [0:3];     // a memory that nobody sets
  reg [7:0] shown;          // nobody sets it, and tx does not depend on it
  reg early;                // follows the line from the first clock on
  wire [2:0] next = state + 3'd1;
  reg [2:0] chosen;
  always @* case (begun[0]) 1'b0: chosen = next; default: chosen = state; endcase
  always @(posedge clk) begin
    early <= rx;
    if (!early) state <= chosen;
    begun <= begun + kept[begun[1:0]][0];
    if (rst) cleared <= 0; else cleared <= cleared + {3'b0, state[0]};
    shown <= shown + 8'd1;
  end
  assign tx = ^{next, begun, cleared, kept[cleared[1:0]]};
endmodule
module player(input clk, input rst, input rx, output tx);
  unit u(.clk, .rst, .rx, .tx);
endmodule
"""


class RegistersTest(Workshop):
    def unlike(self, one: Board, other: Board) -> list[str]:
        return sorted(one.table.unlike(one.instance, other.instance).decode().split())

    def test_registers_that_nobody_resets_or_gives_a_value_are_named_as_the_design_names_them(self):
        board = self.built({"player.sv": PLAYER}, tables="[reset]\npin = \"rst\"\nactive = 1\ncycles = 4\n")
        others = [Board(board.path, seed=seed) for seed in (2, 3, 4)]
        named = sorted({name for other in others for name in self.unlike(board, other)})
        self.assertEqual(named, ["u.kept", "u.state"])
        self.assertEqual(self.unlike(board, Board(board.path, seed=1)), [])
        from_zero = [board.table.create(ctypes.byref(Options(seed=FROM_ZERO, skip=1))) for _ in range(2)]
        self.assertEqual(board.table.unlike(*from_zero), b"")
