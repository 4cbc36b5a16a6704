// 64 bits that are written with the clock, and read without it.
module RAM64X1S #(
    parameter [63:0] INIT = 64'h0,
    parameter [0:0] IS_WCLK_INVERTED = 1'b0
) (
    input  A0,
    input  A1,
    input  A2,
    input  A3,
    input  A4,
    input  A5,
    input  D,
    input  WCLK,
    input  WE,
    output O
);
  wire clock = WCLK ^ IS_WCLK_INVERTED;
  reg [63:0] memory;
  initial memory = INIT;
  always @(posedge clock) if (WE) memory[{A5, A4, A3, A2, A1, A0}] <= D;
  assign O = memory[{A5, A4, A3, A2, A1, A0}];
endmodule
