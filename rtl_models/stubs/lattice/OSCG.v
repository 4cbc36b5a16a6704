// The oscillator of ECP5: 310 MHz, divided.
module OSCG #(
    parameter DIV = 128
) (
    output OSC
);
  rig_oscillator #(.HZ(310000000), .DIVIDE(DIV)) oscillator (.out(OSC));
endmodule
