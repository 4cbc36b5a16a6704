// The AND gate beside a carry chain.
module MULT_AND (
    input  I0,
    input  I1,
    output LO
);
  assign LO = I0 & I1;
endmodule
