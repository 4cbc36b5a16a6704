// A buffer: what goes in comes out.
module IBUFG (
    input  I,
    output O
);
  assign O = I;
endmodule
