// A clock buffer with an enable, which is taken over while the clock is low.
module BUFGCE (
    input  I,
    input  CE,
    output O
);
  reg on = 1'b0;
  always @(negedge I) on <= CE;
  assign O = I & on;
endmodule
