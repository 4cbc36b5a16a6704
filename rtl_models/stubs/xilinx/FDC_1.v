// A flip-flop of falling edges with an asynchronous clear. It begins as INIT says.
module FDC_1 #(
    parameter [0:0] INIT = 1'b0
) (
    input C,
    input CLR,
    input D,
    output reg Q
);
  initial Q = INIT;
  always @(negedge C or posedge CLR)
    if (CLR) Q <= 1'b0;
    else Q <= D;
endmodule
