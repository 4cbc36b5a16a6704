// A buffer: what goes in comes out.
module BUFH (
    input  I,
    output O
);
  assign O = I;
endmodule
