// A flip-flop of falling edges. It begins as INIT says.
module FD_1 #(
    parameter [0:0] INIT = 1'b0
) (
    input C,
    input D,
    output reg Q
);
  initial Q = INIT;
  always @(negedge C)
    Q <= D;
endmodule
