// A memory with one or two ports of the same width. Byte enables, clock enables and clears are not kept.
module altsyncram #(
    parameter operation_mode = "BIDIR_DUAL_PORT",
    parameter width_a = 8,
    parameter widthad_a = 8,
    parameter numwords_a = 2 ** widthad_a,
    parameter outdata_reg_a = "UNREGISTERED",
    parameter width_byteena_a = 1,
    parameter width_b = width_a,
    parameter widthad_b = widthad_a,
    parameter numwords_b = numwords_a,
    parameter outdata_reg_b = "UNREGISTERED",
    parameter width_byteena_b = 1,
    parameter address_reg_b = "CLOCK1",
    parameter indata_reg_b = "CLOCK1",
    parameter wrcontrol_wraddress_reg_b = "CLOCK1",
    parameter rdcontrol_reg_b = "CLOCK1",
    parameter byteena_reg_b = "CLOCK1",
    parameter init_file = "UNUSED",
    parameter init_file_layout = "UNUSED",
    parameter intended_device_family = "Cyclone IV E",
    parameter lpm_hint = "UNUSED",
    parameter lpm_type = "altsyncram",
    parameter maximum_depth = 0,
    parameter power_up_uninitialized = "FALSE",
    parameter ram_block_type = "AUTO",
    parameter read_during_write_mode_mixed_ports = "DONT_CARE",
    parameter read_during_write_mode_port_a = "NEW_DATA_NO_NBE_READ",
    parameter read_during_write_mode_port_b = "NEW_DATA_NO_NBE_READ",
    parameter address_aclr_a = "NONE",
    parameter address_aclr_b = "NONE",
    parameter indata_aclr_a = "NONE",
    parameter indata_aclr_b = "NONE",
    parameter outdata_aclr_a = "NONE",
    parameter outdata_aclr_b = "NONE",
    parameter wrcontrol_aclr_a = "NONE",
    parameter wrcontrol_aclr_b = "NONE",
    parameter byteena_aclr_a = "NONE",
    parameter byteena_aclr_b = "NONE",
    parameter rdcontrol_aclr_b = "NONE",
    parameter clock_enable_input_a = "BYPASS",
    parameter clock_enable_input_b = "BYPASS",
    parameter clock_enable_output_a = "BYPASS",
    parameter clock_enable_output_b = "BYPASS",
    parameter clock_enable_core_a = "BYPASS",
    parameter clock_enable_core_b = "BYPASS",
    parameter enable_ecc = "FALSE",
    parameter byte_size = 8
) (
    input clock0,
    input tri0 clock1,
    input tri0 clocken0,
    input tri0 clocken1,
    input tri0 clocken2,
    input tri0 clocken3,
    input tri0 aclr0,
    input tri0 aclr1,
    input tri0 addressstall_a,
    input tri0 addressstall_b,
    input tri0 [width_byteena_a - 1:0] byteena_a,
    input tri0 [width_byteena_b - 1:0] byteena_b,
    input tri0 wren_a,
    input tri0 wren_b,
    input tri0 rden_a,
    input tri0 rden_b,
    input [widthad_a - 1:0] address_a,
    input tri0 [widthad_b - 1:0] address_b,
    input tri0 [width_a - 1:0] data_a,
    input tri0 [width_b - 1:0] data_b,
    output [width_a - 1:0] q_a,
    output [width_b - 1:0] q_b,
    output [2:0] eccstatus
);
  reg [width_a-1:0] memory[0:numwords_a-1];
  wire second = address_reg_b == "CLOCK0" ? clock0 : clock1;

  initial
    if (width_a != width_b) begin
      $display("The stand-in for altsyncram has ports of the same width only.");
      $stop;
    end

  integer i;
  initial begin
    for (i = 0; i < numwords_a; i = i + 1) memory[i] = 0;
    if (init_file != "UNUSED" && init_file != "") $readmemh(init_file, memory);
  end

  reg [width_a-1:0] read_a, held_a;
  always @(posedge clock0) begin
    if (operation_mode != "ROM" && wren_a) memory[address_a] <= data_a;
    read_a <= operation_mode != "ROM" && wren_a ? data_a : memory[address_a];
    held_a <= read_a;
  end
  assign q_a = outdata_reg_a == "UNREGISTERED" ? read_a : held_a;

  reg [width_b-1:0] read_b, held_b;
  always @(posedge second) begin
    if (operation_mode == "BIDIR_DUAL_PORT" && wren_b) memory[address_b] <= data_b;
    read_b <= operation_mode == "BIDIR_DUAL_PORT" && wren_b ? data_b : memory[address_b];
    held_b <= read_b;
  end
  assign q_b = outdata_reg_b == "UNREGISTERED" ? read_b : held_b;
  assign eccstatus = 3'b000;
endmodule
