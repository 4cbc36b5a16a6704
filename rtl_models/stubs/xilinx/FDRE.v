// A flip-flop with a synchronous reset, which goes before the enable. It begins as INIT says.
module FDRE #(
    parameter [0:0] INIT = 1'b0,
    parameter [0:0] IS_C_INVERTED = 1'b0,
    parameter [0:0] IS_D_INVERTED = 1'b0,
    parameter [0:0] IS_R_INVERTED = 1'b0
) (
    input C,
    input CE,
    input R,
    input D,
    output reg Q
);
  wire clock = C ^ IS_C_INVERTED;
  wire data = D ^ IS_D_INVERTED;
  wire forced = R ^ IS_R_INVERTED;
  initial Q = INIT;
  always @(posedge clock)
    if (forced) Q <= 1'b0;
    else if (CE) Q <= data;
endmodule
