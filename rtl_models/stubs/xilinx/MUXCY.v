// One place of a carry chain.
module MUXCY (
    input  CI,
    input  DI,
    input  S,
    output O
);
  assign O = S ? CI : DI;
endmodule
