// A clock manager of Spartan-3 and Virtex-2 to 4: its outputs have the ratios of its parameters.
module DCM #(
    parameter real CLKDV_DIVIDE = 2.0,
    parameter CLKFX_DIVIDE = 1,
    parameter CLKFX_MULTIPLY = 4,
    parameter CLKIN_DIVIDE_BY_2 = "FALSE",
    parameter real CLKIN_PERIOD = 10.0,
    parameter CLKOUT_PHASE_SHIFT = "NONE",
    parameter CLK_FEEDBACK = "1X",
    parameter DESKEW_ADJUST = "SYSTEM_SYNCHRONOUS",
    parameter DFS_FREQUENCY_MODE = "LOW",
    parameter DLL_FREQUENCY_MODE = "LOW",
    parameter DSS_MODE = "NONE",
    parameter DUTY_CYCLE_CORRECTION = "TRUE",
    parameter FACTORY_JF = 16'hc080,
    parameter PHASE_SHIFT = 0,
    parameter SIM_MODE = "SAFE",
    parameter STARTUP_WAIT = "FALSE"
) (
    input CLKIN,
    input tri0 CLKFB,
    input RST,
    input tri0 DSSEN,
    input tri0 PSCLK,
    input tri0 PSEN,
    input tri0 PSINCDEC,
    output CLK0,
    output CLK90,
    output CLK180,
    output CLK270,
    output CLK2X,
    output CLK2X180,
    output CLKDV,
    output CLKFX,
    output CLKFX180,
    output LOCKED,
    output PSDONE,
    output [7:0] STATUS
);
  localparam integer PERIOD = $rtoi(CLKIN_PERIOD * 1000.0 + 0.5);
  localparam integer HALVES = CLKIN_DIVIDE_BY_2 == "TRUE" ? 2 : 1;

  rig_pll_output #(.MULTIPLY(1), .DIVIDE(HALVES), .PHASE(0), .PERIOD(PERIOD)) clk0 (.in(CLKIN), .out(CLK0));
  rig_pll_output #(.MULTIPLY(1), .DIVIDE(HALVES), .PHASE(90), .PERIOD(PERIOD)) clk90 (.in(CLKIN), .out(CLK90));
  rig_pll_output #(.MULTIPLY(2), .DIVIDE(HALVES), .PHASE(0), .PERIOD(PERIOD)) clk2x (.in(CLKIN), .out(CLK2X));
  rig_pll_output #(
      .MULTIPLY(2), .DIVIDE(HALVES * $rtoi(CLKDV_DIVIDE * 2.0 + 0.5)), .PHASE(0), .PERIOD(PERIOD)
  ) clkdv (.in(CLKIN), .out(CLKDV));
  rig_pll_output #(
      .MULTIPLY(CLKFX_MULTIPLY), .DIVIDE(HALVES * CLKFX_DIVIDE), .PHASE(0), .PERIOD(PERIOD)
  ) clkfx (.in(CLKIN), .out(CLKFX));
  assign CLK180 = ~CLK0;
  assign CLK270 = ~CLK90;
  assign CLK2X180 = ~CLK2X;
  assign CLKFX180 = ~CLKFX;
  assign PSDONE = 1'b0;
  assign STATUS = 8'h00;
  rig_pll_lock lock (.clock(CLKIN), .reset(RST), .locked(LOCKED));
endmodule
