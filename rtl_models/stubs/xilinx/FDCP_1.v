// A flip-flop of falling edges with an asynchronous clear and preset: the clear goes before the preset. It begins as INIT says.
module FDCP_1 #(
    parameter [0:0] INIT = 1'b0
) (
    input C,
    input CLR,
    input PRE,
    input D,
    output reg Q
);
  wire preset = PRE & ~CLR;  // rises when the clear ends, too
  initial Q = INIT;
  always @(negedge C or posedge CLR or posedge preset)
    if (CLR) Q <= 1'b0;
    else if (preset) Q <= 1'b1;
    else Q <= D;
endmodule
