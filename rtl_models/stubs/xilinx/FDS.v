// A flip-flop with a synchronous set. It begins as INIT says.
module FDS #(
    parameter [0:0] INIT = 1'b1
) (
    input C,
    input S,
    input D,
    output reg Q
);
  initial Q = INIT;
  always @(posedge C)
    if (S) Q <= 1'b1;
    else Q <= D;
endmodule
