// What the PLLs of Gowin have in common, by the formulas of its guide:
//   CLKOUT = CLKIN * (FBDIV_SEL + 1) / (IDIV_SEL + 1), CLKOUTD = CLKOUT / DYN_SDIV_SEL, CLKOUTD3 = CLKOUT / 3,
//   and CLKOUTP is CLKOUT, later by a sixteenth of its period for each step of PSDA_SEL.
/* verilator lint_off WIDTH */
module rig_gowin_pll #(
    parameter FCLKIN = "100.0",
    parameter DYN_IDIV_SEL = "false",
    parameter IDIV_SEL = 0,
    parameter DYN_FBDIV_SEL = "false",
    parameter FBDIV_SEL = 0,
    parameter [31:0] PSDA_SEL = "0000",
    parameter DYN_DA_EN = "false",
    parameter CLKFB_SEL = "internal",
    parameter CLKOUT_BYPASS = "false",
    parameter CLKOUTP_BYPASS = "false",
    parameter CLKOUTD_BYPASS = "false",
    parameter DYN_SDIV_SEL = 2,
    parameter CLKOUTD_SRC = "CLKOUT",
    parameter CLKOUTD3_SRC = "CLKOUT"
) (
    input CLKIN,
    input [3:0] PSDA,
    input RESET,
    output CLKOUT,
    output CLKOUTP,
    output CLKOUTD,
    output CLKOUTD3,
    output LOCK
);
  localparam integer MULTIPLY = FBDIV_SEL + 1;
  localparam integer DIVIDE = IDIV_SEL + 1;
  // A text of four digits of 0 or 1, of which each has its value in its lowest bit.
  localparam [3:0] STEPS = DYN_DA_EN == "true" ? 4'd0 : {PSDA_SEL[24], PSDA_SEL[16], PSDA_SEL[8], PSDA_SEL[0]};
  localparam integer PHASE = (STEPS * 45 + 1) / 2;
  localparam integer PERIOD = period(FCLKIN);
  localparam [0:0] KNOWN = DYN_IDIV_SEL == "false" && DYN_FBDIV_SEL == "false" && CLKFB_SEL == "internal" &&
      CLKOUTD_BYPASS == "false" && CLKOUTD_SRC == "CLKOUT" && CLKOUTD3_SRC == "CLKOUT";

  // Picoseconds of a frequency in MHz, such as "27" or "33.333"; 0 where that is no number.
  function integer period;
    input [8*16-1:0] text;
    integer place, khz, digits;
    reg [7:0] character;
    begin
      khz = 0;
      digits = -1;  // behind the point, of which three count
      for (place = 15; place >= 0; place = place - 1) begin
        character = text[8*place+:8];
        if (character == ".") digits = 0;
        else if (character >= "0" && character <= "9" && digits < 3) begin
          khz = khz * 10 + character - "0";
          if (digits >= 0) digits = digits + 1;
        end
      end
      if (digits < 1) khz = khz * 1000;
      else if (digits < 2) khz = khz * 100;
      else if (digits < 3) khz = khz * 10;
      period = khz == 0 ? 0 : 1000000000 / khz;
    end
  endfunction

  rig_pll_output #(
      .MULTIPLY(CLKOUT_BYPASS == "true" ? 1 : MULTIPLY),
      .DIVIDE(CLKOUT_BYPASS == "true" ? 1 : DIVIDE),
      .PHASE(0),
      .PERIOD(PERIOD)
  ) clkout (
      .in (CLKIN),
      .out(CLKOUT)
  );
  rig_pll_output #(
      .MULTIPLY(CLKOUTP_BYPASS == "true" ? 1 : MULTIPLY),
      .DIVIDE(CLKOUTP_BYPASS == "true" ? 1 : DIVIDE),
      .PHASE(CLKOUTP_BYPASS == "true" ? 0 : PHASE),
      .PERIOD(PERIOD)
  ) clkoutp (
      .in (CLKIN),
      .out(CLKOUTP)
  );
  rig_pll_output #(
      .MULTIPLY(MULTIPLY),
      .DIVIDE(DIVIDE * DYN_SDIV_SEL),
      .PHASE(0),
      .PERIOD(PERIOD)
  ) clkoutd (
      .in (CLKIN),
      .out(CLKOUTD)
  );
  rig_pll_output #(
      .MULTIPLY(MULTIPLY),
      .DIVIDE(DIVIDE * 3),
      .PHASE(0),
      .PERIOD(PERIOD)
  ) clkoutd3 (
      .in (CLKIN),
      .out(CLKOUTD3)
  );
  rig_pll_lock lock (
      .clock(CLKIN),
      .reset(RESET),
      .locked(LOCK)
  );
  initial
    if (!KNOWN) begin
      $display("The stand-in for rPLL and PLLVR knows dividers by parameters alone, the internal feedback alone, and ",
               "CLKOUTD and CLKOUTD3 of CLKOUT alone.");
      $stop;
    end
  always @(posedge CLKIN)
    if (DYN_DA_EN == "true" && PSDA != 4'd0) begin
      $display("The stand-in for rPLL and PLLVR does not know a phase that is set by the port PSDA.");
      $stop;
    end
endmodule
/* verilator lint_on WIDTH */
