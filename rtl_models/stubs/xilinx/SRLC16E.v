// A shift register of 16 bits; A tells which of them is its output, and its last one goes to the next register.
module SRLC16E #(
    parameter [15:0] INIT = 16'h0
) (
    input  A0,
    input  A1,
    input  A2,
    input  A3,
    input  CE,
    input  CLK,
    input  D,
    output Q,
    output Q15
);
  reg [15:0] shift;
  initial shift = INIT;
  always @(posedge CLK) if (CE) shift <= {shift[14:0], D};
  assign Q = shift[{A3, A2, A1, A0}];
  assign Q15 = shift[15];
endmodule
