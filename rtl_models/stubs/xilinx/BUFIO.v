// A buffer: what goes in comes out.
module BUFIO (
    input  I,
    output O
);
  assign O = I;
endmodule
