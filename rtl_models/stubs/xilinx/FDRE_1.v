// A flip-flop of falling edges with a synchronous reset, which goes before the enable. It begins as INIT says.
module FDRE_1 #(
    parameter [0:0] INIT = 1'b0
) (
    input C,
    input CE,
    input R,
    input D,
    output reg Q
);
  initial Q = INIT;
  always @(negedge C)
    if (R) Q <= 1'b0;
    else if (CE) Q <= D;
endmodule
