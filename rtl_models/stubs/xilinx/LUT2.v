// A table of 4 values; I0 is the lowest bit of its index.
module LUT2 #(
    parameter [3:0] INIT = 4'h0
) (
    input  I0,
    input  I1,
    output O
);
  assign O = INIT[{I1, I0}];
endmodule
