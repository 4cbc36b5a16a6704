// A flip-flop with an asynchronous preset. It begins as INIT says.
module FDP #(
    parameter [0:0] INIT = 1'b1
) (
    input C,
    input PRE,
    input D,
    output reg Q
);
  initial Q = INIT;
  always @(posedge C or posedge PRE)
    if (PRE) Q <= 1'b1;
    else Q <= D;
endmodule
