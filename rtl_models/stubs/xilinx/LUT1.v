// A table of 2 values; I0 is the lowest bit of its index.
module LUT1 #(
    parameter [1:0] INIT = 2'h0
) (
    input  I0,
    output O
);
  assign O = INIT[I0];
endmodule
