// A flip-flop of falling edges with an asynchronous clear and with an enable. It begins as INIT says.
module FDCE_1 #(
    parameter [0:0] INIT = 1'b0
) (
    input C,
    input CE,
    input CLR,
    input D,
    output reg Q
);
  initial Q = INIT;
  always @(negedge C or posedge CLR)
    if (CLR) Q <= 1'b0;
    else if (CE) Q <= D;
endmodule
