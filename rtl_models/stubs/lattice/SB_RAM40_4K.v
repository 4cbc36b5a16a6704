// A memory of iCE40 with 256 rows of 16 bits. A port of mode 1, 2 or 3 sees 8, 4 or 2 of them: the upper bits of its address
// choose one bit in each group of 2, 4 or 8, and it stands at the group's first, second or fourth place.
/* verilator lint_off WIDTH */
module SB_RAM40_4K #(
    parameter integer WRITE_MODE = 0,
    parameter integer READ_MODE = 0,
    parameter [255:0] INIT_0 = 256'h0,
    parameter [255:0] INIT_1 = 256'h0,
    parameter [255:0] INIT_2 = 256'h0,
    parameter [255:0] INIT_3 = 256'h0,
    parameter [255:0] INIT_4 = 256'h0,
    parameter [255:0] INIT_5 = 256'h0,
    parameter [255:0] INIT_6 = 256'h0,
    parameter [255:0] INIT_7 = 256'h0,
    parameter [255:0] INIT_8 = 256'h0,
    parameter [255:0] INIT_9 = 256'h0,
    parameter [255:0] INIT_A = 256'h0,
    parameter [255:0] INIT_B = 256'h0,
    parameter [255:0] INIT_C = 256'h0,
    parameter [255:0] INIT_D = 256'h0,
    parameter [255:0] INIT_E = 256'h0,
    parameter [255:0] INIT_F = 256'h0,
    parameter INIT_FILE = ""
) (
    input RCLK,
    input tri1 RCLKE,
    input tri0 RE,
    input [10:0] RADDR,
    input WCLK,
    input tri1 WCLKE,
    input tri0 WE,
    input [10:0] WADDR,
    input tri0 [15:0] MASK,
    input [15:0] WDATA,
    output reg [15:0] RDATA
);
  localparam integer WRITE_GROUP = 1 << WRITE_MODE;
  localparam integer READ_GROUP = 1 << READ_MODE;
  localparam integer WRITE_PLACE = WRITE_GROUP / 2 - (WRITE_MODE == 0 ? 0 : 1);
  localparam integer READ_PLACE = READ_GROUP / 2 - (READ_MODE == 0 ? 0 : 1);
  localparam [4095:0] INIT = {INIT_F, INIT_E, INIT_D, INIT_C, INIT_B, INIT_A, INIT_9, INIT_8,
      INIT_7, INIT_6, INIT_5, INIT_4, INIT_3, INIT_2, INIT_1, INIT_0};

  reg [15:0] memory[0:255];
  integer row;
  initial begin
    for (row = 0; row < 256; row = row + 1) memory[row] = INIT[16*row+:16];
    if (INIT_FILE != "") $readmemh(INIT_FILE, memory);
  end

  wire [15:0] read = memory[RADDR[7:0]];
  genvar bit_number;
  generate
    for (bit_number = 0; bit_number < 16; bit_number = bit_number + 1) begin : bits
      // Of which group it is part, and at which place in that.
      localparam integer WRITTEN = bit_number / WRITE_GROUP * WRITE_GROUP + WRITE_PLACE;
      wire chosen = WRITE_MODE == 0 ? ~MASK[bit_number] : WADDR[10:8] % WRITE_GROUP == bit_number % WRITE_GROUP;
      always @(posedge WCLK)
        if (WE && WCLKE && chosen) memory[WADDR[7:0]][bit_number] <= WDATA[WRITTEN];
      if (bit_number % READ_GROUP == READ_PLACE) begin : is_read
        wire [3:0] from = bit_number / READ_GROUP * READ_GROUP + RADDR[10:8] % READ_GROUP;
        always @(posedge RCLK) if (RE && RCLKE) RDATA[bit_number] <= read[from];
      end else begin : is_not_read
        initial RDATA[bit_number] = 1'b0;
      end
    end
  endgenerate
endmodule
/* verilator lint_on WIDTH */
