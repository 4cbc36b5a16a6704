// A flip-flop of falling edges with a synchronous set, which goes before the enable. It begins as INIT says.
module FDSE_1 #(
    parameter [0:0] INIT = 1'b1
) (
    input C,
    input CE,
    input S,
    input D,
    output reg Q
);
  initial Q = INIT;
  always @(negedge C)
    if (S) Q <= 1'b1;
    else if (CE) Q <= D;
endmodule
