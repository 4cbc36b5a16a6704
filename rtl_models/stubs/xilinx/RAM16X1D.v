// 16 bits that are written at A, with the clock, and read at A and DPRA without it.
module RAM16X1D #(
    parameter [15:0] INIT = 16'h0,
    parameter [0:0] IS_WCLK_INVERTED = 1'b0
) (
    input  A0,
    input  A1,
    input  A2,
    input  A3,
    input  DPRA0,
    input  DPRA1,
    input  DPRA2,
    input  DPRA3,
    input  D,
    input  WCLK,
    input  WE,
    output DPO,
    output SPO
);
  wire clock = WCLK ^ IS_WCLK_INVERTED;
  reg [15:0] memory;
  initial memory = INIT;
  always @(posedge clock) if (WE) memory[{A3, A2, A1, A0}] <= D;
  assign DPO = memory[{DPRA3, DPRA2, DPRA1, DPRA0}];
  assign SPO = memory[{A3, A2, A1, A0}];
endmodule
