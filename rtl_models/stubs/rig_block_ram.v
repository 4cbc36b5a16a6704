// What the block memories of Xilinx are made of: 2^SIZE bits, and one of parity for eight of them. Each of its two ports sees
// them in words of its own: READ and WRITE are their numbers of data bits, 0 where it does not read or write. A word of eight
// bits or more has its parity.
/* verilator lint_off WIDTH */
module rig_block_ram #(
    parameter integer SIZE = 14,
    parameter [(1 << SIZE) - 1:0] DATA = 0,
    parameter [(1 << SIZE) / 8 - 1:0] PARITY = 0,
    parameter integer READ_A = 0,
    parameter integer WRITE_A = 0,
    parameter MODE_A = "WRITE_FIRST",
    parameter integer REGISTER_A = 0,
    parameter PRIORITY_A = "RSTREG",
    parameter [71:0] INIT_A = 72'h0,
    parameter [71:0] SRVAL_A = 72'h0,
    parameter integer READ_B = 0,
    parameter integer WRITE_B = 0,
    parameter MODE_B = "WRITE_FIRST",
    parameter integer REGISTER_B = 0,
    parameter PRIORITY_B = "RSTREG",
    parameter [71:0] INIT_B = 72'h0,
    parameter [71:0] SRVAL_B = 72'h0
) (
    input clock_a,
    input enable_a,
    input reset_a,
    input register_enable_a,
    input register_reset_a,
    input [SIZE - 1:0] address_a,
    input [7:0] write_a,
    input [63:0] data_a,
    input [7:0] parity_a,
    output [63:0] out_a,
    output [7:0] out_parity_a,
    input clock_b,
    input enable_b,
    input reset_b,
    input register_enable_b,
    input register_reset_b,
    input [SIZE - 1:0] address_b,
    input [7:0] write_b,
    input [63:0] data_b,
    input [7:0] parity_b,
    output [63:0] out_b,
    output [7:0] out_parity_b
);
  localparam integer ROWS = 1 << (SIZE - 5);
  reg [31:0] data[0:ROWS-1];
  reg [3:0] parity[0:ROWS-1];
  // In groups of eight, since simulators take all of a parameter for each part of it.
  integer group, row;
  reg [255:0] words;
  reg [31:0] parities;
  initial
    for (group = 0; group < ROWS / 8; group = group + 1) begin
      words = DATA[256*group+:256];
      parities = PARITY[32*group+:32];
      for (row = 0; row < 8; row = row + 1) begin
        data[8*group+row] = words[32*row+:32];
        parity[8*group+row] = parities[4*row+:4];
      end
    end

  // A word is read and written in lanes of eight bits, or is a single narrower one.
  localparam integer READ_LANE_A = READ_A < 8 ? READ_A : 8;
  localparam integer WRITE_LANE_A = WRITE_A < 8 ? WRITE_A : 8;
  localparam integer READ_LANE_B = READ_B < 8 ? READ_B : 8;
  localparam integer WRITE_LANE_B = WRITE_B < 8 ? WRITE_B : 8;
  wire [63:0] old_a, new_a, old_b, new_b;
  wire [7:0] old_parity_a, new_parity_a, old_parity_b, new_parity_b;

  genvar lane;
  generate
    for (lane = 0; 8 * lane < WRITE_A; lane = lane + 1) begin : written_a
      wire [SIZE-1:0] at = address_a / WRITE_A * WRITE_A + 8 * lane;
      always @(posedge clock_a)
        if (enable_a && write_a[lane]) begin
          data[at[SIZE-1:5]][at[4:0]+:WRITE_LANE_A] <= data_a[8*lane+:WRITE_LANE_A];
          if (WRITE_A >= 8) parity[at[SIZE-1:5]][at[4:3]] <= parity_a[lane];
        end
    end
    for (lane = 0; 8 * lane < WRITE_B; lane = lane + 1) begin : written_b
      wire [SIZE-1:0] at = address_b / WRITE_B * WRITE_B + 8 * lane;
      always @(posedge clock_b)
        if (enable_b && write_b[lane]) begin
          data[at[SIZE-1:5]][at[4:0]+:WRITE_LANE_B] <= data_b[8*lane+:WRITE_LANE_B];
          if (WRITE_B >= 8) parity[at[SIZE-1:5]][at[4:3]] <= parity_b[lane];
        end
    end
    for (lane = 0; lane < 8; lane = lane + 1) begin : read_a
      if (8 * lane < READ_A) begin : is_read
        wire [SIZE-1:0] at = address_a / READ_A * READ_A + 8 * lane;
        assign old_a[8*lane+:8] = data[at[SIZE-1:5]][at[4:0]+:READ_LANE_A];
        assign old_parity_a[lane] = READ_A >= 8 ? parity[at[SIZE-1:5]][at[4:3]] : 1'b0;
        assign new_a[8*lane+:8] = write_a[lane] ? data_a[8*lane+:READ_LANE_A] : old_a[8*lane+:8];
        assign new_parity_a[lane] = READ_A >= 8 && write_a[lane] ? parity_a[lane] : old_parity_a[lane];
      end else begin : is_not_read
        assign old_a[8*lane+:8] = 8'h0;
        assign old_parity_a[lane] = 1'b0;
        assign new_a[8*lane+:8] = 8'h0;
        assign new_parity_a[lane] = 1'b0;
      end
    end
    for (lane = 0; lane < 8; lane = lane + 1) begin : read_b
      if (8 * lane < READ_B) begin : is_read
        wire [SIZE-1:0] at = address_b / READ_B * READ_B + 8 * lane;
        assign old_b[8*lane+:8] = data[at[SIZE-1:5]][at[4:0]+:READ_LANE_B];
        assign old_parity_b[lane] = READ_B >= 8 ? parity[at[SIZE-1:5]][at[4:3]] : 1'b0;
        assign new_b[8*lane+:8] = write_b[lane] ? data_b[8*lane+:READ_LANE_B] : old_b[8*lane+:8];
        assign new_parity_b[lane] = READ_B >= 8 && write_b[lane] ? parity_b[lane] : old_parity_b[lane];
      end else begin : is_not_read
        assign old_b[8*lane+:8] = 8'h0;
        assign old_parity_b[lane] = 1'b0;
        assign new_b[8*lane+:8] = 8'h0;
        assign new_parity_b[lane] = 1'b0;
      end
    end
  endgenerate

  rig_block_ram_output #(
      .MODE(MODE_A),
      .REGISTER(REGISTER_A),
      .PRIORITY(PRIORITY_A),
      .INIT(INIT_A),
      .SRVAL(SRVAL_A)
  ) output_a (
      .clock(clock_a),
      .enable(enable_a),
      .reset(reset_a),
      .register_enable(register_enable_a),
      .register_reset(register_reset_a),
      .writes(WRITE_A != 0 && write_a != 8'h0),
      .old_word({old_parity_a, old_a}),
      .new_word({new_parity_a, new_a}),
      .out({out_parity_a, out_a})
  );
  rig_block_ram_output #(
      .MODE(MODE_B),
      .REGISTER(REGISTER_B),
      .PRIORITY(PRIORITY_B),
      .INIT(INIT_B),
      .SRVAL(SRVAL_B)
  ) output_b (
      .clock(clock_b),
      .enable(enable_b),
      .reset(reset_b),
      .register_enable(register_enable_b),
      .register_reset(register_reset_b),
      .writes(WRITE_B != 0 && write_b != 8'h0),
      .old_word({old_parity_b, old_b}),
      .new_word({new_parity_b, new_b}),
      .out({out_parity_b, out_b})
  );
endmodule
/* verilator lint_on WIDTH */
