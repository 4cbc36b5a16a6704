// A flip-flop of falling edges with an enable. It begins as INIT says.
module FDE_1 #(
    parameter [0:0] INIT = 1'b0
) (
    input C,
    input CE,
    input D,
    output reg Q
);
  initial Q = INIT;
  always @(negedge C)
    if (CE) Q <= D;
endmodule
