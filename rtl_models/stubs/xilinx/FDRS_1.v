// A flip-flop of falling edges with a synchronous reset and set: the reset goes before the set. It begins as INIT says.
module FDRS_1 #(
    parameter [0:0] INIT = 1'b0
) (
    input C,
    input R,
    input S,
    input D,
    output reg Q
);
  initial Q = INIT;
  always @(negedge C)
    if (R) Q <= 1'b0;
    else if (S) Q <= 1'b1;
    else Q <= D;
endmodule
