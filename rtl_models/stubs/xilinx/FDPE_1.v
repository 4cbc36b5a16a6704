// A flip-flop of falling edges with an asynchronous preset and with an enable. It begins as INIT says.
module FDPE_1 #(
    parameter [0:0] INIT = 1'b1
) (
    input C,
    input CE,
    input PRE,
    input D,
    output reg Q
);
  initial Q = INIT;
  always @(negedge C or posedge PRE)
    if (PRE) Q <= 1'b1;
    else if (CE) Q <= D;
endmodule
