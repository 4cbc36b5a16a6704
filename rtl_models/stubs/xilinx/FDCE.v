// A flip-flop with an asynchronous clear and with an enable. It begins as INIT says.
module FDCE #(
    parameter [0:0] INIT = 1'b0,
    parameter [0:0] IS_C_INVERTED = 1'b0,
    parameter [0:0] IS_D_INVERTED = 1'b0,
    parameter [0:0] IS_CLR_INVERTED = 1'b0
) (
    input C,
    input CE,
    input CLR,
    input D,
    output reg Q
);
  wire clock = C ^ IS_C_INVERTED;
  wire data = D ^ IS_D_INVERTED;
  wire forced = CLR ^ IS_CLR_INVERTED;
  initial Q = INIT;
  always @(posedge clock or posedge forced)
    if (forced) Q <= 1'b0;
    else if (CE) Q <= data;
endmodule
