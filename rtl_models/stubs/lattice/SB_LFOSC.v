// The slow oscillator of iCE40 UltraPlus: 10 kHz.
module SB_LFOSC (
    input  CLKLFPU,
    input  CLKLFEN,
    output CLKLF
);
  wire made;
  rig_oscillator #(.HZ(10000), .DIVIDE(1)) oscillator (.out(made));
  assign CLKLF = made & CLKLFPU & CLKLFEN;
endmodule
