// A pin of iCE40 that drives a global net. Its output is not known here.
module SB_GB_IO #(
    parameter [5:0] PIN_TYPE = 6'b000000,
    parameter [0:0] PULLUP = 1'b0,
    parameter [0:0] NEG_TRIGGER = 1'b0,
    parameter IO_STANDARD = "SB_LVCMOS"
) (
    inout PACKAGE_PIN,
    input tri0 LATCH_INPUT_VALUE,
    input tri1 CLOCK_ENABLE,
    input tri0 INPUT_CLK,
    input tri0 OUTPUT_CLK,
    input tri0 OUTPUT_ENABLE,
    input tri0 D_OUT_0,
    input tri0 D_OUT_1,
    output D_IN_0,
    output D_IN_1,
    output GLOBAL_BUFFER_OUTPUT
);
  assign GLOBAL_BUFFER_OUTPUT = PACKAGE_PIN;
  assign D_IN_0 = PACKAGE_PIN;
  assign D_IN_1 = 1'b0;
  initial
    if (PIN_TYPE[5:1] != 5'b00000) begin
      $display("The stand-in for SB_GB_IO does not know PIN_TYPE = 6'b%b.", PIN_TYPE);
      $stop;
    end
endmodule
