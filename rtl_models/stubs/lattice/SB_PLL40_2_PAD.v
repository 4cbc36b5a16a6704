// A clock generator of iCE40 that is fed by a pin: A is that pin, B has the ratio of its
// parameters; delays are not kept.
module SB_PLL40_2_PAD #(
    parameter FEEDBACK_PATH = "SIMPLE",
    parameter DELAY_ADJUSTMENT_MODE_FEEDBACK = "FIXED",
    parameter DELAY_ADJUSTMENT_MODE_RELATIVE = "FIXED",
    parameter [1:0] SHIFTREG_DIV_MODE = 2'b00,
    parameter [3:0] FDA_FEEDBACK = 4'd0,
    parameter [3:0] FDA_RELATIVE = 4'd0,
    parameter PLLOUT_SELECT_PORTB = "GENCLK",
    parameter [3:0] DIVR = 4'd0,
    parameter [6:0] DIVF = 7'd0,
    parameter [2:0] DIVQ = 3'd0,
    parameter [2:0] FILTER_RANGE = 3'd0,
    parameter [0:0] ENABLE_ICEGATE_PORTA = 1'b0,
    parameter [0:0] ENABLE_ICEGATE_PORTB = 1'b0,
    parameter [0:0] TEST_MODE = 1'b0,
    parameter EXTERNAL_DIVIDE_FACTOR = 1
) (
    input PACKAGEPIN,
    input tri0 EXTFEEDBACK,
    input tri0 [7:0] DYNAMICDELAY,
    input tri0 BYPASS,
    input RESETB,
    input tri0 LATCHINPUTVALUE,
    input tri0 SDI,
    input tri0 SCLK,
    output PLLOUTCOREA,
    output PLLOUTGLOBALA,
    output PLLOUTCOREB,
    output PLLOUTGLOBALB,
    output LOCK,
    output SDO
);
  assign PLLOUTCOREA = PACKAGEPIN;
  assign PLLOUTGLOBALA = PLLOUTCOREA;
  rig_ice40_output #(
      .FEEDBACK_PATH(FEEDBACK_PATH),
      .SELECT(PLLOUT_SELECT_PORTB),
      .DIVR(DIVR),
      .DIVF(DIVF),
      .DIVQ(DIVQ)
  ) made_b (
      .in(PACKAGEPIN),
      .bypass(BYPASS),
      .out(PLLOUTCOREB)
  );
  assign PLLOUTGLOBALB = PLLOUTCOREB;
  rig_pll_lock lock (
      .clock(PACKAGEPIN),
      .reset(~RESETB),
      .locked(LOCK)
  );
  assign SDO = 1'b0;
endmodule
