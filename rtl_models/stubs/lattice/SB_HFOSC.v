// The fast oscillator of iCE40 UltraPlus: 48 MHz, divided by 1, 2, 4 or 8.
module SB_HFOSC #(
    parameter CLKHF_DIV = "0b00",
    parameter TRIM_EN = "0b0"
) (
    input tri0 TRIM0,
    input tri0 TRIM1,
    input tri0 TRIM2,
    input tri0 TRIM3,
    input tri0 TRIM4,
    input tri0 TRIM5,
    input tri0 TRIM6,
    input tri0 TRIM7,
    input tri0 TRIM8,
    input tri0 TRIM9,
    input CLKHFPU,
    input CLKHFEN,
    output CLKHF
);
  localparam integer DIVIDE =
      CLKHF_DIV == "0b00" ? 1 : CLKHF_DIV == "0b01" ? 2 : CLKHF_DIV == "0b10" ? 4 : CLKHF_DIV == "0b11" ? 8 : 0;
  wire made;
  rig_oscillator #(.HZ(48000000), .DIVIDE(DIVIDE)) oscillator (.out(made));
  assign CLKHF = made & CLKHFPU & CLKHFEN;
endmodule
