// A shift register of 32 bits; A tells which of them is its output, and its last one goes to the next register.
module SRLC32E #(
    parameter [31:0] INIT = 32'h0,
    parameter [0:0] IS_CLK_INVERTED = 1'b0
) (
    input [4:0] A,
    input CE,
    input CLK,
    input D,
    output Q,
    output Q31
);
  wire clock = CLK ^ IS_CLK_INVERTED;
  reg [31:0] shift;
  initial shift = INIT;
  always @(posedge clock) if (CE) shift <= {shift[30:0], D};
  assign Q = shift[A];
  assign Q31 = shift[31];
endmodule
