// A clock generator of iCE40. Its output has the ratio of its parameters; delays are not kept.
module SB_PLL40_CORE #(
    parameter FEEDBACK_PATH = "SIMPLE",
    parameter DELAY_ADJUSTMENT_MODE_FEEDBACK = "FIXED",
    parameter DELAY_ADJUSTMENT_MODE_RELATIVE = "FIXED",
    parameter [1:0] SHIFTREG_DIV_MODE = 2'b00,
    parameter [3:0] FDA_FEEDBACK = 4'd0,
    parameter [3:0] FDA_RELATIVE = 4'd0,
    parameter PLLOUT_SELECT = "GENCLK",
    parameter [3:0] DIVR = 4'd0,
    parameter [6:0] DIVF = 7'd0,
    parameter [2:0] DIVQ = 3'd0,
    parameter [2:0] FILTER_RANGE = 3'd0,
    parameter [0:0] ENABLE_ICEGATE = 1'b0,
    parameter [0:0] TEST_MODE = 1'b0,
    parameter EXTERNAL_DIVIDE_FACTOR = 1
) (
    input REFERENCECLK,
    input tri0 EXTFEEDBACK,
    input tri0 [7:0] DYNAMICDELAY,
    input tri0 BYPASS,
    input RESETB,
    input tri0 LATCHINPUTVALUE,
    input tri0 SDI,
    input tri0 SCLK,
    output PLLOUTCORE,
    output PLLOUTGLOBAL,
    output LOCK,
    output SDO
);
  rig_ice40_output #(
      .FEEDBACK_PATH(FEEDBACK_PATH),
      .SELECT(PLLOUT_SELECT),
      .DIVR(DIVR),
      .DIVF(DIVF),
      .DIVQ(DIVQ)
  ) made (
      .in(REFERENCECLK),
      .bypass(BYPASS),
      .out(PLLOUTCORE)
  );
  assign PLLOUTGLOBAL = PLLOUTCORE;
  rig_pll_lock lock (
      .clock(REFERENCECLK),
      .reset(~RESETB),
      .locked(LOCK)
  );
  assign SDO = 1'b0;
endmodule
