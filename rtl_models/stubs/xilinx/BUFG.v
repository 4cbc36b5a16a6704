// A buffer: what goes in comes out.
module BUFG (
    input  I,
    output O
);
  assign O = I;
endmodule
