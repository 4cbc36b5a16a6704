// A buffer: what goes in comes out.
module OBUF (
    input  I,
    output O
);
  assign O = I;
endmodule
