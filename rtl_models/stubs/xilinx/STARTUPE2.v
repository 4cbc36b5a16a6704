// What a design sees of the configuration: over; and its oscillator, of 65 MHz as the data sheet has it.
module STARTUPE2 #(
    parameter PROG_USR = "FALSE",
    parameter real SIM_CCLK_FREQ = 0.0
) (
    input tri0 CLK,
    input tri0 GSR,
    input tri0 GTS,
    input tri0 KEYCLEARB,
    input tri0 PACK,
    input tri0 USRCCLKO,
    input tri0 USRCCLKTS,
    input tri0 USRDONEO,
    input tri0 USRDONETS,
    output CFGCLK,
    output CFGMCLK,
    output EOS,
    output PREQ
);
  rig_oscillator #(.HZ(65000000), .DIVIDE(1)) oscillator (.out(CFGMCLK));
  assign CFGCLK = 1'b0;
  assign EOS = 1'b1;
  assign PREQ = 1'b0;
endmodule
