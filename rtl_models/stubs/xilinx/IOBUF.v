// A pin of both directions; T is its high impedance.
module IOBUF #(
    parameter DRIVE        = 12,
    parameter IBUF_LOW_PWR = "TRUE",
    parameter IOSTANDARD   = "DEFAULT",
    parameter SLEW         = "SLOW"
) (
    input  I,
    input  T,
    output O,
    inout  IO
);
  assign IO = T ? 1'bz : I;
  assign O  = IO;
endmodule
