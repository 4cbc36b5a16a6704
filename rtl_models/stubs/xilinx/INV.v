// An inverter.
module INV (
    input  I,
    output O
);
  assign O = ~I;
endmodule
