// A clock generator with a regulator, which is always on here. Its outputs have the ratios and the phase of its parameters;
// delays and duty cycles are not kept.
module PLLVR #(
    parameter FCLKIN = "100.0",
    parameter DYN_IDIV_SEL = "false",
    parameter IDIV_SEL = 0,
    parameter DYN_FBDIV_SEL = "false",
    parameter FBDIV_SEL = 0,
    parameter DYN_ODIV_SEL = "false",
    parameter ODIV_SEL = 8,
    parameter PSDA_SEL = "0000",
    parameter DYN_DA_EN = "false",
    parameter DUTYDA_SEL = "1000",
    parameter CLKOUT_FT_DIR = 1'b1,
    parameter CLKOUTP_FT_DIR = 1'b1,
    parameter CLKOUT_DLY_STEP = 0,
    parameter CLKOUTP_DLY_STEP = 0,
    parameter CLKFB_SEL = "internal",
    parameter CLKOUT_BYPASS = "false",
    parameter CLKOUTP_BYPASS = "false",
    parameter CLKOUTD_BYPASS = "false",
    parameter DYN_SDIV_SEL = 2,
    parameter CLKOUTD_SRC = "CLKOUT",
    parameter CLKOUTD3_SRC = "CLKOUT",
    parameter DEVICE = "GW1N-1"
) (
    input CLKIN,
    input tri0 CLKFB,
    input tri0 [5:0] FBDSEL,
    input tri0 [5:0] IDSEL,
    input tri0 [5:0] ODSEL,
    input tri0 [3:0] DUTYDA,
    input tri0 [3:0] PSDA,
    input tri0 [3:0] FDLY,
    input tri0 RESET,
    input tri0 RESET_P,
    input tri1 VREN,
    output CLKOUT,
    output CLKOUTP,
    output CLKOUTD,
    output CLKOUTD3,
    output LOCK
);
  rig_gowin_pll #(
      .FCLKIN(FCLKIN),
      .DYN_IDIV_SEL(DYN_IDIV_SEL),
      .IDIV_SEL(IDIV_SEL),
      .DYN_FBDIV_SEL(DYN_FBDIV_SEL),
      .FBDIV_SEL(FBDIV_SEL),
      .PSDA_SEL(PSDA_SEL),
      .DYN_DA_EN(DYN_DA_EN),
      .CLKFB_SEL(CLKFB_SEL),
      .CLKOUT_BYPASS(CLKOUT_BYPASS),
      .CLKOUTP_BYPASS(CLKOUTP_BYPASS),
      .CLKOUTD_BYPASS(CLKOUTD_BYPASS),
      .DYN_SDIV_SEL(DYN_SDIV_SEL),
      .CLKOUTD_SRC(CLKOUTD_SRC),
      .CLKOUTD3_SRC(CLKOUTD3_SRC)
  ) made (
      .CLKIN(CLKIN),
      .PSDA(PSDA),
      .RESET(RESET | RESET_P),
      .CLKOUT(CLKOUT),
      .CLKOUTP(CLKOUTP),
      .CLKOUTD(CLKOUTD),
      .CLKOUTD3(CLKOUTD3),
      .LOCK(LOCK)
  );
endmodule
