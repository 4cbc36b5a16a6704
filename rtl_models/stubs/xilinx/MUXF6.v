// A multiplexer.
module MUXF6 (
    input  I0,
    input  I1,
    input  S,
    output O
);
  assign O = S ? I1 : I0;
endmodule
