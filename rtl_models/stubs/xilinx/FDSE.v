// A flip-flop with a synchronous set, which goes before the enable. It begins as INIT says.
module FDSE #(
    parameter [0:0] INIT = 1'b1,
    parameter [0:0] IS_C_INVERTED = 1'b0,
    parameter [0:0] IS_D_INVERTED = 1'b0,
    parameter [0:0] IS_S_INVERTED = 1'b0
) (
    input C,
    input CE,
    input S,
    input D,
    output reg Q
);
  wire clock = C ^ IS_C_INVERTED;
  wire data = D ^ IS_D_INVERTED;
  wire forced = S ^ IS_S_INVERTED;
  initial Q = INIT;
  always @(posedge clock)
    if (forced) Q <= 1'b1;
    else if (CE) Q <= data;
endmodule
