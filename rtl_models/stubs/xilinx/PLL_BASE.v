// A clock generator of Spartan-6 and Virtex-5: its outputs have the ratios and phases of its parameters.
module PLL_BASE #(
    parameter BANDWIDTH = "OPTIMIZED",
    parameter CLKFBOUT_MULT = 1,
    parameter real CLKFBOUT_PHASE = 0.0,
    parameter real CLKIN_PERIOD = 0.0,
    parameter DIVCLK_DIVIDE = 1,
    parameter CLK_FEEDBACK = "CLKFBOUT",
    parameter COMPENSATION = "SYSTEM_SYNCHRONOUS",
    parameter real REF_JITTER = 0.1,
    parameter RESET_ON_LOSS_OF_LOCK = "FALSE",
    parameter CLKOUT0_DIVIDE = 1,
    parameter real CLKOUT0_DUTY_CYCLE = 0.5,
    parameter real CLKOUT0_PHASE = 0.0,
    parameter CLKOUT1_DIVIDE = 1,
    parameter real CLKOUT1_DUTY_CYCLE = 0.5,
    parameter real CLKOUT1_PHASE = 0.0,
    parameter CLKOUT2_DIVIDE = 1,
    parameter real CLKOUT2_DUTY_CYCLE = 0.5,
    parameter real CLKOUT2_PHASE = 0.0,
    parameter CLKOUT3_DIVIDE = 1,
    parameter real CLKOUT3_DUTY_CYCLE = 0.5,
    parameter real CLKOUT3_PHASE = 0.0,
    parameter CLKOUT4_DIVIDE = 1,
    parameter real CLKOUT4_DUTY_CYCLE = 0.5,
    parameter real CLKOUT4_PHASE = 0.0,
    parameter CLKOUT5_DIVIDE = 1,
    parameter real CLKOUT5_DUTY_CYCLE = 0.5,
    parameter real CLKOUT5_PHASE = 0.0
) (
    input CLKIN,
    input tri0 CLKFBIN,
    input RST,
    output CLKOUT0,
    output CLKOUT1,
    output CLKOUT2,
    output CLKOUT3,
    output CLKOUT4,
    output CLKOUT5,
    output CLKFBOUT,
    output LOCKED
);
  localparam integer PERIOD = $rtoi(CLKIN_PERIOD * 1000.0 + 0.5);

  assign CLKFBOUT = CLKIN;
  rig_pll_output #(
      .MULTIPLY(CLKFBOUT_MULT),
      .DIVIDE(DIVCLK_DIVIDE * CLKOUT0_DIVIDE),
      .PHASE($rtoi(CLKOUT0_PHASE + 0.5)),
      .PERIOD(PERIOD)
  ) clkout0 (
      .in (CLKIN),
      .out(CLKOUT0)
  );
  rig_pll_output #(
      .MULTIPLY(CLKFBOUT_MULT),
      .DIVIDE(DIVCLK_DIVIDE * CLKOUT1_DIVIDE),
      .PHASE($rtoi(CLKOUT1_PHASE + 0.5)),
      .PERIOD(PERIOD)
  ) clkout1 (
      .in (CLKIN),
      .out(CLKOUT1)
  );
  rig_pll_output #(
      .MULTIPLY(CLKFBOUT_MULT),
      .DIVIDE(DIVCLK_DIVIDE * CLKOUT2_DIVIDE),
      .PHASE($rtoi(CLKOUT2_PHASE + 0.5)),
      .PERIOD(PERIOD)
  ) clkout2 (
      .in (CLKIN),
      .out(CLKOUT2)
  );
  rig_pll_output #(
      .MULTIPLY(CLKFBOUT_MULT),
      .DIVIDE(DIVCLK_DIVIDE * CLKOUT3_DIVIDE),
      .PHASE($rtoi(CLKOUT3_PHASE + 0.5)),
      .PERIOD(PERIOD)
  ) clkout3 (
      .in (CLKIN),
      .out(CLKOUT3)
  );
  rig_pll_output #(
      .MULTIPLY(CLKFBOUT_MULT),
      .DIVIDE(DIVCLK_DIVIDE * CLKOUT4_DIVIDE),
      .PHASE($rtoi(CLKOUT4_PHASE + 0.5)),
      .PERIOD(PERIOD)
  ) clkout4 (
      .in (CLKIN),
      .out(CLKOUT4)
  );
  rig_pll_output #(
      .MULTIPLY(CLKFBOUT_MULT),
      .DIVIDE(DIVCLK_DIVIDE * CLKOUT5_DIVIDE),
      .PHASE($rtoi(CLKOUT5_PHASE + 0.5)),
      .PERIOD(PERIOD)
  ) clkout5 (
      .in (CLKIN),
      .out(CLKOUT5)
  );
  rig_pll_lock lock (
      .clock(CLKIN),
      .reset(RST),
      .locked(LOCKED)
  );
  initial
    if (CLK_FEEDBACK != "CLKFBOUT") begin
      $display("The stand-in for PLL_BASE does not know CLK_FEEDBACK = %0s.", CLK_FEEDBACK);
      $stop;
    end
endmodule
