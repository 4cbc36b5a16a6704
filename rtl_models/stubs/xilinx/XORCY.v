// The sum in one place of a carry chain.
module XORCY (
    input  CI,
    input  LI,
    output O
);
  assign O = CI ^ LI;
endmodule
