// A shift register of 16 bits; A tells which of them is its output.
module SRL16E #(
    parameter [15:0] INIT = 16'h0,
    parameter [0:0] IS_CLK_INVERTED = 1'b0
) (
    input  A0,
    input  A1,
    input  A2,
    input  A3,
    input  CE,
    input  CLK,
    input  D,
    output Q
);
  wire clock = CLK ^ IS_CLK_INVERTED;
  reg [15:0] shift;
  initial shift = INIT;
  always @(posedge clock) if (CE) shift <= {shift[14:0], D};
  assign Q = shift[{A3, A2, A1, A0}];
endmodule
