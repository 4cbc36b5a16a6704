// The oscillator of GW1N and GW2A: 250 MHz, divided; 210 MHz in a GW1N-4 and its kin.
/* verilator lint_off WIDTH */
module OSC #(
    parameter FREQ_DIV = 100,
    parameter DEVICE = "GW1N-4"
) (
    output OSCOUT
);
  localparam [0:0] SLOWER = DEVICE == "GW1N-4" || DEVICE == "GW1N-4B" || DEVICE == "GW1N-4C" || DEVICE == "GW1NR-4" ||
      DEVICE == "GW1NR-4B" || DEVICE == "GW1NR-4C" || DEVICE == "GW1NRF-4B";
  rig_oscillator #(.HZ(SLOWER ? 210000000 : 250000000), .DIVIDE(FREQ_DIV)) oscillator (.out(OSCOUT));
endmodule
/* verilator lint_on WIDTH */
