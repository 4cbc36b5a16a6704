// One output of a PLL of iCE40, by the formulas of Lattice's guide:
//   SIMPLE                   in * (DIVF + 1) / (DIVR + 1) / 2^DIVQ
//   DELAY, PHASE_AND_DELAY   in * (DIVF + 1) / (DIVR + 1)
/* verilator lint_off WIDTH */
module rig_ice40_output #(
    parameter FEEDBACK_PATH = "SIMPLE",
    parameter SELECT = "GENCLK",
    parameter [3:0] DIVR = 4'd0,
    parameter [6:0] DIVF = 7'd0,
    parameter [2:0] DIVQ = 3'd0
) (
    input  in,
    input  bypass,
    output out
);
  localparam [0:0] WHOLE = SELECT == "GENCLK";
  localparam [0:0] HALF = SELECT == "GENCLK_HALF";
  localparam [0:0] SHIFTED = SELECT == "SHIFTREG_0deg" || SELECT == "SHIFTREG_90deg";
  localparam [0:0] DIVIDED = FEEDBACK_PATH == "SIMPLE";
  localparam [0:0] KNOWN = FEEDBACK_PATH == "PHASE_AND_DELAY" ? SHIFTED : (DIVIDED || FEEDBACK_PATH == "DELAY") && (WHOLE || HALF);
  localparam integer MULTIPLY = DIVF + 1;
  localparam integer DIVIDE = (DIVR + 1) * (DIVIDED ? 1 << DIVQ : 1) * (HALF ? 2 : 1);

  rig_pll_output #(
      .MULTIPLY(MULTIPLY),
      .DIVIDE(DIVIDE),
      .PHASE(SELECT == "SHIFTREG_90deg" ? 90 : 0),
      .PERIOD(0)
  ) made (
      .in (in),
      .out(out)
  );
  initial
    if (!KNOWN) begin
      $display("The stand-in for SB_PLL40 knows no output %0s with a FEEDBACK_PATH of %0s.", SELECT, FEEDBACK_PATH);
      $stop;
    end
  always @(posedge in)
    if (bypass) begin
      $display("The stand-in for SB_PLL40 cannot be bypassed.");
      $stop;
    end
endmodule
/* verilator lint_on WIDTH */
