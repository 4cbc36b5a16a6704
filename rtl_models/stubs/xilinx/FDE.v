// A flip-flop with an enable. It begins as INIT says.
module FDE #(
    parameter [0:0] INIT = 1'b0
) (
    input C,
    input CE,
    input D,
    output reg Q
);
  initial Q = INIT;
  always @(posedge C)
    if (CE) Q <= D;
endmodule
