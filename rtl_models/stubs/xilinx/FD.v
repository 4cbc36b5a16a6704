// A flip-flop. It begins as INIT says.
module FD #(
    parameter [0:0] INIT = 1'b0
) (
    input C,
    input D,
    output reg Q
);
  initial Q = INIT;
  always @(posedge C)
    Q <= D;
endmodule
