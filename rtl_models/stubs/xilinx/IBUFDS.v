// A differential input: the positive pin counts.
module IBUFDS #(
    parameter DIFF_TERM    = "FALSE",
    parameter IBUF_LOW_PWR = "TRUE",
    parameter IOSTANDARD   = "DEFAULT"
) (
    input  I,
    input  IB,
    output O
);
  assign O = I;
endmodule
