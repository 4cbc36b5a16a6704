// A clock generator: its outputs have the ratios and phases of its parameters.
module MMCME2_BASE #(
    parameter BANDWIDTH = "OPTIMIZED",
    parameter real CLKFBOUT_MULT_F = 5,
    parameter real CLKFBOUT_PHASE = 0.0,
    parameter real CLKIN1_PERIOD = 0.0,
    parameter DIVCLK_DIVIDE = 1,
    parameter real REF_JITTER1 = 0.01,
    parameter STARTUP_WAIT = "FALSE",
    parameter CLKOUT4_CASCADE = "FALSE",
    parameter real CLKOUT0_DIVIDE_F = 1,
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
    parameter real CLKOUT5_PHASE = 0.0,
    parameter CLKOUT6_DIVIDE = 1,
    parameter real CLKOUT6_DUTY_CYCLE = 0.5,
    parameter real CLKOUT6_PHASE = 0.0
) (
    input CLKIN1,
    input tri0 CLKFBIN,
    input RST,
    input tri0 PWRDWN,
    output CLKOUT0,
    output CLKOUT1,
    output CLKOUT2,
    output CLKOUT3,
    output CLKOUT4,
    output CLKOUT5,
    output CLKOUT6,
    output CLKOUT0B,
    output CLKOUT1B,
    output CLKOUT2B,
    output CLKOUT3B,
    output CLKFBOUTB,
    output CLKFBOUT,
    output LOCKED
);
  // In eighths, which all factors are multiples of.
  localparam integer MULTIPLY = $rtoi(CLKFBOUT_MULT_F * 8.0 + 0.5);
  localparam integer PERIOD = $rtoi(CLKIN1_PERIOD * 1000.0 + 0.5);

  assign CLKFBOUT = CLKIN1;
  rig_pll_output #(
      .MULTIPLY(MULTIPLY),
      .DIVIDE(DIVCLK_DIVIDE * $rtoi(CLKOUT0_DIVIDE_F * 8.0 + 0.5)),
      .PHASE($rtoi(CLKOUT0_PHASE + 0.5)),
      .PERIOD(PERIOD)
  ) clkout0 (
      .in (CLKIN1),
      .out(CLKOUT0)
  );
  rig_pll_output #(
      .MULTIPLY(MULTIPLY),
      .DIVIDE(DIVCLK_DIVIDE * CLKOUT1_DIVIDE * 8),
      .PHASE($rtoi(CLKOUT1_PHASE + 0.5)),
      .PERIOD(PERIOD)
  ) clkout1 (
      .in (CLKIN1),
      .out(CLKOUT1)
  );
  rig_pll_output #(
      .MULTIPLY(MULTIPLY),
      .DIVIDE(DIVCLK_DIVIDE * CLKOUT2_DIVIDE * 8),
      .PHASE($rtoi(CLKOUT2_PHASE + 0.5)),
      .PERIOD(PERIOD)
  ) clkout2 (
      .in (CLKIN1),
      .out(CLKOUT2)
  );
  rig_pll_output #(
      .MULTIPLY(MULTIPLY),
      .DIVIDE(DIVCLK_DIVIDE * CLKOUT3_DIVIDE * 8),
      .PHASE($rtoi(CLKOUT3_PHASE + 0.5)),
      .PERIOD(PERIOD)
  ) clkout3 (
      .in (CLKIN1),
      .out(CLKOUT3)
  );
  rig_pll_output #(
      .MULTIPLY(MULTIPLY),
      .DIVIDE(DIVCLK_DIVIDE * CLKOUT4_DIVIDE * 8),
      .PHASE($rtoi(CLKOUT4_PHASE + 0.5)),
      .PERIOD(PERIOD)
  ) clkout4 (
      .in (CLKIN1),
      .out(CLKOUT4)
  );
  rig_pll_output #(
      .MULTIPLY(MULTIPLY),
      .DIVIDE(DIVCLK_DIVIDE * CLKOUT5_DIVIDE * 8),
      .PHASE($rtoi(CLKOUT5_PHASE + 0.5)),
      .PERIOD(PERIOD)
  ) clkout5 (
      .in (CLKIN1),
      .out(CLKOUT5)
  );
  rig_pll_output #(
      .MULTIPLY(MULTIPLY),
      .DIVIDE(DIVCLK_DIVIDE * CLKOUT6_DIVIDE * 8),
      .PHASE($rtoi(CLKOUT6_PHASE + 0.5)),
      .PERIOD(PERIOD)
  ) clkout6 (
      .in (CLKIN1),
      .out(CLKOUT6)
  );
  assign CLKOUT0B = ~CLKOUT0;
  assign CLKOUT1B = ~CLKOUT1;
  assign CLKOUT2B = ~CLKOUT2;
  assign CLKOUT3B = ~CLKOUT3;
  assign CLKFBOUTB = ~CLKFBOUT;
  rig_pll_lock lock (
      .clock(CLKIN1),
      .reset(RST),
      .locked(LOCKED)
  );
endmodule
