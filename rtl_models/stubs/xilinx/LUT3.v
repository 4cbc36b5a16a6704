// A table of 8 values; I0 is the lowest bit of its index.
module LUT3 #(
    parameter [7:0] INIT = 8'h0
) (
    input  I0,
    input  I1,
    input  I2,
    output O
);
  assign O = INIT[{I2, I1, I0}];
endmodule
