// Writes a stone as four digits, row before column, and hands them to the transmitter.
module stone_writer #(
    parameter int CLOCK_HZ = 12_000_000
) (
    input  logic                 clk_i,
    input  logic                 rst_i,
    input  logic                 start_i,    // only while !busy_o
    input  logic [4:0]           row_i,      // 1 … 19
    input  logic [4:0]           column_i,
    output logic                 busy_o,     // until the last digit's stop bit has gone
    output logic [7:0]           data_o,
    output logic                 valid_o,
    input  logic                 ready_i,

    input  logic                 asked_i,    // one clock: what this answer waits for has come
    input  logic                 opening_i,  // the stone opens the game
    input  logic                 second_i,   // it is its turn's second
    input  logic                 last_i,     // it is its turn's last
    input  logic                 say_i,      // for faults: a byte too many
    input  logic [7:0]           heard_i,    // the byte that comes from the host
    input  connect6_pkg::fault_t fault_i
);

  // "01" … "19"
  function automatic logic [15:0] digits(input logic [4:0] number, input logic no_tens);
    logic [4:0] ones;
    ones   = number >= 5'd10 ? number - 5'd10 : number;
    digits = {number >= 5'd10 && !no_tens ? "1" : "0", "0" + {3'd0, ones}};
  endfunction

  logic [4:0] row, column;
  logic [15:0] row_digits, column_digits;
  logic no_tens;
  assign no_tens       = fault_i == connect6_pkg::TENS_LOST;
  assign row           = fault_i == connect6_pkg::FROM_ZERO ? row_i - 5'd1 : row_i;
  assign column        = fault_i == connect6_pkg::FROM_ZERO ? column_i - 5'd1 : column_i;
  assign row_digits    = digits(row, no_tens);
  assign column_digits = fault_i == connect6_pkg::OFF_BOARD && column > connect6_pkg::SIDE
                       ? "20" : digits(column, no_tens);

  // What comes after the stone, in the faults that do not end there.
  logic [15:0] tail;
  logic [2:0] tail_length;
  assign tail = fault_i == connect6_pkg::CRLF ? 16'h0d0a
              : fault_i == connect6_pkg::EXTRA_BYTE ? "00" : 16'd0;
  always_comb
    if (last_i && fault_i == connect6_pkg::CRLF) tail_length = 3'd2;
    else if (last_i && fault_i == connect6_pkg::EXTRA_BYTE) tail_length = 3'd1;
    else tail_length = 3'd0;

  logic no_zero;  // the first digit is left out
  assign no_zero = fault_i == connect6_pkg::NO_LEADING_ZERO && row_digits[15:8] == "0";

  logic [47:0] bytes_q;
  logic [2:0] left_q;
  logic hold;
  assign busy_o  = left_q != 3'd0 || !ready_i;
  assign data_o  = bytes_q[47:40];
  assign valid_o = left_q != 3'd0 && !hold;

  always_ff @(posedge clk_i) begin
    if (start_i) begin
      bytes_q <= fault_i == connect6_pkg::COLUMN_FIRST ? {column_digits, row_digits, tail}
               : no_zero ? {row_digits[7:0], column_digits, tail, 8'd0}
                         : {row_digits, column_digits, tail};
      left_q  <= no_zero ? 3'd3 : 3'd4 + tail_length;
    end else if (say_i) begin
      bytes_q <= {fault_i == connect6_pkg::ECHO ? heard_i : "0", 40'd0};
      left_q  <= 3'd1;
    end else if (valid_o && ready_i) begin
      bytes_q <= {bytes_q[39:0], 8'd0};
      left_q  <= left_q - 3'd1;
    end
    if (rst_i) begin
      bytes_q <= 48'd0;
      left_q  <= 3'd0;
    end
  end

  // The waits of the faults: 1.1 s after the request or the first stone, or 0.15 s before each
  // byte but the first.
  localparam int W = $clog2(CLOCK_HZ) + 1;
  localparam logic [W-1:0] LATE = W'(CLOCK_HZ + CLOCK_HZ / 10);
  localparam logic [W-1:0] DRIP = W'(CLOCK_HZ / 20 * 3);

  logic late, drips;
  assign late  = (fault_i == connect6_pkg::LATE && asked_i && !opening_i)
              || (fault_i == connect6_pkg::LATE_FIRST && start_i && opening_i)
              || (fault_i == connect6_pkg::SLOW_SECOND_STONE && start_i && second_i);
  assign drips = fault_i == connect6_pkg::DRIP && valid_o && ready_i
              && !(last_i && left_q == 3'd1);

  logic waits;
  assign waits = fault_i == connect6_pkg::LATE || fault_i == connect6_pkg::LATE_FIRST
              || fault_i == connect6_pkg::SLOW_SECOND_STONE || fault_i == connect6_pkg::DRIP;

  logic [W-1:0] wait_q;
  assign hold = waits && wait_q != '0;

  always_ff @(posedge clk_i) begin
    if (late) wait_q <= LATE;
    else if (drips) wait_q <= DRIP;
    else if (hold) wait_q <= wait_q - W'(1);
    if (rst_i) wait_q <= '0;
  end

endmodule
