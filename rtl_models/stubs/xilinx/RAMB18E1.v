// A block memory with two ports, whose words may differ in width; or, in the mode SDP, one that reads by port A and writes by
// port B words of 36 bits. What both ports write at once is undefined there, and not here.
/* verilator lint_off WIDTH */
module RAMB18E1 #(
    parameter RAM_MODE = "TDP",
    parameter integer READ_WIDTH_A = 0,
    parameter integer READ_WIDTH_B = 0,
    parameter integer WRITE_WIDTH_A = 0,
    parameter integer WRITE_WIDTH_B = 0,
    parameter WRITE_MODE_A = "WRITE_FIRST",
    parameter WRITE_MODE_B = "WRITE_FIRST",
    parameter integer DOA_REG = 0,
    parameter integer DOB_REG = 0,
    parameter [17:0] INIT_A = 0,
    parameter [17:0] INIT_B = 0,
    parameter [17:0] SRVAL_A = 0,
    parameter [17:0] SRVAL_B = 0,
    parameter RSTREG_PRIORITY_A = "RSTREG",
    parameter RSTREG_PRIORITY_B = "RSTREG",
    parameter INIT_FILE = "NONE",
    parameter RDADDR_COLLISION_HWCONFIG = "DELAYED_WRITE",
    parameter SIM_COLLISION_CHECK = "ALL",
    parameter SIM_DEVICE = "7SERIES",
    parameter [0:0] IS_CLKARDCLK_INVERTED = 1'b0,
    parameter [0:0] IS_CLKBWRCLK_INVERTED = 1'b0,
    parameter [0:0] IS_ENARDEN_INVERTED = 1'b0,
    parameter [0:0] IS_ENBWREN_INVERTED = 1'b0,
    parameter [0:0] IS_RSTRAMARSTRAM_INVERTED = 1'b0,
    parameter [0:0] IS_RSTRAMB_INVERTED = 1'b0,
    parameter [0:0] IS_RSTREGARSTREG_INVERTED = 1'b0,
    parameter [0:0] IS_RSTREGB_INVERTED = 1'b0,
    parameter [255:0] INIT_00 = 256'h0,
    parameter [255:0] INIT_01 = 256'h0,
    parameter [255:0] INIT_02 = 256'h0,
    parameter [255:0] INIT_03 = 256'h0,
    parameter [255:0] INIT_04 = 256'h0,
    parameter [255:0] INIT_05 = 256'h0,
    parameter [255:0] INIT_06 = 256'h0,
    parameter [255:0] INIT_07 = 256'h0,
    parameter [255:0] INIT_08 = 256'h0,
    parameter [255:0] INIT_09 = 256'h0,
    parameter [255:0] INIT_0A = 256'h0,
    parameter [255:0] INIT_0B = 256'h0,
    parameter [255:0] INIT_0C = 256'h0,
    parameter [255:0] INIT_0D = 256'h0,
    parameter [255:0] INIT_0E = 256'h0,
    parameter [255:0] INIT_0F = 256'h0,
    parameter [255:0] INIT_10 = 256'h0,
    parameter [255:0] INIT_11 = 256'h0,
    parameter [255:0] INIT_12 = 256'h0,
    parameter [255:0] INIT_13 = 256'h0,
    parameter [255:0] INIT_14 = 256'h0,
    parameter [255:0] INIT_15 = 256'h0,
    parameter [255:0] INIT_16 = 256'h0,
    parameter [255:0] INIT_17 = 256'h0,
    parameter [255:0] INIT_18 = 256'h0,
    parameter [255:0] INIT_19 = 256'h0,
    parameter [255:0] INIT_1A = 256'h0,
    parameter [255:0] INIT_1B = 256'h0,
    parameter [255:0] INIT_1C = 256'h0,
    parameter [255:0] INIT_1D = 256'h0,
    parameter [255:0] INIT_1E = 256'h0,
    parameter [255:0] INIT_1F = 256'h0,
    parameter [255:0] INIT_20 = 256'h0,
    parameter [255:0] INIT_21 = 256'h0,
    parameter [255:0] INIT_22 = 256'h0,
    parameter [255:0] INIT_23 = 256'h0,
    parameter [255:0] INIT_24 = 256'h0,
    parameter [255:0] INIT_25 = 256'h0,
    parameter [255:0] INIT_26 = 256'h0,
    parameter [255:0] INIT_27 = 256'h0,
    parameter [255:0] INIT_28 = 256'h0,
    parameter [255:0] INIT_29 = 256'h0,
    parameter [255:0] INIT_2A = 256'h0,
    parameter [255:0] INIT_2B = 256'h0,
    parameter [255:0] INIT_2C = 256'h0,
    parameter [255:0] INIT_2D = 256'h0,
    parameter [255:0] INIT_2E = 256'h0,
    parameter [255:0] INIT_2F = 256'h0,
    parameter [255:0] INIT_30 = 256'h0,
    parameter [255:0] INIT_31 = 256'h0,
    parameter [255:0] INIT_32 = 256'h0,
    parameter [255:0] INIT_33 = 256'h0,
    parameter [255:0] INIT_34 = 256'h0,
    parameter [255:0] INIT_35 = 256'h0,
    parameter [255:0] INIT_36 = 256'h0,
    parameter [255:0] INIT_37 = 256'h0,
    parameter [255:0] INIT_38 = 256'h0,
    parameter [255:0] INIT_39 = 256'h0,
    parameter [255:0] INIT_3A = 256'h0,
    parameter [255:0] INIT_3B = 256'h0,
    parameter [255:0] INIT_3C = 256'h0,
    parameter [255:0] INIT_3D = 256'h0,
    parameter [255:0] INIT_3E = 256'h0,
    parameter [255:0] INIT_3F = 256'h0,
    parameter [255:0] INITP_00 = 256'h0,
    parameter [255:0] INITP_01 = 256'h0,
    parameter [255:0] INITP_02 = 256'h0,
    parameter [255:0] INITP_03 = 256'h0,
    parameter [255:0] INITP_04 = 256'h0,
    parameter [255:0] INITP_05 = 256'h0,
    parameter [255:0] INITP_06 = 256'h0,
    parameter [255:0] INITP_07 = 256'h0
) (
    input tri0 CLKARDCLK,
    input tri0 CLKBWRCLK,
    input tri0 ENARDEN,
    input tri0 ENBWREN,
    input tri0 REGCEAREGCE,
    input tri0 REGCEB,
    input tri0 RSTRAMARSTRAM,
    input tri0 RSTRAMB,
    input tri0 RSTREGARSTREG,
    input tri0 RSTREGB,
    input tri0 [13:0] ADDRARDADDR,
    input tri0 [13:0] ADDRBWRADDR,
    input tri0 [15:0] DIADI,
    input tri0 [15:0] DIBDI,
    input tri0 [1:0] DIPADIP,
    input tri0 [1:0] DIPBDIP,
    input tri0 [1:0] WEA,
    input tri0 [3:0] WEBWE,
    output [15:0] DOADO,
    output [15:0] DOBDO,
    output [1:0] DOPADOP,
    output [1:0] DOPBDOP
);
  // Bits of data in a word of a width that counts parity, too.
  function integer bits_of;
    input integer width;
    bits_of = width >= 9 ? width / 9 * 8 : width;
  endfunction
  // Parity beside the data, as the memory has them.
  function [71:0] word_of;
    input [17:0] value;
    input integer width;
    word_of = width == 9 ? {7'h0, value[8], 56'h0, value[7:0]} : width == 18 ? {6'h0, value[17:16], 48'h0, value[15:0]} :
        value;
  endfunction
  localparam [0:0] SDP = RAM_MODE == "SDP";
  function is_width;
    input integer width;
    is_width = width == 0 || width == 1 || width == 2 || width == 4 || width == 9 || width == 18;
  endfunction
  function is_mode;
    input integer read, write;
    input [8*12-1:0] mode;
    is_mode = mode == "READ_FIRST" || mode == "NO_CHANGE" || mode == "WRITE_FIRST" && (read == write || read == 0 || write == 0);
  endfunction
  localparam [0:0] KNOWN = INIT_FILE == "NONE" && (SDP ?
      READ_WIDTH_A == 36 && WRITE_WIDTH_B == 36 && READ_WIDTH_B == 0 && WRITE_WIDTH_A == 0 && DOB_REG == DOA_REG &&
      INIT_A == 0 && INIT_B == 0 && SRVAL_A == 0 && SRVAL_B == 0 :
      RAM_MODE == "TDP" && is_width(READ_WIDTH_A) && is_width(WRITE_WIDTH_A) && is_width(READ_WIDTH_B) && is_width(WRITE_WIDTH_B) &&
      is_mode(READ_WIDTH_A, WRITE_WIDTH_A, WRITE_MODE_A) && is_mode(READ_WIDTH_B, WRITE_WIDTH_B, WRITE_MODE_B));
  initial
    if (!KNOWN) begin
      $display("The stand-in for RAMB18E1 does not know these parameters: see rtl_models/README.md for those that it knows.");
      $stop;
    end

  wire clock_a = CLKARDCLK ^ IS_CLKARDCLK_INVERTED;
  wire clock_b = CLKBWRCLK ^ IS_CLKBWRCLK_INVERTED;
  wire [63:0] out_a, out_b;
  wire [7:0] out_parity_a, out_parity_b;
  rig_block_ram #(
      .SIZE(14),
      .DATA({INIT_3F, INIT_3E, INIT_3D, INIT_3C, INIT_3B, INIT_3A, INIT_39, INIT_38,
      INIT_37, INIT_36, INIT_35, INIT_34, INIT_33, INIT_32, INIT_31, INIT_30,
      INIT_2F, INIT_2E, INIT_2D, INIT_2C, INIT_2B, INIT_2A, INIT_29, INIT_28,
      INIT_27, INIT_26, INIT_25, INIT_24, INIT_23, INIT_22, INIT_21, INIT_20,
      INIT_1F, INIT_1E, INIT_1D, INIT_1C, INIT_1B, INIT_1A, INIT_19, INIT_18,
      INIT_17, INIT_16, INIT_15, INIT_14, INIT_13, INIT_12, INIT_11, INIT_10,
      INIT_0F, INIT_0E, INIT_0D, INIT_0C, INIT_0B, INIT_0A, INIT_09, INIT_08,
      INIT_07, INIT_06, INIT_05, INIT_04, INIT_03, INIT_02, INIT_01, INIT_00}),
      .PARITY({INITP_07, INITP_06, INITP_05, INITP_04, INITP_03, INITP_02, INITP_01, INITP_00}),
      .READ_A(bits_of(READ_WIDTH_A)),
      .WRITE_A(bits_of(WRITE_WIDTH_A)),
      .MODE_A(WRITE_MODE_A),
      .REGISTER_A(DOA_REG),
      .PRIORITY_A(RSTREG_PRIORITY_A),
      .INIT_A(word_of(INIT_A, READ_WIDTH_A)),
      .SRVAL_A(word_of(SRVAL_A, READ_WIDTH_A)),
      .READ_B(bits_of(READ_WIDTH_B)),
      .WRITE_B(bits_of(WRITE_WIDTH_B)),
      .MODE_B(WRITE_MODE_B),
      .REGISTER_B(DOB_REG),
      .PRIORITY_B(RSTREG_PRIORITY_B),
      .INIT_B(word_of(INIT_B, READ_WIDTH_B)),
      .SRVAL_B(word_of(SRVAL_B, READ_WIDTH_B))
  ) memory (
      .clock_a(clock_a),
      .enable_a(ENARDEN ^ IS_ENARDEN_INVERTED),
      .reset_a(RSTRAMARSTRAM ^ IS_RSTRAMARSTRAM_INVERTED),
      .register_enable_a(REGCEAREGCE),
      .register_reset_a(RSTREGARSTREG ^ IS_RSTREGARSTREG_INVERTED),
      .address_a(ADDRARDADDR[13:0]),
      .write_a({6'h0, WEA}),
      .data_a({48'h0, DIADI}),
      .parity_a({6'h0, DIPADIP}),
      .out_a(out_a),
      .out_parity_a(out_parity_a),
      .clock_b(clock_b),
      .enable_b(ENBWREN ^ IS_ENBWREN_INVERTED),
      .reset_b(RSTRAMB ^ IS_RSTRAMB_INVERTED),
      .register_enable_b(REGCEB),
      .register_reset_b(RSTREGB ^ IS_RSTREGB_INVERTED),
      .address_b(ADDRBWRADDR[13:0]),
      .write_b({4'h0, WEBWE}),
      .data_b(SDP ? {32'h0, DIBDI, DIADI} : {48'h0, DIBDI}),
      .parity_b(SDP ? {4'h0, DIPBDIP, DIPADIP} : {6'h0, DIPBDIP}),
      .out_b(out_b),
      .out_parity_b(out_parity_b)
  );
  assign DOADO = out_a[15:0];
  assign DOPADOP = out_parity_a[1:0];
  assign DOBDO = SDP ? out_a[31:16] : out_b[15:0];
  assign DOPBDOP = SDP ? out_parity_a[3:2] : out_parity_b[1:0];
endmodule
/* verilator lint_on WIDTH */
