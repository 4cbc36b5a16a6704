// A differential output.
module OBUFDS #(
    parameter IOSTANDARD = "DEFAULT",
    parameter SLEW       = "SLOW"
) (
    input  I,
    output O,
    output OB
);
  assign O  = I;
  assign OB = ~I;
endmodule
