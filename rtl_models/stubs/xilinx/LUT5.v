// A table of 32 values; I0 is the lowest bit of its index.
module LUT5 #(
    parameter [31:0] INIT = 32'h0
) (
    input  I0,
    input  I1,
    input  I2,
    input  I3,
    input  I4,
    output O
);
  assign O = INIT[{I4, I3, I2, I1, I0}];
endmodule
