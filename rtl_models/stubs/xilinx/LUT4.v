// A table of 16 values; I0 is the lowest bit of its index.
module LUT4 #(
    parameter [15:0] INIT = 16'h0
) (
    input  I0,
    input  I1,
    input  I2,
    input  I3,
    output O
);
  assign O = INIT[{I3, I2, I1, I0}];
endmodule
