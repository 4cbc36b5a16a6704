// A zero.
module GND (
    output G
);
  assign G = 1'b0;
endmodule
