// A buffer: what goes in comes out.
module IBUF (
    input  I,
    output O
);
  assign O = I;
endmodule
