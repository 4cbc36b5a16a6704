// A table of 64 values; O5 is what its lower half has for the lower five inputs.
module LUT6_2 #(
    parameter [63:0] INIT = 64'h0
) (
    input  I0,
    input  I1,
    input  I2,
    input  I3,
    input  I4,
    input  I5,
    output O5,
    output O6
);
  assign O5 = INIT[{1'b0, I4, I3, I2, I1, I0}];
  assign O6 = INIT[{I5, I4, I3, I2, I1, I0}];
endmodule
