// A flip-flop of falling edges with a synchronous reset. It begins as INIT says.
module FDR_1 #(
    parameter [0:0] INIT = 1'b0
) (
    input C,
    input R,
    input D,
    output reg Q
);
  initial Q = INIT;
  always @(negedge C)
    if (R) Q <= 1'b0;
    else Q <= D;
endmodule
