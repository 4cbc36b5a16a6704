// A table of 64 values; I0 is the lowest bit of its index.
module LUT6 #(
    parameter [63:0] INIT = 64'h0
) (
    input  I0,
    input  I1,
    input  I2,
    input  I3,
    input  I4,
    input  I5,
    output O
);
  assign O = INIT[{I5, I4, I3, I2, I1, I0}];
endmodule
