// A clock generator: its outputs have the ratios of its parameters; phases are not kept.
module altpll #(
    parameter bandwidth_type = "AUTO",
    parameter compensate_clock = "CLK0",
    parameter gate_lock_signal = "NO",
    parameter gate_lock_counter = 0,
    parameter inclk0_input_frequency = 20000,
    parameter inclk1_input_frequency = 0,
    parameter intended_device_family = "Cyclone IV E",
    parameter invalid_lock_multiplier = 5,
    parameter lpm_hint = "UNUSED",
    parameter lpm_type = "altpll",
    parameter operation_mode = "NORMAL",
    parameter pll_type = "AUTO",
    parameter primary_clock = "inclk0",
    parameter self_reset_on_gated_loss_lock = "OFF",
    parameter self_reset_on_loss_lock = "OFF",
    parameter spread_frequency = 0,
    parameter valid_lock_multiplier = 1,
    parameter width_clock = 5,
    parameter width_phasecounterselect = 4,
    parameter clk0_divide_by = 1,
    parameter clk0_duty_cycle = 50,
    parameter clk0_multiply_by = 1,
    parameter clk0_phase_shift = "0",
    parameter clk1_divide_by = 1,
    parameter clk1_duty_cycle = 50,
    parameter clk1_multiply_by = 1,
    parameter clk1_phase_shift = "0",
    parameter clk2_divide_by = 1,
    parameter clk2_duty_cycle = 50,
    parameter clk2_multiply_by = 1,
    parameter clk2_phase_shift = "0",
    parameter clk3_divide_by = 1,
    parameter clk3_duty_cycle = 50,
    parameter clk3_multiply_by = 1,
    parameter clk3_phase_shift = "0",
    parameter clk4_divide_by = 1,
    parameter clk4_duty_cycle = 50,
    parameter clk4_multiply_by = 1,
    parameter clk4_phase_shift = "0",
    parameter clk5_divide_by = 1,
    parameter clk5_duty_cycle = 50,
    parameter clk5_multiply_by = 1,
    parameter clk5_phase_shift = "0",
    parameter port_activeclock = "PORT_CONNECTIVITY",
    parameter port_areset = "PORT_CONNECTIVITY",
    parameter port_clkbad0 = "PORT_CONNECTIVITY",
    parameter port_clkbad1 = "PORT_CONNECTIVITY",
    parameter port_clkloss = "PORT_CONNECTIVITY",
    parameter port_clkswitch = "PORT_CONNECTIVITY",
    parameter port_configupdate = "PORT_CONNECTIVITY",
    parameter port_fbin = "PORT_CONNECTIVITY",
    parameter port_inclk0 = "PORT_CONNECTIVITY",
    parameter port_inclk1 = "PORT_CONNECTIVITY",
    parameter port_locked = "PORT_CONNECTIVITY",
    parameter port_pfdena = "PORT_CONNECTIVITY",
    parameter port_phasecounterselect = "PORT_CONNECTIVITY",
    parameter port_phasedone = "PORT_CONNECTIVITY",
    parameter port_phasestep = "PORT_CONNECTIVITY",
    parameter port_phaseupdown = "PORT_CONNECTIVITY",
    parameter port_pllena = "PORT_CONNECTIVITY",
    parameter port_scanaclr = "PORT_CONNECTIVITY",
    parameter port_scanclk = "PORT_CONNECTIVITY",
    parameter port_scanclkena = "PORT_CONNECTIVITY",
    parameter port_scandata = "PORT_CONNECTIVITY",
    parameter port_scandataout = "PORT_CONNECTIVITY",
    parameter port_scandone = "PORT_CONNECTIVITY",
    parameter port_scanread = "PORT_CONNECTIVITY",
    parameter port_scanwrite = "PORT_CONNECTIVITY",
    parameter port_clk0 = "PORT_CONNECTIVITY",
    parameter port_clk1 = "PORT_CONNECTIVITY",
    parameter port_clk2 = "PORT_CONNECTIVITY",
    parameter port_clk3 = "PORT_CONNECTIVITY",
    parameter port_clk4 = "PORT_CONNECTIVITY",
    parameter port_clk5 = "PORT_CONNECTIVITY",
    parameter port_clkena0 = "PORT_CONNECTIVITY",
    parameter port_clkena1 = "PORT_CONNECTIVITY",
    parameter port_clkena2 = "PORT_CONNECTIVITY",
    parameter port_clkena3 = "PORT_CONNECTIVITY",
    parameter port_clkena4 = "PORT_CONNECTIVITY",
    parameter port_clkena5 = "PORT_CONNECTIVITY",
    parameter port_extclk0 = "PORT_CONNECTIVITY",
    parameter port_extclk1 = "PORT_CONNECTIVITY",
    parameter port_extclk2 = "PORT_CONNECTIVITY",
    parameter port_extclk3 = "PORT_CONNECTIVITY",
    parameter port_extclkena0 = "PORT_CONNECTIVITY",
    parameter port_extclkena1 = "PORT_CONNECTIVITY",
    parameter port_extclkena2 = "PORT_CONNECTIVITY",
    parameter port_extclkena3 = "PORT_CONNECTIVITY",
    parameter port_fbout = "PORT_CONNECTIVITY",
    parameter port_enable0 = "PORT_CONNECTIVITY",
    parameter port_enable1 = "PORT_CONNECTIVITY",
    parameter port_icdrclk = "PORT_CONNECTIVITY",
    parameter port_sclkout0 = "PORT_CONNECTIVITY",
    parameter port_sclkout1 = "PORT_CONNECTIVITY",
    parameter port_vcooverrange = "PORT_CONNECTIVITY",
    parameter port_vcounderrange = "PORT_CONNECTIVITY"
) (
    input [1:0] inclk,
    input tri0 areset,
    input tri0 pllena,
    input tri0 pfdena,
    input tri0 clkswitch,
    input tri0 configupdate,
    input tri0 fbin,
    input tri0 [5:0] clkena,
    input tri0 [3:0] extclkena,
    input tri0 [width_phasecounterselect - 1:0] phasecounterselect,
    input tri0 phasestep,
    input tri0 phaseupdown,
    input tri0 scanaclr,
    input tri0 scanclk,
    input tri0 scanclkena,
    input tri0 scandata,
    input tri0 scanread,
    input tri0 scanwrite,
    inout fbmimicbidir,
    output [width_clock - 1:0] clk,
    output locked,
    output activeclock,
    output [1:0] clkbad,
    output clkloss,
    output enable0,
    output enable1,
    output [3:0] extclk,
    output fbout,
    output fref,
    output icdrclk,
    output phasedone,
    output scandataout,
    output scandone,
    output sclkout0,
    output sclkout1,
    output vcooverrange,
    output vcounderrange
);
  wire [5:0] all;
  assign clk = all[width_clock-1:0];
  rig_pll_output #(
      .MULTIPLY(clk0_multiply_by),
      .DIVIDE(clk0_divide_by),
      .PHASE(0),
      .PERIOD(inclk0_input_frequency)
  ) clk0 (
      .in (inclk[0]),
      .out(all[0])
  );
  rig_pll_output #(
      .MULTIPLY(clk1_multiply_by),
      .DIVIDE(clk1_divide_by),
      .PHASE(0),
      .PERIOD(inclk0_input_frequency)
  ) clk1 (
      .in (inclk[0]),
      .out(all[1])
  );
  rig_pll_output #(
      .MULTIPLY(clk2_multiply_by),
      .DIVIDE(clk2_divide_by),
      .PHASE(0),
      .PERIOD(inclk0_input_frequency)
  ) clk2 (
      .in (inclk[0]),
      .out(all[2])
  );
  rig_pll_output #(
      .MULTIPLY(clk3_multiply_by),
      .DIVIDE(clk3_divide_by),
      .PHASE(0),
      .PERIOD(inclk0_input_frequency)
  ) clk3 (
      .in (inclk[0]),
      .out(all[3])
  );
  rig_pll_output #(
      .MULTIPLY(clk4_multiply_by),
      .DIVIDE(clk4_divide_by),
      .PHASE(0),
      .PERIOD(inclk0_input_frequency)
  ) clk4 (
      .in (inclk[0]),
      .out(all[4])
  );
  rig_pll_output #(
      .MULTIPLY(clk5_multiply_by),
      .DIVIDE(clk5_divide_by),
      .PHASE(0),
      .PERIOD(inclk0_input_frequency)
  ) clk5 (
      .in (inclk[0]),
      .out(all[5])
  );
  assign activeclock = 1'b0;
  assign clkloss = 1'b0;
  assign enable0 = 1'b0;
  assign enable1 = 1'b0;
  assign fbout = 1'b0;
  assign fref = 1'b0;
  assign icdrclk = 1'b0;
  assign phasedone = 1'b0;
  assign scandataout = 1'b0;
  assign scandone = 1'b0;
  assign sclkout0 = 1'b0;
  assign sclkout1 = 1'b0;
  assign vcooverrange = 1'b0;
  assign vcounderrange = 1'b0;
  assign clkbad = 2'b00;
  assign extclk = 4'b0000;
  rig_pll_lock lock (
      .clock(inclk[0]),
      .reset(areset),
      .locked(locked)
  );
endmodule
