// A clock generator of ECP5. Its oscillator is such that the output that is fed back has CLKFB_DIV / CLKI_DIV times the
// frequency of CLKI; each output is that oscillator, divided. Phases are not kept.
/* verilator lint_off WIDTH */
module EHXPLLL #(
    parameter CLKI_DIV = 1,
    parameter CLKFB_DIV = 1,
    parameter CLKOP_DIV = 8,
    parameter CLKOS_DIV = 8,
    parameter CLKOS2_DIV = 8,
    parameter CLKOS3_DIV = 8,
    parameter CLKOP_ENABLE = "ENABLED",
    parameter CLKOS_ENABLE = "DISABLED",
    parameter CLKOS2_ENABLE = "DISABLED",
    parameter CLKOS3_ENABLE = "DISABLED",
    parameter CLKOP_CPHASE = 0,
    parameter CLKOP_FPHASE = 0,
    parameter CLKOS_CPHASE = 0,
    parameter CLKOS_FPHASE = 0,
    parameter CLKOS2_CPHASE = 0,
    parameter CLKOS2_FPHASE = 0,
    parameter CLKOS3_CPHASE = 0,
    parameter CLKOS3_FPHASE = 0,
    parameter FEEDBK_PATH = "CLKOP",
    parameter CLKOP_TRIM_POL = "RISING",
    parameter CLKOP_TRIM_DELAY = 0,
    parameter CLKOS_TRIM_POL = "RISING",
    parameter CLKOS_TRIM_DELAY = 0,
    parameter OUTDIVIDER_MUXA = "DIVA",
    parameter OUTDIVIDER_MUXB = "DIVB",
    parameter OUTDIVIDER_MUXC = "DIVC",
    parameter OUTDIVIDER_MUXD = "DIVD",
    parameter PLL_LOCK_MODE = 0,
    parameter PLL_LOCK_DELAY = 200,
    parameter STDBY_ENABLE = "DISABLED",
    parameter REFIN_RESET = "DISABLED",
    parameter SYNC_ENABLE = "DISABLED",
    parameter INT_LOCK_STICKY = "ENABLED",
    parameter DPHASE_SOURCE = "DISABLED",
    parameter PLLRST_ENA = "DISABLED",
    parameter INTFB_WAKE = "DISABLED"
) (
    input CLKI,
    input tri0 CLKFB,
    input tri0 PHASESEL1,
    input tri0 PHASESEL0,
    input tri0 PHASEDIR,
    input tri0 PHASESTEP,
    input tri0 PHASELOADREG,
    input tri0 STDBY,
    input tri0 PLLWAKESYNC,
    input tri0 RST,
    input tri0 ENCLKOP,
    input tri0 ENCLKOS,
    input tri0 ENCLKOS2,
    input tri0 ENCLKOS3,
    output CLKOP,
    output CLKOS,
    output CLKOS2,
    output CLKOS3,
    output LOCK,
    output INTLOCK,
    output REFCLK,
    output CLKINTFB
);
  localparam integer FEEDBACK =
      FEEDBK_PATH == "CLKOP" || FEEDBK_PATH == "INT_OP" ? CLKOP_DIV :
      FEEDBK_PATH == "CLKOS" || FEEDBK_PATH == "INT_OS" ? CLKOS_DIV :
      FEEDBK_PATH == "CLKOS2" || FEEDBK_PATH == "INT_OS2" ? CLKOS2_DIV :
      FEEDBK_PATH == "CLKOS3" || FEEDBK_PATH == "INT_OS3" ? CLKOS3_DIV : 0;
  localparam integer MULTIPLY = CLKFB_DIV * (FEEDBACK == 0 ? 1 : FEEDBACK);
  localparam [0:0] DIVIDED = OUTDIVIDER_MUXA == "DIVA" && OUTDIVIDER_MUXB == "DIVB" && OUTDIVIDER_MUXC == "DIVC" &&
      OUTDIVIDER_MUXD == "DIVD";

  generate
    if (CLKOP_ENABLE == "ENABLED") begin : has_clkop
      rig_pll_output #(.MULTIPLY(MULTIPLY), .DIVIDE(CLKI_DIV * CLKOP_DIV), .PHASE(0), .PERIOD(0)) clkop (.in(CLKI), .out(CLKOP));
    end else begin : no_clkop
      assign CLKOP = 1'b0;
    end
    if (CLKOS_ENABLE == "ENABLED") begin : has_clkos
      rig_pll_output #(.MULTIPLY(MULTIPLY), .DIVIDE(CLKI_DIV * CLKOS_DIV), .PHASE(0), .PERIOD(0)) clkos (.in(CLKI), .out(CLKOS));
    end else begin : no_clkos
      assign CLKOS = 1'b0;
    end
    if (CLKOS2_ENABLE == "ENABLED") begin : has_clkos2
      rig_pll_output #(.MULTIPLY(MULTIPLY), .DIVIDE(CLKI_DIV * CLKOS2_DIV), .PHASE(0), .PERIOD(0)) clkos2 (.in(CLKI), .out(CLKOS2));
    end else begin : no_clkos2
      assign CLKOS2 = 1'b0;
    end
    if (CLKOS3_ENABLE == "ENABLED") begin : has_clkos3
      rig_pll_output #(.MULTIPLY(MULTIPLY), .DIVIDE(CLKI_DIV * CLKOS3_DIV), .PHASE(0), .PERIOD(0)) clkos3 (.in(CLKI), .out(CLKOS3));
    end else begin : no_clkos3
      assign CLKOS3 = 1'b0;
    end
  endgenerate
  assign REFCLK = CLKI;
  assign CLKINTFB = CLKI;
  assign INTLOCK = LOCK;
  rig_pll_lock lock (
      .clock(CLKI),
      .reset(RST & (PLLRST_ENA == "ENABLED")),
      .locked(LOCK)
  );
  initial
    if (FEEDBACK == 0 || !DIVIDED) begin
      $display("The stand-in for EHXPLLL does not know FEEDBK_PATH = %0s, or an output that is not divided.", FEEDBK_PATH);
      $stop;
    end
endmodule
/* verilator lint_on WIDTH */
